-- Bots that somebody else than their owner disabled: the owner alone does not enable them again.
ALTER TABLE bots ADD COLUMN held BIGINT NOT NULL DEFAULT 0;
