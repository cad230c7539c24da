-- Accounts that are out of use: few among many, so members of a channel are counted without a look at each account.
CREATE INDEX users_gone ON users (id) WHERE delete_at > 0;
