-- Whom a post called for reasons that its text does not tell later: who was there at `@here`, and who had asked for all
-- answers. JSON lists of users.
CREATE TABLE post_calls (
    post_id ID NOT NULL PRIMARY KEY,
    here TEXT NOT NULL,
    comments TEXT NOT NULL
);
-- Drafts of the answers to one post, which go with it.
CREATE INDEX drafts_root ON drafts (root_id);
-- When an administrator or the operator last forgot the wrong passwords; each node keeps their counts.
ALTER TABLE users ADD COLUMN unlocked_at BIGINT NOT NULL DEFAULT 0;
