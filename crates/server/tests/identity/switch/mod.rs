//! Moving accounts from one way to sign in to another: by their owners, and in bulk.

mod bulk;
mod owners;

use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::directory::{Directory, Entry};
use testkit::provider::Provider;
use testkit::{Database, TestApp};

use crate::World;

/// An answer of the server, as a client reads it.
pub struct Said {
    pub status: StatusCode,
    pub body: Value,
    pub cookies: Vec<String>,
}

impl Said {
    pub fn id(&self) -> &str {
        self.body["id"].as_str().unwrap_or_default()
    }

    pub fn refused(&self) -> (StatusCode, &str) {
        (self.status, self.id())
    }
}

pub async fn ask(rest: &client::Rest, path: &str, form: &Value) -> Said {
    let path = format!("/api/v4{path}");
    let answer = rest.request(&Method::POST, &path, form.to_string().into(), None).await.expect("an answer");
    let text = |value: &http::HeaderValue| value.to_str().expect("text").to_owned();
    Said {
        status: answer.status,
        body: serde_json::from_slice(&answer.body).unwrap_or_default(),
        cookies: answer.headers.get_all(header::SET_COOKIE).iter().map(text).collect(),
    }
}

pub async fn switch(rest: &client::Rest, form: Value) -> Said {
    ask(rest, "/users/login/switch", &form).await
}

/// A server with a provider and a directory, where people may move.
pub async fn world(database: Database) -> (World, Directory) {
    world_with(database, |_| {}).await
}

pub async fn world_with(database: Database, change: impl FnOnce(&mut config::Config)) -> (World, Directory) {
    let provider = Provider::start().await;
    let directory = Directory::start(["ann", "ben", "cal"].map(|name| Entry::person(name, "staff")).into()).await;
    let (configured, ldap) = (provider.configured("work"), directory.configured());
    let app = TestApp::on_with(database, |config| {
        config.sign_in.providers = vec![configured];
        config.ldap = ldap;
        config.accounts.enable_switch = true;
        change(config);
    })
    .await;
    (World { app, provider }, directory)
}

/// From a password to another service.
pub fn away(email: &str, to: &str) -> Value {
    json!({"current_service": "email", "new_service": to, "email": email, "password": PASSWORD})
}

/// Who can sign in by name and password.
pub async fn signs_in(world: &World, name: &str, password: &str) -> bool {
    client::Rest::new(&world.app.base).login(name, password).await.is_ok()
}

/// The account as the store has it.
pub async fn stored(world: &World, name: &str) -> wire::users::User {
    world.app.app.store.user_by_username(name).await.expect("a read").expect("an account")
}
