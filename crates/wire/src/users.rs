//! Users as they travel, as they are stored, and as each kind of viewer sees them.
//!
//! The store fills a whole [`User`]; a handler picks the view ([`User::for_self`],
//! [`User::for_admin`], [`User::for_others`]) before it answers. Secrets are never serialised.

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit::{self, StringMap};

/// The role of everyone with an ordinary account.
pub const SYSTEM_USER: &str = "system_user";
/// The role that holds every permission.
pub const SYSTEM_ADMIN: &str = "system_admin";
/// The role of accounts that see only what they were invited to.
pub const SYSTEM_GUEST: &str = "system_guest";
/// What accounts are marked with whose owners sign in by links in mails.
pub const MAGIC_LINK: &str = "magic_link";

/// Key of [`User::props`] under which the custom status is kept as JSON.
pub const PROP_CUSTOM_STATUS: &str = "customStatus";

/// An account of a person or a bot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct User {
    pub id: UserId,
    #[serde(skip_serializing_if = "omit::zero")]
    pub create_at: Millis,
    #[serde(skip_serializing_if = "omit::zero")]
    pub update_at: Millis,
    /// When the account was deactivated; 0 while it is active.
    pub delete_at: Millis,
    pub username: String,
    #[serde(skip)]
    pub password_hash: String,
    /// The name at the outer sign-on service. `Some("")` once sanitised, which is what viewers receive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_data: Option<String>,
    /// The outer sign-on service, empty for accounts with a password.
    pub auth_service: String,
    pub email: String,
    #[serde(skip_serializing_if = "omit::off")]
    pub email_verified: bool,
    pub nickname: String,
    pub first_name: String,
    pub last_name: String,
    pub position: String,
    /// Names of roles, separated by spaces.
    pub roles: String,
    #[serde(skip_serializing_if = "omit::off")]
    pub allow_marketing: bool,
    #[serde(skip_serializing_if = "StringMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub props: StringMap,
    #[serde(skip_serializing_if = "StringMap::is_empty", deserialize_with = "omit::null_as_default")]
    pub notify_props: StringMap,
    #[serde(skip_serializing_if = "omit::zero")]
    pub last_password_update: Millis,
    /// Negative while the picture is the default one.
    #[serde(skip_serializing_if = "omit::zero")]
    pub last_picture_update: Millis,
    /// Wrong passwords since the last login.
    #[serde(skip_serializing_if = "omit::zero")]
    pub failed_attempts: i64,
    pub locale: String,
    pub timezone: Option<StringMap>,
    #[serde(skip_serializing_if = "omit::off")]
    pub mfa_active: bool,
    #[serde(skip)]
    pub mfa_secret: String,
    /// How many passkeys the account has.
    #[serde(skip_serializing_if = "omit::zero")]
    pub passkey_count: i64,
    /// `Some("")` for accounts made here; absent for bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote_id: Option<String>,
    #[serde(skip_serializing_if = "omit::zero")]
    pub last_activity_at: Millis,
    #[serde(skip_serializing_if = "omit::off")]
    pub is_bot: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub bot_description: String,
    #[serde(skip_serializing_if = "omit::zero")]
    pub bot_last_icon_update: Millis,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub terms_of_service_id: String,
    #[serde(skip_serializing_if = "omit::zero")]
    pub terms_of_service_create_at: Millis,
    pub disable_welcome_email: bool,
    #[serde(skip_serializing_if = "omit::zero")]
    pub last_login: Millis,
    /// Acts for the account with a member's rights alone, also where the account administers a team or a channel. Never
    /// stored.
    #[serde(skip)]
    pub is_narrowed: bool,
}

/// What the server's privacy settings let ordinary users see of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Privacy {
    pub show_email: bool,
    pub show_full_name: bool,
}

impl User {
    /// A user of whom only the id is told, as in the participants of a collapsed thread.
    pub fn only_id(id: UserId) -> User {
        User { id, ..User::default() }
    }

    pub fn has_role(&self, role: &str) -> bool {
        self.roles.split_ascii_whitespace().any(|name| name == role)
    }

    pub fn is_guest(&self) -> bool {
        self.has_role(SYSTEM_GUEST)
    }

    pub fn is_system_admin(&self) -> bool {
        self.has_role(SYSTEM_ADMIN)
    }

    /// Whether a password alone lets nobody in: there are codes of an app, or a passkey.
    pub fn has_second_factor(&self) -> bool {
        self.mfa_active || self.passkey_count > 0
    }

    pub fn is_active(&self) -> bool {
        self.delete_at == 0
    }

    /// First and last name with one space between, or what there is of them.
    pub fn full_name(&self) -> String {
        match (self.first_name.as_str(), self.last_name.as_str()) {
            ("", last) => last.to_owned(),
            (first, "") => first.to_owned(),
            (first, last) => format!("{first} {last}"),
        }
    }

    /// What the user sees of the own account: everything but secrets and the last login.
    pub fn for_self(mut self) -> User {
        self.clear_secrets();
        self.auth_data = None;
        self
    }

    /// What those who administer users see of another account.
    pub fn for_admin(mut self) -> User {
        self.clear_secrets();
        self.clear_private_times();
        self
    }

    /// What an ordinary user sees of another account.
    pub fn for_others(mut self, privacy: Privacy) -> User {
        self.clear_secrets();
        self.clear_private_times();
        self.auth_data = Some(String::new());
        self.auth_service.clear();
        self.notify_props.clear();
        self.failed_attempts = 0;
        self.passkey_count = 0;
        if !privacy.show_email {
            self.email.clear();
        }
        if !privacy.show_full_name {
            self.first_name.clear();
            self.last_name.clear();
        }
        self
    }

    fn clear_secrets(&mut self) {
        self.password_hash.clear();
        self.mfa_secret.clear();
        self.last_login = 0;
    }

    fn clear_private_times(&mut self) {
        self.email_verified = false;
        self.allow_marketing = false;
        self.last_password_update = 0;
    }
}

/// Body of `POST /users` and `PUT /users/{user_id}`: what a client may say of an account.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserForm {
    pub id: UserId,
    /// Honoured for administrators only, who import accounts.
    pub create_at: Millis,
    pub username: String,
    pub password: String,
    pub auth_data: Option<String>,
    pub auth_service: String,
    pub email: String,
    pub email_verified: bool,
    pub nickname: String,
    pub first_name: String,
    pub last_name: String,
    pub position: String,
    pub roles: String,
    pub allow_marketing: bool,
    pub props: Option<StringMap>,
    pub notify_props: Option<StringMap>,
    pub locale: String,
    pub timezone: Option<StringMap>,
    pub disable_welcome_email: bool,
}

/// Body of `PUT /users/{user_id}/patch`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The current password, needed to change the own e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nickname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub props: Option<StringMap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify_props: Option<StringMap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<StringMap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remote_id: Option<String>,
}

/// Body of `POST /users/search`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserSearch {
    pub term: String,
    pub team_id: TeamId,
    pub not_in_team_id: TeamId,
    pub in_channel_id: ChannelId,
    pub not_in_channel_id: ChannelId,
    pub in_group_id: String,
    pub not_in_group_id: String,
    pub group_constrained: bool,
    pub allow_inactive: bool,
    pub without_team: bool,
    pub limit: i64,
    pub role: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub roles: Vec<String>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub channel_roles: Vec<String>,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub team_roles: Vec<String>,
}

/// Answer of `GET /users/autocomplete`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserAutocomplete {
    pub users: Vec<User>,
    /// Present only when a channel was asked about and someone of the team is outside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out_of_channel: Vec<User>,
}

/// Body of `PUT /users/{user_id}/roles` and of the like for members.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RolesForm {
    pub roles: String,
}

/// Body of `PUT /users/{user_id}/active`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActiveForm {
    /// Absent is refused, so it is told apart from `false`.
    pub active: Option<bool>,
}

/// Body of `PUT /users/{user_id}/password`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasswordChange {
    pub current_password: String,
    pub new_password: String,
    /// `new_password` is a hash that another server made: PBKDF2 in its PHC form, or bcrypt.
    pub already_hashed: bool,
}

/// Body of `POST /users/password/reset`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PasswordReset {
    pub token: String,
    pub new_password: String,
}

/// Body of requests that name an account by its address.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EmailForm {
    pub email: String,
}

/// Body of `POST /users/email/verify`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TokenForm {
    pub token: String,
}

/// Body of `PUT /users/{user_id}/mfa`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MfaForm {
    pub activate: Option<bool>,
    pub code: String,
}

/// Answer of `POST /users/{user_id}/mfa/generate`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MfaSecret {
    pub secret: String,
    /// A PNG image, base64.
    pub qr_code: String,
}

/// Body of `PUT /users/{user_id}/auth`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AuthForm {
    pub auth_data: Option<String>,
    pub auth_service: String,
    pub password: String,
}

/// Answer of `GET /users/stats` and `GET /users/stats/filtered`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserStats {
    pub total_users_count: i64,
}

/// Body of `POST /users/{user_id}/typing` and data of the `user_typing` action.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TypingForm {
    pub channel_id: ChannelId,
    pub parent_id: base::ids::PostId,
}

/// Body of `POST /users/{user_id}/terms_of_service`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TermsAnswer {
    pub terms_of_service_id: String,
    pub accepted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_VISIBLE: Privacy = Privacy { show_email: true, show_full_name: true };

    fn ann() -> User {
        User {
            id: UserId::parse("xbtrekzzpbb1jpbbdo4rqjoiay").expect("an id"),
            create_at: 1_700_000_000_000,
            update_at: 1_700_000_000_001,
            username: "ann".into(),
            password_hash: "$2b$10$secret".into(),
            mfa_secret: "secret".into(),
            auth_data: Some("ann@idp".into()),
            auth_service: "saml".into(),
            email: "ann@example.test".into(),
            first_name: "Ann".into(),
            last_name: "Lee".into(),
            roles: "system_admin system_user".into(),
            notify_props: StringMap::from([("push".into(), "mention".into())]),
            last_password_update: 5,
            last_login: 6,
            failed_attempts: 7,
            locale: "en".into(),
            remote_id: Some(String::new()),
            ..User::default()
        }
    }

    #[test]
    fn others_learn_nothing_private() {
        let seen = ann().for_others(Privacy { show_email: false, show_full_name: false });
        assert_eq!(
            serde_json::to_string(&seen).expect("plain data"),
            r#"{"id":"xbtrekzzpbb1jpbbdo4rqjoiay","create_at":1700000000000,"update_at":1700000000001,"delete_at":0,"username":"ann","auth_data":"","auth_service":"","email":"","nickname":"","first_name":"","last_name":"","position":"","roles":"system_admin system_user","locale":"en","timezone":null,"remote_id":"","disable_welcome_email":false}"#
        );
    }

    #[test]
    fn no_view_carries_a_secret() {
        for view in [ann(), ann().for_self(), ann().for_admin(), ann().for_others(ALL_VISIBLE)] {
            let text = serde_json::to_string(&view).expect("plain data");
            assert!(!text.contains("secret"), "{text}");
        }
        assert_eq!(ann().for_self().last_login, 0);
    }

    #[test]
    fn an_admin_keeps_what_administration_needs() {
        let seen = ann().for_admin();
        assert_eq!(seen.auth_data.as_deref(), Some("ann@idp"));
        assert_eq!(seen.failed_attempts, 7);
        assert_eq!(seen.last_password_update, 0);
        assert!(!seen.notify_props.is_empty());
    }

    #[test]
    fn a_participant_of_a_thread_is_an_id_and_blanks() {
        let stub = User::only_id(ann().id).for_others(ALL_VISIBLE);
        assert_eq!(
            serde_json::to_string(&stub).expect("plain data"),
            r#"{"id":"xbtrekzzpbb1jpbbdo4rqjoiay","delete_at":0,"username":"","auth_data":"","auth_service":"","email":"","nickname":"","first_name":"","last_name":"","position":"","roles":"","locale":"","timezone":null,"disable_welcome_email":false}"#
        );
    }

    #[test]
    fn a_role_is_a_whole_word() {
        assert!(ann().is_system_admin());
        assert!(!ann().has_role("system"));
        assert!(!ann().is_guest());
    }
}
