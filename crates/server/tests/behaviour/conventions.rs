//! What holds for every route: headers, names in any case, pages, filters of lists, what is not modified.

use http::{HeaderMap, Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};

pub struct Got {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Got {
    /// Status and error id.
    pub fn refusal(&self) -> (u16, &str) {
        (self.status.as_u16(), self.body["id"].as_str().unwrap_or_default())
    }

    fn names(&self) -> Vec<&str> {
        let rows = self.body.as_array().unwrap_or_else(|| panic!("a list: {}", self.body)).iter();
        rows.map(|row| row["username"].as_str().or(row["name"].as_str()).unwrap_or_default()).collect()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }
}

pub async fn send(person: &Person, method: Method, path: &str, body: Value) -> Got {
    let bytes = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), bytes, Some("application/json")).await;
    let answer = answer.expect("an answer");
    let body = serde_json::from_slice(&answer.body).unwrap_or_default();
    Got { status: answer.status, headers: answer.headers, body }
}

async fn get(person: &Person, path: &str) -> Got {
    send(person, Method::GET, path, Value::Null).await
}

/// The answer unless the caller has it under `etag`.
async fn unless(person: &Person, path: &str, etag: &str) -> client::Answer {
    let headers = [("if-none-match", etag)];
    person.rest.request_with(&Method::GET, &format!("/api/v4{path}"), &headers).await.expect("an answer")
}

pub const BODY_PARAM: (u16, &str) = (400, "api.context.invalid_body_param.app_error");
pub const URL_PARAM: (u16, &str) = (400, "api.context.invalid_url_param.app_error");
pub const FORBIDDEN: (u16, &str) = (403, "api.context.permissions.app_error");

both! {
    async fn every_answer_carries_the_headers_that_clients_know(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let missing = format!("/users/{}", app.team.id);
        for (method, path) in [(Method::GET, "/users/me"), (Method::GET, missing.as_str()), (Method::POST, "/users/logout")] {
            let got = send(&ann, method.clone(), path, Value::Null).await;
            assert_eq!(got.header("x-request-id").len(), 26, "{path}");
            assert!(got.header("x-version-id").ends_with(".false"), "{path}");
            assert_eq!(got.header("content-type"), "application/json", "{path}");
            assert_eq!(got.header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(got.header("referrer-policy"), "no-referrer", "{path}");
            assert!(got.headers.contains_key("permissions-policy"), "{path}");
            assert_eq!(got.header("expires"), if method == Method::GET { "0" } else { "" }, "{path}");
            if got.status.is_client_error() {
                assert_eq!(got.body["request_id"], got.header("x-request-id"), "{path}");
                assert_eq!(got.body["status_code"], got.status.as_u16(), "{path}");
                assert_eq!(got.body["detailed_error"], "", "{path}");
            }
        }
    }

    async fn names_and_addresses_in_paths_are_read_in_any_case(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let deck = ann.channel(&app.team, "deck").await;
        let (team, email) = (app.team.name.to_uppercase(), ann.user.email.to_uppercase());
        for path in [
            format!("/teams/name/{team}/channels/name/DECK"),
            format!("/teams/{}/channels/name/Deck", app.team.id),
            format!("/users/email/{email}"),
        ] {
            assert_eq!(get(&ann, &path).await.status, StatusCode::OK, "{path}");
        }
        assert_eq!(deck.name, "deck");
    }

    async fn pages_are_bounded_whatever_their_numbers_say(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let team = app.team.id;
        let lists = [
            "/users".to_owned(),
            "/teams".to_owned(),
            "/emoji".to_owned(),
            "/groups".to_owned(),
            format!("/users?in_team={team}"),
            format!("/teams/{team}/members"),
            format!("/teams/{team}/channels"),
            format!("/teams/{team}/channels/deleted"),
            "/bots".to_owned(),
            "/users/me/audits".to_owned(),
            "/users/me/channel_members".to_owned(),
            "/channels".to_owned(),
            "/jobs".to_owned(),
            "/hooks/incoming".to_owned(),
            "/hooks/outgoing".to_owned(),
            "/oauth/apps".to_owned(),
            "/users/tokens".to_owned(),
            "/schemes".to_owned(),
            "/audits".to_owned(),
        ];
        for path in lists {
            let sign = if path.contains('?') { '&' } else { '?' };
            let page = async |query: &str| {
                let got = get(&app.admin, &format!("{path}{sign}{query}")).await;
                assert_eq!(got.status, StatusCode::OK, "{path} {query}: {}", got.body);
                got.body.as_array().unwrap_or_else(|| panic!("{path} {query}: {}", got.body)).len()
            };
            let whole = page("page=0&per_page=60").await;
            for query in ["page=-3", "per_page=-1", "page=x&per_page=y", "page=&per_page=", "per_page=99999999999999999999", "page=0&per_page=300"] {
                assert_eq!(page(query).await, whole, "{path} {query}");
            }
            assert_eq!(page("page=1000000").await, 0, "{path}");
            assert_eq!(page("page=9223372036854775807&per_page=200").await, 0, "{path}");
            assert_eq!(page("per_page=0").await, 0, "{path}");
        }
        drop(ann);
    }

    async fn lists_of_users_take_the_filters_that_clients_know(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let cat = app.stranger("cat").await;
        let deck = ann.channel(&app.team, "deck").await;
        let (team, deck) = (app.team.id, deck.id);
        ann.let_in(&ann.channel(&app.team, "hold").await, &bob).await;
        let nowhere = ann.user.id;
        for (query, expected) in [
            (format!("in_team={team}&not_in_channel={deck}"), Ok(vec!["bob"])),
            (format!("in_team={team}&in_channel={deck}"), Ok(vec!["ann"])),
            (format!("in_channel={deck}&sort=status"), Ok(vec!["ann"])),
            (format!("in_channel={deck}&sort=admin"), Ok(vec!["ann"])),
            (format!("not_in_channel={deck}"), Err(URL_PARAM)),
            ("active=true&inactive=true".to_owned(), Err(URL_PARAM)),
            ("sort=create_at".to_owned(), Err(URL_PARAM)),
            ("sort=last_activity_at".to_owned(), Err(URL_PARAM)),
            ("sort=status".to_owned(), Err(URL_PARAM)),
            ("sort=admin".to_owned(), Err(URL_PARAM)),
            ("sort=display_name".to_owned(), Err(URL_PARAM)),
            (format!("in_team={team}&sort=display_name"), Err(URL_PARAM)),
            (format!("in_team={team}&sort=shoe_size"), Err(URL_PARAM)),
            ("without_team=true".to_owned(), Err(FORBIDDEN)),
            (format!("in_team={nowhere}"), Err(FORBIDDEN)),
            ("in_team=junk".to_owned(), Err(FORBIDDEN)),
            ("not_in_team=junk".to_owned(), Err(FORBIDDEN)),
            ("in_channel=junk".to_owned(), Err(FORBIDDEN)),
            (format!("in_team={team}&not_in_channel=junk"), Err(FORBIDDEN)),
        ] {
            let got = get(&ann, &format!("/users?{query}")).await;
            match expected {
                Ok(names) => {
                    let found: Vec<&str> = got.names().into_iter().filter(|name| ["ann", "bob", "cat"].contains(name)).collect();
                    assert_eq!(found, names, "{query}");
                }
                Err(refusal) => assert_eq!(got.refusal(), refusal, "{query}"),
            }
        }
        for query in ["in_team=junk", "in_channel=junk", "in_team=junk&in_channel=junk"] {
            let path = format!("/users/autocomplete?name=a&{query}");
            assert_eq!(get(&ann, &path).await.refusal(), FORBIDDEN, "{query}");
        }
        for form in [json!({"term": "a", "team_id": "junk"}), json!({"term": "a", "in_channel_id": "junk"})] {
            assert_eq!(send(&ann, Method::POST, "/users/search", form.clone()).await.refusal(), FORBIDDEN, "{form}");
        }
        for form in [json!({"term": 5}), json!({"term": "a", "limit": "x"}), json!({"term": "a", "roles": "x"}), json!([]), json!("a")] {
            assert_eq!(send(&ann, Method::POST, "/users/search", form.clone()).await.refusal(), BODY_PARAM, "{form}");
        }
        assert_eq!(get(&cat, &format!("/users?in_team={team}")).await.refusal(), FORBIDDEN);
    }

    async fn times_that_are_none_are_refused(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let (deck, team) = (ann.channel(&app.team, "deck").await.id, app.team.id);
        for (path, refusal) in [
            (format!("/channels/{deck}/posts?since=yesterday"), BODY_PARAM),
            (format!("/channels/{deck}/bookmarks?bookmarks_since=yesterday"), BODY_PARAM),
            (format!("/users/me/teams/{team}/threads?since=yesterday"), BODY_PARAM),
            (format!("/users/me/teams/{team}/channels?last_delete_at=-1"), URL_PARAM),
            ("/users/me/channels?last_delete_at=-1".to_owned(), URL_PARAM),
        ] {
            assert_eq!(get(&ann, &path).await.refusal(), refusal, "{path}");
        }
        let ids = json!([ann.user.id]);
        assert_eq!(send(&ann, Method::POST, "/users/ids?since=yesterday", ids.clone()).await.refusal(), BODY_PARAM);
        assert_eq!(send(&ann, Method::POST, "/users/ids?since=0", ids.clone()).await.names(), ["ann"]);
        assert_eq!(send(&ann, Method::POST, "/users/ids?since=9999999999999", ids).await.body, json!([]));
    }

    async fn channels_and_teams_are_found_whatever_people_type(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let team = app.team.id;
        let deck = ann.channel(&app.team, "lodz-deck").await;
        let patch = json!({"display_name": "Łódź 50%_\\ \"deck\"", "purpose": "Żegluga"});
        assert_eq!(send(&ann, Method::PUT, &format!("/channels/{}/patch", deck.id), patch).await.status, StatusCode::OK);
        for term in ["łódź", "ŁÓD", "50%", "%_", "_\\", "\\", "\"deck\"", "~lodz", "lodz*", "Z-DEC", "deck\"", "żeglu"] {
            let form = json!({"term": term});
            let path = format!("/teams/{team}/channels/search");
            assert_eq!(send(&ann, Method::POST, &path, form.clone()).await.names(), ["lodz-deck"], "{term}");
            let name: String = form_urlencoded::byte_serialize(term.as_bytes()).collect();
            let path = format!("/teams/{team}/channels/autocomplete?name={name}");
            assert_eq!(get(&ann, &path).await.names(), ["lodz-deck"], "{term}");
        }
        for term in ["łódż", "50_", "d_ck", "d%k", "'"] {
            let path = format!("/teams/{team}/channels/search");
            assert_eq!(send(&ann, Method::POST, &path, json!({"term": term})).await.body, json!([]), "{term}");
        }
        let patch = json!({"display_name": "Ćma 100%"});
        assert_eq!(send(&app.admin, Method::PUT, &format!("/teams/{team}/patch"), patch).await.status, StatusCode::OK);
        for term in ["ćMA", "100%", "0%*", app.team.name.as_str()] {
            let got = send(&app.admin, Method::POST, "/teams/search", json!({"term": term})).await;
            assert_eq!(got.names(), [app.team.name.as_str()], "{term}");
        }
        for term in ["100_", "c_a", "\\"] {
            assert_eq!(send(&app.admin, Method::POST, "/teams/search", json!({"term": term})).await.body, json!([]), "{term}");
        }
    }

    async fn an_account_tells_its_owner_which_terms_were_accepted(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let before = get(&ann, "/users/me").await;
        assert_eq!(before.body["terms_of_service_id"], Value::Null);
        let terms = send(&app.admin, Method::POST, "/terms_of_service", json!({"text": "Be kind."})).await.body["id"].clone();
        let answer = json!({"termsOfServiceId": terms, "accepted": true});
        assert_eq!(send(&ann, Method::POST, "/users/me/terms_of_service", answer).await.status, StatusCode::OK);
        let again = unless(&ann, "/users/me", before.header("etag")).await;
        assert_eq!(again.status, StatusCode::OK);
        for (reader, seen) in [(&ann, &terms), (&app.admin, &terms), (&bob, &Value::Null)] {
            let got = get(reader, &format!("/users/{}", ann.user.id)).await;
            assert_eq!(&got.body["terms_of_service_id"], seen);
            assert_eq!(got.body["terms_of_service_create_at"].is_i64(), seen.is_string());
        }
    }

    async fn what_has_an_etag_is_not_sent_twice(db) {
        let app = TestApp::on(db).await;
        let ann = app.member("ann").await;
        let (team, deck) = (app.team.id, ann.channel(&app.team, "deck").await);
        let post = ann.post(&deck, "hello").await.id;
        let deck = deck.id;
        for path in [
            "/users/me".to_owned(),
            format!("/users/{}", app.admin.user.id),
            format!("/users?in_team={team}"),
            format!("/users/me/teams/{team}/channels"),
            format!("/channels/{deck}/posts"),
            format!("/channels/{deck}/pinned"),
            format!("/users/me/channels/{deck}/posts/unread"),
            format!("/posts/{post}"),
            format!("/posts/{post}/thread"),
            format!("/posts/{post}/files/info"),
        ] {
            let first = get(&ann, &path).await;
            let etag = first.header("etag");
            assert!(!etag.is_empty() && !etag.contains('"'), "{path}: {etag}");
            let again = unless(&ann, &path, etag).await;
            assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
            assert_eq!(again.headers["etag"], etag, "{path}");
            let other = unless(&ann, &path, &format!("\"{etag}\"")).await;
            assert_eq!(other.status, StatusCode::OK, "{path}");
        }
    }
}
