//! Making an account: by signing up, by invitation, or by an administrator.

use std::sync::Arc;

use base::ids::UserId;
use base::tokens;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use people::one_time;
use people::session;
use people::users::domains::{Kind, domains, must_be_of_domain};
use people::users::taken;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, UserRef};
use wire::omit::StringMap;
use wire::preferences::Preference;
use wire::users::{SYSTEM_ADMIN, SYSTEM_GUEST, SYSTEM_USER, User, UserForm};

use crate::users::invitation;
use crate::users::invitation::Invitation;

/// Held by the first account, so that two that sign up at once are not both the first.
const FIRST_ACCOUNT: &str = "FirstAccount";

/// What notifies a user who chose nothing (facts, data model §1.2).
const NOTIFY_DEFAULTS: &[(&str, &str)] = &[
    ("channel", "true"),
    ("comments", "never"),
    ("desktop", "mention"),
    ("desktop_sound", "true"),
    ("desktop_threads", "all"),
    ("email", "true"),
    ("email_threads", "all"),
    ("first_name", "false"),
    ("mention_keys", ""),
    ("push", "mention"),
    ("push_status", "online"),
    ("push_threads", "all"),
];

const TIMEZONE_DEFAULTS: &[(&str, &str)] =
    &[("automaticTimezone", ""), ("manualTimezone", ""), ("useAutomaticTimezone", "true")];

/// By what right an account is made.
enum Right {
    /// The server has no account yet.
    First,
    Admin,
    OpenDoor,
}

/// `POST /users`
pub async fn create(mut call: Call) -> Answer {
    let form: UserForm = call.json_part::<User, _>("user").await?;
    let invitation = invitation::read(&call).await?;
    let right = must_be_let_in(&call, invitation.is_some()).await?;
    let kind = if invitation.as_ref().is_some_and(Invitation::is_guests) { Kind::Guest } else { Kind::Member };
    let mut user = new_account(&call, &form, &right, kind).await?;
    if let Some(invitation) = &invitation {
        invitation.shape(&mut user)?;
        invitation.must_take(&call.app, &user).await?;
    }
    let user = save(&call, user, right, invitation.as_ref()).await?;
    match &invitation {
        Some(invitation) => invitation.admit(&call, &user).await?,
        None => welcome(&call, &user).await?,
    }
    Ok(Reply::created(&user.for_self()))
}

/// Asks the owner of the address to show that it is his or hers, where that is wanted.
async fn welcome(call: &Call, user: &User) -> Result<()> {
    if call.app.config().accounts.require_email_verification && !user.email_verified {
        one_time::send(&call.app, one_time::Kind::VerifyEmail, user).await?;
    }
    Ok(())
}

async fn must_be_let_in(call: &Call, invited: bool) -> Result<Right> {
    if let Some(identity) = &call.identity
        && call.can(Permission::ManageSystem)
    {
        // Strangers may ask here as well, so the second factor is asked for by hand.
        session::must_have_mfa(&call.app, identity)?;
        return Ok(Right::Admin);
    }
    if !call.app.store.has_users().await? {
        return Ok(Right::First);
    }
    let accounts = call.app.config().accounts.clone();
    if !accounts.enable_creation || !(invited || accounts.open_signup) {
        let text = "This server does not let people sign up. Please ask an administrator for an invitation.";
        return Err(ApiError::forbidden(ids::API_USER_CREATE_USER_NO_OPEN_SERVER, text));
    }
    if !accounts.signup_with_email {
        let text = "Signing up with email and password is turned off.";
        let id = "api.user.create_user.signup_email_disabled.app_error";
        return Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, id, text));
    }
    Ok(Right::OpenDoor)
}

/// The account that the form asks for, checked, with its password hashed.
async fn new_account(call: &Call, form: &UserForm, right: &Right, kind: Kind) -> Result<User> {
    let mut user = account(&call.app, form, kind)?;
    if matches!(right, Right::Admin) {
        user.email_verified = form.email_verified;
        if form.create_at > 0 {
            (user.create_at, user.update_at, user.last_password_update) =
                (form.create_at, form.create_at, form.create_at);
        }
    }
    password_rules(&call.app).must_accept(&form.password)?;
    user.password_hash = call.app.hashes.hash(form.password.clone()).await?;
    Ok(user)
}

/// The account that the form asks for, checked, made now and without a password.
///
/// # Errors
/// 400 with the first thing that is wrong.
pub fn account(app: &App, form: &UserForm, kind: Kind) -> Result<User> {
    let now = app.clock.now();
    let username = if form.username.is_empty() { tokens::secret() } else { form.username.to_lowercase() };
    let locale =
        if form.locale.is_empty() { app.config().localization.client_locale.clone() } else { form.locale.clone() };
    let user = User {
        id: app.ids.next(),
        create_at: now,
        update_at: now,
        username,
        email: form.email.trim().to_lowercase(),
        nickname: form.nickname.clone(),
        first_name: form.first_name.clone(),
        last_name: form.last_name.clone(),
        position: form.position.clone(),
        roles: SYSTEM_USER.to_owned(),
        allow_marketing: form.allow_marketing,
        props: form.props.clone().unwrap_or_default(),
        notify_props: form.notify_props.clone().filter(|given| !given.is_empty()).unwrap_or_else(notify_defaults),
        last_password_update: now,
        locale,
        timezone: Some(form.timezone.clone().unwrap_or_else(timezone_defaults)),
        remote_id: Some(String::new()),
        disable_welcome_email: form.disable_welcome_email,
        ..User::default()
    };
    must_be_valid(&user)?;
    rules::users::must_not_be_system_bot(&user.username)?;
    must_be_of_domain(&user.email, &domains(app, kind))?;
    Ok(user)
}

/// # Errors
/// The id of the first thing that is wrong with names, address or settings.
pub fn must_be_valid(user: &User) -> Result<()> {
    let account = rules::users::Account {
        username: &user.username,
        email: &user.email,
        nickname: &user.nickname,
        first_name: &user.first_name,
        last_name: &user.last_name,
        position: &user.position,
        locale: &user.locale,
        roles: &user.roles,
    };
    account.must_be_valid()?;
    if let Some(timezone) = &user.timezone {
        rules::users::must_fit_timezone(&json(timezone))?;
    }
    for (name, settings) in [("props", &user.props), ("notify_props", &user.notify_props)] {
        if json(settings).len() > SETTINGS_BYTES_MAX {
            return Err(ApiError::body_param(name));
        }
    }
    Ok(())
}

/// Bytes of a user's free properties and of the notification settings, each: what memory and every event carry.
const SETTINGS_BYTES_MAX: usize = 8_000;

fn json(map: &StringMap) -> String {
    serde_json::to_string(map).expect("texts are JSON")
}

/// What notifies a user who chose nothing.
pub fn notify_defaults() -> StringMap {
    map(NOTIFY_DEFAULTS)
}

/// The time zone of a user who chose none.
pub fn timezone_defaults() -> StringMap {
    map(TIMEZONE_DEFAULTS)
}

fn map(pairs: &[(&str, &str)]) -> StringMap {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// What the configuration asks of passwords.
pub fn password_rules(app: &App) -> rules::users::PasswordRules {
    let password = &app.config().password;
    rules::users::PasswordRules {
        len_min: password.min_length as usize,
        lowercase: password.lowercase,
        uppercase: password.uppercase,
        number: password.number,
        symbol: password.symbol,
    }
}

/// Writes the account. Of several that sign up on a fresh server at once, one becomes the administrator.
async fn save(call: &Call, user: User, right: Right, invitation: Option<&Invitation>) -> Result<User> {
    if matches!(right, Right::First) {
        let admin = User { roles: format!("{SYSTEM_ADMIN} {SYSTEM_USER}"), ..user.clone() };
        match insert(call, &admin, vec![first_account(admin.id)]).await {
            Err(store::Error::Unmet { .. }) => {}
            Err(error) => return Err(taken(error)),
            Ok(()) => return Ok(admin),
        }
        must_be_let_in(call, invitation.is_some()).await?;
    }
    let writes = invitation.map(|invitation| invitation.writes(&user)).unwrap_or_default();
    match insert(call, &user, writes).await {
        Err(store::Error::Unmet { .. }) => Err(invitation::invalid()),
        Err(error) => Err(taken(error)),
        Ok(()) => Ok(user),
    }
}

/// Writes the account, along with what only one account can have, such as the first place or an invitation.
async fn insert(call: &Call, user: &User, writes: Vec<store::Write>) -> store::Result<()> {
    let mut change = call.app.change();
    for write in writes {
        change.write(write);
    }
    write(&mut change, user);
    audits::note(&mut change, call, &format!("user_id={}", user.id));
    change.announce_about(user.id, EventName::NewUser, &UserRef { user_id: user.id }, Broadcast::everyone());
    change.commit().await.map(drop)
}

/// Who another service says that somebody is.
#[derive(Debug, Clone)]
pub struct Outer {
    pub service: String,
    /// The service's own name for the account.
    pub data: String,
    pub is_guest: bool,
}

/// Makes an account that another service vouches for: it has no password, and its address counts as proven.
///
/// # Errors
/// 400 when names or address cannot be, or are taken.
pub async fn of_service(app: &Arc<App>, form: &UserForm, outer: &Outer) -> Result<User> {
    let mut user = account(app, form, if outer.is_guest { Kind::Guest } else { Kind::Member })?;
    if outer.is_guest {
        SYSTEM_GUEST.clone_into(&mut user.roles);
    }
    (user.auth_service, user.auth_data) = (outer.service.clone(), Some(outer.data.clone()));
    user.email_verified = true;
    let mut change = app.change();
    vouched(&mut change, &user);
    change.commit().await.map_err(taken)?;
    Ok(user)
}

/// Adds an account that somebody outside vouches for to a change, and tells everybody.
pub fn vouched(change: &mut Change, user: &User) {
    write(change, user);
    change.announce_about(user.id, EventName::NewUser, &UserRef { user_id: user.id }, Broadcast::everyone());
}

/// Adds an account to a change, with what clients expect of it.
pub(super) fn write(change: &mut Change, user: &User) {
    change.write(store::users::insert(user));
    for preference in first_preferences(user) {
        change.write(store::preferences::save(&preference));
    }
}

/// The write that only the first account of a server can make.
pub(super) fn first_account(user: UserId) -> store::Write {
    store::systems::claim(FIRST_ACCOUNT, &user.to_string())
}

/// What clients expect of an account that was never used.
pub fn first_preferences(user: &User) -> Vec<Preference> {
    let preference = |category: &str, name: &str, value: &str| Preference {
        user_id: user.id,
        category: category.to_owned(),
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let mut preferences =
        vec![preference("recommended_next_steps", "hide", "false"), preference("system_notice", "GMasDM", "true")];
    if !user.has_role(SYSTEM_GUEST) {
        preferences.push(preference("tutorial_step", &user.id.to_string(), "0"));
    }
    preferences
}
