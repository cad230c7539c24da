//! Accounts, what people set for themselves, and the server.

use http::Method;
use serde_json::{Value, json};
use testkit::{hears, verify_change};

use crate::{ann_and_bob, send};

hears! {
    [PreferencesChanged, PreferencesDeleted, DraftCreated, DraftDeleted, StatusChange]
    async fn preferences_drafts_and_status_are_told_to_ones_other_clients(db) {
        let (_app, _ann, bob, channel) = ann_and_bob(db).await;
        let preference = json!([{"user_id": bob.user.id, "category": "display_settings", "name": "name_format",
            "value": "full_name"}]);
        let path = "/users/me/preferences";
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, path, preference.clone())).await;
        verify_change(&bob, &[], send(&bob.rest, Method::POST, &format!("{path}/delete"), preference)).await;
        let draft = json!({"user_id": bob.user.id, "channel_id": channel.id, "message": "half a thou"});
        verify_change(&bob, &[], send(&bob.rest, Method::POST, "/drafts", draft)).await;
        let path = format!("/users/me/channels/{}/drafts", channel.id);
        verify_change(&bob, &[], send(&bob.rest, Method::DELETE, &path, Value::Null)).await;
        let away = json!({"user_id": bob.user.id, "status": "dnd"});
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, "/users/me/status", away)).await;
    }

    [PreferenceChanged]
    async fn a_preference_set_by_a_command_is_told(db) {
        let (_app, _ann, bob, channel) = ann_and_bob(db).await;
        let form = json!({"command": "/collapse", "channel_id": channel.id});
        verify_change(&bob, &[], send(&bob.rest, Method::POST, "/commands/execute", form)).await;
    }

    [NewUser, UserRoleUpdated, UserActivationStatusChange]
    async fn accounts_are_told(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        verify_change(&bob, &[], app.stranger("cid")).await;
        let roles = format!("/users/{}/roles", bob.user.id);
        let form = json!({"roles": "system_user system_post_all"});
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &roles, form)).await;
        let active = format!("/users/{}/active", ann.user.id);
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &active, json!({"active": false}))).await;
    }

    [RoleUpdated, ConfigChanged]
    async fn roles_and_configuration_are_told(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let role = send(&app.admin.rest, Method::GET, "/roles/name/channel_user", Value::Null).await;
        let path = format!("/roles/{}/patch", role["id"].as_str().expect("an id"));
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &path, json!({"permissions": ["read_channel", "read_channel_content"]}))).await;
        let patch = json!({"TeamSettings": {"SiteName": "Ship"}});
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, "/config/patch", patch)).await;
    }

    [EmojiAdded]
    async fn a_new_emoji_is_told(db) {
        let (_app, ann, bob, _channel) = ann_and_bob(db).await;
        verify_change(&bob, &[], crate::new_emoji(&ann, "figurehead")).await;
    }
}
