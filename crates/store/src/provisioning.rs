//! What provisioning programs (SCIM) keep: their tokens, and what they call accounts. A token's secret is never kept, only
//! its SHA-256.

use base::Millis;
use base::ids::{ProvisioningTokenId, UserId};
use wire::provisioning::ProvisioningToken;
use wire::users::User;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::users::SELECT;
use crate::{Statement, Store, Write, params};

/// Whom a provisioning program sees: people of this server whom it has not removed.
const PEOPLE: &str = "COALESCE(u.remote_id, '') = '' AND NOT EXISTS (SELECT 1 FROM bots x WHERE x.user_id = u.id) \
    AND NOT EXISTS (SELECT 1 FROM provisioned_users p WHERE p.user_id = u.id AND p.is_removed = 1)";

macro_rules! select {
    (tokens $rest:literal) => {
        concat!("SELECT id, token_hash, description, create_at, last_used_at FROM provisioning_tokens ", $rest)
    };
    (users $rest:literal) => {
        concat!("SELECT user_id, user_name, external_id, is_removed FROM provisioned_users ", $rest)
    };
}

crate::statements! {
    INSERT_TOKEN = "ProvisioningStore.SaveToken" =>
        "INSERT INTO provisioning_tokens (id, token_hash, description, create_at, last_used_at) \
         VALUES ($1, $2, $3, $4, $5)";
    USE_TOKEN = "ProvisioningStore.UseToken" => "UPDATE provisioning_tokens SET last_used_at = $2 WHERE id = $1";
    REMOVE_TOKEN = "ProvisioningStore.DeleteToken" => "DELETE FROM provisioning_tokens WHERE id = $1";
    TOKENS = "ProvisioningStore.GetTokens" => select!(tokens "ORDER BY id LIMIT $1");
    TOKEN_BY_HASH = "ProvisioningStore.GetToken" => select!(tokens "WHERE token_hash = $1");
    SAVE = "ProvisioningStore.SaveUser" =>
        "INSERT INTO provisioned_users (user_id, user_name, user_name_folded, external_id, is_removed) \
         VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (user_id) DO UPDATE SET user_name = excluded.user_name, \
            user_name_folded = excluded.user_name_folded, external_id = excluded.external_id, \
            is_removed = excluded.is_removed";
    OF_USERS = "ProvisioningStore.GetUsers" => select!(users "WHERE user_id = ANY($1) ORDER BY user_id");
    BY_NAME = "ProvisioningStore.GetUserByName" => select!(users "WHERE user_name_folded = $1");
    /// Index provisioned_users_external.
    BY_EXTERNAL = "ProvisioningStore.GetUsersByExternalId" =>
        select!(users "WHERE external_id = $1 AND external_id IS NOT NULL ORDER BY user_id LIMIT $2");
    REMOVE_OF_USER = "ProvisioningStore.DeleteUser" => "DELETE FROM provisioned_users WHERE user_id = $1";
}

impl FromRow for ProvisioningToken {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(ProvisioningToken {
            id: row.id()?,
            token_hash: row.array()?,
            description: row.text()?,
            create_at: row.int()?,
            last_used_at: row.int()?,
            ..ProvisioningToken::default()
        })
    }
}

/// What a provisioning program calls an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provisioned {
    pub user_id: UserId,
    pub user_name: String,
    pub external_id: Option<String>,
    pub is_removed: bool,
}

impl FromRow for Provisioned {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Provisioned {
            user_id: row.id()?,
            user_name: row.text()?,
            external_id: row.opt_text()?,
            is_removed: row.bool()?,
        })
    }
}

pub fn insert_token(token: &ProvisioningToken) -> Write {
    let params = params![token.id, &token.token_hash, &token.description, token.create_at, token.last_used_at];
    Write::must(&INSERT_TOKEN, params)
}

pub fn use_token(id: ProvisioningTokenId, now: Millis) -> Write {
    Write::new(&USE_TOKEN, params![id, now])
}

/// Fails with [`crate::Error::Unmet`] when there is none.
pub fn remove_token(id: ProvisioningTokenId) -> Write {
    Write::must(&REMOVE_TOKEN, params![id])
}

/// Conflicts on `provisioned_users.user_name_folded`.
pub fn save(one: &Provisioned) -> Write {
    let folded = one.user_name.to_lowercase();
    Write::must(&SAVE, params![one.user_id, &one.user_name, folded, one.external_id.clone(), one.is_removed])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

impl Store {
    pub async fn provisioning_tokens(&self, limit: usize) -> Result<Vec<ProvisioningToken>> {
        self.all(&TOKENS, params![limit]).await
    }

    pub async fn provisioning_token_by_hash(&self, hash: &[u8; 32]) -> Result<Option<ProvisioningToken>> {
        self.one(&TOKEN_BY_HASH, params![hash]).await
    }

    /// What is noted of some accounts, by their ids.
    pub async fn provisioned(&self, users: &[UserId]) -> Result<Vec<Provisioned>> {
        self.all(&OF_USERS, params![users]).await
    }

    /// The account that a program calls so, removed ones as well; `name` in any case.
    pub async fn provisioned_by_name(&self, name: &str) -> Result<Option<Provisioned>> {
        self.one(&BY_NAME, params![name.to_lowercase()]).await
    }

    pub async fn provisioned_by_external_id(&self, id: &str, limit: usize) -> Result<Vec<Provisioned>> {
        self.all(&BY_EXTERNAL, params![id, limit]).await
    }

    /// People whom a program sees, in order of their ids, from behind `after` on.
    pub async fn provisionable(&self, after: UserId, limit: usize, offset: usize) -> Result<Vec<User>> {
        let sql = format!("{SELECT}WHERE u.id > $1 AND {PEOPLE} ORDER BY u.id LIMIT $2 OFFSET $3");
        self.all(&Statement::composed("ProvisioningStore.GetPeople", sql), params![after, limit, offset]).await
    }

    /// How many there are. Reads all of them.
    pub async fn provisionable_count(&self) -> Result<i64> {
        let sql = format!("SELECT COUNT(*) FROM users u WHERE {PEOPLE}");
        let count = self.one(&Statement::composed("ProvisioningStore.CountPeople", sql), params![]).await?;
        Ok(count.unwrap_or_default())
    }
}
