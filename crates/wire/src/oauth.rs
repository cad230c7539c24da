//! OAuth applications that users let in, and the answers of the token endpoint.

use base::Millis;
use base::ids::{OAuthAppId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// A registered application. Its id is the client id.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OAuthApp {
    pub id: OAuthAppId,
    pub creator_id: UserId,
    pub create_at: Millis,
    pub update_at: Millis,
    /// Blank for those who do not manage the application.
    pub client_secret: String,
    pub name: String,
    pub description: String,
    pub icon_url: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub callback_urls: Vec<String>,
    pub homepage: String,
    /// Users are not asked before it gets in.
    pub is_trusted: bool,
    pub mattermost_app_id: String,
    #[serde(skip_serializing_if = "omit::off")]
    pub is_dynamically_registered: bool,
}

impl OAuthApp {
    /// The application as those see it who only decide whether to let it in.
    pub fn for_users(mut self) -> OAuthApp {
        self.client_secret.clear();
        self
    }
}

/// Body of `POST /oauth/authorize`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AuthorizeForm {
    pub response_type: String,
    pub client_id: OAuthAppId,
    pub redirect_uri: String,
    pub scope: String,
    pub state: String,
    pub code_challenge: String,
    pub code_challenge_method: String,
    pub resource: String,
}

/// Answer of `POST /oauth/authorize`: where the browser goes next.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Redirect {
    pub redirect: String,
}

/// Body of `POST /oauth/deauthorize`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DeauthorizeForm {
    pub client_id: OAuthAppId,
}

/// Body of `POST /oauth/access_token`, form-encoded.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessTokenRequest {
    /// `authorization_code` or `refresh_token`.
    pub grant_type: String,
    pub client_id: OAuthAppId,
    pub client_secret: String,
    pub code: String,
    pub redirect_uri: String,
    pub refresh_token: String,
    pub code_verifier: String,
    pub resource: String,
}

/// Answer of `POST /oauth/access_token`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AccessTokenResponse {
    pub access_token: String,
    /// Always `bearer`.
    pub token_type: String,
    /// Seconds.
    pub expires_in: i64,
    pub scope: String,
    pub refresh_token: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id_token: String,
}

/// A code on its way from the browser to the application; stored, never listed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AuthorizationCode {
    pub client_id: OAuthAppId,
    pub user_id: UserId,
    pub code: String,
    /// Seconds.
    pub expires_in: i64,
    pub create_at: Millis,
    pub redirect_uri: String,
    pub state: String,
    pub scope: String,
    pub code_challenge: String,
    pub code_challenge_method: String,
}

/// An application let in by a user; stored, never listed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OAuthGrant {
    pub client_id: OAuthAppId,
    pub user_id: UserId,
    pub token: String,
    pub refresh_token: String,
    pub redirect_uri: String,
    pub expires_at: Millis,
    pub scope: String,
}
