//! A team with domains takes in only people with an address of them, by whatever way they come.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::app::PASSWORD;
use testkit::{Person, TestApp};

use crate::{imports, must, refused};

const REFUSED: &str = "api.team.join_user_to_team.allowed_domains.app_error";

/// Limits the team to addresses that nobody of the tests has but who is made with one.
async fn limit(app: &TestApp, domains: &str) {
    let path = format!("/teams/{}/patch", app.team.id);
    must(&app.admin.rest, Method::PUT, &path, json!({"allowed_domains": domains})).await;
}

fn refusal(id: &str) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, id.to_owned())
}

/// Whether somebody is in the team.
async fn is_member(app: &TestApp, person: &Person) -> bool {
    let path = format!("/teams/{}/members/{}", app.team.id, person.user.id);
    crate::ask(&app.admin.rest, Method::GET, &path, Value::Null).await.status == StatusCode::OK
}

testkit::both! {
    async fn who_has_another_address_is_not_taken_in(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.stranger("bob").await);
        limit(&app, "other.test, elsewhere.test").await;
        let (team, user) = (app.team.id, bob.user.id);
        let path = format!("/teams/{team}/members");
        let form = json!({"team_id": team, "user_id": user});
        for by in [&bob, &ann, &app.admin] {
            assert_eq!(refused(&by.rest, Method::POST, &path, form.clone()).await, refusal(REFUSED));
        }
        let batch = format!("{path}/batch");
        assert_eq!(refused(&ann.rest, Method::POST, &batch, json!([form])).await, refusal(REFUSED));
        let told = must(&ann.rest, Method::POST, &format!("{batch}?graceful=true"), json!([form])).await;
        assert_eq!((&told[0]["error"]["id"], &told[0]["member"]), (&json!(REFUSED), &Value::Null));
        let stored = app.app.store.team(team).await.expect("an answer").expect("a team");
        let link = format!("/teams/members/invite?invite_id={}", stored.invite_id);
        assert_eq!(refused(&bob.rest, Method::POST, &link, Value::Null).await, refusal(REFUSED));
        assert!(!is_member(&app, &bob).await);

        limit(&app, "other.test Example.Test").await;
        must(&bob.rest, Method::POST, &path, form).await;
        assert!(is_member(&app, &ann).await && is_member(&app, &bob).await, "who was there stays");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_of_another_domain_is_not_made_by_the_link_of_a_team() {
    let app = TestApp::with(|config| config.accounts.open_signup = false).await;
    limit(&app, "other.test").await;
    let stored = app.app.store.team(app.team.id).await.expect("an answer").expect("a team");
    let path = format!("/users?iid={}", stored.invite_id);
    let anyone = client::Rest::new(&app.base);
    let form = |email: &str| json!({"username": "bob", "email": email, "password": PASSWORD});
    let id = "api.team.invite_members.invalid_email.app_error";
    let answer = refused(&anyone, Method::POST, &path, form("bob@example.test")).await;
    assert_eq!(answer, (StatusCode::FORBIDDEN, id.to_owned()));
    let known = app.app.store.user_by_username("bob").await.expect("an answer");
    assert!(known.is_none(), "no account is left behind");
    must(&anyone, Method::POST, &path, form("bob@other.test")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_not_made_by_the_link_of_a_full_team() {
    let app = TestApp::with(|config| config.team.max_users = 1).await;
    let stored = app.app.store.team(app.team.id).await.expect("an answer").expect("a team");
    let form = json!({"username": "bob", "email": "bob@example.test", "password": PASSWORD});
    let path = format!("/users?iid={}", stored.invite_id);
    let answer = refused(&client::Rest::new(&app.base), Method::POST, &path, form).await;
    assert_eq!(answer, refusal("app.team.join_user_to_team.max_accounts.app_error"));
    assert!(app.app.store.user_by_username("bob").await.expect("an answer").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_are_in_teams_of_any_domain_and_guests_are_of_their_own() {
    let app = TestApp::with(|config| {
        config.guests.enable = true;
        config.guests.domains = "guests.test".to_owned();
        config.integrations.enable_bots = true;
    })
    .await;
    let (gil, pat) = (app.stranger("gil").await, app.stranger("pat").await);
    for guest in [&gil, &pat] {
        must(&app.admin.rest, Method::POST, &format!("/users/{}/demote", guest.user.id), Value::Null).await;
    }
    let email = json!({"email": "pat@guests.test"});
    must(&app.admin.rest, Method::PUT, &format!("/users/{}/patch", pat.user.id), email).await;
    limit(&app, "other.test").await;
    let bot = must(&app.admin.rest, Method::POST, "/bots", json!({"username": "robot"})).await;
    let path = format!("/teams/{}/members", app.team.id);
    let form = |user: &Value| json!({"team_id": app.team.id, "user_id": user});
    must(&app.admin.rest, Method::POST, &path, form(&bot["user_id"])).await;
    must(&app.admin.rest, Method::POST, &path, form(&json!(pat.user.id))).await;
    let answer = refused(&app.admin.rest, Method::POST, &path, form(&json!(gil.user.id))).await;
    assert_eq!(answer, refusal(REFUSED));
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_by_mail_go_to_the_domains_of_the_team() {
    let app = TestApp::start().await;
    let ann = app.member("ann").await;
    limit(&app, "other.test").await;
    let path = format!("/teams/{}/invite/email", app.team.id);
    let id = "api.team.invite_members.invalid_email.app_error";
    let answer = refused(&ann.rest, Method::POST, &path, json!(["x@other.test", "x@example.test"])).await;
    assert_eq!(answer, refusal(id));
    let each = json!(["x@other.test", "x@example.test"]);
    let told = must(&ann.rest, Method::POST, &format!("{path}?graceful=true"), each).await;
    let ids: Vec<&Value> = told.as_array().expect("a list").iter().map(|one| &one["error"]["id"]).collect();
    assert_eq!(ids, [&json!("app.email.no_mail_server.app_error"), &json!(id)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_is_of_the_domain_of_who_makes_it_and_of_the_server() {
    let app = TestApp::with(|config| config.accounts.domains = "example.test, branch.test".to_owned()).await;
    let ann = app.member("ann").await;
    let form = |domains: &str| {
        let name = "new-team";
        json!({"name": name, "display_name": name, "type": "O", "allowed_domains": domains})
    };
    let id = "api.team.is_team_creation_allowed.domain.app_error";
    assert_eq!(refused(&ann.rest, Method::POST, "/teams", form("branch.test")).await, refusal(id));
    let team = must(&ann.rest, Method::POST, "/teams", form("branch.test example.test")).await;
    let path = format!("/teams/{}/patch", team["id"].as_str().expect("an id"));
    let id = "api.team.update_restricted_domains.mismatch.app_error";
    let wrong = json!({"allowed_domains": "branch.test, foreign.test"});
    assert_eq!(refused(&ann.rest, Method::PUT, &path, wrong).await, refusal(id));
    must(&ann.rest, Method::PUT, &path, json!({"allowed_domains": "branch.test"})).await;
    must(&ann.rest, Method::PUT, &path, json!({"description": "of the branch"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_leaves_out_memberships_of_another_domain_and_says_so() {
    let app = TestApp::start().await;
    limit(&app, "other.test").await;
    let line = |name: &str, domain: &str| {
        let teams = json!([{"name": app.team.name, "channels": [{"name": "town-square"}]}]);
        let user = json!({"username": name, "email": format!("{name}@{domain}"), "teams": teams});
        json!({"type": "user", "user": user}).to_string()
    };
    let version = json!({"type": "version", "version": 1});
    let text = format!("{version}\n{}\n{}\n", line("ann", "other.test"), line("bob", "example.test"));
    let report = imports::import(&app.app, &imports::write(app.folder(), &text)).await;
    assert_eq!((report.users, report.warnings), (2, 1), "{report:?}");
    let path = format!("/users?in_team={}", app.team.id);
    let members = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
    let names: Vec<&Value> = members.as_array().expect("a list").iter().map(|user| &user["username"]).collect();
    assert_eq!(names, [&json!("ann"), &json!("root")]);
}
