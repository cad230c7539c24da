//! Channels, their members, unread counts, and what travels to change them.

use base::Millis;
use base::ids::{ChannelId, PostId, SchemeId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit::{self, JsonMap, StringMap};

/// [`Channel::kind`] of public channels.
pub const OPEN: &str = "O";
/// [`Channel::kind`] of private channels.
pub const PRIVATE: &str = "P";
/// [`Channel::kind`] of conversations of two (or of one with oneself).
pub const DIRECT: &str = "D";
/// [`Channel::kind`] of conversations of three to eight.
pub const GROUP: &str = "G";

/// Name of the channel that every member of a team is in.
pub const TOWN_SQUARE: &str = "town-square";
/// Name of the second channel that each team starts with.
pub const OFF_TOPIC: &str = "off-topic";

pub const NOTIFY_DESKTOP: &str = "desktop";
pub const NOTIFY_PUSH: &str = "push";
pub const NOTIFY_EMAIL: &str = "email";
/// `mention` mutes the channel.
pub const NOTIFY_MARK_UNREAD: &str = "mark_unread";
pub const NOTIFY_IGNORE_CHANNEL_MENTIONS: &str = "ignore_channel_mentions";
pub const NOTIFY_AUTO_FOLLOW_THREADS: &str = "channel_auto_follow_threads";

/// The coloured line on top of a channel.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BannerInfo {
    pub enabled: Option<bool>,
    pub text: Option<String>,
    pub background_color: Option<String>,
}

/// A place where posts are written.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Channel {
    pub id: ChannelId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    /// Empty for direct and group channels.
    pub team_id: TeamId,
    /// [`OPEN`], [`PRIVATE`], [`DIRECT`] or [`GROUP`].
    #[serde(rename = "type")]
    pub kind: String,
    pub display_name: String,
    pub name: String,
    pub header: String,
    pub purpose: String,
    pub last_post_at: Millis,
    pub total_msg_count: i64,
    pub extra_update_at: Millis,
    pub creator_id: UserId,
    pub scheme_id: Option<SchemeId>,
    pub props: Option<JsonMap>,
    pub group_constrained: Option<bool>,
    /// `Some(false)` for direct and group channels, `None` for the others.
    pub shared: Option<bool>,
    pub total_msg_count_root: i64,
    pub policy_id: Option<String>,
    pub last_root_post_at: Millis,
    pub banner_info: Option<BannerInfo>,
    pub policy_enforced: bool,
    pub default_category_name: String,
}

impl Channel {
    pub fn is_archived(&self) -> bool {
        self.delete_at > 0
    }

    pub fn is_open(&self) -> bool {
        self.kind == OPEN
    }

    pub fn is_private(&self) -> bool {
        self.kind == PRIVATE
    }

    pub fn is_direct(&self) -> bool {
        self.kind == DIRECT
    }

    pub fn is_group(&self) -> bool {
        self.kind == GROUP
    }

    /// True for conversations that belong to people rather than to a team.
    pub fn is_direct_or_group(&self) -> bool {
        self.is_direct() || self.is_group()
    }

    /// The two ids of a direct channel's name; `None` for other channels.
    pub fn direct_users(&self) -> Option<(UserId, UserId)> {
        if !self.is_direct() {
            return None;
        }
        let (first, second) = self.name.split_once("__")?;
        Some((UserId::parse(first)?, UserId::parse(second)?))
    }

    /// Whom `user` talks to in this direct channel; oneself in a channel with oneself.
    pub fn other_user(&self, user: UserId) -> Option<UserId> {
        let (first, second) = self.direct_users()?;
        if first == user {
            Some(second)
        } else if second == user {
            Some(first)
        } else {
            None
        }
    }
}

/// The name of the direct channel of two users, the same whoever asks.
pub fn direct_name(one: UserId, other: UserId) -> String {
    let (one, other) = (one.to_string(), other.to_string());
    if one < other { format!("{one}__{other}") } else { format!("{other}__{one}") }
}

/// A channel in a list that spans teams.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelWithTeam {
    #[serde(flatten)]
    pub channel: Channel,
    pub team_display_name: String,
    pub team_name: String,
    pub team_update_at: Millis,
}

/// Answer of channel lists that were asked for a total.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelsWithCount {
    pub channels: Vec<ChannelWithTeam>,
    pub total_count: i64,
}

/// Body of `PUT /channels/{channel_id}/patch`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_constrained: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banner_info: Option<BannerInfo>,
}

/// A user's membership of a channel, with what the user has read of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelMember {
    pub channel_id: ChannelId,
    pub user_id: UserId,
    /// Explicit roles and those of the scheme flags, separated by spaces.
    pub roles: String,
    pub last_viewed_at: Millis,
    /// Posts of the channel that the user has seen.
    pub msg_count: i64,
    pub mention_count: i64,
    pub mention_count_root: i64,
    pub urgent_mention_count: i64,
    pub msg_count_root: i64,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub notify_props: StringMap,
    pub last_update_at: Millis,
    pub scheme_guest: bool,
    pub scheme_user: bool,
    pub scheme_admin: bool,
    pub explicit_roles: String,
}

impl ChannelMember {
    /// The settings that every new member starts with.
    pub fn default_notify_props() -> StringMap {
        [
            (NOTIFY_DESKTOP, "default"),
            (NOTIFY_PUSH, "default"),
            (NOTIFY_EMAIL, "default"),
            (NOTIFY_MARK_UNREAD, "all"),
            (NOTIFY_IGNORE_CHANNEL_MENTIONS, "default"),
            (NOTIFY_AUTO_FOLLOW_THREADS, "off"),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
    }

    /// The membership as `viewer` may see it: when others read is nobody's business.
    pub fn for_viewer(mut self, viewer: UserId) -> ChannelMember {
        if self.user_id != viewer {
            self.last_viewed_at = -1;
            self.last_update_at = -1;
        }
        self
    }

    pub fn is_muted(&self) -> bool {
        self.notify_props.get(NOTIFY_MARK_UNREAD).is_some_and(|value| value == "mention")
    }
}

/// A membership in a list that spans teams.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelMemberWithTeam {
    #[serde(flatten)]
    pub member: ChannelMember,
    pub team_display_name: String,
    pub team_name: String,
    pub team_update_at: Millis,
}

/// Answer of `GET /users/{user_id}/channels/{channel_id}/unread`; counts are differences.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelUnread {
    pub team_id: TeamId,
    pub channel_id: ChannelId,
    pub msg_count: i64,
    pub mention_count: i64,
    pub mention_count_root: i64,
    pub urgent_mention_count: i64,
    pub msg_count_root: i64,
}

/// Answer of `POST /users/{user_id}/posts/{post_id}/set_unread`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelUnreadAt {
    pub team_id: TeamId,
    pub user_id: UserId,
    pub channel_id: ChannelId,
    pub msg_count: i64,
    pub mention_count: i64,
    pub mention_count_root: i64,
    pub urgent_mention_count: i64,
    pub msg_count_root: i64,
    pub last_viewed_at: Millis,
}

/// Answer of `GET /channels/{channel_id}/stats`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelStats {
    pub channel_id: ChannelId,
    pub member_count: i64,
    pub guest_count: i64,
    pub pinnedpost_count: i64,
    /// -1 when the caller asked not to count files.
    pub files_count: i64,
}

/// Body of `POST /channels/members/{user_id}/view`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelView {
    /// Empty when the window lost the focus.
    pub channel_id: ChannelId,
    pub prev_channel_id: ChannelId,
    pub collapsed_threads_supported: bool,
}

/// Answer of `view` and `mark_read`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelViewed {
    pub status: String,
    pub last_viewed_at_times: std::collections::BTreeMap<ChannelId, Millis>,
}

/// How far a member has read a channel, as told to others.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelSeen {
    pub user_id: UserId,
    pub last_viewed_at: Millis,
}

/// Body of `POST /channels/{channel_id}/members`: one user or many.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelMemberForm {
    pub user_id: UserId,
    /// Present, even if empty, makes the answer a list.
    pub user_ids: Option<Vec<UserId>>,
    pub post_root_id: PostId,
}

/// Body of the channel searches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelSearch {
    pub term: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub exclude_default_channels: bool,
    pub not_associated_to_group: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub team_ids: Vec<TeamId>,
    pub group_constrained: bool,
    pub exclude_group_constrained: bool,
    pub exclude_policy_constrained: bool,
    pub public: bool,
    pub private: bool,
    pub include_deleted: bool,
    pub include_search_by_id: bool,
    pub exclude_remote: bool,
    pub deleted: bool,
    /// Both paging fields present make the answer a [`ChannelsWithCount`].
    pub page: Option<i64>,
    pub per_page: Option<i64>,
}

/// Body of `POST /channels/{channel_id}/move`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelMove {
    pub team_id: TeamId,
    pub force: bool,
}

/// Body of `POST /channels/{channel_id}/convert_to_channel`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupConversion {
    pub channel_id: ChannelId,
    pub team_id: TeamId,
    pub name: String,
    pub display_name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(text: &str) -> UserId {
        UserId::parse(text).expect("an id")
    }

    #[test]
    fn a_channel_sends_every_field() {
        let channel = Channel { kind: OPEN.into(), ..Channel::default() };
        assert_eq!(
            serde_json::to_string(&channel).expect("plain data"),
            r#"{"id":"","create_at":0,"update_at":0,"delete_at":0,"team_id":"","type":"O","display_name":"","name":"","header":"","purpose":"","last_post_at":0,"total_msg_count":0,"extra_update_at":0,"creator_id":"","scheme_id":null,"props":null,"group_constrained":null,"shared":null,"total_msg_count_root":0,"policy_id":null,"last_root_post_at":0,"banner_info":null,"policy_enforced":false,"default_category_name":""}"#
        );
    }

    #[test]
    fn a_direct_channel_is_named_alike_from_both_sides() {
        let (ann, bob) = (user("ybndrfg8ejkmcpqxot1uwiszay"), user("xbtrekzzpbb1jpbbdo4rqjoiay"));
        let name = direct_name(ann, bob);
        assert_eq!(name, direct_name(bob, ann));
        let channel = Channel { kind: DIRECT.into(), name, ..Channel::default() };
        assert_eq!(channel.other_user(ann), Some(bob));
        assert_eq!(channel.other_user(bob), Some(ann));
        assert_eq!(channel.other_user(UserId::UNKNOWN), None);
    }

    #[test]
    fn others_do_not_learn_when_a_member_read() {
        let bob = user("xbtrekzzpbb1jpbbdo4rqjoiay");
        let member = ChannelMember { user_id: bob, last_viewed_at: 5, last_update_at: 6, ..Default::default() };
        assert_eq!(member.clone().for_viewer(bob), member);
        assert_eq!(member.for_viewer(UserId::NONE).last_viewed_at, -1);
    }

    #[test]
    fn a_channel_with_its_team_is_one_flat_object() {
        let row = ChannelWithTeam { team_name: "crew".into(), ..Default::default() };
        let text = serde_json::to_string(&row).expect("plain data");
        assert!(text.starts_with(r#"{"id":"","create_at":0"#), "{text}");
        assert_eq!(serde_json::from_str::<ChannelWithTeam>(&text).expect("own output"), row);
    }
}
