//! What a change promises: all or nothing, in order, and durable once accepted.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base::ids::{TeamId, UserId};
use muster_store::{Error, Options, Returned, Statement, Store, Write, channels, params, systems, teams, users};

use wire::teams::Team;
use wire::users::User;

use crate::both;
use crate::support::{new_channel, new_team, new_user, sqlite};

both! {
    async fn a_failed_change_leaves_nothing(db) {
        db.user("ann").await;
        let bob: UserId = db.id();
        let writes = vec![
            systems::save("half", "done"),
            users::insert(&new_user(bob, "bob")),
            users::insert(&User { email: "other@example.test".into(), ..new_user(db.id(), "ann") }),
        ];
        let error = db.store.commit(writes, None).await.expect_err("the name is taken");
        assert!(error.is_conflict_on("users.username"), "{error}");
        assert_eq!(db.store.user(bob).await.expect("a read"), None);
        assert_eq!(db.store.system("half").await.expect("a read"), None);
    }

    async fn a_failed_change_does_not_hurt_others_of_its_group(db) {
        db.user("taken").await;
        let changes = (0..60).map(|at| {
            let name = if at % 5 == 0 { "taken".to_owned() } else { format!("user{at}") };
            let writes = vec![systems::save(&format!("change{at}"), "done"), users::insert(&new_user(db.id(), &name))];
            db.store.commit(writes, None)
        });
        let outcomes = futures_util::future::join_all(changes).await;
        let failed: Vec<usize> = (0..60).filter(|&at| outcomes[at].is_err()).collect();
        assert_eq!(failed, (0..60).step_by(5).collect::<Vec<_>>());
        assert_eq!(db.store.systems().await.expect("a read").len(), 48);
    }

    async fn a_write_that_must_change_a_row_fails_the_change(db) {
        let writes = vec![systems::save("before", "1"), teams::set_deleted(db.id(), 5, 5)];
        let error = db.store.commit(writes, None).await.expect_err("no such team");
        assert!(matches!(error, Error::Unmet { statement: "TeamStore.SetDeleteAt" }), "{error}");
        assert_eq!(db.store.system("before").await.expect("a read"), None);
    }

    async fn what_follows_a_change_may_start_tasks_and_may_panic(db) {
        let (heard, hears) = tokio::sync::oneshot::channel();
        #[expect(clippy::disallowed_methods, reason = "an effect that starts a task is what is tested")]
        let then = move |_: &muster_store::Outcome| drop(tokio::spawn(async move { heard.send(()) }));
        db.store.commit(vec![systems::save("task", "1")], Some(Box::new(then))).await.expect("durable");
        hears.await.expect("the task ran");
        let then = |_: &muster_store::Outcome| panic!("on purpose");
        db.store.commit(vec![systems::save("panic", "1")], Some(Box::new(then))).await.expect("durable all the same");
        db.store.commit(vec![systems::save("after", "1")], None).await.expect("the writer lives");
    }

    async fn what_follows_a_change_runs_in_commit_order(db) {
        static COUNT: Statement = Statement::new(
            "Test.Count",
            "UPDATE channels SET total_msg_count = total_msg_count + 1 WHERE id = $1 RETURNING total_msg_count",
        );
        let channel = db.channel(db.id(), "deck").await;
        let seen: Arc<Mutex<Vec<i64>>> = Arc::default();
        let changes = (0..200).map(|_| {
            let seen = seen.clone();
            let then = move |outcome: &muster_store::Outcome| {
                let counts: Vec<i64> = outcome.rows(0).expect("a number");
                seen.lock().expect("no panic").extend(counts);
            };
            db.store.commit(vec![Write::must(&COUNT, params![channel.id])], Some(Box::new(then)))
        });
        for outcome in futures_util::future::join_all(changes).await {
            outcome.expect("the channel is there");
        }
        assert_eq!(*seen.lock().expect("no panic"), (1..=200).collect::<Vec<_>>());
    }

    async fn what_does_not_wait_for_the_disk_is_there_all_the_same(db) {
        db.store.defer_syncs();
        for at in 0..20 {
            db.store.write(systems::save(&format!("deferred{at}"), "1")).await.expect("a commit");
        }
        for _ in 0..2 {
            db.store.sync().await.expect("durable");
        }
        db.store.write(systems::save("after", "1")).await.expect("a commit");
        let store = db.node().await;
        assert_eq!(store.systems().await.expect("a read").len(), 21);
    }

    async fn a_filling_that_was_broken_off_is_ended_by_whoever_opens_the_store(db) {
        let before = indexes(&db.store).await;
        assert!(db.store.begin_filling(false).await.expect("an empty store"));
        assert_eq!(indexes(&db.store).await.len(), before.len() - 5);
        let channel = db.channel(db.id(), "deck").await.id;
        let post = db.post(channel, db.id(), 5).await;
        assert!(!db.store.begin_filling(false).await.expect("a read"), "there are posts");
        let store = db.node().await;
        assert_eq!(indexes(&store).await, before, "as the migrations made them");
        let there = store.posts_at_times(channel, vec![5]).await.expect("a read");
        assert_eq!(there.iter().map(|known| known.id).collect::<Vec<_>>(), [post.id]);
        assert!(db.store.begin_filling(true).await.expect("a filling that goes on"));
        db.store.end_filling().await.expect("indexes");
        assert_eq!(indexes(&store).await, before);
    }

    async fn a_change_outlives_its_caller(db) {
        let told: Arc<Mutex<bool>> = Arc::default();
        let then = {
            let told = told.clone();
            move |_: &muster_store::Outcome| *told.lock().expect("no panic") = true
        };
        let change = db.store.commit(vec![systems::save("kept", "yes")], Some(Box::new(then)));
        // Polled once, which hands the change over, and dropped before the answer is read.
        tokio::select! {
            biased;
            _ = change => {}
            () = std::future::ready(()) => {}
        }
        for _ in 0..500 {
            if *told.lock().expect("no panic") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(db.store.system("kept").await.expect("a read").as_deref(), Some("yes"));
        assert!(*told.lock().expect("no panic"));
    }

    async fn conflicts_name_the_same_keys(db) {
        let (ann, crew) = (db.user("ann").await, db.team("crew").await);
        let deck = db.channel(crew.id, "deck").await;
        let mut keys = Vec::new();
        let same_username = User { username: ann.username.clone(), ..new_user(db.id(), "bob") };
        let same_email = User { email: ann.email.clone(), ..new_user(db.id(), "bob") };
        let same_name = Team { name: crew.name.clone(), ..new_team(db.id(), "other") };
        let same_invite = Team { invite_id: crew.invite_id.clone(), ..new_team(db.id(), "other") };
        for write in [
            users::insert(&new_user(ann.id, "bob")),
            users::insert(&same_username),
            users::insert(&same_email),
            teams::insert(&same_name),
            teams::insert(&same_invite),
            channels::insert(&new_channel(db.id(), crew.id, &deck.name)),
        ] {
            match db.store.write(write).await {
                Err(Error::Conflict { key }) => keys.push(key),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(
            keys,
            ["users.id", "users.username", "users.email", "teams.name", "teams.invite_id", "channels.team_id+name"]
        );
    }

    async fn direct_channels_share_no_team_and_still_have_one_name(db) {
        db.channel(TeamId::NONE, "one__other").await;
        let again = db.store.write(channels::insert(&new_channel(db.id(), TeamId::NONE, "one__other"))).await;
        assert!(again.expect_err("there is one").is_conflict_on("channels.team_id+name"));
    }

    async fn an_update_of_what_changed_meanwhile_is_refused(db) {
        let ann = db.user("ann").await;
        let first = User { nickname: "first".into(), update_at: ann.update_at + 1, ..ann.clone() };
        let second = User { nickname: "second".into(), update_at: ann.update_at + 2, ..ann.clone() };
        db.commit([users::update(&first, ann.update_at)]).await;
        let refused = db.store.write(users::update(&second, ann.update_at)).await;
        assert!(matches!(refused, Err(Error::Unmet { .. })));
        assert_eq!(db.store.user(ann.id).await.expect("a read").expect("a user").nickname, "first");
    }

    async fn an_update_of_what_was_read_before_a_sign_in_is_kept(db) {
        let ann = db.user("ann").await;
        db.commit([users::set_login(ann.id, ann.update_at + 5)]).await;
        let found = db.store.user_by_username("ann").await.expect("a read").expect("a user");
        assert_eq!(found.update_at, ann.update_at + 5);
        let first = User { nickname: "first".into(), update_at: ann.update_at + 6, ..ann.clone() };
        db.commit([users::update(&first, ann.update_at)]).await;
        let second = User { nickname: "second".into(), update_at: ann.update_at + 7, ..ann };
        let refused = db.store.write(users::update(&second, found.update_at)).await;
        assert!(matches!(refused, Err(Error::Unmet { .. })));
    }

    async fn of_nodes_that_start_together_one_decides(db) {
        db.commit([systems::save_new("key", "first")]).await;
        db.commit([systems::save_new("key", "second")]).await;
        assert_eq!(db.store.system("key").await.expect("a read").as_deref(), Some("first"));
        db.commit([systems::swap("key", "first", "third")]).await;
        assert!(db.store.write(systems::swap("key", "first", "fourth")).await.is_err());
    }
}

/// The log is empty when everything in it is in the database, and on the disk.
#[tokio::test]
async fn syncing_moves_the_log_of_sqlite_into_the_database() {
    let db = sqlite().await;
    let Options::Sqlite { path, .. } = &db.options else { panic!("this is SQLite") };
    let log = path.with_extension("db-wal");
    db.store.defer_syncs();
    db.store.write(systems::save("deferred", "1")).await.expect("a commit");
    assert!(log.metadata().expect("a log").len() > 0);
    db.store.sync().await.expect("durable");
    assert_eq!(log.metadata().expect("a log").len(), 0);
}

/// The indexes of a database, as it says that they are made.
async fn indexes(store: &Store) -> Vec<String> {
    static SQLITE: Statement = Statement::new(
        "Test.Indexes",
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql <> '' ORDER BY name",
    );
    static POSTGRES: Statement = Statement::new(
        "Test.Indexes",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname",
    );
    let of = if store.driver() == "sqlite" { &SQLITE } else { &POSTGRES };
    let made = store.all::<String>(of, params![]).await.expect("a read");
    made.iter().map(|sql| sql.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
