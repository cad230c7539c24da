//! What loading accepts and refuses.

use super::*;

fn problem(text: &str) -> String {
    parse(text).expect_err("must be refused").to_string()
}

#[test]
fn nothing_at_all_is_the_defaults() {
    assert_eq!(parse("").unwrap(), Config::default());
}

#[test]
fn a_mistyped_key_is_refused_with_its_line_and_the_nearest_name() {
    assert_eq!(
        problem("[team]\nsite_name = \"x\"\nmax_usres = 5\n"),
        "config:3: there is no key team.max_usres; did you mean team.max_users?"
    );
}

#[test]
fn a_key_in_the_wrong_section_is_sent_to_the_right_one() {
    assert!(problem("[service]\nsite_name = \"x\"").ends_with("did you mean team.site_name?"));
}

#[test]
fn a_mistyped_section_is_refused_with_the_nearest_name() {
    assert_eq!(problem("[taem]\n"), "config:1: there is no section taem; did you mean team?");
}

#[test]
fn a_value_out_of_range_is_refused_with_the_range() {
    assert_eq!(problem("[password]\nmin_length = 3"), "config:2: password.min_length must be between 5 and 72, got 3");
}

#[test]
fn a_value_of_another_type_is_refused_with_the_type() {
    assert_eq!(problem("[team]\nmax_users = \"many\""), "config:2: team.max_users must be a whole number, got text");
}

#[test]
fn an_unknown_choice_is_refused_with_the_choices() {
    assert_eq!(
        problem("[sql]\ndriver = \"mysql\""),
        "config:2: sql.driver must be one of sqlite, postgres, got \"mysql\""
    );
}

#[test]
fn broken_toml_is_refused_with_its_line() {
    assert!(problem("[team]\nsite_name = \n").starts_with("config:2: "), "{}", problem("[team]\nsite_name = \n"));
}

#[test]
fn a_file_in_another_encoding_is_refused_with_what_to_do() {
    let path = std::env::temp_dir().join(format!("muster-utf-16-{}.toml", std::process::id()));
    let wide: Vec<u8> = "[team]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(&path, [b"\xff\xfe".as_slice(), &wide].concat()).expect("a file");
    let refused = load(&Sources { file: Some(path.clone()), ..Sources::default() });
    assert!(refused.expect_err("must be refused").to_string().ends_with("it is in UTF-16: save it as UTF-8"));
    std::fs::write(&path, b"\xef\xbb\xbf[team]\nsite_name = \"A\"\n").expect("a file");
    let marked = load(&Sources { file: Some(path.clone()), ..Sources::default() }).expect("a mark is no key");
    assert_eq!(marked.config.team.site_name, "A");
    std::fs::remove_file(path).expect("a file");
}

#[test]
fn all_problems_are_reported_at_once() {
    assert_eq!(problem("[team]\nmax_users = 0\nmax_channels = 0").lines().count(), 2);
}

#[test]
fn the_command_line_beats_the_environment_which_beats_stored_changes() {
    let mut sources = Sources::default();
    sources.stored.insert("team.max_users".into(), Value::from(1));
    sources.stored.insert("team.max_channels".into(), Value::from(11));
    sources.environment.push(("MUSTER_TEAM_MAX_USERS".into(), "2".into()));
    sources.environment.push(("MUSTER_TEAM_SITE_NAME".into(), "from environment".into()));
    sources.flags.push(("team.site_name".into(), "from flags".into()));
    let loaded = load(&sources).unwrap();
    assert_eq!(loaded.config.team.max_channels, 11);
    assert_eq!(loaded.config.team.max_users, 2);
    assert_eq!(loaded.config.team.site_name, "from flags");
    assert!(loaded.pinned.contains("team.max_users"));
}

#[test]
fn a_stored_change_that_no_longer_fits_is_left_out_and_named() {
    let mut sources = Sources::default();
    sources.stored.insert("team.no_such".into(), Value::from(1));
    assert_eq!(load(&sources).unwrap().ignored, ["stored team.no_such: there is no such key"]);
}

#[test]
fn a_mistyped_variable_is_refused() {
    let sources = Sources { environment: vec![("MUSTER_TEAM_MAX_USER".into(), "2".into())], ..Default::default() };
    let error = load(&sources).unwrap_err().to_string();
    assert!(error.ends_with("did you mean MUSTER_TEAM_MAX_USERS?"), "{error}");
}

#[test]
fn a_variable_of_the_capacity_lab_is_none_of_ours() {
    let variable = ("MUSTER_LOAD_ADMIN_PASSWORD".into(), "secret".into());
    let sources = Sources { environment: vec![variable], ..Default::default() };
    assert_eq!(load(&sources).unwrap().ignored, Vec::<String>::new());
}

#[test]
fn a_variable_that_only_shares_the_prefix_is_left_out_and_named() {
    let variable = ("MUSTER_DURABILITY_ROUNDS".into(), "100".into());
    let sources = Sources { environment: vec![variable], ..Default::default() };
    assert_eq!(load(&sources).unwrap().ignored, ["environment: MUSTER_DURABILITY_ROUNDS is no setting"]);
}

#[test]
fn a_list_in_the_environment_is_separated_by_commas() {
    let variable = ("MUSTER_TEAM_DEFAULT_CHANNELS".into(), "news, help".into());
    let sources = Sources { environment: vec![variable], ..Default::default() };
    assert_eq!(load(&sources).unwrap().config.team.default_channels, ["news", "help"]);
}

#[test]
fn half_a_certificate_is_refused() {
    assert!(problem("[tls]\ncert_file = \"a.pem\"").contains("tls.key_file"));
}

#[test]
fn a_wrong_secret_is_not_repeated() {
    let error = problem("[team]\nmax_users = \"hunter2\"");
    assert!(!error.contains("hunter2"), "{error}");
}

#[test]
fn every_default_passes_its_own_rule() {
    let mut config = Config::default();
    for field in fields() {
        assert_eq!(field.set(&mut config, &(field.default)()), Ok(()), "{}", field.key());
    }
    assert_eq!(config, Config::default());
}

#[test]
fn every_api_and_client_name_is_used_once() {
    let mut seen = BTreeSet::new();
    for field in fields() {
        if let Some((section, name)) = field.api_place() {
            assert!(seen.insert(format!("{section}.{name}")), "{section}.{name} twice");
        }
        if let Some((key, _)) = field.rule.client {
            assert!(seen.insert(key.to_string()), "{key} twice");
        }
    }
}

#[test]
fn variables_of_two_fields_never_collide() {
    let names: BTreeSet<String> = fields().map(Field::variable).collect();
    assert_eq!(names.len(), fields().count());
}

proptest::proptest! {
    #[test]
    fn no_text_makes_parsing_panic(text in "\\PC{0,200}") {
        let _refused_or_not = parse(&text);
    }

    #[test]
    fn any_number_is_taken_or_refused_with_the_key(number in proptest::num::i64::ANY) {
        if let Err(error) = parse(&format!("[team]\nmax_users = {number}")) {
            proptest::prop_assert!(error.to_string().contains("team.max_users"));
        }
    }
}

#[test]
fn the_settings_of_the_parity_corpus_load() {
    let config = parse(include_str!("../../../conformance/parity/server.toml")).unwrap();
    assert!(config.accounts.open_signup && config.integrations.enable_bots);
}
