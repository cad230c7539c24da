//! One account: by id, by name, by address.

use std::sync::Arc;

use base::ids::UserId;
use node::API_VERSION;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Reply};
use store::terms::Accepted;
use wire::errors::ids;
use wire::users::User;

use crate::users::{missing, must_see, privacy, seen_by};

/// `GET /users/{user_id}`
pub async fn get(call: Call) -> Answer {
    let id = call.user_id()?;
    must_see(&call, id).await?;
    let user = call.app.must_user(id).await?;
    answer(&call, user).await
}

/// `GET /users/username/{username}`
pub async fn by_username(call: Call) -> Answer {
    let name = call.text("username");
    if !rules::users::is_username(name) {
        return Err(ApiError::body_param("username"));
    }
    let unknown = || ApiError::not_found(ids::APP_USER_GET_BY_USERNAME, "There is no user of this name.");
    let found = call.app.store.user_by_username(name).await?;
    let user = seen(&call, found).await?.ok_or_else(unknown)?;
    answer(&call, Arc::new(user)).await
}

/// `GET /users/email/{email}`: answers with the user of an email address, for administrators, or for all where addresses
/// are shown.
pub async fn by_email(call: Call) -> Answer {
    let email = call.text("email").to_lowercase();
    if !rules::users::is_email(&email) {
        return Err(ApiError::body_param("email"));
    }
    if !privacy(&call.app).show_email {
        call.must(Permission::ManageSystem)?;
    }
    let found = call.app.store.user_by_email(&email).await?;
    let user = seen(&call, found).await?.ok_or_else(missing)?;
    answer(&call, Arc::new(user)).await
}

/// Who was found by a name. Whoever may not know everybody is refused alike whether somebody has it or nobody.
///
/// # Errors
/// 403 for those.
async fn seen(call: &Call, found: Option<User>) -> Result<Option<User>> {
    must_see(call, found.as_ref().map_or(UserId::NONE, |user| user.id)).await?;
    Ok(found)
}

async fn answer(call: &Call, user: Arc<User>) -> Answer {
    let terms = terms(call, &user).await?;
    let etag = etag(call, &user, terms);
    if call.has(&etag) {
        return Ok(Reply::not_modified(&etag));
    }
    let mut seen = seen_by(call, User::clone(&user));
    if let Some(Accepted { terms, at }) = terms {
        (seen.terms_of_service_id, seen.terms_of_service_create_at) = (terms.to_string(), at);
    }
    Ok(Reply::json(&seen).with_etag(&etag))
}

/// Which terms of service the user accepted: for the user, and for administrators.
async fn terms(call: &Call, user: &User) -> Result<Option<Accepted>> {
    match user.id == call.my_id() || call.can(Permission::ManageSystem) {
        true => Ok(call.app.store.accepted_terms(user.id).await?),
        false => Ok(None),
    }
}

/// Names what the caller would see: the record's version, and which view of it.
fn etag(call: &Call, user: &User, terms: Option<Accepted>) -> String {
    let view = match (user.id == call.my_id(), call.can(Permission::ManageSystem)) {
        (true, _) => "self",
        (false, true) => "admin",
        (false, false) => "other",
    };
    let shown = privacy(&call.app);
    let flags = format!("{}.{}", shown.show_email, shown.show_full_name);
    let terms = terms.map(|accepted| format!("{}.{}", accepted.terms, accepted.at)).unwrap_or_default();
    format!("{API_VERSION}.{}.{}.{}.{terms}.{view}.{flags}", user.id, user.update_at, user.failed_attempts)
}
