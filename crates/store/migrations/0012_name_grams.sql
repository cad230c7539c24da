-- People are found by any part of a name. Each name is cut into grams: the three characters at each place, fewer at its
-- end. A term of up to three characters is the beginning of a gram, a longer one a row of them. The letter before a gram
-- says where it is from: a, a username or nickname, n, a first or last name, e, an address. The rest is the gram's bytes
-- in hexadecimal digits. Triggers keep the grams, so that each program that writes users does.

-- only SQLite
CREATE TABLE name_gram_docs (doc INTEGER PRIMARY KEY, user_id BLOB NOT NULL UNIQUE);
CREATE TABLE name_gram_places (place INTEGER PRIMARY KEY);
INSERT INTO name_gram_places
    WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < 256)
    SELECT place FROM places;
-- Beginnings of two characters, which are a letter and four digits, have an index of their own.
CREATE VIRTUAL TABLE name_grams
    USING fts5(grams, content='', contentless_delete=1, detail=none, prefix='5', tokenize='ascii');
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
INSERT INTO name_gram_docs (user_id) SELECT id FROM users ORDER BY id;
INSERT INTO name_grams (rowid, grams) SELECT r.doc, r.grams FROM name_gram_rows r;

-- only PostgreSQL
CREATE TABLE name_grams (user_id BYTEA NOT NULL PRIMARY KEY, grams TSVECTOR NOT NULL);
CREATE FUNCTION name_grams_of(always text, full_name text, email text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(COALESCE(
        array_agg(DISTINCT f.letter || encode(convert_to(substr(f.value, place, 3), 'UTF8'), 'hex')), '{}'))
    FROM (VALUES ('a', always), ('n', full_name), ('e', email)) AS f (letter, value),
        generate_series(1, LEAST(length(f.value), 256)) AS place
$$;
CREATE FUNCTION name_grams_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM name_grams WHERE user_id = OLD.id;
    ELSE
        INSERT INTO name_grams (user_id, grams)
        VALUES (NEW.id, name_grams_of(NEW.username || ' ' || NEW.nickname_folded,
            NEW.first_name_folded || ' ' || NEW.last_name_folded, NEW.email))
        ON CONFLICT (user_id) DO UPDATE SET grams = excluded.grams;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER users_named AFTER INSERT OR DELETE ON users
    FOR EACH ROW EXECUTE PROCEDURE name_grams_keep();
CREATE TRIGGER users_renamed AFTER UPDATE OF username, nickname_folded, first_name_folded, last_name_folded, email ON users
    FOR EACH ROW WHEN (OLD.username <> NEW.username OR OLD.nickname_folded <> NEW.nickname_folded
        OR OLD.first_name_folded <> NEW.first_name_folded OR OLD.last_name_folded <> NEW.last_name_folded
        OR OLD.email <> NEW.email)
    EXECUTE PROCEDURE name_grams_keep();
INSERT INTO name_grams (user_id, grams)
    SELECT id, name_grams_of(username || ' ' || nickname_folded, first_name_folded || ' ' || last_name_folded, email)
    FROM users;
-- Terms of a search for people. New entries of the GIN index are merged at once: each search would read its list.
CREATE INDEX name_grams_found ON name_grams USING GIN (grams) WITH (fastupdate = off);
-- Lower case for all letters: lower() folds only ASCII under the collation "C". SQLite has it from the program.
DO $$
DECLARE
    collation_name text := 'default';
BEGIN
    SELECT collname INTO collation_name FROM pg_collation WHERE collname = 'und-x-icu' LIMIT 1;
    EXECUTE format('CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE '
        'AS ''SELECT lower($1 COLLATE %I)''', COALESCE(collation_name, 'default'));
END
$$;
