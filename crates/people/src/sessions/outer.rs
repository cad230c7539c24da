//! Names and passwords that somebody else knows, such as a directory: the port that a higher floor fills.
//!
//! An account with a password of this server is never asked about there, so that its owner comes in whatever becomes of
//! the other side. A name that nobody has here may be somebody's there, who then gets an account.

use std::pin::Pin;
use std::sync::Arc;

use node::error::{ApiError, Result};
use request::App;
use wire::users::User;

/// Whose accounts are asked about there.
pub const SERVICE: &str = "ldap";

/// A name and a password, and the account that the name found here, if one did.
pub struct Asked {
    pub name: String,
    pub password: String,
    pub known: Option<User>,
}

type Answer = Pin<Box<dyn Future<Output = Result<Option<User>>> + Send>>;

/// Who is asked.
#[derive(Clone, Copy)]
pub struct Outer {
    /// The account that name and password are good for, also where it may not sign in for another reason.
    pub check: fn(Arc<App>, Asked) -> Answer,
    /// What everybody is told whose sign-in fails while the other side does not answer.
    pub outage: fn(&App) -> Option<ApiError>,
}

impl Outer {
    /// Asks whether name and password are good there; nobody's are where an account has a password of its own.
    ///
    /// # Errors
    /// When the other side does not say.
    pub async fn ask(self, app: &Arc<App>, name: &str, password: &str, known: Option<&User>) -> Result<Option<User>> {
        if known.is_some_and(|user| user.auth_service != SERVICE) {
            return Ok(None);
        }
        let (name, password) = (name.to_owned(), password.to_owned());
        (self.check)(app.clone(), Asked { name, password, known: known.cloned() }).await
    }
}
