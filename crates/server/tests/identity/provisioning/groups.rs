//! Groups give teams and channels their members, and take them away.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Database, Person};

use super::World;

async fn admin(world: &World, method: Method, path: &str, form: Value) -> Value {
    let body = if form.is_null() { String::new() } else { form.to_string() };
    let path = format!("/api/v4{path}");
    let answer = world.app.admin.rest.request(&method, &path, body.into(), None).await.expect("an answer");
    assert!(answer.status.is_success(), "{path}: {}", String::from_utf8_lossy(&answer.body));
    answer.json().unwrap_or(Value::Null)
}

async fn is_in_team(world: &World, user: &str) -> bool {
    let id = base::ids::UserId::parse(user).expect("an id");
    let member = world.app.app.store.team_member(world.app.team.id, id).await.expect("a read");
    member.is_some_and(|member| member.delete_at == 0)
}

async fn comes_into_team(world: &World, user: &str) {
    for _ in 0..500 {
        if is_in_team(world, user).await {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{user} does not come into the team");
}

testkit::both! {
    async fn people_of_a_group_come_into_its_team_and_go(db) {
        let world = World::start(db).await;
        let (ann, ben) = (world.make("ann").await, world.make("ben").await);
        let form = json!({"displayName": "Crew", "externalId": "g-1", "members": [{"value": ann}]});
        let made = world.ask(Method::POST, "/Groups", form).await;
        assert_eq!((made.status, &made.body["members"][0]["value"]), (StatusCode::CREATED, &json!(ann)), "{made:?}");
        let (id, team) = (made.id(), world.app.team.id);
        let path = format!("/Groups/{id}");
        assert_eq!(world.ask(Method::POST, "/Groups", json!({"displayName": "crew"})).await.kind(), (409, "uniqueness"));

        admin(&world, Method::POST, &format!("/groups/{id}/teams/{team}/link"), json!({"auto_add": true})).await;
        comes_into_team(&world, &ann).await;
        let added = world.patch(&path, json!([{"op": "Add", "path": "members", "value": [{"value": ben}]}])).await;
        assert_eq!(added.body["members"].as_array().map(Vec::len), Some(2), "{added:?}");
        assert!(is_in_team(&world, &ben).await, "at once");

        admin(&world, Method::PUT, &format!("/teams/{team}/patch"), json!({"group_constrained": true})).await;
        let gone = world.patch(&path, json!([{"op": "remove", "path": format!("members[value eq \"{ann}\"]")}])).await;
        assert_eq!(gone.body["members"], json!([{"value": ben, "type": "User", "$ref": gone.body["members"][0]["$ref"]}]));
        assert!(!is_in_team(&world, &ann).await && is_in_team(&world, &ben).await);

        let found = world.found("Groups", r#"displayName eq "Crew""#).await;
        assert_eq!((found.len(), &found[0]["id"]), (1, &json!(id)));
        assert_eq!(world.found("Groups", &format!("members eq \"{ben}\"")).await.len(), 1);
        let plain = world.get("/Groups?excludedAttributes=members").await;
        assert!(plain.body["Resources"][0].get("members").is_none(), "{plain:?}");
        assert_eq!(world.get(&format!("/Users/{ben}")).await.body["groups"][0]["display"], "Crew");
        let named = world.patch(&path, json!([{"op": "replace", "value": {"displayName": "Deck"}}])).await;
        assert_eq!((&named.body["displayName"], &named.body["externalId"]), (&json!("Deck"), &json!("g-1")));

        assert_eq!(world.ask(Method::DELETE, &path, Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
        assert!(!is_in_team(&world, &ben).await, "nobody is left in it");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_of_others_are_not_the_programs() {
    let world = World::start(Database::sqlite()).await;
    let form =
        json!({"name": "own", "display_name": "Own", "allow_reference": true, "source": "custom", "user_ids": []});
    let own = admin(&world, Method::POST, "/groups", form).await;
    let path = format!("/Groups/{}", own["id"].as_str().expect("an id"));
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(world.ask(Method::DELETE, &path, Value::Null).await.status, StatusCode::NOT_FOUND);
    assert_eq!(world.get("/Groups").await.body["totalResults"], 0);
    let nobody = json!({"displayName": "Crew", "members": [{"value": "x"}]});
    assert_eq!(world.ask(Method::POST, "/Groups", nobody).await.kind(), (400, "invalidValue"));
}

/// The status of what somebody asks.
async fn status(person: &Person, method: Method, path: &str, form: Value) -> StatusCode {
    let body = if form.is_null() { String::new() } else { form.to_string() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), body.into(), None).await;
    answer.expect("an answer").status
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gives_by_a_group_what_he_could_not_give_by_hand() {
    let world = World::start(Database::sqlite()).await;
    let app = &world.app;
    let (ann, eve) = (app.member("ann").await, app.member("eve").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &eve).await;
    let form = json!({"displayName": "Crew", "members": [{"value": eve.user.id}]});
    let group = world.ask(Method::POST, "/Groups", form).await.id();
    let link = |verb| format!("/groups/{group}/channels/{}/{verb}", channel.id);
    let rules = json!({"scheme_admin": true});
    assert_eq!(status(&eve, Method::POST, &link("link"), rules.clone()).await, StatusCode::FORBIDDEN);
    assert_eq!(status(&eve, Method::POST, &link("link"), json!({"auto_add": true})).await, StatusCode::CREATED);
    assert_eq!(status(&eve, Method::PUT, &link("patch"), rules.clone()).await, StatusCode::FORBIDDEN);
    assert_eq!(status(&ann, Method::PUT, &link("patch"), rules).await, StatusCode::OK, "she administers the channel");

    let role = admin(&world, Method::GET, "/roles/name/team_user", Value::Null).await;
    let mut permissions = role["permissions"].as_array().expect("a list").clone();
    permissions.retain(|one| one != "add_user_to_team");
    let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
    admin(&world, Method::PUT, &path, json!({"permissions": permissions})).await;
    let bring = json!({"auto_add": true});
    assert_eq!(status(&eve, Method::POST, &link("link"), bring).await, StatusCode::FORBIDDEN, "nor into the team");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_groups_of_private_channels_are_told_to_their_members() {
    let world = World::start(Database::sqlite()).await;
    let app = &world.app;
    let (ann, eve) = (app.member("ann").await, app.member("eve").await);
    let channel = ann.channel(&app.team, "deck").await;
    admin(&world, Method::PUT, &format!("/channels/{}/privacy", channel.id), json!({"privacy": "P"})).await;
    let group = world.ask(Method::POST, "/Groups", json!({"displayName": "Crew"})).await.id();
    admin(&world, Method::POST, &format!("/groups/{group}/channels/{}/link", channel.id), json!({})).await;
    for (person, knows) in [(&ann, true), (&eve, false)] {
        let path = format!("/api/v4/teams/{}/groups_by_channels", app.team.id);
        let answer = person.rest.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
        let told: Value = answer.json().expect("groups");
        assert_eq!(told["groups"].get(channel.id.to_string()).is_some(), knows, "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_does_not_decide_whom_a_limited_channel_lets_in() {
    let world = World::start(Database::sqlite()).await;
    let app = &world.app;
    let (ann, eve) = (app.member("ann").await, app.member("eve").await);
    let channel = ann.channel(&app.team, "deck").await;
    ann.let_in(&channel, &eve).await;
    let mut groups = Vec::new();
    for (name, member) in [("Crew", &ann), ("Eves", &eve)] {
        let form = json!({"displayName": name, "members": [{"value": member.user.id}]});
        groups.push(world.ask(Method::POST, "/Groups", form).await.id());
    }
    let link = |group: &str, verb: &str| format!("/groups/{group}/channels/{}/{verb}", channel.id);
    let whole = format!("/channels/{}", channel.id);
    let limit = |is_limited: bool| json!({"id": channel.id, "group_constrained": is_limited});
    admin(&world, Method::POST, &link(&groups[0], "link"), json!({})).await;
    for (method, path) in [(Method::PUT, format!("{whole}/patch")), (Method::PUT, whole.clone())] {
        assert_eq!(status(&eve, method, &path, limit(true)).await, StatusCode::FORBIDDEN, "puts others out");
    }
    assert_eq!(status(&ann, Method::PUT, &format!("{whole}/patch"), limit(true)).await, StatusCode::OK);
    for (method, path, form) in [
        (Method::POST, link(&groups[1], "link"), json!({})),
        (Method::DELETE, link(&groups[0], "link"), Value::Null),
        (Method::PUT, link(&groups[0], "patch"), json!({})),
        (Method::PUT, format!("{whole}/patch"), limit(false)),
        (Method::PUT, whole.clone(), limit(false)),
    ] {
        assert_eq!(status(&eve, method, &path, form).await, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(status(&eve, Method::PUT, &format!("{whole}/patch"), json!({"header": "x"})).await, StatusCode::OK);
    assert_eq!(status(&ann, Method::DELETE, &link(&groups[0], "link"), Value::Null).await, StatusCode::OK);
}
