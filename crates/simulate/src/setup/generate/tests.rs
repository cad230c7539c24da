//! A world is made on a server that keeps it, at once and with breaks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::fake_server::{BOSS, FakeServer, Kept};
use super::super::plan::{Place, Thread};
use super::super::size::{Kinds, Shares};
use super::*;

const SHARES: Shares = Shares { replies: 0.5, in_long_threads: 0.05, urgent: 0.05 };

/// Two teams of thirty people.
fn size() -> Size {
    let size = Size::published(60, 2, 100, 400, SHARES);
    Size { people_per_team: Some(30), seed: 3, ..size }.through_api()
}

/// A state file that no other test has; removed with its folder.
fn state_file() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("state.json");
    (folder, file)
}

async fn filled(server: &FakeServer, net: &Net, size: &Size, file: &Path) -> Kept {
    generate(net, BOSS, size, file, &|_| {}).await.expect("the world is made");
    server.kept.lock().clone()
}

/// All threads of a plan.
fn threads(plan: &Plan<'_>) -> Vec<Thread> {
    let mut threads = Vec::new();
    let (mut number, mut done) = (0, 0);
    while done < plan.posts {
        threads.push(plan.thread(number, done, plan.posts - done));
        done += threads.last().map_or(0, Thread::posts);
        number += 1;
    }
    (number, done) = (0, 0);
    while done < plan.direct_posts {
        threads.push(plan.direct_thread(number, plan.posts + done, plan.direct_posts - done));
        done += threads.last().map_or(0, Thread::posts);
        number += 1;
    }
    threads
}

#[tokio::test]
async fn the_server_holds_of_each_kind_what_the_plan_says() {
    let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    let size = size();
    let kept = filled(&server, &net, &size, &file).await;
    let plan = Plan::new(&size).expect("the numbers hold together");
    let threads = threads(&plan);

    assert_eq!((kept.users.len(), kept.teams.len()), (61, 2));
    let kinds = Kinds {
        // Beside those asked for, one that everybody of a team is in comes with it.
        public: kept.of_kind("O"),
        private: kept.of_kind("P"),
        direct: kept.of_kind("D"),
        groups: kept.of_kind("G"),
    };
    assert_eq!(kinds, Kinds { public: 20, private: 10, direct: 60, groups: 10 });
    for number in 0..size.channels.of_team() {
        let name = format!("{}/{}", plan.team_name(plan.team_of(number)), plan.channel_name(number));
        let mut members: Vec<String> = plan.members(number).all().map(|user| plan.user_name(user)).collect();
        members.sort();
        assert_eq!(kept.channels[&name].members.iter().cloned().collect::<Vec<_>>(), members, "{name}");
    }

    let replies = threads.iter().map(|thread| thread.replies.len()).sum::<usize>();
    let urgent = threads.iter().filter(|thread| thread.urgent).count();
    let reactions = threads.iter().map(|thread| thread.reactions.len()).sum::<usize>();
    assert_eq!((kept.posts.len(), threads.len() + replies), (400, 400));
    assert_eq!(kept.posts.values().filter(|post| post.root.is_some()).count(), replies);
    assert_eq!(kept.posts.values().filter(|post| post.urgent).count(), urgent);
    assert_eq!((kept.reactions.len(), reactions), (80, 80));
    assert!((150..250).contains(&replies) && urgent > 0, "half are replies, {replies}, and some urgent, {urgent}");

    let said = |is_it: fn(&str) -> bool| kept.posts.values().filter(|post| is_it(&post.channel)).count() as u64;
    let planned = |is_it: fn(&Place) -> bool| {
        threads.iter().filter(|thread| is_it(&thread.place)).map(Thread::posts).sum::<u64>()
    };
    assert_eq!((said(|name| !name.contains('/')), planned(|place| matches!(place, Place::Direct(_)))), (120, 120));
    let common = planned(|place| matches!(place, Place::Common(_)));
    assert_eq!(said(|name| name.ends_with("/town-square")), common);
    assert!(common > 0, "some is said where everybody is");
}

#[tokio::test]
async fn many_write_and_their_sessions_are_few() {
    let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    let kept = filled(&server, &net, &Size { posts: 2_000, ..size() }, &file).await;
    let mut authors: BTreeMap<&str, u64> = BTreeMap::new();
    kept.posts.values().for_each(|post| *authors.entry(&post.author).or_default() += 1);
    assert!((35..=40).contains(&authors.len()), "twenty of each team write, {}", authors.len());
    assert!(!authors.contains_key("boss"));
    assert!(kept.sign_ins <= 40, "{}", kept.sign_ins);
}

#[tokio::test]
async fn a_world_that_was_broken_off_is_in_the_end_the_one_made_at_once() {
    let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    let size = size();
    let whole = filled(&server, &net, &size, &file).await;

    let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    let mut breaks = 0;
    // Among the users, the members, the channels, in the middle of the posts, and so on.
    for requests in [40, 90, 60, 100, 250, 330, 500] {
        server.gone_after(Some(requests));
        breaks += u64::from(generate(&net, BOSS, &size, &file, &|_| {}).await.is_err());
    }
    server.gone_after(None);
    let kept = filled(&server, &net, &size, &file).await;
    assert!(breaks >= 6, "{breaks}");
    assert_eq!((&kept.users, &kept.teams, &kept.channels), (&whole.users, &whole.teams, &whole.channels));
    assert_eq!(kept.said(), whole.said());
}

#[tokio::test]
async fn the_administrator_stays_in_the_first_team_of_the_even_world_alone() {
    let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    let kept = filled(&server, &net, &size(), &file).await;
    let teams: Vec<&String> =
        kept.teams.iter().filter(|(_, members)| members.contains("boss")).map(|(name, _)| name).collect();
    assert_eq!(teams, ["lt0-team-1"]);
}

#[tokio::test]
async fn an_answer_without_an_id_is_refused_by_what_was_asked() {
    for path in ["users/login", "users", "teams", "channels", "channels/direct", "posts"] {
        let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
        server.has("boss", BOSS.password, "system_admin");
        *server.blank.lock() = path;
        let refused = generate(&net, BOSS, &size(), &file, &|_| {}).await.expect_err("nothing has an id").to_string();
        assert!(refused.contains(&format!("/{path}:")) && refused.contains("no id"), "{refused}");
    }
}

#[tokio::test]
async fn who_does_not_administer_the_server_does_not_fill_it() {
    let ((server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    server.has("boss", BOSS.password, "system_user");
    let refused = generate(&net, BOSS, &size(), &file, &|_| {}).await.expect_err("it may not").to_string();
    assert!(refused.contains("does not administer"), "{refused}");
    assert_eq!(server.kept.lock().users.len(), 1);
}

#[test]
fn a_state_of_another_world_is_refused() {
    let (_folder, path) = state_file();
    let threads = Written { threads: 5, posts: 7 };
    let state = State { size: Some(size()), threads, ..State::default() };
    std::fs::write(&path, serde_json::to_vec(&state).expect("a state is JSON")).expect("the folder can be written");
    let known = open(&path, &size()).expect("it is the same world");
    assert!(known.is_resumed && known.threads == threads);
    assert!(open(&path, &Size { users: 11, ..size() }).is_err());
}

#[tokio::test]
async fn progress_of_each_phase_ends_at_its_end() {
    let ((_server, net), (_folder, file)) = (FakeServer::start().await, state_file());
    let told: Arc<parking_lot::Mutex<BTreeMap<&str, Progress>>> = Arc::default();
    let tell = |progress: Progress| {
        told.lock().insert(progress.phase, progress);
    };
    generate(&net, BOSS, &size(), &file, &tell).await.expect("the world is made");
    let told = told.lock();
    assert!(told.len() > 6 && told.values().all(|last| last.done == last.of), "{told:?}");
}
