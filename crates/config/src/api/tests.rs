//! The administrator's view, compared with the recorded one, and what writing it changes.

use super::*;

fn missing(shape: &Value, got: &Value, path: &str, out: &mut Vec<String>) {
    match (shape, got) {
        (Value::Object(shape), Value::Object(got)) => {
            for (key, shape) in shape {
                match got.get(key) {
                    Some(got) => missing(shape, got, &format!("{path}.{key}"), out),
                    None => out.push(format!("{path}.{key} is missing")),
                }
            }
        }
        (Value::Array(_), Value::Array(_)) => {}
        (Value::String(kind), got) => {
            let found = match got {
                Value::Bool(_) => "<bool>",
                Value::Number(_) => "<number>",
                Value::String(_) => "<text>",
                _ => "other",
            };
            if kind != found {
                out.push(format!("{path}: {kind} expected, {found} found"));
            }
        }
        _ => out.push(format!("{path} has another type")),
    }
}

fn nobody() -> BTreeSet<String> {
    BTreeSet::new()
}

#[test]
fn administrators_find_every_recorded_setting_with_its_type() {
    let mut out = Vec::new();
    missing(&crate::recorded::shape("config_admin"), &admin_config(&Config::default()), "", &mut out);
    assert!(out.is_empty(), "{out:#?}");
}

#[test]
fn no_inert_setting_hides_a_real_one() {
    for field in fields() {
        if let Some((section, name)) = field.api_place() {
            assert!(INERT.get(section).and_then(|section| section.get(name)).is_none(), "{section}.{name}");
        }
    }
}

#[test]
fn a_secret_is_shown_to_no_other_server_than_it_is_for() {
    let mut config = Config::default();
    let try_with = |config: &Config, email: Value| {
        let body = json!({"EmailSettings": email});
        let set = apply(config, &body, &nobody()).map(|(config, _)| config);
        assert_eq!(set, tried(config, &body), "what is not tried is not set either");
        set
    };
    let elsewhere = json!({"SMTPServer": "evil.test", "SMTPPassword": MASK});
    assert!(try_with(&config, elsewhere.clone()).is_ok(), "none is set");
    config.email.smtp_password = String::from("hunter2").into();
    for body in [elsewhere, json!({"SMTPPort": "26"}), json!({"ConnectionSecurity": "TLS", "SMTPPassword": null})] {
        let refused = try_with(&config, body.clone()).expect_err("refused");
        assert_eq!(refused[0].api, "EmailSettings.SMTPPassword", "{body}");
    }
    for body in [
        json!({"FeedbackName": "Chat", "SMTPPassword": MASK}),
        json!({"SMTPServer": "other.test", "SMTPPassword": "hunter2"}),
        json!({"SMTPServer": "other.test", "SMTPPassword": ""}),
    ] {
        assert!(try_with(&config, body.clone()).is_ok(), "{body}");
    }
    for (secret, places) in SHOWN_TO {
        for api in places.iter().chain([secret]) {
            assert!(fields().any(|field| field.rule.api == Some(api)), "{api} is no setting");
        }
    }
}

#[test]
fn a_secret_is_shown_masked_and_an_unset_one_empty() {
    let mut config = Config::default();
    config.email.smtp_password = String::from("hunter2").into();
    let view = admin_config(&config);
    assert_eq!(view["EmailSettings"]["SMTPPassword"], MASK);
    assert_eq!(view["FileSettings"]["PublicLinkSalt"], "");
    assert!(!view.to_string().contains("hunter2"));
}

#[test]
fn writing_back_what_was_read_changes_nothing() {
    let mut config = Config::default();
    config.email.smtp_password = String::from("hunter2").into();
    let (same, changes) = apply(&config, &admin_config(&config), &nobody()).unwrap();
    assert_eq!(same, config);
    assert!(changes.is_empty(), "{changes:?}");
}

#[test]
fn a_patch_changes_what_it_names() {
    let body = json!({"TeamSettings": {"MaxUsersPerTeam": 5, "SiteName": "Lab", "NoSuchThing": 1}, "Odd": 3});
    let (config, changes) = apply(&Config::default(), &body, &nobody()).unwrap();
    assert_eq!((config.team.max_users, config.team.site_name.as_str()), (5, "Lab"));
    assert_eq!(changes.len(), 2);
    assert_eq!(changes["team.max_users"], 5);
}

#[test]
fn a_stored_change_survives_loading() {
    let body = json!({"TeamSettings": {"SiteName": "Lab"}, "EmailSettings": {"SMTPPassword": "hunter2"}});
    let (config, stored) = apply(&Config::default(), &body, &nobody()).unwrap();
    let loaded = crate::load(&crate::Sources { stored, ..Default::default() }).unwrap();
    assert_eq!(loaded.config, config);
    assert_eq!(loaded.config.email.smtp_password.reveal(), "hunter2");
}

#[test]
fn a_refused_value_is_named_as_the_body_called_it() {
    let body = json!({"PasswordSettings": {"MinimumLength": 1}});
    let refused = apply(&Config::default(), &body, &nobody()).unwrap_err();
    assert_eq!(refused[0].api, "PasswordSettings.MinimumLength");
    assert_eq!(refused[0].why, "must be between 5 and 72, got 1");
}

#[test]
fn what_belongs_to_a_node_cannot_be_changed_over_the_api() {
    let body = json!({"SqlSettings": {"DataSource": "postgres://elsewhere/db"}});
    let refused = apply(&Config::default(), &body, &nobody()).unwrap_err();
    assert!(refused[0].why.contains("MUSTER_SQL_DATA_SOURCE"), "{refused:?}");
}

#[test]
fn what_the_environment_decides_cannot_be_changed_over_the_api() {
    let body = json!({"TeamSettings": {"SiteName": "Lab"}});
    let pinned = BTreeSet::from(["team.site_name".to_string()]);
    assert_eq!(apply(&Config::default(), &body, &pinned).unwrap_err()[0].api, "TeamSettings.SiteName");
    assert_eq!(environment_config(&pinned), json!({"TeamSettings": {"SiteName": true}}));
}

#[test]
fn nothing_decided_by_the_environment_is_null() {
    assert_eq!(environment_config(&nobody()), Value::Null);
}

#[test]
fn a_contradiction_is_refused() {
    let body = json!({"ServiceSettings": {"EnforceMultifactorAuthentication": true}});
    assert!(apply(&Config::default(), &body, &nobody()).unwrap_err()[0].why.contains("enable_mfa"));
}

#[test]
fn a_slash_after_the_servers_address_is_taken_off() {
    let body = json!({"ServiceSettings": {"SiteURL": "https://chat.example.com/"}});
    let (config, _) = apply(&Config::default(), &body, &nobody()).unwrap();
    assert_eq!(config.service.site_url, "https://chat.example.com");
}

#[test]
fn null_changes_nothing() {
    let body = json!({"TeamSettings": {"SiteName": null}, "EmailSettings": null});
    assert!(apply(&Config::default(), &body, &nobody()).unwrap().1.is_empty());
}
