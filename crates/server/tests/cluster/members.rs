//! Every node counts the members of a channel alike, at once, whoever changes what on which node.

use client::Answer;
use http::Method;
use serde_json::{Value, json};
use testkit::{TestApp, nodes};
use wire::channels::{Channel, ChannelStats};
use wire::endpoints;

use crate::bases;

/// Members and guests, as each node tells them; both ways of asking say the same.
async fn counted(app: &TestApp, channel: &Channel) -> Vec<(i64, i64)> {
    let id = channel.id.to_string();
    let mut counted = Vec::new();
    for base in bases(app) {
        let admin = app.admin.at(base);
        let stats = admin.rest.send(endpoints::GET_CHANNEL_STATS, &[&id], "", &()).await;
        let stats: ChannelStats = admin.must("stats", stats);
        let counts = admin.rest.send(endpoints::GET_CHANNELS_MEMBER_COUNT, &[], "", &json!([id])).await;
        let counts: Value = admin.must("counts", counts);
        assert_eq!(counts, json!({ id.as_str(): stats.member_count }), "{base}");
        counted.push((stats.member_count, stats.guest_count));
    }
    counted
}

nodes! {3:
    async fn each_node_counts_members_as_the_others_do(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, bob, eve) = (app.member("ann").await, app.member("bob").await, app.member("eve").await);
        let channel = ann.channel(&app.team, "deck").await;
        let (channel_id, team_id) = (channel.id.to_string(), app.team.id.to_string());
        let [bob_id, eve_id] = [&bob, &eve].map(|person| person.user.id.to_string());
        let [_, second, third] = bases(&app)[..] else { panic!("three nodes") };
        let done = |what: &str, answer: client::Result<Answer>| app.admin.must::<Value>(what, answer);
        assert_eq!(counted(&app, &channel).await, [(1, 0); 3], "who made it");

        ann.at(second).let_in(&channel, &bob).await;
        assert_eq!(counted(&app, &channel).await, [(2, 0); 3], "Bob joins");
        ann.at(third).let_in(&channel, &eve).await;
        assert_eq!(counted(&app, &channel).await, [(3, 0); 3], "Eve joins");

        let (at_second, at_third) = (app.admin.at(second).rest, app.admin.at(third).rest);
        done("demote", at_second.send(endpoints::DEMOTE_USER_TO_GUEST, &[&eve_id], "", &()).await);
        assert_eq!(counted(&app, &channel).await, [(3, 1); 3], "Eve is a guest");
        done("promote", at_third.send(endpoints::PROMOTE_GUEST_TO_USER, &[&eve_id], "", &()).await);
        assert_eq!(counted(&app, &channel).await, [(3, 0); 3], "and a member again");

        let active = |active: bool| json!({ "active": active });
        done("deactivate", at_second.send(endpoints::UPDATE_USER_ACTIVE, &[&eve_id], "", &active(false)).await);
        assert_eq!(counted(&app, &channel).await, [(2, 0); 3], "Eve is not there any more");
        done("activate", at_third.send(endpoints::UPDATE_USER_ACTIVE, &[&eve_id], "", &active(true)).await);
        assert_eq!(counted(&app, &channel).await, [(3, 0); 3], "and is back");

        let path = format!("/api/v4/channels/{channel_id}/members/{bob_id}");
        done("leave", at_second.request(&Method::DELETE, &path, bytes::Bytes::new(), None).await);
        assert_eq!(counted(&app, &channel).await, [(2, 0); 3], "Bob left");
        let path = format!("/api/v4/teams/{team_id}/members/{eve_id}");
        done("leave the team", at_third.request(&Method::DELETE, &path, bytes::Bytes::new(), None).await);
        assert_eq!(counted(&app, &channel).await, [(1, 0); 3], "Eve left with the team");
    }
}
