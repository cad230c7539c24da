//! What clients read of the configuration before and after they sign in: a flat map of texts.
//!
//! Most keys are fields that name one (`.anyone("SiteName")`); here stand the rest: what the running server adds,
//! what depends on several fields, and what never changes. The map goes out as `GET /config/client` and with the
//! event `config_changed`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::features::{FEATURES, FLAGS};
use crate::{Audience, Config, Provider, fields};

/// What clients are told that is not configured.
#[derive(Clone, Debug, Default)]
pub struct Runtime {
    /// The version of the API that is spoken, `10.8.0`: clients decide by it what they use.
    pub version: String,
    pub build_number: String,
    pub build_date: String,
    pub build_hash: String,
    /// The server's identity, 26 characters; mobile clients name their database after it.
    pub diagnostic_id: String,
    /// No account exists yet: the web client then offers to create the first.
    pub no_accounts: bool,
    /// When the server first started, in milliseconds.
    pub installation_date: i64,
    pub schema_version: u32,
    /// Public half of the key that signs what clients verify, in base64.
    pub signing_public_key: String,
    /// Public half of the key that browsers are told by, an uncompressed point of P-256 in base64url.
    pub web_push_public_key: String,
}

/// Keys that have one value in this product, for callers with and without a session.
const CONSTANTS_ANYONE: &[(&str, &str)] = &[
    ("AppsPluginEnabled", "false"),
    ("BuildEnterpriseReady", "false"),
    ("BuildHashEnterprise", "none"),
    ("CWSURL", ""),
    ("DiagnosticsEnabled", "false"),
    ("EmailLoginButtonBorderColor", "#2389D7"),
    ("EmailLoginButtonColor", "#0000"),
    ("EmailLoginButtonTextColor", "#2389D7"),
    ("EnableAskCommunityLink", "false"),
    ("EnableComplianceExport", "false"),
    ("EnableDiagnostics", "false"),
    ("IsFipsEnabled", "false"),
    ("PluginsEnabled", "false"),
    ("ReportAProblemType", "default"),
    ("ServiceEnvironment", "production"),
];

/// Keys that have one value in this product, for signed-in callers.
const CONSTANTS_MEMBER: &[(&str, &str)] = &[
    ("CWSMock", ""),
    ("EnableAttributeBasedAccessControl", "false"),
    ("EnableChannelScopeAccessControl", "false"),
    ("EnableCompliance", "false"),
    ("EnableMarketplace", "false"),
    ("EnableOutgoingOAuthConnections", "false"),
    ("EnableUserManagedAttributes", "false"),
    ("ExperimentalChannelCategorySorting", "false"),
    ("ExperimentalEnablePostMetadata", "true"),
    ("ExperimentalTimezone", "true"),
    // The key is the server's own: it asks the provider of GIFs itself.
    ("GiphySdkKey", ""),
    ("IsDefaultMarketplace", "true"),
    ("UpgradedFromTE", "false"),
    ("WranglerAllowedEmailDomain", ""),
    ("WranglerMoveThreadFromDirectMessageChannelEnable", "false"),
    ("WranglerMoveThreadFromGroupMessageChannelEnable", "false"),
    ("WranglerMoveThreadFromPrivateChannelEnable", "false"),
    ("WranglerMoveThreadMaxCount", "100"),
    ("WranglerMoveThreadToAnotherTeamEnable", "false"),
    ("WranglerPermittedWranglerRoles", ""),
];

/// The flat map that `audience` reads. Every value is a text; true is "true".
pub fn client_config(config: &Config, runtime: &Runtime, audience: Audience) -> BTreeMap<String, String> {
    let mut map = BTreeMap::new();
    for field in fields() {
        if let Some((key, who)) = field.rule.client
            && who <= audience
        {
            map.insert(key.into(), text_of(&(field.get)(config)));
        }
    }
    let mut put = |key: &str, value: &str| _ = map.insert(key.into(), value.into());
    CONSTANTS_ANYONE.iter().for_each(|(key, value)| put(key, value));
    for flag in FLAGS.iter().filter(|flag| flag.audience <= audience) {
        put(&format!("FeatureFlag{}", flag.name), flag.value);
    }
    put_for_anyone(config, runtime, &mut put);
    if audience == Audience::Member {
        CONSTANTS_MEMBER.iter().for_each(|(key, value)| put(key, value));
        put_for_members(config, runtime, &mut put);
    }
    for feature in FEATURES {
        for key in feature.client_keys {
            if !feature.built && map.contains_key(*key) {
                map.insert((*key).into(), "false".into());
            } else if audience == Audience::Member && !map.contains_key(*key) {
                map.insert((*key).into(), feature.built.to_string());
            }
        }
    }
    map
}

fn put_for_anyone(config: &Config, runtime: &Runtime, put: &mut dyn FnMut(&str, &str)) {
    put("Version", &runtime.version);
    put("BuildNumber", &runtime.build_number);
    put("BuildDate", &runtime.build_date);
    put("BuildHash", &runtime.build_hash);
    put("DiagnosticId", &runtime.diagnostic_id);
    put("TelemetryId", &runtime.diagnostic_id);
    put_providers(config, put);
    put("NoAccounts", bool_text(runtime.no_accounts));
    put("AsymmetricSigningPublicKey", &runtime.signing_public_key);
    put("EnableFile", bool_text(!config.log.file.is_empty()));
    put("FileLevel", &config.log.level.name().to_uppercase());
    // The server's own page for a forgotten password answers with a mail.
    let has_page = config.email.is_configured() || !config.accounts.forgot_password_link.is_empty();
    put("PasswordEnableForgotLink", bool_text(config.password.enable_forgot_link && has_page));
}

/// Ways to sign in besides the password. Clients of the original know four by name; ours takes all, in their order.
fn put_providers(config: &Config, put: &mut dyn FnMut(&str, &str)) {
    let whole: Vec<Provider> = config.sign_in.providers.iter().map(Provider::complete).collect();
    for (name, key) in [("gitlab", "GitLab"), ("google", "Google"), ("office365", "Office365"), ("openid", "OpenId")] {
        let found = whole.iter().find(|provider| provider.name == name);
        put(&format!("EnableSignUpWith{key}"), bool_text(found.is_some()));
        if matches!(name, "gitlab" | "openid") {
            put(&format!("{key}ButtonText"), found.map_or("", |provider| &provider.button_text));
            put(&format!("{key}ButtonColor"), found.map_or("", |provider| &provider.button_color));
        }
    }
    if whole.is_empty() && !config.saml.enable {
        // Clients of the original do not know these names.
        return;
    }
    let mut buttons: Vec<Value> =
        whole.iter().map(|one| json!({"name": one.name, "text": one.button_text, "color": one.button_color})).collect();
    if config.saml.enable {
        let (text, color) = (config.saml.button_text(), &config.saml.login_button_color);
        buttons.push(json!({"name": "saml", "text": text, "color": color}));
    }
    put("SignInProviders", &Value::from(buttons).to_string());
    put("ShowPasswordForm", bool_text(config.sign_in.show_password_form));
}

fn put_for_members(config: &Config, runtime: &Runtime, put: &mut dyn FnMut(&str, &str)) {
    let kept_h = |enabled: bool, hours: u32| if enabled { hours.to_string() } else { "0".into() };
    let retention = &config.retention;
    put("DataRetentionMessageRetentionHours", &kept_h(retention.enable_posts, retention.posts_h));
    put("DataRetentionFileRetentionHours", &kept_h(retention.enable_files, retention.files_h));
    // What needs mail is off where none can be sent.
    let mails = config.email.is_configured();
    put("SendEmailNotifications", bool_text(config.email.enable_notifications && mails));
    put("EnableEmailInvitations", bool_text(config.accounts.enable_email_invitations && mails));
    let ldap = &config.ldap;
    let follow = [
        ("FirstName", &ldap.first_name_attribute),
        ("LastName", &ldap.last_name_attribute),
        ("Nickname", &ldap.nickname_attribute),
        ("Position", &ldap.position_attribute),
        ("Picture", &ldap.picture_attribute),
    ];
    for (name, attribute) in follow {
        put(&format!("Ldap{name}AttributeSet"), bool_text(ldap.enable && !attribute.is_empty()));
    }
    let saml = &config.saml;
    let follow = [
        ("FirstName", &saml.first_name_attribute),
        ("LastName", &saml.last_name_attribute),
        ("Nickname", &saml.nickname_attribute),
        ("Position", &saml.position_attribute),
    ];
    for (name, attribute) in follow {
        put(&format!("Saml{name}AttributeSet"), bool_text(saml.enable && !attribute.is_empty()));
    }
    put("EnableCluster", bool_text(config.cluster.enable));
    put("EnableMetrics", bool_text(config.metrics.enable));
    put("InstallationDate", &runtime.installation_date.to_string());
    put("SchemaVersion", &runtime.schema_version.to_string());
    put("SQLDriverName", config.sql.driver.name());
    if config.push.enable && config.push.enable_web {
        // Its absence tells the web client that there is no Web Push here; other servers do not know the name.
        put("WebPushPublicKey", &runtime.web_push_public_key);
    }
    if config.emoji.offers_gifs() {
        // Whom a client names beside the GIFs. Its absence tells the web client that there are none.
        put("GifProvider", "GIPHY");
    }
}

/// What `GET /license/client` answers: there is no licence, and nothing waits for one. What clients would switch
/// on by licence alone they find in [`client_config`].
pub fn license_client() -> BTreeMap<String, String> {
    BTreeMap::from([("IsLicensed".into(), "false".into())])
}

impl Config {
    /// Changes when what clients read does: 32 hex digits, part of `X-Version-Id`. The same on all nodes, and
    /// nothing secret is in it.
    pub fn hash(&self) -> String {
        let seen = client_config(self, &Runtime::default(), Audience::Member);
        let mut hash = Sha256::new();
        for (key, value) in seen {
            // Lengths keep "ab"+"c" apart from "a"+"bc".
            hash.update((key.len() as u64).to_le_bytes());
            hash.update(key);
            hash.update((value.len() as u64).to_le_bytes());
            hash.update(value);
        }
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn bool_text(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[path = "client_view_tests.rs"]
mod tests;
