//! `init`: the least world that a run needs, as the reference tool makes it of its settings, in seconds.
//!
//! Fifty users, or as many as are asked for, all of them in every team, and what `InstanceConfiguration` asks for: teams, channels of each kind, posts
//! with replies, reactions, administrators. A second `init` changes nothing: as with the reference tool, a server on which
//! the first user can sign in counts as filled.

use http::Method;
use serde_json::{Value, json};

use super::size::{Kinds, Size};
use super::{Administrator, Caller, Problem, generate};
use crate::config::Instance;
use crate::config::PASSWORD;
use crate::meter::Meter;
use crate::net::{Call, Failure, Net};

const ADMINISTRATOR_ROLES: &str = "system_user system_admin";

/// What was made, for a person to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    pub users: u64,
    pub teams: u64,
    pub channels: Kinds,
    pub posts: u64,
    pub reactions: u64,
    pub was_there: bool,
}

/// Fills a server.
///
/// # Errors
/// When the settings do not hold together, or with the first request that failed.
pub async fn init(
    net: &Net,
    administrator: Administrator<'_>,
    prefix: &str,
    instance: &Instance,
    users: Option<u64>,
    seed: u64,
) -> Result<Made, Problem> {
    let meter = Meter::default();
    let admin = Caller::administrator(net, &meter, administrator.login, administrator.password).await?;
    match Caller::sign_in(net, &meter, &format!("{prefix}-1@example.com"), PASSWORD).await {
        Ok(_) => return Ok(Made { was_there: true, ..Made::default() }),
        Err(Failure::Refused { .. }) => {}
        Err(failure) => return Err(failure.into()),
    }
    let size = Size::init(instance, users, seed, prefix);
    generate::make(net, administrator, &size, None, &|_| {}).await?;
    for number in 0..instance.num_admins {
        make_administrator(&admin, &format!("{prefix}-{number}")).await?;
    }
    let Size { users, teams, channels, posts, reactions, .. } = size;
    Ok(Made { users, teams, channels, posts, reactions, was_there: false })
}

/// Gives an account of a name the rights of an administrator; makes it where there is none. They are counted from 0, so
/// that all but one are accounts of users.
async fn make_administrator(admin: &Caller<'_>, name: &str) -> Result<(), Failure> {
    let body = json!({"email": format!("{name}@example.com"), "username": name, "password": PASSWORD});
    let user = match admin.make("/users", &body).await {
        Err(failure) if failure.says_it_exists() => {
            admin.id_of(Call::plain(Method::GET, "/users/username/{username}", &[&name], "")).await?
        }
        other => other?,
    };
    let call = Call::json(Method::PUT, "/users/{user}/roles", &[&user], &json!({"roles": ADMINISTRATOR_ROLES}));
    admin.ask::<Value>(call).await.map(drop)
}

#[cfg(test)]
#[path = "init_tests.rs"]
mod tests;
