-- Teams and channels that take their members from a group, which a directory keeps.
CREATE TABLE group_syncables (
    group_id ID NOT NULL,
    -- A team or a channel.
    place_id ID NOT NULL,
    kind TEXT NOT NULL,
    -- Whether members of the group are brought into it.
    auto_add BIGINT NOT NULL,
    -- Whether they administer it.
    scheme_admin BIGINT NOT NULL,
    create_at BIGINT NOT NULL,
    update_at BIGINT NOT NULL,
    -- Links that were cut stay as rows for whoever asks what changed.
    delete_at BIGINT NOT NULL,
    PRIMARY KEY (group_id, place_id)
) WITHOUT ROWID;
-- The groups of a team or a channel.
CREATE INDEX group_syncables_place ON group_syncables (place_id, group_id);
-- The group that a directory knows by an id.
CREATE INDEX user_groups_remote ON user_groups (remote_id, source) WHERE remote_id IS NOT NULL;
-- The accounts of a service, one after the other.
CREATE INDEX users_service ON users (auth_service, id) WHERE auth_service <> '';
