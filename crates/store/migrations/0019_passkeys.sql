-- Public keys by which people sign in (WebAuthn).
CREATE TABLE passkeys (
    id ID NOT NULL PRIMARY KEY,
    user_id ID NOT NULL,
    -- How the authenticator knows it. No two accounts share one.
    credential_id BYTES NOT NULL UNIQUE,
    -- COSE.
    public_key BYTES NOT NULL,
    -- The authenticator's counter at the last use; 0 where it has none.
    sign_count BIGINT NOT NULL,
    name TEXT NOT NULL,
    -- A list in JSON.
    transports TEXT NOT NULL,
    is_backed_up BIGINT NOT NULL,
    create_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_user ON passkeys (user_id, id);
-- How many there are, so that a request need not count them.
ALTER TABLE users ADD COLUMN passkey_count BIGINT NOT NULL DEFAULT 0;
-- Codes in place of a second factor, each used once.
CREATE TABLE recovery_codes (
    user_id ID NOT NULL,
    -- SHA-256.
    code_hash BYTES NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;
