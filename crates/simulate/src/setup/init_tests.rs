//! `init` with the reference tool's settings, on a server that keeps what it is told.

use super::super::fake_server::{BOSS, FakeServer};
use super::*;

#[tokio::test]
async fn what_the_settings_ask_for_is_made_once() {
    let (server, net) = FakeServer::start().await;
    let instance = Instance {
        num_teams: 3,
        num_channels: 20,
        num_posts: 90,
        num_reactions: 33,
        num_admins: 3,
        percent_replies: 0.3,
        percent_urgent_posts: 1.0,
        ..Instance::default()
    };
    let made = init(&net, BOSS, "lt0", &instance, None, 5).await.expect("the server is filled");
    assert_eq!((made.users, made.channels.all(), made.posts, made.was_there), (50, 20, 90, false));
    let kept = server.kept.lock().clone();
    assert_eq!(kept.teams.len(), 3);
    assert!(kept.teams.values().all(|members| members.len() == 51), "everybody is in every team");
    assert_eq!(["O", "P", "D", "G"].map(|kind| kept.of_kind(kind)), [4, 2, 12, 2]);
    assert_eq!((kept.posts.len(), kept.reactions.len()), (90, 33));
    let replies = kept.posts.values().filter(|post| post.root.is_some()).count();
    assert!((10..45).contains(&replies), "three tenths, {replies}");
    let urgent = kept.posts.values().filter(|post| post.urgent).count();
    assert_eq!(urgent + replies, 90, "all that begin a thread are urgent");
    let administer = kept.users.iter().filter(|(_, (roles, _))| roles.contains("system_admin"));
    let administer: Vec<&str> = administer.map(|(name, _)| name.as_str()).collect();
    assert_eq!(administer, ["boss", "lt0-0", "lt0-1", "lt0-2"]);

    assert!(init(&net, BOSS, "lt0", &instance, None, 5).await.expect("it answers").was_there);
    assert_eq!(server.kept.lock().posts, kept.posts);
}

#[tokio::test]
async fn as_many_users_are_made_as_are_asked_for() {
    let (server, net) = FakeServer::start().await;
    let made = init(&net, BOSS, "mycluster-agent-0", &Instance::default(), Some(12), 5).await.expect("it is filled");
    assert_eq!(made.users, 12);
    let users = server.kept.lock().users.keys().filter(|name| name.starts_with("mycluster-agent-0-")).count();
    assert_eq!(users, 12);
    let refused = init(&net, BOSS, "lt1", &Instance::default(), Some(2), 5).await.expect_err("no group of two");
    assert!(refused.to_string().contains("too few"), "{refused}");
}

#[tokio::test]
async fn an_answer_without_an_id_is_refused() {
    let (server, net) = FakeServer::start().await;
    server.has("boss", BOSS.password, "system_admin");
    *server.blank.lock() = "users";
    let refused =
        init(&net, BOSS, "lt0", &Instance::default(), None, 5).await.expect_err("no user has an id").to_string();
    assert!(refused.contains("no id"), "{refused}");
}
