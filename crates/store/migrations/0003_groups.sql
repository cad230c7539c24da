-- Groups are found by what people type, and listed by what they are called.

-- In lower case, as it is searched.
ALTER TABLE user_groups ADD COLUMN display_name_folded TEXT NOT NULL DEFAULT '';
CREATE INDEX user_groups_display_name ON user_groups (display_name_folded, id);
