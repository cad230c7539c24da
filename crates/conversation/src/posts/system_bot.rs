//! The system's own account, in whose name the server writes to people.

use std::sync::Arc;

use node::error::{ApiError, Result};
use rules::users::SYSTEM_BOT;
use wire::bots::Bot;
use wire::errors::ids;
use wire::users::{SYSTEM_USER, User};

use request::App;

/// Names that are tried where people have the ones before.
const NAMES_MAX: usize = 9;

/// The account, made when it is first needed. Nobody gets its name here, but an import can bring a person who has it; then it
/// has the next one.
///
/// # Errors
/// When the store does not answer, or people have all its names.
pub async fn find(app: &Arc<App>) -> Result<Arc<User>> {
    let others = (2..=NAMES_MAX).map(|number| format!("{SYSTEM_BOT}-{number}"));
    for username in std::iter::once(SYSTEM_BOT.to_owned()).chain(others) {
        match app.store.user_by_username(&username).await? {
            Some(user) if user.is_bot => return Ok(Arc::new(user)),
            Some(_) => {}
            None => return make(app, &username).await,
        }
    }
    let text = "People have all names of the system's own account.";
    Err(ApiError::internal(ids::APP_USER_SAVE_USERNAME_EXISTS, text))
}

async fn make(app: &Arc<App>, username: &str) -> Result<Arc<User>> {
    let now = app.clock.now();
    let user = User {
        id: app.ids.next(),
        create_at: now,
        update_at: now,
        username: username.into(),
        email: format!("{username}@localhost"),
        email_verified: true,
        roles: SYSTEM_USER.into(),
        locale: "en".into(),
        first_name: "System".into(),
        is_bot: true,
        ..User::default()
    };
    let bot = Bot {
        user_id: user.id,
        username: username.into(),
        owner_id: user.id,
        create_at: now,
        update_at: now,
        ..Bot::default()
    };
    let mut change = app.change();
    change.write(store::users::insert(&user));
    change.write(store::bots::insert(&bot));
    match change.commit().await {
        // Another request made it at the same time.
        Err(store::Error::Conflict { .. }) => {}
        Err(error) => return Err(error.into()),
        Ok(_) => return Ok(Arc::new(user)),
    }
    Ok(Arc::new(app.store.user_by_username(username).await?.unwrap_or(user)))
}
