//! What a program may not, and what nobody else may.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::Database;

use super::{World, person};

#[tokio::test(flavor = "multi_thread")]
async fn only_a_token_of_a_program_opens_anything() {
    let world = World::start(Database::sqlite()).await;
    let admin = world.app.admin.rest.token().to_owned();
    for token in ["", "x", &admin, &world.token[1..], &format!("{}x", world.token)] {
        for (method, path) in [
            (Method::GET, "/Users"),
            (Method::POST, "/Users"),
            (Method::GET, "/Schemas"),
            (Method::POST, "/Bulk"),
            (Method::GET, "/ServiceProviderConfig"),
        ] {
            let said = world.ask_as(token, method, path, &person("ann")).await;
            assert_eq!(said.status, StatusCode::UNAUTHORIZED, "{path}: {said:?}");
            assert_eq!(said.body["schemas"][0], "urn:ietf:params:scim:api:messages:2.0:Error");
        }
    }
    let rest = world.app.admin.rest.with_token(&world.token);
    let me = rest.request(&Method::GET, "/api/v4/users/me", Default::default(), None).await.expect("an answer");
    assert_eq!(me.status, StatusCode::UNAUTHORIZED, "the token is good for nothing else");
    let path = format!("/api/v4/provisioning/tokens/{}", world.token_id);
    let listed =
        world.app.admin.rest.request(&Method::GET, "/api/v4/provisioning/tokens", Default::default(), None).await;
    let listed = String::from_utf8_lossy(&listed.expect("an answer").body).into_owned();
    assert!(listed.contains(&world.token_id) && !listed.contains(&world.token), "the secret is shown once: {listed}");
    world.app.admin.rest.request(&Method::DELETE, &path, Default::default(), None).await.expect("an answer");
    assert_eq!(world.get("/Users").await.status, StatusCode::UNAUTHORIZED, "revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_with_more_rights_is_touched() {
    let world = World::start(Database::sqlite()).await;
    let root = world.app.admin.user.id;
    let path = format!("/Users/{root}");
    assert_eq!(world.get(&path).await.status, StatusCode::OK, "it is seen");
    let off = json!([{"op": "replace", "value": {"active": false}}]);
    assert_eq!(world.patch(&path, off.clone()).await.status, StatusCode::FORBIDDEN);
    let evil = json!({"userName": "root@evil.test", "emails": [{"value": "root@evil.test"}]});
    assert_eq!(world.ask(Method::PUT, &path, evil).await.status, StatusCode::FORBIDDEN);
    assert_eq!(world.ask(Method::DELETE, &path, Value::Null).await.status, StatusCode::FORBIDDEN);
    let mut config = config::Config::clone(&world.app.app.config());
    config.provisioning.manage_administrators = true;
    world.app.app.set_config(config);
    let last = world.patch(&path, off).await;
    assert_eq!(last.status, StatusCode::BAD_REQUEST, "the last administrator stays: {last:?}");
    assert!(world.stored(&root.to_string()).await.is_active());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_is_compared_and_never_run() {
    let world = World::start(Database::sqlite()).await;
    world.make("ann").await;
    for typed in [
        "x' OR '1'='1",
        "%",
        "_nn@corp.test",
        "x\\\" or userName pr or userName eq \\\"",
        "ann@corp.test'; DROP TABLE users; --",
    ] {
        for filter in [format!("userName eq \"{typed}\""), format!("name.givenName co \"{typed}\"")] {
            assert!(world.found("Users", &filter).await.is_empty(), "{filter}");
        }
    }
    assert_eq!(world.found("Users", r#"userName pr"#).await.len(), 2);
    let deep = format!("{}id pr{}", "(".repeat(100), ")".repeat(100));
    for bad in ["userName", "userName eq \"x", deep.as_str(), "userName like \"x\""] {
        let query: String = form_urlencoded::byte_serialize(bad.as_bytes()).collect();
        assert_eq!(world.get(&format!("/Users?filter={query}")).await.kind(), (400, "invalidFilter"), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused_in_words() {
    let world = World::start(Database::sqlite()).await;
    let id = world.make("ann").await;
    let path = format!("/Users/{id}");
    world.make("ben").await;
    for (body, kind) in [
        (json!({"userName": ""}), (400, "invalidValue")),
        (json!({"userName": "no address"}), (400, "invalidValue")),
        (json!({"userName": "ann@corp.test", "emails": [{"value": "ben@corp.test"}]}), (409, "uniqueness")),
        (json!({"userName": "BEN@corp.test", "emails": [{"value": "ann@corp.test"}]}), (409, "uniqueness")),
        (json!([1]), (400, "invalidSyntax")),
    ] {
        assert_eq!(world.ask(Method::PUT, &path, body.clone()).await.kind(), kind, "{body}");
    }
    for (operations, kind) in [
        (json!([]), (400, "tooMany")),
        (json!([{"op": "move", "path": "active"}]), (400, "invalidSyntax")),
        (json!([{"op": "replace", "path": "emails[", "value": 1}]), (400, "invalidPath")),
        (json!([{"op": "remove"}]), (400, "noTarget")),
        (json!("x"), (400, "invalidSyntax")),
    ] {
        assert_eq!(world.patch(&path, operations.clone()).await.kind(), kind, "{operations}");
    }
    assert_eq!(world.ask(Method::POST, "/Bulk", json!({"Operations": []})).await.status, StatusCode::NOT_IMPLEMENTED);
    for missing in ["/Users/x", "/Users/yyyyyyyyyyyyyyyyyyyyyyyyyr", "/Groups/x", "/Schemas/x", "/Nothing"] {
        assert_eq!(world.get(missing).await.status, StatusCode::NOT_FOUND, "{missing}");
    }
    assert_eq!(world.get(&path).await.body["userName"], "ann@corp.test", "nothing was changed");
    let schemas = world.get("/Schemas").await;
    assert_eq!(schemas.body["totalResults"], 2);
    let user = world.get("/Schemas/urn:ietf:params:scim:schemas:core:2.0:User").await;
    assert_eq!(user.body["attributes"][0]["name"], "userName");
    assert_eq!(world.get("/ServiceProviderConfig").await.body["patch"]["supported"], true);
    assert_eq!(world.get("/ResourceTypes/Group").await.body["endpoint"], "/Groups");
}
