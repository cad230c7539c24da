-- Two services may know two people by the same name: what is unique is the name together with its service. A program of
-- the schema before finds that fewer accounts are refused, and nothing else.

-- only SQLite
-- A constraint of a column goes only with its table: the rows move, and what hangs on the table is made again.
DROP VIEW name_gram_rows;
DROP VIEW name_gram_texts;
CREATE TABLE users_next (
    id ID NOT NULL PRIMARY KEY,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL,
    username TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    auth_data TEXT,
    auth_service TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    email_verified BIGINT NOT NULL,
    nickname TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    position TEXT NOT NULL,
    roles TEXT NOT NULL,
    allow_marketing BIGINT NOT NULL,
    props TEXT NOT NULL,
    notify_props TEXT NOT NULL,
    last_password_update BIGINT NOT NULL,
    last_picture_update BIGINT NOT NULL,
    failed_attempts BIGINT NOT NULL,
    locale TEXT NOT NULL,
    timezone TEXT NOT NULL,
    mfa_active BIGINT NOT NULL,
    mfa_secret TEXT NOT NULL,
    remote_id TEXT,
    disable_welcome_email BIGINT NOT NULL,
    last_login BIGINT NOT NULL,
    nickname_folded TEXT NOT NULL,
    first_name_folded TEXT NOT NULL,
    last_name_folded TEXT NOT NULL,
    unlocked_at BIGINT NOT NULL DEFAULT 0
);
INSERT INTO users_next (id, create_at, update_at, delete_at, username, password_hash, auth_data, auth_service, email,
    email_verified, nickname, first_name, last_name, position, roles, allow_marketing, props, notify_props,
    last_password_update, last_picture_update, failed_attempts, locale, timezone, mfa_active, mfa_secret, remote_id,
    disable_welcome_email, last_login, nickname_folded, first_name_folded, last_name_folded, unlocked_at)
    SELECT id, create_at, update_at, delete_at, username, password_hash, auth_data, auth_service, email,
        email_verified, nickname, first_name, last_name, position, roles, allow_marketing, props, notify_props,
        last_password_update, last_picture_update, failed_attempts, locale, timezone, mfa_active, mfa_secret, remote_id,
        disable_welcome_email, last_login, nickname_folded, first_name_folded, last_name_folded, unlocked_at
    FROM users ORDER BY id;
DROP TABLE users;
ALTER TABLE users_next RENAME TO users;
CREATE INDEX users_nickname ON users (nickname_folded) WHERE nickname_folded <> '';
CREATE INDEX users_first_name ON users (first_name_folded) WHERE first_name_folded <> '';
CREATE INDEX users_last_name ON users (last_name_folded) WHERE last_name_folded <> '';
CREATE INDEX users_gone ON users (id) WHERE delete_at > 0;
CREATE UNIQUE INDEX users_outer ON users (auth_data, auth_service);
CREATE VIEW name_gram_texts AS
    SELECT u.id AS user_id, u.username || ' ' || u.nickname_folded AS always,
        u.first_name_folded || ' ' || u.last_name_folded AS full_name, u.email
    FROM users u;
CREATE VIEW name_gram_rows AS
    SELECT d.doc, d.user_id,
        (SELECT group_concat('a' || hex(substr(t.always, p.place, 3)), ' ')
            FROM name_gram_places p WHERE p.place <= length(t.always))
        || ' ' || (SELECT group_concat('n' || hex(substr(t.full_name, p.place, 3)), ' ')
            FROM name_gram_places p WHERE p.place <= length(t.full_name))
        || ' ' || COALESCE((SELECT group_concat('e' || hex(substr(t.email, p.place, 3)), ' ')
            FROM name_gram_places p WHERE p.place <= length(t.email)), '') AS grams
    FROM name_gram_docs d JOIN name_gram_texts t ON t.user_id = d.user_id;
CREATE TRIGGER users_named AFTER INSERT ON users BEGIN
    INSERT INTO name_gram_docs (user_id) VALUES (new.id);
    INSERT INTO name_grams (rowid, grams) SELECT r.doc, r.grams FROM name_gram_rows r WHERE r.user_id = new.id;
END;
CREATE TRIGGER users_renamed AFTER UPDATE OF username, nickname_folded, first_name_folded, last_name_folded, email ON users
WHEN old.username <> new.username OR old.nickname_folded <> new.nickname_folded
    OR old.first_name_folded <> new.first_name_folded OR old.last_name_folded <> new.last_name_folded
    OR old.email <> new.email
BEGIN
    DELETE FROM name_grams WHERE rowid = (SELECT d.doc FROM name_gram_docs d WHERE d.user_id = new.id);
    INSERT INTO name_grams (rowid, grams) SELECT r.doc, r.grams FROM name_gram_rows r WHERE r.user_id = new.id;
END;
CREATE TRIGGER users_unnamed AFTER DELETE ON users BEGIN
    DELETE FROM name_grams WHERE rowid = (SELECT d.doc FROM name_gram_docs d WHERE d.user_id = old.id);
    DELETE FROM name_gram_docs WHERE user_id = old.id;
END;

-- only PostgreSQL
ALTER TABLE users DROP CONSTRAINT users_auth_data_key;
CREATE UNIQUE INDEX users_outer ON users (auth_data, auth_service);
