-- What a service calls the session that somebody signed in with there, after the service's name; empty where it does not
-- say, and in sessions older than this migration.
ALTER TABLE sessions ADD COLUMN outer_name TEXT NOT NULL DEFAULT '';
-- Sessions that end because they ended there.
CREATE INDEX sessions_outer ON sessions (outer_name) WHERE outer_name <> '';
