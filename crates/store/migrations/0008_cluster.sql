-- Nodes that take part in the cluster, renewed each second. Times are the database's own, in milliseconds.
CREATE TABLE nodes (
    id ID NOT NULL PRIMARY KEY,
    seen_at BIGINT NOT NULL
) WITHOUT ROWID;
