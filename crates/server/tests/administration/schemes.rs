//! Schemes and moderation: what members of one team or channel may, and how they learn of it.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};
use wire::channels::Channel;

use crate::{ask, event, must, refused};

async fn moderate(admin: &Person, channel: &Channel, patch: Value) -> Value {
    must(&admin.rest, Method::PUT, &format!("/channels/{}/moderations/patch", channel.id), patch).await
}

/// The status of a post that somebody writes.
async fn writes(person: &Person, channel: &Channel) -> StatusCode {
    let form = json!({"channel_id": channel.id, "message": "hello"});
    ask(&person.rest, Method::POST, "/posts", form).await.status
}

fn switch<'v>(moderations: &'v Value, name: &str) -> &'v Value {
    let list = moderations.as_array().expect("a list");
    list.iter().find(|one| one["name"] == name).map(|one| &one["roles"]).expect(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderated_channel_silences_its_members_until_it_is_not_moderated() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "news").await;
    ann.let_in(&channel, &bob).await;
    let mut socket = client::Socket::open(&bob.rest).await.expect("a socket");
    let off = json!([{"name": "create_post", "roles": {"members": false}}]);
    let shown = moderate(&app.admin, &channel, off.clone()).await;
    assert_eq!(switch(&shown, "create_post")["members"], json!({"value": false, "enabled": true}));
    assert_eq!(switch(&shown, "create_reactions")["members"], json!({"value": true, "enabled": true}));
    event(&mut socket, "channel_scheme_updated").await;
    assert_eq!(
        (writes(&bob, &channel).await, writes(&ann, &channel).await),
        (StatusCode::FORBIDDEN, StatusCode::CREATED)
    );

    let path = format!("/channels/{}/members/{}", channel.id, bob.user.id);
    let roles = must(&bob.rest, Method::GET, &path, Value::Null).await["roles"].as_str().expect("text").to_owned();
    let role = must(&bob.rest, Method::POST, "/roles/names", json!([roles])).await;
    let permissions = role[0]["permissions"].as_array().expect("a list");
    assert!(permissions.contains(&json!("add_reaction")) && !permissions.contains(&json!("create_post")));

    for _ in 0..2 {
        let on = json!([{"name": "create_post", "roles": {"members": true}}]);
        moderate(&app.admin, &channel, on).await;
        assert_eq!(writes(&bob, &channel).await, StatusCode::CREATED);
        moderate(&app.admin, &channel, off.clone()).await;
        assert_eq!(writes(&bob, &channel).await, StatusCode::FORBIDDEN);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_team_lacks_its_channels_cannot_give() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let channel = ann.channel(&app.team, "news").await;
    let role = must(&app.admin.rest, Method::GET, "/roles/name/channel_user", Value::Null).await;
    let rest: Vec<&Value> =
        role["permissions"].as_array().expect("a list").iter().filter(|id| **id != "add_reaction").collect();
    let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
    must(&app.admin.rest, Method::PUT, &path, json!({"permissions": rest})).await;
    let on = json!([{"name": "create_reactions", "roles": {"members": true}}]);
    let shown = moderate(&app.admin, &channel, on).await;
    assert_eq!(switch(&shown, "create_reactions")["members"], json!({"value": false, "enabled": false}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_teams_scheme_decides_in_the_team_and_its_channels_and_no_longer_once_it_is_removed() {
    let app = TestApp::start().await;
    let bob = app.member("bob").await;
    let channel = app.admin.channel(&app.team, "deck").await;
    app.admin.let_in(&channel, &bob).await;
    let form = json!({"display_name": "Quiet", "name": "quiet", "scope": "team"});
    assert_eq!(refused(&bob.rest, Method::POST, "/schemes", form.clone()).await.0, StatusCode::FORBIDDEN);
    let scheme = must(&app.admin.rest, Method::POST, "/schemes", form).await;
    let (id, user) =
        (scheme["id"].as_str().expect("an id"), scheme["default_channel_user_role"].as_str().expect("a name"));
    let mut socket = client::Socket::open(&bob.rest).await.expect("a socket");
    must(&app.admin.rest, Method::PUT, &format!("/teams/{}/scheme", app.team.id), json!({"scheme_id": id})).await;
    event(&mut socket, "update_team_scheme").await;
    assert_eq!(writes(&bob, &channel).await, StatusCode::CREATED, "the scheme begins as the server's roles");
    let member = format!("/teams/{}/members/{}", app.team.id, bob.user.id);
    assert_eq!(must(&bob.rest, Method::GET, &member, Value::Null).await["roles"], scheme["default_team_user_role"]);

    let role = must(&app.admin.rest, Method::GET, &format!("/roles/name/{user}"), Value::Null).await;
    let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
    must(&app.admin.rest, Method::PUT, &path, json!({"permissions": ["read_channel", "read_channel_content"]})).await;
    assert_eq!(writes(&bob, &channel).await, StatusCode::FORBIDDEN);
    let teams = must(&app.admin.rest, Method::GET, &format!("/schemes/{id}/teams"), Value::Null).await;
    assert_eq!(teams[0]["id"], json!(app.team.id));

    must(&app.admin.rest, Method::DELETE, &format!("/schemes/{id}"), Value::Null).await;
    assert_eq!(writes(&bob, &channel).await, StatusCode::CREATED);
    assert_eq!(must(&bob.rest, Method::GET, &member, Value::Null).await["roles"], "team_user");
    assert_eq!(must(&app.admin.rest, Method::GET, "/schemes", Value::Null).await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheme_is_for_one_kind_of_place() {
    let app = TestApp::start().await;
    let scheme = json!({"display_name": "Quiet", "scope": "channel"});
    let scheme = must(&app.admin.rest, Method::POST, "/schemes", scheme).await;
    let path = format!("/teams/{}/scheme", app.team.id);
    let wrong = refused(&app.admin.rest, Method::PUT, &path, json!({"scheme_id": scheme["id"]})).await;
    assert_eq!(wrong, (StatusCode::BAD_REQUEST, "api.team.update_team_scheme.scheme_scope.error".to_owned()));
    let unknown = json!({"scheme_id": app.team.id});
    assert_eq!(refused(&app.admin.rest, Method::PUT, &path, unknown).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_keeps_its_flags_when_its_roles_are_sent_back_as_they_were_told() {
    let app = TestApp::start().await;
    let bob = app.member("bob").await;
    let form = json!({"display_name": "Quiet", "scope": "team"});
    let scheme = must(&app.admin.rest, Method::POST, "/schemes", form).await;
    let path = format!("/teams/{}", app.team.id);
    must(&app.admin.rest, Method::PUT, &format!("{path}/scheme"), json!({"scheme_id": scheme["id"]})).await;
    let member = format!("{path}/members/{}", bob.user.id);
    let told = must(&app.admin.rest, Method::GET, &member, Value::Null).await;
    let roles = format!(
        "{} {}",
        told["roles"].as_str().expect("text"),
        scheme["default_team_admin_role"].as_str().expect("a name")
    );
    must(&app.admin.rest, Method::PUT, &format!("{member}/roles"), json!({"roles": roles})).await;
    let now = must(&app.admin.rest, Method::GET, &member, Value::Null).await;
    assert_eq!((&now["scheme_user"], &now["scheme_admin"], &now["roles"]), (&json!(true), &json!(true), &json!(roles)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_stays_moderated_when_it_becomes_private() {
    let app = TestApp::start().await;
    let (ann, bob, eve) = (app.member("ann").await, app.member("bob").await, app.member("eve").await);
    let channel = ann.channel(&app.team, "news").await;
    ann.let_in(&channel, &bob).await;
    let off = json!([{"name": "manage_members", "roles": {"members": false}}]);
    moderate(&app.admin, &channel, off).await;
    let path = format!("/channels/{}", channel.id);
    let form = json!({"user_id": eve.user.id});
    for privacy in ["P", "O", "P"] {
        must(&app.admin.rest, Method::PUT, &format!("{path}/privacy"), json!({"privacy": privacy})).await;
        let refusal = refused(&bob.rest, Method::POST, &format!("{path}/members"), form.clone()).await;
        assert_eq!(refusal.0, StatusCode::FORBIDDEN, "{privacy}");
    }
    let on = json!([{"name": "manage_members", "roles": {"members": true}}]);
    moderate(&app.admin, &channel, on).await;
    must(&bob.rest, Method::POST, &format!("{path}/members"), form).await;
}
