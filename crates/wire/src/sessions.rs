//! Sessions, personal access tokens, and the bodies by which people sign in.
//!
//! A session's token travels once, in the answer that creates it; the store keeps its hash.

use base::Millis;
use base::ids::{AccessTokenId, SessionId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit::{self, StringMap};
use crate::teams::TeamMember;

pub const PROP_PLATFORM: &str = "platform";
pub const PROP_OS: &str = "os";
pub const PROP_BROWSER: &str = "browser";
pub const PROP_CSRF: &str = "csrf";
/// [`TYPE_ACCESS_TOKEN`] for sessions of a personal access token.
pub const PROP_TYPE: &str = "type";
pub const PROP_ACCESS_TOKEN_ID: &str = "user_access_token_id";
pub const PROP_IS_BOT: &str = "is_bot";
pub const PROP_IS_GUEST: &str = "is_guest";
pub const PROP_IS_MOBILE: &str = "isMobile";
pub const PROP_IS_SAML: &str = "isSaml";
pub const PROP_IS_OAUTH_USER: &str = "isOAuthUser";
/// The provider by which somebody signed in, and what it calls its own session.
pub const PROP_SSO_SERVICE: &str = "sso_service";
pub const PROP_SSO_SID: &str = "sso_sid";
/// What a provider of SAML calls the person, as a request to sign out repeats it.
pub const PROP_SSO_NAME: &str = "sso_name";
pub const PROP_OAUTH_APP_ID: &str = "oauth_app_id";
pub const PROP_OAUTH_SCOPE: &str = "oauth_scope";
pub const PROP_DEVICE_NOTIFICATION_DISABLED: &str = "device_notification_disabled";
pub const PROP_MOBILE_VERSION: &str = "mobile_version";
pub const TYPE_ACCESS_TOKEN: &str = "UserAccessToken";

/// Somebody signed in, on one device or by one token.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    pub id: SessionId,
    /// Blank whenever a session is listed.
    pub token: String,
    /// SHA-256 of the token, by which the store finds the session.
    #[serde(skip)]
    pub token_hash: [u8; 32],
    pub create_at: Millis,
    /// 0 for sessions that never end.
    pub expires_at: Millis,
    pub last_activity_at: Millis,
    pub user_id: UserId,
    pub device_id: String,
    pub roles: String,
    pub is_oauth: bool,
    pub expired_notify: bool,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub props: StringMap,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub team_members: Vec<TeamMember>,
    pub local: bool,
}

impl Session {
    pub fn prop(&self, name: &str) -> &str {
        self.props.get(name).map_or("", String::as_str)
    }

    pub fn is_expired(&self, now: Millis) -> bool {
        self.expires_at > 0 && now > self.expires_at
    }

    pub fn is_mobile(&self) -> bool {
        self.prop(PROP_IS_MOBILE) == "true"
    }

    /// True for sessions of personal access tokens, which the activity rules leave alone.
    pub fn is_access_token(&self) -> bool {
        self.prop(PROP_TYPE) == TYPE_ACCESS_TOKEN
    }

    /// The session without the secret that makes it usable.
    pub fn listed(mut self) -> Session {
        self.token.clear();
        self
    }
}

/// Body of `POST /users/login`. Every value is text, flags as well.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LoginForm {
    /// Wins over `login_id` when both are given.
    pub id: UserId,
    pub login_id: String,
    pub password: String,
    /// The second factor.
    pub token: String,
    pub device_id: String,
    pub ldap_only: String,
    pub magic_link_token: String,
    /// Of our own: this browser is not asked for the second factor again for a while.
    pub remember_browser: String,
}

/// Body of `POST /users/login/switch`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SwitchForm {
    pub current_service: String,
    pub new_service: String,
    pub email: String,
    pub password: String,
    pub new_password: String,
    pub mfa_code: String,
    pub ldap_id: String,
}

/// Answer of `POST /users/login/switch`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FollowLink {
    pub follow_link: String,
}

/// Answer of `POST /users/login/type`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LoginType {
    pub auth_service: String,
    pub is_deactivated: bool,
}

/// Body of `POST /users/{user_id}/sessions/revoke`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionForm {
    pub session_id: SessionId,
}

/// Body of `PUT /users/sessions/device`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceForm {
    pub device_id: String,
    pub device_notification_disabled: String,
    pub mobile_version: String,
}

/// A personal access token.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessToken {
    pub id: AccessTokenId,
    /// The secret: sent in the answer that creates it and never again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub token: String,
    /// SHA-256 of the secret.
    #[serde(skip)]
    pub token_hash: [u8; 32],
    pub user_id: UserId,
    pub description: String,
    pub is_active: bool,
}

/// Body of `POST /users/{user_id}/tokens`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessTokenForm {
    pub description: String,
}

/// Body of `POST /users/tokens/{revoke,disable,enable}`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessTokenRef {
    pub token_id: AccessTokenId,
}

/// Body of `POST /users/tokens/search`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessTokenSearch {
    pub term: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_session_cannot_be_used() {
        let session = Session { token: "secret".into(), token_hash: [7; 32], ..Session::default() };
        let text = serde_json::to_string(&session.listed()).expect("plain data");
        assert_eq!(
            text,
            r#"{"id":"","token":"","create_at":0,"expires_at":0,"last_activity_at":0,"user_id":"","device_id":"","roles":"","is_oauth":false,"expired_notify":false,"props":{},"team_members":[],"local":false}"#
        );
    }

    #[test]
    fn zero_means_that_a_session_never_ends() {
        assert!(!Session::default().is_expired(Millis::MAX));
        assert!(Session { expires_at: 5, ..Session::default() }.is_expired(6));
        assert!(!Session { expires_at: 5, ..Session::default() }.is_expired(5));
    }
}
