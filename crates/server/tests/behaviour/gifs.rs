//! GIFs of a provider: who may search them, what the provider learns and clients do not, and what it may do wrong.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{Method, StatusCode};
use parking_lot::Mutex;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use wire::gifs::Gif;

const KEY: &str = "the-key-of-the-provider";
/// The server waits for half a second.
const PATIENCE: Duration = Duration::from_secs(5);
const OFF: (u16, &str) = (501, "api.gifs.off.app_error");
const UNAVAILABLE: (u16, &str) = (503, "api.gifs.unavailable.app_error");

/// What a write fails with once the reader is gone.
const HUNG_UP: [ErrorKind; 3] = [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset, ErrorKind::NotConnected];

/// A provider that answers everything in one way, and keeps what it was asked.
struct Provider {
    address: String,
    /// What it sends, as it is; while it is empty, nothing.
    answer: Arc<Mutex<Vec<u8>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Provider {
    async fn silent() -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let provider = Provider { address, answer: Arc::default(), asked: Arc::default() };
        let (answer, asked) = (provider.answer.clone(), provider.asked.clone());
        base::tasks::spawn("test-gifs", async move {
            let mut silent = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = [0; 4096];
                let Ok(count) = stream.read(&mut head).await else { continue };
                asked.lock().push(String::from_utf8_lossy(&head[..count]).into_owned());
                let answer = answer.lock().clone();
                if answer.is_empty() {
                    silent.push(stream);
                    continue;
                }
                // The server hangs up on an answer that is too large; nothing else may go wrong.
                if let Err(error) = send(stream, &answer).await {
                    assert!(HUNG_UP.contains(&error.kind()), "{error}");
                }
            }
        });
        provider
    }

    async fn answering(status: &str, body: &[u8]) -> Provider {
        let provider = Provider::silent().await;
        provider.says(status, body);
        provider
    }

    fn says(&self, status: &str, body: &[u8]) {
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n", body.len());
        *self.answer.lock() = [head.as_bytes(), body].concat();
    }

    /// The paths that it was asked.
    fn paths(&self) -> Vec<String> {
        self.asked.lock().iter().filter_map(|head| Some(head.split(' ').nth(1)?.to_owned())).collect()
    }
}

async fn send(mut stream: TcpStream, answer: &[u8]) -> std::io::Result<()> {
    stream.write_all(answer).await?;
    stream.shutdown().await
}

fn one_picture() -> Vec<u8> {
    let images = json!({
        "original": {"url": "https://media.test/ship.gif", "width": "480", "height": "270"},
        "fixed_width": {"url": "https://media.test/ship-200.gif"},
        "fixed_width_still": {"url": "https://media.test/ship-200-still.gif"},
    });
    json!({"data": [{"id": "ship", "title": "A ship", "images": images}], "meta": {"status": 200}}).to_string().into()
}

async fn with_provider(db: testkit::Database, address: &str) -> TestApp {
    let address = address.to_owned();
    TestApp::on_with(db, |config| {
        config.emoji.giphy_key = KEY.to_owned().into();
        config.emoji.giphy_address = address;
        config.integrations.allowed_internal_hosts = "127.0.0.1".into();
        config.links.timeout_ms = 500;
        config.guests.enable = true;
    })
    .await
}

async fn ask(person: &Person, path: &str) -> client::Answer {
    person.rest.request(&Method::GET, &format!("/api/v4{path}"), Default::default(), None).await.expect("an answer")
}

/// The status and the error's id.
async fn refused(person: &Person, path: &str) -> (u16, String) {
    let answer = ask(person, path).await;
    let error: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    assert!(!String::from_utf8_lossy(&answer.body).contains(KEY), "{error}");
    (answer.status.as_u16(), error["id"].as_str().unwrap_or_default().to_owned())
}

fn told((status, id): (u16, &str)) -> (u16, String) {
    (status, id.to_owned())
}

async fn found(person: &Person, path: &str) -> Vec<Gif> {
    let answer = ask(person, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.body));
    serde_json::from_slice(&answer.body).expect("a list of GIFs")
}

async fn set(app: &TestApp, settings: Value) {
    let body = json!({"ServiceSettings": settings}).to_string();
    let patched = app.admin.rest.request(&Method::PUT, "/api/v4/config/patch", body.into(), Some("application/json"));
    app.admin.must::<Value>("settings", patched.await);
}

both! {
    async fn without_a_key_or_where_they_are_turned_off_there_are_no_gifs(db) {
        let provider = Provider::answering("200 OK", &one_picture()).await;
        let app = with_provider(db, &provider.address).await;
        let ann = app.member("ann").await;
        for settings in [json!({"EnableGifPicker": false}), json!({"EnableGifPicker": true, "GiphySdkKey": ""})] {
            set(&app, settings).await;
            for path in ["/gifs", "/gifs?q=ahoy"] {
                assert_eq!(refused(&ann, path).await, told(OFF));
            }
            let view = ask(&ann, "/config/client?format=old").await;
            let view: Value = serde_json::from_slice(&view.body).expect("JSON");
            assert_eq!((view.get("GifProvider"), &view["GiphySdkKey"]), (None, &json!("")));
        }
        assert_eq!(provider.paths(), [""; 0]);
    }

    async fn every_account_finds_gifs_and_guests_do(db) {
        let provider = Provider::answering("200 OK", &one_picture()).await;
        let app = with_provider(db, &provider.address).await;
        let (ann, gus) = (app.member("ann").await, app.member("gus").await);
        let id = gus.user.id.to_string();
        let demoted = app.admin.rest.send(wire::endpoints::DEMOTE_USER_TO_GUEST, &[&id], "", &json!({})).await;
        app.admin.must::<Value>("guest", demoted);
        let gus = gus.sign_in_at(&app.base).await.expect("a guest");
        let ship = Gif {
            id: "ship".into(),
            title: "A ship".into(),
            width: 480,
            height: 270,
            url: "https://media.test/ship.gif".into(),
            preview_url: "https://media.test/ship-200.gif".into(),
            still_url: "https://media.test/ship-200-still.gif".into(),
        };
        assert_eq!(found(&ann, "/gifs").await, std::slice::from_ref(&ship));
        assert_eq!(found(&gus, "/gifs?q=+a%26b+c+").await, [ship]);
        assert_eq!(refused(&ann, &format!("/gifs?q={}", "x".repeat(51))).await.0, 400);
        let nobody = ann.rest.with_token("").request(&Method::GET, "/api/v4/gifs", Default::default(), None).await;
        assert_eq!(nobody.expect("an answer").status, StatusCode::UNAUTHORIZED);
        let wanted = [
            format!("/v1/gifs/trending?api_key={KEY}&limit=24&rating=g"),
            format!("/v1/gifs/search?api_key={KEY}&limit=24&rating=g&q=a%26b+c&lang=en"),
        ];
        assert_eq!(provider.paths(), wanted, "and nothing that says who asks");
    }

    async fn nobody_but_the_provider_learns_the_key(db) {
        let provider = Provider::answering("200 OK", &one_picture()).await;
        let app = with_provider(db, &provider.address).await;
        let ann = app.member("ann").await;
        let view = ask(&ann, "/config/client?format=old").await;
        let view: Value = serde_json::from_slice(&view.body).expect("JSON");
        assert_eq!((&view["GifProvider"], &view["GiphySdkKey"]), (&json!("GIPHY"), &json!("")));
        for (person, path) in [(&ann, "/config/client?format=old"), (&ann, "/gifs"), (&app.admin, "/config")] {
            let answer = ask(person, path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            assert!(!String::from_utf8_lossy(&answer.body).contains(KEY), "{path}");
        }
        // Whoever may change settings could send it to a server of his own.
        let body = json!({"ServiceSettings": {"GiphyAddress": "https://evil.test"}}).to_string();
        let path = "/api/v4/config/patch";
        let moved = app.admin.rest.request(&Method::PUT, path, body.into(), Some("application/json")).await;
        assert_eq!(moved.expect("an answer").status, StatusCode::BAD_REQUEST);
    }

    async fn searches_for_gifs_count_as_searches(db) {
        let provider = Provider::answering("200 OK", &one_picture()).await;
        let address = provider.address.clone();
        let app = TestApp::on_with(db, |config| {
            config.emoji.giphy_key = KEY.to_owned().into();
            config.emoji.giphy_address = address;
            config.integrations.allowed_internal_hosts = "127.0.0.1".into();
            config.service.trusted_proxy_ip_headers = vec!["X-Client".to_owned()];
            (config.rate_limit.search_per_minute, config.rate_limit.search_burst) = (1, 2);
        })
        .await;
        let ann = app.member("ann").await;
        let mut statuses = Vec::new();
        for _ in 0..3 {
            let asked = ann.rest.request_with(&Method::GET, "/api/v4/gifs", &[("x-client", "192.0.2.1")]).await;
            statuses.push(asked.expect("an answer").status.as_u16());
        }
        assert_eq!((statuses, provider.paths().len()), (vec![200, 200, 429], 2));
    }

    async fn a_provider_that_answers_wrongly_is_not_available(db) {
        let provider = Provider::answering("200 OK", &one_picture()).await;
        let app = with_provider(db, &provider.address).await;
        let ann = app.member("ann").await;
        let long = [&b"{\"data\": []}"[..], &vec![b' '; 2 << 20]].concat();
        let answers: [(&str, &[u8]); 7] = [
            ("200 OK", b"<html>"),
            ("200 OK", b""),
            ("200 OK", b"{\"data\": 7}"),
            ("200 OK", &long),
            ("401 Unauthorized", b"{\"data\": []}"),
            ("429 Too Many Requests", b"{\"data\": []}"),
            ("500 Internal Server Error", b""),
        ];
        for (status, body) in answers {
            provider.says(status, body);
            assert_eq!(refused(&ann, "/gifs").await, told(UNAVAILABLE), "{status} {} bytes", body.len());
        }
        *provider.answer.lock() = b"SSH-2.0-OpenSSH\r\n".to_vec();
        assert_eq!(refused(&ann, "/gifs").await, told(UNAVAILABLE), "no HTTP");
        provider.says("200 OK", b"{\"data\": [{\"id\": \"broken\"}]}");
        assert_eq!(found(&ann, "/gifs").await, [], "pictures that cannot be shown are left out");
    }

    async fn a_provider_that_is_silent_or_away_is_given_up(db) {
        let provider = Provider::silent().await;
        let app = with_provider(db, &provider.address).await;
        let ann = app.member("ann").await;
        let begun = Instant::now();
        assert_eq!(refused(&ann, "/gifs").await, told(UNAVAILABLE));
        assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
        set(&app, json!({"GiphyAddress": "http://127.0.0.1:1", "GiphySdkKey": KEY})).await;
        assert_eq!(refused(&ann, "/gifs").await, told(UNAVAILABLE));
    }

    async fn a_redirect_takes_the_key_nowhere(db) {
        let inner = Provider::answering("200 OK", &one_picture()).await;
        let provider = Provider::silent().await;
        let app = with_provider(db, &provider.address).await;
        let ann = app.member("ann").await;
        *provider.answer.lock() =
            format!("HTTP/1.1 302 Found\r\nlocation: {}/v1\r\ncontent-length: 0\r\n\r\n", inner.address).into();
        assert_eq!(refused(&ann, "/gifs").await, told(UNAVAILABLE));
        assert_eq!((provider.paths().len(), inner.paths().len()), (1, 0));
        // Nor is an address of the own network asked that nobody allowed.
        let body = json!({"ServiceSettings": {"AllowedUntrustedInternalConnections": ""}});
        let path = "/api/v4/config/patch";
        let asked = app.admin.rest.request(&Method::PUT, path, body.to_string().into(), Some("application/json"));
        app.admin.must::<Value>("settings", asked.await);
        assert_eq!(refused(&ann, "/gifs").await, told(UNAVAILABLE));
        assert_eq!(provider.paths().len(), 1);
    }
}
