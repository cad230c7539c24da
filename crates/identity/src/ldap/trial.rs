//! Trying the directory: whether it answers, and what it says by the settings, in words.

use config::{Config, Ldap};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Reply};
use serde::Serialize;

use crate::ldap::connection::{Connection, must_be_filter};
use crate::ldap::entry::{asked, person};
use crate::ldap::fault::Fault;
use crate::ldap::{filter, groups, settings};

/// Entries that are looked at, and people and groups that are shown of them.
pub(crate) const LOOKED_AT: i32 = 200;
const SHOWN_MAX: usize = 5;

/// `POST /ldap/test`: tests the configured directory: its connection, the reading account, and whether it has users.
pub async fn test(call: Call) -> Answer {
    call.must(Permission::TestLdap)?;
    let config = settings(&call.app)?;
    look(&config.ldap).await?;
    Ok(Reply::ok())
}

/// `POST /ldap/test_connection`: the same of settings that are not in force yet. Only whether it answers and lets the reader
/// in.
pub async fn connection(mut call: Call) -> Answer {
    let config = tried(&mut call).await?;
    Connection::open(&config.ldap).await?;
    Ok(Reply::ok())
}

/// The settings of the body, over those in force. Others than those are for who may set them: whoever may only read would
/// choose which host is called, and what of the directory is shown.
async fn tried(call: &mut Call) -> Result<Config> {
    call.must(Permission::TestLdap)?;
    let form: serde_json::Value = call.json("ldap_settings").await?;
    let body = serde_json::json!({"LdapSettings": form});
    let now = call.app.config().clone();
    let tried = config::tried(&now, &body).map_err(|refused| {
        let why: Vec<&str> = refused.iter().map(|one| one.why.as_str()).collect();
        ApiError::bad_request("api.config.update_config.restricted_merge.app_error", why.join("; "))
    })?;
    if tried.ldap != now.ldap {
        call.must(Permission::WriteConsoleAuthenticationLdap)?;
    }
    if let Some(problem) = tried.ldap.problem() {
        return Err(ApiError::bad_request("ent.ldap.do_login.unable_to_connect.app_error", problem));
    }
    Ok(tried)
}

/// Whom a filter finds, or what an attribute has.
#[derive(Debug, Default, Serialize, PartialEq, Eq)]
pub struct Finding {
    pub test_name: String,
    pub test_value: String,
    pub total_count: usize,
    pub entries_with_value: usize,
    pub message: String,
    pub error: String,
    pub sample_results: Vec<Sample>,
}

/// Somebody, or a group, whom a filter finds.
#[derive(Debug, Default, Serialize, PartialEq, Eq)]
pub struct Sample {
    pub dn: String,
    pub id: String,
    pub username: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
}

/// `POST /ldap/test_diagnostics?test=filters|attributes|group_attributes`
pub async fn diagnostics(mut call: Call) -> Answer {
    let test = call.query().text("test").to_owned();
    let config = tried(&mut call).await?;
    let mut connection = Connection::open(&config.ldap).await?;
    let findings = match test.as_str() {
        "filters" => filters(&mut connection, &config.ldap).await,
        "attributes" => attributes(&mut connection, &config.ldap).await?,
        "group_attributes" => group_attributes(&mut connection, &config.ldap).await?,
        _ => return Err(ApiError::url_param("test")),
    };
    Ok(Reply::json(&findings))
}

async fn filters(connection: &mut Connection, settings: &Ldap) -> Vec<Finding> {
    let whom = [
        ("UserFilter", settings.user_filter.as_str(), Some(filter::people(settings))),
        ("GuestFilter", settings.guest_filter.as_str(), filter::guests(settings)),
        ("AdminFilter", settings.admin_filter.as_str(), filter::administrators(settings)),
        ("GroupFilter", settings.group_filter.as_str(), Some(filter::groups(settings))),
    ];
    let mut findings = Vec::new();
    for (name, value, filter) in whom {
        let mut finding = Finding { test_name: name.to_owned(), test_value: value.to_owned(), ..Finding::default() };
        match filter {
            None => finding.message = "not used".to_owned(),
            Some(filter) => match samples(connection, settings, &filter).await {
                Ok((count, samples)) => {
                    (finding.total_count, finding.entries_with_value) = (count, count);
                    finding.message = found(count);
                    finding.sample_results = samples;
                }
                Err(fault) => finding.error = fault.to_string(),
            },
        }
        findings.push(finding);
    }
    findings
}

fn found(count: usize) -> String {
    match count {
        0 => "finds nobody".to_owned(),
        count if count >= LOOKED_AT as usize => format!("finds {count} and maybe more"),
        count => format!("finds {count}"),
    }
}

async fn samples(
    connection: &mut Connection,
    settings: &Ldap,
    filter: &str,
) -> std::result::Result<(usize, Vec<Sample>), Fault> {
    must_be_filter(filter)?;
    let mut wanted = asked(settings);
    wanted.push(filter::group_name(settings));
    let entries = connection.find(filter, &wanted, LOOKED_AT).await?;
    let samples = entries.iter().take(SHOWN_MAX).map(|entry| {
        let person = person(settings, entry).unwrap_or_default();
        Sample {
            dn: entry.dn.clone(),
            id: person.subject,
            username: person.username,
            email: person.email,
            first_name: person.first_name,
            last_name: person.last_name,
            display_name: entry.text(filter::group_name(settings)).to_owned(),
        }
    });
    Ok((entries.len(), samples.collect()))
}

/// How many of those who may sign in have each attribute.
async fn attributes(connection: &mut Connection, settings: &Ldap) -> std::result::Result<Vec<Finding>, Fault> {
    let names = [
        ("IdAttribute", &settings.id_attribute),
        ("LoginIdAttribute", &settings.login_id_attribute),
        ("UsernameAttribute", &settings.username_attribute),
        ("EmailAttribute", &settings.email_attribute),
        ("FirstNameAttribute", &settings.first_name_attribute),
        ("LastNameAttribute", &settings.last_name_attribute),
        ("NicknameAttribute", &settings.nickname_attribute),
        ("PositionAttribute", &settings.position_attribute),
    ];
    let names: Vec<(&str, &str)> = names.map(|(name, attribute)| (name, attribute.as_str())).into();
    let filter = filter::people(settings);
    having(connection, &filter, &names).await
}

async fn group_attributes(connection: &mut Connection, settings: &Ldap) -> std::result::Result<Vec<Finding>, Fault> {
    groups::must_know_groups(settings)?;
    let names = [
        ("GroupIdAttribute", settings.group_id_attribute.as_str()),
        ("GroupDisplayNameAttribute", filter::group_name(settings)),
    ];
    let filter = filter::groups(settings);
    having(connection, &filter, &names).await
}

async fn having(
    connection: &mut Connection,
    filter: &str,
    names: &[(&str, &str)],
) -> std::result::Result<Vec<Finding>, Fault> {
    let wanted: Vec<&str> = names.iter().map(|(_, attribute)| *attribute).filter(|name| !name.is_empty()).collect();
    let entries = connection.find(filter, &wanted, LOOKED_AT).await?;
    let findings = names.iter().filter(|(_, attribute)| !attribute.is_empty()).map(|(name, attribute)| {
        let with = entries.iter().filter(|entry| entry.bytes(attribute).is_some()).count();
        Finding {
            test_name: (*name).to_owned(),
            test_value: (*attribute).to_owned(),
            total_count: entries.len(),
            entries_with_value: with,
            message: format!("{with} of {} have it", entries.len()),
            ..Finding::default()
        }
    });
    Ok(findings.collect())
}

/// Whether the directory answers, and whom it has; for a command.
///
/// # Errors
/// As [`Fault`] says, and when it has nobody.
pub async fn look(settings: &Ldap) -> std::result::Result<Vec<String>, Fault> {
    let mut connection = Connection::open(settings).await?;
    let mut told = vec![format!("{}:{} answers", settings.host, settings.port)];
    let (count, samples) = samples(&mut connection, settings, &filter::people(settings)).await?;
    if count == 0 {
        return Err(Fault::Search("user_filter finds nobody below base_dn".into()));
    }
    told.push(format!("user_filter {}", found(count)));
    told.extend(samples.iter().map(|sample| format!("  {} is {} <{}>", sample.dn, sample.username, sample.email)));
    if !settings.group_id_attribute.is_empty() {
        let groups = connection.find(&filter::groups(settings), &[&settings.group_id_attribute], LOOKED_AT).await?;
        told.push(format!("group_filter {}", found(groups.len())));
    }
    Ok(told)
}
