//! Settings of people and channels do what they say.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::{Person, TestApp, both};
use wire::channels::Channel;
use wire::endpoints;

async fn status(person: &Person, method: Method, path: &str, body: Value) -> StatusCode {
    let body = if body.is_null() { bytes::Bytes::new() } else { body.to_string().into() };
    let answer = person.rest.request(&method, &format!("/api/v4{path}"), body, Some("application/json")).await;
    answer.expect("an answer").status
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_without_a_way_to_sign_in_are_not_invited() {
    let app = TestApp::with(|config| config.guests.enable = true).await;
    let (ann, gus) = (app.member("ann").await, app.member("gus").await);
    let channel = ann.channel(&app.team, "deck").await;
    let demote = app.admin.rest.send(endpoints::DEMOTE_USER_TO_GUEST, &[&gus.user.id.to_string()], "", &()).await;
    app.admin.must::<Value>("demote", demote);
    let path = format!("/teams/{}/invite-guests/email", app.team.id);
    let form = json!({"emails": ["g@example.test"], "channels": [channel.id]});
    assert_eq!(status(&app.admin, Method::POST, &path, form.clone()).await, StatusCode::OK);
    assert!(gus.sign_in_at(&app.base).await.is_ok());

    let mut config = config::Config::clone(&app.app.config());
    config.guests.allow_email_accounts = false;
    app.app.set_config(config);
    assert_eq!(status(&app.admin, Method::POST, &path, form).await, StatusCode::FORBIDDEN);
    assert!(gus.sign_in_at(&app.base).await.is_err(), "a guest");
    assert!(ann.sign_in_at(&app.base).await.is_ok(), "no guest");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_shares_no_team_is_written_to_in_no_group_either() {
    let scope = config::DirectMessageScope::Team;
    let app = TestApp::with(|config| config.team.direct_messages = scope).await;
    let (ann, ben, cal) = (app.member("ann").await, app.member("ben").await, app.member("cal").await);
    let far = app.stranger("far").await;
    let group = |people: &[&Person]| people.iter().map(|person| person.user.id.to_string()).collect::<Vec<_>>();
    let ask = async |people: &[&Person]| status(&ann, Method::POST, "/channels/group", json!(group(people))).await;
    assert_eq!(ask(&[&ben, &far]).await, StatusCode::FORBIDDEN);
    assert_eq!(
        status(&ann, Method::POST, "/channels/direct", json!(group(&[&ann, &far]))).await,
        StatusCode::FORBIDDEN
    );
    assert_eq!(ask(&[&ben, &cal]).await, StatusCode::CREATED);
}

both! {
    async fn archived_channels_are_hidden_where_nobody_is_to_see_them(db) {
        let app = TestApp::on_with(db, |config| config.team.view_archived_channels = false).await;
        let ann = app.member("ann").await;
        let (deck, live) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "deckhand").await);
        let post = ann.post(&deck, "gone with it").await;
        ann.reply(&post, "and this as well").await;
        let id = deck.id.to_string();
        app.admin.must::<Value>("archive", app.admin.rest.ask(endpoints::DELETE_CHANNEL, &[&id], "").await);

        let team = app.team.id;
        for path in [
            format!("/channels/{id}"),
            format!("/channels/{id}/posts"),
            format!("/posts/{}", post.id),
            format!("/posts/{}/thread", post.id),
            format!("/channels/{id}/stats"),
        ] {
            assert_eq!(status(&ann, Method::GET, &path, Value::Null).await, StatusCode::FORBIDDEN, "{path}");
            assert_eq!(status(&app.admin, Method::GET, &path, Value::Null).await, StatusCode::OK, "{path}");
        }
        let lists = [
            format!("/teams/{team}/channels/deleted"),
            format!("/users/me/teams/{team}/channels?include_deleted=true"),
            "/users/me/channels?include_deleted=true".to_owned(),
            format!("/teams/{team}/channels/autocomplete?name=deck"),
        ];
        for path in &lists {
            let answer = ann.rest.request(&Method::GET, &format!("/api/v4{path}"), Default::default(), None).await;
            let listed: Vec<Channel> = ann.must(path, answer);
            assert!(listed.iter().all(|channel| channel.id != deck.id), "{path}");
        }
        let found = ann.rest.request(&Method::GET, &format!("/api/v4{}", lists[3]), Default::default(), None).await;
        assert!(ann.must::<Vec<Channel>>("names", found).iter().any(|one| one.id == live.id));
        let path = format!("/api/v4/users/me/teams/{team}/threads");
        let found = ann.rest.request(&Method::GET, &path, Default::default(), None).await;
        assert_eq!(ann.must::<Value>("threads", found)["threads"], json!([]));
        let term = json!({"terms": "gone", "include_deleted_channels": true});
        let path = format!("/api/v4/teams/{team}/posts/search");
        let found = ann.rest.request(&Method::POST, &path, term.to_string().into(), None).await;
        assert_eq!(ann.must::<Value>("search", found)["order"], json!([]));
    }
}
