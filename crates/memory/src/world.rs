//! The set of all caches: the records that nearly every request needs, bounded, and never stale.
//!
//! Each cache has a name, a bound in bytes and a hit metric. A change invalidates its entries on the writer, before its
//! caller is answered, so a revoked right is gone when the revoking call returns. A load during which its key is
//! invalidated is not kept.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use base::Millis;
use base::hashing::IdMap;
use base::ids::{ChannelId, GroupId, TeamId, UserId};
use bytes::Bytes;
use metrics::Metrics;
use permissions::Flags;
use store::Store;
use store::channel_members::Count;
use wire::channels::Channel;
use wire::emoji::Emoji;
use wire::sessions::Session;
use wire::statuses::Status;
use wire::teams::Team;
use wire::users::User;
use wire::webhooks::OutgoingHook;

use crate::cached::{CacheSize, Cached, Held};
use crate::keyword_index::KeywordIndex;
use crate::listed::ListedUsers;
use crate::subscribers::Subscribers;

/// SHA-256 of a session's token.
pub type TokenHash = [u8; 32];

/// Bytes each cache may hold, for entries of the usual size: 100,000 sessions and users, 60,000 channels.
const SESSION_BYTES_MAX: u64 = 64 << 20;
const USER_BYTES_MAX: u64 = 96 << 20;
const CHANNEL_BYTES_MAX: u64 = 48 << 20;
const TEAM_BYTES_MAX: u64 = 8 << 20;
const MEMBERSHIP_BYTES_MAX: u64 = 128 << 20;
const STATUS_BYTES_MAX: u64 = 32 << 20;
const AUTO_FOLLOWER_BYTES_MAX: u64 = 8 << 20;
/// Members of a channel who follow every thread of it; the rest follows by hand.
const AUTO_FOLLOWERS_MAX: usize = 10_000;
const MEMBER_COUNT_BYTES_MAX: u64 = 8 << 20;
const NAME_BYTES_MAX: u64 = 16 << 20;
const OUTGOING_WEBHOOK_BYTES_MAX: u64 = 8 << 20;
const EMOJI_BYTES_MAX: u64 = 8 << 20;
const GROUP_NAME_BYTES_MAX: u64 = 4 << 20;
/// 5,000 uploaded pictures; the drawn ones are few.
const PICTURE_BYTES_MAX: u64 = 96 << 20;

/// Live outgoing webhooks of one team; each is looked at for each public post of the team.
pub const OUTGOING_HOOKS_PER_TEAM_MAX: usize = 500;

/// The entry of a name: the custom emoji that has it, or that none does.
pub struct EmojiNamed(pub Option<Emoji>);

/// The entry of a name: the group that has it and may be mentioned, or that none does.
pub struct GroupNamed(pub Option<GroupId>);

/// Which picture: another one has another key, so nothing is ever forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureKey {
    /// Of the drawn ones: the colour's number, and the letter.
    Initial(u8, char),
    Profile(UserId, Millis),
    Icon(TeamId, Millis),
}

/// A small PNG.
pub struct Picture(pub Bytes);

/// The teams and channels of a user, with the user's roles there.
#[derive(Debug, Clone, Default)]
pub struct Memberships {
    pub teams: IdMap<TeamId, Standing>,
    pub channels: IdMap<ChannelId, Standing>,
}

/// The roles of a member in a team or a channel.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    pub flags: Flags,
    /// Roles beyond those that the flags stand for; mostly empty.
    pub explicit: Box<str>,
}

/// The outgoing webhooks that posts of a team may trigger.
#[derive(Debug, Default)]
pub struct OutgoingHooks(pub Vec<OutgoingHook>);

/// All caches.
pub struct World {
    store: Store,
    pub sessions: Cached<TokenHash, Session>,
    pub users: Cached<UserId, User>,
    pub listed_users: ListedUsers,
    pub channels: Cached<ChannelId, Channel>,
    pub teams: Cached<TeamId, Team>,
    pub memberships: Cached<UserId, Memberships>,
    pub statuses: Cached<UserId, Status>,
    pub outgoing_webhooks: Cached<TeamId, OutgoingHooks>,
    /// User ids by username. What is found here is compared with the user's record, so it may be old.
    names: Cached<String, UserId>,
    /// By name.
    pub emoji: Cached<String, EmojiNamed>,
    /// By what follows the `@`, also names that no group has.
    pub groups: Cached<String, GroupNamed>,
    pub pictures: Cached<PictureKey, Picture>,
    pub keyword_index: KeywordIndex,
    pub subscribers: Subscribers,
    /// Members who follow every thread of a channel. Former members stay in it: readers check.
    auto_followers: Cached<ChannelId, Vec<UserId>>,
    member_counts: Cached<ChannelId, Count>,
}

impl World {
    pub fn new(store: Store, metrics: &Arc<Metrics>) -> World {
        World {
            store,
            sessions: Cached::new("Session", SESSION_BYTES_MAX, 640, metrics),
            users: Cached::new("User", USER_BYTES_MAX, 1_000, metrics),
            listed_users: ListedUsers::new(metrics),
            channels: Cached::new("Channel", CHANNEL_BYTES_MAX, 800, metrics),
            teams: Cached::new("Team", TEAM_BYTES_MAX, 800, metrics),
            memberships: Cached::new("Memberships", MEMBERSHIP_BYTES_MAX, 4_000, metrics),
            statuses: Cached::new("Status", STATUS_BYTES_MAX, 160, metrics),
            keyword_index: KeywordIndex::default(),
            subscribers: Subscribers::new(metrics),
            outgoing_webhooks: Cached::new("OutgoingWebhook", OUTGOING_WEBHOOK_BYTES_MAX, 400, metrics),
            auto_followers: Cached::new("AutoFollowers", AUTO_FOLLOWER_BYTES_MAX, 64, metrics),
            member_counts: Cached::new("MemberCount", MEMBER_COUNT_BYTES_MAX, 96, metrics),
            names: Cached::new("Username", NAME_BYTES_MAX, 96, metrics),
            emoji: Cached::new("Emoji", EMOJI_BYTES_MAX, 120, metrics),
            groups: Cached::new("Group", GROUP_NAME_BYTES_MAX, 120, metrics),
            pictures: Cached::new("Picture", PICTURE_BYTES_MAX, 1_600, metrics),
        }
    }

    pub fn session(&self, hash: &TokenHash) -> Held<'_, Option<Arc<Session>>> {
        let hash = *hash;
        self.sessions.held(&hash, async move || self.store.session_by_token(&hash).await)
    }

    pub fn user(&self, id: UserId) -> Held<'_, Option<Arc<User>>> {
        self.users.held(&id, move || self.store.user(id))
    }

    /// The users with these ids, by name.
    pub async fn users_by_ids(&self, ids: &[UserId]) -> store::Result<Vec<Arc<User>>> {
        let mut users = self.some_users(ids).await?;
        users.sort_unstable_by(|one, other| one.username.cmp(&other.username));
        Ok(users)
    }

    fn some_users(&self, ids: &[UserId]) -> Held<'_, Vec<Arc<User>>> {
        self.users.held_many(ids, async move |ids: Vec<UserId>| {
            Ok(self.store.users(&ids).await?.into_iter().map(|user| (user.id, user)).collect())
        })
    }

    /// The users with these names, by name.
    pub async fn users_by_names(&self, names: &[String]) -> store::Result<HashMap<String, Arc<User>>> {
        let known: Vec<UserId> = names.iter().filter_map(|name| self.names.peek(name)).map(|id| *id).collect();
        let mut found: HashMap<String, Arc<User>> =
            self.users_by_ids(&known).await?.into_iter().map(|user| (user.username.clone(), user)).collect();
        // A user found earlier by a name may have another name now.
        let asked: HashSet<&String> = names.iter().collect();
        found.retain(|name, _| asked.contains(name));
        let unknown: Vec<String> = names.iter().filter(|name| !found.contains_key(*name)).cloned().collect();
        if !unknown.is_empty() {
            for user in self.store.users_by_usernames(&unknown).await? {
                self.names.put(user.username.clone(), user.id);
                found.insert(user.username.clone(), Arc::new(user));
            }
        }
        Ok(found)
    }

    /// Members who follow every thread of a channel, and possibly former members.
    pub async fn auto_followers(&self, channel: ChannelId) -> store::Result<Arc<Vec<UserId>>> {
        Ok(self.kept_followers(channel).await?.unwrap_or_default())
    }

    fn kept_followers(&self, channel: ChannelId) -> Held<'_, Option<Arc<Vec<UserId>>>> {
        let load = async move || self.store.channel_auto_followers(channel, AUTO_FOLLOWERS_MAX).await.map(Some);
        self.auto_followers.held(&channel, load)
    }

    /// How many belong to a channel.
    pub async fn member_count(&self, channel: ChannelId) -> store::Result<Count> {
        Ok(self.kept_count(channel).await?.map_or_else(|| nobody(channel), |count| *count))
    }

    fn kept_count(&self, channel: ChannelId) -> Held<'_, Option<Arc<Count>>> {
        let load = async move || Ok(self.counted(vec![channel]).await?.pop().map(|(_, count)| count));
        self.member_counts.held(&channel, load)
    }

    /// How many belong to each of some channels, in any order.
    pub fn member_counts(&self, channels: &[ChannelId]) -> Held<'_, Vec<Arc<Count>>> {
        self.member_counts.held_many(channels, move |channels| self.counted(channels))
    }

    async fn counted(&self, channels: Vec<ChannelId>) -> store::Result<Vec<(ChannelId, Count)>> {
        let mut counts: IdMap<ChannelId, Count> = channels.iter().map(|id| (*id, nobody(*id))).collect();
        counts.extend(self.store.channel_member_counts(&channels).await?.into_iter().map(|one| (one.channel, one)));
        Ok(counts.into_iter().collect())
    }

    /// Invalidates after a join or leave of the channel.
    pub fn forget_members(&self, channel: ChannelId) {
        self.member_counts.forget(&channel);
    }

    /// Invalidates all member counts, after an account changed in how it counts.
    pub fn forget_member_counts(&self) {
        self.member_counts.forget_all();
    }

    /// Invalidates after a join, or a change of a member's roles or settings.
    pub fn forget_member_settings(&self, channel: ChannelId) {
        self.auto_followers.forget(&channel);
        self.forget_members(channel);
    }

    pub async fn is_in_channel(&self, user: UserId, channel: ChannelId) -> store::Result<bool> {
        Ok(self.memberships(user).await?.channels.contains_key(&channel))
    }

    /// The channel's record. Its counters are as old as the record: read those from the store.
    pub fn channel(&self, id: ChannelId) -> Held<'_, Option<Arc<Channel>>> {
        self.channels.held(&id, move || self.store.channel(id))
    }

    pub fn team(&self, id: TeamId) -> Held<'_, Option<Arc<Team>>> {
        self.teams.held(&id, move || self.store.team(id))
    }

    pub async fn memberships(&self, user: UserId) -> store::Result<Arc<Memberships>> {
        Ok(self.kept_memberships(user).await?.unwrap_or_default())
    }

    fn kept_memberships(&self, user: UserId) -> Held<'_, Option<Arc<Memberships>>> {
        self.memberships.held(&user, async move || {
            let teams = self.store.team_standings(user).await?;
            let channels = self.store.channel_standings(user).await?;
            Ok(Some(Memberships { teams: standings(teams), channels: standings(channels) }))
        })
    }

    /// The outgoing webhooks of a team; mostly none.
    pub async fn outgoing_webhooks(&self, team: TeamId) -> store::Result<Arc<OutgoingHooks>> {
        Ok(self.kept_webhooks(team).await?.unwrap_or_default())
    }

    fn kept_webhooks(&self, team: TeamId) -> Held<'_, Option<Arc<OutgoingHooks>>> {
        self.outgoing_webhooks.held(&team, async move || {
            let found = self.store.outgoing_webhooks_of_team(team, OUTGOING_HOOKS_PER_TEAM_MAX).await?;
            Ok(Some(OutgoingHooks(found)))
        })
    }

    /// Brings the index of mention keywords up to date. Without changes it costs one look at a lock.
    ///
    /// # Errors
    /// When the store does not answer. The next call then reads the changed users.
    pub async fn refresh_keyword_index(&self) -> store::Result<()> {
        self.keyword_index.refresh(self, &self.store).await
    }

    /// A user's status; offline for users never seen.
    pub async fn status(&self, user: UserId) -> store::Result<Arc<Status>> {
        Ok(self.kept_status(user).await?.unwrap_or_else(|| Arc::new(Status::offline(user))))
    }

    fn kept_status(&self, user: UserId) -> Held<'_, Option<Arc<Status>>> {
        let load = async move || Ok(Some(self.store.status(user).await?.unwrap_or_else(|| Status::offline(user))));
        self.statuses.held(&user, load)
    }

    /// The statuses of users, in their order; those of users never seen are offline.
    pub async fn statuses_of(&self, users: &[UserId]) -> store::Result<Vec<Arc<Status>>> {
        let found = self.some_statuses(users).await?;
        // Statuses from the cache are in order already.
        if found.iter().map(|status| &status.user_id).eq(users) {
            return Ok(found);
        }
        let found: IdMap<UserId, Arc<Status>> = found.into_iter().map(|status| (status.user_id, status)).collect();
        Ok(users.iter().filter_map(|user| found.get(user).cloned()).collect())
    }

    fn some_statuses(&self, users: &[UserId]) -> Held<'_, Vec<Arc<Status>>> {
        self.statuses.held_many(users, async move |users: Vec<UserId>| {
            let mut kept: IdMap<UserId, Status> = users.iter().map(|user| (*user, Status::offline(*user))).collect();
            kept.extend(self.store.statuses(&users).await?.into_iter().map(|status| (status.user_id, status)));
            Ok(kept.into_iter().collect())
        })
    }

    /// The cached statuses: those of recently active users.
    pub fn known_statuses(&self, len_max: usize) -> BTreeMap<UserId, String> {
        self.statuses.known(len_max).map(|(user, status)| (user, status.status.clone())).collect()
    }

    /// Notes an activity of a user whose status stays the same.
    pub fn was_active(&self, user: UserId, at: Millis) {
        self.statuses.alter(&user, |status| status.last_activity_at = status.last_activity_at.max(at));
    }

    /// Notes a use of a session whose end stays the same.
    pub fn was_used(&self, hash: &TokenHash, at: Millis) {
        self.sessions.alter(hash, |session| session.last_activity_at = session.last_activity_at.max(at));
    }

    pub fn forget_user(&self, user: UserId) {
        self.users.forget(&user);
        self.keyword_index.forget(user);
        self.subscribers.changed(user);
    }

    pub fn forget_memberships(&self, user: UserId) {
        self.memberships.forget(&user);
        self.subscribers.changed(user);
    }

    pub fn forget_every_membership(&self) {
        self.memberships.forget_all();
        self.forget_member_counts();
    }

    /// The size of each cache.
    pub fn sizes(&self) -> [CacheSize; 14] {
        [
            self.sessions.size(),
            self.users.size(),
            self.listed_users.size(),
            self.channels.size(),
            self.teams.size(),
            self.memberships.size(),
            self.statuses.size(),
            self.outgoing_webhooks.size(),
            self.names.size(),
            self.emoji.size(),
            self.groups.size(),
            self.pictures.size(),
            self.auto_followers.size(),
            self.member_counts.size(),
        ]
    }

    pub fn forget_everything(&self) {
        self.sessions.forget_all();
        self.users.forget_all();
        self.listed_users.forget_all();
        self.channels.forget_all();
        self.teams.forget_all();
        self.memberships.forget_all();
        self.statuses.forget_all();
        self.outgoing_webhooks.forget_all();
        self.names.forget_all();
        self.emoji.forget_all();
        self.groups.forget_all();
        self.pictures.forget_all();
        self.keyword_index.forget_all();
        self.auto_followers.forget_all();
        self.member_counts.forget_all();
        self.subscribers.forget_all();
    }
}

fn standings<K: Hash + Eq>(rows: Vec<store::memberships::Standing<K>>) -> IdMap<K, Standing> {
    rows.into_iter()
        .map(|row| {
            let flags = Flags { guest: row.scheme_guest, user: row.scheme_user, admin: row.scheme_admin };
            (row.place, Standing { flags, explicit: row.explicit_roles.into() })
        })
        .collect()
}

fn nobody(channel: ChannelId) -> Count {
    Count { channel, members: 0, guests: 0 }
}
