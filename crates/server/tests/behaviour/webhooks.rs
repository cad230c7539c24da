//! What programs send to incoming webhooks, as carelessly as they do.

use std::time::Duration;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use wire::channels::Channel;
use wire::webhooks::OutgoingHook;

use crate::asked::{self, Asked};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// A channel with a webhook of Ann's.
struct Hooked {
    app: TestApp,
    ann: Person,
    channel: Channel,
    address: String,
    id: String,
}

async fn hooked(db: testkit::Database) -> Hooked {
    let app = TestApp::on_with(db, |config| {
        config.integrations.enable_username_override = true;
        config.integrations.enable_icon_override = true;
    })
    .await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "deck").await;
    let form = json!({"channel_id": channel.id, "display_name": "news"});
    let hook = ask(&app.admin, Method::POST, "/hooks/incoming", &form).await;
    let id = hook["id"].as_str().expect("an id").to_owned();
    Hooked { app, ann, channel, address: format!("/hooks/{id}"), id }
}

async fn ask(person: &Person, method: Method, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { Default::default() } else { body.to_string().into() };
    let path = format!("/api/v4{path}");
    person.must(&path, person.rest.request(&method, &path, body, Some(JSON)).await)
}

impl Hooked {
    /// The status and the error's id of what a program sends.
    async fn send(&self, kind: &str, body: impl Into<Vec<u8>>) -> (u16, String) {
        self.send_to(&self.address, kind, body).await
    }

    async fn send_to(&self, address: &str, kind: &str, body: impl Into<Vec<u8>>) -> (u16, String) {
        let nobody = self.ann.rest.with_token("");
        let answer = nobody.request(&Method::POST, address, body.into().into(), Some(kind)).await.expect("an answer");
        let error: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        (answer.status.as_u16(), error["id"].as_str().unwrap_or_default().to_owned())
    }

    /// The newest post of the channel.
    async fn newest(&self) -> Value {
        let list = ask(&self.ann, Method::GET, &format!("/channels/{}/posts", self.channel.id), &Value::Null).await;
        list["posts"][list["order"][0].as_str().expect("a post")].clone()
    }

    /// What a program's text became.
    async fn said(&self, kind: &str, body: impl Into<Vec<u8>>) -> Value {
        assert_eq!(self.send(kind, body).await, (200, String::new()));
        self.newest().await["message"].clone()
    }
}

both! {
    async fn json_that_was_put_together_by_hand_is_read(db) {
        let hooked = hooked(db).await;
        assert_eq!(hooked.said(JSON, "{\"text\": \"one\ntwo\tthree\"}").await, "one\ntwo\tthree");
        assert_eq!(hooked.said(JSON, r#"{"TEXT": "capital"}"#).await, "capital");
        assert_eq!(hooked.said(JSON, r#"{"text": "first", "text": "last"}"#).await, "last");
        assert_eq!(hooked.said(JSON, "\u{feff}{\"text\": \"marked\"}").await, "marked");
        assert_eq!(hooked.said(JSON, r#"{"text": "half \ud83d"}"#).await, "half \u{fffd}");
        assert_eq!(hooked.said(JSON, b"{\"text\": \"latin \xe9\"}".to_vec()).await, "latin \u{fffd}");
        assert_eq!(hooked.said("text/plain", r#"{"text": "plain"}"#).await, "plain");
        assert_eq!(hooked.said("", r#"{"text": "untold"}"#).await, "untold");
        let form = "payload={\"Text\":\"of a\nform\"}";
        assert_eq!(hooked.said("Application/X-WWW-Form-URLencoded; charset=utf-8", form).await, "of a\nform");
        let parts = "--b\r\nContent-Disposition: form-data; name=\"payload\"\r\n\r\n{\"text\":\"of parts\"}\r\n--b--\r\n";
        assert_eq!(hooked.said("Multipart/Form-Data; boundary=b", parts).await, "of parts");
    }

    async fn what_is_wrong_has_one_id_but_what_cannot_be_read(db) {
        let hooked = hooked(db).await;
        let general = |status| (status, "web.incoming_webhook.general.app_error".to_owned());
        let decode = (400, "web.incoming_webhook.decode.app_error".to_owned());
        for body in ["{nope", "", "[]", "\"x\"", r#"{"text": 7}"#] {
            assert_eq!(hooked.send(JSON, body).await, decode, "{body}");
            assert_eq!(hooked.send_to("/hooks/nosuchnosuchnosuchnosuchnb", JSON, body).await, decode, "{body}");
        }
        assert_eq!(hooked.send(FORM, r#"{"text":"no field"}"#).await, decode);
        assert_eq!(hooked.send(JSON, "null").await, general(400));
        assert_eq!(hooked.send(JSON, r#"{"text":"x","channel":"@nobody"}"#).await, general(404));
        assert_eq!(hooked.send(JSON, r#"{"text":"x","type":"system_join_channel"}"#).await, general(400));
        let locked = json!({"id": hooked.id, "channel_id": hooked.channel.id, "display_name": "news", "channel_locked": true});
        ask(&hooked.app.admin, Method::PUT, &format!("/hooks/incoming/{}", hooked.id), &locked).await;
        assert_eq!(hooked.send(JSON, r#"{"text":"x","channel":"town-square"}"#).await, general(403));
        assert_eq!(hooked.send(JSON, r#"{"text":"x","channel":"@ann"}"#).await, general(403));
        assert_eq!(hooked.send(JSON, r##"{"text":"x","channel":"#Deck"}"##).await.0, 200);
    }

    async fn a_channel_is_named_in_any_way(db) {
        let hooked = hooked(db).await;
        let other = hooked.app.admin.channel(&hooked.app.team, "hold").await;
        let form = json!({"name": "far", "display_name": "Far", "type": "O"});
        let far = hooked.app.admin.rest.send(wire::endpoints::CREATE_TEAM, &[], "", &form).await;
        let far: wire::teams::Team = hooked.app.admin.must("team", far);
        let far = hooked.app.admin.channel(&far, "far").await;
        for name in ["hold", "#hold", "HOLD", &other.id.to_string()] {
            assert_eq!(hooked.send(JSON, json!({"text": "x", "channel": name}).to_string()).await.0, 200, "{name}");
        }
        assert_eq!(hooked.send(JSON, json!({"text": "x", "channel": far.id}).to_string()).await.0, 404);
        assert_eq!(hooked.send(JSON, r#"{"text":"x","channel":"@Ann"}"#).await.0, 200);
    }

    async fn what_is_written_for_slack_becomes_markdown(db) {
        let hooked = hooked(db).await;
        let ann = format!("<@{}>", hooked.ann.user.id);
        let text = format!("{ann} <!here> <https://a.test|log> <@nosuchnosuchnosuchnosuchnb>");
        let attachment = json!({
            "text": ann, "pretext": text, "title": ann,
            "fields": [null, {"title": "a", "value": text}, {"value": 7}, {"value": true, "short": "true"}, {"value": null}],
            "actions": [null, {"name": "go", "options": [null, {"text": "one"}]}],
        });
        let body = json!({"text": text, "attachments": [null, attachment]}).to_string();
        assert_eq!(hooked.send(JSON, body).await.0, 200);
        let post = hooked.newest().await;
        let right = "@ann @here [log](https://a.test) <@nosuchnosuchnosuchnosuchnb>";
        assert_eq!(post["message"], right);
        let attachments = post["props"]["attachments"].as_array().expect("a list");
        let [one] = &attachments[..] else { panic!("{attachments:?}") };
        assert_eq!([&one["text"], &one["pretext"], &one["title"]], ["@ann", right, "@ann"]);
        let values: Vec<&Value> = one["fields"].as_array().expect("a list").iter().map(|field| &field["value"]).collect();
        assert_eq!(values, [&json!(right), &json!("7"), &json!("true"), &Value::Null]);
        assert_eq!(one["actions"].as_array().map(Vec::len), Some(1));
        assert_eq!(one["actions"][0]["options"], json!([{"text": "one", "value": ""}]));
    }

    async fn attachments_that_are_no_list_are_none(db) {
        let hooked = hooked(db).await;
        for attachments in [json!("text"), json!({"text": "a"}), json!(7)] {
            let form = json!({"channel_id": hooked.channel.id, "message": "m", "props": {"attachments": attachments}});
            let post = ask(&hooked.ann, Method::POST, "/posts", &form).await;
            assert_eq!(post["props"]["attachments"], Value::Null);
        }
        let attachments = json!([null, {"Text": "a", "Fields": [null, {"TITLE": "b"}]}, 7]);
        let form = json!({"channel_id": hooked.channel.id, "message": "m", "props": {"attachments": attachments}});
        let post = ask(&hooked.ann, Method::POST, "/posts", &form).await;
        let kept = post["props"]["attachments"].as_array().expect("a list");
        assert_eq!((kept.len(), &kept[0]["text"], &kept[0]["fields"][0]["title"]), (1, &json!("a"), &json!("b")));
    }

    async fn an_emoji_stands_for_a_picture(db) {
        let hooked = hooked(db).await;
        let emoji = crate::emoji::upload(&hooked.ann, "figurehead").await;
        let own = format!("/api/v4/emoji/{emoji}/image");
        for (name, address) in [
            (":rocket:", "/static/emoji/1f680.png"),
            ("rocket", "/static/emoji/1f680.png"),
            (":wave::skin-tone-3:", "/static/emoji/1f44b-1f3fc.png"),
            (":wave_dark_skin_tone:", "/static/emoji/1f44b-1f3ff.png"),
            (":figurehead:", own.as_str()),
            (":nosuch:", "https://x.test/i.png"),
        ] {
            let body = json!({"text": "x", "icon_emoji": name, "icon_url": "https://x.test/i.png"}).to_string();
            assert_eq!(hooked.send(JSON, body).await.0, 200);
            let props = hooked.newest().await["props"].clone();
            assert_eq!((&props["override_icon_emoji"], &props["override_icon_url"]), (&json!(name), &json!(address)));
        }
        let picture = async |path: &str| {
            let nobody = hooked.ann.rest.with_token("");
            let answer = nobody.request(&Method::GET, path, Default::default(), None).await.expect("an answer");
            (answer.status, answer.body.starts_with(b"\x89PNG"))
        };
        assert_eq!(picture("/static/emoji/1f44b-1f3fc.png").await, (StatusCode::OK, true));
        for path in ["/static/emoji/nosuch.png", "/static/emoji/1f44b", "/static/emoji/1f44b.svg"] {
            assert!(!picture(path).await.1, "{path}");
        }
    }
}

/// Time in which a call comes that is certain to come, and in which none is believed to.
const PATIENCE: Duration = Duration::from_secs(20);
const QUIET: Duration = Duration::from_millis(300);

/// A program that answers with this, and what it is told.
async fn program(answer: &'static str) -> (String, mpsc::Receiver<Asked>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/", listener.local_addr().expect("an address"));
    let (tell, told) = mpsc::channel(8);
    base::tasks::spawn("test-program", async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let Some(asked) = asked::read(&mut stream).await else { continue };
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", answer.len());
            let whole = head + answer;
            stream.write_all(whole.as_bytes()).await.expect("the server waits for the answer");
            if tell.send(asked).await.is_err() {
                return;
            }
        }
    });
    (address, told)
}

both! {
    async fn an_outgoing_webhook_hears_what_its_creator_may_read(db) {
        let (app, ann, cid, mut told) = listening(db, "").await;
        let channel = ann.channel(&app.team, "deck").await;
        ann.post(&channel, "tide is high").await;
        let call = tokio::time::timeout(PATIENCE, told.recv()).await.expect("a call in time").expect("a call");
        assert!(String::from_utf8_lossy(&call.body).contains("tide+is+high"));
        let path = format!("/teams/{}/members/{}", app.team.id, cid.user.id);
        ask(&app.admin, Method::DELETE, &path, &Value::Null).await;
        ann.post(&channel, "tide is low").await;
        assert!(tokio::time::timeout(QUIET, told.recv()).await.is_err());
    }

    async fn an_outgoing_webhook_says_nothing_where_its_creator_may_not_write(db) {
        let (app, ann, _cid, mut told) = listening(db, r#"{"text": "aye"}"#).await;
        let channel = ann.channel(&app.team, "deck").await;
        let newest = async || {
            let list = ask(&ann, Method::GET, &format!("/channels/{}/posts", channel.id), &Value::Null).await;
            list["posts"][list["order"][0].as_str().expect("a post")]["message"].clone()
        };
        ann.post(&channel, "tide is high").await;
        let answered = async { while newest().await != "aye" {} };
        tokio::time::timeout(PATIENCE, answered).await.expect("its creator could join, and write");
        silence(&app, &channel, true).await;
        ann.post(&channel, "tide is low").await;
        for _ in 0..2 {
            tokio::time::timeout(PATIENCE, told.recv()).await.expect("a call in time").expect("a call");
        }
        tokio::time::sleep(QUIET).await;
        assert_eq!(newest().await, "tide is low");
    }

    async fn an_incoming_webhook_posts_where_its_owner_may(db) {
        let hooked = hooked(db).await;
        let (app, ann, channel) = (&hooked.app, &hooked.ann, &hooked.channel);
        let bob = app.member("bob").await;
        let mut hooks = vec![("the administrator's", hooked.address.clone(), 200)];
        for (who, person, silenced) in [("a channel administrator's", ann, 200), ("a member's", &bob, 403)] {
            let form = json!({"channel_id": channel.id, "user_id": person.user.id});
            let hook = ask(&app.admin, Method::POST, "/hooks/incoming", &form).await;
            hooks.push((who, format!("/hooks/{}", hook["id"].as_str().expect("an id")), silenced));
        }
        let text = r#"{"text": "tide"}"#;
        for place in ["outside of the channel", "in the channel"] {
            for (who, address, silenced) in &hooks {
                assert_eq!(hooked.send_to(address, JSON, text).await.0, 200, "{who}, {place}");
                silence(app, channel, true).await;
                assert_eq!(hooked.send_to(address, JSON, text).await.0, *silenced, "{who}, silenced, {place}");
                silence(app, channel, false).await;
            }
            ann.let_in(channel, &bob).await;
        }
        let quiet = app.admin.channel(&app.team, "quiet").await;
        silence(app, &quiet, true).await;
        let form = json!({"text": "tide", "channel": "quiet"}).to_string();
        let answers = [hooked.send_to(&hooks[0].1, JSON, form.clone()).await.0, hooked.send_to(&hooks[2].1, JSON, form).await.0];
        assert_eq!(answers, [200, 403], "nor where it roams to");
        let path = format!("/channels/{}/members/{}", channel.id, bob.user.id);
        ask(&app.admin, Method::DELETE, &path, &Value::Null).await;
        silence(app, channel, true).await;
        assert_eq!(hooked.send_to(&hooks[2].1, JSON, text).await.0, 403, "leaving the channel is no way round");
    }
}

/// Keeps members from posting in a channel, or lets them again.
async fn silence(app: &TestApp, channel: &Channel, yes: bool) {
    let form = json!([{"name": "create_post", "roles": {"members": !yes}}]);
    ask(&app.admin, Method::PUT, &format!("/channels/{}/moderations/patch", channel.id), &form).await;
}

/// A server with Ann, and Cid's webhook that calls a program when somebody speaks of the tide.
async fn listening(db: testkit::Database, answer: &'static str) -> (TestApp, Person, Person, mpsc::Receiver<Asked>) {
    let (address, told) = program(answer).await;
    let app = TestApp::on_with(db, |config| config.integrations.allowed_internal_hosts = "127.0.0.1".into()).await;
    let (ann, cid) = (app.member("ann").await, app.member("cid").await);
    let hook = OutgoingHook {
        id: app.app.ids.next(),
        creator_id: cid.user.id,
        team_id: app.team.id,
        token: "word".into(),
        trigger_words: vec!["tide".into()],
        callback_urls: vec![address],
        ..OutgoingHook::default()
    };
    app.app.store.write(store::outgoing_webhooks::insert(&hook)).await.expect("a webhook");
    (app, ann, cid, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_of_the_audit_trail_cannot_post_by_a_webhook() {
    let hooked = hooked(testkit::Database::sqlite()).await;
    let admin = &hooked.app.admin;
    let path = format!("/hooks/incoming/{}", hooked.id);
    let form = json!({"id": hooked.id, "channel_id": hooked.channel.id, "display_name": "weather"});
    ask(admin, Method::PUT, &path, &form).await;
    ask(admin, Method::DELETE, &path, &Value::Null).await;
    let audits = ask(admin, Method::GET, "/audits?per_page=100", &Value::Null).await;
    let noted = audits.to_string();
    assert!(!noted.contains(&hooked.id), "{noted}");
    let begun = format!("/api/v4/hooks/incoming/{}…", &hooked.id[..6]);
    let rows = audits.as_array().expect("a list").iter().filter(|row| row["action"] == begun.as_str()).count();
    assert_eq!(rows, 2, "which webhook it was can be told: {noted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_speaks_by_a_webhook_as_somebody_with_more_rights() {
    let hooked = hooked(testkit::Database::sqlite()).await;
    let (app, ann, team) = (&hooked.app, &hooked.ann, hooked.app.team.id);
    let bob = app.member("bob").await;
    let roles = json!({"scheme_user": true, "scheme_admin": true});
    ask(&app.admin, Method::PUT, &format!("/teams/{team}/members/{}/schemeRoles", ann.user.id), &roles).await;
    let status = async |method: Method, path: &str, form: &Value| {
        let answer = ann.rest.request(&method, &format!("/api/v4{path}"), form.to_string().into(), Some(JSON)).await;
        answer.expect("an answer").status
    };
    let in_name_of = |person: &Person| json!({"channel_id": hooked.channel.id, "user_id": person.user.id});
    assert_eq!(status(Method::POST, "/hooks/incoming", &in_name_of(&app.admin)).await, StatusCode::FORBIDDEN);
    let of_bob = ask(ann, Method::POST, "/hooks/incoming", &in_name_of(&bob)).await;
    assert_eq!(of_bob["channel_locked"], true, "it sends no direct messages of his");
    let mut freed = of_bob.clone();
    freed["channel_locked"] = json!(false);
    let path = format!("/hooks/incoming/{}", of_bob["id"].as_str().expect("an id"));
    assert_eq!(ask(ann, Method::PUT, &path, &freed).await["channel_locked"], true);
    assert_eq!(ask(&app.admin, Method::PUT, &path, &freed).await["channel_locked"], false);

    let listed = ask(ann, Method::GET, &format!("/hooks/incoming?team_id={team}"), &Value::Null).await.to_string();
    assert!(listed.contains(of_bob["id"].as_str().expect("an id")) && !listed.contains(&hooked.id), "{listed}");

    let mut form = json!({
        "team_id": team, "display_name": "o", "trigger_words": ["tide"], "callback_urls": ["http://x.test"],
        "creator_id": app.admin.user.id,
    });
    assert_eq!(status(Method::POST, "/hooks/outgoing", &form).await, StatusCode::FORBIDDEN);
    let made = ask(&app.admin, Method::POST, "/hooks/outgoing", &form).await;
    (form["id"], form["token"]) = (made["id"].clone(), made["token"].clone());
    let path = format!("/hooks/outgoing/{}", made["id"].as_str().expect("an id"));
    ask(ann, Method::PUT, &path, &form).await;
    let changed = ask(ann, Method::GET, &path, &Value::Null).await;
    assert_eq!(changed["creator_id"], json!(ann.user.id), "who says where it goes answers for it");
}
