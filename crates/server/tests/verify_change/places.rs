//! Teams, channels and who is in them.

use http::Method;
use serde_json::{Value, json};
use testkit::{hears, verify_change};

use crate::{ann_and_bob, send};

hears! {
    [UserAdded, UserRemoved, DirectAdded]
    async fn coming_and_going_are_told(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let other = ann.channel(&app.team, "engine").await;
        verify_change(&bob, &[channel.id], ann.let_in(&other, &bob)).await;
        let path = format!("/channels/{}/members/{}", other.id, bob.user.id);
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
        let direct = json!([ann.user.id, bob.user.id]);
        verify_change(&bob, &[], send(&ann.rest, Method::POST, "/channels/direct", direct)).await;
    }

    [ChannelUpdated, ChannelMemberUpdated, ChannelDeleted]
    async fn a_changed_channel_is_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let path = format!("/channels/{}", channel.id);
        let patch = json!({"header": "all hands", "display_name": "Upper deck"});
        verify_change(&bob, &[], send(&ann.rest, Method::PUT, &format!("{path}/patch"), patch)).await;
        let mute = json!({"channel_id": channel.id, "user_id": bob.user.id, "mark_unread": "mention"});
        let own = format!("{path}/members/{}/notify_props", bob.user.id);
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, &own, mute)).await;
        verify_change(&bob, &[], send(&ann.rest, Method::DELETE, &path, Value::Null)).await;
    }

    [ChannelCreated]
    async fn a_new_channel_is_told_to_who_made_it(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        verify_change(&bob, &[], bob.channel(&app.team, "engine")).await;
    }

    [ChannelRestored, ChannelConverted]
    async fn a_restored_and_a_converted_channel_are_told(db) {
        let (app, ann, bob, channel) = ann_and_bob(db).await;
        let path = format!("/channels/{}", channel.id);
        send(&ann.rest, Method::DELETE, &path, Value::Null).await;
        let restore = format!("{path}/restore");
        verify_change(&bob, &[], send(&app.admin.rest, Method::POST, &restore, Value::Null)).await;
        let privacy = format!("{path}/privacy");
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &privacy, json!({"privacy": "P"}))).await;
    }

    [GroupAdded]
    async fn a_new_group_is_told_to_its_members(db) {
        let (app, ann, bob, _channel) = ann_and_bob(db).await;
        let cid = app.member("cid").await;
        let group = json!([ann.user.id, bob.user.id, cid.user.id]);
        verify_change(&bob, &[], send(&ann.rest, Method::POST, "/channels/group", group)).await;
    }

    [ChannelBookmarkCreated, ChannelBookmarkUpdated, ChannelBookmarkSorted, ChannelBookmarkDeleted]
    async fn bookmarks_are_told(db) {
        let (_app, ann, bob, channel) = ann_and_bob(db).await;
        let path = format!("/channels/{}/bookmarks", channel.id);
        let form = json!({"display_name": "map", "link_url": "https://example.test/map", "type": "link"});
        send(&ann.rest, Method::POST, &path, form.clone()).await;
        let made = verify_change(&bob, &[channel.id], send(&ann.rest, Method::POST, &path, form)).await;
        let one = format!("{path}/{}", made["id"].as_str().expect("an id"));
        let patch = json!({"display_name": "chart"});
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::PATCH, &one, patch)).await;
        let sort = format!("{one}/sort_order");
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::POST, &sort, json!(0))).await;
        verify_change(&bob, &[channel.id], send(&ann.rest, Method::DELETE, &one, Value::Null)).await;
    }

    [UpdateTeam, AddedToTeam, LeaveTeam, UserUpdated]
    async fn teams_and_people_are_told(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let path = format!("/teams/{}/patch", app.team.id);
        let patch = json!({"display_name": "Other name"});
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &path, patch)).await;
        let nickname = json!({"nickname": "bobby"});
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, "/users/me/patch", nickname)).await;
        let second = json!({"name": "second-team", "display_name": "Second", "type": "O"});
        let team = send(&app.admin.rest, Method::POST, "/teams", second).await;
        let form = json!({"team_id": team["id"], "user_id": bob.user.id});
        let members = format!("/teams/{}/members", team["id"].as_str().expect("an id"));
        verify_change(&bob, &[], send(&app.admin.rest, Method::POST, &members, form)).await;
        let path = format!("{members}/{}", bob.user.id);
        verify_change(&bob, &[], send(&app.admin.rest, Method::DELETE, &path, Value::Null)).await;
        assert_eq!(bob.rest.ask(wire::endpoints::GET_USER, &["me"], "").await.expect("an answer").status, 200);
    }

    [DeleteTeam, RestoreTeam, MemberroleUpdated]
    async fn an_archived_team_and_a_role_in_it_are_told(db) {
        let (app, _ann, bob, _channel) = ann_and_bob(db).await;
        let path = format!("/teams/{}", app.team.id);
        let roles = format!("{path}/members/{}/schemeRoles", bob.user.id);
        let form = json!({"scheme_user": true, "scheme_admin": true});
        verify_change(&bob, &[], send(&app.admin.rest, Method::PUT, &roles, form)).await;
        verify_change(&bob, &[], send(&app.admin.rest, Method::DELETE, &path, Value::Null)).await;
        let restore = format!("{path}/restore");
        verify_change(&bob, &[], send(&app.admin.rest, Method::POST, &restore, Value::Null)).await;
    }

    [SidebarCategoryCreated, SidebarCategoryUpdated, SidebarCategoryOrderUpdated, SidebarCategoryDeleted]
    async fn the_sidebar_is_told_to_ones_other_clients(db) {
        let (app, _ann, bob, channel) = ann_and_bob(db).await;
        let path = format!("/users/me/teams/{}/channels/categories", app.team.id);
        let mut form = json!({"user_id": bob.user.id, "team_id": app.team.id, "display_name": "ship", "type": "custom"});
        let made = verify_change(&bob, &[], send(&bob.rest, Method::POST, &path, form.clone())).await;
        let one = format!("{path}/{}", made["id"].as_str().expect("an id"));
        form["id"] = made["id"].clone();
        form["channel_ids"] = json!([channel.id]);
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, &one, form)).await;
        let order = format!("{path}/order");
        let mut ids: Vec<Value> = send(&bob.rest, Method::GET, &order, Value::Null).await.as_array().expect("ids").clone();
        ids.rotate_left(1);
        verify_change(&bob, &[], send(&bob.rest, Method::PUT, &order, Value::Array(ids))).await;
        verify_change(&bob, &[], send(&bob.rest, Method::DELETE, &one, Value::Null)).await;
    }
}
