//! Groups of people, and who is in them. Those who left stay as rows for whoever asks what changed.

use base::Millis;
use base::ids::{ChannelId, GroupId, UserId};
use wire::groups::{Group, GroupMember};

use crate::channel_search::pattern;
use crate::error::Result;
use crate::post_pages::Page;
use crate::row::{Columns, FromRow};
use crate::users_list::Query;
use crate::{Statement, Store, Write, params};

macro_rules! columns {
    () => {
        "g.id, g.name, g.display_name, g.description, g.source, g.remote_id, g.create_at, g.update_at, g.delete_at, \
         g.allow_reference"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM user_groups g ", $rest)
    };
}

crate::statements! {
    INSERT = "GroupStore.Create" =>
        "INSERT INTO user_groups (id, name, display_name, display_name_folded, description, source, remote_id, \
            create_at, update_at, delete_at, allow_reference) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    UPDATE = "GroupStore.Update" =>
        "UPDATE user_groups SET name = $3, display_name = $4, display_name_folded = $5, description = $6, \
            update_at = $7, delete_at = $8, allow_reference = $9 \
         WHERE id = $1 AND update_at = $2";
    BY_ID = "GroupStore.Get" => select!("WHERE g.id = $1");
    BY_NAMES = "GroupStore.GetByNames" => select!("WHERE g.name = ANY($1) AND g.delete_at = 0 ORDER BY g.name");
    OF_USER = "GroupStore.GetByUser" =>
        select!("JOIN group_members m ON m.group_id = g.id \
                 WHERE m.user_id = $1 AND m.delete_at = 0 AND g.delete_at = 0 ORDER BY g.id LIMIT $2");
    /// Index user_groups_remote.
    BY_REMOTES = "GroupStore.GetByRemoteIDs" =>
        select!("WHERE g.remote_id = ANY($1) AND g.remote_id IS NOT NULL AND g.source = $2 ORDER BY g.id");
    OF_SOURCE = "GroupStore.GetAllBySource" =>
        select!("WHERE g.source = $1 AND g.delete_at = 0 ORDER BY g.id LIMIT $2");
    SET_REMOTE = "GroupStore.UpdateRemoteID" =>
        "UPDATE user_groups SET remote_id = $2, update_at = $3 WHERE id = $1";
    MEMBER_IDS = "GroupStore.GetMemberIDs" =>
        "SELECT m.user_id FROM group_members m WHERE m.group_id = $1 AND m.delete_at = 0 ORDER BY m.user_id";
    /// Whoever left and comes again is in it from then on.
    JOIN = "GroupStore.UpsertMember" =>
        "INSERT INTO group_members (group_id, user_id, create_at, delete_at) VALUES ($1, $2, $3, 0) \
         ON CONFLICT (group_id, user_id) DO UPDATE SET create_at = CASE WHEN group_members.delete_at = 0 \
            THEN group_members.create_at ELSE excluded.create_at END, delete_at = 0 \
         RETURNING group_id, user_id, create_at, delete_at";
    LEAVE = "GroupStore.DeleteMember" =>
        "UPDATE group_members SET delete_at = $3 WHERE group_id = $1 AND user_id = $2 AND delete_at = 0 \
         RETURNING group_id, user_id, create_at, delete_at";
    LEAVE_ALL = "GroupStore.PermanentDeleteMembersByUser" => "DELETE FROM group_members WHERE user_id = $1";
    COUNTS = "GroupStore.GetMemberCounts" =>
        "SELECT m.group_id, COUNT(*) FROM group_members m JOIN users u ON u.id = m.user_id \
         WHERE m.group_id = ANY($1) AND m.delete_at = 0 AND u.delete_at = 0 GROUP BY m.group_id ORDER BY m.group_id";
    /// Few of a large channel are in a group, so the group leads.
    IN_CHANNEL = "GroupStore.GetMemberUsersInChannel" =>
        "SELECT m.user_id FROM group_members m JOIN channel_members c ON c.channel_id = $2 AND c.user_id = m.user_id \
         JOIN users u ON u.id = m.user_id WHERE m.group_id = $1 AND m.delete_at = 0 AND u.delete_at = 0 \
         ORDER BY m.user_id LIMIT $3";
    /// Groups of which somebody is in a channel, with how many, and in how many time zones they live.
    CHANNEL_COUNTS = "ChannelStore.GetMemberCountsByGroup" =>
        "SELECT m.group_id, COUNT(*), COUNT(DISTINCT u.timezone) FROM channel_members c \
         JOIN group_members m ON m.user_id = c.user_id AND m.delete_at = 0 \
         JOIN user_groups g ON g.id = m.group_id AND g.delete_at = 0 \
         JOIN users u ON u.id = c.user_id AND u.delete_at = 0 \
         WHERE c.channel_id = $1 GROUP BY m.group_id ORDER BY m.group_id LIMIT $2";
}

impl FromRow for Group {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Group {
            id: row.id()?,
            name: row.opt_text()?,
            display_name: row.text()?,
            description: row.text()?,
            source: row.text()?,
            remote_id: row.opt_text()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            has_syncables: false,
            member_count: None,
            allow_reference: row.bool()?,
        })
    }
}

impl FromRow for GroupMember {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(GroupMember { group_id: row.id()?, user_id: row.id()?, create_at: row.int()?, delete_at: row.int()? })
    }
}

/// Adds a group. Conflicts on `user_groups.name`.
pub fn insert(group: &Group) -> Write {
    let params = params![
        group.id,
        group.name.as_deref(),
        &group.display_name,
        group.display_name.to_lowercase(),
        &group.description,
        &group.source,
        group.remote_id.as_deref(),
        group.create_at,
        group.update_at,
        group.delete_at,
        group.allow_reference,
    ];
    Write::must(&INSERT, params)
}

/// Replaces what a group says, if it still is as it was at `read_at` (its old `update_at`).
pub fn update(group: &Group, read_at: Millis) -> Write {
    let params = params![
        group.id,
        read_at,
        group.name.as_deref(),
        &group.display_name,
        group.display_name.to_lowercase(),
        &group.description,
        group.update_at,
        group.delete_at,
        group.allow_reference,
    ];
    Write::must(&UPDATE, params)
}

/// Changes the id that a group's source knows it by.
pub fn set_remote(id: GroupId, remote_id: Option<&str>, now: Millis) -> Write {
    Write::must(&SET_REMOTE, params![id, remote_id, now])
}

/// Puts a user in a group; returns the [`GroupMember`].
pub fn join(group: GroupId, user: UserId, now: Millis) -> Write {
    Write::must(&JOIN, params![group, user, now])
}

/// Takes a user out of a group; returns the [`GroupMember`] that was.
pub fn leave(group: GroupId, user: UserId, now: Millis) -> Write {
    Write::must(&LEAVE, params![group, user, now])
}

/// Takes a user out of every group without a trace.
pub fn leave_all(user: UserId) -> Write {
    Write::new(&LEAVE_ALL, params![user])
}

/// Which groups to list. Filters that are not set let all of them through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Part of the name or the display name.
    pub term: String,
    pub source: String,
    pub referenceable: bool,
    pub has_member: Option<UserId>,
    pub lives: Lives,
}

/// Whether archived groups are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lives {
    #[default]
    Live,
    Archived,
    Both,
}

impl Store {
    pub async fn group(&self, id: GroupId) -> Result<Option<Group>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Groups that a source knows by some ids, archived ones as well.
    pub async fn groups_by_remotes(&self, source: &str, remote_ids: &[String]) -> Result<Vec<Group>> {
        self.all(&BY_REMOTES, params![remote_ids, source]).await
    }

    /// The live groups of a source.
    pub async fn groups_of_source(&self, source: &str, limit: usize) -> Result<Vec<Group>> {
        self.all(&OF_SOURCE, params![source, limit]).await
    }

    /// Everybody in a group, whether the account is in use or not.
    pub async fn group_member_ids(&self, group: GroupId) -> Result<Vec<UserId>> {
        self.all(&MEMBER_IDS, params![group]).await
    }

    /// The live groups of some names.
    pub async fn groups_by_names(&self, names: &[String]) -> Result<Vec<Group>> {
        self.all(&BY_NAMES, params![names]).await
    }

    /// The live groups that a user is in.
    pub async fn groups_of(&self, user: UserId, limit: usize) -> Result<Vec<Group>> {
        self.all(&OF_USER, params![user, limit]).await
    }

    /// The groups that a filter lets through, by display name.
    pub async fn groups(&self, filter: &Filter, page: Page) -> Result<Vec<Group>> {
        let mut query = Query { sql: select!("WHERE 1 = 1").to_owned(), params: Vec::new() };
        if !filter.term.is_empty() {
            let term = pattern(&filter.term);
            let part = " AND (g.name LIKE ? ESCAPE '\\' OR g.display_name_folded LIKE ? ESCAPE '\\')";
            query.add(part, params![&term, &term]);
        }
        if !filter.source.is_empty() {
            query.add(" AND g.source = ?", params![&filter.source]);
        }
        if filter.referenceable {
            query.add(" AND g.allow_reference = 1", vec![]);
        }
        if let Some(user) = filter.has_member {
            let part = " AND g.id IN (SELECT m.group_id FROM group_members m WHERE m.user_id = ? AND m.delete_at = 0)";
            query.add(part, params![user]);
        }
        match filter.lives {
            Lives::Live => query.add(" AND g.delete_at = 0", vec![]),
            Lives::Archived => query.add(" AND g.delete_at > 0", vec![]),
            Lives::Both => {}
        }
        query.add(" ORDER BY g.display_name_folded, g.id LIMIT ? OFFSET ?", params![page.limit, page.offset]);
        self.all(&Statement::composed("GroupStore.GetGroups", query.sql), query.params).await
    }

    /// How many active users each group has; groups with nobody are left out.
    pub async fn group_member_counts(&self, groups: &[GroupId]) -> Result<Vec<(GroupId, i64)>> {
        self.all(&COUNTS, params![groups]).await
    }

    /// Members of a group who are in a channel.
    pub async fn group_members_in(&self, group: GroupId, channel: ChannelId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&IN_CHANNEL, params![group, channel, limit]).await
    }

    /// For each group with somebody in the channel: the group, how many, and in how many time zones.
    pub async fn group_counts_in(&self, channel: ChannelId, limit: usize) -> Result<Vec<(GroupId, i64, i64)>> {
        self.all(&CHANNEL_COUNTS, params![channel, limit]).await
    }
}
