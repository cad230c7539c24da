//! Moving an account over to a service, on different grounds: what shows that both are the same person, and what is not left
//! to whoever had the account.

use std::sync::Arc;

use config::Provider;
use people::sessions::ending;
use people::sessions::login::must_be_admitted;
use people::sessions::mfa::{What, turn_off};
use people::users::administrators::must_leave_one;
use people::users::{announce_update, later, must_stored};
use request::App;
use wire::users::User;

use crate::accounts::{auth_data, noted};
use crate::attempt::Moving;
use crate::claims::Person;
use crate::refusal::{Refusal, Why};

/// Whether an administrator moved the account to a service that has not said yet what it calls the person.
pub(crate) fn is_awaited(user: &User, service: &str) -> bool {
    user.auth_service == service && user.auth_data.is_none()
}

/// What shows that an account and somebody of a service are the same person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// The address, which the service vouches for.
    Address,
    /// The name alone, on an administrator's word.
    Name,
    /// The account's owner, who has proven both.
    Owner,
    /// Nothing yet: an administrator moves the account, and its owner is known at the next sign-in.
    Administrator,
}

impl By {
    fn words(self) -> &'static str {
        match self {
            By::Address => "matched by its address",
            By::Name => "matched by its name",
            By::Owner => "moved by its owner",
            By::Administrator => "moved by an administrator",
        }
    }

    /// Whether somebody else may have made the account, with the address or the name of another.
    fn is_doubtful(self, user: &User) -> bool {
        match self {
            By::Address => !user.email_verified,
            By::Name => true,
            By::Owner | By::Administrator => false,
        }
    }
}

/// Moves an account over to a service. Whoever had it besides its owner has it no more.
///
/// # Errors
/// [`Why::AlreadyLinked`] when the service's name for the person is another account's, and as the store says.
pub(crate) async fn link(
    app: &Arc<App>,
    service: &str,
    user: &User,
    data: Option<&str>,
    by: By,
) -> Result<User, Refusal> {
    let old = must_stored(app, user.id).await?;
    let mut new = old.clone();
    (new.auth_service, new.auth_data) = (service.to_owned(), data.map(str::to_owned));
    new.update_at = later(app, old.update_at);
    let mut change = app.change();
    must_leave_one(&mut change, &old);
    change.write(store::users::update(&new, old.update_at));
    if by.is_doubtful(&old) {
        // Whoever made the account is not left with keys to it.
        change.write(store::access_tokens::remove_of_user(user.id));
        // Nor does a second factor of a stranger's keep the owner out.
        turn_off(&mut change, &mut new, What::All);
    }
    ending::end_all(&mut change, user.id);
    change.user_changed(user.id);
    change.write(noted(app, user.id, service, &format!("{}, from={}", by.words(), named(&old.auth_service))));
    announce_update(&mut change, &new);
    match change.commit().await {
        Ok(_) => {}
        Err(error) if error.is_conflict_on("users.auth_data+auth_service") => {
            return Err(Refusal::new(Why::AlreadyLinked, "the service's name is another account's"));
        }
        Err(error) => return Err(error.into()),
    }
    tracing::info!(user.id = %user.id, service, how = by.words(), "an account moved to a service");
    Ok(new)
}

/// Moves an account to the provider to which its owner has signed in.
///
/// # Errors
/// [`Why::NotBegun`] when the account signs in by something else meanwhile, and [`Why::AlreadyLinked`] when the provider
/// has the person for another account.
pub(crate) async fn arrive(
    app: &Arc<App>,
    provider: &Provider,
    person: &Person,
    moving: &Moving,
) -> Result<(), Refusal> {
    let user = must_stored(app, moving.user).await?;
    if !moving.still_is(&user) {
        return Err(Refusal::new(Why::NotBegun, "the account signs in by something else meanwhile"));
    }
    must_be_admitted(app, &user)?;
    let data = auth_data(&provider.name, &person.subject);
    link(app, &provider.name, &user, Some(&data), By::Owner).await.map(drop)
}

/// What a way to sign in is called where people read it: a password has no service.
pub(crate) fn named(service: &str) -> &str {
    if service.is_empty() { "email" } else { service }
}
