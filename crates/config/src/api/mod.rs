//! The administrator's view: one nested object, read and written over the API.
//!
//! Fields stand where their `.api("Section.Name")` says. Settings of the original that are not here are shown with
//! inert values from `inert.json`, since clients of the system console expect them, and ignored when written.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::features::FLAGS;
use crate::tables::Key;
use crate::{Config, Field, Kind, fields, whole};

/// Stands for a secret that is set. Written back, it leaves the secret as it is.
pub const MASK: &str = "********************************";

static INERT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("inert.json")).expect("inert.json is JSON; a test reads it"));

/// The body of `GET /config`.
pub fn admin_config(config: &Config) -> Value {
    let mut root = INERT.clone();
    for field in fields() {
        if let Some((section, name)) = field.api_place() {
            root[section][name] = shown(field, config);
        }
    }
    derived(config, &mut root);
    for flag in FLAGS {
        root["FeatureFlags"][flag.name] = match flag.value.parse::<bool>() {
            Ok(on) => Value::Bool(on),
            Err(_) => Value::from(flag.value),
        };
    }
    root
}

/// The body of `GET /config/environment`: true where the environment or the command line decides; null if nowhere.
pub fn environment_config(pinned: &BTreeSet<String>) -> Value {
    let mut root = Value::Null;
    for field in fields().filter(|field| pinned.contains(&field.key())) {
        if let Some((section, name)) = field.api_place() {
            root[section][name] = Value::Bool(true);
        }
    }
    root
}

/// What an administrator changed: `section.field` and its new value, to be merged into what is stored.
pub type Changes = Map<String, Value>;

/// A field that a body of `PUT /config` wanted to set and must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// `Section.Name` as the body called it, or empty when fields contradict each other.
    pub api: &'static str,
    pub why: String,
}

/// Applies the body of `PUT /config` or `PUT /config/patch`: what it names and we know, changes; the rest stays.
/// So does null, and a secret that is written back masked.
///
/// # Errors
/// With every field whose value is refused, that is set on each node, or that the environment decides, and with a secret
/// that would be shown to others than it is for.
pub fn apply(config: &Config, body: &Value, pinned: &BTreeSet<String>) -> Result<(Config, Changes), Vec<Refusal>> {
    changed(config, body, |field| permitted(field, pinned))
}

/// The configuration with what the body names, for a trial that puts nothing in force: what is set on each node may be
/// tried, too.
///
/// # Errors
/// With every field whose value is refused, and with a secret that would be shown to others than it is for.
pub fn tried(config: &Config, body: &Value) -> Result<Config, Vec<Refusal>> {
    changed(config, body, |_| Ok(())).map(|(tried, _)| tried)
}

/// Secrets that are shown to another server, and what says to which, and how. Whoever may set or try settings need not
/// know them, and could send them to a server of his own.
const SHOWN_TO: &[(&str, &[&str])] = &[
    (
        "EmailSettings.SMTPPassword",
        &[
            "EmailSettings.SMTPServer",
            "EmailSettings.SMTPPort",
            "EmailSettings.ConnectionSecurity",
            "EmailSettings.SkipServerCertificateVerification",
        ],
    ),
    ("FileSettings.AmazonS3SecretAccessKey", &["FileSettings.AmazonS3Endpoint", "FileSettings.AmazonS3SSL"]),
    (
        "LdapSettings.BindPassword",
        &["LdapSettings.LdapServer", "LdapSettings.LdapPort", "LdapSettings.ConnectionSecurity"],
    ),
    ("ServiceSettings.GiphySdkKey", &["ServiceSettings.GiphyAddress"]),
];

/// Secrets of `config` that these changes would show to others than they are for.
fn shown_elsewhere(config: &Config, body: &Value, changes: &Changes) -> impl Iterator<Item = Refusal> {
    let is_changed =
        |api: &str| fields().any(|field| field.rule.api == Some(api) && changes.contains_key(&field.key()));
    let is_set = |api: &str| fields().any(|field| field.rule.api == Some(api) && (field.get)(config) != "");
    let is_given = |api: &str| {
        let (section, name) = api.split_once('.').unwrap_or_default();
        body[section][name].as_str().is_some_and(|text| text != MASK)
    };
    let shown = SHOWN_TO.iter().filter(move |(secret, places)| {
        is_set(secret) && !is_given(secret) && places.iter().any(|place| is_changed(place))
    });
    let why = "must be given again: what is set is for the server that is set, and for no other";
    shown.map(move |(api, _)| Refusal { api, why: why.to_owned() })
}

fn changed(
    config: &Config,
    body: &Value,
    permitted: impl Fn(&Field) -> Result<(), String>,
) -> Result<(Config, Changes), Vec<Refusal>> {
    let (mut changed, mut changes, mut refused) = (config.clone(), Changes::new(), Vec::new());
    for field in fields() {
        let Some((section, name)) = field.api_place() else { continue };
        let Some(value) = body.get(section).and_then(|section| section.get(name)) else { continue };
        let now = (field.get)(config);
        let masked = field.kind == Kind::Secret && value.as_str() == Some(MASK);
        if value.is_null() || masked || *value == now {
            continue;
        }
        let value = without_slash(field, value);
        match permitted(field).and_then(|()| field.set(&mut changed, &value)) {
            Ok(()) => _ = changes.insert(field.key(), (field.get)(&changed)),
            Err(why) => refused.push(Refusal { api: field.rule.api.unwrap_or_default(), why }),
        }
    }
    refused.extend(shown_elsewhere(config, body, &changes));
    if refused.is_empty() {
        refused.extend(whole::problems(&changed).into_iter().map(|why| Refusal { api: "", why }));
    }
    if refused.is_empty() { Ok((changed, changes)) } else { Err(refused) }
}

/// System consoles send the server's address as it was typed.
fn without_slash<'a>(field: &Field, value: &'a Value) -> Cow<'a, Value> {
    match value.as_str() {
        Some(text) if field.rule.api == Some("ServiceSettings.SiteURL") && text.ends_with('/') => {
            Cow::Owned(Value::from(text.trim_end_matches('/')))
        }
        _ => Cow::Borrowed(value),
    }
}

fn permitted(field: &Field, pinned: &BTreeSet<String>) -> Result<(), String> {
    let key = field.key();
    if field.rule.node {
        return Err(format!("is set on each node, as {key} in its file or {}", field.variable()));
    }
    if pinned.contains(&key) {
        return Err(format!("is set by {} or on the command line", field.variable()));
    }
    Ok(())
}

/// The value as it may be shown: secrets that are set are masked.
pub fn shown(field: &Field, config: &Config) -> Value {
    let value = (field.get)(config);
    match (field.kind, &value) {
        (Kind::Secret, Value::String(text)) if !text.is_empty() => Value::from(MASK),
        (Kind::Secrets, Value::Array(items)) => items.iter().map(|_| Value::from(MASK)).collect(),
        (Kind::Tables(keys), Value::Array(tables)) => tables.iter().map(|table| masked(keys, table)).collect(),
        _ => value,
    }
}

fn masked(keys: &[Key], table: &Value) -> Value {
    let mut table = table.clone();
    for key in keys.iter().filter(|key| key.kind == Kind::Secret) {
        if table[key.name].as_str().is_some_and(|secret| !secret.is_empty()) {
            table[key.name] = Value::from(MASK);
        }
    }
    table
}

/// Settings of the original that follow from several of ours.
fn derived(config: &Config, root: &mut Value) {
    let mut put = |section: &str, name: &str, value: Value| root[section][name] = value;
    let session = &config.session;
    put("ServiceSettings", "SessionLengthWebInDays", json!(session.web_length_h / 24));
    put("ServiceSettings", "SessionLengthMobileInDays", json!(session.mobile_length_h / 24));
    put("ServiceSettings", "SessionLengthSSOInDays", json!(session.sso_length_h / 24));
    put("ServiceSettings", "ConnectionSecurity", json!(if config.tls.cert_file.is_empty() { "" } else { "TLS" }));
    put("DataRetentionSettings", "MessageRetentionDays", json!(config.retention.posts_h / 24));
    put("DataRetentionSettings", "FileRetentionDays", json!(config.retention.files_h / 24));

    let server = config.search.backend.server().unwrap_or_default();
    put("ElasticsearchSettings", "Backend", json!(server));
    for name in ["EnableIndexing", "EnableSearching", "EnableAutocomplete"] {
        put("ElasticsearchSettings", name, json!(!server.is_empty()));
    }

    let log = &config.log;
    let json_lines = log.format == crate::LogFormat::Json;
    put("LogSettings", "EnableConsole", json!(log.file.is_empty()));
    put("LogSettings", "EnableFile", json!(!log.file.is_empty()));
    put("LogSettings", "FileLocation", json!(log.file));
    for place in ["Console", "File"] {
        put("LogSettings", &format!("{place}Level"), json!(log.level.name().to_uppercase()));
        put("LogSettings", &format!("{place}Json"), json!(json_lines));
    }
}

#[cfg(test)]
mod tests;
