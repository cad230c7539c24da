//! What the operator does to accounts at the console: with nobody's session, on the store itself.
//!
//! The same changes as over the API, with the same events, and each is one: what is refused has done nothing. The only
//! rule that the console may break is that an administrator is left.

use std::sync::Arc;

use auth::StoredHash;
use node::change::Change;
use node::error::{ApiError, Result};
use people::sessions::mfa::{What, turn_off};
use people::sessions::{ending, guesses};
use people::users::administrators::must_leave_one;
use people::users::domains::Kind;
use people::users::roles::change_roles;
use people::users::{announce_update, later, must_stored, taken};
use request::App;
use wire::events::{Broadcast, EventName, UserRef};
use wire::users::{SYSTEM_ADMIN, SYSTEM_USER, User, UserForm};

use crate::console::note;
use crate::users::active::switch;
use crate::users::create::{account, first_account, password_rules};

/// What somebody may do on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    Administrator,
    User,
}

/// Whether the server may be left without an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remaining {
    Must,
    /// The operator insists.
    May,
}

/// Whether an account can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    Active,
    Deactivated,
}

/// A password, or the hash of one.
#[derive(Debug, Clone)]
pub enum Secret {
    Plain(String),
    Hashed(String),
}

impl Secret {
    /// The hash to keep.
    ///
    /// # Errors
    /// 400 for a password that the configuration refuses, and for a hash of a form that no sign-in verifies.
    pub async fn hash(self, app: &App) -> Result<String> {
        match self {
            Secret::Plain(password) => {
                password_rules(app).must_accept(&password)?;
                Ok(app.hashes.hash(password).await?)
            }
            Secret::Hashed(hash) => match StoredHash::parse(&hash) {
                Ok(_) => Ok(hash),
                Err(_) => Err(ApiError::body_param("new_password")),
            },
        }
    }
}

/// Makes an account, verified; the first one of a server is its administrator.
///
/// # Errors
/// 400 when name, address or password cannot be, or are taken.
pub async fn create(app: &Arc<App>, form: &UserForm, secret: Secret, rank: Rank) -> Result<User> {
    let is_first = !app.store.has_users().await?;
    let mut user = account(app, form, Kind::Member)?;
    user.password_hash = secret.hash(app).await?;
    user.email_verified = true;
    let mut change = app.change();
    if is_first {
        change.write(first_account(user.id));
    }
    if is_first || rank == Rank::Administrator {
        user.roles = roles_of(Rank::Administrator);
    }
    crate::users::create::write(&mut change, &user);
    note(&mut change, "user create", &format!("user_id={} roles={}", user.id, user.roles));
    change.announce_about(user.id, EventName::NewUser, &UserRef { user_id: user.id }, Broadcast::everyone());
    change.commit().await.map_err(taken)?;
    Ok(user)
}

fn roles_of(rank: Rank) -> String {
    match rank {
        Rank::Administrator => format!("{SYSTEM_ADMIN} {SYSTEM_USER}"),
        Rank::User => SYSTEM_USER.to_owned(),
    }
}

/// Sets a password, ends the account's sessions and unlocks it.
///
/// # Errors
/// 400 for accounts that sign in otherwise, and as [`Secret::hash`].
pub async fn set_password(app: &Arc<App>, user: &User, secret: Secret) -> Result<()> {
    crate::users::password::must_have_password(user)?;
    let hash = secret.hash(app).await?;
    let mut change = app.change();
    change.write(store::users::set_password(user.id, &hash, later(app, user.update_at)));
    change.write(store::users::clear_failures(user.id, app.clock.now()));
    ending::end_all(&mut change, user.id);
    guesses::forget(&mut change, user);
    finish(change, user, "user password").await
}

/// Makes somebody an administrator, or an ordinary user again; the roles as they then are.
///
/// # Errors
/// 400 when no administrator would be left and one must.
pub async fn set_rank(app: &Arc<App>, user: &User, rank: Rank, remaining: Remaining) -> Result<String> {
    let roles = roles_of(rank);
    let mut change = app.change();
    if rank == Rank::User && remaining == Remaining::Must {
        must_leave_one(&mut change, user);
    }
    change_roles(&mut change, user, &roles);
    finish(change, user, "user role").await?;
    Ok(roles)
}

/// Deactivates an account or activates it.
///
/// # Errors
/// 400 when no administrator would be left and one must.
pub async fn set_activity(app: &Arc<App>, user: &User, activity: Activity, remaining: Remaining) -> Result<()> {
    let mut change = app.change();
    let is_active = activity == Activity::Active;
    if !is_active && remaining == Remaining::Must {
        must_leave_one(&mut change, user);
    }
    let changed = switch(&mut change, app, user.clone(), is_active).await?;
    announce_update(&mut change, &changed);
    finish(change, user, if is_active { "user activate" } else { "user deactivate" }).await
}

/// Switches the second factor off, for somebody who lost the device. Sessions that were opened with it go on.
///
/// # Errors
/// When the store does not answer.
pub async fn reset_mfa(app: &Arc<App>, user: &User) -> Result<()> {
    let mut changed = User { update_at: later(app, user.update_at), ..user.clone() };
    let mut change = app.change();
    turn_off(&mut change, &mut changed, What::All);
    announce_update(&mut change, &changed);
    finish(change, user, "user mfa-reset").await
}

/// Forgets failed sign-ins, which lock an account.
///
/// # Errors
/// When the store does not answer.
pub async fn unlock(app: &Arc<App>, user: &User) -> Result<()> {
    let mut change = app.change();
    change.write(store::users::clear_failures(user.id, app.clock.now()));
    guesses::forget(&mut change, user);
    finish(change, user, "user unlock").await
}

/// Ends all sessions of an account.
///
/// # Errors
/// When the store does not answer.
pub async fn end_sessions(app: &Arc<App>, user: &User) -> Result<()> {
    let mut change = app.change();
    ending::end_all(&mut change, user.id);
    finish(change, user, "user sign-out").await
}

/// The account of a username or an address, as the store has it now.
///
/// # Errors
/// 404 when there is none.
pub async fn find(app: &Arc<App>, name: &str) -> Result<User> {
    let name = name.trim().to_lowercase();
    let found = match app.store.user_by_username(&name).await? {
        None if name.contains('@') => app.store.user_by_email(&name).await?,
        found => found,
    };
    let id = found.map(|user| user.id).ok_or_else(|| {
        let text = format!("There is no account {name:?}.");
        ApiError { message: text, ..people::users::missing() }
    })?;
    must_stored(app, id).await
}

async fn finish(mut change: Change, user: &User, action: &str) -> Result<()> {
    change.user_changed(user.id);
    note(&mut change, action, &format!("user_id={}", user.id));
    change.commit().await?;
    Ok(())
}
