//! What cannot be is refused by the id that clients know it by: bodies that cannot be read, text that is no id, things
//! that are not there.

use std::time::Duration;

use client::Socket;
use http::Method;
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};

use crate::conventions::{BODY_PARAM, FORBIDDEN, send};

const PATIENCE: Duration = Duration::from_secs(20);
const NOBODY: &str = "nosuchnosuchnosuchnosuch11";
const NO_TEAM: (u16, &str) = (404, "app.team.get.find.app_error");

/// Method, address, body and refusal.
type Row<'a> = (Method, String, Value, (u16, &'a str));

async fn must_refuse(person: &Person, rows: &[Row<'_>]) {
    for (method, path, body, refusal) in rows {
        let got = send(person, method.clone(), path, body.clone()).await;
        assert_eq!(got.refusal(), *refusal, "{method} {path} {body}");
    }
}

both! {
    async fn text_that_is_no_id_is_refused_where_a_member_is_named(db) {
        let app = TestApp::on(db).await;
        let (ann, team) = (app.member("ann").await, app.team.id);
        let deck = ann.channel(&app.team, "deck").await;
        let (in_team, in_channel) = (format!("/teams/{team}/members"), format!("/channels/{}/members", deck.id));
        let unknown = (404, "app.user.missing_account.const");
        must_refuse(&app.admin, &[
            (Method::POST, in_team.clone(), json!({"team_id": team, "user_id": "short"}), BODY_PARAM),
            (Method::POST, in_team.clone(), json!({"team_id": team, "user_id": NOBODY}), (404, "api.team.user.missing_account")),
            (Method::POST, in_channel.clone(), json!({"user_id": "short"}), BODY_PARAM),
            (Method::POST, in_channel.clone(), json!({"user_id": NOBODY}), unknown),
            (Method::POST, in_channel.clone(), json!({"user_id": ann.user.id, "post_root_id": "short"}), BODY_PARAM),
            (Method::POST, in_channel, json!({"user_id": ann.user.id, "post_root_id": NOBODY}), (404, "app.post.get.app_error")),
        ]).await;
    }

    async fn of_many_those_are_added_who_can_be(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let deck = ann.channel(&app.team, "deck").await;
        let path = format!("/channels/{}/members", deck.id);
        let added = send(&ann, Method::POST, &path, json!({"user_ids": [NOBODY, bob.user.id]})).await;
        assert_eq!((added.status.as_u16(), added.body.as_array().map(Vec::len)), (201, Some(1)), "{}", added.body);
        assert_eq!(added.body[0]["user_id"], json!(bob.user.id));
        let none = send(&ann, Method::POST, &path, json!({"user_ids": [NOBODY]})).await;
        assert_eq!(none.refusal(), (404, "app.user.missing_account.const"));
    }

    async fn an_archived_channel_stays_public_and_can_be_moved(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let deck = ann.channel(&app.team, "deck").await;
        let other = json!({"name": "other-team", "display_name": "Other", "type": "O"});
        let other = send(&app.admin, Method::POST, "/teams", other).await.body;
        let path = format!("/channels/{}", deck.id);
        assert_eq!(send(&app.admin, Method::DELETE, &path, Value::Null).await.status.as_u16(), 200);
        let archived = (400, "api.channel.update_channel.deleted.app_error");
        must_refuse(&app.admin, &[(Method::PUT, format!("{path}/privacy"), json!({"privacy": "P"}), archived)]).await;
        let moved = json!({"team_id": other["id"], "force": true});
        let moved = send(&app.admin, Method::POST, &format!("{path}/move"), moved).await;
        assert_eq!((moved.status.as_u16(), &moved.body["type"]), (200, &json!("O")), "{}", moved.body);
    }

    async fn groups_and_counts_name_what_is_missing(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        must_refuse(&ann, &[
            (Method::POST, "/channels/group".into(), json!([]), BODY_PARAM),
            (Method::POST, "/channels/stats/member_count".into(), json!([NOBODY]), FORBIDDEN),
            (Method::POST, "/users/me/typing".into(), json!({}), FORBIDDEN),
        ]).await;
    }

    async fn who_may_not_read_a_post_does_not_learn_that_there_is_none(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let deck = ann.channel(&app.team, "deck").await;
        let gone = ann.post(&deck, "gone").await.id;
        let removed = send(&ann, Method::DELETE, &format!("/posts/{gone}"), Value::Null).await;
        assert_eq!(removed.status.as_u16(), 200, "{}", removed.body);
        for post in [NOBODY.to_owned(), gone.to_string()] {
            let soon = json!({"target_time": 3_900_000_000_i64});
            must_refuse(&ann, &[
                (Method::GET, format!("/posts/{post}/files/info"), Value::Null, FORBIDDEN),
                (Method::POST, format!("/users/me/posts/{post}/reminder"), soon, FORBIDDEN),
                (Method::POST, format!("/posts/{post}/actions/press"), json!({}), FORBIDDEN),
            ]).await;
        }
    }

    async fn posts_and_reactions_are_asked_for_by_ids(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let reaction = |user: Value, post: &str| json!({"user_id": user, "post_id": post, "emoji_name": "smile"});
        let me = json!(ann.user.id);
        let invalid = (400, "api.reaction.save_reaction.invalid.app_error");
        must_refuse(&ann, &[
            (Method::POST, "/reactions".into(), reaction(me.clone(), "short"), invalid),
            (Method::POST, "/reactions".into(), reaction(json!("short"), NOBODY), invalid),
            (Method::POST, "/reactions".into(), reaction(json!(NOBODY), NOBODY), (403, "api.reaction.save_reaction.user_id.app_error")),
            (Method::POST, "/reactions".into(), reaction(me, NOBODY), FORBIDDEN),
            (Method::POST, "/posts/ids/reactions".into(), json!([NOBODY]), FORBIDDEN),
        ]).await;
    }

    async fn commands_and_webhooks_are_kept_in_their_team(db) {
        let app = TestApp::on(db).await;
        let team = app.team.id;
        let command = |url: &str| json!({"team_id": team, "trigger": "deploy", "method": "P", "url": url});
        let made = send(&app.admin, Method::POST, "/commands", command("http://127.0.0.1:9/x")).await.body;
        let path = format!("/commands/{}", made["id"].as_str().expect("an id"));
        must_refuse(&app.admin, &[
            (Method::PUT, format!("{path}/move"), json!({"team_id": NOBODY}), NO_TEAM),
            (Method::GET, "/commands".into(), Value::Null, BODY_PARAM),
        ]).await;
        let ann = app.member("ann").await;
        for list in ["/hooks/incoming", "/hooks/outgoing", "/commands"] {
            must_refuse(&ann, &[(Method::GET, format!("{list}?team_id=short"), Value::Null, FORBIDDEN)]).await;
        }
    }

    async fn roles_that_cannot_be_are_refused_where_they_are_named(db) {
        let app = TestApp::on(db).await;
        let mut rows = Vec::new();
        for list in ["roles", "team_roles", "channel_roles"] {
            rows.push((Method::GET, format!("/users?{list}=WRONG"), Value::Null, BODY_PARAM));
            rows.push((Method::GET, format!("/users/stats/filtered?{list}=a,b%20c"), Value::Null, BODY_PARAM));
        }
        must_refuse(&app.admin, &rows).await;
    }

    async fn a_custom_status_ends_at_a_time(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let status = |end: &str| json!({"emoji": "coffee", "text": "break", "expires_at": end});
        must_refuse(&ann, &[(Method::PUT, "/users/me/status/custom".into(), status("tomorrow"), BODY_PARAM)]).await;
        for end in ["", "0001-01-01T00:00:00Z", "2100-01-01T10:00:00+02:00"] {
            let set = send(&ann, Method::PUT, "/users/me/status/custom", status(end)).await;
            assert_eq!(set.status.as_u16(), 200, "{end}: {}", set.body);
        }
    }

    async fn a_socket_is_told_statuses_under_the_ids_that_it_wrote(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let mut socket = Socket::open(&ann.rest).await.expect("a socket");
        let wanted = json!({"user_ids": [NOBODY, "short", ann.user.id]});
        let wanted = wanted.as_object().cloned().expect("an object");
        let told = socket.ask("get_statuses_by_ids", wanted, PATIENCE).await.expect("an answer");
        let told = serde_json::to_value(&told).expect("JSON");
        let me = ann.user.id.to_string();
        assert_eq!(told["data"], json!({NOBODY: "offline", "short": "offline", me: "online"}), "{told}");
    }
}
