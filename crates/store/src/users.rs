//! Users: accounts of people and bots.
//!
//! A row is read whole, with what the table of bots adds; who may see which part is decided where
//! it is answered. Lists with filters are put together in [`crate::users_list`].
//!
//! A sign-in changes the account for who reads it by its name, by its address or in a list, as clients of this API know
//! it. Who reads it by id, or many by their names, sees it change with the sign-in after that: what memory holds of an
//! account that signs in once stays true, and all nodes of a cluster answer the same. So `update_at` of a row holds the
//! last change but the latest sign-in, whose time is in `last_login`.

use base::Millis;
use base::ids::UserId;
use wire::users::{SYSTEM_ADMIN, User};

use crate::error::{Error, Result};
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

/// Reads users with the columns that [`User::from_row`] expects; `u` is the user, `b` the bot.
macro_rules! select {
    ($rest:literal) => {
        select!("GREATEST(u.update_at, u.last_login)", $rest)
    };
    ($update_at:literal, $rest:literal) => {
        concat!(
            "SELECT u.id, u.create_at, ",
            $update_at,
            ", u.delete_at, u.username, u.password_hash, u.auth_data, u.auth_service, u.email, u.email_verified, \
             u.nickname, u.first_name, u.last_name, u.position, u.roles, u.allow_marketing, u.props, u.notify_props, \
             u.last_password_update, u.last_picture_update, u.failed_attempts, u.locale, u.timezone, u.mfa_active, \
             u.mfa_secret, u.passkey_count, u.remote_id, u.disable_welcome_email, u.last_login, b.description, \
             b.last_icon_update \
             FROM users u LEFT JOIN bots b ON b.user_id = u.id ",
            $rest
        )
    };
}

/// What a list of users selects.
pub(crate) const SELECT: &str = select!("");

crate::statements! {
    INSERT = "UserStore.Save" =>
        "INSERT INTO users (id, create_at, update_at, delete_at, username, password_hash, auth_data, auth_service, \
            email, email_verified, nickname, first_name, last_name, position, roles, allow_marketing, props, \
            notify_props, last_password_update, last_picture_update, failed_attempts, locale, timezone, mfa_active, \
            mfa_secret, remote_id, disable_welcome_email, last_login, nickname_folded, first_name_folded, \
            last_name_folded) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, \
            $22, $23, $24, $25, $26, $27, $28, $29, $30, $31)";
    UPDATE = "UserStore.Update" =>
        "UPDATE users SET update_at = $3, username = $4, auth_data = $5, auth_service = $6, email = $7, \
            email_verified = $8, nickname = $9, first_name = $10, last_name = $11, position = $12, \
            allow_marketing = $13, props = $14, notify_props = $15, locale = $16, timezone = $17, remote_id = $18, \
            nickname_folded = $19, first_name_folded = $20, last_name_folded = $21 \
         WHERE id = $1 AND $2 IN (update_at, GREATEST(update_at, last_login))";
    SET_PASSWORD = "UserStore.UpdatePassword" =>
        "UPDATE users SET password_hash = $2, last_password_update = $3, update_at = $3, failed_attempts = 0, \
            auth_data = NULL, auth_service = '' \
         WHERE id = $1";
    SET_ROLES = "UserStore.UpdateRoles" => "UPDATE users SET roles = $2, update_at = $3 WHERE id = $1";
    /// There are few administrators, and this is asked when one of them goes: it reads all accounts.
    KEEP_ADMINISTRATOR = "UserStore.KeepAdministrator" =>
        "UPDATE users SET update_at = update_at WHERE id = $1 AND EXISTS (SELECT 1 FROM users o \
            WHERE o.id <> $1 AND o.delete_at = 0 AND ' ' || o.roles || ' ' LIKE $2 \
            AND NOT EXISTS (SELECT 1 FROM bots b WHERE b.user_id = o.id))";
    SET_DELETED = "UserStore.SetDeleteAt" => "UPDATE users SET delete_at = $2, update_at = $3 WHERE id = $1";
    SET_PICTURE = "UserStore.UpdateLastPictureUpdate" =>
        "UPDATE users SET last_picture_update = $2, update_at = $3 WHERE id = $1";
    SET_MFA = "UserStore.UpdateMfa" =>
        "UPDATE users SET mfa_active = $2, mfa_secret = $3, update_at = $4 WHERE id = $1";
    VERIFY_EMAIL = "UserStore.VerifyEmail" =>
        "UPDATE users SET email_verified = 1, update_at = $3 WHERE id = $1 AND email = $2";
    COUNT_FAILURE = "UserStore.UpdateFailedPasswordAttempts" =>
        "UPDATE users SET failed_attempts = failed_attempts + 1 WHERE id = $1";
    CLEAR_FAILURES = "UserStore.ResetFailedPasswordAttempts" =>
        "UPDATE users SET failed_attempts = 0, unlocked_at = $2 WHERE id = $1";
    UNLOCKED_AT = "UserStore.GetUnlockedAt" => "SELECT unlocked_at FROM users WHERE id = $1";
    SET_LOGIN = "UserStore.UpdateLastLogin" =>
        "UPDATE users SET update_at = GREATEST(update_at, last_login), last_login = $2, failed_attempts = 0 \
         WHERE id = $1";
    RENEW_PASSWORD = "UserStore.RenewPasswordHash" =>
        "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
    TOUCH = "UserStore.UpdateUpdateAt" => "UPDATE users SET update_at = GREATEST(update_at, $2) WHERE id = ANY($1)";
    BY_ID = "UserStore.Get" => select!("u.update_at", "WHERE u.id = $1");
    BY_IDS = "UserStore.GetProfileByIds" =>
        select!("u.update_at", "WHERE u.id = ANY((SELECT $1::BYTEA[])::BYTEA[]) ORDER BY u.username");
    BY_USERNAME = "UserStore.GetByUsername" => select!("WHERE u.username = $1");
    BY_USERNAMES = "UserStore.GetProfilesByUsernames" =>
        select!("u.update_at", "WHERE u.username = ANY($1) ORDER BY u.username");
    BY_EMAIL = "UserStore.GetByEmail" => select!("WHERE u.email = $1");
    BY_EMAILS = "UserStore.GetByEmails" => select!("u.update_at", "WHERE u.email = ANY($1) ORDER BY u.email");
    REMOVE = "UserStore.PermanentDelete" => "DELETE FROM users WHERE id = $1";
    BY_AUTH = "UserStore.GetByAuth" => select!("WHERE u.auth_data = $1 AND u.auth_service = $2");
    BY_OUTERS = "UserStore.GetAllByAuth" =>
        select!("WHERE u.auth_data = ANY($1) AND u.auth_service = $2 ORDER BY u.id");
    /// Index users_service.
    OF_SERVICE = "UserStore.GetAllUsingAuthService" =>
        select!("WHERE u.auth_service = $1 AND u.auth_service <> '' AND u.id > $2 ORDER BY u.id LIMIT $3");
    /// Walks the accounts by their ids.
    WITHOUT_SERVICE = "UserStore.GetAllWithoutAuthService" =>
        select!("WHERE u.auth_service = '' AND u.id > $1 ORDER BY u.id LIMIT $2");
    /// Reads the whole table: for the start. Who has the settings that most have is passed over here, by their text.
    NOTIFIED = "UserStore.GetAllNotifyProps" =>
        "SELECT u.id, u.first_name, u.notify_props FROM users u \
         WHERE u.delete_at = 0 AND NOT (u.notify_props LIKE '%\"mention_keys\":\"\"%' \
            AND u.notify_props LIKE '%\"first_name\":\"false\"%' AND u.notify_props NOT LIKE '%\"desktop\":\"all\"%') \
            AND NOT EXISTS (SELECT 1 FROM bots b WHERE b.user_id = u.id) \
         ORDER BY u.id LIMIT $1";
    ANY = "UserStore.IsEmpty" => "SELECT id FROM users LIMIT 1";
}

impl FromRow for User {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let mut user = User {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            username: row.text()?,
            password_hash: row.text()?,
            auth_data: row.opt_text()?,
            auth_service: row.text()?,
            email: row.text()?,
            email_verified: row.bool()?,
            nickname: row.text()?,
            first_name: row.text()?,
            last_name: row.text()?,
            position: row.text()?,
            roles: row.text()?,
            allow_marketing: row.bool()?,
            props: row.json()?,
            notify_props: row.json()?,
            last_password_update: row.int()?,
            last_picture_update: row.int()?,
            failed_attempts: row.int()?,
            locale: row.text()?,
            timezone: row.json()?,
            mfa_active: row.bool()?,
            mfa_secret: row.text()?,
            passkey_count: row.int()?,
            remote_id: row.opt_text()?,
            disable_welcome_email: row.bool()?,
            last_login: row.int()?,
            ..User::default()
        };
        let description = row.opt_text()?;
        user.is_bot = description.is_some();
        user.bot_description = description.unwrap_or_default();
        user.bot_last_icon_update = row.opt_int()?.unwrap_or_default();
        Ok(user)
    }
}

/// What a user wants to be told of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notified {
    pub user: UserId,
    pub first_name: String,
    pub props: wire::omit::StringMap,
}

impl FromRow for Notified {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Notified { user: row.id()?, first_name: row.text()?, props: row.json()? })
    }
}

/// Adds an account. Conflicts on `users.username`, `users.email` and `users.auth_data+auth_service`.
pub fn insert(user: &User) -> Write {
    let params = params![
        user.id,
        user.create_at,
        user.update_at,
        user.delete_at,
        &user.username,
        &user.password_hash,
        user.auth_data.clone(),
        &user.auth_service,
        &user.email,
        user.email_verified,
        &user.nickname,
        &user.first_name,
        &user.last_name,
        &user.position,
        &user.roles,
        user.allow_marketing,
        json(&user.props),
        json(&user.notify_props),
        user.last_password_update,
        user.last_picture_update,
        user.failed_attempts,
        &user.locale,
        json(&user.timezone),
        user.mfa_active,
        &user.mfa_secret,
        user.remote_id.clone(),
        user.disable_welcome_email,
        user.last_login,
        user.nickname.to_lowercase(),
        user.first_name.to_lowercase(),
        user.last_name.to_lowercase(),
    ];
    Write::must(&INSERT, params)
}

/// Replaces what the user may change of the account, if it still is as it was at `read_at` (its old `update_at`).
///
/// Roles, password, picture, second factor and deactivation have writes of their own.
pub fn update(user: &User, read_at: Millis) -> Write {
    let params = params![
        user.id,
        read_at,
        user.update_at,
        &user.username,
        user.auth_data.clone(),
        &user.auth_service,
        &user.email,
        user.email_verified,
        &user.nickname,
        &user.first_name,
        &user.last_name,
        &user.position,
        user.allow_marketing,
        json(&user.props),
        json(&user.notify_props),
        &user.locale,
        json(&user.timezone),
        user.remote_id.clone(),
        user.nickname.to_lowercase(),
        user.first_name.to_lowercase(),
        user.last_name.to_lowercase(),
    ];
    Write::must(&UPDATE, params)
}

/// Removes the account's own row.
pub fn remove(id: UserId) -> Write {
    Write::must(&REMOVE, params![id])
}

/// Gives the account a password, which also ends the use of an outer sign-on service.
pub fn set_password(id: UserId, hash: &str, now: Millis) -> Write {
    Write::must(&SET_PASSWORD, params![id, hash, now])
}

/// Keeps a stronger hash of the same password, unless the password changed meanwhile.
pub fn renew_password(id: UserId, old_hash: &str, new_hash: &str) -> Write {
    Write::new(&RENEW_PASSWORD, params![id, old_hash, new_hash])
}

pub fn set_roles(id: UserId, roles: &str, now: Millis) -> Write {
    Write::must(&SET_ROLES, params![id, roles, now])
}

/// Fails the change that takes an administrator away when no other active one is left, bots aside. Two that take each
/// other away wait for one another, also on two nodes: the second finds what the first left.
pub fn keep_administrator(besides: UserId) -> [Write; 2] {
    let pattern = format!("% {SYSTEM_ADMIN} %");
    let wait = crate::systems::save("AdministratorTakenAway", &besides.to_string());
    [wait, Write::must(&KEEP_ADMINISTRATOR, params![besides, pattern])]
}

/// Whether [`keep_administrator`] failed a change.
pub fn was_last_administrator(error: &Error) -> bool {
    matches!(error, Error::Unmet { statement } if *statement == KEEP_ADMINISTRATOR.name)
}

/// Deactivates the account at `delete_at`, or activates it when that is 0.
pub fn set_deleted(id: UserId, delete_at: Millis, now: Millis) -> Write {
    Write::must(&SET_DELETED, params![id, delete_at, now])
}

pub fn set_picture(id: UserId, last_picture_update: Millis, now: Millis) -> Write {
    Write::must(&SET_PICTURE, params![id, last_picture_update, now])
}

/// Keeps the secret of the second factor; `active` once its first code was right.
pub fn set_mfa(id: UserId, active: Mfa, secret: &str, now: Millis) -> Write {
    Write::must(&SET_MFA, params![id, active == Mfa::Active, secret, now])
}

/// Whether a second factor is asked for at login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mfa {
    Active,
    Inactive,
}

/// Marks the address as verified, unless the account has another one by now.
pub fn verify_email(id: UserId, email: &str, now: Millis) -> Write {
    Write::must(&VERIFY_EMAIL, params![id, email, now])
}

pub fn count_failure(id: UserId) -> Write {
    Write::new(&COUNT_FAILURE, params![id])
}

/// Forgets wrong passwords, on every server that has the account: see [`Store::user_unlocked_at`].
pub fn clear_failures(id: UserId, now: Millis) -> Write {
    Write::new(&CLEAR_FAILURES, params![id, now])
}

/// Notes a sign-in, and that the one before it changed the account.
pub fn set_login(id: UserId, now: Millis) -> Write {
    Write::new(&SET_LOGIN, params![id, now])
}

/// Makes clients and caches read the accounts again.
pub fn touch(ids: &[UserId], now: Millis) -> Write {
    Write::new(&TOUCH, params![ids, now])
}

impl Store {
    /// Active people who want to be told of more, or of other things, than most.
    pub async fn users_notified(&self, limit: usize) -> Result<Vec<Notified>> {
        self.all(&NOTIFIED, params![limit]).await
    }

    /// When the wrong passwords of an account were last forgotten, also by another program; 0 for never.
    pub async fn user_unlocked_at(&self, id: UserId) -> Result<Millis> {
        Ok(self.one(&UNLOCKED_AT, params![id]).await?.unwrap_or_default())
    }

    pub async fn user(&self, id: UserId) -> Result<Option<User>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Those of `ids` that exist, by username.
    pub async fn users(&self, ids: &[UserId]) -> Result<Vec<User>> {
        self.all(&BY_IDS, params![ids]).await
    }

    /// `username` in lower case.
    pub async fn user_by_username(&self, username: &str) -> Result<Option<User>> {
        self.one(&BY_USERNAME, params![username]).await
    }

    pub async fn users_by_usernames(&self, usernames: &[String]) -> Result<Vec<User>> {
        self.all(&BY_USERNAMES, params![usernames]).await
    }

    /// `email` in lower case.
    pub async fn user_by_email(&self, email: &str) -> Result<Option<User>> {
        self.one(&BY_EMAIL, params![email]).await
    }

    /// `emails` in lower case.
    pub async fn users_by_emails(&self, emails: &[String]) -> Result<Vec<User>> {
        self.all(&BY_EMAILS, params![emails]).await
    }

    /// The account that an outer sign-on service knows by `auth_data`.
    pub async fn user_by_auth(&self, auth_data: &str, auth_service: &str) -> Result<Option<User>> {
        self.one(&BY_AUTH, params![auth_data, auth_service]).await
    }

    /// Those of the names that an outer service has for accounts which are anybody's here.
    pub async fn users_by_auths(&self, auth_data: &[String], auth_service: &str) -> Result<Vec<User>> {
        self.all(&BY_OUTERS, params![auth_data, auth_service]).await
    }

    /// Accounts of an outer service in order of their ids, from behind `after` on.
    pub async fn users_of_service(&self, service: &str, after: UserId, limit: usize) -> Result<Vec<User>> {
        self.all(&OF_SERVICE, params![service, after, limit]).await
    }

    /// Accounts that no outer service signs in, bots among them, in order of their ids, from behind `after` on.
    pub async fn users_without_service(&self, after: UserId, limit: usize) -> Result<Vec<User>> {
        self.all(&WITHOUT_SERVICE, params![after, limit]).await
    }

    /// False on a fresh server, whose first account becomes the administrator.
    pub async fn has_users(&self) -> Result<bool> {
        Ok(self.one::<UserId>(&ANY, params![]).await?.is_some())
    }
}
