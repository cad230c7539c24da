//! Channels, and the counters that each post moves.

use base::Millis;
use base::ids::{ChannelId, PostId, SchemeId, TeamId, UserId};
use wire::channels::Channel;

use crate::error::Result;
use crate::post_pages::Page;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! columns {
    () => {
        "c.id, c.create_at, c.update_at, c.delete_at, c.team_id, c.kind, c.display_name, c.name, c.header, c.purpose, \
         c.last_post_at, c.last_root_post_at, c.total_msg_count, c.total_msg_count_root, c.extra_update_at, \
         c.creator_id, c.scheme_id, c.props, c.group_constrained, c.banner_info, c.default_category_name"
    };
}

pub(crate) use columns;

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM channels c ", $rest)
    };
}

crate::statements! {
    INSERT = "ChannelStore.Save" =>
        "INSERT INTO channels (id, create_at, update_at, delete_at, team_id, kind, display_name, name, header, \
            purpose, last_post_at, last_root_post_at, total_msg_count, total_msg_count_root, extra_update_at, \
            creator_id, scheme_id, props, group_constrained, banner_info, default_category_name, \
            display_name_folded, purpose_folded) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, \
            $22, $23)";
    UPDATE = "ChannelStore.Update" =>
        "UPDATE channels SET update_at = $3, team_id = $4, kind = $5, display_name = $6, name = $7, header = $8, \
            purpose = $9, scheme_id = $10, props = $11, group_constrained = $12, banner_info = $13, \
            default_category_name = $14, display_name_folded = $15, purpose_folded = $16 \
         WHERE id = $1 AND update_at = $2";
    SET_DELETED = "ChannelStore.SetDeleteAt" =>
        "UPDATE channels SET delete_at = $2, update_at = $3 WHERE id = $1";
    COUNT_POST = "ChannelStore.UpdateLastPostAt" =>
        "UPDATE channels SET total_msg_count = total_msg_count + 1, total_msg_count_root = total_msg_count_root + $3, \
            last_post_at = GREATEST(last_post_at, $2), last_root_post_at = GREATEST(last_root_post_at, $2 * $3) \
         WHERE id = $1";
    NOTE_POST = "ChannelStore.NoteJoinLeave" =>
        "UPDATE channels SET last_post_at = GREATEST(last_post_at, $2), \
            last_root_post_at = GREATEST(last_root_post_at, $2) \
         WHERE id = $1";
    RAISE = "ChannelStore.RaiseLastPostAt" =>
        "UPDATE channels SET last_post_at = GREATEST(last_post_at, $2) WHERE id = $1";
    MEMBERS_CHANGED = "ChannelStore.UpdateExtraUpdateAt" =>
        "UPDATE channels SET extra_update_at = GREATEST(extra_update_at, $2) WHERE id = $1";
    /// Threads know the team of their channel.
    MOVE_THREADS = "ThreadStore.UpdateTeamIdForChannelThreads" =>
        "UPDATE threads SET team_id = $2 \
         WHERE post_id IN (SELECT p.id FROM posts p WHERE p.channel_id = $1 AND p.root_id = $3 AND p.delete_at = 0)";
    MOVE_MEMBERSHIPS = "ThreadStore.UpdateTeamIdForChannelMemberships" =>
        "UPDATE thread_memberships SET team_id = $2 \
         WHERE post_id IN (SELECT p.id FROM posts p WHERE p.channel_id = $1 AND p.root_id = $3 AND p.delete_at = 0)";
    STRANGERS_LEAVE_THREADS = "ThreadStore.DeleteMembershipsOutsideChannel" =>
        "DELETE FROM thread_memberships \
         WHERE post_id IN (SELECT p.id FROM posts p WHERE p.channel_id = $1 AND p.root_id = $2 AND p.delete_at = 0) \
            AND NOT EXISTS (SELECT 1 FROM channel_members c \
                WHERE c.channel_id = $1 AND c.user_id = thread_memberships.user_id)";
    REMOVE = "ChannelStore.PermanentDelete" => "DELETE FROM channels WHERE id = $1";
    /// By channels_scheme.
    WITH_SCHEME = "ChannelStore.GetChannelsByScheme" =>
        select!("WHERE c.scheme_id = $1 ORDER BY c.display_name, c.id LIMIT $2 OFFSET $3");
    BY_ID = "ChannelStore.Get" => select!("WHERE c.id = $1");
    BY_IDS = "ChannelStore.GetMany" => select!("WHERE c.id = ANY($1) ORDER BY c.display_name, c.id");
    BY_NAME = "ChannelStore.GetByName" => select!("WHERE c.team_id = $1 AND c.name = $2");
    BY_NAMES = "ChannelStore.GetByNames" =>
        select!("WHERE c.team_id = $1 AND c.name = ANY($2) ORDER BY c.name");
    OF_USER = "ChannelStore.GetChannelsByUser" =>
        select!("JOIN channel_members m ON m.channel_id = c.id WHERE m.user_id = $1 \
                 AND (c.delete_at = 0 OR c.delete_at > $2) ORDER BY c.display_name, c.id");
    OF_USER_IN_TEAM = "ChannelStore.GetChannels" =>
        select!("JOIN channel_members m ON m.channel_id = c.id WHERE m.user_id = $1 \
                 AND (c.delete_at = 0 OR c.delete_at > $2) AND (c.team_id = $3 OR c.team_id = $4) \
                 ORDER BY c.display_name, c.id");
    /// What a search looks at: no more than names, as there may be thousands.
    SEARCHED = "ChannelStore.GetSearchedByUser" =>
        "SELECT c.id, c.team_id, c.delete_at, c.name FROM channel_members m JOIN channels c ON c.id = m.channel_id \
         WHERE m.user_id = $1 ORDER BY c.id";
    PAGE = "ChannelStore.GetPublicChannelsForTeam" =>
        select!("WHERE c.team_id = $1 AND c.kind = $2 AND c.delete_at = 0 ORDER BY c.display_name, c.id \
                 LIMIT $3 OFFSET $4");
    ARCHIVED_PAGE = "ChannelStore.GetDeleted" =>
        select!("WHERE c.team_id = $1 AND c.delete_at > 0 AND (c.kind = 'O' OR EXISTS (SELECT 1 \
                 FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = $2)) \
                 ORDER BY c.display_name, c.id LIMIT $3 OFFSET $4");
    /// Of all kinds, archived ones included, by the unique key.
    EVERY_OF_TEAM = "ChannelStore.GetTeamChannels" => select!("WHERE c.team_id = $1 ORDER BY c.name LIMIT $2");
    COUNT = "ChannelStore.AnalyticsTypeCount" =>
        "SELECT COUNT(*) FROM channels WHERE team_id = $1 AND kind = ANY($2) AND delete_at = 0";
}

impl FromRow for Channel {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let mut channel = Channel {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            team_id: row.id()?,
            kind: row.text()?,
            display_name: row.text()?,
            name: row.text()?,
            header: row.text()?,
            purpose: row.text()?,
            last_post_at: row.int()?,
            last_root_post_at: row.int()?,
            total_msg_count: row.int()?,
            total_msg_count_root: row.int()?,
            extra_update_at: row.int()?,
            creator_id: row.id()?,
            scheme_id: row.some_id()?,
            props: row.json()?,
            group_constrained: row.opt_bool()?,
            banner_info: row.json()?,
            default_category_name: row.text()?,
            ..Channel::default()
        };
        channel.shared = channel.is_direct_or_group().then_some(false);
        Ok(channel)
    }
}

/// A channel whose member may search it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    pub id: ChannelId,
    pub team: TeamId,
    pub delete_at: Millis,
    pub name: String,
}

impl FromRow for Searched {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Searched { id: row.id()?, team: row.id()?, delete_at: row.int()?, name: row.text()? })
    }
}

/// Whether a post begins a thread or answers in one: the two are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    Yes,
    No,
}

impl From<bool> for Root {
    fn from(is_root: bool) -> Self {
        if is_root { Root::Yes } else { Root::No }
    }
}

/// Adds a channel. Conflicts on `channels.team_id+name`, archived ones included.
pub fn insert(channel: &Channel) -> Write {
    let params = params![
        channel.id,
        channel.create_at,
        channel.update_at,
        channel.delete_at,
        channel.team_id,
        &channel.kind,
        &channel.display_name,
        &channel.name,
        &channel.header,
        &channel.purpose,
        channel.last_post_at,
        channel.last_root_post_at,
        channel.total_msg_count,
        channel.total_msg_count_root,
        channel.extra_update_at,
        channel.creator_id,
        channel.scheme_id.unwrap_or_default(),
        json(&channel.props),
        channel.group_constrained,
        json(&channel.banner_info),
        &channel.default_category_name,
        channel.display_name.to_lowercase(),
        channel.purpose.to_lowercase(),
    ];
    Write::must(&INSERT, params)
}

/// Replaces all of a channel but counters and archiving, if it still is as it was at `read_at` (its old `update_at`).
pub fn update(channel: &Channel, read_at: Millis) -> Write {
    let params = params![
        channel.id,
        read_at,
        channel.update_at,
        channel.team_id,
        &channel.kind,
        &channel.display_name,
        &channel.name,
        &channel.header,
        &channel.purpose,
        channel.scheme_id.unwrap_or_default(),
        json(&channel.props),
        channel.group_constrained,
        json(&channel.banner_info),
        &channel.default_category_name,
        channel.display_name.to_lowercase(),
        channel.purpose.to_lowercase(),
    ];
    Write::must(&UPDATE, params)
}

/// Archives the channel at `delete_at`, or brings it back when that is 0.
pub fn set_deleted(id: ChannelId, delete_at: Millis, now: Millis) -> Write {
    Write::must(&SET_DELETED, params![id, delete_at, now])
}

/// Counts a new post. Those about joining and leaving are only noted: see [`note_post`].
pub fn count_post(id: ChannelId, create_at: Millis, root: Root) -> Write {
    Write::must(&COUNT_POST, params![id, create_at, root == Root::Yes])
}

/// Notes a new post that is not counted.
pub fn note_post(id: ChannelId, create_at: Millis) -> Write {
    Write::must(&NOTE_POST, params![id, create_at])
}

/// Raises the time of the last post without counting one, as edits do.
pub fn raise_last_post(id: ChannelId, at: Millis) -> Write {
    Write::new(&RAISE, params![id, at])
}

/// Notes that who belongs to the channel changed.
pub fn members_changed(id: ChannelId, now: Millis) -> Write {
    Write::new(&MEMBERS_CHANGED, params![id, now])
}

/// Forgets the threads of a channel for all who do not belong to it: they can read it no longer.
pub fn strangers_leave_threads(channel: ChannelId) -> Write {
    Write::new(&STRANGERS_LEAVE_THREADS, params![channel, PostId::NONE])
}

/// Tells the threads of a channel that it belongs to another team. Reads all of them: moving a channel is rare.
pub fn move_threads(id: ChannelId, team: TeamId) -> [Write; 2] {
    [&MOVE_THREADS, &MOVE_MEMBERSHIPS].map(|statement| Write::new(statement, params![id, team, PostId::NONE]))
}

/// Removes the row of a channel; what belonged to it is removed by writes of its own.
pub fn remove(id: ChannelId) -> Write {
    Write::must(&REMOVE, params![id])
}

impl Store {
    /// Channels of a team, whatever they are.
    pub async fn channels_of_team(&self, team: TeamId, limit: usize) -> Result<Vec<Channel>> {
        self.all(&EVERY_OF_TEAM, params![team, limit]).await
    }

    /// The channels that have a scheme of roles.
    pub async fn channels_with_scheme(&self, scheme: SchemeId, page: Page) -> Result<Vec<Channel>> {
        self.all(&WITH_SCHEME, params![scheme, page.limit, page.offset]).await
    }

    pub async fn channel(&self, id: ChannelId) -> Result<Option<Channel>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Those of `ids` that exist, archived or not, by display name.
    pub async fn channels(&self, ids: &[ChannelId]) -> Result<Vec<Channel>> {
        self.all(&BY_IDS, params![ids]).await
    }

    /// The channel of this name, archived or not; [`TeamId::NONE`] for direct and group channels.
    pub async fn channel_by_name(&self, team: TeamId, name: &str) -> Result<Option<Channel>> {
        self.one(&BY_NAME, params![team, name]).await
    }

    pub async fn channels_by_names(&self, team: TeamId, names: &[String]) -> Result<Vec<Channel>> {
        self.all(&BY_NAMES, params![team, names]).await
    }

    /// The channels of a user everywhere, by display name: live ones, and those archived after `archived_after`
    /// ([`Millis::MAX`] for none, 0 for all).
    pub async fn channels_of(&self, user: UserId, archived_after: Millis) -> Result<Vec<Channel>> {
        self.all(&OF_USER, params![user, archived_after]).await
    }

    /// As [`Store::channels_of`], of one team and the direct and group channels.
    pub async fn channels_of_in(&self, user: UserId, team: TeamId, archived_after: Millis) -> Result<Vec<Channel>> {
        self.all(&OF_USER_IN_TEAM, params![user, archived_after, team, TeamId::NONE]).await
    }

    /// All channels of a user, archived ones included, as a search needs them.
    pub async fn channels_searched(&self, user: UserId) -> Result<Vec<Searched>> {
        self.all(&SEARCHED, params![user]).await
    }

    /// A page of a team's live channels of one kind, by display name.
    pub async fn channels_page(&self, team: TeamId, kind: &str, limit: usize, offset: usize) -> Result<Vec<Channel>> {
        self.all(&PAGE, params![team, kind, limit, offset]).await
    }

    /// A page of the archived channels of a team that `user` may see: public ones and those with the user in them.
    pub async fn archived_channels_page(
        &self,
        team: TeamId,
        user: UserId,
        limit: usize,
        offset: usize,
    ) -> Result<Vec<Channel>> {
        self.all(&ARCHIVED_PAGE, params![team, user, limit, offset]).await
    }

    /// How many live channels of these kinds a team has.
    pub async fn channels_count(&self, team: TeamId, kinds: &[String]) -> Result<i64> {
        Ok(self.one(&COUNT, params![team, kinds]).await?.unwrap_or_default())
    }
}
