//! Guests without a password come in by links in mails, each good once and for a short time.

use client::Rest;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Database, TestApp, both};
use wire::channels::Channel;
use wire::users::User;

use crate::mails::{Postbox, mailing};
use crate::second_factor::code;

/// Of an app that shows codes.
const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const MINUTE_MS: i64 = 60_000;
const EXPIRED: (StatusCode, &str) = (StatusCode::UNAUTHORIZED, "api.user.login.magic_link.expired.app_error");

/// A server that mails links to guests, and a channel that they are invited to.
struct World {
    app: TestApp,
    postbox: Postbox,
    channel: Channel,
}

/// Status, token and body of an answer.
struct Said {
    status: StatusCode,
    token: String,
    body: Value,
}

impl Said {
    fn refused(&self) -> (StatusCode, &str) {
        (self.status, self.body["id"].as_str().unwrap_or_default())
    }
}

impl World {
    async fn start(database: Database) -> World {
        World::with(database, |_| {}).await
    }

    async fn with(database: Database, change: impl FnOnce(&mut config::Config)) -> World {
        let postbox = Postbox::start().await;
        let app = TestApp::on_with(database, |config| {
            mailing(config, &postbox);
            config.guests.enable = true;
            config.guests.enable_magic_link = true;
            change(config);
        })
        .await;
        let channel = app.admin.channel(&app.team, "deck").await;
        World { app, postbox, channel }
    }

    async fn ask(&self, rest: &Rest, path: &str, form: Value) -> Said {
        let path = format!("/api/v4{path}");
        let answer = rest.request(&Method::POST, &path, form.to_string().into(), None).await.expect("an answer");
        let token = answer.headers.get("token").map(|token| token.to_str().expect("text").to_owned());
        let body = serde_json::from_slice(&answer.body).unwrap_or_default();
        Said { status: answer.status, token: token.unwrap_or_default(), body }
    }

    async fn invite_in(&self, channel: &Channel, form: Value) -> Said {
        let path = format!("/teams/{}/invite-guests/email?guest_magic_link=true", channel.team_id);
        let mut whole = json!({"channels": [channel.id]});
        for (name, value) in form.as_object().expect("a form") {
            whole[name] = value.clone();
        }
        self.ask(&self.app.admin.rest, &path, whole).await
    }

    /// The secret of the link that is mailed to somebody who is invited.
    async fn invited(&mut self, email: &str) -> String {
        let channel = self.channel.clone();
        assert_eq!(self.invite_in(&channel, json!({"emails": [email]})).await.status, StatusCode::OK);
        self.link().await
    }

    /// The text of the next mail, which came as lines of printable characters.
    async fn mail(&mut self) -> String {
        self.postbox.next().await.replace("=\r\n", "").replace("=3D", "=")
    }

    /// The secret of the next mail.
    async fn link(&mut self) -> String {
        let mail = self.mail().await;
        let secret = mail.split("/login/one_time_link?t=").nth(1).unwrap_or_else(|| panic!("no link: {mail}"));
        secret.split_ascii_whitespace().next().expect("a secret").to_owned()
    }

    /// Asks for a link as the sign-in page does.
    async fn type_of(&self, login_id: &str) -> Said {
        self.ask(&Rest::new(&self.app.base), "/users/login/type", json!({"login_id": login_id})).await
    }

    async fn sign_in(&self, secret: &str) -> Said {
        self.sign_in_with(json!({"magic_link_token": secret})).await
    }

    async fn sign_in_with(&self, form: Value) -> Said {
        self.ask(&Rest::new(&self.app.base), "/users/login", form).await
    }

    async fn stored(&self, name: &str) -> User {
        self.app.app.store.user_by_username(name).await.expect("a read").expect("an account")
    }
}

both! {
    async fn a_guest_comes_by_a_link_and_comes_back_by_another(db) {
        let mut world = World::start(db).await;
        let secret = world.invited("Gus.T@far.test").await;
        let said = world.sign_in(&secret).await;
        let told = ["username", "email", "roles", "auth_service"].map(|name| said.body[name].clone());
        assert_eq!(told, ["gus.t", "gus.t@far.test", "system_guest", "magic_link"].map(Value::from), "{}", said.body);
        let gus = world.stored("gus.t").await;
        let member = world.app.app.store.channel_member(world.channel.id, gus.id).await.expect("a read");
        assert!(member.is_some() && gus.email_verified);
        let rest = Rest::new(&world.app.base).with_token(&said.token);
        let me = rest.request(&Method::GET, "/api/v4/users/me", Default::default(), None).await.expect("an answer");
        assert_eq!(me.status, StatusCode::OK);
        assert_eq!(world.sign_in(&secret).await.refused(), EXPIRED, "it is good once");

        assert_eq!(world.type_of("gus.t@far.test").await.body, json!({"auth_service": "magic_link", "is_deactivated": false}));
        let first = world.link().await;
        assert_eq!(world.type_of("gus.t").await.body["auth_service"], "magic_link");
        let second = world.link().await;
        assert_eq!(world.sign_in(&first).await.refused(), EXPIRED, "another one was asked for");
        assert_eq!(world.sign_in(&second).await.body["id"], json!(gus.id));
        world.type_of("gus.t").await;
        let late = world.link().await;
        world.app.app.clock.advance(5 * MINUTE_MS);
        assert_eq!(world.sign_in(&late).await.refused(), EXPIRED);
    }

    async fn whoever_is_invited_again_keeps_the_account_and_its_end(db) {
        let mut world = World::start(db).await;
        let end = world.app.app.clock.now() + 60 * MINUTE_MS;
        let channel = world.channel.clone();
        let invited = world.invite_in(&channel, json!({"emails": ["gus@far.test"], "expires_at": end})).await;
        assert_eq!(invited.status, StatusCode::OK, "{}", invited.body);
        let secret = world.link().await;
        assert_eq!(world.sign_in(&secret).await.status, StatusCode::OK);
        let gus = world.stored("gus").await;
        let other = world.app.admin.channel(&world.app.team, "hold").await;
        let later = json!({"emails": ["gus@far.test"], "expires_at": end + 60 * MINUTE_MS});
        assert_eq!(world.invite_in(&other, later).await.status, StatusCode::OK);
        let secret = world.link().await;
        assert_eq!(world.sign_in(&secret).await.body["id"], json!(gus.id));
        let store = &world.app.app.store;
        assert!(store.channel_member(other.id, gus.id).await.expect("a read").is_some());
        assert_eq!(store.expiry_of(gus.id).await.expect("a read"), Some(end));
        world.type_of("gus").await;
        world.app.app.clock.advance(58 * MINUTE_MS);
        world.link().await;
        world.type_of("gus").await;
        let secret = world.link().await;
        world.app.app.clock.advance(2 * MINUTE_MS);
        let over = world.sign_in(&secret).await;
        assert_eq!(over.refused(), (StatusCode::UNAUTHORIZED, "api.user.login.expired.app_error"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_nothing_but_the_account_of_its_address() {
    let mut world = World::start(Database::sqlite()).await;
    let old = world.app.member("old").await;
    let secret = world.invited("old@example.test").await;
    let other_way = (StatusCode::BAD_REQUEST, "api.user.login.magic_link.other_way.app_error");
    assert_eq!(world.sign_in(&secret).await.refused(), other_way);
    assert_eq!(world.type_of("old").await.body["auth_service"], "", "who has a password is told nothing");
    assert_eq!(world.type_of("nobody").await.body["auth_service"], "");
    let secret = world.invited("gus@far.test").await;
    let form = json!({"username": "evil", "email": "gus@far.test", "password": "battery staple"});
    let sign_up = world.ask(&Rest::new(&world.app.base), &format!("/users?t={secret}"), form).await;
    assert_eq!(sign_up.status, StatusCode::NOT_FOUND, "no password is set by it: {}", sign_up.body);
    let path = format!("/teams/members/invite?token={secret}");
    assert_eq!(world.ask(&old.rest, &path, json!({})).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(world.sign_in(&secret).await.status, StatusCode::OK);

    world.type_of("gus").await;
    let secret = world.link().await;
    let reset = json!({"token": secret, "new_password": "battery staple"});
    let reset = world.ask(&Rest::new(&world.app.base), "/users/password/reset", reset).await;
    assert_eq!(reset.status, StatusCode::BAD_REQUEST);
    let gus = world.stored("gus").await;
    let moved = User { email: "evil@far.test".into(), update_at: gus.update_at + 1, ..gus.clone() };
    world.app.app.store.write(store::users::update(&moved, gus.update_at)).await.expect("a write");
    assert_eq!(world.sign_in(&secret).await.refused(), EXPIRED, "the address is another one by now");
    for nonsense in ["x", &"x".repeat(64)] {
        assert_eq!(world.sign_in(nonsense).await.refused(), EXPIRED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_out_of_use_stays_out() {
    let mut world = World::start(Database::sqlite()).await;
    let secret = world.invited("gus@far.test").await;
    world.sign_in(&secret).await;
    let gus = world.stored("gus").await;
    world.type_of("gus").await;
    let secret = world.link().await;
    let path = format!("/api/v4/users/{}/active", gus.id);
    let off = json!({"active": false}).to_string();
    world.app.admin.rest.request(&Method::PUT, &path, off.into(), None).await.expect("an answer");
    let expired = (StatusCode::UNAUTHORIZED, "api.user.login.magic_link.expired.app_error");
    assert_eq!(world.sign_in(&secret).await.refused(), expired, "a link ends with the sessions");
    assert_eq!(world.type_of("gus").await.body["auth_service"], "magic_link");
    assert!(world.postbox.is_quiet().await, "nobody is mailed a link that lets nobody in");

    let mut config = config::Config::clone(&world.app.app.config());
    config.guests.enable_magic_link = false;
    world.app.app.set_config(config);
    let off = (StatusCode::NOT_IMPLEMENTED, "api.user.login.magic_link.disabled.app_error");
    assert_eq!(world.sign_in(&secret).await.refused(), off);
    assert_eq!(world.type_of("gus").await.status, StatusCode::NOT_FOUND);
    let channel = world.channel.clone();
    assert_eq!(world.invite_in(&channel, json!({"emails": ["ida@far.test"]})).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_factor_is_asked_for_behind_the_link() {
    let mut world = World::with(Database::sqlite(), |config| {
        config.accounts.enable_mfa = true;
        config.guests.enforce_mfa = true;
    })
    .await;
    let secret = world.invited("gus@far.test").await;
    let token = world.sign_in(&secret).await.token;
    let rest = Rest::new(&world.app.base).with_token(&token);
    let channels = rest.request(&Method::GET, "/api/v4/users/me/teams", Default::default(), None).await;
    assert_eq!(channels.expect("an answer").status, StatusCode::UNAUTHORIZED, "a guest owes a second factor");
    let gus = world.stored("gus").await;
    let sealed = world.app.app.secrets.seal(store::secrets::Column::UserMfa, gus.id, SECRET);
    let write = store::users::set_mfa(gus.id, store::users::Mfa::Active, &sealed, world.app.app.clock.now());
    world.app.app.store.write(write).await.expect("a write");
    world.type_of("gus").await;
    let secret = world.link().await;
    let lacking = (StatusCode::UNAUTHORIZED, "mfa.validate_token.authenticate.app_error");
    assert_eq!(world.sign_in(&secret).await.refused(), lacking);
    let wrong = world.sign_in_with(json!({"magic_link_token": secret, "token": "000000"})).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    let code = code(&world.app, SECRET, 0);
    let right = world.sign_in_with(json!({"magic_link_token": secret, "token": code})).await;
    assert_eq!(right.status, StatusCode::OK, "the link was not used up: {}", right.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_becomes_a_member_signs_in_as_members_do() {
    let mut world = World::start(Database::sqlite()).await;
    let secret = world.invited("gus@far.test").await;
    world.sign_in(&secret).await;
    let gus = world.stored("gus").await;
    world.type_of("gus").await;
    let link = world.link().await;
    let channel = world.channel.clone();
    let invitation = world.invited("gus@far.test").await;
    let promoted = world.ask(&world.app.admin.rest, &format!("/users/{}/promote", gus.id), json!({})).await;
    assert_eq!(promoted.status, StatusCode::OK, "{}", promoted.body);
    assert_eq!(world.stored("gus").await.auth_service, "");
    assert_eq!(world.sign_in(&link).await.refused(), EXPIRED);
    let other_way = (StatusCode::BAD_REQUEST, "api.user.login.magic_link.other_way.app_error");
    assert_eq!(world.sign_in(&invitation).await.refused(), other_way, "who invites guests adds no members");
    assert_eq!(world.type_of("gus").await.body["auth_service"], "");
    let asked = world.ask(&Rest::new(&world.app.base), "/users/password/reset/send", json!({"email": gus.email})).await;
    assert_eq!(asked.status, StatusCode::OK);
    assert!(world.mail().await.contains("/reset_password_complete?token="), "a password is set by mail");
    assert!(world.app.app.store.channel_member(channel.id, gus.id).await.expect("a read").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_ended_joins_nothing_by_a_new_invitation() {
    let mut world = World::start(Database::sqlite()).await;
    let end = world.app.app.clock.now() + 60 * MINUTE_MS;
    let channel = world.channel.clone();
    world.invite_in(&channel, json!({"emails": ["gus@far.test"], "expires_at": end})).await;
    let secret = world.link().await;
    world.sign_in(&secret).await;
    let gus = world.stored("gus").await;
    let other = world.app.admin.channel(&world.app.team, "hold").await;
    world.invite_in(&other, json!({"emails": ["gus@far.test"]})).await;
    let secret = world.link().await;
    world.app.app.clock.advance(60 * MINUTE_MS);
    let over = (StatusCode::UNAUTHORIZED, "api.user.login.expired.app_error");
    assert_eq!(world.sign_in(&secret).await.refused(), over);
    assert!(world.app.app.store.channel_member(other.id, gus.id).await.expect("a read").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_session_moves_the_account_to_no_other_address() {
    let mut world = World::start(Database::sqlite()).await;
    let secret = world.invited("gus@far.test").await;
    let token = world.sign_in(&secret).await.token;
    let rest = Rest::new(&world.app.base).with_token(&token);
    let gus = world.stored("gus").await;
    for password in ["", "any"] {
        let form = json!({"email": "evil@far.test", "password": password}).to_string();
        let path = format!("/api/v4/users/{}/patch", gus.id);
        let answer = rest.request(&Method::PUT, &path, form.into(), None).await.expect("an answer");
        assert!(answer.status.is_client_error(), "{password:?}: {}", answer.status);
        assert_eq!(world.stored("gus").await.email, "gus@far.test");
    }
    let form = json!({"current_password": "", "new_password": "battery staple"}).to_string();
    let path = format!("/api/v4/users/{}/password", gus.id);
    let answer = rest.request(&Method::PUT, &path, form.into(), None).await.expect("an answer");
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "nobody sets a password beside the links");
}

testkit::nodes! { 2:
async fn a_link_counts_once_at_all_nodes(db) {
    let mut world = World::start(db).await;
    let other = world.app.others[0].base.clone();
    let secret = world.invited("gus@far.test").await;
    let form = json!({"magic_link_token": secret});
    let there = world.ask(&Rest::new(&other), "/users/login", form).await;
    assert_eq!(there.body["username"], "gus", "{}", there.body);
    assert_eq!(world.sign_in(&secret).await.refused(), EXPIRED, "at the first node, too");
    let said = world.ask(&Rest::new(&other), "/users/login/type", json!({"login_id": "gus"})).await;
    assert_eq!(said.body["auth_service"], "magic_link");
    let secret = world.link().await;
    assert_eq!(world.sign_in(&secret).await.status, StatusCode::OK, "asked for at the other node");
}
}
