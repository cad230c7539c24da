-- What nodes that share a database agree on through it. Times are the database's own, in milliseconds.

-- Work that one node at a time does. The fence grows with each new owner: a late one is told by it.
CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL,
    fence BIGINT NOT NULL,
    held_until BIGINT NOT NULL
) WITHOUT ROWID;

-- The last transaction of each writer that stands: asked for when the answer to its end was lost.
CREATE TABLE commit_marks (
    node ID NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL,
    marked_at BIGINT NOT NULL
) WITHOUT ROWID;

-- The lease of a job that runs, in its row. 0 is a job that a node of an older version runs.
ALTER TABLE jobs ADD COLUMN node TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN held_until BIGINT NOT NULL DEFAULT 0;
