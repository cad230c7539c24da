//! Sign-ins that all come at once wait for their turn, as long as their clients wait for an answer.

use std::sync::mpsc;
use std::time::Duration;

use http::{Method, StatusCode, header};
use memory::failed_attempts::{self, Guess, Source, Whose};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Database, Person, TestApp, both};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use wire::endpoints;
use wire::errors::ids;
use wire::sessions::LoginForm;
use wire::users::PasswordChange;

/// A server that checks one password at a time.
async fn started(db: Database) -> TestApp {
    TestApp::on_with(db, |config| config.session.hash_threads = 1).await
}

/// Takes the thread that checks passwords, until the value is dropped.
async fn hold(app: &TestApp) -> mpsc::Sender<()> {
    let (release, held) = mpsc::channel::<()>();
    let (running, runs) = oneshot::channel();
    let lane = app.app.hashes.lane().clone();
    base::tasks::spawn(
        "test-hold",
        async move { lane.run(move || running.send(()).is_ok() && held.recv().is_ok()).await },
    );
    runs.await.expect("the thread is free");
    release
}

async fn until_waiting(app: &TestApp, count: usize) {
    while app.app.hashes.waiting() != count {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn change_password(person: &Person) -> client::Result<()> {
    let form = PasswordChange {
        current_password: PASSWORD.into(),
        new_password: format!("{PASSWORD}-2"),
        ..PasswordChange::default()
    };
    person.rest.send(endpoints::UPDATE_PASSWORD, &["me"], "", &form).await?.json::<Value>().map(drop)
}

fn refusal(outcome: client::Result<()>) -> String {
    match outcome {
        Err(client::Error::Refused(body)) => body.id,
        other => panic!("{other:?}"),
    }
}

fn figure(app: &TestApp, series: &str) -> Option<String> {
    app.app.metrics.render().lines().find_map(|line| line.strip_prefix(series)).map(|value| value.trim().to_owned())
}

both! {
    async fn a_change_is_later_than_a_sign_in_by_a_clock_that_is_ahead(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let ahead = app.app.clock.now() + 60_000;
        app.app.store.write(store::users::set_login(ann.user.id, ahead)).await.expect("a write");
        let body = json!({"nickname": "Annie"}).to_string().into();
        let path = format!("/api/v4/users/{}/patch", ann.user.id);
        let changed: Value = ann.must("patch", ann.rest.request(&Method::PUT, &path, body, Some("application/json")).await);
        assert!(changed["update_at"].as_i64() > Some(ahead), "{changed}");
    }

    async fn a_storm_of_sign_ins_is_let_in(db) {
        const STORM: usize = 250;
        let app = started(db).await;
        let ann = app.member("ann").await;
        let channel = app.admin.channel(&app.team, "town").await;
        let release = hold(&app).await;
        let storm: Vec<_> = (0..STORM)
            .map(|_| {
                let (ann, base) = (ann.clone(), app.base.clone());
                base::tasks::spawn("test-sign-in", async move { ann.sign_in_at(&base).await })
            })
            .collect();
        until_waiting(&app, STORM).await;
        assert_eq!(figure(&app, "muster_queue_length{queue=\"passwords\"}"), Some(STORM.to_string()));
        app.admin.post(&channel, "while they wait").await;
        drop(release);
        for one in storm {
            let answer = one.await.expect("a sign-in");
            assert!(answer.is_ok(), "{:?}", answer.err());
        }
        assert_eq!(figure(&app, "muster_queue_drops_total{queue=\"passwords\"}"), None);
    }

    async fn who_waits_is_judged_by_the_account_as_it_is_then(db) {
        let app = started(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let release = hold(&app).await;
        let waiting = [&ann, &bob].map(|person| {
            let (person, base) = (person.clone(), app.base.clone());
            base::tasks::spawn("test-passwords", async move {
                tokio::join!(async { person.sign_in_at(&base).await.map(drop) }, change_password(&person))
            })
        });
        until_waiting(&app, 4).await;
        let (store, now) = (&app.app.store, app.app.clock.now() + 1);
        let hash = store.user(ann.user.id).await.expect("an answer").expect("ann").password_hash;
        store.write(store::users::set_password(ann.user.id, &hash, now)).await.expect("written");
        let max = app.app.config().session.max_login_attempts;
        let session = store.sessions_of(bob.user.id).await.expect("an answer").remove(0).id;
        let address = Source::Address("127.0.0.1".parse().expect("an address"));
        for name in [bob.user.username.clone(), bob.user.id.to_string()] {
            for source in [address, Source::Session(session)] {
                let name = failed_attempts::hash(&name);
                let guess = Guess { name, whose: Whose::Somebody, source, account: bob.user.id };
                (0..max).for_each(|_| { app.app.tries.failed(guess, max, now); });
            }
        }
        drop(release);
        let mut refused = Vec::new();
        for one in waiting {
            let (signed_in, changed) = one.await.expect("two answers");
            refused.push([signed_in, changed].map(refusal));
        }
        let masked = ids::API_USER_LOGIN_INVALID_CREDENTIALS_EMAIL_USERNAME;
        let locked = ids::API_USER_CHECK_USER_LOGIN_ATTEMPTS_TOO_MANY;
        assert_eq!(refused, [[masked, ids::API_USER_UPDATE_PASSWORD_INCORRECT], [locked, locked]]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_would_wait_too_long_is_told_when_to_come_again() {
    let app = started(Database::sqlite()).await;
    let release = hold(&app).await;
    app.app.hashes.lane().expect(Duration::from_millis(19_500));
    let form = LoginForm { login_id: "ann".into(), password: "x".into(), ..LoginForm::default() };
    let refused = app.admin.rest.send(endpoints::LOGIN, &[], "", &form).await.expect("an answer");
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.headers[header::RETRY_AFTER], "20");
    assert_eq!(figure(&app, "muster_queue_drops_total{queue=\"passwords\"}").as_deref(), Some("1"));
    drop(release);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_away_gives_up_the_place() {
    let app = started(Database::sqlite()).await;
    let release = hold(&app).await;
    let body = r#"{"login_id": "ann", "password": "x"}"#;
    let head = format!("POST /api/v4/users/login HTTP/1.1\r\nhost: a\r\ncontent-length: {}\r\n\r\n", body.len());
    let address = app.base.strip_prefix("http://").expect("a plain address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(format!("{head}{body}").as_bytes()).await.expect("sent");
    until_waiting(&app, 1).await;
    drop(stream);
    until_waiting(&app, 0).await;
    drop(release);
}
