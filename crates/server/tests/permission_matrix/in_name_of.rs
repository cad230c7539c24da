//! Things that a body makes or changes in the name of an account × callers with fewer rights than that account: what is
//! made is the caller's own, or nothing is.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};

/// Fields of bodies and answers that say in whose name something is.
const NAMES: [&str; 3] = ["user_id", "creator_id", "owner_id"];

/// What `$own`, `$team`, `$channel` and `$post` stand for is put in before a call, and each name of [`NAMES`].
const DEEDS: &[(&str, &str, &str)] = &[
    ("POST", "/posts", r#"{"channel_id":"$channel","message":"hi"}"#),
    ("PUT", "/posts/$post/patch", r#"{"message":"ho"}"#),
    ("POST", "/posts/schedule", r#"{"channel_id":"$channel","message":"later","scheduled_at":9000000000000}"#),
    ("POST", "/posts/ephemeral", r#"{"post":{"channel_id":"$channel","message":"psst"}}"#),
    ("POST", "/drafts", r#"{"channel_id":"$channel","message":"hm"}"#),
    ("POST", "/reactions", r#"{"post_id":"$post","emoji_name":"tada"}"#),
    ("POST", "/channels", r#"{"team_id":"$team","name":"own-$own","display_name":"x","type":"O"}"#),
    ("POST", "/channels/$channel/bookmarks", r#"{"display_name":"b","type":"link","link_url":"http://x.test"}"#),
    ("POST", "/uploads", r#"{"channel_id":"$channel","filename":"a.txt","file_size":3}"#),
    ("POST", "/hooks/incoming", r#"{"channel_id":"$channel","display_name":"h"}"#),
    ("POST", "/hooks/outgoing", OUTGOING),
    ("POST", "/commands", r#"{"team_id":"$team","trigger":"t$own","url":"http://x.test","method":"P"}"#),
    (
        "POST",
        "/oauth/apps",
        r#"{"name":"a","description":"d","callback_urls":["http://x.test"],"homepage":"http://x.test"}"#,
    ),
    ("POST", "/bots", r#"{"username":"bot-$own"}"#),
    ("POST", "/users/me/tokens", r#"{"description":"t"}"#),
    ("POST", "/users/me/teams/$team/channels/categories", r#"{"team_id":"$team","display_name":"c"}"#),
    ("PUT", "/users/me/status", r#"{"status":"dnd"}"#),
    ("POST", "/users/me/typing", r#"{"channel_id":"$channel"}"#),
    ("PATCH", "/custom_profile_attributes/values", "{}"),
];
const OUTGOING: &str =
    r#"{"team_id":"$team","display_name":"o","trigger_words":["t$own"],"callback_urls":["http://x.test"]}"#;

/// Things of the higher account that others may change: afterwards nothing speaks in its name that they chose.
const CHANGES: &[(&str, &str)] = &[
    ("/hooks/incoming", r#"{"channel_id":"$channel","display_name":"h"}"#),
    (
        "/hooks/outgoing",
        r#"{"team_id":"$team","channel_id":"$channel","display_name":"o","trigger_words":["admin$own"],"callback_urls":["http://x.test"]}"#,
    ),
    ("/commands", r#"{"team_id":"$team","trigger":"admin$own","url":"http://x.test","method":"P"}"#),
];

async fn ask(person: &Person, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
    let (method, path) = (Method::from_bytes(method.as_bytes()).expect("a method"), format!("/api/v4{path}"));
    let answer = person.rest.request(&method, &path, body.to_string().into(), Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
}

async fn must(person: &Person, method: &str, path: &str, body: Value) -> Value {
    let (status, answer) = ask(person, method, path, &body).await;
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

/// Members, and who may more than they and less than the administrator.
async fn callers(app: &TestApp) -> Vec<(&'static str, Person)> {
    let mut callers = vec![("a member", app.member("plain").await)];
    let first = app.member("first").await;
    let form = json!({"scheme_user": true, "scheme_admin": true});
    let path = format!("/teams/{}/members/{}/schemeRoles", app.team.id, first.user.id);
    must(&app.admin, "PUT", &path, form.clone()).await;
    callers.push(("a team's administrator", first));
    for role in ["system_manager", "system_user_manager"] {
        let person = app.member(&role.replace('_', "")).await;
        let roles = json!({"roles": format!("system_user {role}")});
        must(&app.admin, "PUT", &format!("/users/{}/roles", person.user.id), roles).await;
        let path = format!("/teams/{}/members/{}/schemeRoles", app.team.id, person.user.id);
        must(&app.admin, "PUT", &path, form.clone()).await;
        callers.push((role, person));
    }
    callers
}

both! {
    async fn nobody_acts_in_the_name_of_who_has_more_rights(db) {
        let app = TestApp::on_with(db, |config| {
            config.accounts.enable_access_tokens = true;
            config.integrations.enable_bots = true;
            config.jobs.run = false;
        })
        .await;
        let channel = app.member("host").await.channel(&app.team, "deck").await;
        let higher = app.admin.user.id.to_string();
        let (mut calls, mut done, mut complaints) = (0, 0, Vec::new());
        let callers = callers(&app).await;
        for (who, person) in &callers {
            let own = person.user.id.to_string();
            must(&app.admin, "POST", &format!("/channels/{}/members", channel.id), json!({"user_id": own})).await;
            let post = person.post(&channel, "mine").await;
            let put = |text: &str| {
                let ids = [("$own", &own), ("$team", &app.team.id.to_string()), ("$channel", &channel.id.to_string()), ("$post", &post.id.to_string())];
                ids.iter().fold(text.to_owned(), |text, (name, id)| text.replace(name, id))
            };
            for (method, path, body) in DEEDS {
                let mut body: Value = serde_json::from_str(&put(body)).expect("a body");
                NAMES.iter().for_each(|name| body[*name] = json!(higher));
                let (status, answer) = ask(person, method, &put(path), &body).await;
                calls += 1;
                done += usize::from(status.is_success());
                if status.is_success() && NAMES.iter().any(|name| answer[*name] == json!(higher)) {
                    complaints.push(format!("{who}: {method} {path} is the administrator's: {answer}"));
                }
            }
            for (path, body) in CHANGES {
                let body: Value = serde_json::from_str(&put(body)).expect("a body");
                let made = must(&app.admin, "POST", path, body.clone()).await;
                let mut body = body;
                (body["id"], body["callback_urls"]) = (made["id"].clone(), json!(["http://evil.test"]));
                body["url"] = json!("http://evil.test");
                let path = format!("{path}/{}", made["id"].as_str().expect("an id"));
                let (status, _) = ask(person, "PUT", &path, &body).await;
                let kept = must(&app.admin, "GET", &path, Value::Null).await;
                calls += 1;
                if status.is_success() && kept["creator_id"] == json!(higher) {
                    complaints.push(format!("{who}: PUT {path} answers as the administrator"));
                }
                let listed = ask(person, "GET", &format!("/hooks/incoming?team_id={}", app.team.id), &Value::Null).await.1;
                let roams = |hook: &Value| hook["user_id"] == json!(higher) && hook["channel_locked"] == json!(false);
                if listed.as_array().is_some_and(|hooks| hooks.iter().any(roams)) {
                    complaints.push(format!("{who}: learns how to speak as the administrator"));
                }
            }
        }
        println!("in the name of: {} deeds x {} callers: {calls} calls, {done} done as oneself", DEEDS.len(), callers.len());
        assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
        assert!(done > 20, "only {done} calls did something");
    }
}
