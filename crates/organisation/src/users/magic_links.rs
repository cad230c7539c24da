//! Sign-in of guests by magic link: a mail brings a link that works once and expires soon.
//!
//! An invitation creates the account, and each later sign-in requests a new link. Opening a link shows a button and signs
//! nobody in yet: mail scanners open links, and would use them up.

use http::StatusCode;
use node::error::{ApiError, Result};
use people::audits;
use people::one_time;
use people::one_time::{Found, Kind};
use people::sessions::guesses;
use people::sessions::login;
use people::sessions::opening::{Opening, must_not_be_over, open};
use people::users::domains;
use people::users::{guests, taken};
use request::rate::{self, Limiter};
use request::{Answer, App, Call, Reply};
use wire::endpoints::Cost;
use wire::errors::ids;
use wire::sessions::{LoginForm, LoginType};
use wire::users::{MAGIC_LINK, User, UserForm};

use crate::users::create::{account, vouched};
use crate::users::invitation::Invitation;
use crate::users::names;

/// `POST /users/login`: by a link of a mail, or else by a password.
pub async fn login(mut call: Call) -> Answer {
    let form = login::form(&mut call).await?;
    if form.magic_link_token.is_empty() {
        return login::by_password(&call, &form).await;
    }
    login::must_be_device(&form.device_id)?;
    let answer = by_link(&call, &form).await;
    call.app.metrics.http.count_sign_in(&answer);
    answer
}

/// The link is used up when the session opens. A guest who is asked for a second factor sends it again.
async fn by_link(call: &Call, form: &LoginForm) -> Answer {
    let app = &call.app;
    if !guests::have_links(app) {
        let text = "Nobody signs in by a link on this server.";
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, "api.user.login.magic_link.disabled.app_error", text));
    }
    let secret = &form.magic_link_token;
    let (user, invitation, link) = match one_time::find(app, Kind::GuestLink, secret).await? {
        Some(link) => (owner(app, &link).await?.ok_or_else(expired)?, None, link),
        None => {
            let link = one_time::find(app, Kind::GuestLinkInvitation, secret).await?.ok_or_else(expired)?;
            let invitation = Invitation::of(app, Kind::GuestLinkInvitation, link.clone()).await?;
            (guest(call, &invitation, &link.subject.email).await?, Some(invitation), link)
        }
    };
    login::must_be_admitted(app, &user)?;
    // An account that has ended joins nothing by a new invitation.
    must_not_be_over(app, &user).await?;
    let code = second_factor(call, &user, &form.token).await?;
    if let Some(invitation) = &invitation {
        invitation.admit(call, &user).await?;
    }
    let writes = [store::tokens::remove(&link.hash)].into_iter().chain(code).collect();
    let by = "success magic_link".to_owned();
    open(call, user, Opening { device_id: &form.device_id, writes, by, ..Opening::default() }).await
}

fn expired() -> ApiError {
    let text = "The link is not good any more. Please ask for another one.";
    ApiError::unauthorized("api.user.login.magic_link.expired.app_error", text)
}

/// The account of a link. `None` if its address or its way to sign in has changed.
async fn owner(app: &App, link: &Found) -> Result<Option<User>> {
    let user = app.store.user(link.subject.user_id).await?;
    Ok(user.filter(|user| user.email == link.subject.email && guests::comes_by_link(user)))
}

async fn second_factor(call: &Call, user: &User, code: &str) -> Result<Option<store::Write>> {
    if !user.has_second_factor() {
        return Ok(None);
    }
    let guess = guesses::at(call, Some(user), &user.username);
    guesses::must_be_open(call, guess, Some(user)).await?;
    let used = login::must_have_code(call, guess, user, code).await?;
    guesses::right(call, guess).await?;
    Ok(used)
}

/// Finds or creates the account of an invited address. An existing account keeps its expiry: an invitation does not extend
/// what an administrator set.
async fn guest(call: &Call, invitation: &Invitation, email: &str) -> Result<User> {
    match call.app.store.user_by_email(email).await? {
        Some(user) if guests::comes_by_link(&user) => Ok(user),
        Some(_) => {
            let text = "The account with this address signs in in another way.";
            Err(ApiError::bad_request("api.user.login.magic_link.other_way.app_error", text))
        }
        None => make(call, invitation, email).await,
    }
}

async fn make(call: &Call, invitation: &Invitation, email: &str) -> Result<User> {
    let app = &call.app;
    if !app.config().accounts.enable_creation {
        let text = "This server makes no accounts. Please ask an administrator.";
        return Err(ApiError::forbidden(ids::API_USER_CREATE_USER_NO_OPEN_SERVER, text));
    }
    for username in names::free(&names::of("", email)) {
        if app.store.user_by_username(&username).await?.is_some() {
            continue;
        }
        let form = UserForm { username, email: email.to_owned(), ..UserForm::default() };
        let account = account(app, &form, domains::Kind::Guest)?;
        let mut user = User { auth_service: MAGIC_LINK.to_owned(), ..account };
        invitation.shape(&mut user)?;
        invitation.must_take(app, &user).await?;
        let mut change = app.change();
        vouched(&mut change, &user);
        if let Some(end) = invitation.end(&user) {
            change.write(end);
        }
        audits::note(&mut change, call, &format!("user_id={} magic_link", user.id));
        match change.commit().await {
            Ok(_) => return Ok(user),
            // Somebody took it at the same moment.
            Err(error) if error.is_conflict_on("users.username") => {}
            Err(error) => return Err(taken(error)),
        }
    }
    Err(ApiError::busy())
}

/// `POST /users/login/type`: whether the account signs in by magic link, and if so, mails one. It tells nothing else.
///
/// Clients call it at each sign-in. Only mails that are sent count towards the limit of mails.
pub async fn login_type(mut call: Call) -> Answer {
    let form: LoginForm = call.json("login_type").await?;
    let app = &call.app;
    if !guests::have_links(app) || form.login_id.is_empty() {
        return Err(ApiError::route_not_found());
    }
    let found = login::find(app, &form).await?.filter(guests::comes_by_link);
    let Some(user) = found else { return Ok(Reply::json(&LoginType::default())) };
    if let Err(refused) = app.of::<Limiter>().take_cost(&call, Cost::Mail) {
        app.metrics.http.rate_limited.inc();
        app.metrics.http.cost_limited.inc((rate::label(Cost::Mail),));
        return Ok(refused.reply());
    }
    // Whether the account is in use is told to the address, by a mail that comes or does not.
    let may = |user: &User| guests::comes_by_link(user) && user.is_active();
    one_time::send_to(app, Kind::GuestLink, user.email, may)?;
    Ok(Reply::json(&LoginType { auth_service: MAGIC_LINK.to_owned(), ..LoginType::default() }))
}
