//! The state a client keeps: what it loaded once, brought up to date by events.
//!
//! [`State::apply`] is pure. Where an event only names what changed, it returns what has to be
//! loaded ([`Need`]), as every client of this protocol does. The promise that is tested for every
//! write: old state + events (+ the loads they ask for) == a fresh load.

mod bookmarks;
mod channels;
mod groups;
mod load;
mod posts;
mod preferences;
mod profile_attributes;
mod scheduled_posts;
mod server;
mod teams;
mod threads;
mod users;

use std::collections::{BTreeMap, BTreeSet};

use base::ids::{BookmarkId, ChannelId, GroupId, PostId, ScheduledPostId, TeamId, UserId};
use base::{Id, Millis};
use wire::bookmarks::Bookmark;
use wire::channels::{Channel, ChannelMember};
use wire::drafts::Draft;
use wire::emoji::Emoji;
use wire::events::{Event, EventName};
use wire::groups::Group;
use wire::posts::Post;
use wire::preferences::Preference;
use wire::profile_attributes::{AttributeField, AttributeValues};
use wire::roles::Role;
use wire::scheduled_posts::ScheduledPost;
use wire::sidebar::Categories;
use wire::statuses::Status;
use wire::teams::{Team, TeamMember};
use wire::threads::Thread;
use wire::users::User;

/// What one user's client knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    pub me: User,
    pub status: Status,
    /// Other users who were loaded.
    pub users: BTreeMap<UserId, User>,
    pub teams: BTreeMap<TeamId, Team>,
    pub team_members: BTreeMap<TeamId, TeamMember>,
    pub channels: BTreeMap<ChannelId, Channel>,
    pub members: BTreeMap<ChannelId, ChannelMember>,
    /// Live posts of the channels that are watched.
    pub posts: BTreeMap<PostId, Post>,
    pub watched: BTreeSet<ChannelId>,
    /// How far others have read the watched channels, of those who show it.
    pub seen: BTreeMap<ChannelId, BTreeMap<UserId, Millis>>,
    /// Followed threads.
    pub threads: BTreeMap<PostId, Thread>,
    pub preferences: BTreeMap<(String, String), Preference>,
    pub categories: BTreeMap<TeamId, Categories>,
    pub drafts: BTreeMap<(ChannelId, PostId), Draft>,
    pub scheduled_posts: BTreeMap<ScheduledPostId, ScheduledPost>,
    /// Of the channels that are watched.
    pub bookmarks: BTreeMap<BookmarkId, Bookmark>,
    /// The server's own emoji, by name.
    pub emoji: BTreeMap<String, Emoji>,
    /// Those that one has anywhere, by name.
    pub roles: BTreeMap<String, Role>,
    pub groups: BTreeMap<GroupId, Group>,
    pub my_groups: BTreeSet<GroupId>,
    pub attribute_fields: BTreeMap<Id, AttributeField>,
    /// The own ones.
    pub attribute_values: AttributeValues,
    /// Whether an administrator looked for plugins yet; only administrators know.
    pub marketplace_visited: Option<String>,
}

/// What an event names without telling it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// A channel with the own membership of it, and where it stands in the sidebar; gone when it cannot be read any
    /// more.
    Channel(ChannelId),
    Team(TeamId),
    User(UserId),
    /// Of one team, or of all when it is [`TeamId::NONE`].
    Categories(TeamId),
    Threads,
    /// The roles that one has by now.
    Roles,
    MyGroups,
}

impl State {
    /// Takes an event in; returns what has to be loaded for the state to be whole again.
    ///
    /// # Errors
    /// When the data of an event are not what its name promises.
    pub fn apply(&mut self, event: &Event) -> Result<Vec<Need>, serde_json::Error> {
        use EventName::*;
        let Some(name) = event.name() else { return Ok(Vec::new()) };
        match name {
            Posted => self.posted(event),
            PostEdited => self.post_edited(event),
            PostDeleted => self.post_deleted(event),
            ReactionAdded | ReactionRemoved => self.reaction(event, name),
            PostAcknowledgementAdded | PostAcknowledgementRemoved => self.acknowledgement(event, name),
            PostUnread => self.post_unread(event),
            MultipleChannelsViewed => self.channels_viewed(event),
            ChannelsSeen => self.channels_seen(event),
            ChannelCreated | ChannelConverted | ChannelRestored => self.channel_named(event),
            ChannelUpdated => self.channel_updated(event),
            ChannelDeleted => self.channel_deleted(event),
            ChannelMemberUpdated => self.member_updated(event),
            DirectAdded | GroupAdded => Ok(vec![Need::Channel(event.broadcast.channel_id)]),
            UserAdded => self.user_added(event),
            UserRemoved => self.user_removed(event),
            AddedToTeam => self.added_to_team(event),
            LeaveTeam => self.leave_team(event),
            UpdateTeam | DeleteTeam | RestoreTeam => self.team_updated(event),
            MemberroleUpdated => self.team_member_updated(event),
            UserUpdated => self.user_updated(event),
            UserRoleUpdated => self.user_role_updated(event),
            StatusChange => self.status_changed(event),
            PreferencesChanged => self.preferences_changed(event),
            PreferencesDeleted => self.preferences_deleted(event),
            PreferenceChanged => self.preference_changed(event),
            SidebarCategoryCreated | SidebarCategoryDeleted | SidebarCategoryUpdated | SidebarCategoryOrderUpdated => {
                Ok(vec![Need::Categories(event.broadcast.team_id)])
            }
            ThreadUpdated | ThreadFollowChanged | ThreadReadChanged => Ok(vec![Need::Threads]),
            DraftCreated => self.draft_saved(event),
            DraftDeleted => self.draft_deleted(event),
            ScheduledPostCreated | ScheduledPostUpdated => self.scheduled_post_saved(event),
            ScheduledPostDeleted => self.scheduled_post_deleted(event),
            ChannelBookmarkCreated => self.bookmark_created(event),
            ChannelBookmarkUpdated => self.bookmark_updated(event),
            ChannelBookmarkSorted => self.bookmarks_sorted(event),
            ChannelBookmarkDeleted => self.bookmark_deleted(event),
            EmojiAdded => self.emoji_added(event),
            RoleUpdated => self.role_updated(event),
            UpdateTeamScheme | ChannelSchemeUpdated => self.scheme_changed(event),
            ReceivedGroup => self.group_received(event),
            GroupMemberAdd => self.group_joined(event),
            GroupMemberDeleted => self.group_left(event),
            CustomProfileAttributesFieldCreated | CustomProfileAttributesFieldUpdated => {
                self.attribute_field_saved(event)
            }
            CustomProfileAttributesFieldDeleted => self.attribute_field_deleted(event),
            CustomProfileAttributesValuesUpdated => self.attribute_values_changed(event),
            FirstAdminVisitMarketplaceStatusReceived => self.marketplace_visited(event),
            _ => Ok(Vec::new()),
        }
    }
}
