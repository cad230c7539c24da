//! Accounts that shall be known by another attribute of the directory: each gets the value that its entry has there.

use std::collections::HashSet;
use std::sync::Arc;

use base::ids::UserId;
use node::error::ApiError;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use serde::Deserialize;
use wire::users::User;

use crate::accounts;
use crate::ldap::connection::Connection;
use crate::ldap::fault::Fault;
use crate::ldap::{SERVICE, filter, settings};

const PAGE_LEN: usize = 500;

/// Body of `POST /ldap/migrateid`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Form {
    #[serde(rename = "toAttribute")]
    to_attribute: String,
}

/// `POST /ldap/migrateid`. Afterwards `IdAttribute` has to be the attribute that was named.
pub async fn migrate(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let config = settings(&call.app)?;
    let form: Form = call.json("toAttribute").await?;
    let is_name = !form.to_attribute.is_empty()
        && form.to_attribute.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ';'));
    if !is_name {
        return Err(ApiError::body_param("toAttribute"));
    }
    let moved = all(&call.app, &config.ldap, &form.to_attribute).await?;
    let mut change = call.app.change();
    people::audits::note(&mut change, &call, &format!("to={} accounts={moved}", form.to_attribute));
    change.commit().await?;
    Ok(Reply::ok())
}

/// Finds what every account is to be known by, and changes them only when each is found and no two are the same; the number of
/// accounts.
///
/// # Errors
/// With the account that cannot move; nothing is changed then.
pub async fn all(app: &Arc<App>, config: &config::Ldap, to: &str) -> std::result::Result<usize, Fault> {
    let mut connection = Connection::open(config).await?;
    let (mut moves, mut taken, mut after) = (Vec::new(), HashSet::new(), UserId::NONE);
    loop {
        let page = app.store.users_of_service(SERVICE, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        for user in page {
            let Some(id) = id_of(&mut connection, config, &user, to).await? else {
                if user.is_active() {
                    return Err(Fault::Account(format!("{}: the directory has no {to} of it", user.username)));
                }
                continue;
            };
            if !taken.insert(id.clone()) {
                return Err(Fault::Account(format!("{}: {to} is {id:?} of another account too", user.username)));
            }
            moves.push((user, id));
        }
    }
    for (user, id) in &moves {
        accounts::be_known_by(app, user, id).await?;
    }
    Ok(moves.len())
}

async fn id_of(
    connection: &mut Connection,
    config: &config::Ldap,
    user: &User,
    to: &str,
) -> std::result::Result<Option<String>, Fault> {
    let Some(old) = &user.auth_data else { return Ok(None) };
    // Who moved already, in a run that ended in the middle, is known by the new one.
    let moved = config::Ldap { id_attribute: to.to_owned(), ..config.clone() };
    for config in [config, &moved] {
        let mut found = connection.find(&filter::of_id(config, old), &[to], 2).await?;
        if let Some(entry) = found.pop().filter(|_| found.is_empty()) {
            return Ok(entry.id(to));
        }
    }
    Ok(None)
}
