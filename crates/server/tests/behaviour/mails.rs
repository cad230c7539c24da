//! People who are away are mailed about what concerns them: by a real mail server's half of the conversation.

use std::sync::Arc;
use std::time::Duration;

use client::Socket;
use notification::notify::mail;
use notification::notify::mail::Letters;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use wire::channels::Channel;
use wire::endpoints;
use wire::preferences::{NOTIFICATIONS, Preference};
use wire::statuses::OFFLINE;

const PATIENCE: Duration = Duration::from_secs(20);
/// Silence after which no mail is expected.
const QUIET: Duration = Duration::from_millis(400);

/// A mail server that keeps what it is given.
pub(crate) struct Postbox {
    port: u16,
    mails: mpsc::Receiver<String>,
}

impl Postbox {
    pub(crate) async fn start() -> Postbox {
        Postbox::open_when(Arc::default()).await
    }

    /// One that greets nobody while a test has `turn`.
    pub(crate) async fn open_when(turn: Arc<tokio::sync::Mutex<()>>) -> Postbox {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (tell, mails) = mpsc::channel(64);
        base::tasks::spawn("test-postbox", async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tell, turn) = (tell.clone(), turn.clone());
                base::tasks::spawn("test-letter", async move {
                    drop(turn.lock().await);
                    receive(stream, tell).await
                });
            }
        });
        Postbox { port, mails }
    }

    /// The next mail, headers and all.
    pub(crate) async fn next(&mut self) -> String {
        tokio::time::timeout(PATIENCE, self.mails.recv()).await.expect("a mail in time").expect("a mail")
    }

    pub(crate) async fn is_quiet(&mut self) -> bool {
        tokio::time::timeout(QUIET, self.mails.recv()).await.is_err()
    }
}

/// RFC 5321 from the receiver's side, as far as a polite sender goes.
async fn receive(stream: TcpStream, tell: mpsc::Sender<String>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 postbox\r\n").await.ok()?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let answer = match line.trim_end().split([' ', ':']).next()? {
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while !mail.ends_with("\r\n.\r\n") {
                    stream.read_line(&mut mail).await.ok()?;
                }
                tell.send(mail).await.ok()?;
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

pub(crate) fn mailing(config: &mut config::Config, postbox: &Postbox) {
    config.email.enable_notifications = true;
    config.email.smtp_server = "127.0.0.1".into();
    config.email.smtp_port = postbox.port.to_string();
    config.email.from_address = "chat@example.test".into();
}

pub(crate) async fn direct(from: &Person, to: &Person) -> Channel {
    let form = [from.user.id, to.user.id];
    from.must("direct", from.rest.send(endpoints::CREATE_DIRECT_CHANNEL, &[], "", &form).await)
}

/// Whoever wrote is there, until the last socket is gone.
pub(crate) async fn leave(app: &TestApp, person: &Person) {
    drop(Socket::open(&person.rest).await.expect("a socket"));
    while app.app.world.status(person.user.id).await.expect("a status").status != OFFLINE {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Changes what somebody wants to be told of everywhere.
async fn set(person: &Person, name: &str, value: &str) {
    let mut props = person.user.notify_props.clone();
    props.insert(name.into(), value.into());
    let form = json!({"notify_props": props});
    person.must::<Value>("settings", person.rest.send(endpoints::PATCH_USER, &["me"], "", &form).await);
}

/// The same for a channel.
async fn set_in(person: &Person, channel: &Channel, name: &str, value: &str) {
    let ids = [channel.id.to_string(), person.user.id.to_string()];
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let answer = person.rest.send(endpoints::UPDATE_CHANNEL_MEMBER_NOTIFY_PROPS, &ids, "", &json!({name: value})).await;
    person.must::<Value>("settings", answer);
}

/// Invites addresses to the team.
async fn invite(app: &TestApp, person: &Person, query: &str, emails: &[&str]) -> client::Result<Value> {
    let path = format!("/api/v4/teams/{}/invite/email{query}", app.team.id);
    let body = json!(emails).to_string().into();
    person.rest.request(&http::Method::POST, &path, body, Some("application/json")).await?.json()
}

/// The id of a refusal.
fn refusal(answer: client::Result<Value>) -> String {
    match answer {
        Err(client::Error::Refused(body)) => body.id,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_mail_server_each_address_is_told_that_no_mail_goes_there() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    // More than anybody may invite in an hour: what is not sent does not count.
    for _ in 0..3 {
        let emails: Vec<String> = (0..10).map(|number| format!("new-{number}@example.test")).collect();
        let emails: Vec<&str> = emails.iter().map(String::as_str).collect();
        let attempts = invite(&app, &ann, "?graceful=true", &emails).await.expect("attempts");
        let attempts = attempts.as_array().expect("a list");
        assert_eq!(attempts.len(), 10);
        let is_told = |attempt: &Value| attempt["error"]["id"] == "app.email.no_mail_server.app_error";
        assert!(attempts.iter().all(is_told), "{attempts:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_invited_by_mail_where_that_is_off() {
    const OFF: &str = "api.team.invite_members.disabled.app_error";
    let mut postbox = Postbox::start().await;
    let app = TestApp::with(|config| {
        mailing(config, &postbox);
        config.accounts.enable_email_invitations = false;
        config.guests.enable = true;
    })
    .await;
    let ann = app.member("ann").await;
    assert_eq!(refusal(invite(&app, &ann, "", &["new@example.test"]).await), OFF);
    assert_eq!(refusal(invite(&app, &ann, "?graceful=true", &["new@example.test"]).await), OFF);
    let channel = ann.channel(&app.team, "deck").await;
    let path = format!("/api/v4/teams/{}/invite-guests/email", app.team.id);
    let form = json!({"emails": ["guest@example.test"], "channels": [channel.id]}).to_string().into();
    let guest = app.admin.rest.request(&http::Method::POST, &path, form, Some("application/json")).await;
    assert_eq!(refusal(guest.and_then(|answer| answer.json())), OFF);
    assert!(postbox.is_quiet().await);
}

both! {
    async fn who_is_away_is_mailed_a_direct_message_and_who_is_there_is_not(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| mailing(config, &postbox)).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = direct(&ann, &bob).await;
        let post = ann.post(&channel, "Ready for the quay?").await;
        let mail = postbox.next().await;
        assert!(mail.contains("To: bob@example.test\r\n"), "{mail}");
        assert!(mail.contains("Subject: [Muster] ann in a direct message\r\n"), "{mail}");
        assert!(mail.contains("Ready for the quay?"), "{mail}");
        assert!(mail.contains(&format!("{}/_redirect/pl/{}", app.base, post.id)), "{mail}");

        let socket = Socket::open(&bob.rest).await.expect("a socket");
        ann.post(&channel, "And now?").await;
        assert!(postbox.is_quiet().await, "bob is there");
        drop(socket);
    }

    async fn mentions_are_mailed_as_people_set_it(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            config.email.contents = config::MailContents::Generic;
        })
        .await;
        let (ann, bob, cid, dan) =
            (app.member("ann").await, app.member("bob").await, app.member("cid").await, app.member("dan").await);
        let channel = ann.channel(&app.team, "deck").await;
        for person in [&bob, &cid, &dan] {
            ann.let_in(&channel, person).await;
        }
        set(&cid, "email", "false").await;
        set_in(&dan, &channel, "mark_unread", "mention").await;
        ann.post(&channel, "nobody in particular").await;
        ann.post(&channel, "@bob @cid @dan a secret").await;
        let mail = postbox.next().await;
        assert!(mail.contains("To: bob@example.test\r\n"), "{mail}");
        assert!(mail.contains("Subject: [Muster] ann in deck (Test team)\r\n") && !mail.contains("secret"), "{mail}");
        assert!(postbox.is_quiet().await, "cid wants none, dan muted the channel, the other post concerns nobody");
    }

    async fn followers_of_a_thread_are_mailed_replies_unless_they_want_mentions_alone(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| mailing(config, &postbox)).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        let root = bob.post(&channel, "Who has the keys?").await;
        leave(&app, &bob).await;
        ann.reply(&root, "I do.").await;
        let mail = postbox.next().await;
        assert!(mail.contains("To: bob@example.test\r\n") && mail.contains("I do."), "{mail}");
        set(&bob, "email_threads", "mention").await;
        ann.reply(&root, "Or not.").await;
        assert!(postbox.is_quiet().await);
        ann.reply(&root, "@bob ask cid").await;
        assert!(postbox.next().await.contains("ask cid"));
    }

    async fn nobody_is_mailed_where_that_is_off(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            config.email.enable_notifications = false;
        })
        .await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        ann.post(&direct(&ann, &bob).await, "Anybody?").await;
        assert!(postbox.is_quiet().await);
    }

    async fn several_messages_are_one_mail_where_they_are_gathered(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            config.email.enable_batching = true;
            config.email.batching_interval_s = 60;
            config.email.batching_buffer_max = 2;
        })
        .await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = direct(&ann, &bob).await;
        ann.post(&channel, "one").await;
        ann.post(&channel, "two").await;
        while app.app.of::<Letters>().gathered() != 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        ann.post(&channel, "three").await;
        let alone = postbox.next().await;
        assert!(alone.contains("three") && !alone.contains("one"), "there is no room for it: {alone}");

        let due = async || mail::send_due(app.app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
        app.app.clock.advance(59_000);
        due().await;
        assert!(postbox.is_quiet().await, "it is not time yet");
        app.app.clock.advance(2_000);
        due().await;
        let both = postbox.next().await;
        assert!(both.contains("Subject: [Muster] 2 new messages\r\n"), "{both}");
        assert!(both.contains("\r\none\r\n") && both.contains("\r\ntwo\r\n"), "{both}");
        due().await;
        assert!(postbox.is_quiet().await);
    }

    async fn who_lacks_the_second_factor_is_mailed_nothing(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            (config.accounts.enable_mfa, config.guests.enable) = (true, true);
        })
        .await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = direct(&ann, &bob).await;
        let id = bob.user.id.to_string();
        let demoted = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&id], "", &json!({})).await;
        app.admin.must::<Value>("guest", demoted);
        let ask_guests = |yes| {
            let mut config = config::Config::clone(&app.app.config());
            config.guests.enforce_mfa = yes;
            app.app.set_config(config);
        };
        ask_guests(true);
        ann.post(&channel, "not this").await;
        assert!(postbox.is_quiet().await);
        ask_guests(false);
        ann.post(&channel, "but this").await;
        assert!(postbox.next().await.contains("but this"));
    }

    async fn gathered_mail_leaves_out_what_may_not_be_read_any_more(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            config.email.enable_batching = true;
        })
        .await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let (deck, talk) = (ann.channel(&app.team, "deck").await, direct(&ann, &bob).await);
        ann.let_in(&deck, &bob).await;
        let form = json!({"privacy": "P"});
        let answer = app.admin.rest.send(endpoints::UPDATE_CHANNEL_PRIVACY, &[&deck.id.to_string()], "", &form).await;
        ann.must::<Value>("private", answer);
        ann.post(&deck, "@bob in the deck").await;
        let gone = ann.post(&talk, "deleted").await;
        ann.post(&talk, "for bob").await;
        while app.app.of::<Letters>().gathered() < 3 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (deck, bob) = (deck.id.to_string(), bob.user.id.to_string());
        let removed = ann.rest.send(endpoints::REMOVE_CHANNEL_MEMBER, &[&deck, &bob], "", &json!({})).await;
        ann.must::<Value>("removed", removed);
        let deleted = ann.rest.send(endpoints::DELETE_POST, &[&gone.id.to_string()], "", &json!({})).await;
        ann.must::<Value>("deleted", deleted);
        app.app.clock.advance(600_000);
        mail::send_due(app.app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
        let letter = postbox.next().await;
        assert!(letter.contains("for bob") && !letter.contains("in the deck") && !letter.contains("deleted"), "{letter}");
    }

    async fn invitations_are_mailed_and_each_address_is_told_with_what_came_in_its_way(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            config.email.enable_notifications = false;
        })
        .await;
        let ann = app.member("ann").await;
        let attempts = invite(&app, &ann, "?graceful=true", &["new@example.test", "nowhere"]).await;
        assert!(postbox.next().await.contains("To: new@example.test\r\n"));
        let attempts = attempts.expect("attempts");
        assert_eq!((&attempts[0]["email"], &attempts[0]["error"]), (&json!("new@example.test"), &Value::Null));
        assert_eq!(attempts[1]["error"]["id"], "api.context.invalid_body_param.app_error", "{attempts}");
    }

    async fn people_choose_how_often_they_are_mailed(db) {
        let mut postbox = Postbox::start().await;
        let app = TestApp::on_with(db, |config| {
            mailing(config, &postbox);
            config.email.enable_batching = true;
        })
        .await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let hourly = Preference {
            user_id: bob.user.id,
            category: NOTIFICATIONS.into(),
            name: "email_interval".into(),
            value: "3600".into(),
        };
        let answer = bob.rest.send(endpoints::UPDATE_PREFERENCES, &["me"], "", &[hourly]).await;
        bob.must::<Value>("preference", answer);
        ann.post(&direct(&ann, &bob).await, "in an hour").await;
        while app.app.of::<Letters>().gathered() != 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let due = async || mail::send_due(app.app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
        app.app.clock.advance(3_500_000);
        due().await;
        assert!(postbox.is_quiet().await);
        app.app.clock.advance(200_000);
        due().await;
        assert!(postbox.next().await.contains("in an hour"));
    }
}
