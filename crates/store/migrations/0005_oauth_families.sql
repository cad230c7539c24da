-- Codes and refresh tokens that were used up, and the tokens that come from one code: whoever shows a used one again
-- ends them all.

-- The hash of the code at the root; NULL in rows older than this migration, which are the root of their own family.
ALTER TABLE oauth_access_data ADD COLUMN family BYTES;
CREATE INDEX oauth_access_data_family ON oauth_access_data (family);

CREATE TABLE oauth_used (
    secret_hash BYTES NOT NULL PRIMARY KEY,
    family BYTES NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX oauth_used_age ON oauth_used (used_at);
