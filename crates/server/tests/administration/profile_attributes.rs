//! Fields of profiles, their values, and who hears of both.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

use crate::{event, must, refused};

const FIELDS: &str = "/custom_profile_attributes/fields";
const VALUES: &str = "/custom_profile_attributes/values";

async fn field(admin: &Person, form: Value) -> String {
    must(&admin.rest, Method::POST, FIELDS, form).await["id"].as_str().expect("an id").to_owned()
}

async fn values_of(person: &Person) -> Value {
    let path = format!("/users/{}/custom_profile_attributes", person.user.id);
    must(&person.rest, Method::GET, &path, Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_told_to_all_and_kept() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let team = field(&app.admin, json!({"name": "Team", "type": "text"})).await;
    let mut socket = client::Socket::open(&bob.rest).await.expect("a socket");
    let set = must(&ann.rest, Method::PATCH, VALUES, json!({&team: " Deck "})).await;
    assert_eq!(set, json!({&team: "Deck"}));
    assert_eq!(values_of(&ann).await, set);
    let told = event(&mut socket, "custom_profile_attributes_values_updated").await;
    assert_eq!(Value::Object(told.data), json!({"user_id": ann.user.id, "values": {&team: "Deck"}}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_value_is_for_its_owner_and_administrators() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let team = field(&app.admin, json!({"name": "Team", "type": "text"})).await;
    let pay = field(&app.admin, json!({"name": "Pay", "type": "text", "attrs": {"visibility": "hidden"}})).await;
    let mut others = client::Socket::open(&bob.rest).await.expect("a socket");
    let mut own = client::Socket::open(&ann.rest).await.expect("a socket");
    must(&ann.rest, Method::PATCH, VALUES, json!({&pay: "9"})).await;
    must(&ann.rest, Method::PATCH, VALUES, json!({&team: "Deck", &pay: "10"})).await;
    let told = event(&mut others, "custom_profile_attributes_values_updated").await;
    assert_eq!(told.data["values"], json!({&team: "Deck"}), "the first change was told to the owner alone");
    assert_eq!(event(&mut own, "custom_profile_attributes_values_updated").await.data["values"], json!({&pay: "9"}));
    let path = format!("/users/{}/custom_profile_attributes", ann.user.id);
    for (reader, values) in [
        (&ann, json!({&team: "Deck", &pay: "10"})),
        (&app.admin, json!({&team: "Deck", &pay: "10"})),
        (&bob, json!({&team: "Deck"})),
    ] {
        assert_eq!(must(&reader.rest, Method::GET, &path, Value::Null).await, values, "{}", reader.user.username);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_of_another_type_starts_empty() {
    let app = TestApp::start().await;
    let team = field(&app.admin, json!({"name": "Team", "type": "text"})).await;
    must(&app.admin.rest, Method::PATCH, VALUES, json!({&team: "Deck"})).await;
    let mut socket = client::Socket::open(&app.admin.rest).await.expect("a socket");
    let patch = json!({"type": "select", "attrs": {"options": [{"name": "Deck"}]}});
    let changed = must(&app.admin.rest, Method::PATCH, &format!("{FIELDS}/{team}"), patch).await;
    assert_eq!(changed["attrs"]["options"][0]["name"], "Deck");
    assert_eq!(values_of(&app.admin).await, json!({}));
    let told = event(&mut socket, "custom_profile_attributes_field_updated").await;
    assert_eq!((&told.data["delete_values"], &told.data["field"]), (&json!(true), &changed));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_field_takes_its_values_along_and_frees_its_name() {
    let app = TestApp::start().await;
    let team = field(&app.admin, json!({"name": "Team", "type": "text"})).await;
    must(&app.admin.rest, Method::PATCH, VALUES, json!({&team: "Deck"})).await;
    must(&app.admin.rest, Method::DELETE, &format!("{FIELDS}/{team}"), Value::Null).await;
    assert_eq!(values_of(&app.admin).await, json!({}));
    assert_eq!(must(&app.admin.rest, Method::GET, FIELDS, Value::Null).await, json!([]));
    field(&app.admin, json!({"name": "Team", "type": "date"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_make_fields_and_say_what_they_manage() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let form = json!({"name": "Rank", "type": "text", "attrs": {"managed": "admin"}});
    assert_eq!(refused(&ann.rest, Method::POST, FIELDS, form.clone()).await.0, StatusCode::FORBIDDEN);
    let rank = field(&app.admin, form).await;
    assert_eq!(refused(&ann.rest, Method::PATCH, VALUES, json!({&rank: "captain"})).await.0, StatusCode::FORBIDDEN);
    let path = format!("/users/{}/custom_profile_attributes", ann.user.id);
    must(&app.admin.rest, Method::PATCH, &path, json!({&rank: "captain"})).await;
    assert_eq!(values_of(&ann).await, json!({&rank: "captain"}));
    let others = format!("/users/{}/custom_profile_attributes", app.admin.user.id);
    assert_eq!(refused(&ann.rest, Method::PATCH, &others, json!({&rank: "x"})).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_twenty_fields_and_each_has_a_name_of_its_own() {
    let app = TestApp::start().await;
    for number in 0..20 {
        field(&app.admin, json!({"name": format!("Field {number}"), "type": "text"})).await;
    }
    let more = refused(&app.admin.rest, Method::POST, FIELDS, json!({"name": "One more", "type": "text"})).await;
    assert_eq!(more.1, "app.custom_profile_attributes.limit_reached.app_error");
    let fields = must(&app.admin.rest, Method::GET, FIELDS, Value::Null).await;
    let first = fields[0]["id"].as_str().expect("an id");
    let same = refused(&app.admin.rest, Method::PATCH, &format!("{FIELDS}/{first}"), json!({"name": "Field 7"})).await;
    assert_eq!(same.0, StatusCode::UNPROCESSABLE_ENTITY);
}
