//! OAuth applications, the codes on their way to them, and the tokens they hold.
//!
//! Codes and tokens are kept as SHA-256 only.

use base::Millis;
use base::ids::{OAuthAppId, UserId};
use wire::oauth::OAuthApp;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT a.id, a.creator_id, a.create_at, a.update_at, a.client_secret, a.name, a.description, a.icon_url, \
             a.callback_urls, a.homepage, a.is_trusted, a.mattermost_app_id, a.is_dynamically_registered \
             FROM oauth_apps a ",
            $rest
        )
    };
}

macro_rules! grant {
    ($rest:literal) => {
        concat!(
            "SELECT token_hash, refresh_hash, client_id, user_id, redirect_uri, expires_at, scope, \
                COALESCE(family, token_hash) \
             FROM oauth_access_data ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "OAuthStore.SaveApp" =>
        "INSERT INTO oauth_apps (id, creator_id, create_at, update_at, client_secret, name, description, icon_url, \
            callback_urls, homepage, is_trusted, mattermost_app_id, is_dynamically_registered, is_public) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    UPDATE = "OAuthStore.UpdateApp" =>
        "UPDATE oauth_apps SET update_at = $2, client_secret = $3, name = $4, description = $5, icon_url = $6, \
            callback_urls = $7, homepage = $8, is_trusted = $9 \
         WHERE id = $1";
    REMOVE = "OAuthStore.DeleteApp" => "DELETE FROM oauth_apps WHERE id = $1";
    BY_ID = "OAuthStore.GetApp" => select!("WHERE a.id = $1");
    PAGE = "OAuthStore.GetApps" => select!("ORDER BY a.id LIMIT $1 OFFSET $2");
    /// Index oauth_apps_creator.
    PAGE_OF_CREATOR = "OAuthStore.GetAppByUser" =>
        select!("WHERE a.creator_id = $1 ORDER BY a.id LIMIT $2 OFFSET $3");
    /// Index oauth_access_data_user.
    AUTHORIZED = "OAuthStore.GetAuthorizedApps" =>
        select!("WHERE a.id IN (SELECT client_id FROM oauth_access_data WHERE user_id = $1) \
                 ORDER BY a.id LIMIT $2 OFFSET $3");
    SELF_REGISTERED = "OAuthStore.CountSelfRegistered" =>
        "SELECT COUNT(*) FROM oauth_apps WHERE is_dynamically_registered = 1";
    IS_PUBLIC = "OAuthStore.IsPublicApp" => "SELECT is_public FROM oauth_apps WHERE id = $1";
    INSERT_CODE = "OAuthStore.SaveAuthData" =>
        "INSERT INTO oauth_auth_data (code_hash, client_id, user_id, expires_in, create_at, redirect_uri, state, \
            scope, code_challenge, code_challenge_method, resource) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    CODE = "OAuthStore.GetAuthData" =>
        "SELECT code_hash, client_id, user_id, expires_in, create_at, redirect_uri, state, scope, code_challenge, \
            code_challenge_method, resource \
         FROM oauth_auth_data WHERE code_hash = $1";
    REMOVE_CODE = "OAuthStore.RemoveAuthData" => "DELETE FROM oauth_auth_data WHERE code_hash = $1";
    /// Index oauth_auth_data_age.
    CLEAN_CODES = "OAuthStore.CleanupAuthData" => "DELETE FROM oauth_auth_data WHERE create_at < $1";
    /// Without an index: the table has the codes of ten minutes.
    REMOVE_CODES_OF_USER = "OAuthStore.RemoveAuthDataByUserId" => "DELETE FROM oauth_auth_data WHERE user_id = $1";
    REMOVE_CODES = "OAuthStore.RemoveAuthDataByUserIdAndClientId" =>
        "DELETE FROM oauth_auth_data WHERE user_id = $1 AND client_id = $2";
    REMOVE_ALL_CODES = "OAuthStore.RemoveAllAuthData" => "DELETE FROM oauth_auth_data";
    REMOVE_CODES_OF_APP = "OAuthStore.RemoveAuthDataByClientId" => "DELETE FROM oauth_auth_data WHERE client_id = $1";
    INSERT_GRANT = "OAuthStore.SaveAccessData" =>
        "INSERT INTO oauth_access_data (token_hash, refresh_hash, client_id, user_id, redirect_uri, expires_at, \
            scope, audience, family) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, '', $8)";
    REMOVE_GRANT = "OAuthStore.RemoveAccessData" => "DELETE FROM oauth_access_data WHERE token_hash = $1";
    /// Index oauth_access_data_user.
    REMOVE_GRANTS_OF_USER = "OAuthStore.RemoveAccessDataByUserId" => "DELETE FROM oauth_access_data WHERE user_id = $1";
    REMOVE_ALL_GRANTS = "OAuthStore.RemoveAllAccessData" => "DELETE FROM oauth_access_data";
    /// Index oauth_access_data_user.
    GRANTS = "OAuthStore.GetPreviousAccessData" =>
        grant!("WHERE user_id = $1 AND client_id = $2 ORDER BY token_hash LIMIT $3");
    GRANTS_OF_APP = "OAuthStore.GetAccessDataByApp" => grant!("WHERE client_id = $1 ORDER BY token_hash LIMIT $2");
    BY_REFRESH = "OAuthStore.GetAccessDataByRefreshToken" => grant!("WHERE refresh_hash = $1");
    /// Index oauth_access_data_family.
    REMOVE_FAMILY = "OAuthStore.RemoveAccessDataByFamily" =>
        "DELETE FROM oauth_access_data WHERE family = $1 AND client_id = $2";
    INSERT_USED = "OAuthStore.SaveUsed" => "INSERT INTO oauth_used (secret_hash, family, used_at) VALUES ($1, $2, $3)";
    FAMILY_OF_USED = "OAuthStore.GetFamilyOfUsed" => "SELECT family FROM oauth_used WHERE secret_hash = $1";
    /// Index oauth_used_age.
    CLEAN_USED = "OAuthStore.CleanupUsed" => "DELETE FROM oauth_used WHERE used_at < $1";
}

impl FromRow for OAuthApp {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(OAuthApp {
            id: row.id()?,
            creator_id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            client_secret: row.text()?,
            name: row.text()?,
            description: row.text()?,
            icon_url: row.text()?,
            callback_urls: row.json()?,
            homepage: row.text()?,
            is_trusted: row.bool()?,
            mattermost_app_id: row.text()?,
            is_dynamically_registered: row.bool()?,
        })
    }
}

/// A code that a browser carries from the server to an application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// SHA-256 of the code.
    pub hash: [u8; 32],
    pub client_id: OAuthAppId,
    pub user_id: UserId,
    /// Seconds.
    pub expires_in: i64,
    pub create_at: Millis,
    pub redirect_uri: String,
    pub state: String,
    pub scope: String,
    pub code_challenge: String,
    pub code_challenge_method: String,
    pub resource: String,
}

impl FromRow for Code {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Code {
            hash: row.array()?,
            client_id: row.id()?,
            user_id: row.id()?,
            expires_in: row.int()?,
            create_at: row.int()?,
            redirect_uri: row.text()?,
            state: row.text()?,
            scope: row.text()?,
            code_challenge: row.text()?,
            code_challenge_method: row.text()?,
            resource: row.text()?,
        })
    }
}

/// An application let in by a user. Its token is a session's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grant {
    /// SHA-256 of the session's token.
    pub token_hash: [u8; 32],
    /// SHA-256 of the token that gets the next one.
    pub refresh_hash: [u8; 32],
    pub client_id: OAuthAppId,
    pub user_id: UserId,
    pub redirect_uri: String,
    pub expires_at: Millis,
    pub scope: String,
    /// SHA-256 of the code that it comes from, over however many refreshes.
    pub family: [u8; 32],
}

impl FromRow for Grant {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Grant {
            token_hash: row.array()?,
            refresh_hash: row.array()?,
            client_id: row.id()?,
            user_id: row.id()?,
            redirect_uri: row.text()?,
            expires_at: row.int()?,
            scope: row.text()?,
            family: row.array()?,
        })
    }
}

struct Hash([u8; 32]);

impl FromRow for Hash {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Hash(row.array()?))
    }
}

/// Whether an application can keep a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    Confidential,
    Public,
}

pub fn insert(app: &OAuthApp, client: Client) -> Write {
    let params = params![
        app.id,
        app.creator_id,
        app.create_at,
        app.update_at,
        &app.client_secret,
        &app.name,
        &app.description,
        &app.icon_url,
        json(&app.callback_urls),
        &app.homepage,
        app.is_trusted,
        &app.mattermost_app_id,
        app.is_dynamically_registered,
        client == Client::Public,
    ];
    Write::must(&INSERT, params)
}

pub fn update(app: &OAuthApp) -> Write {
    let params = params![
        app.id,
        app.update_at,
        &app.client_secret,
        &app.name,
        &app.description,
        &app.icon_url,
        json(&app.callback_urls),
        &app.homepage,
        app.is_trusted,
    ];
    Write::must(&UPDATE, params)
}

/// Removes an application; what it holds is removed by writes of its own.
pub fn remove(id: OAuthAppId) -> Write {
    Write::must(&REMOVE, params![id])
}

pub fn insert_code(code: &Code) -> Write {
    let params = params![
        &code.hash,
        code.client_id,
        code.user_id,
        code.expires_in,
        code.create_at,
        &code.redirect_uri,
        &code.state,
        &code.scope,
        &code.code_challenge,
        &code.code_challenge_method,
        &code.resource,
    ];
    Write::must(&INSERT_CODE, params)
}

/// Uses a code up; fails with [`crate::Error::Unmet`] when it was used already.
pub fn remove_code(hash: &[u8; 32]) -> Write {
    Write::must(&REMOVE_CODE, params![hash])
}

pub fn clean_codes(before: Millis) -> Write {
    Write::new(&CLEAN_CODES, params![before])
}

pub fn remove_codes_of_app(id: OAuthAppId) -> Write {
    Write::new(&REMOVE_CODES_OF_APP, params![id])
}

pub fn insert_grant(grant: &Grant) -> Write {
    let params = params![
        &grant.token_hash,
        &grant.refresh_hash,
        grant.client_id,
        grant.user_id,
        &grant.redirect_uri,
        grant.expires_at,
        &grant.scope,
        &grant.family,
    ];
    Write::must(&INSERT_GRANT, params)
}

/// Remembers a code or a refresh token that was used up, by its hash, for when it is shown again.
pub fn insert_used(hash: &[u8; 32], family: &[u8; 32], now: Millis) -> Write {
    Write::must(&INSERT_USED, params![hash, family, now])
}

pub fn clean_used(before: Millis) -> Write {
    Write::new(&CLEAN_USED, params![before])
}

/// Ends all of an application's grants that come from one code; [`crate::sessions::remove_of_oauth_family`] before it
/// ends their sessions.
pub fn remove_family(family: &[u8; 32], client: OAuthAppId) -> Write {
    Write::new(&REMOVE_FAMILY, params![family, client])
}

/// Ends all that applications were given by a user, also what they were about to be given.
pub fn remove_of_user(user: UserId) -> [Write; 2] {
    [Write::new(&REMOVE_GRANTS_OF_USER, params![user]), Write::new(&REMOVE_CODES_OF_USER, params![user])]
}

/// Voids the codes that a user gave an application.
pub fn remove_codes(user: UserId, app: OAuthAppId) -> Write {
    Write::new(&REMOVE_CODES, params![user, app])
}

/// All that applications were given by anybody.
pub fn remove_all() -> [Write; 2] {
    [Write::new(&REMOVE_ALL_GRANTS, params![]), Write::new(&REMOVE_ALL_CODES, params![])]
}

/// Ends a grant, if it lives.
pub fn end_grant(token_hash: &[u8; 32]) -> Write {
    Write::new(&REMOVE_GRANT, params![token_hash])
}

/// Ends a grant; fails with [`crate::Error::Unmet`] when it ended already.
pub fn remove_grant(token_hash: &[u8; 32]) -> Write {
    Write::must(&REMOVE_GRANT, params![token_hash])
}

impl Store {
    pub async fn oauth_app(&self, id: OAuthAppId) -> Result<Option<OAuthApp>> {
        self.one(&BY_ID, params![id]).await
    }

    /// True for applications that cannot keep a secret.
    pub async fn oauth_app_is_public(&self, id: OAuthAppId) -> Result<bool> {
        Ok(self.one::<i64>(&IS_PUBLIC, params![id]).await?.unwrap_or(0) != 0)
    }

    /// Applications that registered themselves.
    pub async fn oauth_apps_self_registered(&self) -> Result<i64> {
        Ok(self.one(&SELF_REGISTERED, params![]).await?.unwrap_or_default())
    }

    /// One page of applications, oldest first; those of one creator when it is set.
    pub async fn oauth_apps(&self, creator: Option<UserId>, limit: usize, offset: usize) -> Result<Vec<OAuthApp>> {
        match creator {
            Some(creator) => self.all(&PAGE_OF_CREATOR, params![creator, limit, offset]).await,
            None => self.all(&PAGE, params![limit, offset]).await,
        }
    }

    /// The applications that a user let in.
    pub async fn oauth_apps_authorized(&self, user: UserId, limit: usize, offset: usize) -> Result<Vec<OAuthApp>> {
        self.all(&AUTHORIZED, params![user, limit, offset]).await
    }

    pub async fn oauth_code(&self, hash: &[u8; 32]) -> Result<Option<Code>> {
        self.one(&CODE, params![hash]).await
    }

    pub async fn oauth_grants(&self, user: UserId, app: OAuthAppId, limit: usize) -> Result<Vec<Grant>> {
        self.all(&GRANTS, params![user, app, limit]).await
    }

    /// What an application holds. Reads the table of grants: only who deletes an application asks.
    pub async fn oauth_grants_of_app(&self, app: OAuthAppId, limit: usize) -> Result<Vec<Grant>> {
        self.all(&GRANTS_OF_APP, params![app, limit]).await
    }

    /// The family of a code or a refresh token that was used up; `None` for what was never given out, or long ago.
    pub async fn oauth_family_of_used(&self, hash: &[u8; 32]) -> Result<Option<[u8; 32]>> {
        Ok(self.one::<Hash>(&FAMILY_OF_USED, params![hash]).await?.map(|Hash(family)| family))
    }

    pub async fn oauth_grant_by_refresh(&self, hash: &[u8; 32]) -> Result<Option<Grant>> {
        self.one(&BY_REFRESH, params![hash]).await
    }
}
