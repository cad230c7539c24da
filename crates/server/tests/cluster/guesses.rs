//! Guesses of passwords count at all nodes: who asks another node has no tries more.

use std::time::{Duration, Instant};

use base::ids::UserId;
use bus::Exchange;
use client::Rest;
use memory::failed_attempts::{self, By, Door, Guess, Source, Whose};
use testkit::app::PASSWORD;
use testkit::{TestApp, Wires, nodes};
use wire::endpoints;
use wire::sessions::LoginForm;

use crate::bases;

const MAX: u32 = 4;
const WRONG: &str = "api.user.login.invalid_credentials_email_username";
const LOCKED: &str = "api.user.check_user_login_attempts.too_many.app_error";
/// Time within which a node has heard of a guess, by the bus or from the log.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time in which a message between nodes has certainly come.
const HEARD: Duration = Duration::from_millis(500);

/// The error of a sign-in at a node; empty when it is let in.
async fn sign_in(base: &str, name: &str, password: &str) -> String {
    let form = LoginForm { login_id: name.into(), password: password.into(), ..LoginForm::default() };
    match Rest::new(base)
        .send(endpoints::LOGIN, &[], "", &form)
        .await
        .and_then(|answer| answer.json::<serde_json::Value>())
    {
        Ok(_) => String::new(),
        Err(client::Error::Refused(body)) => body.id,
        Err(error) => panic!("{error}"),
    }
}

/// Waits until all nodes know of a lock, which each of them then holds to.
async fn is_locked(app: &TestApp, name: &str, whose: Whose) {
    let source = Source::Address("127.0.0.1".parse().expect("an address"));
    let guess = Guess { name: failed_attempts::hash(name), whose, source, account: UserId::NONE };
    for server in std::iter::once(&app.server).chain(&app.others) {
        let began = Instant::now();
        while server.app.tries.door(guess, By::Name, MAX, server.app.clock.now()) != Door::Locked {
            assert!(began.elapsed() < PATIENCE, "{} does not know that {name} is locked", server.base);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(sign_in(&server.base, name, PASSWORD).await, LOCKED);
    }
}

async fn guess(app: &TestApp, name: &str) {
    for number in 0..MAX as usize {
        let base = bases(app)[number % 3];
        let began = Instant::now();
        assert_eq!(sign_in(base, name, "wrong horse").await, WRONG, "{number}");
        assert!(began.elapsed() < Duration::from_secs(3), "nobody waits for other nodes: {:?}", began.elapsed());
    }
}

nodes! {3:
    async fn guesses_at_one_node_lock_at_all(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        // Counted, and forgotten with the right one, at each node.
        for base in bases(&app) {
            assert_eq!(sign_in(base, "ann", "wrong horse").await, WRONG);
        }
        tokio::time::sleep(HEARD).await;
        assert_eq!(sign_in(bases(&app)[1], "ann", PASSWORD).await, "");
        tokio::time::sleep(HEARD).await;
        guess(&app, "ann").await;
        guess(&app, "nobody").await;
        is_locked(&app, "ann", Whose::Somebody).await;
        is_locked(&app, "nobody", Whose::Nobody).await;
        let path = format!("/users/{}/reset_failed_attempts", ann.user.id);
        let done = crate::status(&app.admin.rest, http::Method::POST, &path, serde_json::Value::Null).await;
        assert_eq!(done, http::StatusCode::OK);
        for base in bases(&app) {
            assert_eq!(sign_in(base, "ann", PASSWORD).await, "", "{base}");
        }
    }

    async fn guesses_at_the_names_of_an_account_add_up_over_all_nodes(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        for (base, name) in bases(&app).into_iter().zip(["ann", ann.user.email.as_str(), "ann"]) {
            assert_eq!(sign_in(base, name, "wrong horse").await, WRONG);
        }
        tokio::time::sleep(HEARD).await;
        let address = ann.user.email.as_str();
        assert_eq!(sign_in(bases(&app)[0], address, "wrong horse").await, WRONG);
        tokio::time::sleep(HEARD).await;
        for (base, name) in bases(&app).into_iter().skip(1).zip(["ann", address]) {
            assert_eq!(sign_in(base, name, PASSWORD).await, WRONG, "{base}");
        }
    }

    async fn guesses_lock_at_all_nodes_while_the_bus_is_gone(db) {
        let exchange = Exchange::new();
        let limit = |config: &mut config::Config| config.session.max_login_attempts = MAX;
        let app = TestApp::on_wires(db, &Wires::in_process(exchange.clone()), limit).await;
        app.member("ann").await;
        app.member("bob").await;
        for server in std::iter::once(&app.server).chain(&app.others) {
            exchange.cut(server.app.cluster.as_ref().expect("a cluster").bus.node());
        }
        tokio::time::sleep(Duration::from_millis(bus::MEMBERS_LISTED_MS + 1_500)).await;
        guess(&app, "ann").await;
        is_locked(&app, "ann", Whose::Somebody).await;
        for base in bases(&app) {
            assert_eq!(sign_in(base, "bob", PASSWORD).await, "", "{base} lets others in");
        }
    }
}
