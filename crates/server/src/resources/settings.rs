//! The configuration as administrators read and write it over the API.
//!
//! What they change is kept in the store, over the file and under environment and command line,
//! and is in force at once. Settings that are fixed at the start (addresses, the database) stand
//! in the file of each node and cannot be written here.

use std::sync::Arc;

use config::{Audience, Refusal};
use http::{HeaderValue, header};
use node::consequence::{Fact, Rules};
use node::error::{ApiError, Result};
use node::settings::{STORED, reload, sealed, stored};
use permissions::Permission;
use serde_json::Value;
use wire::errors::ids;
use wire::events::{Broadcast, ConfigChanged, EventName};

use notification::client_settings;
use outward::mail;
use outward::mail::Mail;
use people::audits;
use request::App;
use request::{Answer, Call, Reply};

/// How often a change is tried again when another was made at the same moment.
const TRIES_MAX: usize = 5;
const NOT_CACHED: HeaderValue = HeaderValue::from_static("no-cache, no-store, must-revalidate");

/// `GET /config`
pub async fn get(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    Ok(shown(&call.app))
}

fn shown(app: &App) -> Reply {
    Reply::json(&config::admin_config(&app.config())).with_header(header::CACHE_CONTROL, NOT_CACHED)
}

/// `GET /config/environment`: answers with the settings that the environment sets.
pub async fn environment(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let pinned = call.app.origin.pinned.load_full();
    Ok(Reply::json(&config::environment_config(&pinned)).with_header(header::CACHE_CONTROL, NOT_CACHED))
}

/// `PUT /config` and `PUT /config/patch`: what the body names and the server knows, changes.
pub async fn put(mut call: Call) -> Answer {
    let body: Value = call.json("config").await?;
    if !body.is_object() {
        return Err(ApiError::body_param("config"));
    }
    call.must(Permission::ManageSystem)?;
    for _ in 0..TRIES_MAX {
        match save(&call, &body).await {
            Err(error) if error.id == AGAIN => {}
            other => return other.map(|()| shown(&call.app)),
        }
    }
    Err(ApiError::busy())
}

/// Marks that somebody else changed the configuration in between.
const AGAIN: &str = "api.config.changed_meanwhile";

async fn save(call: &Call, body: &Value) -> Result<()> {
    let app = &call.app;
    let (text, mut kept) = stored(app).await?;
    let (changed, changes) = config::apply(&app.config(), body, &app.origin.pinned.load()).map_err(refused)?;
    if changes.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = changes.keys().map(String::as_str).collect();
    let names = names.join(" ");
    kept.extend(changes);
    let json = serde_json::to_string(&sealed(app, kept)).expect("settings are JSON");
    let mut change = app.change();
    change.write(match &text {
        Some(old) => store::systems::swap(STORED, old, &json),
        None => store::systems::claim(STORED, &json),
    });
    audits::note(&mut change, call, &names);
    change.then_here(move |app, _| app.set_config(changed));
    change.fact_elsewhere(Fact::Rules(Rules::Config(json)));
    match change.commit().await {
        Ok(_) => announce(app).await,
        Err(store::Error::Unmet { .. }) => Err(ApiError::bad_request(AGAIN, "Please try again.")),
        Err(error) => Err(error.into()),
    }
}

fn refused(refusals: Vec<Refusal>) -> ApiError {
    let sentences: Vec<String> = refusals.iter().map(|one| format!("{} {}", one.api, one.why).trim().into()).collect();
    ApiError::bad_request("api.config.update_config.invalid.app_error", sentences.join("\n"))
}

/// `POST /config/reload`: reads file and store anew.
pub async fn reread(call: Call) -> Answer {
    call.must(Permission::ReloadConfig)?;
    reload(&call.app).await?;
    let (text, _) = stored(&call.app).await?;
    let mut change = call.app.change();
    change.fact_elsewhere(Fact::Rules(Rules::Config(text.unwrap_or_default())));
    change.commit().await?;
    announce(&call.app).await?;
    Ok(Reply::ok())
}

/// Tells clients what they now read of the configuration.
async fn announce(app: &Arc<App>) -> Result<()> {
    let config = client_settings::flat(app, Audience::Member).await?;
    let mut change = app.change();
    change.announce(EventName::ConfigChanged, &ConfigChanged { config }, Broadcast::everyone());
    change.commit().await?;
    Ok(())
}

/// `POST /email/test`: mails the caller with the settings of the body, which are not kept; with those in force where
/// there is none.
pub async fn test_email(mut call: Call) -> Answer {
    let body: Value = call.json_or_default("config").await?;
    if !body.is_null() && body.get("EmailSettings").is_none() {
        let text = "The settings to test are missing.";
        return Err(ApiError::bad_request(ids::API_FILE_TEST_CONNECTION_EMAIL_SETTINGS_NIL, text));
    }
    call.must(Permission::TestEmail)?;
    let app = &call.app;
    let tested = tried(app, &body)?;
    if !tested.email.is_configured() {
        let text = "A mail server and the sender's address are needed.";
        return Err(ApiError::bad_request("api.admin.test_email.missing_server", text));
    }
    let subject = format!("[{}] Mail works", tested.team.site_name);
    let text = "The settings for mail of this server work.".to_owned();
    let mail = Mail { to: call.me().email.clone(), subject, text };
    match mail::deliver(&tested, &mail).await {
        Ok(()) => Ok(Reply::ok()),
        Err(error) => {
            let text = format!("The mail server did not take the mail: {error}");
            Err(ApiError::bad_request("api.admin.test_email.failure.app_error", text))
        }
    }
}

/// The configuration as it would be with a body's settings, which are not kept. Without a body it is the one in force.
///
/// # Errors
/// 400 with what is wrong with them.
pub fn tried(app: &App, body: &Value) -> Result<config::Config> {
    match body {
        Value::Null => Ok(config::Config::clone(&app.config())),
        body => config::tried(&app.config(), body).map_err(refused),
    }
}
