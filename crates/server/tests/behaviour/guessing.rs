//! Passwords that are guessed: who has to wait for it, who has not, and who hears of it.

use http::{Method, StatusCode};
use memory::failed_attempts::{self, Guess, Source, Whose};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Person, TestApp, both};
use wire::endpoints;
use wire::sessions::LoginForm;

const MAX: u32 = 3;
const WRONG: &str = "api.user.login.invalid_credentials_email_username";
const LOCKED: &str = "api.user.check_user_login_attempts.too_many.app_error";

/// The error of a sign-in by somebody without a session; empty when it is let in.
async fn sign_in(app: &TestApp, name: &str, password: &str) -> String {
    let form = LoginForm { login_id: name.into(), password: password.into(), ..LoginForm::default() };
    outcome(client::Rest::new(&app.base).send(endpoints::LOGIN, &[], "", &form).await)
}

fn outcome(answer: client::Result<client::Answer>) -> String {
    match answer.and_then(|answer| answer.json::<Value>()) {
        Ok(_) => String::new(),
        Err(client::Error::Refused(body)) => body.id,
        Err(error) => panic!("{error}"),
    }
}

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status, answer.json().unwrap_or_default())
}

/// Wrong guesses of others, at the name of an account.
async fn guessed(app: &TestApp, name: &str, address: &str, times: u32) {
    let source = Source::Address(address.parse().expect("an address"));
    let user = app.app.store.user_by_username(name).await.expect("an answer").expect("an account");
    let guess = Guess { name: failed_attempts::hash(name), whose: Whose::Somebody, source, account: user.id };
    (0..times).for_each(|_| {
        app.app.tries.failed(guess, MAX, app.app.clock.now());
    });
}

both! {
    async fn a_lock_does_not_tell_who_has_an_account(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        for name in ["ann", "nobody"] {
            let mut answers = Vec::new();
            for _ in 0..=MAX {
                answers.push(sign_in(&app, name, "wrong horse").await);
            }
            assert_eq!(answers, [WRONG, WRONG, WRONG, LOCKED], "{name}");
        }
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, LOCKED, "from the same place");
        assert_eq!(sign_in(&app, &ann.user.email, "wrong horse").await, WRONG, "whose address it is, is not told");
    }

    async fn guesses_add_up_whichever_name_of_the_account_was_typed(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        let (address, id) = (ann.user.email.clone(), ann.user.id);
        let by_id = async |password: &str| {
            let form = LoginForm { id, password: password.into(), ..LoginForm::default() };
            outcome(client::Rest::new(&app.base).send(endpoints::LOGIN, &[], "", &form).await)
        };
        assert_eq!(sign_in(&app, "ann", "wrong horse").await, WRONG);
        assert_eq!(sign_in(&app, &address, "wrong horse").await, WRONG);
        assert_eq!(by_id("wrong horse").await, WRONG);
        for name in ["ann", " Ann ", address.as_str()] {
            assert_eq!(sign_in(&app, name, PASSWORD).await, WRONG, "{name}: the right one is no exception");
        }
        assert_eq!(by_id(PASSWORD).await, WRONG);
        let (_, seen) = ask(&app.admin, Method::GET, &format!("/users/{id}"), Value::Null).await;
        assert_eq!(seen["failed_attempts"], MAX, "what is refused unread is no failure");
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, LOCKED, "as a name that nobody has after so many");
        app.app.clock.advance(30_000);
        assert_eq!(sign_in(&app, &address, PASSWORD).await, "");
    }

    async fn names_of_one_account_are_answered_like_names_of_nobodys(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        let mut heard = Vec::new();
        for names in [["ann", ann.user.email.as_str()], ["nobody", "nobody@example.test"]] {
            let mut answers = Vec::new();
            for turn in 0..10 {
                answers.push(sign_in(&app, names[turn % 2], "wrong horse").await);
            }
            heard.push(answers);
        }
        assert_eq!(heard[0], heard[1]);
        assert_eq!(heard[0].iter().filter(|answer| *answer == LOCKED).count(), 10 - 2 * MAX as usize);
    }

    async fn nobody_locks_the_owner_out_from_elsewhere(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        guessed(&app, "ann", "192.0.2.1", MAX + 5).await;
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, "");
        for number in 0..MAX * 10 {
            guessed(&app, "ann", &format!("192.0.2.{number}"), 1).await;
        }
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, "", "she signed in from here before");
        guessed(&app, "ann", "127.0.0.1", MAX).await;
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, LOCKED);
        let form = LoginForm { login_id: "ann".into(), password: PASSWORD.into(), ..LoginForm::default() };
        assert_eq!(outcome(ann.rest.send(endpoints::LOGIN, &[], "", &form).await), "", "a device that is signed in");
        let form = json!({"current_password": PASSWORD, "new_password": "battery staple"});
        assert_eq!(ask(&ann, Method::PUT, "/users/me/password", form).await.0, StatusCode::OK);
        assert_eq!(sign_in(&app, "ann", "battery staple").await, "", "another password is not guessed yet");
    }

    async fn guesses_from_everywhere_lock_places_that_the_account_never_signed_in_from(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let form = json!({"username": "new", "email": "new@example.test", "password": PASSWORD});
        let (status, _) = ask(&app.admin, Method::POST, "/users", form).await;
        assert_eq!(status, StatusCode::CREATED);
        for number in 0..MAX * 10 {
            guessed(&app, "new", &format!("192.0.2.{number}"), 1).await;
        }
        assert_eq!(sign_in(&app, "new", PASSWORD).await, LOCKED);
    }

    async fn administrators_see_a_lock_and_end_it(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        for _ in 0..MAX {
            sign_in(&app, "ann", "wrong horse").await;
        }
        let id = ann.user.id;
        let (_, trail) = ask(&app.admin, Method::GET, &format!("/users/{id}/audits"), Value::Null).await;
        let locks: Vec<&Value> = trail.as_array().expect("a list").iter().filter(|row| is_lock(row)).collect();
        assert_eq!((locks.len(), &locks[0]["ip_address"]), (1, &json!("127.0.0.1")), "{trail}");
        let (_, seen) = ask(&app.admin, Method::GET, &format!("/users/{id}"), Value::Null).await;
        assert_eq!(seen["failed_attempts"], MAX);
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, LOCKED);
        let (status, _) = ask(&app.admin, Method::POST, &format!("/users/{id}/reset_failed_attempts"), Value::Null).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, "");
    }

    async fn the_operator_unlocks_an_account_while_the_server_runs(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        for _ in 0..MAX {
            sign_in(&app, "ann", "wrong horse").await;
        }
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, LOCKED);
        // What the command does in its own process, of which the server hears nothing.
        let unlocked = store::users::clear_failures(ann.user.id, app.app.clock.now());
        app.app.store.write(unlocked).await.expect("a store that answers");
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, "");
        app.app.clock.advance(1);
        for _ in 0..MAX {
            sign_in(&app, "ann", "wrong horse").await;
        }
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, LOCKED, "what is tried after it counts");
    }

    async fn an_open_session_is_no_way_to_guess_the_password(db) {
        let app = TestApp::on_with(db, |config| config.session.max_login_attempts = MAX).await;
        let ann = app.member("ann").await;
        let form = json!({"current_password": "wrong horse", "new_password": "battery staple"});
        for _ in 0..MAX {
            let (status, _) = ask(&ann, Method::PUT, "/users/me/password", form.clone()).await;
            assert_eq!(status, StatusCode::BAD_REQUEST);
        }
        let right = json!({"current_password": PASSWORD, "new_password": "battery staple"});
        assert_eq!(ask(&ann, Method::PUT, "/users/me/password", right).await.0, StatusCode::UNAUTHORIZED);
        assert_eq!(sign_in(&app, "ann", PASSWORD).await, "", "who signs in is not locked by it");
    }
}

fn is_lock(row: &Value) -> bool {
    row["extra_info"].as_str().is_some_and(|text| text.starts_with("locked"))
}
