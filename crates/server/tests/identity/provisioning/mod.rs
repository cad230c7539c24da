//! A program of the organisation that makes, changes and removes accounts and groups (SCIM).

mod attacks;
mod groups;
mod people;

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Database, TestApp};

/// A server with a program that has a token.
pub struct World {
    pub app: TestApp,
    pub token: String,
    pub token_id: String,
}

/// An answer of SCIM.
#[derive(Debug)]
pub struct Said {
    pub status: StatusCode,
    pub body: Value,
}

impl Said {
    pub fn id(&self) -> String {
        self.body["id"].as_str().unwrap_or_else(|| panic!("no resource: {self:?}")).to_owned()
    }

    pub fn kind(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["scimType"].as_str().unwrap_or_default())
    }
}

impl World {
    pub async fn start(database: Database) -> World {
        World::with(database, |_| {}).await
    }

    pub async fn with(database: Database, change: impl FnOnce(&mut config::Config)) -> World {
        let app = TestApp::on_with(database, change).await;
        let form = json!({"description": "a program"}).to_string();
        let path = "/api/v4/provisioning/tokens";
        let made = app.admin.rest.request(&Method::POST, path, form.into(), None).await.expect("an answer");
        let made: Value = made.json().expect("a token");
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        World { token: text("token"), token_id: text("id"), app }
    }

    pub async fn ask_as(&self, token: &str, method: Method, path: &str, body: &Value) -> Said {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let rest = client::Rest::new(&self.app.base).with_token(token);
        let path = format!("/scim/v2{path}");
        let answer = rest.request(&method, &path, body.into(), Some("application/scim+json")).await.expect("an answer");
        Said { status: answer.status, body: serde_json::from_slice(&answer.body).unwrap_or_default() }
    }

    pub async fn ask(&self, method: Method, path: &str, body: Value) -> Said {
        self.ask_as(&self.token, method, path, &body).await
    }

    pub async fn get(&self, path: &str) -> Said {
        self.ask(Method::GET, path, Value::Null).await
    }

    /// The resources that a filter finds.
    pub async fn found(&self, kind: &str, filter: &str) -> Vec<Value> {
        let query: String = form_urlencoded::byte_serialize(filter.as_bytes()).collect();
        let said = self.get(&format!("/{kind}?filter={query}")).await;
        said.body["Resources"].as_array().unwrap_or_else(|| panic!("{filter}: {said:?}")).clone()
    }

    /// Makes somebody with an address of the organisation.
    pub async fn make(&self, name: &str) -> String {
        let said = self.ask(Method::POST, "/Users", person(name)).await;
        assert_eq!(said.status, StatusCode::CREATED, "{said:?}");
        said.id()
    }

    pub async fn patch(&self, path: &str, operations: Value) -> Said {
        let schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
        self.ask(Method::PATCH, path, json!({"schemas": schemas, "Operations": operations})).await
    }

    pub async fn stored(&self, id: &str) -> wire::users::User {
        let id = base::ids::UserId::parse(id).expect("an id");
        self.app.app.store.user(id).await.expect("a read").expect("an account")
    }
}

pub fn person(name: &str) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
        "userName": format!("{name}@corp.test"), "externalId": format!("ext-{name}"),
        "name": {"givenName": name, "familyName": "Corp"},
        "emails": [{"value": format!("{name}@corp.test"), "type": "work", "primary": true}],
        "active": true,
    })
}
