//! Schemes: the roles that stand in for the server's own in one team or channel, and moderation,
//! which is a channel's scheme seen as a few switches.

use base::Millis;
use base::ids::SchemeId;
use serde::{Deserialize, Serialize};

/// The role names behind a member's flags, for the scope and the narrower ones.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Scheme {
    pub id: SchemeId,
    pub name: String,
    pub display_name: String,
    pub description: String,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    /// `team`, `channel`, `playbook` or `run`.
    pub scope: String,
    pub default_team_admin_role: String,
    pub default_team_user_role: String,
    pub default_team_guest_role: String,
    pub default_channel_admin_role: String,
    pub default_channel_user_role: String,
    pub default_channel_guest_role: String,
    pub default_playbook_admin_role: String,
    pub default_playbook_member_role: String,
    pub default_run_admin_role: String,
    pub default_run_member_role: String,
}

/// Body of `PUT /schemes/{scheme_id}/patch`; what is absent stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SchemePatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// One switch of a channel's moderation, as answered.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Moderation {
    pub name: String,
    pub roles: ModeratedRoles,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeratedRoles {
    /// Absent where guests never have the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<ModeratedRole>,
    pub members: ModeratedRole,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeratedRole {
    /// Whether they may.
    pub value: bool,
    /// Whether the channel decides; not so when the wider role lacks the right.
    pub enabled: bool,
}

/// One switch in the body of `PUT /channels/{channel_id}/moderations/patch`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModerationPatch {
    pub name: String,
    pub roles: ModeratedRolesPatch,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ModeratedRolesPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guests: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_of_a_patch_may_name_members_only() {
        let body = r#"[{"name":"create_post","roles":{"members":false}}]"#;
        let patch: Vec<ModerationPatch> = serde_json::from_str(body).expect("parses");
        assert_eq!(patch[0].roles, ModeratedRolesPatch { guests: None, members: Some(false) });
    }

    #[test]
    fn a_switch_that_guests_never_have_leaves_them_out() {
        let moderation = Moderation { name: "manage_members".to_owned(), ..Moderation::default() };
        let json = serde_json::to_string(&moderation).expect("encodes");
        assert_eq!(json, r#"{"name":"manage_members","roles":{"members":{"value":false,"enabled":false}}}"#);
    }
}
