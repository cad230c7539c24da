-- Browsers that are not asked for the second factor for a while.
CREATE TABLE remembered_browsers (
    id ID NOT NULL PRIMARY KEY,
    user_id ID NOT NULL,
    -- SHA-256 of what the browser keeps.
    token_hash BYTES NOT NULL UNIQUE,
    -- Name and version of the program, and the system: shown to the owner.
    name TEXT NOT NULL,
    os TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX remembered_browsers_user ON remembered_browsers (user_id, id);
CREATE INDEX remembered_browsers_time ON remembered_browsers (create_at);
