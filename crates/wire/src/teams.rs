//! Teams, their members, and what travels to change them.

use base::Millis;
use base::ids::{ChannelId, SchemeId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::errors::ErrorBody;
use crate::omit;

/// [`Team::kind`] of teams that anyone on the server may join.
pub const OPEN: &str = "O";
/// [`Team::kind`] of teams that need an invitation.
pub const INVITE_ONLY: &str = "I";

/// A group of people with channels of its own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Team {
    pub id: TeamId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub display_name: String,
    pub name: String,
    pub description: String,
    pub email: String,
    /// [`OPEN`] or [`INVITE_ONLY`].
    #[serde(rename = "type")]
    pub kind: String,
    pub company_name: String,
    pub allowed_domains: String,
    pub invite_id: String,
    /// Governs listing and joining, whatever the kind says.
    pub allow_open_invite: bool,
    #[serde(skip_serializing_if = "omit::zero")]
    pub last_team_icon_update: Millis,
    pub scheme_id: Option<SchemeId>,
    pub group_constrained: Option<bool>,
    pub policy_id: Option<String>,
    pub cloud_limits_archived: bool,
}

/// What of a team its viewer may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamRights {
    /// Holds `manage_team`, and so sees the address.
    pub manage: bool,
    /// Holds `invite_user`, and so sees the invitation id.
    pub invite: bool,
}

impl Team {
    pub fn is_archived(&self) -> bool {
        self.delete_at > 0
    }

    /// The team without what the viewer has no right to.
    pub fn for_viewer(mut self, rights: TeamRights) -> Team {
        if !rights.manage {
            self.email.clear();
        }
        if !rights.invite {
            self.invite_id.clear();
        }
        self
    }

    /// The team as events carry it: without address and invitation id.
    pub fn for_everyone(self) -> Team {
        self.for_viewer(TeamRights { manage: false, invite: false })
    }
}

/// Body of `PUT /teams/{team_id}/patch`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_domains: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_open_invite: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_constrained: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloud_limits_archived: Option<bool>,
}

/// A user's membership of a team.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamMember {
    pub team_id: TeamId,
    pub user_id: UserId,
    /// Explicit roles and those of the scheme flags, separated by spaces.
    pub roles: String,
    pub delete_at: Millis,
    pub scheme_guest: bool,
    pub scheme_user: bool,
    pub scheme_admin: bool,
    pub explicit_roles: String,
    /// When the user joined; stored, never sent.
    #[serde(skip)]
    pub create_at: Millis,
}

/// One row of `POST /teams/{team_id}/members/batch?graceful=true`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TeamMemberAttempt {
    /// As it was asked for: text that is no id of this server names nobody, and is told as it was.
    pub user_id: String,
    pub member: Option<TeamMember>,
    pub error: Option<ErrorBody>,
}

/// Body of `POST /teams/{team_id}/members`, and one row of the batch.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamMemberForm {
    pub team_id: TeamId,
    pub user_id: UserId,
}

/// Unread counts of one team; every count is already a difference.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamUnread {
    pub team_id: TeamId,
    pub msg_count: i64,
    pub mention_count: i64,
    pub mention_count_root: i64,
    pub msg_count_root: i64,
    pub thread_count: i64,
    pub thread_mention_count: i64,
    pub thread_urgent_mention_count: i64,
}

/// Answer of `GET /teams/{team_id}/stats`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamStats {
    pub team_id: TeamId,
    pub total_member_count: i64,
    pub active_member_count: i64,
}

/// Answer of team lists that were asked for a total.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamsWithCount {
    pub teams: Vec<Team>,
    pub total_count: i64,
}

/// Answer of `GET /teams/invite/{invite_id}`: what a guest at the door may read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamInvite {
    pub id: TeamId,
    pub name: String,
    pub display_name: String,
    pub description: String,
}

/// Answer of `GET /teams/name/{team_name}/exists`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamExists {
    pub exists: bool,
}

/// Body of `PUT /teams/{team_id}/privacy` and `PUT /channels/{channel_id}/privacy`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PrivacyForm {
    pub privacy: String,
}

/// Body of `PUT .../members/{user_id}/schemeRoles` of teams and channels.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SchemeRoles {
    pub scheme_admin: bool,
    pub scheme_user: bool,
    pub scheme_guest: bool,
}

/// Body of `PUT /teams/{team_id}/scheme` and `PUT /channels/{channel_id}/scheme`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SchemeForm {
    pub scheme_id: Option<SchemeId>,
}

/// Body of `POST /teams/search`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TeamSearch {
    pub term: String,
    /// Both paging fields present make the answer a [`TeamsWithCount`].
    pub page: Option<i64>,
    pub per_page: Option<i64>,
    pub allow_open_invite: Option<bool>,
    pub group_constrained: Option<bool>,
    pub include_group_constrained: Option<bool>,
    pub policy_id: Option<String>,
    pub exclude_policy_constrained: Option<bool>,
    pub include_policy_id: Option<bool>,
    pub include_deleted: Option<bool>,
}

/// Body of `POST /teams/{team_id}/invite/email`: addresses alone, or with channels and a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum InviteForm {
    Emails(Vec<String>),
    Full(InviteWithChannels),
}

/// The long form of [`InviteForm`]; the only one for guests.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct InviteWithChannels {
    #[serde(deserialize_with = "omit::null_as_default")]
    pub emails: Vec<String>,
    #[serde(rename = "channelIds", alias = "channels", deserialize_with = "omit::null_as_default")]
    pub channel_ids: Vec<ChannelId>,
    pub message: String,
    /// Of our own: when the accounts of invited guests end; 0 when they do not.
    pub expires_at: Millis,
}

impl From<InviteForm> for InviteWithChannels {
    fn from(form: InviteForm) -> Self {
        match form {
            InviteForm::Emails(emails) => InviteWithChannels { emails, ..Default::default() },
            InviteForm::Full(full) => full,
        }
    }
}

/// One row of a graceful invitation's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InviteAttempt {
    pub email: String,
    pub error: Option<ErrorBody>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_for_everyone_keeps_its_door_shut() {
        let team = Team { email: "ann@example.test".into(), invite_id: "door".into(), ..Team::default() };
        let text = serde_json::to_string(&team.for_everyone()).expect("plain data");
        assert_eq!(
            text,
            r#"{"id":"","create_at":0,"update_at":0,"delete_at":0,"display_name":"","name":"","description":"","email":"","type":"","company_name":"","allowed_domains":"","invite_id":"","allow_open_invite":false,"scheme_id":null,"group_constrained":null,"policy_id":null,"cloud_limits_archived":false}"#
        );
    }

    #[test]
    fn both_forms_of_an_invitation_are_read() {
        let bare: InviteForm = serde_json::from_str(r#"["a@example.test"]"#).expect("a list");
        let full: InviteForm =
            serde_json::from_str(r#"{"emails":["a@example.test"],"channelIds":null,"message":"hi"}"#).expect("a map");
        assert_eq!(InviteWithChannels::from(bare).emails, InviteWithChannels::from(full).emails);
    }
}
