//! Groups, fields of profiles, schemes, and what administrators alone hear of.

use http::Method;
use serde_json::{Value, json};
use testkit::{TestApp, hears, verify_change};

use crate::{ann_and_bob, send};

fn id(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

hears! {
    [ReceivedGroup, GroupMemberAdd, GroupMemberDeleted]
    async fn groups_are_told_to_all_and_their_people_to_themselves(db) {
        let (_app, ann, bob, _channel) = ann_and_bob(db).await;
        let form = json!({"name": "crew", "display_name": "Crew", "source": "custom", "allow_reference": true,
            "user_ids": [bob.user.id]});
        let made = verify_change(&bob, &[], send(&ann.rest, Method::POST, "/groups", form)).await;
        let group = format!("/groups/{}", id(&made));
        let patch = json!({"display_name": "The crew"});
        verify_change(&bob, &[], send(&ann.rest, Method::PUT, &format!("{group}/patch"), patch)).await;
        let (members, one) = (format!("{group}/members"), json!({"user_ids": [bob.user.id]}));
        verify_change(&bob, &[], send(&ann.rest, Method::DELETE, &members, one.clone())).await;
        verify_change(&bob, &[], send(&ann.rest, Method::POST, &members, one)).await;
        verify_change(&bob, &[], send(&ann.rest, Method::DELETE, &group, Value::Null)).await;
        verify_change(&bob, &[], send(&ann.rest, Method::POST, &format!("{group}/restore"), Value::Null)).await;
    }

    [
        CustomProfileAttributesFieldCreated,
        CustomProfileAttributesFieldUpdated,
        CustomProfileAttributesFieldDeleted,
        CustomProfileAttributesValuesUpdated
    ]
    async fn fields_of_profiles_and_their_values_are_told(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let (admin, fields) = (&app.admin.rest, "/custom_profile_attributes/fields");
        let form = json!({"name": "Watch", "type": "text"});
        let watch = id(&verify_change(&bob, &[], send(admin, Method::POST, fields, form)).await);
        let rank = id(&send(admin, Method::POST, fields, json!({"name": "Rank", "type": "text"})).await);
        let values = "/custom_profile_attributes/values";
        let both = json!({&watch: "larboard", &rank: "mate"});
        verify_change(&bob, &[], send(&bob.rest, Method::PATCH, values, both)).await;
        verify_change(&bob, &[], send(&bob.rest, Method::PATCH, values, json!({&rank: ""}))).await;
        verify_change(&bob, &[], send(&bob.rest, Method::PATCH, values, json!({&rank: "bosun"}))).await;
        let named = json!({"name": "Shift"});
        verify_change(&bob, &[], send(admin, Method::PATCH, &format!("{fields}/{watch}"), named)).await;
        let other_type = json!({"type": "date"});
        verify_change(&bob, &[], send(admin, Method::PATCH, &format!("{fields}/{watch}"), other_type)).await;
        verify_change(&bob, &[], send(admin, Method::DELETE, &format!("{fields}/{rank}"), Value::Null)).await;
    }

    [PostDeleted]
    async fn a_thread_that_goes_with_an_account_is_told_to_those_it_called(db) {
        let app = TestApp::on_with(db, |config| config.accounts.enable_permanent_deletion = true).await;
        let (ann, bob, eve) = (app.member("ann").await, app.member("bob").await, app.member("eve").await);
        let channel = bob.channel(&app.team, "deck").await;
        for person in [&ann, &eve] {
            bob.let_in(&channel, person).await;
        }
        let root = ann.post(&channel, "Who has the keys?").await;
        eve.reply(&root, "@bob has.").await;
        let path = format!("/users/{}?permanent=true", ann.user.id);
        verify_change(&bob, &[channel.id], send(&app.admin.rest, Method::DELETE, &path, Value::Null)).await;
    }

    [UpdateTeamScheme, ChannelSchemeUpdated, RoleUpdated]
    async fn a_scheme_and_the_roles_of_it_are_told(db) {
        let (app, _ann, bob, channel) = ann_and_bob(db).await;
        let admin = &app.admin.rest;
        let form = json!({"display_name": "Quiet", "scope": "team"});
        let scheme = send(admin, Method::POST, "/schemes", form).await;
        let team = format!("/teams/{}/scheme", app.team.id);
        let set = json!({"scheme_id": scheme["id"]});
        verify_change(&bob, &[], send(admin, Method::PUT, &team, set)).await;
        let name = scheme["default_channel_user_role"].as_str().expect("a name");
        let role = send(admin, Method::GET, &format!("/roles/name/{name}"), Value::Null).await;
        let path = format!("/roles/{}/patch", id(&role));
        let patch = json!({"permissions": ["read_channel", "read_channel_content"]});
        verify_change(&bob, &[], send(admin, Method::PUT, &path, patch)).await;
        verify_change(&bob, &[], send(admin, Method::PUT, &team, json!({"scheme_id": ""}))).await;
        let form = json!({"display_name": "Hushed", "scope": "channel"});
        let scheme = send(admin, Method::POST, "/schemes", form).await;
        let path = format!("/channels/{}/scheme", channel.id);
        verify_change(&bob, &[], send(admin, Method::PUT, &path, json!({"scheme_id": scheme["id"]}))).await;
    }

    [FirstAdminVisitMarketplaceStatusReceived]
    async fn the_first_look_for_plugins_is_told_to_administrators(db) {
        let (app, _ann, _bob, _channel) = ann_and_bob(db).await;
        let path = "/plugins/marketplace/first_admin_visit";
        verify_change(&app.admin, &[], send(&app.admin.rest, Method::POST, path, Value::Null)).await;
    }
}
