//! Members of channels, with what each has read. Unread numbers are differences to the channel's counters.

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use wire::channels::{ChannelMember, ChannelUnread};
use wire::teams::{SchemeRoles, TeamUnread};

use crate::channels::Root;
use crate::error::Result;
use crate::member_roles::MemberRoles;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT m.channel_id, m.user_id, m.last_viewed_at, m.msg_count, m.msg_count_root, m.mention_count, \
             m.mention_count_root, m.urgent_mention_count, m.notify_props, m.last_update_at, m.explicit_roles, \
             m.scheme_guest, m.scheme_user, m.scheme_admin FROM channel_members m ",
            $rest
        )
    };
}

crate::statements! {
    /// Who is a member stays one, with everything read so far.
    JOIN = "ChannelStore.SaveMember" =>
        "INSERT INTO channel_members (channel_id, user_id, explicit_roles, last_viewed_at, msg_count, msg_count_root, \
            mention_count, mention_count_root, urgent_mention_count, notify_props, last_update_at, scheme_guest, \
            scheme_user, scheme_admin) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
         ON CONFLICT (channel_id, user_id) DO NOTHING";
    LEAVE = "ChannelStore.RemoveMember" => "DELETE FROM channel_members WHERE channel_id = $1 AND user_id = $2";
    LEAVE_TEAM = "ChannelStore.RemoveMembersOfTeam" =>
        "DELETE FROM channel_members WHERE user_id = $1 \
         AND channel_id IN (SELECT id FROM channels WHERE team_id = $2) RETURNING channel_id";
    LEAVE_STRANGERS = "ChannelStore.RemoveMembersOutsideTeam" =>
        "DELETE FROM channel_members WHERE channel_id = $1 AND NOT EXISTS (SELECT 1 FROM team_members t \
            WHERE t.team_id = $2 AND t.user_id = channel_members.user_id AND t.delete_at = 0) \
         RETURNING user_id";
    REMOVE_OF_CHANNEL = "ChannelStore.PermanentDeleteMembersByChannel" =>
        "DELETE FROM channel_members WHERE channel_id = $1";
    REMOVE_OF_USER = "ChannelStore.PermanentDeleteMembersByUser" => "DELETE FROM channel_members WHERE user_id = $1";
    SET_ROLES = "ChannelStore.UpdateMember" =>
        "UPDATE channel_members SET explicit_roles = $3, scheme_guest = $4, scheme_user = $5, scheme_admin = $6, \
            last_update_at = $7 \
         WHERE channel_id = $1 AND user_id = $2";
    SET_NOTIFY_PROPS = "ChannelStore.UpdateMemberNotifyProps" =>
        "UPDATE channel_members SET notify_props = $3, last_update_at = $4 WHERE channel_id = $1 AND user_id = $2";
    UNREAD_FROM = "ChannelStore.UpdateLastViewedAtPost" =>
        "UPDATE channel_members SET last_viewed_at = $3, last_update_at = $4, \
            msg_count = c.total_msg_count - $5, msg_count_root = c.total_msg_count_root - $6, mention_count = $7, \
            mention_count_root = $8, urgent_mention_count = $9 \
         FROM channels c \
         WHERE channel_members.channel_id = $1 AND channel_members.user_id = $2 AND c.id = channel_members.channel_id";
    MENTION = "ChannelStore.IncrementMentionCount" =>
        "UPDATE channel_members SET mention_count = mention_count + 1, \
            mention_count_root = mention_count_root + $3, urgent_mention_count = urgent_mention_count + $4, \
            last_update_at = GREATEST(last_update_at, $5) \
         WHERE channel_id = $1 AND user_id = ANY($2)";
    /// Who read on meanwhile, or came into the channel later, has nothing to lose.
    UNMENTION = "ChannelStore.DecrementMentionCount" =>
        "UPDATE channel_members SET mention_count = mention_count - 1, \
            mention_count_root = GREATEST(mention_count_root - $3, 0), \
            urgent_mention_count = GREATEST(urgent_mention_count - $4, 0), last_update_at = GREATEST(last_update_at, $6) \
         WHERE channel_id = $1 AND user_id = ANY($2) AND mention_count > 0 AND last_viewed_at < $5 \
            AND NOT EXISTS (SELECT 1 FROM channel_member_history h WHERE h.channel_id = channel_members.channel_id \
                AND h.user_id = channel_members.user_id AND h.leave_time = 0 AND h.join_time > $5) \
         RETURNING channel_id, user_id, last_viewed_at, msg_count, msg_count_root, mention_count, mention_count_root, \
            urgent_mention_count, notify_props, last_update_at, explicit_roles, scheme_guest, scheme_user, scheme_admin";
    ONE = "ChannelStore.GetMember" => select!("WHERE m.channel_id = $1 AND m.user_id = $2");
    SOME = "ChannelStore.GetMembersByIds" =>
        select!("WHERE m.channel_id = $1 AND m.user_id = ANY($2) ORDER BY m.user_id");
    PAGE = "ChannelStore.GetMembers" =>
        select!("WHERE m.channel_id = $1 ORDER BY m.user_id LIMIT $2 OFFSET $3");
    OF_USER = "ChannelStore.GetMembersForUserWithPagination" =>
        select!("WHERE m.user_id = $1 ORDER BY m.channel_id LIMIT $2 OFFSET $3");
    OF_USER_IN_TEAM = "ChannelStore.GetMembersForUser" =>
        select!("JOIN channels c ON c.id = m.channel_id WHERE m.user_id = $1 AND (c.team_id = $2 OR c.team_id = $3) \
                 AND c.delete_at = 0 ORDER BY m.channel_id");
    USERS = "ChannelStore.GetAllChannelMemberIds" =>
        "SELECT user_id FROM channel_members WHERE channel_id = $1 ORDER BY user_id";
    AMONG = "ChannelStore.GetMembersAmongIds" =>
        "SELECT user_id FROM channel_members WHERE channel_id = $1 AND user_id = ANY($2) ORDER BY user_id";
    CHANNELS = "ChannelStore.GetAllChannelIdsOfUser" =>
        "SELECT channel_id FROM channel_members WHERE user_id = $1 ORDER BY channel_id";
    /// Reads all members: what it finds is kept in memory.
    AUTO_FOLLOWERS = "ChannelStore.GetAutoFollowers" =>
        "SELECT user_id FROM channel_members WHERE channel_id = $1 \
            AND notify_props LIKE '%\"channel_auto_follow_threads\":\"on\"%' ORDER BY user_id LIMIT $2";
    STRANGERS = "ChannelStore.CountMembersOutsideTeam" =>
        "SELECT COUNT(*) FROM channel_members m JOIN users u ON u.id = m.user_id \
         WHERE m.channel_id = $1 AND u.delete_at = 0 AND NOT EXISTS (SELECT 1 FROM team_members t \
            WHERE t.team_id = $2 AND t.user_id = m.user_id AND t.delete_at = 0)";
    /// Reads all members: what it finds is kept in memory. Index users_gone.
    COUNTS = "ChannelStore.GetChannelsMemberCount" =>
        "SELECT m.channel_id, COUNT(*), CAST(SUM(m.scheme_guest) AS BIGINT) FROM channel_members m \
         WHERE m.channel_id = ANY((SELECT $1::BYTEA[])::BYTEA[]) \
            AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = m.user_id AND u.delete_at > 0) \
         GROUP BY m.channel_id ORDER BY m.channel_id";
    TIMEZONES = "ChannelStore.GetChannelMembersTimezones" =>
        "SELECT DISTINCT u.timezone FROM channel_members m JOIN users u ON u.id = m.user_id \
         WHERE m.channel_id = $1 AND u.delete_at = 0 ORDER BY u.timezone LIMIT $2";
    UNREAD = "ChannelStore.GetChannelUnread" =>
        "SELECT c.team_id, c.id, c.total_msg_count - m.msg_count, m.mention_count, m.mention_count_root, \
            m.urgent_mention_count, c.total_msg_count_root - m.msg_count_root, m.notify_props \
         FROM channel_members m JOIN channels c ON c.id = m.channel_id \
         WHERE m.channel_id = $1 AND m.user_id = $2 AND c.delete_at = 0";
    UNREADS = "TeamStore.GetChannelUnreadsForAllTeams" =>
        "SELECT c.team_id, c.id, c.total_msg_count - m.msg_count, m.mention_count, m.mention_count_root, \
            m.urgent_mention_count, c.total_msg_count_root - m.msg_count_root, m.notify_props \
         FROM channel_members m JOIN channels c ON c.id = m.channel_id \
         WHERE m.user_id = $1 AND c.delete_at = 0 ORDER BY c.team_id, c.id";
}

impl FromRow for ChannelMember {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let mut member = ChannelMember {
            channel_id: row.id()?,
            user_id: row.id()?,
            last_viewed_at: row.int()?,
            msg_count: row.int()?,
            msg_count_root: row.int()?,
            mention_count: row.int()?,
            mention_count_root: row.int()?,
            urgent_mention_count: row.int()?,
            notify_props: row.json()?,
            last_update_at: row.int()?,
            ..ChannelMember::default()
        };
        let roles = MemberRoles::from_row(row)?;
        member.roles = roles.joined("channel");
        member.scheme_guest = roles.scheme_guest;
        member.scheme_user = roles.scheme_user;
        member.scheme_admin = roles.scheme_admin;
        member.explicit_roles = roles.explicit_roles;
        Ok(member)
    }
}

/// What a member has not read of a channel, and whether the member muted it.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    pub unread: ChannelUnread,
    pub muted: bool,
}

impl FromRow for Unread {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let unread = ChannelUnread {
            team_id: row.id()?,
            channel_id: row.id()?,
            msg_count: row.int()?,
            mention_count: row.int()?,
            mention_count_root: row.int()?,
            urgent_mention_count: row.int()?,
            msg_count_root: row.int()?,
        };
        let settings = ChannelMember { notify_props: row.json()?, ..ChannelMember::default() };
        Ok(Unread { unread, muted: settings.is_muted() })
    }
}

/// What a post adds to the mentions of those it names.
#[derive(Clone, Copy, Debug)]
pub struct Mention {
    pub root: Root,
    pub urgent: Urgent,
    pub at: Millis,
}

/// Whether a post carries the label `urgent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgent {
    Yes,
    No,
}

/// Where a user begins to read again.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnreadFrom {
    /// Just before the first post that counts as unread.
    pub last_viewed_at: Millis,
    /// Posts from there on, that count.
    pub posts: i64,
    /// Those of them that begin a thread.
    pub root_posts: i64,
    pub mentions: i64,
    pub root_mentions: i64,
    pub urgent_mentions: i64,
}

/// How many belong to a channel, without deactivated accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub channel: ChannelId,
    pub members: i64,
    pub guests: i64,
}

impl FromRow for Count {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Count { channel: row.id()?, members: row.int()?, guests: row.int()? })
    }
}

/// Makes the user a member; changes nothing when the user is one.
pub fn join(member: &ChannelMember) -> Write {
    let params = params![
        member.channel_id,
        member.user_id,
        &member.explicit_roles,
        member.last_viewed_at,
        member.msg_count,
        member.msg_count_root,
        member.mention_count,
        member.mention_count_root,
        member.urgent_mention_count,
        json(&member.notify_props),
        member.last_update_at,
        member.scheme_guest,
        member.scheme_user,
        member.scheme_admin,
    ];
    Write::new(&JOIN, params)
}

/// Ends a membership; fails with [`crate::Error::Unmet`] when there is none.
pub fn leave(channel: ChannelId, user: UserId) -> Write {
    Write::must(&LEAVE, params![channel, user])
}

/// Ends the memberships in all channels of a team; the outcome's rows are the [`ChannelId`]s.
pub fn leave_team(user: UserId, team: TeamId) -> Write {
    Write::new(&LEAVE_TEAM, params![user, team])
}

/// Ends the memberships of those who do not belong to a team; the outcome's rows are their [`UserId`]s.
pub fn leave_strangers(channel: ChannelId, team: TeamId) -> Write {
    Write::new(&LEAVE_STRANGERS, params![channel, team])
}

pub fn remove_of_channel(channel: ChannelId) -> Write {
    Write::new(&REMOVE_OF_CHANNEL, params![channel])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

pub fn set_roles(channel: ChannelId, user: UserId, explicit_roles: &str, scheme: &SchemeRoles, now: Millis) -> Write {
    let params =
        params![channel, user, explicit_roles, scheme.scheme_guest, scheme.scheme_user, scheme.scheme_admin, now];
    Write::must(&SET_ROLES, params)
}

/// Replaces the member's settings for the channel.
pub fn set_notify_props(member: &ChannelMember, now: Millis) -> Write {
    Write::must(&SET_NOTIFY_PROPS, params![member.channel_id, member.user_id, json(&member.notify_props), now])
}

/// Marks a channel as unread from a post on.
pub fn unread_from(channel: ChannelId, user: UserId, from: UnreadFrom, now: Millis) -> Write {
    let params = params![
        channel,
        user,
        from.last_viewed_at,
        now,
        from.posts,
        from.root_posts,
        from.mentions,
        from.root_mentions,
        from.urgent_mentions,
    ];
    Write::must(&UNREAD_FROM, params)
}

/// Counts a mention for each of `users` who is a member.
pub fn mention(channel: ChannelId, users: &[UserId], mention: Mention) -> Write {
    let (root, urgent) = (mention.root == Root::Yes, mention.urgent == Urgent::Yes);
    Write::new(&MENTION, params![channel, users, root, urgent, mention.at])
}

/// Takes a mention, made at its time, off the counters of those of `users` who have not read it; the outcome's rows are
/// their [`ChannelMember`]s.
pub fn unmention(channel: ChannelId, users: &[UserId], mention: Mention, now: Millis) -> Write {
    let (root, urgent) = (mention.root == Root::Yes, mention.urgent == Urgent::Yes);
    Write::new(&UNMENTION, params![channel, users, root, urgent, mention.at, now])
}

impl Store {
    pub async fn channel_member(&self, channel: ChannelId, user: UserId) -> Result<Option<ChannelMember>> {
        self.one(&ONE, params![channel, user]).await
    }

    /// The memberships of some users.
    pub async fn channel_members(&self, channel: ChannelId, users: &[UserId]) -> Result<Vec<ChannelMember>> {
        self.all(&SOME, params![channel, users]).await
    }

    pub async fn channel_members_page(
        &self,
        channel: ChannelId,
        limit: usize,
        offset: usize,
    ) -> Result<Vec<ChannelMember>> {
        self.all(&PAGE, params![channel, limit, offset]).await
    }

    /// The memberships of a user everywhere, archived channels included.
    pub async fn channel_members_of(&self, user: UserId, limit: usize, offset: usize) -> Result<Vec<ChannelMember>> {
        self.all(&OF_USER, params![user, limit, offset]).await
    }

    /// The memberships of a user in the live channels of a team, and in direct and group channels.
    pub async fn channel_members_of_in(&self, user: UserId, team: TeamId) -> Result<Vec<ChannelMember>> {
        self.all(&OF_USER_IN_TEAM, params![user, team, TeamId::NONE]).await
    }

    /// The ids of all members of a channel.
    pub async fn channel_user_ids(&self, channel: ChannelId) -> Result<Vec<UserId>> {
        self.all(&USERS, params![channel]).await
    }

    /// Members who follow every thread of a channel.
    pub async fn channel_auto_followers(&self, channel: ChannelId, limit: usize) -> Result<Vec<UserId>> {
        self.all(&AUTO_FOLLOWERS, params![channel, limit]).await
    }

    /// Those of `users` who belong to a channel.
    pub async fn channel_members_among(&self, channel: ChannelId, users: &[UserId]) -> Result<Vec<UserId>> {
        self.all(&AMONG, params![channel, users]).await
    }

    /// The ids of all channels of a user, archived ones included.
    pub async fn channel_ids_of(&self, user: UserId) -> Result<Vec<ChannelId>> {
        self.all(&CHANNELS, params![user]).await
    }

    /// How many members of a channel do not belong to a team, deactivated accounts aside.
    pub async fn channel_strangers(&self, channel: ChannelId, team: TeamId) -> Result<i64> {
        Ok(self.one(&STRANGERS, params![channel, team]).await?.unwrap_or_default())
    }

    /// How many belong to each of some channels. Channels with nobody are left out.
    pub async fn channel_member_counts(&self, channels: &[ChannelId]) -> Result<Vec<Count>> {
        self.all(&COUNTS, params![channels]).await
    }

    /// The different time zone settings of a channel's members, as JSON.
    pub async fn channel_timezones(&self, channel: ChannelId, limit: usize) -> Result<Vec<String>> {
        self.all(&TIMEZONES, params![channel, limit]).await
    }

    /// What a member has not read of a live channel; of a muted one that is its mentions only.
    pub async fn channel_unread(&self, channel: ChannelId, user: UserId) -> Result<Option<ChannelUnread>> {
        let found: Option<Unread> = self.one(&UNREAD, params![channel, user]).await?;
        Ok(found.map(|Unread { unread, muted }| match muted {
            true => ChannelUnread { msg_count: 0, msg_count_root: 0, ..unread },
            false => unread,
        }))
    }

    /// What a user has not read of each live channel, by team.
    pub async fn channel_unreads_of(&self, user: UserId) -> Result<Vec<Unread>> {
        self.all(&UNREADS, params![user]).await
    }

    /// What a user has not read, summed by team; muted channels add their mentions only. Direct and group channels
    /// belong to no team and come under [`TeamId::NONE`]; thread counts are left at 0.
    pub async fn team_unreads_of(&self, user: UserId) -> Result<Vec<TeamUnread>> {
        let mut teams: Vec<TeamUnread> = Vec::new();
        for Unread { unread, muted } in self.channel_unreads_of(user).await? {
            if teams.last().is_none_or(|team| team.team_id != unread.team_id) {
                teams.push(TeamUnread { team_id: unread.team_id, ..TeamUnread::default() });
            }
            let team = teams.last_mut().expect("one was just pushed");
            team.mention_count += unread.mention_count;
            team.mention_count_root += unread.mention_count_root;
            if !muted {
                team.msg_count += unread.msg_count;
                team.msg_count_root += unread.msg_count_root;
            }
        }
        Ok(teams)
    }
}
