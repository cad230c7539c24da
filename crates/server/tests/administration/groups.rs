//! Groups, their people, and whom their names call.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

use crate::{event, must, refused};

async fn group(by: &Person, name: &str, members: &[&Person]) -> String {
    let users: Vec<String> = members.iter().map(|member| member.user.id.to_string()).collect();
    let form = json!({"name": name, "display_name": name.to_uppercase(), "source": "custom", "allow_reference": true,
        "user_ids": users});
    must(&by.rest, Method::POST, "/groups", form).await["id"].as_str().expect("an id").to_owned()
}

/// The mentions that somebody has in a channel.
async fn mentions(person: &Person, channel: &wire::channels::Channel) -> i64 {
    let path = format!("/users/me/channels/{}/unread", channel.id);
    must(&person.rest, Method::GET, &path, Value::Null).await["mention_count"].as_i64().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_calls_those_of_it_who_are_in_the_channel() {
    let app = TestApp::start().await;
    let (ann, bob, carol) = (app.member("ann").await, app.member("bob").await, app.member("carol").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &bob).await;
    ann.let_in(&channel, &carol).await;
    let id = group(&ann, "crew", &[&bob, &ann]).await;
    // Being let in is a mention, too.
    let before = (mentions(&bob, &channel).await, mentions(&carol, &channel).await);
    let mut socket = client::Socket::open(&bob.rest).await.expect("a socket");
    let post = ann.post(&channel, "all hands @crew, please").await;
    let posted = event(&mut socket, "posted").await;
    assert_eq!(posted.data["mentions"], json!(json!([bob.user.id]).to_string()));
    assert_eq!((mentions(&bob, &channel).await, mentions(&carol, &channel).await), (before.0 + 1, before.1));

    let view = json!({"channel_id": channel.id, "collapsed_threads_supported": true});
    must(&bob.rest, Method::POST, "/channels/members/me/view", view).await;
    let path = format!("/users/me/posts/{}/set_unread", post.id);
    let again = must(&bob.rest, Method::POST, &path, json!({"collapsed_threads_supported": true})).await;
    assert_eq!(again["mention_count"], 1);

    must(&ann.rest, Method::DELETE, &format!("/groups/{id}"), Value::Null).await;
    ann.post(&channel, "still there, @crew?").await;
    assert_eq!(mentions(&bob, &channel).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_is_told_to_all_and_its_people_to_themselves() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let mut socket = client::Socket::open(&bob.rest).await.expect("a socket");
    let id = group(&ann, "crew", &[&ann]).await;
    let told = event(&mut socket, "received_group").await;
    let told: Value = serde_json::from_str(told.data["group"].as_str().expect("text")).expect("JSON");
    assert_eq!((&told["name"], &told["member_count"]), (&json!("crew"), &json!(1)));
    let path = format!("/groups/{id}/members");
    let added = must(&ann.rest, Method::POST, &path, json!({"user_ids": [bob.user.id]})).await;
    assert_eq!(added[0]["user_id"], json!(bob.user.id));
    event(&mut socket, "group_member_add").await;
    let listed = must(&bob.rest, Method::GET, &path, Value::Null).await;
    assert_eq!(listed["total_member_count"], 2);
    must(&ann.rest, Method::DELETE, &path, json!({"user_ids": [bob.user.id]})).await;
    event(&mut socket, "group_member_deleted").await;
    assert_eq!(must(&bob.rest, Method::GET, "/users/me/groups", Value::Null).await, json!([]));
    let stats = must(&bob.rest, Method::GET, &format!("/groups/{id}/stats"), Value::Null).await;
    assert_eq!(stats["total_member_count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_groups_are_of_their_own() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    group(&ann, "crew", &[]).await;
    for (name, id) in [
        ("crew", "app.group.uniqueness_error"),
        ("ann", "app.group.username_conflict"),
        ("here", "model.group.name.reserved_name.app_error"),
        ("The Crew", "model.group.name.invalid_chars.app_error"),
    ] {
        let form = json!({"name": name, "display_name": "x", "source": "custom", "allow_reference": true});
        assert_eq!(refused(&ann.rest, Method::POST, "/groups", form).await, (StatusCode::BAD_REQUEST, id.to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_group_is_found_when_asked_for_and_can_be_restored() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let id = group(&ann, "crew", &[&ann]).await;
    let names =
        |list: Value| list.as_array().expect("a list").iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    let find = |query: &str| {
        let (rest, path) = (ann.rest.clone(), format!("/groups?q=CRE{query}"));
        async move { names(must(&rest, Method::GET, &path, Value::Null).await) }
    };
    assert_eq!(find("").await, [json!("crew")]);
    must(&ann.rest, Method::DELETE, &format!("/groups/{id}"), Value::Null).await;
    assert_eq!(find("").await, [Value::Null; 0]);
    assert_eq!(find("&filter_archived=true").await, [json!("crew")]);
    must(&ann.rest, Method::POST, &format!("/groups/{id}/restore"), Value::Null).await;
    assert_eq!(find("&include_member_count=true").await, [json!("crew")]);
    let patched = must(&ann.rest, Method::PUT, &format!("/groups/{id}/patch"), json!({"name": "hands"})).await;
    assert_eq!(patched["member_count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_in_no_group_is_listed_for_administrators() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let id = group(&ann, "crew", &[&ann]).await;
    let path = format!("/teams/{}/members_minus_group_members?group_ids={id}", app.team.id);
    assert_eq!(refused(&ann.rest, Method::GET, &path, Value::Null).await.0, StatusCode::FORBIDDEN);
    let rest = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
    assert_eq!(rest["users"][0]["username"], json!(bob.user.username));
    assert_eq!(rest["total_count"], 2, "bob and the administrator");
}

testkit::both! {
    async fn a_place_is_not_limited_to_groups_that_it_has_not(db) {
        let app = TestApp::on(db).await;
        let (ann, team) = (app.member("ann").await, app.team.id);
        let channel = ann.channel(&app.team, "deck").await;
        let limit = json!({"group_constrained": true});
        let refusal = (StatusCode::BAD_REQUEST, "app.group.no_linked_groups.app_error".to_owned());
        let new = |more: Value| {
            let mut form = json!({"name": "held-back", "display_name": "x", "type": "O", "group_constrained": true});
            form.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            form
        };
        let whole = json!({"id": team, "display_name": "x", "type": "O", "group_constrained": true});
        for (method, path, form) in [
            (Method::PUT, format!("/teams/{team}/patch"), limit.clone()),
            (Method::PUT, format!("/teams/{team}"), whole),
            (Method::POST, "/teams".to_owned(), new(json!({}))),
            (Method::PUT, format!("/channels/{}/patch", channel.id), limit),
            (Method::PUT, format!("/channels/{}", channel.id), json!({"id": channel.id, "group_constrained": true})),
            (Method::POST, "/channels".to_owned(), new(json!({"team_id": team}))),
        ] {
            assert_eq!(refused(&app.admin.rest, method, &path, form).await, refusal, "{path}");
        }
        let free = json!({"group_constrained": false});
        must(&app.admin.rest, Method::PUT, &format!("/channels/{}/patch", channel.id), free).await;
    }

    /// A server of an older version may have stored places that are.
    async fn a_place_that_is_limited_takes_nobody_until_it_is_freed(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, cid) = (app.member("ann").await, app.member("bob").await, app.stranger("cid").await);
        let channel = ann.channel(&app.team, "deck").await;
        let store = &app.app.store;
        let team = store.team(app.team.id).await.expect("an answer").expect("a team");
        let limited = wire::teams::Team { group_constrained: Some(true), update_at: team.update_at + 1, ..team.clone() };
        store.write(store::teams::update(&limited, team.update_at)).await.expect("written");
        let old = store.channel(channel.id).await.expect("an answer").expect("a channel");
        let limited = wire::channels::Channel {
            group_constrained: Some(true),
            update_at: old.update_at + 1,
            ..old.clone()
        };
        store.write(store::channels::update(&limited, old.update_at)).await.expect("written");
        must(&app.admin.rest, Method::POST, "/caches/invalidate", Value::Null).await;

        let (into_team, into_channel) = (format!("/teams/{}/members", team.id), format!("/channels/{}/members", old.id));
        let form = json!({"team_id": team.id, "user_id": cid.user.id});
        let refusal = |id: &str| (StatusCode::BAD_REQUEST, id.to_owned());
        let answer = refused(&app.admin.rest, Method::POST, &into_team, form.clone()).await;
        assert_eq!(answer, refusal("api.team.add_members.user_denied.app_error"));
        let own = json!({"user_id": bob.user.id});
        for by in [&bob, &app.admin] {
            let answer = refused(&by.rest, Method::POST, &into_channel, own.clone()).await;
            assert_eq!(answer, refusal("api.channel.add_members.user_denied.app_error"));
        }
        let out = format!("{into_channel}/{}", ann.user.id);
        let answer = refused(&app.admin.rest, Method::DELETE, &out, Value::Null).await;
        assert_eq!(answer, refusal("api.channel.remove_member.group_constrained.app_error"));
        must(&ann.rest, Method::DELETE, &out, Value::Null).await;

        let free = json!({"group_constrained": false});
        must(&app.admin.rest, Method::PUT, &format!("/teams/{}/patch", team.id), free.clone()).await;
        must(&app.admin.rest, Method::PUT, &format!("/channels/{}/patch", old.id), free).await;
        must(&app.admin.rest, Method::POST, &into_team, form).await;
        must(&bob.rest, Method::POST, &into_channel, own).await;
    }
}
