//! Signing in with a password, and signing out.
//!
//! Whatever is wrong with name or password gets one answer, after the same time: who has an account
//! is not told. Only somebody who knows the password learns why else the login fails.

use std::sync::Arc;

use auth::{OneTimeSecret, Verified};
use base::Millis;
use base::ids::UserId;
use http::header;
use memory::failed_attempts::Guess;
use node::error::{ApiError, Result};
use request::App;
use request::{Answer, Call, Reply};
use store::Write;
use store::secrets::Column;
use wire::errors::ids;
use wire::sessions::LoginForm;
use wire::users::User;

use crate::sessions::opening::{Opening, open};
use crate::sessions::outer::Outer;
use crate::sessions::{DEVICE_LEN_MAX, browsers, ending, guesses, outer, recovery};

/// What the body of a sign-in says. What cannot be read is taken for nothing, which lacks a password.
///
/// # Errors
/// 413 for a body that is too long.
pub async fn form(call: &mut Call) -> Result<LoginForm> {
    Ok(wire::json::read(&call.bytes().await?).unwrap_or_default())
}

/// Signs somebody in by a password.
///
/// # Errors
/// As [`must_authenticate`], and 400 without a password.
pub async fn by_password(call: &Call, form: &LoginForm) -> Answer {
    if form.password.is_empty() {
        return Err(ApiError::bad_request(ids::API_USER_LOGIN_BLANK_PWD, "Please enter your password."));
    }
    must_be_device(&form.device_id)?;
    let answer = authenticated(call, form).await;
    call.app.metrics.http.count_sign_in(&answer);
    answer
}

/// Opens a session for who knows the password, and has the second factor or a browser that is remembered.
async fn authenticated(call: &Call, form: &LoginForm) -> Answer {
    let (user, guess) = must_know_password(call, form).await?;
    let device_id = form.device_id.as_str();
    if let Some(browser) = browsers::find(call, &user).await? {
        guesses::right(call, guess).await?;
        let writes = vec![store::browsers::note_use(browser.id, call.app.clock.now())];
        let by = format!("success browser_id={}", browser.id);
        return open(call, user, Opening { device_id, writes, by, ..Opening::default() }).await;
    }
    let code = must_have_code(call, guess, &user, &form.token).await?;
    guesses::right(call, guess).await?;
    let by = if code.is_some() { "success recovery_code" } else { "" }.to_owned();
    let kept = Some(&user).filter(|_| form.remember_browser == "true").and_then(|user| browsers::remember(call, user));
    let (more, cookie) = kept.map(|kept| (kept.writes, kept.cookie)).unwrap_or_default();
    let writes = code.into_iter().chain(more).collect();
    let reply = open(call, user, Opening { device_id, writes, by, ..Opening::default() }).await?;
    Ok(if cookie.is_empty() { reply } else { reply.with_text_header(header::SET_COOKIE, &cookie) })
}

/// # Errors
/// 400 for what is too long to name a device.
pub fn must_be_device(id: &str) -> Result<()> {
    if id.len() > DEVICE_LEN_MAX { Err(ApiError::body_param("device_id")) } else { Ok(()) }
}

/// The account that the form proves to own, and the write that uses up a recovery code, if that was the second factor.
///
/// # Errors
/// As [`must_know_password`], and 401 without the second factor where there is one.
pub async fn must_authenticate(call: &Call, form: &LoginForm) -> Result<(User, Option<Write>)> {
    let (user, guess) = must_know_password(call, form).await?;
    let code = must_have_code(call, guess, &user, &form.token).await?;
    guesses::right(call, guess).await?;
    Ok((user, code))
}

/// The account whose password the form has. The guess is right only with the second factor, if there is one.
///
/// # Errors
/// 401 with the masked id unless the password is right, then with what else is in the way.
pub async fn must_know_password(call: &Call, form: &LoginForm) -> Result<(User, Guess)> {
    let app = &call.app;
    let found = find(app, form).await?.filter(|user| form.ldap_only != "true" || user.auth_service == outer::SERVICE);
    let guess = guesses::at(call, found.as_ref(), &name_of(form));
    if found.as_ref().is_some_and(|user| user.is_bot) {
        // A bot has no password that could be guessed, and its name is no secret.
        return Err(refuse(ids::API_USER_LOGIN_BOT_LOGIN_FORBIDDEN, "Bots cannot sign in with a password."));
    }
    let judged = guesses::judge(call, guess, found.as_ref(), verify(app, form, found.clone())).await?;
    let Some((user, verified)) = judged else { return Err(unknown(app)) };
    let Some(user) = user.as_ref().filter(|_| verified.is_right()).cloned() else {
        guesses::wrong(call, guess, user.as_ref()).await?;
        return Err(unknown(app));
    };
    if let Verified::Renewed(hash) = verified {
        app.store.write(store::users::renew_password(user.id, &user.password_hash, &hash)).await?;
    }
    must_be_admitted(app, &user)?;
    Ok((user, guess))
}

/// What everybody is answered whose name or password is not right. Whose password is known where is told to nobody: all
/// hear the same of an outage.
fn unknown(app: &App) -> ApiError {
    (app.of::<Outer>().outage)(app).unwrap_or_else(|| masked(app))
}

/// Whose the password is, if it is anybody's: here, or there where the account is known to another service, or to nobody.
/// Both are asked at once, so that the answer takes as long for every name.
async fn verify(app: &Arc<App>, form: &LoginForm, found: Option<User>) -> Result<(Option<User>, Verified)> {
    let known = found.as_ref().map(|user| (user.id, user.last_password_update));
    let stored = found.as_ref().filter(|user| user.auth_service.is_empty()).map(|user| user.password_hash.clone());
    let name = if form.id.is_some() { String::new() } else { form.login_id.trim().to_owned() };
    let is_asked = found.is_some() || !name.is_empty();
    let there = async {
        match is_asked {
            true => app.of::<Outer>().ask(app, &name, &form.password, found.as_ref()).await,
            false => Ok(None),
        }
    };
    let (verified, there) = tokio::join!(app.hashes.verify(form.password.clone(), stored), there);
    let verified = verified?;
    if let Some(user) = there? {
        return Ok((Some(user), Verified::Right));
    }
    Ok((still(app, known).await?, verified))
}

/// What is guessed at: the name as it was typed, whoever has it.
fn name_of(form: &LoginForm) -> String {
    if form.id.is_some() { form.id.to_string() } else { form.login_id.trim().to_lowercase() }
}

/// The account as it is after the password waited for its turn, which may have been long: `None` when it has another
/// password by now.
///
/// # Errors
/// When the store does not answer.
pub async fn still(app: &App, known: Option<(UserId, Millis)>) -> Result<Option<User>> {
    // Asked also about nobody, so that the answer takes as long.
    let (id, last_password_update) = known.unwrap_or_default();
    let user = app.store.user(id).await?;
    Ok(user.filter(|user| user.last_password_update == last_password_update))
}

/// By id, by name, or by address, as far as the server lets people sign in that way.
///
/// # Errors
/// When the store does not answer.
pub async fn find(app: &App, form: &LoginForm) -> Result<Option<User>> {
    if form.id.is_some() {
        return Ok(app.store.user(form.id).await?);
    }
    let name = name_of(form);
    let (by_name, by_address) = (app.config().accounts.signin_with_username, app.config().accounts.signin_with_email);
    if by_name && let Some(user) = app.store.user_by_username(&name).await? {
        return Ok(Some(user));
    }
    Ok(if by_address { app.store.user_by_email(&name).await? } else { None })
}

fn refuse(id: &'static str, text: &str) -> ApiError {
    ApiError::unauthorized(id, text)
}

fn masked(app: &App) -> ApiError {
    let accounts = &app.config().accounts;
    let id = match (accounts.signin_with_email, accounts.signin_with_username) {
        (true, true) => ids::API_USER_LOGIN_INVALID_CREDENTIALS_EMAIL_USERNAME,
        (true, false) => ids::API_USER_LOGIN_INVALID_CREDENTIALS_EMAIL,
        (false, true) => ids::API_USER_LOGIN_INVALID_CREDENTIALS_USERNAME,
        (false, false) => ids::API_USER_LOGIN_INVALID_CREDENTIALS_SSO,
    };
    refuse(id, "The name or the password is not right.")
}

/// What keeps even the owner of the password out, or whoever another service vouches for.
///
/// # Errors
/// 401 with what is in the way.
pub fn must_be_admitted(app: &App, user: &User) -> Result<()> {
    if user.is_bot {
        // The account may have been a person's, with a service or a passkey that still knows it.
        return Err(refuse(ids::API_USER_LOGIN_BOT_LOGIN_FORBIDDEN, "Bots act by tokens and do not sign in."));
    }
    if user.remote_id.as_deref().is_some_and(|remote| !remote.is_empty()) {
        return Err(refuse(ids::API_USER_LOGIN_REMOTE_USERS_LOGIN_ERROR, "Accounts of other servers sign in there."));
    }
    if user.is_guest() && !crate::users::guests::is_let_in(app, user) {
        let text = "Guests do not sign in with a password on this server.";
        return Err(refuse("api.user.login.guest_accounts.disabled.error", text));
    }
    if !user.is_active() {
        let text = "The account is deactivated. Please ask an administrator.";
        return Err(refuse(ids::API_USER_LOGIN_INACTIVE, text));
    }
    if app.config().accounts.require_email_verification && !user.email_verified {
        let text = "The email address is not verified yet. Please follow the link in the mail.";
        return Err(refuse(ids::API_USER_LOGIN_NOT_VERIFIED, text));
    }
    Ok(())
}

/// Asks for the second factor where there is one: a code of an app, or a recovery code, which the returned write uses up.
/// A code counts once. Whoever has a passkey and neither of the two signs in by that.
///
/// # Errors
/// 401 without the code, and for a wrong one.
pub async fn must_have_code(call: &Call, guess: Guess, user: &User, code: &str) -> Result<Option<Write>> {
    let app = &call.app;
    if !user.has_second_factor() || !app.config().accounts.enable_mfa {
        return Ok(None);
    }
    if code.is_empty() {
        let text = "Please enter the code of your authenticator app.";
        return Err(refuse(ids::MFA_VALIDATE_TOKEN_AUTHENTICATE, text));
    }
    if user.mfa_active && use_code(app, user, code).await? {
        return Ok(None);
    }
    if let Some(used) = recovery::find(app, user.id, code).await? {
        return Ok(Some(used));
    }
    guesses::wrong(call, guess, Some(user)).await?;
    Err(refuse(ids::API_USER_CHECK_USER_MFA_BAD_CODE, "The code is not right."))
}

/// Where the store remembers the time step of the last code that counted.
fn step_name(user: UserId) -> String {
    format!("MfaStep:{user}")
}

/// The write that forgets which codes were used: those of another secret are others. It belongs to the change that
/// replaces the secret.
pub fn forget_codes(user: UserId) -> Write {
    store::systems::remove(&step_name(user))
}

/// True when the code is right and was not used before; the store remembers its time step.
///
/// # Errors
/// When the account's secret cannot be opened: nobody gets in without a code that can be checked.
pub async fn use_code(app: &App, user: &User, code: &str) -> Result<bool> {
    let secret = app.secrets.open(Column::UserMfa, user.id, &user.mfa_secret)?;
    let Some(secret) = OneTimeSecret::parse(&secret) else { return Ok(false) };
    let name = step_name(user.id);
    let kept = app.store.system(&name).await?;
    let last = kept.as_ref().and_then(|text| text.parse().ok());
    let Some(step) = secret.check(code, app.clock.now(), last) else { return Ok(false) };
    let write = match kept {
        Some(old) => store::systems::swap(&name, &old, &step.to_string()),
        None => store::systems::claim(&name, &step.to_string()),
    };
    match app.store.write(write).await {
        Ok(_) => Ok(true),
        // The same code was used at the same moment.
        Err(store::Error::Unmet { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// `POST /users/logout`: ends the session, if there is one.
pub async fn logout(call: Call) -> Answer {
    let Some(identity) = &call.identity else {
        return Ok(clear(&call, Reply::ok()));
    };
    let mut change = call.app.change();
    ending::end(&mut change, &identity.session);
    crate::audits::note(&mut change, &call, "");
    match change.commit().await {
        // It ended a moment ago, which is what the caller wants.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(clear(&call, Reply::ok())),
        Err(error) => Err(error.into()),
    }
}

fn clear(call: &Call, reply: Reply) -> Reply {
    reply.with_text_header(header::SET_COOKIE, &crate::sessions::cleared_cookie(&call.app))
}
