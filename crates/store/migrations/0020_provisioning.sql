-- Tokens of programs that make and remove accounts (SCIM).
CREATE TABLE provisioning_tokens (
    id ID NOT NULL PRIMARY KEY,
    -- SHA-256.
    token_hash BYTES NOT NULL UNIQUE,
    description TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    -- To the minute; 0 until the first use.
    last_used_at BIGINT NOT NULL
) WITHOUT ROWID;
-- What such a program calls the accounts that it keeps.
CREATE TABLE provisioned_users (
    user_id ID NOT NULL PRIMARY KEY,
    user_name TEXT NOT NULL,
    -- In lower case: two accounts differ by more than that.
    user_name_folded TEXT NOT NULL UNIQUE,
    external_id TEXT,
    -- Whether the program removed it: the account stays, out of use, and the program sees it no more.
    is_removed BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX provisioned_users_external ON provisioned_users (external_id, user_id) WHERE external_id IS NOT NULL;
