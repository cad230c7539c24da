//! Browsers that are closed are told of what concerns their people: by an own service over TLS, which reads what it gets
//! as a browser would.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Method;
use notification::delivery_queue::SENDING_MAX;
use notification::web_push::WebPush;
use parking_lot::Mutex;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use serde_json::{Value, json};
use testkit::{Database, Person, TestApp, both};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use wire::channels::Channel;
use wire::endpoints;
use wire::posts::Post;

use crate::asked::{self, Asked};

const PATIENCE: Duration = Duration::from_secs(10);
/// Silence after which nothing is expected.
const QUIET: Duration = Duration::from_millis(400);

/// A browser maker's service.
struct Service {
    host: String,
    pushed: mpsc::Receiver<Asked>,
    /// Status lines to answer with; 201 when there are none.
    answers: Arc<Mutex<VecDeque<&'static str>>>,
    /// While a test has it, nothing is answered.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl Service {
    async fn start() -> Service {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a certificate and its key");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        let (tell, pushed) = mpsc::channel(64);
        let answers = Arc::<Mutex<VecDeque<&'static str>>>::default();
        let turn = Arc::<tokio::sync::Mutex<()>>::default();
        let (queued, free) = (answers.clone(), turn.clone());
        base::tasks::spawn("test-service", async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(mut stream) = acceptor.accept(stream).await else { continue };
                let Some(pushed) = asked::read(&mut stream).await else { continue };
                let status = queued.lock().pop_front().unwrap_or("201 Created");
                if tell.send(pushed).await.is_err() {
                    return;
                }
                drop(free.lock().await);
                let answer = format!("HTTP/1.1 {status}\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n");
                let _ = stream.write_all(answer.as_bytes()).await;
                let _ = stream.shutdown().await;
            }
        });
        Service { host, pushed, answers, turn }
    }

    async fn next(&mut self) -> Asked {
        tokio::time::timeout(PATIENCE, self.pushed.recv()).await.expect("a push in time").expect("a push")
    }
}

/// A browser, which can read one message.
struct Browser {
    own: EphemeralPrivateKey,
    key: Vec<u8>,
    secret: [u8; 16],
    device: String,
}

impl Browser {
    fn at(host: &str, path: &str) -> Browser {
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
        let key = own.compute_public_key().expect("a key").as_ref().to_vec();
        let secret = [7; 16];
        let parts = [URL_SAFE_NO_PAD.encode(secret), URL_SAFE_NO_PAD.encode(&key), format!("{host}{path}")];
        Browser { own, key, secret, device: format!("webpush:{}", parts.concat()) }
    }

    async fn subscribe(&self, person: &Person) {
        person.must::<Value>("device", attach(person, &self.device).await);
    }

    /// RFC 8291 and 8188, from the receiver's side.
    fn read(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!((size, rest[0]), (&4096_u32.to_be_bytes()[..], 65));
        let (sender, record) = rest[1..].split_at(65);
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let (key, nonce) = agree_ephemeral(self.own, &peer, |agreed| {
            let shared = Salt::new(HKDF_SHA256, &self.secret).extract(agreed);
            let material: [u8; 32] = expand(&shared, &[b"WebPush: info\0", &self.key, sender]);
            let keys = Salt::new(HKDF_SHA256, salt).extract(&material);
            let key: [u8; 16] = expand(&keys, &[b"Content-Encoding: aes128gcm\0"]);
            let nonce: [u8; 12] = expand(&keys, &[b"Content-Encoding: nonce\0"]);
            (key, nonce)
        })
        .expect("an agreement");
        let mut record = record.to_vec();
        let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let plain = cipher.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record);
        let (end, plain) = plain.expect("sealed for this browser").split_last().expect("an end");
        assert_eq!(*end, 2, "the only record is the last");
        serde_json::from_slice(plain).expect("JSON")
    }
}

fn expand<const N: usize>(from: &Prk, label: &[&[u8]]) -> [u8; N] {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut made = [0; N];
    from.expand(label, Length(N)).and_then(|made_here| made_here.fill(&mut made)).expect("a short key");
    made
}

async fn attach(person: &Person, device: &str) -> client::Result<client::Answer> {
    person.rest.send(endpoints::ATTACH_DEVICE_ID, &[], "", &json!({"device_id": device})).await
}

/// Waits until so many pushes ended so.
async fn counted(app: &TestApp, end: &str, count: usize) {
    let wanted = format!("muster_web_pushes_total{{end=\"{end}\"}} {count}\n");
    let patient = async {
        while !app.app.metrics.render().contains(&wanted) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, patient).await.unwrap_or_else(|_| panic!("not in time: {wanted}"));
}

fn configure(app: &TestApp, change: impl FnOnce(&mut config::Config)) {
    let mut config = config::Config::clone(&app.app.config());
    change(&mut config);
    app.app.set_config(config);
}

async fn server(db: Database) -> TestApp {
    TestApp::on_with(db, |config| {
        config.integrations.allowed_internal_hosts = "127.0.0.1".into();
        config.integrations.insecure_outgoing = true;
    })
    .await
}

both! {
    async fn who_is_called_is_told_in_a_closed_browser(db) {
        let (app, mut service) = (server(db).await, Service::start().await);
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let channel = ben.channel(&app.team, "deck").await;
        ben.let_in(&channel, &ann).await;
        let browser = Browser::at(&service.host, "/send/ann?x=1");
        browser.subscribe(&ann).await;

        ben.post(&channel, "nothing for anybody").await;
        let post = ben.post(&channel, "@ann is the lamp lit?").await;
        let pushed = service.next().await;
        assert_eq!(pushed.path, "/send/ann?x=1");
        let told = ["content-encoding", "ttl", "urgency", "topic"].map(|name| pushed.header(name).to_owned());
        assert_eq!(told, ["aes128gcm", "86400", "high", &channel.id.to_string()]);
        let answer = ann.rest.ask(endpoints::GET_CLIENT_CONFIG, &[], "format=old").await;
        let config: Value = ann.must("configuration", answer);
        let key = config["WebPushPublicKey"].as_str().expect("the server's key");
        assert!(pushed.header("authorization").ends_with(&format!(", k={key}")));
        let wanted = json!({
            "post_id": post.id, "channel_id": channel.id, "root_id": "", "team": "test-team", "sender": "ben",
            "channel": "deck", "text": "@ann is the lamp lit?", "create_at": post.create_at,
        });
        assert_eq!(browser.read(&pushed.body), wanted);
    }

    async fn who_wants_every_post_of_a_channel_is_told_from_then_on(db) {
        let (app, mut service) = (server(db).await, Service::start().await);
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let channel = ben.channel(&app.team, "deck").await;
        ben.let_in(&channel, &ann).await;
        let browser = Browser::at(&service.host, "/ann");
        browser.subscribe(&ann).await;
        let ids = [&channel.id.to_string()[..], &ann.user.id.to_string()];
        let form = json!({"push": "all"});
        let set = ann.rest.send(endpoints::UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS, &ids, "", &form).await;
        ann.must::<Value>("settings", set);
        ben.post(&channel, "but this").await;
        let pushed = service.next().await;
        assert_eq!(pushed.header("urgency"), "normal");
        assert_eq!(browser.read(&pushed.body)["text"], "but this");
    }

    async fn a_session_that_ends_takes_its_browser_along(db) {
        let (app, mut service) = (server(db).await, Service::start().await);
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let channel = ben.channel(&app.team, "deck").await;
        ben.let_in(&channel, &ann).await;
        Browser::at(&service.host, "/signed-out").subscribe(&ann).await;
        ann.must::<Value>("logout", ann.rest.ask(endpoints::LOGOUT, &[], "").await);
        let (rest, _) = ann.rest.login("ann", "Test-Passw0rd").await.expect("a session");
        let mut again = ann;
        again.rest = rest;
        Browser::at(&service.host, "/turned-off").subscribe(&again).await;
        again.must::<Value>("device", attach(&again, "webpush:").await);
        ben.post(&channel, "@ann nobody hears this").await;
        Browser::at(&service.host, "/there").subscribe(&again).await;
        ben.post(&channel, "@ann but this").await;
        assert_eq!(service.next().await.path, "/there");
    }

    async fn a_browser_that_is_gone_is_forgotten_and_the_session_stays(db) {
        let (app, mut service) = (server(db).await, Service::start().await);
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let channel = ben.channel(&app.team, "deck").await;
        ben.let_in(&channel, &ann).await;
        Browser::at(&service.host, "/ann").subscribe(&ann).await;
        service.answers.lock().extend(["503 Service Unavailable", "410 Gone"]);
        ben.post(&channel, "@ann once").await;
        assert_eq!([service.next().await.path, service.next().await.path], ["/ann", "/ann"], "busy is asked again");
        let path = format!("/api/v4/users/{}/sessions", ann.user.id);
        let mut patience = 1_000;
        loop {
            let sessions: Value =
                ann.must("sessions", ann.rest.request(&Method::GET, &path, Default::default(), None).await);
            if sessions[0]["device_id"] == "" {
                break;
            }
            patience -= 1;
            assert!(patience > 0, "the browser is gone");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn whoever_is_told_again_is_asked_for_the_right_again(db) {
        let (app, mut service) = (server(db).await, Service::start().await);
        let ben = app.member("ben").await;
        let channel = ben.channel(&app.team, "deck").await;
        // A private channel: who left it reads nothing of it.
        let form = json!({"privacy": "P"});
        let closed = app.admin.rest.send(endpoints::UPDATE_CHANNEL_PRIVACY, &[&channel.id.to_string()], "", &form).await;
        app.admin.must::<Value>("privacy", closed);
        for (number, fate) in Fate::ALL.into_iter().enumerate() {
            let ann = app.member(&format!("ann{number}")).await;
            ben.let_in(&channel, &ann).await;
            Browser::at(&service.host, &format!("/ann{number}")).subscribe(&ann).await;
            let held = service.turn.clone().lock_owned().await;
            service.answers.lock().push_back("503 Service Unavailable");
            let post = ben.post(&channel, &format!("@ann{number} is the lamp lit?")).await;
            service.next().await;
            fate.befall(&app, &ann, &channel, &post).await;
            drop(held);
            match fate {
                Fate::Nothing => assert_eq!(service.next().await.path, "/ann0"),
                _ => counted(&app, "withdrawn", number).await,
            }
            configure(&app, |config| config.accounts.enforce_mfa = false);
        }
        assert!(service.pushed.try_recv().is_err(), "nobody else was told again");
    }

    async fn whoever_waits_for_a_turn_is_asked_for_the_right_before_the_first_try(db) {
        let (app, mut service) = (server(db).await, Service::start().await);
        let ben = app.member("ben").await;
        let channel = ben.channel(&app.team, "deck").await;
        let form = json!({"privacy": "P"});
        let closed = app.admin.rest.send(endpoints::UPDATE_CHANNEL_PRIVACY, &[&channel.id.to_string()], "", &form).await;
        app.admin.must::<Value>("privacy", closed);
        for (number, fate) in Fate::ALL.into_iter().enumerate() {
            let ann = app.member(&format!("ann{number}")).await;
            ben.let_in(&channel, &ann).await;
            Browser::at(&service.host, &format!("/ann{number}")).subscribe(&ann).await;
            let delivery = &app.app.of::<WebPush>().delivery;
            let mut turns = Vec::new();
            for _ in 0..SENDING_MAX {
                turns.push(delivery.turn().await);
            }
            let post = ben.post(&channel, &format!("@ann{number} is the lamp lit?")).await;
            let waits = async {
                while delivery.waiting() == 0 {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            tokio::time::timeout(PATIENCE, waits).await.expect("a push waits for its turn");
            fate.befall(&app, &ann, &channel, &post).await;
            drop(turns);
            match fate {
                Fate::Nothing => assert_eq!(service.next().await.path, "/ann0"),
                _ => counted(&app, "withdrawn", number).await,
            }
            configure(&app, |config| config.accounts.enforce_mfa = false);
        }
        assert!(service.pushed.try_recv().is_err(), "nobody else was told");
    }
}

/// What happens between two tries to tell somebody of a post.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Nothing,
    PostIsDeleted,
    LeavesChannel,
    LacksMfa,
    SignsOut,
}

impl Fate {
    const ALL: [Fate; 5] = [Fate::Nothing, Fate::PostIsDeleted, Fate::LeavesChannel, Fate::LacksMfa, Fate::SignsOut];

    async fn befall(self, app: &TestApp, reader: &Person, channel: &Channel, post: &Post) {
        let (user, channel, post) = (reader.user.id, channel.id.to_string(), post.id.to_string());
        let rest = &app.admin.rest;
        let done = match self {
            Fate::Nothing => return,
            Fate::LacksMfa => {
                let enforce = |config: &mut config::Config| {
                    (config.accounts.enable_mfa, config.accounts.enforce_mfa) = (true, true);
                };
                return configure(app, enforce);
            }
            Fate::PostIsDeleted => rest.ask(endpoints::DELETE_POST, &[&post], "").await,
            Fate::LeavesChannel => rest.ask(endpoints::REMOVE_CHANNEL_MEMBER, &[&channel, &user.to_string()], "").await,
            Fate::SignsOut => reader.rest.ask(endpoints::LOGOUT, &[], "").await,
        };
        app.admin.must::<Value>("a change", done);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lacks_the_second_factor_is_told_nothing() {
    let (app, mut service) = (server(Database::sqlite()).await, Service::start().await);
    configure(&app, |config| (config.accounts.enable_mfa, config.guests.enable) = (true, true));
    let (ann, ben) = (app.member("ann").await, app.member("ben").await);
    let channel = ben.channel(&app.team, "deck").await;
    ben.let_in(&channel, &ann).await;
    let browser = Browser::at(&service.host, "/ann");
    browser.subscribe(&ann).await;
    let id = ann.user.id.to_string();
    let demoted = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&id], "", &json!({})).await;
    app.admin.must::<Value>("guest", demoted);
    configure(&app, |config| config.guests.enforce_mfa = true);
    ben.post(&channel, "@ann no").await;
    assert!(tokio::time::timeout(QUIET, service.pushed.recv()).await.is_err());
    configure(&app, |config| config.guests.enforce_mfa = false);
    ben.post(&channel, "@ann but this").await;
    assert_eq!(browser.read(&service.next().await.body)["text"], "@ann but this");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_subscription_is_refused() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let good = Browser::at("push.example.test", "/a").device;
    for device in ["webpush:abc", &good[..100], &good.replace("push.example.test", "a:b@push.example.test")] {
        let refused = attach(&ann, device).await.and_then(|answer| answer.json::<Value>());
        assert!(refused.is_err(), "{device}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_inside_the_own_network_is_told_nothing() {
    let mut service = Service::start().await;
    let app = TestApp::with(|config| config.integrations.insecure_outgoing = true).await;
    let (ann, ben) = (app.member("ann").await, app.member("ben").await);
    let channel = ben.channel(&app.team, "deck").await;
    ben.let_in(&channel, &ann).await;
    Browser::at(&service.host, "/ann").subscribe(&ann).await;
    ben.post(&channel, "@ann no").await;
    counted(&app, "refused", 1).await;
    assert!(service.pushed.try_recv().is_err());
}
