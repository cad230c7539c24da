//! Syncables: teams and channels that take their members from groups.

use base::ids::{ChannelId, GroupId, TeamId, UserId};
use base::{Id, Millis};
use wire::groups::{Group, Syncable, SyncableKind};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT s.group_id, s.place_id, s.kind, s.auto_add, s.scheme_admin, s.create_at, s.update_at, s.delete_at \
             FROM group_syncables s ",
            $rest
        )
    };
}

crate::statements! {
    /// A link that was cut is made again.
    SAVE = "GroupStore.CreateGroupSyncable" =>
        "INSERT INTO group_syncables (group_id, place_id, kind, auto_add, scheme_admin, create_at, update_at, delete_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (group_id, place_id) DO UPDATE SET auto_add = excluded.auto_add, \
            scheme_admin = excluded.scheme_admin, update_at = excluded.update_at, delete_at = excluded.delete_at";
    ONE = "GroupStore.GetGroupSyncable" => select!("WHERE s.group_id = $1 AND s.place_id = $2");
    OF_GROUP = "GroupStore.GetAllGroupSyncablesByGroupId" =>
        select!("WHERE s.group_id = $1 AND s.kind = $2 AND s.delete_at = 0 ORDER BY s.place_id LIMIT $3");
    /// Index group_syncables_place.
    OF_PLACE = "GroupStore.GetGroupsByPlace" =>
        "SELECT s.scheme_admin, g.id, g.name, g.display_name, g.description, g.source, g.remote_id, g.create_at, \
            g.update_at, g.delete_at, g.allow_reference \
         FROM group_syncables s JOIN user_groups g ON g.id = s.group_id \
         WHERE s.place_id = $1 AND s.delete_at = 0 AND g.delete_at = 0 ORDER BY g.display_name_folded, g.id LIMIT $2";
    /// Index group_syncables_place.
    OF_CHANNELS = "GroupStore.GetGroupsAssociatedToChannelsByTeam" =>
        "SELECT c.id, s.scheme_admin, g.id, g.name, g.display_name, g.description, g.source, g.remote_id, g.create_at, \
            g.update_at, g.delete_at, g.allow_reference \
         FROM channels c JOIN group_syncables s ON s.place_id = c.id AND s.delete_at = 0 \
         JOIN user_groups g ON g.id = s.group_id AND g.delete_at = 0 \
         WHERE c.team_id = $1 ORDER BY c.id, g.display_name_folded, g.id LIMIT $2";
    /// Index group_syncables_place.
    IS_LINKED = "GroupStore.IsLinkedPlace" =>
        "SELECT s.group_id FROM group_syncables s JOIN user_groups g ON g.id = s.group_id \
         WHERE s.place_id = $1 AND s.delete_at = 0 AND g.delete_at = 0 LIMIT 1";
    /// Index group_syncables_place.
    IS_TAKEN = "GroupStore.IsMemberOfLinkedGroup" =>
        "SELECT s.group_id FROM group_syncables s JOIN user_groups g ON g.id = s.group_id AND g.delete_at = 0 \
         JOIN group_members m ON m.group_id = s.group_id AND m.user_id = $2 AND m.delete_at = 0 \
         WHERE s.place_id = $1 AND s.delete_at = 0 LIMIT 1";
    GROUPS_LINKED = "GroupStore.GetLinkedGroups" =>
        "SELECT DISTINCT s.group_id FROM group_syncables s WHERE s.group_id = ANY($1) AND s.delete_at = 0 \
         ORDER BY s.group_id";
    /// Reads all links, of which there are few.
    LIVE = "GroupStore.GetLiveSyncables" =>
        select!("JOIN user_groups g ON g.id = s.group_id WHERE s.delete_at = 0 AND g.delete_at = 0 \
                 ORDER BY s.kind DESC, s.group_id, s.place_id LIMIT $1");
    /// Who left stays away where `$3` is 0.
    TEAM_MISSING = "GroupStore.TeamMembersToAdd" =>
        "SELECT m.user_id FROM group_members m JOIN users u ON u.id = m.user_id AND u.delete_at = 0 \
         WHERE m.group_id = $1 AND m.delete_at = 0 AND m.user_id > $4 AND NOT EXISTS (SELECT 1 FROM team_members t \
            WHERE t.team_id = $2 AND t.user_id = m.user_id AND (t.delete_at = 0 OR $3 = 0)) \
         ORDER BY m.user_id LIMIT $5";
    CHANNEL_MISSING = "GroupStore.ChannelMembersToAdd" =>
        "SELECT m.user_id FROM group_members m JOIN users u ON u.id = m.user_id AND u.delete_at = 0 \
         WHERE m.group_id = $1 AND m.delete_at = 0 AND m.user_id > $4 AND NOT EXISTS (SELECT 1 FROM channel_members c \
            WHERE c.channel_id = $2 AND c.user_id = m.user_id) \
         AND ($3 = 1 OR NOT EXISTS (SELECT 1 FROM channel_member_history h \
            WHERE h.channel_id = $2 AND h.user_id = m.user_id)) \
         ORDER BY m.user_id LIMIT $5";
    /// Members of a group and of the place who do not administer it yet.
    TEAM_PLAIN = "GroupStore.TeamMembersToPromote" =>
        "SELECT m.user_id FROM group_members m JOIN team_members t ON t.team_id = $2 AND t.user_id = m.user_id \
            AND t.delete_at = 0 AND t.scheme_admin = 0 AND t.scheme_guest = 0 \
         WHERE m.group_id = $1 AND m.delete_at = 0 AND m.user_id > $3 ORDER BY m.user_id LIMIT $4";
    CHANNEL_PLAIN = "GroupStore.ChannelMembersToPromote" =>
        "SELECT m.user_id FROM group_members m JOIN channel_members c ON c.channel_id = $2 AND c.user_id = m.user_id \
            AND c.scheme_admin = 0 AND c.scheme_guest = 0 \
         WHERE m.group_id = $1 AND m.delete_at = 0 AND m.user_id > $3 ORDER BY m.user_id LIMIT $4";
    /// Members of a team that no linked group has. Bots are nobody's.
    TEAM_STRANGERS = "GroupStore.TeamMembersToRemove" =>
        "SELECT t.user_id FROM team_members t WHERE t.team_id = $1 AND t.delete_at = 0 AND t.user_id > $2 \
         AND NOT EXISTS (SELECT 1 FROM bots b WHERE b.user_id = t.user_id) \
         AND NOT EXISTS (SELECT 1 FROM group_syncables s JOIN user_groups g ON g.id = s.group_id AND g.delete_at = 0 \
            JOIN group_members m ON m.group_id = s.group_id AND m.user_id = t.user_id AND m.delete_at = 0 \
            WHERE s.place_id = $1 AND s.delete_at = 0) \
         ORDER BY t.user_id LIMIT $3";
    CHANNEL_STRANGERS = "GroupStore.ChannelMembersToRemove" =>
        "SELECT c.user_id FROM channel_members c WHERE c.channel_id = $1 AND c.user_id > $2 \
         AND NOT EXISTS (SELECT 1 FROM bots b WHERE b.user_id = c.user_id) \
         AND NOT EXISTS (SELECT 1 FROM group_syncables s JOIN user_groups g ON g.id = s.group_id AND g.delete_at = 0 \
            JOIN group_members m ON m.group_id = s.group_id AND m.user_id = c.user_id AND m.delete_at = 0 \
            WHERE s.place_id = $1 AND s.delete_at = 0) \
         ORDER BY c.user_id LIMIT $3";
}

impl FromRow for Syncable {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Syncable {
            group_id: row.id()?,
            place_id: row.id()?,
            kind: SyncableKind::of(&row.text()?),
            auto_add: row.bool()?,
            scheme_admin: row.bool()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
        })
    }
}

/// A group of a place, and whether its members administer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    pub group: Group,
    pub scheme_admin: bool,
}

impl FromRow for Linked {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Linked { scheme_admin: row.bool()?, group: Group::from_row(row)? })
    }
}

/// Keeps a link, new or not.
pub fn save(link: &Syncable) -> Write {
    let params = params![
        link.group_id,
        link.place_id,
        link.kind.name(),
        link.auto_add,
        link.scheme_admin,
        link.create_at,
        link.update_at,
        link.delete_at,
    ];
    Write::must(&SAVE, params)
}

/// Whether people who left are among those that a place lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leavers {
    StayAway,
    ComeBack,
}

impl Store {
    /// A link, also one that was cut.
    pub async fn syncable(&self, group: GroupId, place: Id) -> Result<Option<Syncable>> {
        self.one(&ONE, params![group, place]).await
    }

    pub async fn syncables_of(&self, group: GroupId, kind: SyncableKind, limit: usize) -> Result<Vec<Syncable>> {
        self.all(&OF_GROUP, params![group, kind.name(), limit]).await
    }

    /// The groups that a place takes its members from, by their names.
    pub async fn groups_linked_to(&self, place: Id, limit: usize) -> Result<Vec<Linked>> {
        self.all(&OF_PLACE, params![place, limit]).await
    }

    /// The same of all channels of a team.
    pub async fn groups_linked_to_channels(&self, team: TeamId, limit: usize) -> Result<Vec<(ChannelId, Linked)>> {
        self.all(&OF_CHANNELS, params![team, limit]).await
    }

    /// Whether a place takes its members from any group.
    pub async fn is_linked(&self, place: Id) -> Result<bool> {
        Ok(self.one::<GroupId>(&IS_LINKED, params![place]).await?.is_some())
    }

    /// Whether one of the groups of a place has somebody.
    pub async fn is_of_linked_group(&self, place: Id, user: UserId) -> Result<bool> {
        Ok(self.one::<GroupId>(&IS_TAKEN, params![place, user]).await?.is_some())
    }

    /// Those of some groups that give a place its members.
    pub async fn groups_with_places(&self, groups: &[GroupId]) -> Result<Vec<GroupId>> {
        self.all(&GROUPS_LINKED, params![groups]).await
    }

    /// All links, those of teams first.
    pub async fn live_syncables(&self, limit: usize) -> Result<Vec<Syncable>> {
        self.all(&LIVE, params![limit]).await
    }

    /// Members of the group that the place lacks, in order of their ids, from behind `after` on.
    pub async fn missing_in(
        &self,
        link: &Syncable,
        leavers: Leavers,
        after: UserId,
        limit: usize,
    ) -> Result<Vec<UserId>> {
        let statement = if link.kind == SyncableKind::Team { &TEAM_MISSING } else { &CHANNEL_MISSING };
        let come_back = leavers == Leavers::ComeBack;
        self.all(statement, params![link.group_id, link.place_id, come_back, after, limit]).await
    }

    /// Members of the group and of the place who do not administer it yet, in order of their ids, from behind `after` on.
    pub async fn plain_in(&self, link: &Syncable, after: UserId, limit: usize) -> Result<Vec<UserId>> {
        let statement = if link.kind == SyncableKind::Team { &TEAM_PLAIN } else { &CHANNEL_PLAIN };
        self.all(statement, params![link.group_id, link.place_id, after, limit]).await
    }

    /// Members of the place that none of its groups has, in order of their ids, from behind `after` on.
    pub async fn strangers_in(
        &self,
        kind: SyncableKind,
        place: Id,
        after: UserId,
        limit: usize,
    ) -> Result<Vec<UserId>> {
        let statement = if kind == SyncableKind::Team { &TEAM_STRANGERS } else { &CHANNEL_STRANGERS };
        self.all(statement, params![place, after, limit]).await
    }
}

/// When a link was last changed, for whoever changes it next.
pub fn later(link: &Syncable, now: Millis) -> Millis {
    now.max(link.update_at + 1)
}
