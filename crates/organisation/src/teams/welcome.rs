//! Whom a team takes in: people with an address of its domains, and nobody from outside its groups.
//!
//! [`members::join`](crate::teams::members::join) asks it for everybody who comes in, by whatever way. Sign-up and invitations
//! by mail ask before there is an account. It does not know who may invite or add whom; see [`adding`](crate::teams::adding).

use node::error::{ApiError, Result};
use people::groups::limits;
use rules::users::is_of_domain;
use wire::errors::ids;
use wire::teams::Team;
use wire::users::User;

use request::App;

/// As what somebody with an address comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum As {
    Member,
    Guest,
}

impl As {
    pub fn of(user: &User) -> As {
        if user.is_guest() { As::Guest } else { As::Member }
    }
}

/// True when the domains of the team and of the server let in who has the address. Guests come from outside: only the
/// server's domains of guests count for them.
pub fn takes_address(app: &App, team: &Team, email: &str, standing: As) -> bool {
    let config = app.config();
    match standing {
        As::Guest => is_of_domain(email, &config.guests.domains),
        As::Member => is_of_domain(email, &team.allowed_domains) && is_of_domain(email, &config.accounts.domains),
    }
}

/// The same for an account. Bots have no address that says where they are from.
pub fn takes(app: &App, team: &Team, user: &User) -> bool {
    user.is_bot || takes_address(app, team, &user.email, As::of(user))
}

/// # Errors
/// 400 for an account with an address of another domain, and for one outside the groups that the team is limited to.
pub async fn must_take(app: &App, team: &Team, user: &User) -> Result<()> {
    if !takes(app, team, user) {
        let text = "The team takes only people with an email address of its domains.";
        return Err(ApiError::bad_request(ids::API_TEAM_JOIN_USER_TO_TEAM_ALLOWED_DOMAINS, text));
    }
    if team.group_constrained == Some(true) && !limits::has(app, team.id.into(), user).await? {
        let text = "The team takes only people of its groups.";
        return Err(ApiError::bad_request(ids::API_TEAM_ADD_MEMBERS_USER_DENIED, text));
    }
    Ok(())
}

/// What an address of another domain is answered with where there is no account yet.
pub fn foreign_address(email: &str) -> ApiError {
    let text = format!("{email} is no email address of the team's domains.");
    ApiError::bad_request(ids::API_TEAM_INVITE_MEMBERS_INVALID_EMAIL, text)
}

/// Domains that a team names must be among those of the server, where the server names some: nobody else has an account.
///
/// # Errors
/// 400 for a domain whose people cannot have an account.
pub fn must_be_of_server(app: &App, team: &Team) -> Result<()> {
    let server = &app.config().accounts.domains;
    let domains = rules::users::domains(&team.allowed_domains);
    if domains.into_iter().all(|domain| is_of_domain(&format!("@{domain}"), server)) {
        return Ok(());
    }
    let text = "Only domains whose people can have an account on this server can be named.";
    Err(ApiError::bad_request("api.team.update_restricted_domains.mismatch.app_error", text))
}
