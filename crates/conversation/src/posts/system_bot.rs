//! The system's own account, in whose name the server writes to people.

use std::sync::Arc;

use node::error::Result;
use wire::bots::Bot;
use wire::users::{SYSTEM_USER, User};

use request::App;

const USERNAME: &str = "system-bot";

/// The account, made when it is first needed.
///
/// # Errors
/// When the store does not answer, or a person took the name.
pub async fn find(app: &Arc<App>) -> Result<Arc<User>> {
    if let Some(user) = app.store.user_by_username(USERNAME).await? {
        return Ok(Arc::new(user));
    }
    let now = app.clock.now();
    let user = User {
        id: app.ids.next(),
        create_at: now,
        update_at: now,
        username: USERNAME.into(),
        email: format!("{USERNAME}@localhost"),
        email_verified: true,
        roles: SYSTEM_USER.into(),
        locale: "en".into(),
        first_name: "System".into(),
        is_bot: true,
        ..User::default()
    };
    let bot = Bot {
        user_id: user.id,
        username: USERNAME.into(),
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
    Ok(Arc::new(app.store.user_by_username(USERNAME).await?.unwrap_or(user)))
}
