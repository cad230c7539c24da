-- Fields that a server's owner adds to profiles, and what users say in them.

CREATE TABLE attribute_fields (
    id ID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    attrs TEXT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    delete_at BIGINT NOT NULL
);
-- The fields in use; also that two of them do not have one name.
CREATE UNIQUE INDEX attribute_fields_live ON attribute_fields (name) WHERE delete_at = 0;

CREATE TABLE attribute_values (
    user_id ID NOT NULL,
    field_id ID NOT NULL,
    value TEXT NOT NULL,
    update_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, field_id)
) WITHOUT ROWID;
-- The values of a field that is removed.
CREATE INDEX attribute_values_field ON attribute_values (field_id);
