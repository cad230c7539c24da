//! Groups give teams and channels their members, and take them away.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::Database;

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
