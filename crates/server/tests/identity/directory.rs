//! Signing in by a directory, and accounts and groups that follow it.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::directory::{BASE, Directory, Entry, PASSWORD, person_dn};
use testkit::{Database, TestApp};

use crate::me;

/// The body, whatever the status.
fn said(answer: &client::Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or(Value::Null)
}

struct World {
    app: TestApp,
    directory: Directory,
}

impl World {
    async fn with(database: Database, change: impl FnOnce(&mut config::Ldap)) -> World {
        let people = ["ann", "ben", "cal"].map(|name| Entry::person(name, "staff"));
        let directory = Directory::start(people.into()).await;
        let mut configured = directory.configured();
        change(&mut configured);
        let app = TestApp::on_with(database, |config| {
            config.ldap = configured;
            config.guests.enable = true;
        })
        .await;
        World { app, directory }
    }

    async fn start() -> World {
        World::with(Database::sqlite(), |_| {}).await
    }

    async fn sign_in(&self, name: &str, password: &str) -> (StatusCode, Value, client::Rest) {
        let form = json!({"login_id": name, "password": password}).to_string();
        let rest = client::Rest::new(&self.app.base);
        let answer = rest.request(&Method::POST, "/api/v4/users/login", form.into(), None).await.expect("an answer");
        let token = answer.headers.get("token").and_then(|token| token.to_str().ok()).unwrap_or_default().to_owned();
        (answer.status, said(&answer), rest.with_token(&token))
    }

    async fn refused(&self, name: &str, password: &str) -> (StatusCode, String) {
        let (status, body, _) = self.sign_in(name, password).await;
        (status, body["id"].as_str().unwrap_or_default().to_owned())
    }

    async fn ask(&self, method: Method, path: &str, form: Value) -> (StatusCode, Value) {
        let path = format!("/api/v4{path}");
        let body = if form.is_null() { String::new() } else { form.to_string() };
        let answer = self.app.admin.rest.request(&method, &path, body.into(), None).await.expect("an answer");
        (answer.status, said(&answer))
    }

    /// What the job came to.
    async fn sync(&self, form: Value) -> Value {
        assert_eq!(self.ask(Method::POST, "/ldap/sync", form).await.0, StatusCode::OK);
        for _ in 0..1_000 {
            let (_, jobs) = self.ask(Method::GET, "/jobs/type/ldap_sync", Value::Null).await;
            if !matches!(jobs[0]["status"].as_str(), Some("pending" | "in_progress")) {
                return jobs[0].clone();
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("the job does not end");
    }
}

const WRONG: &str = "api.user.login.invalid_credentials_email_username";

testkit::both! {
    async fn whoever_the_directory_has_gets_an_account_and_comes_back_to_it(db) {
        let world = World::with(db, |_| {}).await;
        let (_, ann, rest) = world.sign_in("ann", PASSWORD).await;
        let told = ["username", "email", "last_name", "auth_service", "roles"].map(|name| ann[name].clone());
        assert_eq!(told, ["ann", "ann@corp.test", "Corp", "ldap", "system_user"].map(Value::from));
        assert_eq!(me(&rest).await["id"], ann["id"]);
        world.directory.change(|entries| entries[0].values[3].1 = "Lee".into());
        let (_, again, _) = world.sign_in("Ann", PASSWORD).await;
        assert_eq!((&again["id"], &again["last_name"]), (&ann["id"], &json!("Lee")));
        assert_eq!(world.refused("ann", "wrong").await, (StatusCode::UNAUTHORIZED, WRONG.into()));
        assert_eq!(world.refused("nobody", PASSWORD).await, (StatusCode::UNAUTHORIZED, WRONG.into()));
    }

    async fn the_job_brings_people_of_a_group_in_and_puts_those_out_of_use_who_are_gone(db) {
        let world = World::with(db, |_| {}).await;
        let (ann, deck) = (person_dn("ann"), format!("cn=deck,{BASE}"));
        world.directory.change(|entries| {
            entries.extend([Entry::group("crew", &[&deck]), Entry::group("deck", &[&ann, &person_dn("ben"), "cn=crew,x"])]);
        });
        let (_, listed) = world.ask(Method::GET, "/ldap/groups", Value::Null).await;
        assert_eq!((listed["count"].clone(), listed["groups"][0]["name"].clone()), (json!(2), json!("crew")));
        let (status, group) = world.ask(Method::POST, "/ldap/groups/id-crew/link", Value::Null).await;
        assert_eq!((status, &group["source"]), (StatusCode::CREATED, &json!("ldap")));
        let (id, team) = (group["id"].as_str().expect("an id").to_owned(), world.app.team.id);
        let link = format!("/groups/{id}/teams/{team}/link");
        assert_eq!(world.ask(Method::POST, &link, json!({"auto_add": true})).await.0, StatusCode::CREATED);

        let dry = world.sync(json!({"dry_run": true})).await;
        assert_eq!((&dry["status"], &dry["data"]["accounts_made"]), (&json!("success"), &json!("2")));
        assert_eq!(world.app.app.store.user_by_username("ann").await.expect("a read"), None, "nothing is done");
        let done = world.sync(json!({})).await;
        assert_eq!((&done["data"]["accounts_made"], &done["data"]["memberships_added"]), (&json!("2"), &json!("2")));
        let (_, teams) = world.ask(Method::GET, &format!("/groups/{id}/teams"), Value::Null).await;
        assert_eq!(teams[0]["team_id"], team.to_string());
        let limit = json!({"group_constrained": true});
        let path = format!("/teams/{team}/patch");
        assert_eq!(world.ask(Method::PUT, &path, limit).await.0, StatusCode::OK);

        let (_, user, rest) = world.sign_in("ann", PASSWORD).await;
        world.directory.change(|entries| entries.retain(|entry| entry.dn != ann));
        let done = world.sync(json!({})).await;
        assert_eq!(done["data"]["accounts_deactivated"], "1", "{done}");
        assert_eq!(me(&rest).await, Value::Null, "the session ended");
        assert_eq!(world.refused("ann", PASSWORD).await.0, StatusCode::UNAUTHORIZED);
        world.directory.change(|entries| entries.push(Entry::person("ann", "staff")));
        let done = world.sync(json!({})).await;
        assert_eq!(done["data"]["accounts_activated"], "1");
        assert_eq!(world.sign_in("ann", PASSWORD).await.1["id"], user["id"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_type_is_no_part_of_a_filter() {
    let world = World::start().await;
    world.directory.change(|entries| entries.push(Entry::person("odd*one", "staff")));
    for typed in ["*", "a*", "ann)(uid=*", "*)(|(uid=ann", "ann)(!(uid=x", "ann\\2a", "odd\\2aone", "odd*"] {
        assert_eq!(world.refused(typed, PASSWORD).await, (StatusCode::UNAUTHORIZED, WRONG.into()), "{typed}");
    }
    assert_eq!(world.sign_in("odd*one", PASSWORD).await.0, StatusCode::OK);
    let before = world.directory.searches();
    for (name, password) in [("x".repeat(300), PASSWORD.to_owned()), ("ann".to_owned(), "x".repeat(2_000))] {
        assert_eq!(world.refused(&name, &password).await, (StatusCode::UNAUTHORIZED, WRONG.into()));
    }
    assert_eq!(world.directory.searches(), before, "the directory hears nothing of what is too long");
    assert_eq!(world.refused("ann", "").await.1, "api.user.login.blank_pwd.app_error");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_that_is_not_the_only_one_lets_nobody_in() {
    let world = World::start().await;
    world.directory.change(|entries| {
        let mut twin = Entry::person("ann", "staff");
        twin.dn = format!("uid=ann,ou=other,{BASE}");
        entries.push(twin);
    });
    assert_eq!(world.refused("ann", PASSWORD).await, (StatusCode::UNAUTHORIZED, WRONG.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_filters_say_who_comes_in_as_what() {
    let world = World::with(Database::sqlite(), |ldap| {
        ldap.guest_filter = "(kind=guest)".into();
        (ldap.enable_admin_filter, ldap.admin_filter) = (true, "(kind=admin)".into());
    })
    .await;
    world.directory.change(|entries| {
        entries.extend(
            [("gus", "guest"), ("ada", "admin"), ("mel", "machine")].map(|(name, kind)| Entry::person(name, kind)),
        );
    });
    assert_eq!(world.refused("mel", PASSWORD).await.1, WRONG);
    assert_eq!(world.sign_in("gus", PASSWORD).await.1["roles"], "system_guest");
    assert_eq!(world.sign_in("ada", PASSWORD).await.1["roles"], "system_admin system_user");
    world.directory.change(|entries| entries.iter_mut().for_each(|entry| entry.values[4].1 = "staff".into()));
    assert_eq!(world.sign_in("ada", PASSWORD).await.1["roles"], "system_user");
    assert_eq!(world.sign_in("gus", PASSWORD).await.1["roles"], "system_user");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_that_is_down_keeps_no_local_account_out_and_tells_nobody_which_there_are() {
    let world = World::start().await;
    let local = world.app.member("local").await;
    let (_, _, rest) = world.sign_in("ann", PASSWORD).await;
    let before = world.directory.searches();
    assert_eq!(world.sign_in("local", testkit::app::PASSWORD).await.1["id"], local.user.id.to_string());
    assert_eq!(world.refused("local", PASSWORD).await.1, WRONG);
    assert_eq!(world.directory.searches(), before, "the directory hears nothing of them");
    world.directory.set_down(true);
    let away = (StatusCode::SERVICE_UNAVAILABLE, "ent.ldap.do_login.unable_to_connect.app_error".to_owned());
    assert_eq!(world.refused("ann", PASSWORD).await, away);
    assert_eq!(world.refused("local", "wrong").await, away);
    assert_eq!(world.sign_in("local", testkit::app::PASSWORD).await.0, StatusCode::OK);
    assert!(me(&rest).await.is_object(), "who is signed in stays so");
    world.directory.set_down(false);
    assert_eq!(world.refused("ann", PASSWORD).await, away, "it is left alone for a while");
    world.app.app.clock.advance(5_000);
    assert_eq!(world.sign_in("ann", PASSWORD).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_finds_an_account_only_where_that_is_wanted() {
    for (match_by_email, status) in [(false, StatusCode::BAD_REQUEST), (true, StatusCode::OK)] {
        let world = World::with(Database::sqlite(), |ldap| ldap.match_by_email = match_by_email).await;
        let old = world.app.member("old").await;
        world.directory.change(|entries| entries[0].values[2].1 = "old@example.test".into());
        let (answered, body, _) = world.sign_in("ann", PASSWORD).await;
        assert_eq!(answered, status, "{body}");
        if match_by_email {
            assert_eq!(body["id"], old.user.id.to_string());
            assert_eq!(me(&old.rest).await, Value::Null, "sessions by the password end");
            continue;
        }
        assert_eq!(body["id"], "ent.ldap.do_login.user_address_taken.app_error");
        let (_, trail) = world.ask(Method::GET, &format!("/users/{}/audits", old.user.id), Value::Null).await;
        assert!(trail.to_string().contains("has the address of this account"), "{trail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_directory_says_of_somebody_is_changed_there() {
    let world = World::start().await;
    let (_, ann, rest) = world.sign_in("ann", PASSWORD).await;
    let owned = "api.user.update_user.login_provider_attribute_set.app_error";
    let ask = async |rest: &client::Rest, path: &str, form: Value| {
        let path = format!("/api/v4/users/{}{path}", ann["id"].as_str().expect("an id"));
        let answer = rest.request(&Method::PUT, &path, form.to_string().into(), None).await.expect("an answer");
        (answer.status, said(&answer)["id"].clone())
    };
    let mut whole = ann.clone();
    whole["last_name"] = "Boss".into();
    for (rest, path, form) in [
        (&rest, "/patch", json!({"username": "boss"})),
        (&rest, "/patch", json!({"last_name": "Boss"})),
        (&rest, "", whole),
        (&world.app.admin.rest, "/patch", json!({"username": "boss"})),
        (&world.app.admin.rest, "/patch", json!({"email": "boss@corp.test"})),
    ] {
        assert_eq!(ask(rest, path, form.clone()).await, (StatusCode::CONFLICT, owned.into()), "{form}");
    }
    // The directory of these tests says no nickname.
    let own = json!({"nickname": "Annie", "username": "ann", "locale": "de"});
    assert_eq!(ask(&rest, "/patch", own).await.0, StatusCode::OK);
    assert_eq!(ask(&rest, "", ann.clone()).await.0, StatusCode::OK, "the same whole account");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_job_says_which_address_is_another_ones() {
    let world = World::start().await;
    assert_eq!(world.sign_in("ann", PASSWORD).await.0, StatusCode::OK);
    world.app.member("other").await;
    world.directory.change(|entries| entries[0].values[2].1 = "other@example.test".into());
    let done = world.sync(json!({})).await;
    assert_eq!((&done["data"]["passed_over"], &done["data"]["accounts_changed"]), (&json!("1"), &json!("0")), "{done}");
    assert!(done["data"]["report"].as_str().is_some_and(|text| text.contains("other@example.test")), "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_factor_of_a_stranger_keeps_nobody_out() {
    let world = World::with(Database::sqlite(), |ldap| ldap.match_by_email = true).await;
    let mut config = config::Config::clone(&world.app.app.config());
    config.accounts.enable_mfa = true;
    world.app.app.set_config(config);
    // Somebody made an account with an address that was never proven.
    let stranger = world.app.member("stranger").await.user;
    assert!(!stranger.email_verified);
    let mut change = world.app.app.change();
    let now = stranger.update_at + 1;
    change.write(store::users::set_mfa(stranger.id, store::users::Mfa::Active, "JBSWY3DPEHPK3PXP", now));
    change.user_changed(stranger.id);
    change.commit().await.expect("a second factor");
    world.directory.change(|entries| entries[0].values[2].1 = "stranger@example.test".into());
    let (status, body, _) = world.sign_in("ann", PASSWORD).await;
    assert_eq!((status, &body["id"]), (StatusCode::OK, &json!(stranger.id)), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_that_finds_nobody_puts_nobody_out_of_use() {
    let world = World::start().await;
    for name in ["ann", "ben"] {
        assert_eq!(world.sign_in(name, PASSWORD).await.0, StatusCode::OK);
    }
    world.directory.change(Vec::clear);
    let job = world.sync(json!({})).await;
    assert_eq!(
        (&job["status"], &job["data"]["error_id"]),
        (&json!("error"), &json!("ent.ldap.do_login.search_ldap_server.app_error"),)
    );
    assert_eq!(world.app.app.store.user_by_username("ann").await.expect("a read").map(|user| user.delete_at), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_an_administrator_put_out_of_use_stays_so() {
    let world = World::start().await;
    let (_, ann, _) = world.sign_in("ann", PASSWORD).await;
    let path = format!("/users/{}", ann["id"].as_str().expect("an id"));
    assert_eq!(world.ask(Method::DELETE, &path, Value::Null).await.0, StatusCode::OK);
    assert_eq!(world.sync(json!({})).await["data"]["accounts_activated"], "0");
    assert_eq!(world.refused("ann", PASSWORD).await.1, "api.user.login.inactive.app_error");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_readers_password_is_shown_to_no_other_directory() {
    let world = World::start().await;
    let elsewhere = Directory::start(Vec::new()).await;
    let (status, body) = world.ask(Method::POST, "/ldap/test_connection", json!({"LdapPort": elsewhere.port})).await;
    let refused = json!("api.config.update_config.restricted_merge.app_error");
    assert_eq!((status, &body["id"]), (StatusCode::BAD_REQUEST, &refused));
    let change = json!({"LdapSettings": {"LdapPort": elsewhere.port}});
    let (status, body) = world.ask(Method::PUT, "/config/patch", change).await;
    assert_eq!((status, &body["id"]), (StatusCode::BAD_REQUEST, &json!("api.config.update_config.invalid.app_error")));
    assert_eq!(elsewhere.connections(), 0);
    let own = world.ask(Method::POST, "/ldap/test_connection", json!({})).await;
    assert_eq!(own.0, StatusCode::OK, "{}", own.1);
    let (_, config) = world.ask(Method::GET, "/config", Value::Null).await;
    assert_eq!(config["LdapSettings"]["BindPassword"], config::api::MASK);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_only_read_settings_tries_no_others() {
    let world = World::start().await;
    let elsewhere = Directory::start(Vec::new()).await;
    let viewer = world.app.member("viewer").await;
    let path = format!("/users/{}/roles", viewer.user.id);
    let roles = json!({"roles": "system_user system_read_only_admin"});
    assert_eq!(world.ask(Method::PUT, &path, roles).await.0, StatusCode::OK);
    let ask = async |path: &str, form: Value| {
        let path = format!("/api/v4/ldap/{path}");
        let answer = viewer.rest.request(&Method::POST, &path, form.to_string().into(), None).await.expect("an answer");
        answer.status
    };
    for path in ["test_connection", "test_diagnostics?test=filters"] {
        assert_eq!(ask(path, json!({})).await, StatusCode::OK, "{path}");
        for form in [
            json!({"LdapPort": elsewhere.port, "BindUsername": "", "BindPassword": ""}),
            json!({"UserFilter": "(objectClass=*)"}),
            json!({"EmailAttribute": "userPassword"}),
        ] {
            assert_eq!(ask(path, form.clone()).await, StatusCode::FORBIDDEN, "{path} {form}");
        }
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_cannot_be_read_is_a_directory_that_does_not_answer() {
    let world = World::start().await;
    world.app.member("local").await;
    // Values in values, built from the inside and backwards.
    let mut deep = Vec::new();
    for _ in 0..20_000 {
        let len = u32::try_from(deep.len()).expect("small").to_le_bytes();
        deep.extend(len.into_iter().chain([0x84, 0x30]));
    }
    deep.reverse();
    let away = (StatusCode::SERVICE_UNAVAILABLE, "ent.ldap.do_login.unable_to_connect.app_error".to_owned());
    for (tag, bytes) in [
        (0x61, &[0x61, 0][..]),
        (0x61, &[0x61, 3, 0x0a, 1, 0]),
        (0x64, &[0x64, 0]),
        (0x64, &[0x64, 4, 4, 0, 4, 0]),
        (0x65, &[0x65, 0]),
        (0x65, &[0x66, 0]),
        (0x30, &[0x30, 0]),
        (0x30, &[0x30, 2, 4, 9]),
        (0x30, &[0x04, 2, 1, 1]),
        (0x30, &deep),
    ] {
        world.directory.damage(tag, bytes);
        assert_eq!(world.refused("ann", PASSWORD).await, away, "{tag:x} {:?}", &bytes[..bytes.len().min(9)]);
        assert_eq!(world.sign_in("local", testkit::app::PASSWORD).await.0, StatusCode::OK);
        let (_, said) = world.ask(Method::POST, "/ldap/test", Value::Null).await;
        assert_eq!(said["id"], "ent.ldap.do_login.unable_to_connect.app_error", "{said}");
        world.app.app.clock.advance(5_000);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_directory_takes_back_only_whom_it_put_out_of_use_itself() {
    let world = World::start().await;
    let mut paths = Vec::new();
    for name in ["ann", "ben"] {
        let id = world.sign_in(name, PASSWORD).await.1["id"].as_str().expect("an id").to_owned();
        paths.push(format!("/users/{id}"));
    }
    world.directory.change(|entries| entries.retain(|entry| ![person_dn("ann"), person_dn("ben")].contains(&entry.dn)));
    assert_eq!(world.sync(json!({})).await["data"]["accounts_deactivated"], "2");
    for active in [true, false] {
        let path = format!("{}/active", paths[0]);
        assert_eq!(world.ask(Method::PUT, &path, json!({"active": active})).await.0, StatusCode::OK, "by hand");
    }
    let ended = json!({"expires_at": 1});
    assert_eq!(world.ask(Method::PUT, &format!("{}/expiry", paths[1]), ended).await.0, StatusCode::OK);
    world.directory.change(|entries| entries.extend(["ann", "ben"].map(|name| Entry::person(name, "staff"))));
    assert_ne!(world.sync(json!({})).await["data"]["accounts_activated"], "1");
    for (name, path) in ["ann", "ben"].into_iter().zip(paths) {
        assert_eq!(world.sign_in(name, PASSWORD).await.0, StatusCode::UNAUTHORIZED, "{name}");
        assert_ne!(world.ask(Method::GET, &path, Value::Null).await.1["delete_at"], 0, "{name}");
    }
}
