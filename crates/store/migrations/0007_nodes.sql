-- How many changes with events each channel has seen, counted in their commits while several nodes serve it: the order
-- in which every client hears them. Rows stay when their channel goes: a number must never come back.
CREATE TABLE channel_events (
    channel_id ID NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
) WITHOUT ROWID;

-- Which post a client's own id of a post became, so that one that is sent again to another node is not posted twice.
CREATE TABLE pending_posts (
    user_id ID NOT NULL,
    pending_id TEXT NOT NULL,
    post_id ID NOT NULL,
    create_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, pending_id)
) WITHOUT ROWID;
CREATE INDEX pending_posts_age ON pending_posts (create_at);
