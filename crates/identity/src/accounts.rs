//! The account of somebody whom a provider knows: found by the name that the provider has for it, made at the first
//! sign-in, and kept as the provider says.
//!
//! An address finds an account only where the configuration lets it and the provider vouches for it: addresses are what
//! people say of themselves elsewhere.

use std::sync::Arc;

use base::ids::UserId;
use config::Provider;
use node::error::ApiError;
use organisation::teams;
use organisation::users::create::{Outer, of_service};
use organisation::users::names;
use people::sessions::login::must_be_admitted;
use people::users::administrators::must_leave_one;
use people::users::roles::change_roles;
use people::users::{announce_update, later, must_stored};
use request::App;
use rules::users::{NAME_LEN_MAX, POSITION_LEN_MAX, is_open_username};
use wire::audits::Audit;
use wire::users::{SYSTEM_ADMIN, SYSTEM_USER, User, UserForm};

use crate::claims::{Person, given};
use crate::link::{By, is_awaited, link};
use crate::refusal::{Refusal, Why};

/// Providers whose accounts have the provider's own name for somebody as it is, as imports of them do.
const PLAIN: &[&str] = &["gitlab", "google", "office365", "openid", "saml"];
/// What the store calls the issuer that the accounts of a provider are known by.
const ISSUER: &str = "SignInIssuer";

/// Lets an account be known by another name.
///
/// # Errors
/// When the store does not answer.
pub(crate) async fn be_known_by(app: &Arc<App>, user: &User, id: &str) -> node::error::Result<()> {
    if user.auth_data.as_deref() == Some(id) {
        return Ok(());
    }
    let new = User { auth_data: Some(id.to_owned()), update_at: later(app, user.update_at), ..user.clone() };
    let mut change = app.change();
    change.write(store::users::update(&new, user.update_at));
    change.user_changed(user.id);
    announce_update(&mut change, &new);
    change.commit().await?;
    Ok(())
}

/// What an account is known by: the provider's own name for it, told apart from those of other providers.
pub fn auth_data(service: &str, subject: &str) -> String {
    if PLAIN.contains(&service) { subject.to_owned() } else { format!("{service}:{subject}") }
}

/// # Errors
/// [`Why::Misconfigured`] when accounts of this provider are those of another issuer: it may call others by the same
/// names.
pub async fn must_be_of_issuer(app: &Arc<App>, provider: &Provider) -> Result<(), Refusal> {
    let name = format!("{ISSUER}:{}", provider.name);
    let known = match app.store.system(&name).await? {
        Some(known) => known,
        None => {
            // Another node may have written one meanwhile: the first stays.
            app.store.write(store::systems::save_new(&name, &provider.issuer)).await?;
            app.store.system(&name).await?.unwrap_or_default()
        }
    };
    if known == provider.issuer {
        return Ok(());
    }
    if !provider.previous_issuers.contains(&known) {
        let detail =
            format!("its accounts are those of {known}: give the provider another name, or set previous_issuers");
        return Err(Refusal::new(Why::Misconfigured, detail));
    }
    match app.store.write(store::systems::swap(&name, &known, &provider.issuer)).await {
        // Another sign-in did so at the same moment.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The account that a person signs in to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Place {
    /// One that the service knows already.
    Known(User),
    /// One with the same address, which the service takes over.
    TakenOver(User),
    /// One that is made.
    New,
}

/// Finds the account that a person of a provider signs in to. It writes nothing.
///
/// # Errors
/// As the reasons of [`Why`] say.
pub(crate) async fn place(app: &App, provider: &Provider, person: &Person) -> Result<Place, Refusal> {
    let data = auth_data(&provider.name, &person.subject);
    if let Some(user) = app.store.user_by_auth(&data, &provider.name).await? {
        return Ok(Place::Known(user));
    }
    if !person.is_vouched {
        // Whether somebody has this address here is told to nobody who may have made it up.
        let detail = match person.email.as_str() {
            "" => format!("no address in the claim {}", provider.email_claim),
            _ => "the provider does not vouch for the address; see trust_email".to_owned(),
        };
        return Err(Refusal::new(Why::NoAddress, detail));
    }
    if let Some(user) = app.store.user_by_email(&person.email).await? {
        let is_matched = provider.match_by_email && is_movable(&user);
        if !is_matched && !is_awaited(&user, &provider.name) {
            return Err(Refusal::new(Why::AddressTaken, format!("user_id={} has the address", user.id)));
        }
        return Ok(Place::TakenOver(user));
    }
    must_make(app, provider.create_accounts).await?;
    Ok(Place::New)
}

/// The account of a person, as the provider says it is by now, if it is let in.
///
/// # Errors
/// As the reasons of [`Why`] say.
pub async fn admit(app: &Arc<App>, provider: &Provider, person: &Person) -> Result<User, Refusal> {
    let data = auth_data(&provider.name, &person.subject);
    let user = match place(app, provider, person).await? {
        Place::Known(user) => user,
        Place::TakenOver(user) => link(app, &provider.name, &user, Some(&data), By::Address).await?,
        Place::New => {
            let outer = Outer { service: provider.name.clone(), data, is_guest: person.is_guest };
            let user = make(app, person, &outer).await?;
            crate::pictures::take_over(app, provider, &user, &person.picture);
            user
        }
    };
    must_be_admitted(app, &user)?;
    let user = refresh(app, user, person, Names::Kept).await?;
    let user = set_roles(app, provider, person, user).await?;
    join_teams(app, provider, person, &user).await;
    must_be_admitted(app, &user)?;
    Ok(user)
}

/// # Errors
/// [`Why::NoAccount`] where no accounts are made, and on a server that has none yet.
pub(crate) async fn must_make(app: &App, is_wanted: bool) -> Result<(), Refusal> {
    if !is_wanted || !app.config().accounts.enable_creation {
        return Err(Refusal::new(Why::NoAccount, "no accounts are made"));
    }
    if !app.store.has_users().await? {
        // It would be the administrator.
        return Err(Refusal::new(Why::NoAccount, "the first account of a server is made with a password"));
    }
    Ok(())
}

/// Whether an account is one with a password, which another service may take over.
pub(crate) fn is_movable(user: &User) -> bool {
    user.auth_service.is_empty() && !user.is_bot && user.remote_id.as_deref().unwrap_or_default().is_empty()
}

/// Makes an account for somebody whom a service vouches for, with the first name that is free.
pub(crate) async fn make(app: &Arc<App>, person: &Person, outer: &Outer) -> Result<User, Refusal> {
    for username in names::free(&person.username) {
        if app.store.user_by_username(&username).await?.is_some() {
            continue;
        }
        let form = UserForm {
            username,
            email: person.email.clone(),
            first_name: cut(&person.first_name, NAME_LEN_MAX),
            last_name: cut(&person.last_name, NAME_LEN_MAX),
            nickname: cut(person.nickname.as_deref().unwrap_or_default(), NAME_LEN_MAX),
            position: cut(person.position.as_deref().unwrap_or_default(), POSITION_LEN_MAX),
            ..UserForm::default()
        };
        match of_service(app, &form, outer).await {
            Ok(user) => {
                app.store.write(noted(app, user.id, &outer.service, "made")).await?;
                return Ok(user);
            }
            // Somebody took it at the same moment.
            Err(error) if error.id == wire::errors::ids::APP_USER_SAVE_USERNAME_EXISTS => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refusal::new(Why::Failed, "no username is free"))
}

/// A row of the audit trail: what a sign-in did to an account besides opening a session.
pub(crate) fn noted(app: &App, user_id: UserId, service: &str, extra: &str) -> store::Write {
    let (id, create_at) = (app.ids.next(), app.clock.now());
    let action = match service {
        people::sessions::outer::SERVICE => "/ldap".to_owned(),
        // Said here once more, so that this file does not stand on the one of the service.
        "saml" => "/login/sso/saml".to_owned(),
        service => format!("/oauth/{service}/complete"),
    };
    let extra_info = extra.to_owned();
    store::audits::insert(&Audit { id, create_at, user_id, action, extra_info, ..Audit::default() })
}

pub(crate) fn cut(text: &str, len_max: usize) -> String {
    text.chars().take(len_max).collect()
}

/// Whether somebody is called here as there, or as he or she was when the account was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    Kept,
    Followed,
}

/// What an account is by what a service says of somebody.
pub(crate) async fn followed(app: &Arc<App>, old: &User, person: &Person, names: Names) -> Result<User, Refusal> {
    let mut new = old.clone();
    let texts = [
        (&mut new.first_name, Some(&person.first_name).filter(|name| !name.is_empty()), NAME_LEN_MAX),
        (&mut new.last_name, Some(&person.last_name).filter(|name| !name.is_empty()), NAME_LEN_MAX),
        (&mut new.nickname, person.nickname.as_ref(), NAME_LEN_MAX),
        (&mut new.position, person.position.as_ref(), POSITION_LEN_MAX),
    ];
    for (field, told, len_max) in texts {
        if let Some(told) = told {
            *field = cut(told, len_max);
        }
    }
    if person.is_vouched && may_have(app, old, &person.email).await? {
        (new.email, new.email_verified) = (person.email.clone(), true);
    }
    let is_renamed = names == Names::Followed && person.username != old.username;
    let may_be_called = is_renamed && is_open_username(&person.username);
    if may_be_called && app.store.user_by_username(&person.username).await?.is_none() {
        new.username.clone_from(&person.username);
    }
    Ok(new)
}

/// Takes over what a service says of somebody.
pub(crate) async fn refresh(app: &Arc<App>, user: User, person: &Person, names: Names) -> Result<User, Refusal> {
    let old = must_stored(app, user.id).await?;
    let mut new = followed(app, &old, person, names).await?;
    if new == old {
        return Ok(old);
    }
    organisation::users::create::must_be_valid(&new)?;
    new.update_at = later(app, old.update_at);
    let mut change = app.change();
    change.write(store::users::update(&new, old.update_at));
    change.user_changed(new.id);
    announce_update(&mut change, &new);
    match change.commit().await {
        Ok(_) => Ok(new),
        // Somebody changed the account, or took the address, at the same moment: the next sign-in says it again.
        Err(store::Error::Unmet { .. } | store::Error::Conflict { .. }) => Ok(old),
        Err(error) => Err(error.into()),
    }
}

/// Whether the account may have this address: it has it, or nobody has and its domain is let in.
async fn may_have(app: &Arc<App>, user: &User, email: &str) -> Result<bool, Refusal> {
    use people::users::domains::{Kind, domains};
    if user.email == email {
        return Ok(true);
    }
    let is_let_in = rules::users::is_of_domain(email, &domains(app, Kind::of(user)));
    Ok(is_let_in && app.store.user_by_email(email).await?.is_none())
}

/// Gives and takes the roles that groups stand for. The last administrator stays one.
async fn set_roles(app: &Arc<App>, provider: &Provider, person: &Person, user: User) -> Result<User, Refusal> {
    let Some(groups) = person.groups.as_deref().filter(|_| !provider.roles.is_empty() && !user.is_guest()) else {
        return Ok(user);
    };
    let table = app.roles.load();
    let by_groups: Vec<&str> =
        provider.roles.iter().filter_map(|pair| pair.rsplit_once('=')).map(|(_, role)| role).collect();
    let given = given(&provider.roles, groups);
    let mut roles: Vec<&str> = user.roles.split_ascii_whitespace().filter(|role| !by_groups.contains(role)).collect();
    roles.extend(given.into_iter().filter(|role| table.get(role).is_some()));
    roles.push(SYSTEM_USER);
    roles.sort_unstable();
    roles.dedup();
    let mut before: Vec<&str> = user.roles.split_ascii_whitespace().collect();
    before.sort_unstable();
    if roles == before {
        return Ok(user);
    }
    let new = User { roles: roles.join(" "), ..user.clone() };
    let mut change = app.change();
    if !roles.contains(&SYSTEM_ADMIN) {
        must_leave_one(&mut change, &user);
    }
    change_roles(&mut change, &user, &new.roles);
    match change.commit().await {
        Ok(_) => {
            tracing::info!(user.id = %user.id, roles = new.roles, "groups gave other roles");
            Ok(must_stored(app, user.id).await?)
        }
        Err(error) if store::users::was_last_administrator(&error) => {
            tracing::warn!(user.id = %user.id, "the last administrator stays one, though in no group for it");
            Ok(user)
        }
        Err(error) => Err(error.into()),
    }
}

/// Brings somebody into the teams of the groups, once: who left a team is not brought back.
async fn join_teams(app: &Arc<App>, provider: &Provider, person: &Person, user: &User) {
    let groups = person.groups.as_deref().unwrap_or_default();
    for name in given(&provider.teams, groups) {
        if let Err(error) = join_team(app, name, user).await {
            // The person is in all the same; an administrator has to look at the team.
            tracing::warn!(user.id = %user.id, team = name, cause = %error.message, "a sign-in could not join a team");
        }
    }
}

async fn join_team(app: &Arc<App>, name: &str, user: &User) -> Result<(), ApiError> {
    let team = teams::operator::find(app, name).await?;
    if team.is_archived() || app.store.team_member(team.id, user.id).await?.is_some() {
        return Ok(());
    }
    teams::members::join(app, &team, user, None).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_known_by_the_name_of_another_provider() {
        assert_eq!(auth_data("gitlab", "42"), "42");
        assert_eq!(auth_data("work", "42"), "work:42");
        assert_ne!((auth_data("openid", "work:42"), "openid"), (auth_data("work", "42"), "work"));
    }
}
