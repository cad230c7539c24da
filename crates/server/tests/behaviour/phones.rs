//! Phones are told of what concerns their people by way of a push proxy: a small one that keeps what it is asked.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::Method;
use notification::phones;
use parking_lot::Mutex;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both, nodes};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use wire::channels::Channel;
use wire::endpoints;
use wire::push::PushNotification;

use crate::asked;

const PATIENCE: Duration = Duration::from_secs(20);
/// Silence after which nothing is expected.
const QUIET: Duration = Duration::from_millis(400);

/// What the proxy was asked, and at which path.
type Asked = (String, Value);

struct Proxy {
    address: String,
    asked: mpsc::Receiver<Asked>,
    /// Status lines and bodies to answer with; `OK` when there are none.
    answers: Arc<Mutex<VecDeque<(&'static str, &'static str)>>>,
}

impl Proxy {
    async fn start() -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let (tell, asked) = mpsc::channel(64);
        let answers = Arc::<Mutex<VecDeque<(&'static str, &'static str)>>>::default();
        let queued = answers.clone();
        base::tasks::spawn("test-proxy", async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let Some(asked) = asked::read(&mut stream).await else { continue };
                assert_eq!(asked.header("content-type"), "application/json");
                let (status, body) = queued.lock().pop_front().unwrap_or(("200 OK", r#"{"status":"OK"}"#));
                let length = body.len();
                let head = format!("HTTP/1.1 {status}\r\nretry-after: 0\r\ncontent-length: {length}\r\n");
                let _ = stream.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes()).await;
                let _ = stream.shutdown().await;
                let body = serde_json::from_slice(&asked.body).expect("JSON");
                if tell.send((asked.path, body)).await.is_err() {
                    return;
                }
            }
        });
        Proxy { address, asked, answers }
    }

    async fn next(&mut self) -> Asked {
        tokio::time::timeout(PATIENCE, self.asked.recv()).await.expect("a request in time").expect("a request")
    }

    /// The next thing that a phone is told.
    async fn push(&mut self) -> PushNotification {
        let (path, body) = self.next().await;
        assert_eq!(path, "/api/v1/send_push", "{body}");
        serde_json::from_value(body).expect("a push")
    }

    async fn is_quiet(&mut self) -> bool {
        tokio::time::timeout(QUIET, self.asked.recv()).await.is_err()
    }
}

/// A server with a proxy, and two people in a channel.
struct Crew {
    app: TestApp,
    proxy: Proxy,
    ann: Person,
    ben: Person,
    deck: Channel,
}

impl Crew {
    async fn meet(db: testkit::Database, change: impl FnOnce(&mut config::Config)) -> Crew {
        let proxy = Proxy::start().await;
        let app = TestApp::on_with(db, |config| {
            config.push.server = proxy.address.clone();
            change(config);
        })
        .await;
        let (ann, ben) = (app.member("ann").await, app.member("ben").await);
        let deck = ben.channel(&app.team, "deck").await;
        ben.let_in(&deck, &ann).await;
        // To be let in calls somebody, too.
        view(&ann, &deck).await;
        Crew { app, proxy, ann, ben, deck }
    }

    /// The server counts so many of what phones were to be told.
    async fn counted(&self, end: &str, count: u32) {
        let wanted = format!("muster_phone_pushes_total{{end=\"{end}\"}} {count}\n");
        until(&wanted, async || self.app.app.metrics.render().contains(&wanted)).await;
    }
}

async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let patient = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, patient).await.unwrap_or_else(|_| panic!("not in time: {what}"));
}

async fn attach(person: &Person, device: &str) {
    let form = json!({"device_id": device});
    person.must::<Value>("device", person.rest.send(endpoints::ATTACH_DEVICE_ID, &[], "", &form).await);
}

async fn view(person: &Person, channel: &Channel) {
    let form = json!({"channel_id": channel.id, "collapsed_threads_supported": true});
    person.must::<Value>("view", person.rest.send(endpoints::VIEW_CHANNEL, &["me"], "", &form).await);
}

/// Changes what somebody wants to be told of in a channel.
async fn set_push(person: &Person, channel: &Channel, level: &str) {
    let ids = [&channel.id.to_string()[..], &person.user.id.to_string()];
    let form = json!({"push": level});
    let answer = person.rest.send(endpoints::UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS, &ids, "", &form).await;
    person.must::<Value>("settings", answer);
}

async fn sessions(person: &Person) -> Value {
    let path = format!("/api/v4/users/{}/sessions", person.user.id);
    person.must("sessions", person.rest.request(&Method::GET, &path, Default::default(), None).await)
}

async fn config_of(person: &Person) -> Value {
    person.must("configuration", person.rest.ask(endpoints::GET_CLIENT_CONFIG, &[], "format=old").await)
}

/// What is signed, if the server's key signed it.
fn read_signature(config: &Value, token: &str) -> Value {
    let der = STANDARD.decode(config["AsymmetricSigningPublicKey"].as_str().expect("a key")).expect("base64");
    let (signed, signature) = token.rsplit_once('.').expect("three parts");
    let signature = URL_SAFE_NO_PAD.decode(signature).expect("base64url");
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &der[der.len() - 65..]);
    key.verify(signed.as_bytes(), &signature).expect("the server's signature");
    let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').expect("two parts").1).expect("base64url");
    serde_json::from_slice(&claims).expect("JSON")
}

both! {
    async fn who_is_called_is_told_on_the_phone_and_once(db) {
        let Crew { mut proxy, ann, ben, deck, app } = Crew::meet(db, |_| {}).await;
        attach(&ann, "apple_rn-v2:token-of-ann").await;
        ben.post(&deck, "nothing for anybody").await;
        let post = ben.post(&deck, "@ann is the lamp lit?").await;
        let told = proxy.push().await;
        let config = config_of(&ann).await;
        let claims = read_signature(&config, &told.signature);
        assert_eq!(claims, json!({"ack_id": told.ack_id, "device_id": "token-of-ann"}));
        let wanted = PushNotification {
            platform: "apple_rn-v2".into(),
            server_id: config["DiagnosticId"].as_str().expect("an id").into(),
            device_id: "token-of-ann".into(),
            post_id: post.id,
            category: "CAN_REPLY".into(),
            sound: "default".into(),
            message: "ben: @ann is the lamp lit?".into(),
            badge: 1,
            team_id: app.team.id,
            channel_id: deck.id,
            channel_name: "deck".into(),
            kind: "message".into(),
            sender_id: ben.user.id,
            sender_name: "ben".into(),
            version: "v2".into(),
            is_crt_enabled: true,
            ack_id: told.ack_id.clone(),
            signature: told.signature.clone(),
            ..PushNotification::default()
        };
        assert_eq!(told, wanted);
        assert!(proxy.is_quiet().await, "once, and nothing of the other post");
    }

    async fn direct_messages_and_followed_threads_are_told_in_the_language_of_the_reader(db) {
        let crew = Crew::meet(db, |config| config.push.contents = config::PushContents::Generic).await;
        let Crew { mut proxy, ann, ben, deck, .. } = crew;
        let form = json!({"locale": "de"});
        ann.must::<Value>("locale", ann.rest.send(endpoints::PATCH_USER, &["me"], "", &form).await);
        attach(&ann, "android_rn-v2:token-of-ann").await;
        let root = ann.post(&deck, "Who has the watch?").await;
        ben.reply(&root, "I do").await;
        let told = proxy.push().await;
        assert_eq!((told.root_id, &told.channel_name[..]), (root.id, "deck"));
        assert_eq!(told.message, "ben hat in einem Thread geantwortet, dem du folgst.");
        let form = [ben.user.id, ann.user.id];
        let answer = ben.rest.send(endpoints::CREATE_DIRECT_CHANNEL, &[], "", &form).await;
        let direct: Channel = ben.must("direct", answer);
        ben.post(&direct, "Between us").await;
        let told = proxy.push().await;
        assert_eq!([&told.channel_name[..], &told.message], ["ben", "ben hat dir geschrieben."]);
    }

    async fn what_is_read_elsewhere_is_taken_down(db) {
        let Crew { mut proxy, ann, ben, deck, app } = Crew::meet(db, |_| {}).await;
        attach(&ann, "apple_rn-v2:phone").await;
        let tablet = ann.sign_in_at(&app.base).await.expect("a session");
        attach(&tablet, "apple_rn-v2:tablet").await;
        let root = ben.post(&deck, "@ann the lamp").await;
        let mut told = [proxy.push().await.device_id, proxy.push().await.device_id];
        told.sort();
        assert_eq!(told, ["phone", "tablet"]);

        view(&tablet, &deck).await;
        let read = proxy.push().await;
        assert_eq!([&read.kind[..], &read.device_id, &read.sound], ["clear", "phone", "none"]);
        assert_eq!((read.channel_id, read.badge, read.content_available), (deck.id, 0, 1));
        view(&tablet, &deck).await;
        assert!(proxy.is_quiet().await, "there was nothing left to read");

        ann.reply(&root, "Lit").await;
        ben.reply(&root, "@ann thanks").await;
        assert_eq!([proxy.push().await.badge, proxy.push().await.badge], [1, 1]);
        let now = app.app.clock.now().to_string();
        let ids = [ann.user.id.to_string(), app.team.id.to_string(), root.id.to_string()];
        let ids = [&ids[0][..], &ids[1], &ids[2], &now];
        let answer = tablet.rest.ask(endpoints::UPDATE_READ_STATE_THREAD_BY_USER, &ids, "").await;
        ann.must::<Value>("read", answer);
        let read = proxy.push().await;
        assert_eq!((&read.kind[..], read.channel_id, read.root_id), ("clear", deck.id, root.id));
        assert_eq!((&read.device_id[..], read.badge), ("phone", 0));
    }

    async fn a_phone_that_is_gone_is_forgotten_and_its_session_stays(db) {
        let crew = Crew::meet(db, |_| {}).await;
        let Crew { mut proxy, ann, ben, deck, .. } = crew;
        attach(&ann, "android_rn-v2:token-of-ann").await;
        proxy.answers.lock().extend([("503 Service Unavailable", ""), ("200 OK", r#"{"status":"REMOVE"}"#)]);
        ben.post(&deck, "@ann once").await;
        let acks = [proxy.push().await.ack_id, proxy.push().await.ack_id];
        assert_eq!(acks[0], acks[1], "who is busy is asked the same again");
        until("the device is gone", async || { sessions(&ann).await[0]["device_id"] == "" }).await;
        ben.post(&deck, "@ann twice").await;
        assert!(proxy.is_quiet().await);
    }

    async fn contents_are_fetched_where_they_do_not_leave_the_server(db) {
        let crew = Crew::meet(db, |config| config.push.contents = config::PushContents::IdLoaded).await;
        let Crew { mut proxy, ann, ben, deck, app } = crew;
        attach(&ann, "apple_rn-v2:token-of-ann").await;
        let post = ben.post(&deck, "@ann the word is swordfish").await;
        let told = proxy.push().await;
        assert!(told.is_id_loaded && told.post_id == post.id);
        assert!(!serde_json::to_string(&told).expect("JSON").contains("swordfish"));
        assert_eq!([&told.sender_name[..], &told.channel_name], ["", ""]);

        let receipt = json!({"id": told.ack_id, "received_at": 1, "platform": "ios", "type": "message",
                             "post_id": post.id, "is_id_loaded": true});
        let send = |person: Person| {
            let receipt = receipt.clone();
            async move { person.rest.send(endpoints::PUSH_NOTIFICATION_ACK, &[], "", &receipt).await }
        };
        let loaded: PushNotification = ann.must("contents", send(ann.clone()).await);
        assert_eq!([&loaded.message[..], &loaded.channel_name], ["ben: @ann the word is swordfish", "deck"]);
        let (path, passed_on) = proxy.next().await;
        assert_eq!((&path[..], &passed_on["id"]), ("/api/v1/ack", &json!(told.ack_id)));
        let stranger = app.stranger("eve").await;
        let refused = send(stranger.clone()).await.expect("an answer").json::<Value>();
        assert!(refused.is_err(), "{refused:?}");
    }

    async fn a_session_that_ended_by_itself_says_so_once(db) {
        let Crew { app, mut proxy, ann, .. } = Crew::meet(db, |_| {}).await;
        attach(&ann, "apple_rn-v2:token-of-ann").await;
        let id = sessions(&ann).await[0]["id"].as_str().and_then(base::ids::SessionId::parse).expect("a session");
        let now = app.app.clock.now();
        app.app.store.write(store::sessions::extend(id, now - 1)).await.expect("a write");
        for _ in 0..2 {
            phones::ended::tell(app.app.clone()).await.expect("a look");
        }
        let told = proxy.push().await;
        assert_eq!((&told.kind[..], &told.device_id[..]), ("session", "token-of-ann"));
        assert_eq!(told.message, "Your session at Muster has ended. Sign in to be notified again.");
        assert!(proxy.is_quiet().await, "once");
    }
}

nodes! {2:
    async fn the_node_that_takes_a_post_tells_the_phone_and_no_other_does(db) {
        let Crew { mut proxy, ann, ben, deck, app } = Crew::meet(db, |_| {}).await;
        // Both nodes know by now that nobody has a phone.
        for person in [ben.clone(), ben.elsewhere()] {
            person.post(&deck, "@ann is anybody there?").await;
        }
        assert!(proxy.is_quiet().await);
        attach(&ann, "apple_rn-v2:token-of-ann").await;
        let post = ben.elsewhere().post(&deck, "@ann the lamp").await;
        let told = proxy.push().await;
        assert_eq!((told.post_id, told.badge), (post.id, 3));
        assert!(proxy.is_quiet().await, "once");
        let elsewhere = ann.sign_in_at(&app.others[0].base).await.expect("a session");
        view(&elsewhere, &deck).await;
        let read = proxy.push().await;
        assert_eq!((&read.kind[..], read.channel_id, read.badge), ("clear", deck.id, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_turned_notifications_off_is_told_nothing() {
    let crew = Crew::meet(testkit::Database::sqlite(), |_| {}).await;
    let Crew { mut proxy, ann, ben, deck, .. } = crew;
    attach(&ann, "apple_rn-v2:token-of-ann").await;
    set_push(&ann, &deck, "none").await;
    ben.post(&deck, "@ann no").await;
    set_push(&ann, &deck, "all").await;
    let form = json!({"device_id": "", "device_notification_disabled": "true"});
    ann.must::<Value>("device", ann.rest.send(endpoints::ATTACH_DEVICE_ID, &[], "", &form).await);
    ben.post(&deck, "@ann nor this").await;
    assert!(proxy.is_quiet().await);
    let form = json!({"device_id": "", "device_notification_disabled": "false"});
    ann.must::<Value>("device", ann.rest.send(endpoints::ATTACH_DEVICE_ID, &[], "", &form).await);
    ben.post(&deck, "but this").await;
    assert_eq!(proxy.push().await.message, "ben: but this");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lacks_the_second_factor_is_told_nothing() {
    let crew = Crew::meet(testkit::Database::sqlite(), |config| {
        (config.accounts.enable_mfa, config.guests.enable) = (true, true);
    });
    let Crew { mut proxy, ann, ben, deck, app } = crew.await;
    attach(&ann, "apple_rn-v2:token-of-ann").await;
    let id = ann.user.id.to_string();
    let demoted = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&id], "", &json!({})).await;
    app.admin.must::<Value>("guest", demoted);
    let ask_guests = |yes| {
        let mut config = config::Config::clone(&app.app.config());
        config.guests.enforce_mfa = yes;
        app.app.set_config(config);
    };
    ask_guests(true);
    ben.post(&deck, "@ann no").await;
    assert!(proxy.is_quiet().await);
    ask_guests(false);
    ben.post(&deck, "@ann but this").await;
    assert_eq!(proxy.push().await.message, "ben: @ann but this");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_proxy_refuses_is_counted_and_not_tried_again() {
    let crew = Crew::meet(testkit::Database::sqlite(), |_| {}).await;
    attach(&crew.ann, "apple_rn-v2:token-of-ann").await;
    crew.proxy.answers.lock().push_back(("200 OK", r#"{"status":"FAIL","error":"no such application"}"#));
    crew.ben.post(&crew.deck, "@ann no").await;
    crew.counted("refused", 1).await;
    assert_ne!(sessions(&crew.ann).await[0]["device_id"], "", "the phone may be told another time");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_waits_for_a_slow_proxy_than_there_is_room_for() {
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", silent.local_addr().expect("an address"));
    let crew = Crew::meet(testkit::Database::sqlite(), |config| {
        config.push.queue_max = 2;
        config.push.server = address;
    })
    .await;
    attach(&crew.ann, "apple_rn-v2:token-of-ann").await;
    for _ in 0..5 {
        crew.ben.post(&crew.deck, "@ann quick").await;
    }
    crew.counted("dropped", 3).await;
    drop(silent);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_asks_whether_its_device_can_be_told() {
    let Crew { app, proxy, .. } = Crew::meet(testkit::Database::sqlite(), |_| {}).await;
    let ask = |device: &'static str| {
        let (rest, query) = (client::Rest::new(&app.base), format!("device_id={device}"));
        async move {
            let answer = rest.ask(endpoints::GET_PING, &[], &query).await.and_then(|answer| answer.json());
            answer.map(|answer: Value| answer["CanReceiveNotifications"].clone())
        }
    };
    assert_eq!(ask("apple_rn-v2:abc").await.expect("a ping"), "true");
    proxy.answers.lock().push_back(("200 OK", r#"{"status":"REMOVE"}"#));
    assert_eq!(ask("apple_rn-v2:abc").await.expect("a ping"), "false");
    proxy.answers.lock().push_back(("502 Bad Gateway", ""));
    assert_eq!(ask("apple_rn-v2:abc").await.expect("a ping"), "unknown");
    assert_eq!(ask("abc").await.expect("a ping"), "false");
}
