//! Settings of HTTP do what they say, as somebody outside sees it: encryption, frames, other sites, and timeouts.

use std::time::Duration;

use client::Answer;
use http::{Method, StatusCode};
use muster_server::http::connection_limit::ConnectionLimit;
use muster_server::http::encrypted;
use testkit::TestApp;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

const PAGE: &str = "https://portal.example.test";
const PATIENCE: Duration = Duration::from_secs(20);

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_named_may_call_and_read_and_others_may_not() {
    let app = TestApp::with(|config| {
        config.service.allow_cors_from = PAGE.into();
        config.service.cors_allow_credentials = true;
        config.service.cors_exposed_headers = "Token X-Version-Id".into();
    })
    .await;
    let asks = [("access-control-request-method", "PUT"), ("access-control-request-headers", "authorization")];
    let preflight = async |origin: &str| {
        let headers = [("origin", origin), asks[0], asks[1]];
        app.admin.rest.request_with(&Method::OPTIONS, "/api/v4/users/me/patch", &headers).await.expect("an answer")
    };
    let named = preflight(PAGE).await;
    assert_eq!(named.status, StatusCode::NO_CONTENT);
    let told = ["origin", "methods", "headers", "credentials"]
        .map(|name| header(&named, &format!("access-control-allow-{name}")).to_owned());
    assert_eq!(told, [PAGE, "GET, POST, PUT, PATCH, DELETE", "authorization", "true"]);
    let other = preflight("https://evil.example.test").await;
    assert_eq!((other.status, header(&other, "access-control-allow-origin")), (StatusCode::NOT_FOUND, ""));

    let call = async |origin: &str| {
        app.admin.rest.request_with(&Method::GET, "/api/v4/users/me", &[("origin", origin)]).await.expect("an answer")
    };
    let mine = call(PAGE).await;
    assert_eq!((mine.status, header(&mine, "access-control-allow-origin")), (StatusCode::OK, PAGE));
    assert_eq!(header(&mine, "access-control-expose-headers"), "Token, X-Version-Id");
    let theirs = call("https://evil.example.test").await;
    assert_eq!((header(&theirs, "access-control-allow-origin"), header(&theirs, "vary")), ("", "Origin"));
}

/// The first of what a socket says that a page of `origin` opens with a cookie, or with the token in a header.
async fn said_to_page(app: &TestApp, origin: &str, credential: &str) -> String {
    let address = app.base.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!(
        "GET /api/v4/websocket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: {origin}\r\n{credential}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("a request");
    let (mut said, mut part) = (Vec::new(), [0; 4096]);
    while let Ok(Ok(len)) = timeout(Duration::from_millis(400), stream.read(&mut part)).await {
        said.extend_from_slice(&part[..len]);
        if len == 0 || String::from_utf8_lossy(&said).contains("hello") {
            break;
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_hears_nothing_by_the_cookie_of_whoever_looks_at_another_sites_page() {
    let app = TestApp::start().await;
    let set = |from: &str, takes_cookies: bool| {
        let mut config = config::Config::clone(&app.app.config());
        (config.service.allow_cors_from, config.service.cors_allow_credentials) = (from.into(), takes_cookies);
        app.app.set_config(config);
    };
    let token = app.admin.rest.token();
    let (cookie, header) = (format!("Cookie: MMAUTHTOKEN={token}"), format!("Authorization: Bearer {token}"));
    for (from, takes_cookies, hears) in
        [("*", false, false), ("*", true, false), (PAGE, false, false), (PAGE, true, true)]
    {
        set(from, takes_cookies);
        let said = said_to_page(&app, PAGE, &cookie).await;
        assert!(said.starts_with("HTTP/1.1 101"), "{from}: {said}");
        assert_eq!(said.contains("hello"), hears, "{from} {takes_cookies}: {said}");
        assert!(said_to_page(&app, PAGE, &header).await.contains("hello"), "{from}: a token that the page itself says");
        assert!(said_to_page(&app, &app.base, &cookie).await.contains("hello"), "our own page");
    }
    set(PAGE, true);
    for origin in ["https://evil.example.test", "null", "\u{e9}"] {
        assert!(said_to_page(&app, origin, &cookie).await.starts_with("HTTP/1.1 400"), "{origin}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_behind_a_proxy_are_told_to_use_encryption_only_where_that_is_set() {
    let told = async |app: &TestApp| {
        let headers = [("x-forwarded-proto", "https")];
        let answer = app.admin.rest.request_with(&Method::GET, "/", &headers).await.expect("an answer");
        (header(&answer, "strict-transport-security").to_owned(), header(&answer, "content-security-policy").to_owned())
    };
    let off = told(&TestApp::start().await).await;
    assert!(off.0.is_empty() && off.1.ends_with("frame-ancestors 'self'"), "{off:?}");
    let app = TestApp::with(|config| {
        config.tls.strict_transport = true;
        config.tls.strict_transport_max_age_s = 600;
        config.service.frame_ancestors = PAGE.into();
    })
    .await;
    let on = told(&app).await;
    assert_eq!(on.0, "max-age=600");
    assert!(on.1.ends_with(&format!("frame-ancestors 'self' {PAGE}")), "{}", on.1);
}

/// What a connection of its own answers to `sent`, until the server closes it.
async fn exchange(address: &str, sent: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(sent).await.expect("sent");
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the server closes in time").expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_to_the_unencrypted_port_is_sent_on() {
    let app = TestApp::with(|config| config.service.site_url = "https://chat.example.test".into()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (_stop, stopped) = watch::channel(false);
    let forwarding = encrypted::forward(app.app.clone(), listener, ConnectionLimit::new(10), stopped);
    base::tasks::spawn("test-forward", forwarding);
    let answer = exchange(&address, b"GET /crew/messages/@ann HTTP/1.1\r\nhost: chat\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 308"), "{answer}");
    assert!(answer.contains("location: https://chat.example.test/crew/messages/@ann\r\n"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_is_closed_and_a_socket_is_not() {
    let app = TestApp::with(|config| {
        config.service.idle_timeout_s = 1;
        config.service.read_timeout_s = 1;
        config.service.write_timeout_s = 1;
    })
    .await;
    let address = app.base.trim_start_matches("http://").to_owned();
    let mut socket = client::Socket::open(&app.admin.rest).await.expect("a socket");
    let began = Instant::now();
    let answer = exchange(&address, b"GET /api/v4/system/ping HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let lasted = began.elapsed();
    assert!(lasted >= Duration::from_secs(1) && lasted < Duration::from_secs(10), "{lasted:?}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let reply = socket.ask("ping", wire::JsonMap::new(), PATIENCE).await;
    assert!(reply.is_ok(), "a WebSocket has bounds of its own: {reply:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_upload_arrives_and_one_that_stops_is_given_up() {
    let app = TestApp::with(|config| {
        config.service.read_timeout_s = 1;
        config.service.idle_timeout_s = 1;
    })
    .await;
    let address = app.base.trim_start_matches("http://").to_owned();
    let body = br#"{"nickname":"slow and steady"}"#;
    let head = format!(
        "PUT /api/v4/users/me/patch HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {}\r\ncontent-length: {}\r\n\r\n",
        app.admin.rest.token(),
        body.len()
    );
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    stream.write_all(head.as_bytes()).await.expect("sent");
    for part in body.chunks(body.len().div_ceil(5)) {
        tokio::time::sleep(Duration::from_millis(500)).await;
        stream.write_all(part).await.expect("sent");
    }
    let mut start = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut start)).await.expect("in time").expect("an answer");
    assert_eq!(&start, b"HTTP/1.1 200", "it took longer than nothing may come");

    let answer = exchange(&address, &[head.as_bytes(), &body[..5]].concat()).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}
