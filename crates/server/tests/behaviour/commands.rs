//! Slash commands: what the server's own say to who types too little, and what programs may answer.

use std::time::{Duration, Instant};

use client::Socket;
use http::Method;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use wire::channels::Channel;

use crate::asked;

const PATIENCE: Duration = Duration::from_secs(20);
const JSON: Option<&str> = Some("application/json");

async fn ask(person: &Person, method: Method, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { Default::default() } else { body.to_string().into() };
    let path = format!("/api/v4{path}");
    person.must(&path, person.rest.request(&method, &path, body, JSON).await)
}

/// Runs a command; what it answers.
async fn typed(person: &Person, channel: &Channel, command: &str) -> Value {
    ask(person, Method::POST, "/commands/execute", &json!({"channel_id": channel.id, "command": command})).await
}

async fn channel(person: &Person, channel: &Channel) -> Value {
    ask(person, Method::GET, &format!("/channels/{}", channel.id), &Value::Null).await
}

/// A program that answers everything in one way; its address.
async fn program(kind: &'static str, body: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}/run", listener.local_addr().expect("an address"));
    base::tasks::spawn("test-program", async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            if asked::read(&mut stream).await.is_none() {
                continue;
            }
            let kind = if kind.is_empty() { String::new() } else { format!("content-type: {kind}\r\n") };
            let head = format!("HTTP/1.1 200 OK\r\n{kind}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
            // A server that hung up meanwhile is the test's business: what it asserts fails then.
            let _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
            let _ = stream.shutdown().await;
        }
    });
    address
}

async fn with_programs(db: testkit::Database) -> (TestApp, Channel) {
    let app = TestApp::on_with(db, |config| config.integrations.allowed_internal_hosts = "127.0.0.1".into()).await;
    let channel = app.admin.channel(&app.team, "deck").await;
    (app, channel)
}

/// What a command answers whose program says this.
async fn answered(app: &TestApp, channel: &Channel, kind: &'static str, body: &'static [u8]) -> Value {
    let url = program(kind, body).await;
    let trigger = format!("t{}", url.bytes().filter(u8::is_ascii_digit).map(char::from).collect::<String>());
    let form = json!({"team_id": app.team.id, "trigger": trigger, "url": url, "method": "P"});
    ask(&app.admin, Method::POST, "/commands", &form).await;
    typed(&app.admin, channel, &format!("/{trigger}")).await
}

/// The next post that the socket tells of by this event.
async fn next_post(socket: &mut Socket, name: &str) -> Value {
    loop {
        let event = socket.event(PATIENCE).await.expect("an event in time");
        if event.event == name {
            return serde_json::from_str(event.data["post"].as_str().expect("a post")).expect("JSON");
        }
    }
}

both! {
    async fn a_text_that_is_missing_changes_nothing(db) {
        let app = TestApp::on(db).await;
        let deck = app.admin.channel(&app.team, "deck").await;
        typed(&app.admin, &deck, "/header Mind the gap").await;
        typed(&app.admin, &deck, "/purpose To sail").await;
        let before = channel(&app.admin, &deck).await;
        assert_eq!((&before["header"], &before["purpose"]), (&json!("Mind the gap"), &json!("To sail")));
        for command in ["/header", "/purpose", "/rename", "/code", "/echo", "/join", "/msg", "/groupmsg", "/kick", "/invite",
            "/invite_people", "/header  ", "/kick @nobody", "/msg @nobody hi", "/join nowhere", "/mute ~nowhere",
            "/invite @nobody", "/invite @root ~nowhere", "/groupmsg @root,@nobody hi"]
        {
            let answer = typed(&app.admin, &deck, command).await;
            assert_eq!(answer["response_type"], "ephemeral", "{command}");
            assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()), "{command}: {answer}");
        }
        let after = channel(&app.admin, &deck).await;
        assert_eq!((&after["header"], &after["purpose"], &after["display_name"]),
            (&before["header"], &before["purpose"], &before["display_name"]));
    }

    async fn in_a_conversation_commands_about_channels_explain_themselves(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let form = json!([ann.user.id, bob.user.id]);
        let direct: Channel = ann.must("direct", ann.rest.send(wire::endpoints::CREATE_DIRECT_CHANNEL, &[], "", &form).await);
        for command in ["/rename Ours", "/kick @bob", "/invite @root", "/purpose Ours"] {
            let answer = typed(&ann, &direct, command).await;
            assert_eq!(answer["response_type"], "ephemeral", "{command}: {answer}");
            assert!(answer["text"].as_str().is_some_and(|text| !text.is_empty()), "{command}: {answer}");
        }
        assert_eq!(typed(&ann, &direct, "/header Ours").await["text"], "");
        assert_eq!(channel(&ann, &direct).await["header"], "Ours");
    }

    async fn who_invites_into_another_channel_is_told(db) {
        let app = TestApp::on(db).await;
        app.member("bob").await;
        let (deck, _hold) = (app.admin.channel(&app.team, "deck").await, app.admin.channel(&app.team, "hold").await);
        let answer = typed(&app.admin, &deck, "/invite @bob ~hold").await;
        assert_eq!(answer["response_type"], "ephemeral");
        let text = answer["text"].as_str().expect("a text");
        assert!(text.contains("bob") && text.contains("hold"), "{text}");
        assert_eq!(typed(&app.admin, &deck, "/invite @bob").await["text"], "");
    }

    async fn an_echo_comes_when_it_is_asked_for(db) {
        let app = TestApp::on(db).await;
        let deck = app.admin.channel(&app.team, "deck").await;
        let mut socket = Socket::open(&app.admin.rest).await.expect("a socket");
        let asked_at = Instant::now();
        typed(&app.admin, &deck, "/echo see you 1").await;
        let post = next_post(&mut socket, "posted").await;
        assert_eq!(post["message"], "see you");
        assert!(asked_at.elapsed() >= Duration::from_millis(900), "{:?}", asked_at.elapsed());
    }

    async fn what_a_program_answers_is_json_only_where_it_says_so(db) {
        let (app, deck) = with_programs(db).await;
        for kind in ["text/html", "", "application/octet-stream", "TEXT/PLAIN"] {
            assert_eq!(answered(&app, &deck, kind, b"{\"text\":\"x\"}").await["text"], "{\"text\":\"x\"}", "{kind}");
        }
        let json = "Application/JSON;charset=UTF-8";
        assert_eq!(answered(&app, &deck, json, b"\xef\xbb\xbf{\"Text\":\"a\nb \\ud800\"}").await["text"], "a\nb \u{fffd}");
    }

    async fn an_answer_is_translated_unless_it_says_no(db) {
        let (app, deck) = with_programs(db).await;
        let mut socket = Socket::open(&app.admin.rest).await.expect("a socket");
        let body = br#"{"response_type":"In_Channel","text":"<!here> <https://a.test|log>",
            "attachments":[null,{"fields":[{"value":7},null]}],"extra_responses":[null,{"text":"more"}]}"#;
        answered(&app, &deck, "application/json", body).await;
        let post = next_post(&mut socket, "posted").await;
        assert_eq!(post["message"], "@here [log](https://a.test)");
        assert_eq!(post["props"]["attachments"][0]["fields"][0]["value"], "7");
        assert_eq!(next_post(&mut socket, "ephemeral_message").await["message"], "more");
        let body = br#"{"response_type":"in_channel","text":"<!here>","skip_slack_parsing":true}"#;
        answered(&app, &deck, "application/json", body).await;
        assert_eq!(next_post(&mut socket, "posted").await["message"], "<!here>");
    }
}
