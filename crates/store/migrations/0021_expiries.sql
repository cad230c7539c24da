-- Accounts that end at a time.
CREATE TABLE account_expiries (
    user_id ID NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX account_expiries_time ON account_expiries (expires_at, user_id);
