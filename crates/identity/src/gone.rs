//! Accounts that a directory or a provisioning program put out of use. It brings back those alone: what an administrator
//! deactivated since, and what has ended, stays so.

use base::ids::UserId;
use node::change::Change;
use request::App;
use wire::users::User;

/// Who keeps accounts, by what the store calls the note that an account was put out of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    Directory,
    Program,
}

impl Keeper {
    fn name(self, user: UserId) -> String {
        match self {
            Keeper::Directory => format!("LdapGone:{user}"),
            Keeper::Program => format!("ScimGone:{user}"),
        }
    }

    /// Notes that the keeper deactivated the account, whose record is that after it.
    pub fn note(self, change: &mut Change, gone: &User) {
        change.write(store::systems::save(&self.name(gone.id), &gone.delete_at.to_string()));
    }

    pub fn forget(self, change: &mut Change, user: UserId) {
        change.write(store::systems::remove(&self.name(user)));
    }

    /// Whether the keeper may reactivate the account: it deactivated the account itself, nobody else has since, and the
    /// account has not expired.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn may_bring_back(self, app: &App, user: &User) -> store::Result<bool> {
        let noted = app.store.system(&self.name(user.id)).await?.and_then(|at| at.parse().ok());
        if user.is_active() || noted != Some(user.delete_at) {
            return Ok(false);
        }
        let expires_at = app.store.expiry_of(user.id).await?;
        Ok(expires_at.is_none_or(|expires_at| expires_at > app.clock.now()))
    }
}
