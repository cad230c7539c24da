//! What each event says. Constructors take typed values; what travels as text inside is encoded here.

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::channels::{Channel, ChannelMember};
use crate::emoji::Emoji;
use crate::omit;
use crate::posts::{Acknowledgement, Post};
use crate::preferences::Preference;
use crate::reactions::Reaction;
use crate::sidebar::Category;
use crate::teams::{Team, TeamMember};
use crate::threads::Thread;
use crate::users::User;

use super::JsonText;

/// Data of events that say nothing but that they happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NoData {}

/// `hello`: the first event of every new connection.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Hello {
    pub server_version: String,
    pub connection_id: String,
    pub server_hostname: String,
}

/// `posted`, without what only some recipients are told: see [`ForRecipient`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Posted {
    pub channel_type: String,
    /// Names of the members for group channels, `@user` for direct ones.
    pub channel_display_name: String,
    pub channel_name: String,
    /// With a leading `@`.
    pub sender_name: String,
    pub team_id: TeamId,
    pub set_online: bool,
    pub post: JsonText,
    /// `"true"` when files came along.
    #[serde(rename = "otherFile", skip_serializing_if = "String::is_empty")]
    pub other_file: String,
    /// `"true"` when one of them is an image.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub image: String,
}

impl Posted {
    /// The data about a post; who wrote, and where, is left to fill in.
    pub fn new(post: &Post) -> Posted {
        Posted { post: JsonText::of(post), set_online: true, ..Posted::default() }
    }
}

/// What one recipient of `posted` and `post_edited` is told beyond the others.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ForRecipient {
    /// A list with the recipient's own id, when mentioned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mentions: Option<JsonText>,
    /// The same, when the recipient follows the thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followers: Option<JsonText>,
    /// The connection asked to confirm, and this post wants it.
    #[serde(skip_serializing_if = "omit::off")]
    pub should_ack: bool,
}

impl ForRecipient {
    pub fn mentioned(mut self, user: UserId) -> ForRecipient {
        self.mentions = Some(JsonText::of(&[user]));
        self
    }

    pub fn following(mut self, user: UserId) -> ForRecipient {
        self.followers = Some(JsonText::of(&[user]));
        self
    }
}

/// Declares event data with one value that travels as text.
macro_rules! embedded {
    ($($(#[$doc:meta])* $name:ident { $field:ident $(= $rename:literal)?: $type:ty })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
        #[serde(default)]
        pub struct $name {
            $(#[serde(rename = $rename)])?
            pub $field: JsonText,
        }

        impl $name {
            pub fn new($field: &$type) -> $name {
                $name { $field: JsonText::of($field) }
            }
        }
    )+};
}

embedded! {
    /// `post_edited`, `ephemeral_message`.
    PostData { post: Post }
    /// `reaction_added`, `reaction_removed`.
    ReactionData { reaction: Reaction }
    /// `post_acknowledgement_added`, `post_acknowledgement_removed`.
    AcknowledgementData { acknowledgement: Acknowledgement }
    /// `draft_created` (which also tells of changes), `draft_deleted`.
    DraftData { draft: crate::drafts::Draft }
    /// `scheduled_post_created`, `scheduled_post_updated`, `scheduled_post_deleted`.
    ScheduledPostData { scheduled_post = "scheduledPost": crate::scheduled_posts::ScheduledPost }
    /// `channel_updated`.
    ChannelData { channel: Channel }
    /// `channel_member_updated`.
    ChannelMemberData { channel_member = "channelMember": ChannelMember }
    /// `channel_bookmark_created`, `channel_bookmark_deleted`.
    BookmarkData { bookmark: crate::bookmarks::Bookmark }
    /// `channel_bookmark_updated`.
    BookmarkUpdateData { bookmarks: crate::bookmarks::BookmarkUpdate }
    /// `channel_bookmark_sorted`.
    BookmarksData { bookmarks: [crate::bookmarks::Bookmark] }
    /// `update_team`, `delete_team`, `restore_team`, `update_team_scheme`.
    TeamData { team: Team }
    /// `memberrole_updated`.
    TeamMemberData { member: TeamMember }
    /// `preferences_changed`, `preferences_deleted`.
    PreferencesData { preferences: [Preference] }
    /// `preference_changed`.
    PreferenceData { preference: Preference }
    /// `role_updated`.
    RoleData { role: crate::roles::Role }
    /// `emoji_added`.
    EmojiData { emoji: Emoji }
    /// `open_dialog`.
    DialogData { dialog: crate::attachments::OpenDialog }
    /// `received_group`.
    GroupData { group: crate::groups::Group }
    /// `group_member_add`, `group_member_deleted`.
    GroupMemberData { group_member: crate::groups::GroupMember }
    /// `group_added`.
    GroupAdded { teammate_ids: [UserId] }
}

/// `post_deleted`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PostDeleted {
    pub post: JsonText,
    /// Told to system administrators only.
    #[serde(skip_serializing_if = "none")]
    pub delete_by: UserId,
}

fn none(id: &UserId) -> bool {
    id.is_none()
}

/// `typing`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Typing {
    /// The thread's first post, empty in the channel itself.
    pub parent_id: PostId,
    pub user_id: UserId,
}

/// `thread_updated`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadUpdated {
    pub thread: JsonText,
    pub previous_unread_mentions: i64,
    pub previous_unread_replies: i64,
}

impl ThreadUpdated {
    pub fn new(thread: &Thread, previous_unread_mentions: i64, previous_unread_replies: i64) -> ThreadUpdated {
        ThreadUpdated { thread: JsonText::of(thread), previous_unread_mentions, previous_unread_replies }
    }
}

/// `thread_follow_changed`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadFollowChanged {
    pub thread_id: PostId,
    pub state: bool,
    pub reply_count: i64,
}

/// `channel_created`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelCreated {
    pub channel_id: ChannelId,
    pub team_id: TeamId,
}

/// `channel_converted`, `channel_restored`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelRef {
    pub channel_id: ChannelId,
}

/// `channel_deleted`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelDeleted {
    pub channel_id: ChannelId,
    pub delete_at: Millis,
}

/// `direct_added`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DirectAdded {
    pub creator_id: UserId,
    pub teammate_id: UserId,
}

/// `user_added`, `added_to_team`, `leave_team`: a user and a team.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserInTeam {
    pub user_id: UserId,
    pub team_id: TeamId,
}

/// `user_removed` as those who stay in the channel receive it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserRemoved {
    pub user_id: UserId,
    pub remover_id: UserId,
}

/// `user_removed` as the removed user receives it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RemovedFromChannel {
    pub channel_id: ChannelId,
    pub remover_id: UserId,
}

/// `new_user`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserRef {
    pub user_id: UserId,
}

/// `user_updated`: the one event whose value is an object, not text.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserUpdated {
    pub user: User,
}

/// `user_role_updated`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserRoleUpdated {
    pub user_id: UserId,
    pub roles: String,
}

/// `status_change`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StatusChange {
    pub status: String,
    pub user_id: UserId,
}

/// `sidebar_category_created`, `sidebar_category_deleted`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CategoryRef {
    pub category_id: String,
}

/// `sidebar_category_updated`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CategoriesUpdated {
    /// Absent when a preference caused the change: clients then load the categories again.
    #[serde(rename = "updatedCategories", skip_serializing_if = "Option::is_none")]
    pub updated_categories: Option<JsonText>,
}

impl CategoriesUpdated {
    pub fn new(categories: &[Category]) -> CategoriesUpdated {
        CategoriesUpdated { updated_categories: Some(JsonText::of(categories)) }
    }
}

/// `sidebar_category_order_updated`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CategoryOrder {
    pub order: Vec<String>,
}

/// `config_changed`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigChanged {
    pub config: omit::StringMap,
}

/// `license_changed`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LicenseChanged {
    pub license: omit::StringMap,
}

/// `custom_profile_attributes_field_created`, `custom_profile_attributes_field_updated`: the field is an object, not
/// text.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeFieldData {
    pub field: crate::profile_attributes::AttributeField,
    /// Set when the values of everybody went with the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delete_values: Option<bool>,
}

/// `custom_profile_attributes_field_deleted`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeFieldRef {
    pub field_id: base::Id,
}

/// `custom_profile_attributes_values_updated`: the values that changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeValuesData {
    pub user_id: UserId,
    pub values: crate::profile_attributes::AttributeValues,
}

/// `first_admin_visit_marketplace_status_received`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MarketplaceVisited {
    #[serde(rename = "firstAdminVisitMarketplaceStatus")]
    pub status: String,
}
