//! What a person is (member, guest, bot, administrator) is not undone by a list of roles or by one's own token.

use http::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::TestApp;

use crate::{must, refused};

fn refusal(id: &str) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, id.to_owned())
}

const BODY: &str = "api.context.invalid_body_param.app_error";

testkit::both! {
    async fn a_member_is_not_stripped_of_all_rights(db) {
        let app = TestApp::on(db).await;
        let (ann, bob) = (app.member("ann").await, app.member("bob").await);
        let channel = ann.channel(&app.team, "deck").await;
        ann.let_in(&channel, &bob).await;
        for (place, noun) in [(format!("/teams/{}", app.team.id), "team"), (format!("/channels/{}", channel.id), "channel")] {
            let member = format!("{place}/members/{}", bob.user.id);
            let before = must(&bob.rest, Method::GET, &member, Value::Null).await;
            let id = format!("api.{noun}.update_{noun}_member_roles.unset_user_scheme.app_error");
            for form in [json!({}), json!({"scheme_admin": true}), json!({"scheme_user": false, "scheme_admin": false})] {
                let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/schemeRoles"), form.clone()).await;
                assert_eq!(answer, refusal(&id), "{form}");
            }
            for roles in [String::new(), format!("{noun}_admin")] {
                let form = json!({"roles": roles});
                let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/roles"), form.clone()).await;
                assert_eq!(answer, refusal(&id), "{form}");
            }
            let both = json!({"scheme_user": true, "scheme_guest": true});
            let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/schemeRoles"), both).await;
            assert_eq!(answer, refusal(&format!("api.{noun}.update_{noun}_member_roles.user_and_guest.app_error")));
            assert_eq!(must(&bob.rest, Method::GET, &member, Value::Null).await, before, "nothing changed");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_roles_makes_no_guest_and_leaves_nobody_without_rights() {
    let app = TestApp::with(|config| config.guests.enable = true).await;
    let (ann, gil) = (app.member("ann").await, app.member("gil").await);
    must(&app.admin.rest, Method::POST, &format!("/users/{}/demote", gil.user.id), Value::Null).await;
    let guest = "api.user.update_user_roles.changing_guest_role.app_error";
    for (person, roles, id) in [
        (&ann, "", BODY),
        (&ann, "system_admin", BODY),
        (&ann, "system_post_all", BODY),
        (&ann, "system_user system_guest", BODY),
        (&ann, "system_user team_admin", BODY),
        (&ann, "system_user channel_user", BODY),
        (&ann, "system_guest", guest),
        (&gil, "system_user", guest),
        (&gil, "system_user system_admin", guest),
        (&gil, "system_guest system_admin", BODY),
        (&gil, "system_guest system_manager", BODY),
    ] {
        let path = format!("/users/{}/roles", person.user.id);
        let answer = refused(&app.admin.rest, Method::PUT, &path, json!({"roles": roles})).await;
        assert_eq!(answer, refusal(id), "{} {roles:?}", person.user.username);
    }
    let roles = |person: &testkit::Person| {
        let (rest, path) = (app.admin.rest.clone(), format!("/users/{}", person.user.id));
        async move { must(&rest, Method::GET, &path, Value::Null).await["roles"].clone() }
    };
    assert_eq!((roles(&ann).await, roles(&gil).await), (json!("system_user"), json!("system_guest")));
    let member = format!("/teams/{}/members/{}", app.team.id, gil.user.id);
    let form = json!({"roles": "team_guest team_admin"});
    let answer = refused(&app.admin.rest, Method::PUT, &format!("{member}/roles"), form).await;
    assert_eq!(answer, refusal("api.team.update_team_member_roles.user_and_guest.app_error"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_becomes_a_guest_administers_nothing() {
    let app = TestApp::with(|config| config.guests.enable = true).await;
    let ann = app.member("ann").await;
    let path = format!("/users/{}", ann.user.id);
    let form = json!({"roles": "system_user system_manager system_post_all"});
    must(&app.admin.rest, Method::PUT, &format!("{path}/roles"), form).await;
    must(&app.admin.rest, Method::POST, &format!("{path}/demote"), Value::Null).await;
    let user = must(&app.admin.rest, Method::GET, &path, Value::Null).await;
    assert_eq!(user["roles"], "system_guest system_post_all");
}
