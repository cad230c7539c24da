-- Whether a node renewed its entry although the bus does not reach it, which it does while the bus reaches none.
ALTER TABLE nodes ADD COLUMN is_cut_off BIGINT NOT NULL DEFAULT 0;
