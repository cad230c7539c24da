//! Passwords: changed by their owner, set by an administrator, and set anew by who reads the owner's mail.

use auth::Verified;
use node::error::{ApiError, Result};
use people::audits;
use people::one_time;
use people::one_time::Kind;
use people::sessions::login::still;
use people::sessions::{ending, guesses};
use people::users::{later, must_stored};
use permissions::Permission;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::users::{EmailForm, PasswordChange, PasswordReset, User};

use crate::users::create::password_rules;
use crate::users::operator::Secret;

/// `PUT /users/{user_id}/password`
pub async fn change(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form: PasswordChange = call.json("password").await?;
    let own = id == call.my_id();
    if !own && !call.can(Permission::WriteConsoleUserManagementUsers) {
        let text = "You do not have the appropriate permissions to set this password.";
        return Err(ApiError::forbidden(ids::API_USER_UPDATE_PASSWORD_CONTEXT, text));
    }
    let user = must_stored(&call.app, id).await?;
    call.must_cover(&user)?;
    // A hash that was made elsewhere goes round the rules for passwords.
    if form.already_hashed && !call.can(Permission::ManageSystem) {
        let text = "Only administrators may set a password that is hashed already.";
        return Err(ApiError::forbidden(ids::API_USER_UPDATE_PASSWORD_CONTEXT, text));
    }
    if own {
        must_know_current(&call, &user, &form.current_password).await?;
    }
    must_have_password(&user)?;
    let secret = match form.already_hashed {
        true => Secret::Hashed(form.new_password),
        false => Secret::Plain(form.new_password),
    };
    let hash = secret.hash(&call.app).await?;
    let mut change = call.app.change();
    change.write(store::users::set_password(id, &hash, later(&call.app, user.update_at)));
    if call.app.config().session.end_on_password_change {
        match own {
            true => ending::end_others(&mut change, id, call.session().id),
            false => ending::end_all(&mut change, id),
        }
    }
    guesses::forget(&mut change, &user);
    change.user_changed(id);
    audits::note(&mut change, &call, &format!("user_id={id}"));
    change.commit().await?;
    Ok(Reply::ok())
}

async fn must_know_current(call: &Call, user: &User, current: &str) -> Result<()> {
    if current.is_empty() {
        return Err(ApiError::body_param("current_password"));
    }
    if is_right(call, user, current).await? {
        return Ok(());
    }
    Err(ApiError::bad_request(ids::API_USER_UPDATE_PASSWORD_INCORRECT, "The current password is not right."))
}

pub(super) fn must_have_password(user: &User) -> Result<()> {
    if user.auth_service.is_empty() && !user.is_bot {
        return Ok(());
    }
    let text = "The account signs in by another service, which keeps its password.";
    Err(ApiError::bad_request("api.user.update_password.oauth.app_error", text))
}

/// Compares a password. Wrong ones count as failed logins do, by the session: an open session is no way around, and no
/// stranger locks who is signed in.
/// Judged by the account as it is when the password had its turn: one that was replaced meanwhile is right no more.
///
/// # Errors
/// 401 when the account is locked.
pub async fn is_right(call: &Call, user: &User, given: &str) -> Result<bool> {
    let (app, guess) = (&call.app, guesses::by(call, user));
    guesses::must_be_open(call, guess, Some(user)).await?;
    let verified = app.hashes.verify(given.to_owned(), Some(user.password_hash.clone())).await?;
    let Some(user) = still(app, Some((user.id, user.last_password_update))).await? else { return Ok(false) };
    guesses::must_be_open(call, guess, Some(&user)).await?;
    match verified {
        Verified::Wrong => guesses::wrong(call, guess, Some(&user)).await?,
        Verified::Right | Verified::Renewed(_) => guesses::right(call, guess).await?,
    }
    Ok(verified.is_right())
}

/// `POST /users/password/reset/send`: sends a link, if there is such an account. The answer does not tell.
pub async fn send_reset(mut call: Call) -> Answer {
    let form: EmailForm = call.json("email").await?;
    let email = form.email.trim().to_lowercase();
    if email.is_empty() {
        return Err(ApiError::body_param("email"));
    }
    let may = |user: &User| user.is_active() && must_have_password(user).is_ok();
    one_time::send_to(&call.app, Kind::PasswordRecovery, email, may)?;
    Ok(Reply::ok())
}

/// `POST /users/password/reset`
pub async fn reset(mut call: Call) -> Answer {
    let form: PasswordReset = call.json("token").await?;
    let invalid = || {
        let text = "The link to reset the password is not valid, or not any more.";
        ApiError::bad_request(ids::API_USER_RESET_PASSWORD_INVALID_LINK, text)
    };
    let app = &call.app;
    let found = one_time::find(app, Kind::PasswordRecovery, &form.token).await?.ok_or_else(invalid)?;
    let user = app.store.user(found.subject.user_id).await?.filter(|user| user.is_active()).ok_or_else(invalid)?;
    // A link that was sent to an address that is the user's no more opens nothing.
    // Nor does one that was sent before the password that is in use now.
    let is_old = found.create_at < user.last_password_update;
    if is_old || user.email != found.subject.email || must_have_password(&user).is_err() {
        return Err(invalid());
    }
    password_rules(app).must_accept(&form.new_password)?;
    let hash = app.hashes.hash(form.new_password).await?;
    let mut change = app.change();
    change.write(store::tokens::remove(&found.hash));
    change.write(store::users::set_password(user.id, &hash, later(app, user.update_at)));
    ending::end_all(&mut change, user.id);
    guesses::forget(&mut change, &user);
    change.user_changed(user.id);
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => Err(invalid()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /users/{user_id}/reset_failed_attempts`
pub async fn unlock(call: Call) -> Answer {
    let id = call.user_id()?;
    call.must(Permission::WriteConsoleUserManagementUsers)?;
    let user = must_stored(&call.app, id).await?;
    call.must_cover(&user)?;
    let mut change = call.app.change();
    change.write(store::users::clear_failures(id, call.app.clock.now()));
    guesses::forget(&mut change, &user);
    change.user_changed(id);
    audits::note(&mut change, &call, &format!("user_id={id}"));
    change.commit().await?;
    Ok(Reply::ok())
}
