-- The application whose token began what happens later; NULL where the user's own did, and in rows older than this
-- migration.
ALTER TABLE scheduled_posts ADD COLUMN oauth_app_id ID;
ALTER TABLE command_webhooks ADD COLUMN oauth_app_id ID;
