//! Finding people: which parts of which names meet a term, and who finds whom.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::endpoints;

async fn ask(person: &Person, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let bytes = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), bytes, Some("application/json")).await;
    let answer = answer.expect("an answer");
    (answer.status, serde_json::from_slice(&answer.body).unwrap_or_default())
}

fn names(users: &Value) -> Vec<&str> {
    users.as_array().expect("a list").iter().map(|user| user["username"].as_str().unwrap_or_default()).collect()
}

/// The usernames that a search finds, of those whom the tests made.
async fn search(person: &Person, form: Value) -> Vec<String> {
    let (status, users) = ask(person, Method::POST, "/users/search", form.clone()).await;
    assert_eq!(status, StatusCode::OK, "{form}: {users}");
    names(&users).into_iter().map(str::to_owned).collect()
}

async fn patch(person: &Person, form: Value) {
    assert_eq!(ask(person, Method::PUT, "/users/me/patch", form).await.0, StatusCode::OK);
}

both! {
    async fn people_are_found_by_any_part_of_a_name(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann.oakley").await, app.member("bob").await);
        patch(&bob, json!({"nickname": "Żubr the 2nd", "first_name": "Robert", "last_name": "de la Mare"})).await;
        let find = async |term: &str| search(&ann, json!({"term": term})).await;
        for term in ["oak", "KLEY", ".oa", "@oak", "oak*", "*oak*", "*", "n.o k"] {
            assert!(find(term).await.contains(&"ann.oakley".to_owned()), "{term}");
        }
        for term in ["ŻUB", "ubr", "2nd", "ober", "mare", "the mar", "b", "ob", "ob@"] {
            assert!(find(term).await.contains(&"bob".to_owned()), "{term}");
        }
        assert_eq!(find(&bob.user.id.to_string()).await, ["bob"]);
        assert_eq!(find(&bob.user.id.to_string().to_uppercase()).await, ["bob"]);
        for term in ["%", "_", "\\", "\"", "'", "oakbob", "ob bo bx", &"x".repeat(5_000)] {
            assert_eq!(find(term).await, [""; 0], "{term}");
        }
    }

    async fn names_that_are_hidden_are_not_searched(db) {
        let hide = |config: &mut config::Config| {
            config.privacy.show_email = false;
            config.privacy.show_full_name = false;
        };
        let app = TestApp::on_with(db, hide).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        patch(&bob, json!({"nickname": "Captain", "first_name": "Robert", "last_name": "Mare"})).await;
        for term in ["ober", "mare", "ob@"] {
            assert_eq!(search(&ann, json!({"term": term})).await, [""; 0], "{term}");
            assert_eq!(search(&app.admin, json!({"term": term})).await, ["bob"], "{term}");
        }
        assert_eq!(search(&ann, json!({"term": "apta"})).await, ["bob"]);
        // Completions do not look at addresses, whoever asks.
        let (_, found) = ask(&app.admin, Method::GET, "/users/autocomplete?name=ob@", Value::Null).await;
        assert_eq!(found, json!({"users": []}));
    }

    async fn group_channels_are_found_by_names_that_are_shown(db) {
        let app = TestApp::on(db).await;
        let (ann, bob, cat) = (app.member("ann").await, app.member("bob").await, app.member("cat").await);
        patch(&bob, json!({"nickname": "Captain", "first_name": "Robert", "last_name": "Mare"})).await;
        let people = json!([ann.user.id, bob.user.id, cat.user.id]);
        assert_eq!(ask(&ann, Method::POST, "/channels/group", people).await.0, StatusCode::CREATED);
        for shown in [true, false] {
            let mut config = config::Config::clone(&app.app.config());
            config.privacy.show_full_name = shown;
            app.app.set_config(config);
            for (term, found) in [("ober", shown), ("mar", shown), ("apta", true), ("@ob", true), ("apt*", true)] {
                let (_, channels) = ask(&ann, Method::POST, "/channels/group/search", json!({"term": term})).await;
                assert_eq!(channels.as_array().map(Vec::len), Some(usize::from(found)), "{term} {shown}");
            }
        }
    }

    async fn completions_tell_members_of_a_channel_from_others_by_any_part_of_a_name(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann-marie").await, app.member("rosemarie").await);
        let deck = ann.channel(&app.team, "deck").await;
        let path = format!("/users/autocomplete?in_team={}&in_channel={}&name=marie", app.team.id, deck.id);
        let (_, found) = ask(&ann, Method::GET, &path, Value::Null).await;
        assert_eq!((names(&found["users"]), names(&found["out_of_channel"])), (vec!["ann-marie"], vec!["rosemarie"]));
        ann.let_in(&deck, &bob).await;
        let (_, found) = ask(&ann, Method::GET, &path, Value::Null).await;
        assert_eq!(names(&found["users"]), ["ann-marie", "rosemarie"]);
        let long = format!("/users/autocomplete?name={}", "x".repeat(900));
        assert_eq!(ask(&ann, Method::GET, &long, Value::Null).await, (StatusCode::OK, json!({"users": []})));
    }

    async fn a_short_completion_prefers_names_that_begin_with_the_term(db) {
        let app = TestApp::on(db).await;
        let (ann, _, _) = (app.member("ann").await, app.member("basam").await, app.member("sam").await);
        let find = async |limit: usize| {
            let path = format!("/users/autocomplete?in_team={}&name=sam&limit={limit}", app.team.id);
            let (_, found) = ask(&ann, Method::GET, &path, Value::Null).await;
            names(&found["users"]).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(find(1).await, ["sam"]);
        assert_eq!(find(2).await, ["basam", "sam"]);
    }

    async fn guests_find_whom_they_share_a_channel_with(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, gus) = (app.member("annabel").await, app.member("gus").await);
        app.member("arabel").await;
        let deck = ann.channel(&app.team, "deck").await;
        ann.let_in(&deck, &gus).await;
        let demote = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&gus.user.id.to_string()], "", &()).await;
        app.admin.must::<Value>("demote", demote);
        // What every member of a team joins.
        for name in ["town-square", "off-topic"] {
            let path = format!("/teams/{}/channels/name/{name}", app.team.id);
            let (_, channel) = ask(&gus, Method::GET, &path, Value::Null).await;
            let leave = format!("/channels/{}/members/me", channel["id"].as_str().expect("an id"));
            assert_eq!(ask(&gus, Method::DELETE, &leave, Value::Null).await.0, StatusCode::OK, "{name}");
        }
        assert_eq!(search(&gus, json!({"term": "abel"})).await, ["annabel"]);
        assert_eq!(search(&ann, json!({"term": "abel"})).await, ["annabel", "arabel"]);
    }

    async fn reports_find_people_by_any_part_of_a_name(db) {
        let app = TestApp::on(db).await;
        app.member("ann.oakley").await;
        for term in ["akle", "AKLE*", "@oak"] {
            let path = format!("/reports/users?search_term={term}");
            let (_, rows) = ask(&app.admin, Method::GET, &path, Value::Null).await;
            assert_eq!(names(&rows), ["ann.oakley"], "{term}");
            let (_, count) = ask(&app.admin, Method::GET, &path.replace("users?", "users/count?"), Value::Null).await;
            assert_eq!(count, json!(1), "{term}");
        }
    }

    async fn limits_of_a_search_are_read_as_clients_know_them(db) {
        let app = TestApp::on(db).await;
        let (ann, _) = (app.member("ann").await, app.member("annie").await);
        assert_eq!(search(&ann, json!({"term": "ann", "limit": 1})).await, ["ann"]);
        assert_eq!(search(&ann, json!({"term": "ann", "limit": 0})).await, ["ann", "annie"]);
        for (form, name) in [
            (json!({"term": "ann", "limit": -1}), "limit"),
            (json!({"term": "ann", "limit": 1_001}), "limit"),
            (json!({"term": ""}), "term"),
            (json!({}), "term"),
            (json!({"term": "ann", "not_in_channel_id": app.team.id}), "team_id"),
        ] {
            let (status, refusal) = ask(&ann, Method::POST, "/users/search", form.clone()).await;
            assert_eq!((status, refusal["id"].as_str()), (StatusCode::BAD_REQUEST, Some("api.context.invalid_body_param.app_error")), "{form}");
            assert!(refusal["message"].as_str().unwrap_or_default().contains(name), "{form}: {refusal}");
        }
        for (limit, found) in [("1", 1), ("0", 2), ("-3", 2), ("x", 2), ("", 2), ("1001", 2)] {
            let path = format!("/users/autocomplete?name=ann&limit={limit}");
            let (_, answer) = ask(&ann, Method::GET, &path, Value::Null).await;
            assert_eq!(names(&answer["users"]).len(), found, "{limit}");
        }
    }
}
