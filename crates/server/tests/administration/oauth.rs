//! What an application may do with a code, and what becomes of it when the code is shown twice.

use std::time::Duration;

use client::{Rest, Socket};
use conversation::scheduled_posts::due::send_due;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp};

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(20);

use crate::{ask, must, refused};

const BACK: &str = "http://127.0.0.1:9/back";

struct Application {
    rest: Rest,
    id: String,
    secret: String,
}

impl Application {
    async fn new(app: &TestApp) -> Application {
        Application::with_trust(app, false).await
    }

    async fn trusted(app: &TestApp) -> Application {
        Application::with_trust(app, true).await
    }

    async fn with_trust(app: &TestApp, is_trusted: bool) -> Application {
        let form = json!({
            "name": "tides", "description": "x", "callback_urls": [BACK], "homepage": "http://x.test",
            "is_trusted": is_trusted,
        });
        let made = must(&app.admin.rest, Method::POST, "/oauth/apps", form).await;
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        Application { rest: Rest::new(&app.base), id: text("id"), secret: text("client_secret") }
    }

    /// The code that the browser of somebody brings, who lets the application in.
    async fn code(&self, person: &Person) -> String {
        self.code_for(person, "").await
    }

    async fn code_for(&self, person: &Person, scope: &str) -> String {
        let form = json!({
            "response_type": "code", "client_id": self.id, "redirect_uri": BACK, "state": "", "scope": scope,
        });
        let kind = Some("application/json");
        let answer = person.rest.request(&Method::POST, "/oauth/authorize", form.to_string().into(), kind).await;
        let answer: Value = answer.expect("an answer").json().expect("a redirect");
        answer["redirect"].as_str().and_then(|to| to.split_once("code=")).expect("a code").1.to_owned()
    }

    /// Trades a code or a refresh token; `null` when it is refused.
    async fn trade(&self, what: &str) -> Value {
        let form = format!("client_id={}&client_secret={}&redirect_uri={BACK}&{what}", self.id, self.secret);
        let kind = Some("application/x-www-form-urlencoded");
        let answer = self.rest.request(&Method::POST, "/oauth/access_token", form.into(), kind).await;
        answer.expect("an answer").json().unwrap_or_default()
    }

    async fn trade_code(&self, code: &str) -> Value {
        self.trade(&format!("grant_type=authorization_code&code={code}")).await
    }

    async fn refresh(&self, tokens: &Value) -> Value {
        let token = tokens["refresh_token"].as_str().expect("a token");
        self.trade(&format!("grant_type=refresh_token&refresh_token={token}")).await
    }

    /// As whom the application acts.
    fn with(&self, tokens: &Value) -> Rest {
        self.rest.with_token(tokens["access_token"].as_str().expect("a token"))
    }

    async fn is_let_in(&self, tokens: &Value) -> bool {
        let rest = self.with(tokens);
        ask(&rest, Method::GET, "/users/me", Value::Null).await.status.is_success()
    }
}

/// An application that registers itself: the status and the answer.
async fn register(app: &TestApp, redirect_uris: &[&str]) -> (u16, Value) {
    let form = json!({"client_name": "{{form}}", "redirect_uris": redirect_uris, "token_endpoint_auth_method": "none"});
    let answer = ask(&Rest::new(&app.base), Method::POST, "/oauth/apps/register", form).await;
    (answer.status.as_u16(), serde_json::from_slice(&answer.body).unwrap_or_default())
}

/// The page on which somebody is asked.
async fn page(person: &Person, client: &str, address: &str, scope: &str) -> String {
    let challenge = "c".repeat(43);
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("response_type", "code")
        .append_pair("client_id", client)
        .append_pair("redirect_uri", address)
        .append_pair("scope", scope)
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256")
        .finish();
    let path = format!("/oauth/authorize?{query}");
    let answer = person.rest.request(&Method::GET, &path, Default::default(), None).await.expect("an answer");
    assert_eq!(answer.status, 200);
    let policy = answer.headers["content-security-policy"].to_str().expect("text");
    assert!(!policy.contains("unsafe") && policy.contains("script-src 'sha256-"), "{policy}");
    String::from_utf8(answer.body.to_vec()).expect("text")
}

testkit::both! {
    async fn an_application_cannot_put_a_script_on_the_page_that_asks_for_it(db) {
        let app = TestApp::on_with(db, |config| config.integrations.enable_dynamic_clients = true).await;
        let ann = app.member("ann").await;
        let address = "http://127.0.0.1:9/back?x={{form}}";
        let other = "http://127.0.0.1:9/another/way/back";
        let (status, registered) = register(&app, &[address, other]).await;
        assert_eq!(status, 201, "{registered}");
        let client = registered["client_id"].as_str().expect("an id");
        let page = page(&ann, client, address, "\" autofocus onfocus=\"x()\" y=\"").await;
        assert!(!page.contains("\" autofocus") && !page.contains("onfocus=\""), "{page}");
        assert!(page.contains(&format!("<code dir=\"ltr\" id=\"address\">{address}</code>")), "shown whole: {page}");
        assert!(page.contains(&format!("<li><code dir=\"ltr\">{other}</code></li>")), "{page}");
        assert!(page.contains("registered itself"), "{page}");
    }

    async fn applications_register_themselves_where_that_is_on_and_so_many_at_a_time(db) {
        let app = TestApp::on_with(db, |config| config.integrations.enable_dynamic_clients = true).await;
        for _ in 0..20 {
            assert_eq!(register(&app, &[BACK]).await.0, 201);
        }
        assert_eq!(register(&app, &[BACK]).await.0, 429, "also where rates are not limited otherwise");
        assert_eq!(app.app.store.oauth_apps_self_registered().await.expect("a number"), 20);
    }

    async fn no_application_registers_itself_unless_the_operator_wants_it(db) {
        let app = TestApp::on(db).await;
        let (status, answer) = register(&app, &[BACK]).await;
        assert_eq!((status, answer["id"].as_str()), (403, Some("api.oauth.register_client.dynamic_disabled.app_error")));
    }

    async fn a_code_that_is_shown_again_ends_the_tokens_that_it_gave(db) {
        let app = TestApp::on(db).await;
        let (ann, tides) = (app.member("ann").await, Application::new(&app).await);
        let other = tides.trade_code(&tides.code(&ann).await).await;
        let code = tides.code(&ann).await;
        let first = tides.trade_code(&code).await;
        let second = tides.refresh(&first).await;
        assert!(tides.is_let_in(&second).await);
        assert_eq!(tides.trade_code(&code).await, Value::Null);
        assert!(!tides.is_let_in(&second).await);
        assert_eq!(tides.refresh(&second).await, Value::Null);
        assert!(tides.is_let_in(&other).await, "what another code gave stays");
    }

    async fn a_refresh_token_that_is_shown_again_ends_what_came_of_it(db) {
        let app = TestApp::on(db).await;
        let (ann, tides) = (app.member("ann").await, Application::new(&app).await);
        let first = tides.trade_code(&tides.code(&ann).await).await;
        let second = tides.refresh(&first).await;
        assert!(tides.is_let_in(&second).await);
        assert_eq!(tides.refresh(&first).await, Value::Null);
        assert!(!tides.is_let_in(&second).await);
    }

    async fn an_application_cannot_end_what_another_one_was_given(db) {
        let app = TestApp::on(db).await;
        let (ann, tides, storms) = (app.member("ann").await, Application::new(&app).await, Application::new(&app).await);
        let code = tides.code(&ann).await;
        let tokens = tides.trade_code(&code).await;
        assert_eq!(storms.trade_code(&code).await, Value::Null);
        assert!(tides.is_let_in(&tokens).await);
    }

    async fn what_an_application_posts_or_schedules_says_so(db) {
        let app = TestApp::on(db).await;
        let (ann, tides) = (app.member("ann").await, Application::new(&app).await);
        let channel = ann.channel(&app.team, "deck").await;
        let tokens = tides.trade_code(&tides.code(&ann).await).await;
        let rest = tides.rest.with_token(tokens["access_token"].as_str().expect("a token"));
        let mut form = json!({"channel_id": channel.id, "message": "the tide turns"});
        assert_eq!(must(&rest, Method::POST, "/posts", form.clone()).await["props"]["from_oauth_app"], "true");
        form["scheduled_at"] = json!(app.app.clock.now() - 1_000);
        form["message"] = json!("later");
        must(&rest, Method::POST, "/posts/schedule", form).await;
        send_due(app.app.clone()).await.map_err(|error| error.detailed).expect("the store answers");
        let page = must(&ann.rest, Method::GET, &format!("/channels/{}/posts", channel.id), Value::Null).await;
        let newest = &page["posts"][page["order"][0].as_str().expect("a post")];
        assert_eq!((&newest["message"], &newest["props"]["from_oauth_app"]), (&json!("later"), &json!("true")));
    }

    async fn what_an_application_was_given_ends_with_the_account_as_it_was(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_permanent_deletion = true).await;
        let ends = [
            (Method::PUT, "/users/ID/password", json!({"new_password": "battery staple"})),
            (Method::POST, "/users/ID/sessions/revoke/all", Value::Null),
            (Method::PUT, "/users/ID/active", json!({"active": false})),
            (Method::PUT, "/users/ID/auth", json!({"auth_service": "ldap", "auth_data": "me"})),
            (Method::POST, "/users/sessions/revoke/all", Value::Null),
        ];
        for (number, (method, path, body)) in ends.into_iter().enumerate() {
            let (ann, tides) = (app.member(&format!("ann{number}")).await, Application::new(&app).await);
            let tokens = tides.trade_code(&tides.code(&ann).await).await;
            let code = tides.code(&ann).await;
            assert!(tides.is_let_in(&tokens).await);
            let path = path.replace("ID", &ann.user.id.to_string());
            must(&app.admin.rest, method, &path, body).await;
            if path.ends_with("/active") {
                must(&app.admin.rest, Method::PUT, &path, json!({"active": true})).await;
            }
            assert!(!tides.is_let_in(&tokens).await, "{path}");
            assert_eq!(tides.refresh(&tokens).await, Value::Null, "{path}");
            assert_eq!(tides.trade_code(&code).await, Value::Null, "{path}");
        }
    }

    async fn a_session_of_an_application_that_is_ended_does_not_come_back(db) {
        let app = TestApp::on(db).await;
        let (ann, tides) = (app.member("ann").await, Application::new(&app).await);
        let tokens = tides.trade_code(&tides.code(&ann).await).await;
        let sessions = must(&ann.rest, Method::GET, "/users/me/sessions", Value::Null).await;
        let sessions = sessions.as_array().expect("a list");
        let session = sessions.iter().find(|one| one["is_oauth"] == true).expect("the application's");
        must(&ann.rest, Method::POST, "/users/me/sessions/revoke", json!({"session_id": session["id"]})).await;
        assert_eq!(tides.refresh(&tokens).await, Value::Null);
        let tokens = tides.trade_code(&tides.code(&ann).await).await;
        must(&tides.with(&tokens), Method::POST, "/users/logout", Value::Null).await;
        assert_eq!(tides.refresh(&tokens).await, Value::Null);
    }

    async fn account_security_is_in_no_scope(db) {
        let app = TestApp::on_with(db, |config| {
            config.accounts.enable_access_tokens = true;
            config.accounts.enable_mfa = true;
            config.accounts.enable_deactivation = true;
        })
        .await;
        let tides = Application::trusted(&app).await;
        let tokens = tides.trade_code(&tides.code_for(&app.admin, "user admin").await).await;
        let rest = tides.with(&tokens);
        let me = app.admin.user.id;
        for (method, path, body) in [
            (Method::POST, "/users/me/tokens", json!({"description": "for ever"})),
            (Method::GET, "/users/me/tokens", Value::Null),
            (Method::POST, "/users/me/mfa/generate", Value::Null),
            (Method::PUT, "/users/me/mfa", json!({"activate": false})),
            (Method::GET, "/users/me/sessions", Value::Null),
            (Method::POST, "/users/me/sessions/revoke/all", Value::Null),
            (Method::PUT, "/users/me/password", json!({"current_password": "x", "new_password": "battery staple"})),
            (Method::PUT, "/users/me/patch", json!({"email": "mine@example.test", "password": "x"})),
            (Method::PUT, &format!("/users/{me}/active"), json!({"active": false})),
            (Method::DELETE, "/users/me", Value::Null),
            (Method::GET, "/users/me/audits", Value::Null),
            (Method::POST, "/oauth/apps", json!({"name": "more"})),
            (Method::GET, "/users/me/oauth/apps/authorized", Value::Null),
        ] {
            let refusal = refused(&rest, method, path, body).await;
            assert_eq!(refusal, (StatusCode::FORBIDDEN, "api.context.permissions.app_error".to_owned()), "{path}");
        }
        let path = format!(
            "/oauth/authorize?response_type=code&client_id={}&redirect_uri={}",
            tides.id,
            url::form_urlencoded::byte_serialize(BACK.as_bytes()).collect::<String>()
        );
        let page = rest.request(&Method::GET, &path, bytes::Bytes::new(), None).await.expect("an answer");
        assert_eq!(page.status, StatusCode::FORBIDDEN, "a trusted application lets itself in again");
    }

    async fn an_application_leaves_nothing_behind_that_acts_for_its_user(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let (team, user) = (app.team.id, ann.user.id);
        let path = format!("/teams/{team}/members/{user}/schemeRoles");
        must(&app.admin.rest, Method::PUT, &path, json!({"scheme_user": true, "scheme_admin": true})).await;
        let deck = ann.channel(&app.team, "deck").await;
        let (ben, channel) = (app.member("ben").await, deck.id);
        ann.let_in(&deck, &ben).await;
        let said = ben.post(&deck, "mine").await;
        let hook = json!({"channel_id": channel, "display_name": "tide"});
        let kept = must(&ann.rest, Method::POST, "/hooks/incoming", hook.clone()).await;
        let command = json!({"team_id": team, "trigger": "tide", "url": BACK, "method": "P", "auto_complete": true});
        let made = must(&ann.rest, Method::POST, "/commands", command).await;
        let outgoing = json!({
            "team_id": team, "channel_id": channel, "display_name": "tide", "callback_urls": [BACK], "trigger_words": ["x"],
        });
        let command = json!({"team_id": team, "trigger": "ebb", "url": BACK, "method": "P"});
        let kept = kept["id"].as_str().expect("an id");
        let (narrow, wide) = (Application::new(&app).await, Application::trusted(&app).await);
        let tokens = [narrow.trade_code(&narrow.code(&ann).await).await, wide.trade_code(&wide.code(&ann).await).await];
        for rest in [narrow.with(&tokens[0]), wide.with(&tokens[1])] {
            for (method, path, body) in [
                (Method::POST, "/hooks/incoming".to_owned(), hook.clone()),
                (Method::GET, format!("/hooks/incoming?team_id={team}"), Value::Null),
                (Method::GET, format!("/hooks/incoming/{kept}"), Value::Null),
                (Method::DELETE, format!("/hooks/incoming/{kept}"), Value::Null),
                (Method::POST, "/hooks/outgoing".to_owned(), outgoing.clone()),
                (Method::GET, format!("/hooks/outgoing?team_id={team}"), Value::Null),
                (Method::POST, "/commands".to_owned(), command.clone()),
                (Method::PUT, format!("/commands/{}/regen_token", made["id"].as_str().expect("an id")), Value::Null),
                (Method::PUT, "/users/sessions/device".to_owned(), json!({"device_id": "apple_rn-v2:abc"})),
            ] {
                let refusal = refused(&rest, method, &path, body).await;
                assert_eq!(refusal, (StatusCode::FORBIDDEN, "api.context.permissions.app_error".to_owned()), "{path}");
            }
            // Nor is it an administrator of the team, or of a channel.
            for (method, path, body) in [
                (Method::DELETE, format!("/teams/{team}"), Value::Null),
                (Method::POST, format!("/teams/{team}/regenerate_invite_id"), Value::Null),
                (Method::PUT, format!("/teams/{team}/patch"), json!({"display_name": "Mine"})),
                (Method::DELETE, format!("/teams/{team}/members/{}", ben.user.id), Value::Null),
                (Method::DELETE, format!("/posts/{}", said.id), Value::Null),
                (Method::PUT, format!("/channels/{channel}/privacy"), json!({"privacy": "P"})),
                (Method::PUT, format!("/channels/{channel}/members/{}/roles", ben.user.id), json!({"roles": "channel_user channel_admin"})),
            ] {
                assert_eq!(ask(&rest, method, &path, body).await.status, StatusCode::FORBIDDEN, "{path}");
            }
            must(&rest, Method::POST, "/posts", json!({"channel_id": channel, "message": "as members do"})).await;
            let listed = must(&rest, Method::GET, &format!("/commands?team_id={team}"), Value::Null).await;
            let token = made["token"].as_str().expect("a token");
            assert!(listed.to_string().contains("\"tide\"") && !listed.to_string().contains(token), "{listed}");
        }
        let tokens = wide.trade_code(&wide.code_for(&ann, "user admin").await).await;
        must(&wide.with(&tokens), Method::POST, "/hooks/incoming", hook).await;
    }

    async fn an_application_of_an_administrator_hears_what_members_hear(db) {
        let app = TestApp::on_with(db, |config| config.privacy.show_email = false).await;
        let (ann, tides) = (app.member("ann").await, Application::new(&app).await);
        let tokens = tides.trade_code(&tides.code(&app.admin).await).await;
        let mut sockets = Vec::new();
        for rest in [&tides.with(&tokens), &app.admin.rest] {
            sockets.push(Socket::open(rest).await.expect("a socket"));
        }
        must(&ann.rest, Method::PUT, "/users/me/patch", json!({"nickname": "Annie"})).await;
        for (socket, sees_address) in sockets.iter_mut().zip([false, true]) {
            let told = loop {
                let event = socket.event(PATIENCE).await.expect("an event in time");
                if event.event == "user_updated" {
                    break event.data;
                }
            };
            let address = told["user"]["email"].as_str().unwrap_or_default();
            assert_eq!(address == ann.user.email, sees_address, "{told:?}");
        }
    }

    async fn an_application_is_no_administrator_unless_its_scope_says_so(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let (tides, trusted) = (Application::new(&app).await, Application::trusted(&app).await);
        let path = format!("/users/{}/patch", ann.user.id);
        for (client, scope, given, status) in [
            (&tides, "", "user", StatusCode::FORBIDDEN),
            (&tides, "user admin", "user", StatusCode::FORBIDDEN),
            (&trusted, "user", "user", StatusCode::FORBIDDEN),
            (&trusted, "user admin", "user admin", StatusCode::OK),
        ] {
            let tokens = client.trade_code(&client.code_for(&app.admin, scope).await).await;
            assert_eq!(tokens["scope"], given);
            let rest = client.with(&tokens);
            let done = ask(&rest, Method::PUT, &path, json!({"nickname": "Annie"})).await;
            assert_eq!(done.status, status, "{scope}");
            let me = must(&rest, Method::GET, "/users/me", Value::Null).await;
            assert!(me["roles"].as_str().is_some_and(|roles| roles.contains("system_admin")), "it stays the account");
            let channel = app.admin.channel(&app.team, &format!("deck-{}-{}", client.id, scope.len())).await;
            let post = json!({"channel_id": channel.id, "message": "ahoy"});
            assert_eq!(ask(&rest, Method::POST, "/posts", post).await.status, StatusCode::CREATED);
        }
        let tokens = trusted.trade_code(&trusted.code_for(&app.admin, "user admin").await).await;
        let form = json!({
            "id": trusted.id, "name": "tides", "description": "x", "callback_urls": [BACK], "homepage": "http://x.test",
            "is_trusted": false,
        });
        must(&app.admin.rest, Method::PUT, &format!("/oauth/apps/{}", trusted.id), form).await;
        assert!(!trusted.is_let_in(&tokens).await, "it is trusted no more");
    }

    async fn an_application_goes_on_with_no_socket_but_its_own(db) {
        let app = TestApp::on(db).await;
        let tides = Application::new(&app).await;
        let tokens = tides.trade_code(&tides.code(&app.admin).await).await;
        let own = Socket::open(&app.admin.rest).await.expect("a socket");
        let (id, next_seq) = (own.connection_id.clone(), own.next_seq);
        drop(own);
        let mut taken = Socket::go_on(&tides.with(&tokens), &id, next_seq).await.expect("a socket");
        assert!(taken.event(PATIENCE).await.map_or(true, |event| event.event == "hello"), "a conversation of its own");
        Socket::go_on(&app.admin.rest, &id, next_seq).await.expect("the one it is of");
    }
}
