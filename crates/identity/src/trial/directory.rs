//! Tests the directory: host name, connection, bind account, and whom the filters find.

use config::Ldap;
use request::App;
use wire::trials::Trial;

use crate::ldap::SERVICE;
use crate::ldap::connection::Connection;
use crate::ldap::fault::Fault;
use crate::ldap::filter;
use crate::ldap::trial::LOOKED_AT;
use crate::refusal::{Refusal, Why};
use crate::trial::Steps;

/// # Errors
/// [`Why::Unknown`] when the server has no directory.
pub async fn test(app: &App) -> Result<Trial, Refusal> {
    let config = app.config().clone();
    let settings = &config.ldap;
    if !settings.is_used() {
        return Err(Refusal::new(Why::Unknown, SERVICE));
    }
    let mut steps = Steps::default();
    if let Err(why) = steps.resolve(&format!("ldap://{}:{}", settings.host, settings.port)).await {
        return Ok(steps.wrong("name", why));
    }
    let mut connection = match Connection::open(settings).await {
        Ok(connection) => connection,
        Err(fault @ Fault::Reader(_)) => return Ok(steps.wrong("reader", fault)),
        Err(fault) => return Ok(steps.wrong("answer", fault)),
    };
    steps.fine("answer", format!("{}:{} answers", settings.host, settings.port));
    steps.fine(
        "reader",
        match settings.bind_username.as_str() {
            "" => "It is read without a name".to_owned(),
            name => format!("It lets {name} in"),
        },
    );
    match people(&mut connection, settings).await {
        Ok(found) => steps.fine("people", found),
        Err(why) => return Ok(steps.wrong("people", why)),
    }
    if !settings.group_id_attribute.is_empty() {
        match connection.find(&filter::groups(settings), &[&settings.group_id_attribute], LOOKED_AT).await {
            Ok(found) => steps.fine("groups", format!("group_filter finds {}", some(found.len()))),
            Err(fault) => return Ok(steps.wrong("groups", fault)),
        }
    }
    Ok(steps.end())
}

/// The people that the filter finds. Each needs the attributes for the identifier, the login name and the address.
async fn people(connection: &mut Connection, settings: &Ldap) -> Result<String, String> {
    let needed = [&settings.id_attribute, &settings.login_id_attribute, &settings.email_attribute];
    let needed: Vec<&str> = needed.into_iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    let found =
        connection.find(&filter::people(settings), &needed, LOOKED_AT).await.map_err(|fault| fault.to_string())?;
    if found.is_empty() {
        return Err(format!("user_filter {:?} finds nobody below {:?}", settings.user_filter, settings.base_dn));
    }
    for name in needed {
        let lacking = found.iter().filter(|entry| entry.bytes(name).is_none()).count();
        if lacking == found.len() {
            return Err(format!("nobody of {} has the attribute {name}", some(found.len())));
        }
        if lacking > 0 {
            return Ok(format!("user_filter finds {}; {lacking} lack {name} and cannot sign in", some(found.len())));
        }
    }
    Ok(format!("user_filter finds {}, who have what accounts need", some(found.len())))
}

fn some(count: usize) -> String {
    if count >= LOOKED_AT as usize { format!("{count} or more") } else { count.to_string() }
}
