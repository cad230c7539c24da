//! Groups of people that can be mentioned by one name.

use base::ids::{GroupId, UserId};
use base::{Id, Millis};
use serde::{Deserialize, Serialize};

use crate::omit;
use crate::users::User;

/// A group. Custom ones are made here; others come from a directory (`source`) and keep its id.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Group {
    pub id: GroupId,
    /// What follows the `@`; a group of a directory has none until it may be mentioned.
    pub name: Option<String>,
    pub display_name: String,
    pub description: String,
    pub source: String,
    pub remote_id: Option<String>,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    /// Whether teams or channels take their members from it.
    pub has_syncables: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member_count: Option<i64>,
    pub allow_reference: bool,
}

/// Body of `POST /groups`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NewGroup {
    #[serde(flatten)]
    pub group: Group,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub user_ids: Vec<UserId>,
}

/// Body of `PUT /groups/{group_id}/patch`; what is absent stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_reference: Option<bool>,
}

/// Body of `POST` and `DELETE /groups/{group_id}/members`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupMemberIds {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub user_ids: Vec<UserId>,
}

/// Someone's place in a group.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupMember {
    pub group_id: GroupId,
    pub user_id: UserId,
    pub create_at: Millis,
    pub delete_at: Millis,
}

/// Answer to `GET /groups/{group_id}/members`: one page and the number of all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupMembers {
    pub members: Vec<User>,
    pub total_member_count: i64,
}

/// Answer to `GET /groups/{group_id}/stats`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GroupStats {
    pub group_id: GroupId,
    pub total_member_count: i64,
}

/// Someone in a team or channel, with the groups that someone is in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserWithGroups {
    #[serde(flatten)]
    pub user: User,
    pub groups: Vec<Group>,
    pub scheme_guest: bool,
    pub scheme_user: bool,
    pub scheme_admin: bool,
}

/// Answer to `GET /teams/{team_id}/members_minus_group_members` and its like for channels.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UsersWithGroups {
    pub users: Vec<UserWithGroups>,
    pub total_count: i64,
}

/// One line of the answer to `GET /channels/{channel_id}/member_counts_by_group`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelMemberCount {
    pub group_id: GroupId,
    pub channel_member_count: i64,
    pub channel_member_timezones_count: i64,
}

/// What takes its members from a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SyncableKind {
    #[default]
    Team,
    Channel,
}

impl SyncableKind {
    pub fn name(self) -> &'static str {
        match self {
            SyncableKind::Team => "team",
            SyncableKind::Channel => "channel",
        }
    }

    pub fn of(name: &str) -> SyncableKind {
        if name == "channel" { SyncableKind::Channel } else { SyncableKind::Team }
    }
}

/// A team or a channel that takes its members from a group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Syncable {
    pub group_id: GroupId,
    pub place_id: Id,
    pub kind: SyncableKind,
    /// Whether members of the group are brought into it.
    pub auto_add: bool,
    /// Whether they administer it.
    pub scheme_admin: bool,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
}

/// Body of a link and of its patch; what is absent stays, or is false.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncableForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_add: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheme_admin: Option<bool>,
}

/// A group of a directory, and the one here that follows it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DirectoryGroup {
    /// `null` while the group is not linked.
    pub mattermost_group_id: Option<GroupId>,
    pub primary_key: String,
    pub name: String,
    pub has_syncables: Option<bool>,
}

/// Answer to `GET /ldap/groups`: one page and the number of all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DirectoryGroups {
    pub count: i64,
    pub groups: Vec<DirectoryGroup>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_group_is_a_group_with_people() {
        let body = r#"{"name":"devs","display_name":"Devs","source":"custom","allow_reference":true,"user_ids":["yyyyyyyyyyyyyyyyyyyyyyyyyb"]}"#;
        let new: NewGroup = serde_json::from_str(body).expect("parses");
        assert_eq!((new.group.name.as_deref(), new.user_ids.len()), (Some("devs"), 1));
        assert!(new.group.allow_reference);
    }

    #[test]
    fn the_number_of_members_is_sent_only_when_asked_for() {
        let group = Group { display_name: "Devs".to_owned(), ..Group::default() };
        let json = serde_json::to_value(&group).expect("encodes");
        assert!(json.get("member_count").is_none());
        assert!(json["name"].is_null() && json["remote_id"].is_null());
    }
}
