//! Requests that cost much: so many of each kind, by whoever asks, and what the caller is told after that.

use serde_json::json;
use testkit::{Person, TestApp, both};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::users::{MAGIC_LINK, SYSTEM_GUEST, User};

/// Status, head and body of an answer to somebody at an address, who may have a session.
async fn asked(app: &TestApp, from: &str, token: &str, path: &str, body: &str) -> (u16, String) {
    let host = app.base.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    let session = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let request = format!(
        "POST /api/v4{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nX-Client: {from}\r\n{session}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer)
}

/// Whether each of so many requests was let through the limit.
async fn passed(app: &TestApp, from: &str, token: &str, path: &str, body: &str, times: usize) -> Vec<bool> {
    let mut passed = Vec::new();
    for _ in 0..times {
        passed.push(asked(app, from, token, path, body).await.0 != 429);
    }
    passed
}

fn behind_a_proxy(config: &mut config::Config) {
    config.service.trusted_proxy_ip_headers = vec!["X-Client".to_owned()];
}

async fn search(app: &TestApp, person: &Person, from: &str, times: usize) -> Vec<bool> {
    passed(app, from, person.rest.token(), "/users/search", r#"{"term": "ann"}"#, times).await
}

both! {
    async fn each_address_signs_in_so_often_and_is_told_when_to_come_back(db) {
        let app = TestApp::on_with(db, |config| {
            behind_a_proxy(config);
            config.rate_limit.sign_in_per_minute = 1;
            config.rate_limit.sign_in_burst = 2;
        }).await;
        let form = json!({"login_id": "nobody", "password": "wrong"}).to_string();
        assert_eq!(passed(&app, "192.0.2.7", "", "/users/login", &form, 3).await, [true, true, false]);
        let (status, answer) = asked(&app, "192.0.2.7", "", "/users/login", &form).await;
        assert!(status == 429 && answer.ends_with("limit exceeded\n"), "{answer}");
        for header in ["x-ratelimit-limit: 2", "x-ratelimit-remaining: 0", "x-ratelimit-reset: ", "retry-after: "] {
            assert!(answer.contains(header), "{header} in {answer}");
        }
        assert_eq!(passed(&app, "192.0.2.8", "", "/users/login", &form, 1).await, [true], "another address");
        assert_eq!(passed(&app, "192.0.2.7", "", "/users/password/reset/send", "{}", 1).await, [true], "another kind");
        let page = app.app.metrics.render();
        assert!(page.contains("muster_http_cost_limited_total{cost=\"sign_in\"} 2"), "{page}");
        // Whoever is within the limit hears nothing of it.
        assert!(!asked(&app, "192.0.2.9", "", "/users/login", &form).await.1.contains("x-ratelimit"));
    }

    async fn searches_are_counted_by_user_wherever_they_come_from(db) {
        let app = TestApp::on_with(db, |config| {
            behind_a_proxy(config);
            config.rate_limit.search_per_minute = 1;
            config.rate_limit.search_burst = 2;
        }).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        assert_eq!(search(&app, &ann, "192.0.2.1", 2).await, [true, true]);
        assert_eq!(search(&app, &ann, "192.0.2.2", 1).await, [false], "the same user from elsewhere");
        assert_eq!(search(&app, &bob, "192.0.2.1", 1).await, [true], "another user from there");
        assert_eq!(search(&app, &app.admin, "192.0.2.1", 4).await, [true; 4], "administrators are not counted");
    }

    async fn neither_the_machine_itself_nor_a_kind_that_is_off_is_counted(db) {
        let app = TestApp::on_with(db, |config| {
            behind_a_proxy(config);
            (config.rate_limit.mail_per_minute, config.rate_limit.mail_burst) = (1, 1);
            (config.rate_limit.account_per_minute, config.rate_limit.account_burst) = (0, 1);
        }).await;
        let form = json!({"email": "nobody@example.test"}).to_string();
        assert_eq!(passed(&app, "127.0.0.1", "", "/users/password/reset/send", &form, 3).await, [true; 3]);
        assert_eq!(passed(&app, "192.0.2.1", "", "/users/password/reset/send", &form, 2).await, [true, false]);
        let account = json!({"username": "x", "email": "x"}).to_string();
        assert_eq!(passed(&app, "192.0.2.1", "", "/users", &account, 3).await, [true; 3], "turned off");
    }

    async fn only_questions_that_mail_a_link_count_as_mails(db) {
        let app = TestApp::on_with(db, |config| {
            behind_a_proxy(config);
            (config.rate_limit.mail_per_minute, config.rate_limit.mail_burst) = (1, 1);
            config.guests.enable = true;
            config.guests.enable_magic_link = true;
        }).await;
        app.member("gus").await;
        let gus = app.app.store.user_by_username("gus").await.expect("a read").expect("an account");
        let (member, guest) = (json!({"login_id": "ann"}).to_string(), json!({"login_id": "gus"}).to_string());
        assert_eq!(passed(&app, "192.0.2.1", "", "/users/login/type", &member, 3).await, [true; 3]);
        let at = gus.update_at;
        let link = User { auth_service: MAGIC_LINK.into(), update_at: at + 1, ..gus.clone() };
        app.app.store.write(store::users::update(&link, at)).await.expect("a write");
        app.app.store.write(store::users::set_roles(gus.id, SYSTEM_GUEST, at + 2)).await.expect("a write");
        assert_eq!(passed(&app, "192.0.2.1", "", "/users/login/type", &guest, 2).await, [true, false]);
        assert_eq!(passed(&app, "192.0.2.1", "", "/users/login/type", &member, 1).await, [true]);
    }
}
