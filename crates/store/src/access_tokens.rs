//! Personal access tokens. The secret itself is never kept, only its SHA-256.

use base::ids::{AccessTokenId, UserId};
use wire::sessions::AccessToken;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT t.id, t.token_hash, t.user_id, t.description, t.is_active FROM user_access_tokens t ", $rest)
    };
}

crate::statements! {
    INSERT = "UserAccessTokenStore.Save" =>
        "INSERT INTO user_access_tokens (id, token_hash, user_id, description, is_active) VALUES ($1, $2, $3, $4, $5)";
    SET_ACTIVE = "UserAccessTokenStore.UpdateTokenEnable" => "UPDATE user_access_tokens SET is_active = $2 WHERE id = $1";
    STILL_ACTIVE = "UserAccessTokenStore.StillActive" =>
        "UPDATE user_access_tokens SET is_active = 1 WHERE id = $1 AND is_active = 1";
    REMOVE = "UserAccessTokenStore.Delete" => "DELETE FROM user_access_tokens WHERE id = $1";
    REMOVE_OF_USER = "UserAccessTokenStore.DeleteAllForUser" => "DELETE FROM user_access_tokens WHERE user_id = $1";
    BY_ID = "UserAccessTokenStore.Get" => select!("WHERE t.id = $1");
    BY_HASH = "UserAccessTokenStore.GetByToken" => select!("WHERE t.token_hash = $1");
    OF_USER = "UserAccessTokenStore.GetByUser" => select!("WHERE t.user_id = $1 ORDER BY t.id LIMIT $2 OFFSET $3");
    COUNT_OF_USER = "UserAccessTokenStore.CountByUser" =>
        "SELECT COUNT(*) FROM user_access_tokens WHERE user_id = $1";
    PAGE = "UserAccessTokenStore.GetAll" => select!("ORDER BY t.id LIMIT $1 OFFSET $2");
    SEARCH = "UserAccessTokenStore.Search" =>
        select!("JOIN users u ON u.id = t.user_id \
                 WHERE t.id = $1 OR t.user_id = $1 OR (u.username >= $2 AND u.username < $3) ORDER BY t.id LIMIT $4");
}

impl FromRow for AccessToken {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(AccessToken {
            id: row.id()?,
            token_hash: row.array()?,
            user_id: row.id()?,
            description: row.text()?,
            is_active: row.bool()?,
            ..AccessToken::default()
        })
    }
}

pub fn insert(token: &AccessToken) -> Write {
    let params = params![token.id, &token.token_hash, token.user_id, &token.description, token.is_active];
    Write::must(&INSERT, params)
}

/// Lets the token be used, or not.
pub fn set_active(id: AccessTokenId, active: Use) -> Write {
    Write::must(&SET_ACTIVE, params![id, active == Use::Allowed])
}

/// Fails with [`crate::Error::Unmet`] when the token is gone or refused by now: a session opens only in that change.
pub fn still_active(id: AccessTokenId) -> Write {
    Write::must(&STILL_ACTIVE, params![id])
}

/// Whether a token opens anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Allowed,
    Refused,
}

pub fn remove(id: AccessTokenId) -> Write {
    Write::must(&REMOVE, params![id])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

impl Store {
    pub async fn access_token(&self, id: AccessTokenId) -> Result<Option<AccessToken>> {
        self.one(&BY_ID, params![id]).await
    }

    pub async fn access_token_by_hash(&self, hash: &[u8; 32]) -> Result<Option<AccessToken>> {
        self.one(&BY_HASH, params![hash]).await
    }

    pub async fn access_tokens_of(&self, user: UserId, limit: usize, offset: usize) -> Result<Vec<AccessToken>> {
        self.all(&OF_USER, params![user, limit, offset]).await
    }

    pub async fn access_tokens_count(&self, user: UserId) -> Result<i64> {
        Ok(self.one(&COUNT_OF_USER, params![user]).await?.unwrap_or(0))
    }

    pub async fn access_tokens(&self, limit: usize, offset: usize) -> Result<Vec<AccessToken>> {
        self.all(&PAGE, params![limit, offset]).await
    }

    /// Tokens by their own id, their user's id, or the beginning of their user's name.
    pub async fn access_tokens_like(&self, term: &str, limit: usize) -> Result<Vec<AccessToken>> {
        let id = AccessTokenId::parse(term).unwrap_or(AccessTokenId::UNKNOWN);
        let from = term.to_lowercase();
        // Behind all names that begin so: none holds this character.
        let until = format!("{from}\u{10FFFF}");
        self.all(&SEARCH, params![id, from, until, limit]).await
    }
}
