//! Sessions end when nobody uses them, where the configuration says so, and go on while somebody does.

use std::time::Duration;

use base::Millis;
use client::{Rest, Socket};
use http::{Method, StatusCode};
use people::sessions::activity;
use request::token::hash;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both, nodes};
use wire::endpoints;

const MINUTE: Millis = 60_000;
const IDLE_MIN: u32 = 30;
/// How much longer a session may last, as its use is noted no more often.
const NOTED: Millis = 5 * MINUTE;

fn ending(config: &mut config::Config) {
    config.session.extend_with_activity = false;
    config.session.idle_timeout_min = IDLE_MIN;
    config.accounts.enable_access_tokens = true;
}

fn advance(app: &TestApp, by: Millis) {
    std::iter::once(&app.server).chain(&app.others).for_each(|node| node.app.clock.advance(by));
}

async fn is_let_in(rest: &Rest) -> bool {
    rest.ask(endpoints::GET_USER, &["me"], "").await.expect("an answer").status == StatusCode::OK
}

/// Waits until the server knows that the person's session was used after `since`, and has written it.
async fn noted(app: &TestApp, person: &Person, since: Millis) {
    let hash = hash(person.rest.token());
    while app.app.world.session(&hash).await.expect("an answer").is_none_or(|known| known.last_activity_at <= since) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    people::activity::write(&app.app).await.unwrap_or_else(|error| panic!("{}", error.message));
    // Nothing waits for the other nodes to hear it.
    for other in &app.others {
        let known = || other.app.world.session(&hash);
        while known().await.expect("an answer").is_none_or(|known| known.last_activity_at <= since) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Whether the use of sessions was written so often.
fn written(app: &TestApp, times: usize) -> bool {
    let counted = format!("method=\"SessionStore.UpdateLastActivityAt\",success=\"true\"}} {times}\n");
    app.app.metrics.render().lines().any(|line| format!("{line}\n").ends_with(&counted) && line.contains("_count"))
}

both! {
    async fn a_session_in_use_goes_on_and_one_that_nobody_uses_ends(db) {
        let app = TestApp::on_with(db, ending).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let (form, root) = (json!({"description": "x"}), &app.admin.rest);
        let made = root.send(endpoints::CREATE_USER_ACCESS_TOKEN, &["me"], "", &form).await;
        let secret = app.admin.must::<Value>("token", made)["token"].as_str().unwrap_or_default().to_owned();
        let program = ann.rest.with_token(&secret);
        assert!(is_let_in(&program).await, "with the access token");

        let since = app.app.clock.now();
        advance(&app, 20 * MINUTE);
        assert!(is_let_in(&bob.rest).await);
        noted(&app, &bob, since).await;
        advance(&app, 20 * MINUTE);
        assert!(!is_let_in(&ann.rest).await, "ann was away for 40 minutes");
        assert!(is_let_in(&bob.rest).await, "bob was here 20 minutes ago");
        assert!(is_let_in(&program).await, "programs do not end by it");
    }

    async fn who_types_into_a_socket_is_there(db) {
        let app = TestApp::on_with(db, ending).await;
        let ann = app.member("ann").await;
        let mut socket = Socket::open(&ann.rest).await.expect("a socket");
        let since = app.app.clock.now();
        advance(&app, 20 * MINUTE);
        let active = wire::JsonMap::from_iter([("user_is_active".to_owned(), json!(true))]);
        socket.ask("user_update_active_status", active, Duration::from_secs(10)).await.expect("a reply");
        noted(&app, &ann, since).await;
        advance(&app, 20 * MINUTE);
        assert!(is_let_in(&ann.rest).await);
    }

    async fn sessions_that_nobody_uses_are_removed_with_their_sockets(db) {
        let app = TestApp::on_with(db, ending).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let mut socket = Socket::open(&ann.rest).await.expect("a socket");
        advance(&app, 20 * MINUTE);
        let since = app.app.clock.now() - MINUTE;
        assert!(is_let_in(&bob.rest).await);
        noted(&app, &bob, since).await;
        advance(&app, Millis::from(IDLE_MIN) * MINUTE + NOTED - 20 * MINUTE + MINUTE);
        activity::end_unused(app.app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
        let left = async |person: &Person| app.app.store.sessions_of(person.user.id).await.expect("sessions").len();
        assert_eq!((left(&ann).await, left(&bob).await), (0, 1));
        while socket.event(Duration::from_secs(10)).await.is_ok() {}
        assert!(Socket::open(&ann.rest).await.is_err(), "the session is gone");
    }

    async fn access_tokens_of_people_open_nothing_once_they_are_turned_off(db) {
        let app = TestApp::on_with(db, ending).await;
        let (form, root) = (json!({"description": "x"}), &app.admin.rest);
        let made = root.send(endpoints::CREATE_USER_ACCESS_TOKEN, &["me"], "", &form).await;
        let secret = app.admin.must::<Value>("token", made)["token"].as_str().unwrap_or_default().to_owned();
        let program = root.with_token(&secret);
        assert!(is_let_in(&program).await);
        let mut socket = Socket::open(&program).await.expect("a socket");
        let mut config = config::Config::clone(&app.app.config());
        config.accounts.enable_access_tokens = false;
        app.app.set_config(config);
        assert!(!is_let_in(&program).await && is_let_in(root).await);
        let asked = socket.ask("get_statuses", Default::default(), Duration::from_secs(5)).await;
        assert!(asked.is_err() && Socket::open(&program).await.is_err(), "{asked:?}");
    }

    async fn sessions_that_are_extended_do_not_end_unused(db) {
        let app = TestApp::on_with(db, |config| config.session.idle_timeout_min = IDLE_MIN).await;
        let ann = app.member("ann").await;
        advance(&app, 2 * Millis::from(IDLE_MIN) * MINUTE);
        assert!(is_let_in(&ann.rest).await);
    }

    async fn many_requests_at_once_are_one_note(db) {
        let app = TestApp::on_with(db, ending).await;
        let ann = app.member("ann").await;
        assert!(written(&app, 0) || !app.app.metrics.render().contains("SessionStore.UpdateLastActivityAt"));
        let since = app.app.clock.now();
        advance(&app, 20 * MINUTE);
        let asked: Vec<_> = (0..40)
            .map(|_| {
                let rest = ann.rest.clone();
                base::tasks::spawn("test-request", async move { is_let_in(&rest).await })
            })
            .collect();
        for one in asked {
            assert!(one.await.expect("a request"));
        }
        noted(&app, &ann, since).await;
        assert!(is_let_in(&ann.rest).await, "and none for what comes after");
        assert!(written(&app, 1), "{}", app.app.metrics.render());
    }
}

nodes! {2:
    async fn who_is_at_one_node_is_there_for_the_others(db) {
        let app = TestApp::on_with(db, ending).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let elsewhere = [ann.elsewhere().rest, bob.elsewhere().rest];
        for rest in &elsewhere {
            assert!(is_let_in(rest).await, "both nodes hold the session in memory");
        }
        let since = app.app.clock.now();
        advance(&app, 20 * MINUTE);
        assert!(is_let_in(&ann.rest).await);
        noted(&app, &ann, since).await;
        advance(&app, 20 * MINUTE);
        assert!(is_let_in(&elsewhere[0]).await, "ann was at the first node");
        assert!(!is_let_in(&elsewhere[1]).await, "bob was nowhere");
        let path = format!("/api/v4/users/{}/sessions", ann.user.id);
        let answer = app.admin.elsewhere().rest.request(&Method::GET, &path, Default::default(), None).await;
        assert_ne!(answer.expect("an answer").status, StatusCode::OK, "the administrator was away as well");
    }
}

both! {
    async fn whoever_names_a_device_ends_no_session_of_others(db) {
        let app = TestApp::on(db).await;
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let attach = async |person: &Person| {
            let form = json!({"device_id": "android_rn-v2:one-phone"});
            person.must::<Value>("device", person.rest.send(endpoints::ATTACH_DEVICE_ID, &[], "", &form).await);
        };
        let sessions = async |person: &Person| {
            let path = format!("/api/v4/users/{}/sessions", person.user.id);
            person.must::<Value>("sessions", person.rest.request(&Method::GET, &path, Default::default(), None).await)
        };
        attach(&ann).await;
        attach(&ben).await;
        assert_eq!(sessions(&ann).await[0]["device_id"], "", "the phone is ben's now");
        assert_eq!(sessions(&ben).await[0]["device_id"], "android_rn-v2:one-phone");
        let again = ben.sign_in_at(&app.base).await.expect("a session");
        attach(&again).await;
        assert_eq!(sessions(&again).await.as_array().map(Vec::len), Some(1), "the same person has it once");
        assert!(is_let_in(&ann.rest).await && !is_let_in(&ben.rest).await);
    }
}
