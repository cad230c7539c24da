//! What clients read, compared with what a reference server let them read.

use super::*;

fn recorded(audience: Audience) -> Vec<String> {
    let step = match audience {
        Audience::Anyone => "config_client_anonymous",
        Audience::Member => "config_client_signed_in",
    };
    crate::recorded::shape(step).as_object().unwrap().keys().cloned().collect()
}

#[test]
fn callers_without_a_session_find_every_recorded_key() {
    let map = client_config(&Config::default(), &Runtime::default(), Audience::Anyone);
    let missing: Vec<_> = recorded(Audience::Anyone).into_iter().filter(|key| !map.contains_key(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn signed_in_callers_find_every_recorded_key() {
    let map = client_config(&Config::default(), &Runtime::default(), Audience::Member);
    let missing: Vec<_> = recorded(Audience::Member).into_iter().filter(|key| !map.contains_key(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn callers_without_a_session_read_nothing_that_is_for_members() {
    let anyone = client_config(&Config::default(), &Runtime::default(), Audience::Anyone);
    let members: Vec<_> =
        recorded(Audience::Member).into_iter().filter(|key| !recorded(Audience::Anyone).contains(key)).collect();
    let leaked: Vec<_> = members.into_iter().filter(|key| anyone.contains_key(key)).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
}

#[test]
fn what_the_original_ties_to_a_licence_and_is_built_is_on() {
    let map = client_config(&Config::default(), &Runtime::default(), Audience::Member);
    assert_eq!(map["PostAcknowledgements"], "true");
    assert_eq!(map["ScheduledPosts"], "true");
    assert_eq!(map["FeatureFlagChannelBookmarks"], "true");
    assert_eq!(map["FeatureFlagCustomProfileAttributes"], "true");
    assert_eq!(map["EnableCustomGroups"], "true");
}

#[test]
fn what_is_configured_off_stays_off_though_built() {
    let mut config = Config::default();
    config.posts.enable_scheduled = false;
    let map = client_config(&config, &Runtime::default(), Audience::Member);
    assert_eq!(map["ScheduledPosts"], "false");
}

#[test]
fn what_is_not_built_is_off_and_what_is_built_follows_the_configuration() {
    let mut config = Config::default();
    config.guests.enable = true;
    let map = client_config(&config, &Runtime::default(), Audience::Member);
    assert_eq!(map["ExperimentalSharedChannels"], "false");
    assert_eq!((map["EnableGuestAccounts"].as_str(), map["EnableCustomGroups"].as_str()), ("true", "true"));
}

#[test]
fn what_needs_mail_is_off_without_a_mail_server_and_a_sender() {
    const KEYS: [&str; 3] = ["EnableEmailInvitations", "PasswordEnableForgotLink", "SendEmailNotifications"];
    let told = |config: &Config| {
        let map = client_config(config, &Runtime::default(), Audience::Member);
        KEYS.map(|key| map[key] == "true")
    };
    let mut config = Config::default();
    config.email.enable_notifications = true;
    config.email.smtp_server = "mail.example.com".into();
    assert_eq!(told(&config), [false; 3]);
    config.email.from_address = "chat@example.com".into();
    assert_eq!(told(&config), [true; 3]);
    config.accounts.enable_email_invitations = false;
    assert_eq!(told(&config), [false, true, true]);
}

#[test]
fn values_of_every_type_become_texts() {
    let mut config = Config::default();
    config.theme.allowed = vec!["denim".into(), "onyx".into()];
    let map = client_config(&config, &Runtime::default(), Audience::Member);
    assert_eq!(map["AllowedThemes"], "denim,onyx");
    assert_eq!(map["PostEditTimeLimit"], "-1");
    assert_eq!(map["EnableCustomEmoji"], "true");
    assert_eq!(map["CollapsedThreads"], "always_on");
}

#[test]
fn no_secret_is_told_to_clients() {
    let told: Vec<_> = fields()
        .filter(|field| field.kind == crate::Kind::Secret && field.rule.client.is_some())
        .map(|field| field.key())
        .collect();
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn the_hash_follows_what_clients_read_and_nothing_else() {
    let config = Config::default();
    let mut renamed = config.clone();
    renamed.team.site_name = "Other".into();
    assert_ne!(config.hash(), renamed.hash());
    let mut moved = config.clone();
    moved.service.listen = ":9160".into();
    moved.email.smtp_password = String::from("hunter2").into();
    assert_eq!(config.hash(), moved.hash());
    assert_eq!(config.hash().len(), 32);
}
