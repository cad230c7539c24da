-- What each group of changes means to the other nodes of a cluster: written by its transaction, kept for minutes. `number`
-- grows with each row of a node, `previous` is the row before. `body` is one message of the cluster behind the other, as
-- on the bus. The row of node 0 tells whether the table was emptied. Times are the database's own, in milliseconds.

-- How far the log of a node was when it renewed its entry; -1 for one of an older program, which keeps none.
ALTER TABLE nodes ADD COLUMN logged BIGINT NOT NULL DEFAULT -1;

-- only SQLite
CREATE TABLE event_log (
    node ID NOT NULL,
    number BIGINT NOT NULL,
    previous BIGINT NOT NULL,
    logged_at BIGINT NOT NULL,
    body BYTES NOT NULL,
    PRIMARY KEY (node, number)
) WITHOUT ROWID;

-- only PostgreSQL
-- Outside the write-ahead log: it must outlive nodes, which need the database to serve, and not the database.
CREATE UNLOGGED TABLE event_log (
    node ID NOT NULL,
    number BIGINT NOT NULL,
    previous BIGINT NOT NULL,
    logged_at BIGINT NOT NULL,
    body BYTES NOT NULL,
    PRIMARY KEY (node, number)
);
