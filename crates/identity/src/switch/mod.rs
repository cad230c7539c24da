//! Moving accounts from one way to sign in to another: by their owner, who proves both sides, and by an administrator
//! ([`bulk`]).
//!
//! ```text
//!  password ───── right, with the second factor ──┐            ┌── provider: signs in there, and comes back
//!  directory ──── its password ───────────────────┼── owner ───┼── directory: its name and password
//!  provider ───── a session it opened just now ───┘            └── password: a new one
//! ```
//!
//! Who goes to a provider takes the proof along in the sealed attempt ([`Moving`]), so that no other sign-in of the same
//! browser moves anything. All sessions end with a move.

pub mod bulk;
pub mod plan;

use std::sync::Arc;

use base::Millis;
use http::StatusCode;
use node::error::{ApiError, Result};
use organisation::users::operator::Secret;
use people::sessions::login::{find, must_authenticate};
use people::sessions::{ending, guesses, outer};
use people::users::{announce_update, later, must_stored};
use request::{Answer, App, Call, Reply};
use wire::sessions::{FollowLink, LoginForm, PROP_SSO_SERVICE, SwitchForm};
use wire::users::User;

use crate::accounts::{is_movable, noted};
use crate::attempt::{Moving, Way as Destination};
use crate::ldap::fault::Fault;
use crate::ldap::sign_in::person_of;
use crate::link::{By, link, named};
use crate::{begin, saml};

/// How fresh the session must be that a provider opened: an older one may be in the hands of somebody else.
const FRESH_MS: Millis = 10 * 60_000;
/// Where clients go when the account has moved.
const DONE: &str = "/login?extra=signin_change";
/// Services whose accounts may be here though the configuration knows no way to them.
const ABSENT: &[&str] = &["gitlab", "google", "office365", "openid", "saml"];

/// A way to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    Password,
    Directory,
    Provider(String),
}

impl Way {
    /// The way that clients name; nothing when there cannot be one of this name.
    pub fn of(app: &App, service: &str) -> Option<Way> {
        match service {
            "" | "email" => Some(Way::Password),
            outer::SERVICE => Some(Way::Directory),
            name if ABSENT.contains(&name) || is_provider(app, name) => Some(Way::Provider(name.to_owned())),
            _ => None,
        }
    }

    /// What accounts are marked with that sign in this way.
    pub fn service(&self) -> &str {
        match self {
            Way::Password => "",
            Way::Directory => outer::SERVICE,
            Way::Provider(name) => name,
        }
    }

    /// Whether somebody can sign in this way now.
    pub fn is_there(&self, app: &App) -> bool {
        let config = app.config();
        match self {
            Way::Password => config.accounts.signin_with_email || config.accounts.signin_with_username,
            Way::Directory => config.ldap.enable,
            Way::Provider(name) => is_provider(app, name),
        }
    }
}

fn is_provider(app: &App, name: &str) -> bool {
    let config = app.config();
    match name {
        saml::SERVICE => config.saml.enable,
        name => config.sign_in.providers.iter().any(|provider| provider.name == name),
    }
}

/// `POST /users/login/switch`
pub async fn switch(mut call: Call) -> Answer {
    let form: SwitchForm = call.json("switch_request").await?;
    let way = |service: &str| Way::of(&call.app, service).ok_or_else(bad);
    let (from, to) = (way(&form.current_service)?, way(&form.new_service)?);
    must_be_there(&call.app, &from, &to)?;
    let user = match &from {
        Way::Password | Way::Directory => must_know(&call, &form, &from).await?,
        Way::Provider(service) => must_have_come(&call, &form, service).await?,
    };
    match to {
        Way::Password => set_password(&call, user, &form.new_password).await,
        Way::Directory => to_directory(&call, &form, &user).await,
        Way::Provider(service) => to_provider(&call, &user, &service).await,
    }
}

fn bad() -> ApiError {
    ApiError::body_param("switch_request")
}

/// # Errors
/// 403 where people do not move, or one of the ways is not there; the id says which direction it was.
fn must_be_there(app: &App, from: &Way, to: &Way) -> Result<()> {
    let id = match (from, to) {
        _ if from == to => return Err(bad()),
        (Way::Password, Way::Directory) => "api.user.email_to_ldap.not_available.app_error",
        (Way::Password, Way::Provider(_)) => "api.user.email_to_oauth.not_available.app_error",
        (Way::Directory, Way::Password) => "api.user.ldap_to_email.not_available.app_error",
        (Way::Provider(_), Way::Password) => "api.user.oauth_to_email.not_available.app_error",
        _ if from.is_there(app) && to.is_there(app) => "api.user.switch.not_available.app_error",
        _ => return Err(bad()),
    };
    match app.config().accounts.enable_switch && from.is_there(app) && to.is_there(app) {
        true => Ok(()),
        false => Err(ApiError::forbidden(id, "An administrator changes how an account signs in.")),
    }
}

/// The account of the form, whose password and second factor are right.
async fn must_know(call: &Call, form: &SwitchForm, from: &Way) -> Result<User> {
    let login = LoginForm {
        login_id: form.email.clone(),
        password: form.password.clone(),
        token: form.mfa_code.clone(),
        ..LoginForm::default()
    };
    if login.login_id.trim().is_empty() || login.password.is_empty() {
        return Err(bad());
    }
    let (user, code) = must_authenticate(call, &login).await?;
    if let Some(used) = code {
        call.app.store.write(used).await?;
    }
    let user = must_stored(&call.app, user.id).await?;
    let fits = if *from == Way::Password { is_movable(&user) } else { user.auth_service == from.service() };
    match fits {
        true => Ok(user),
        false => {
            let text = "The account signs in another way already.";
            Err(ApiError::bad_request("api.user.switch.other_way.app_error", text))
        }
    }
}

/// The account of the caller, whom the provider let in a moment ago. Tokens of applications and programs move nobody.
async fn must_have_come(call: &Call, form: &SwitchForm, service: &str) -> Result<User> {
    let own = call.identity.as_ref().ok_or_else(ApiError::session_expired)?;
    let user = must_stored(&call.app, own.user.id).await?;
    let session = &own.session;
    let is_device = !session.is_oauth && !session.is_access_token();
    let is_named = form.email.is_empty() || user.email == form.email.trim().to_lowercase();
    if !is_device || user.auth_service != service || !is_named {
        return Err(ApiError::permissions());
    }
    let is_fresh = call.app.clock.now() < session.create_at + FRESH_MS;
    match is_fresh && session.prop(PROP_SSO_SERVICE) == service {
        true => Ok(user),
        false => {
            let text = "Please sign in by the service again, and then choose another way.";
            Err(ApiError::forbidden("api.user.switch.sign_in_again.app_error", text))
        }
    }
}

async fn to_provider(call: &Call, user: &User, service: &str) -> Answer {
    let (way, moving) = (Destination::Browser { path: "/".to_owned() }, Some(Moving::of(user)));
    let led = match service {
        saml::SERVICE => saml::begin::lead(call, way, moving).await,
        service => begin::lead(call, service, way, moving).await,
    };
    let led = led.map_err(|refusal| refusal.error(call, service))?;
    Ok(led.kept_by(Reply::json(&FollowLink { follow_link: led.address.clone() })))
}

async fn to_directory(call: &Call, form: &SwitchForm, user: &User) -> Answer {
    let name = form.ldap_id.trim();
    if name.is_empty() || form.new_password.is_empty() {
        return Err(bad());
    }
    // A guess at the directory's password counts as one at the sign-in does.
    let known = find(&call.app, &LoginForm { login_id: name.to_owned(), ..LoginForm::default() }).await?;
    let guess = guesses::at(call, known.as_ref(), &name.to_lowercase());
    let asked = person_of(&call.app, name.to_owned(), form.new_password.clone());
    let asked = async { asked.await.map_err(Fault::told) };
    let refusal = || {
        let text = "The name or the password of the directory is not right.";
        ApiError::unauthorized("ent.ldap.do_login.invalid_password.app_error", text)
    };
    let judged = guesses::judge(call, guess, known.as_ref(), asked).await?;
    let Some(person) = judged.ok_or_else(refusal)? else {
        guesses::wrong(call, guess, known.as_ref()).await?;
        return Err(refusal());
    };
    guesses::right(call, guess).await?;
    let moved = link(&call.app, outer::SERVICE, user, Some(&person.subject), By::Owner).await;
    moved.map_err(|refusal| refusal.error(call, outer::SERVICE))?;
    Ok(Reply::json(&FollowLink { follow_link: DONE.to_owned() }))
}

/// Gives the account a password of this server in place of the service. All its sessions end.
async fn set_password(call: &Call, old: User, password: &str) -> Answer {
    let hash = Secret::Plain(password.to_owned()).hash(&call.app).await?;
    let now = later(&call.app, old.update_at);
    match leave(&call.app, &old, &hash, now, "moved by its owner").await {
        Ok(()) => Ok(Reply::json(&FollowLink { follow_link: DONE.to_owned() })),
        Err(store::Error::Unmet { .. }) => {
            let text = "The account changed at the same moment. Please try again.";
            Err(ApiError::new(StatusCode::CONFLICT, "api.user.switch.changed.app_error", text))
        }
        Err(error) => Err(error.into()),
    }
}

/// Takes an account out of its service: it has the password of this hash from now on, or none where that is empty.
///
/// # Errors
/// [`store::Error::Unmet`] when the account changed since it was read.
async fn leave(app: &Arc<App>, old: &User, hash: &str, now: Millis, how: &str) -> store::Result<()> {
    let user = User { auth_service: String::new(), auth_data: None, update_at: now, ..old.clone() };
    let mut change = app.change();
    change.write(store::users::update(&user, old.update_at));
    change.write(store::users::set_password(user.id, hash, now));
    ending::end_all(&mut change, user.id);
    guesses::forget(&mut change, &user);
    change.user_changed(user.id);
    announce_update(&mut change, &user);
    change.write(noted(app, user.id, &old.auth_service, &format!("{how}, from={} to=email", named(&old.auth_service))));
    change.commit().await?;
    tracing::info!(user.id = %user.id, from = old.auth_service, how, "an account moved to a password");
    Ok(())
}
