//! What programs written for the protocol count on in everyday answers: which error it is, and that what they ask without
//! being told to is answered quietly.

use bytes::Bytes;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

use crate::{ask, must, refused};

testkit::both! {
    async fn an_archived_public_channel_is_joined_by_who_finds_it(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, cid) = (app.member("ann").await, app.member("bob").await, app.member("cid").await);
        let channel = ann.channel(&app.team, "deck").await;
        must(&ann.rest, Method::DELETE, &format!("/channels/{}", channel.id), Value::Null).await;
        let path = format!("/channels/{}/members", channel.id);
        let joined = ask(&bob.rest, Method::POST, &path, json!({"user_id": bob.user.id})).await;
        assert_eq!(joined.status, StatusCode::CREATED);
        must(&bob.rest, Method::GET, &format!("/channels/{}/posts", channel.id), Value::Null).await;
        let deleted = (StatusCode::BAD_REQUEST, "api.channel.add_user.to.channel.failed.deleted.app_error".to_owned());
        for form in [json!({"user_id": cid.user.id}), json!({"user_ids": [bob.user.id, cid.user.id]})] {
            assert_eq!(refused(&ann.rest, Method::POST, &path, form).await, deleted, "nobody is brought in");
        }
        let private = json!({"team_id": app.team.id, "name": "hold", "display_name": "Hold", "type": "P"});
        let private = must(&ann.rest, Method::POST, "/channels", private).await;
        let private = format!("/channels/{}", private["id"].as_str().expect("an id"));
        must(&ann.rest, Method::DELETE, &private, Value::Null).await;
        let answer = refused(&bob.rest, Method::POST, &format!("{private}/members"), json!({"user_id": bob.user.id})).await;
        assert!(answer.0.is_client_error(), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_see_archived_channels_joins_none() {
    let app = TestApp::with(|config| config.team.view_archived_channels = false).await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let channel = ann.channel(&app.team, "deck").await;
    must(&ann.rest, Method::DELETE, &format!("/channels/{}", channel.id), Value::Null).await;
    let path = format!("/channels/{}/members", channel.id);
    let answer = refused(&bob.rest, Method::POST, &path, json!({"user_id": bob.user.id})).await;
    assert_eq!(answer.0, StatusCode::FORBIDDEN);
}

/// Method, address, body; status and id of the refusal.
type Row = (Method, String, Value, u16, &'static str);

const UNKNOWN: &str = "ybndrfg8ejkmcpqxot1uwisza3";

/// What the addresses of the table name, as it stands in them.
struct Scene {
    ann: String,
    bob: String,
    team: String,
    town: String,
    deck: String,
    gone: String,
    direct: String,
    post: String,
    reply: String,
}

async fn scene(app: &TestApp, ann: &Person, bob: &Person) -> Scene {
    let (deck, gone) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "gone").await);
    must(&ann.rest, Method::DELETE, &format!("/channels/{}", gone.id), Value::Null).await;
    let direct = must(&ann.rest, Method::POST, "/channels/direct", json!([ann.user.id, bob.user.id])).await;
    let post = ann.post(&deck, "ahoy").await;
    let reply = ann.reply(&post, "aye").await;
    let town = app.app.store.channel_by_name(app.team.id, "town-square").await;
    Scene {
        ann: ann.user.id.to_string(),
        bob: bob.user.id.to_string(),
        team: app.team.id.to_string(),
        town: town.expect("an answer").expect("town-square").id.to_string(),
        deck: deck.id.to_string(),
        gone: gone.id.to_string(),
        direct: direct["id"].as_str().expect("an id").to_owned(),
        post: post.id.to_string(),
        reply: reply.id.to_string(),
    }
}

fn get(path: String, status: u16, id: &'static str) -> Row {
    (Method::GET, path, Value::Null, status, id)
}

fn put(path: String, body: Value, status: u16, id: &'static str) -> Row {
    (Method::PUT, path, body, status, id)
}

fn post(path: &str, body: Value, status: u16, id: &'static str) -> Row {
    (Method::POST, path.to_owned(), body, status, id)
}

fn of_accounts(scene: &Scene) -> Vec<Row> {
    const WRONG: &str = "api.user.check_user_password.invalid.app_error";
    const BODY: &str = "api.context.invalid_body_param.app_error";
    const OFF: &str = "api.user.update_active.not_enable.app_error";
    let email = |password: Value| json!({"email": "new@example.test", "password": password});
    let user = |name: &str, email: &str| json!({"username": name, "email": email, "password": "Test-Passw0rd"});
    let whole = json!({"id": scene.ann, "username": "ann", "email": "new@example.test", "password": "Wrong-Passw0rd"});
    let change = json!({"current_password": "Wrong-Passw0rd", "new_password": "Other-Passw0rd"});
    let me = || "/users/me/patch".to_owned();
    let off = || json!({"active": false});
    let login = |password: &str| json!({"login_id": "ann", "password": password});
    vec![
        put(me(), email(json!("Wrong-Passw0rd")), 401, WRONG),
        put(me(), email(json!("")), 401, WRONG),
        put(me(), email(Value::Null), 400, BODY),
        put(format!("/users/{}", scene.ann), whole, 401, WRONG),
        put("/users/me/password".to_owned(), change, 400, "api.user.update_password.incorrect.app_error"),
        post("/users", user("ann", "x@example.test"), 400, "app.user.save.username_exists.app_error"),
        post("/users", user("x", "ann@example.test"), 400, "app.user.save.email_exists.app_error"),
        post("/users/login", login(""), 400, "api.user.login.blank_pwd.app_error"),
        post("/users/login", login("no"), 401, "api.user.login.invalid_credentials_email_username"),
        get(format!("/users/{UNKNOWN}"), 404, "app.user.missing_account.const"),
        get("/users/tokens".to_owned(), 403, "api.context.permissions.app_error"),
        post("/users/ids", json!({}), 400, "api.payload.parse.error"),
        (Method::DELETE, "/users/me".to_owned(), Value::Null, 401, OFF),
        put("/users/me/active".to_owned(), off(), 401, OFF),
        put(format!("/users/{}/active", scene.bob), off(), 403, "api.user.update_active.permissions.app_error"),
    ]
}

fn of_places(scene: &Scene) -> Vec<Row> {
    const TAKEN: &str = "store.sql_channel.save_channel.exists.app_error";
    let (team, deck) = (&scene.team, &scene.deck);
    let channel = |name: &str| json!({"team_id": team, "name": name, "display_name": name, "type": "O"});
    let again = json!({"name": "test-team", "display_name": "x", "type": "O"});
    let own = format!("/channels/{}/members/me", scene.town);
    let into = format!("/channels/{}/members", scene.direct);
    let group = json!({"team_id": team, "name": "x", "display_name": "x", "type": "G"});
    vec![
        post("/channels", channel("deck"), 400, TAKEN),
        post("/channels", channel("gone"), 400, TAKEN),
        put(format!("/channels/{deck}/patch"), json!({"name": "gone"}), 400, TAKEN),
        post("/teams", again, 400, "store.sql_team.save_team.existing.app_error"),
        get(format!("/channels/{UNKNOWN}"), 404, "app.channel.get.existing.app_error"),
        get(format!("/channels/{deck}/members/{}", scene.bob), 404, "app.channel.get_member.missing.app_error"),
        get(format!("/teams/{team}/channels/name/nowhere"), 404, "app.channel.get_by_name.missing.app_error"),
        get(format!("/teams/{UNKNOWN}"), 404, "app.team.get.find.app_error"),
        get("/teams/name/nowhere".to_owned(), 404, "app.team.get_by_name.missing.app_error"),
        get(format!("/teams/{team}/members/{UNKNOWN}"), 404, "app.team.get_member.missing.app_error"),
        post(&into, json!({"user_id": scene.bob}), 400, "api.channel.add_user_to_channel.type.app_error"),
        (Method::DELETE, own, Value::Null, 400, "api.channel.remove.default.app_error"),
        post("/channels/group", json!([scene.bob]), 400, "api.channel.create_group.bad_size.app_error"),
        post("/channels/group", json!([scene.bob, UNKNOWN]), 400, "api.channel.create_group.bad_user.app_error"),
        post("/channels", group, 400, "api.channel.create_channel.direct_channel.app_error"),
        get(
            format!("/teams/{team}/commands/autocomplete_suggestions"),
            400,
            "api.context.invalid_body_param.app_error",
        ),
    ]
}

fn of_posts(scene: &Scene) -> Vec<Row> {
    let say = |channel: &str, root: &str| json!({"channel_id": channel, "message": "x", "root_id": root});
    let long = json!({"channel_id": scene.deck, "message": "x".repeat(16_384)});
    let command = json!({"channel_id": scene.deck, "command": "/nothing"});
    let many: Vec<String> = "ybndrfg8ejk".chars().map(|letter| format!("ybndrfg8ejkmcpqxot1uwisz{letter}y")).collect();
    let files = json!({"channel_id": scene.deck, "message": "x", "file_ids": many});
    let known = json!({"channel_id": scene.deck, "message": "ahoy", "id": scene.post});
    let terms = json!({"termsOfServiceId": UNKNOWN, "accepted": true});
    let root = "api.post.create_post.root_id.app_error";
    let elsewhere = "api.post.create_post.channel_root_id.app_error";
    vec![
        get(format!("/posts/{UNKNOWN}"), 404, "app.post.get.app_error"),
        post("/posts", say(&scene.deck, UNKNOWN), 400, root),
        post("/posts", say(&scene.deck, &scene.reply), 400, root),
        post("/posts", say(&scene.direct, &scene.post), 400, elsewhere),
        post("/posts", say(&scene.gone, ""), 400, "api.post.create_post.can_not_post_to_deleted.error"),
        post("/posts", long, 400, "model.post.is_valid.message_length.app_error"),
        post("/posts", files, 400, "model.post.is_valid.file_ids.app_error"),
        post("/posts", known, 400, "api.context.invalid_body_param.app_error"),
        post("/users/me/terms_of_service", terms, 404, "app.terms_of_service.get.no_rows.app_error"),
        post("/commands/execute", command, 404, "api.command.execute_command.not_found.app_error"),
        get("/no/such/route".to_owned(), 404, "api.context.404.app_error"),
        get("/license/client".to_owned(), 400, "api.license.client.old_format.app_error"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_carry_the_ids_that_clients_match() {
    let app = TestApp::start().await;
    let (ann, bob) = (app.member("ann").await, app.member("bob").await);
    let scene = scene(&app, &ann, &bob).await;
    let table = [of_accounts(&scene), of_places(&scene), of_posts(&scene)].concat();
    for (method, path, body, status, id) in table {
        let answer = refused(&ann.rest, method.clone(), &path, body).await;
        assert_eq!((answer.0.as_u16(), answer.1.as_str()), (status, id), "{method} {path}");
    }
}

testkit::both! {
    async fn a_team_that_is_closed_gets_a_new_invitation(db) {
        let app = TestApp::on(db).await;
        let path = format!("/teams/{}/patch", app.team.id);
        let patch = async |form: Value| must(&app.admin.rest, Method::PUT, &path, form).await["invite_id"].clone();
        let open = patch(json!({"allow_open_invite": true})).await;
        assert_eq!(patch(json!({"allow_open_invite": true, "description": "of all"})).await, open);
        let closed = patch(json!({"allow_open_invite": false})).await;
        assert_ne!(closed, open, "who has the old link cannot come any more");
        assert_eq!(patch(json!({"allow_open_invite": false, "description": "of some"})).await, closed);
    }

    async fn who_takes_all_settings_away_has_the_usual_ones(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let told = must(&ann.rest, Method::PUT, "/users/me/patch", json!({"notify_props": {}})).await;
        assert_eq!(told["notify_props"]["desktop"], "mention");
        let whole = json!({"id": ann.user.id, "username": "ann", "email": "ann@example.test", "notify_props": {}});
        let told = must(&ann.rest, Method::PUT, &format!("/users/{}", ann.user.id), whole).await;
        assert_eq!(told["notify_props"]["email"], "true");
    }

    async fn who_makes_a_command_or_webhook_for_nobody_makes_none(db) {
        let app = TestApp::on(db).await;
        let deck = app.admin.channel(&app.team, "deck").await;
        let command = json!({"team_id": app.team.id, "trigger": "x", "method": "P", "url": "https://example.test",
            "creator_id": UNKNOWN});
        let hook = json!({"team_id": app.team.id, "channel_id": deck.id, "display_name": "x", "trigger_words": ["x"],
            "callback_urls": ["https://example.test"], "creator_id": UNKNOWN});
        for (path, form) in [("/commands", command), ("/hooks/outgoing", hook)] {
            let answer = refused(&app.admin.rest, Method::POST, path, form).await;
            assert_eq!(answer.0, StatusCode::FORBIDDEN, "{path}: {answer:?}");
        }
    }

    async fn webhooks_are_listed_oldest_first(db) {
        let app = TestApp::on(db).await;
        let deck = app.admin.channel(&app.team, "deck").await;
        for path in ["/hooks/incoming", "/hooks/outgoing"] {
            for word in ["a", "b", "c", "d", "e"] {
                let form = json!({"team_id": app.team.id, "channel_id": deck.id, "display_name": word,
                    "trigger_words": [word], "callback_urls": ["https://example.test"]});
                must(&app.admin.rest, Method::POST, path, form).await;
            }
            let listed = must(&app.admin.rest, Method::GET, path, Value::Null).await;
            let listed = listed.as_array().expect("a list");
            assert_eq!(listed.len(), 5, "{path}");
            assert!(listed.is_sorted_by_key(|hook| hook["create_at"].as_i64()), "{path}: {listed:?}");
        }
    }

    async fn a_bot_that_stays_as_it_is_is_told_to_nobody(db) {
        let app = TestApp::on_with(db, |config| config.integrations.enable_bots = true).await;
        let form = json!({"username": "robot", "display_name": "Robot", "description": "helps"});
        let bot = must(&app.admin.rest, Method::POST, "/bots", form).await;
        let path = format!("/bots/{}", bot["user_id"].as_str().expect("an id"));
        let mut socket = client::Socket::open(&app.admin.rest).await.expect("a socket");
        for same in [json!({}), json!({"username": "Robot", "display_name": "Robot", "description": "helps"})] {
            let answer = must(&app.admin.rest, Method::PUT, &path, same).await;
            assert_eq!(answer["update_at"], bot["update_at"]);
        }
        must(&app.admin.rest, Method::PUT, &path, json!({"display_name": "Other"})).await;
        let told = crate::event(&mut socket, "user_updated").await;
        assert_eq!(told.data["user"]["first_name"], "Other", "the first that is told is the change");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_in_addresses_are_read_in_any_case() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let deck = ann.channel(&app.team, "deck").await;
    for path in ["/teams/name/Test-Team", "/teams/name/TEST-TEAM"] {
        assert_eq!(must(&ann.rest, Method::GET, path, Value::Null).await["id"], json!(app.team.id));
        assert_eq!(must(&ann.rest, Method::GET, &format!("{path}/exists"), Value::Null).await["exists"], true);
        let channel = must(&ann.rest, Method::GET, &format!("{path}/channels/name/DECK"), Value::Null).await;
        assert_eq!(channel["id"], json!(deck.id));
    }
    let channel =
        must(&ann.rest, Method::GET, &format!("/teams/{}/channels/name/Deck", app.team.id), Value::Null).await;
    assert_eq!(channel["id"], json!(deck.id));
    let user = must(&ann.rest, Method::GET, "/users/email/ANN@Example.Test", Value::Null).await;
    assert_eq!(user["username"], "ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_names_nobody_is_told_as_it_was_asked() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let unknown = "Vvvvvvvvvvvvvvvvvvvvvvvvv0";
    let rows = json!([{"team_id": app.team.id, "user_id": unknown}]);
    let path = format!("/teams/{}/members/batch?graceful=true", app.team.id);
    let told = must(&ann.rest, Method::POST, &path, rows).await;
    assert_eq!((&told[0]["user_id"], &told[0]["error"]["status_code"]), (&json!(unknown), &json!(404)));
    let told = must(&ann.rest, Method::POST, "/users/status/ids", json!([unknown])).await;
    assert_eq!(told[0]["user_id"], unknown);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_clients_ask_by_themselves_is_answered_quietly() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    let deck = ann.channel(&app.team, "deck").await;
    let busy = json!({"busy": false, "expires": 0});
    for (path, expected) in [
        ("/agents".to_owned(), json!({"agents": []})),
        ("/agents/status".to_owned(), json!({"available": false})),
        ("/llmservices".to_owned(), json!({"services": []})),
        ("/recaps".to_owned(), json!([])),
        ("/trial-license/prev".to_owned(), json!({"IsLicensed": "false"})),
        ("/license/load_metric".to_owned(), json!({"load": 0})),
        ("/cloud/check-cws-connection".to_owned(), json!({"status": "unavailable"})),
        (format!("/content_flagging/team/{}/status", app.team.id), json!({"enabled": false})),
        (format!("/channels/{}/access_control/attributes", deck.id), json!({})),
        ("/plugins/webapp".to_owned(), json!([])),
        ("/users/me/groups".to_owned(), json!([])),
    ] {
        assert_eq!(must(&ann.rest, Method::GET, &path, Value::Null).await, expected, "{path}");
    }
    let path = format!("/users/me/posts/{}/reminder", ann.post(&deck, "later").await.id);
    for (time, status) in [(i64::MAX, StatusCode::OK), (i64::MIN, StatusCode::BAD_REQUEST)] {
        let answer = ask(&ann.rest, Method::POST, &path, json!({"target_time": time})).await;
        assert_eq!(answer.status, status, "{time}");
    }
    assert_eq!(must(&app.admin.rest, Method::GET, "/server_busy", Value::Null).await, busy);
    must(&app.admin.rest, Method::GET, "/upgrade_to_enterprise/status", Value::Null).await;
    for path in ["/server_busy", "/upgrade_to_enterprise/status"] {
        assert_eq!(refused(&ann.rest, Method::GET, path, Value::Null).await.0, StatusCode::FORBIDDEN, "{path}");
    }
    for (path, status) in [
        ("/plugins/playbooks/api/v0/version", StatusCode::NOT_FOUND),
        ("/.well-known/oauth-authorization-server", StatusCode::NOT_FOUND),
        ("/crew/channels/deck", StatusCode::OK),
    ] {
        let answer = ann.rest.request(&Method::GET, path, Bytes::new(), None).await.expect("an answer");
        assert_eq!(answer.status, status, "{path}");
    }
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/crew/channels/deck", StatusCode::OK),
        ("/robots.txt", StatusCode::OK),
        ("/api/v4/system/ping", StatusCode::OK),
        ("/api/v4/users/me", StatusCode::NOT_FOUND),
        ("/oauth/keycloak/login", StatusCode::NOT_FOUND),
    ] {
        let answer = ann.rest.request(&Method::HEAD, path, Bytes::new(), None).await.expect("an answer");
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.body.is_empty() && answer.headers.contains_key("content-length"), "{path}");
    }
    let write = refused(&ann.rest, Method::POST, "/recaps", json!({})).await;
    assert_eq!(write, (StatusCode::NOT_IMPLEMENTED, "api.not_implemented.app_error".to_owned()));
}
