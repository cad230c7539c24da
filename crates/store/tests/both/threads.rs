//! Threads, who follows them, and what followers have not read.

use base::ids::{PostId, TeamId, UserId};
use muster_store::thread_pages::{Edge, Filter, Side, UnreadTotals};
use muster_store::threads::{self, Follow, Membership};
use muster_store::{Returned, Write, posts};
use wire::posts::Post;

use crate::both;
use crate::support::{Db, NOW, new_post};

/// A reply with all it does to its thread.
async fn reply(db: &Db, root: &Post, user: UserId, at: i64) -> Post {
    let post = db.reply(root, user, at).await;
    let writes = [
        threads::reply(&post, TeamId::NONE),
        threads::follow(root.id, &[user], Follow::Wrote, at, at),
        threads::advance(root.id, at),
    ];
    db.commit(writes).await;
    post
}

async fn thread(db: &Db, root: PostId) -> threads::Thread {
    db.store.threads(&[root]).await.expect("a read").pop().expect("a thread")
}

async fn membership(db: &Db, root: PostId, user: UserId) -> Membership {
    db.store.thread_memberships(&[root], user).await.expect("a read").pop().expect("a membership")
}

async fn world(db: &Db) -> (Post, UserId, UserId) {
    let (ann, bob) = (db.user("ann").await.id, db.user("bob").await.id);
    let deck = db.channel(TeamId::NONE, "deck").await.id;
    (db.post(deck, ann, NOW).await, ann, bob)
}

fn everything() -> Filter {
    Filter { team: TeamId::NONE, exclude_direct: false, unread_only: false, include_deleted: false, since: 0 }
}

both! {
    async fn participants_are_in_order_of_their_last_reply(db) {
        let (root, ann, bob) = world(&db).await;
        reply(&db, &root, ann, NOW + 1).await;
        reply(&db, &root, bob, NOW + 2).await;
        reply(&db, &root, ann, NOW + 3).await;
        let thread = thread(&db, root.id).await;
        assert_eq!((thread.reply_count, thread.last_reply_at), (3, NOW + 3));
        assert_eq!(thread.participants, [bob, ann]);
        assert_eq!(db.store.post(root.id).await.expect("a read").expect("a post").reply_count, 3);
    }

    async fn replies_that_come_together_lose_nothing(db) {
        let (root, ..) = world(&db).await;
        let authors: Vec<UserId> = (0..40).map(|_| db.id()).collect();
        let changes = authors.iter().map(|author| {
            let post = Post { root_id: root.id, ..new_post(db.id(), root.channel_id, *author, NOW + 1) };
            db.store.commit(vec![posts::insert(&post, NOW), threads::reply(&post, TeamId::NONE)], None)
        });
        for outcome in futures_util::future::join_all(changes).await {
            outcome.expect("a change");
        }
        let thread = thread(&db, root.id).await;
        let mut participants = thread.participants.clone();
        participants.sort();
        assert_eq!((thread.reply_count, participants.len()), (40, 40));
        assert!(authors.iter().all(|author| participants.binary_search(author).is_ok()));
    }

    async fn a_deleted_reply_takes_its_author_out_with_the_last_one(db) {
        let (root, ann, bob) = world(&db).await;
        reply(&db, &root, ann, NOW + 1).await;
        let last = reply(&db, &root, bob, NOW + 2).await;
        let mut writes: Vec<Write> = vec![posts::delete(last.id, bob, NOW + 5)];
        writes.extend(threads::recount(root.id, [bob]));
        db.commit(writes).await;
        let thread = thread(&db, root.id).await;
        assert_eq!((thread.reply_count, thread.last_reply_at), (1, NOW + 1));
        assert_eq!(thread.participants, [ann]);
        assert_eq!(membership(&db, root.id, bob).await.last_reply_at, NOW + 1);
    }

    async fn mentions_of_who_read_less_are_forgotten_and_never_below_none(db) {
        let (root, ann, bob) = world(&db).await;
        let reply = reply(&db, &root, bob, NOW + 2).await;
        for _ in 0..2 {
            db.commit([threads::follow(root.id, &[ann, bob], Follow::Mentioned, 0, NOW + 2)]).await;
        }
        let asked = db.store.thread_mentioned(root.id, reply.create_at, 10).await.expect("a read");
        assert_eq!(asked.iter().map(|one| one.user_id).collect::<Vec<_>>(), [ann], "bob has read it");
        for (forgotten, left) in [(1, 1), (5, 0)] {
            db.commit([threads::forget_mentions(root.id, &[ann, bob], forgotten, reply.create_at)]).await;
            assert_eq!(membership(&db, root.id, ann).await.unread_mentions, left);
        }
        assert_eq!(membership(&db, root.id, bob).await.unread_mentions, 2);
    }

    async fn who_has_read_what_is_left_has_no_unread_mentions(db) {
        let (root, ann, bob) = world(&db).await;
        reply(&db, &root, bob, NOW + 1).await;
        db.commit([threads::follow(root.id, &[ann], Follow::Wrote, NOW + 1, NOW + 1)]).await;
        let last = reply(&db, &root, bob, NOW + 2).await;
        db.commit([threads::follow(root.id, &[ann], Follow::Mentioned, 0, NOW + 2)]).await;
        let mut writes: Vec<Write> = vec![posts::delete(last.id, bob, NOW + 5)];
        writes.extend(threads::recount(root.id, [bob]));
        db.commit(writes).await;
        assert_eq!(membership(&db, root.id, ann).await.unread_mentions, 0);
    }

    async fn nothing_is_unread_in_a_deleted_thread(db) {
        let (root, ann, bob) = world(&db).await;
        reply(&db, &root, bob, NOW + 1).await;
        db.commit([threads::follow(root.id, &[ann], Follow::Mentioned, 0, NOW + 1)]).await;
        db.commit(threads::delete(root.id, NOW + 3)).await;
        assert_eq!(membership(&db, root.id, ann).await.unread_mentions, 0);
    }

    async fn who_stopped_following_comes_back_by_a_mention_only(db) {
        let (root, ann, bob) = world(&db).await;
        db.commit([threads::follow(root.id, &[ann], Follow::Asked, 0, NOW)]).await;
        db.commit([threads::unfollow(root.id, ann, NOW + 1)]).await;
        reply(&db, &root, bob, NOW + 2).await;
        db.commit([threads::follow(root.id, &[ann], Follow::Concerned, 0, NOW + 2)]).await;
        assert_eq!(db.store.thread_followers(root.id).await.expect("a read"), [bob]);
        db.commit([threads::follow(root.id, &[ann], Follow::Mentioned, 0, NOW + 3)]).await;
        let ann = membership(&db, root.id, ann).await;
        assert!(ann.following);
        assert_eq!((ann.unread_mentions, ann.last_update_at), (1, NOW + 3));
    }

    async fn advancing_tells_each_followers_state(db) {
        let (root, ann, bob) = world(&db).await;
        db.commit([threads::follow(root.id, &[ann], Follow::Concerned, 0, NOW)]).await;
        let post = db.reply(&root, bob, NOW + 4).await;
        let writes = vec![
            threads::reply(&post, TeamId::NONE),
            threads::follow(root.id, &[ann], Follow::Mentioned, 0, NOW + 4),
            threads::follow(root.id, &[bob], Follow::Wrote, NOW + 4, NOW + 4),
            threads::advance(root.id, NOW + 4),
        ];
        let outcome = db.store.commit(writes, None).await.expect("a change");
        let mut told: Vec<Membership> = outcome.rows(3).expect("memberships");
        told.sort_by_key(|membership| membership.unread_mentions);
        let seen = told.iter().map(|m| (m.user_id, m.last_view_at, m.unread_mentions, m.last_reply_at));
        assert_eq!(seen.collect::<Vec<_>>(), [(bob, NOW + 4, 0, NOW + 4), (ann, 0, 1, NOW + 4)]);
    }

    async fn a_users_threads_come_newest_first_with_what_is_unread(db) {
        let (root, ann, bob) = world(&db).await;
        let other = db.post(root.channel_id, ann, NOW + 1).await;
        let quiet = db.post(root.channel_id, ann, NOW + 1).await;
        for post in [&root, &other, &quiet] {
            db.commit([threads::follow(post.id, &[ann], Follow::Asked, 0, NOW)]).await;
        }
        reply(&db, &other, bob, NOW + 2).await;
        reply(&db, &root, bob, NOW + 3).await;
        reply(&db, &root, bob, NOW + 4).await;
        db.commit([threads::read(other.id, ann, NOW + 2, 0, NOW + 5)]).await;
        let end = Side::Before(Edge::END);
        let all = db.store.threads_of(ann, everything(), end, 10).await.expect("a read");
        let shown = all.iter().map(|row| (row.thread.post_id, row.unread_replies)).collect::<Vec<_>>();
        assert_eq!(shown, [(root.id, 2), (other.id, 0)], "a root without replies is no thread yet");
        let unread = Filter { unread_only: true, ..everything() };
        let unread = db.store.threads_of(ann, unread, end, 10).await.expect("a read");
        assert_eq!(unread.iter().map(|row| row.thread.post_id).collect::<Vec<_>>(), [root.id]);
        let edge = Edge { last_reply_at: NOW + 2, post_id: other.id };
        let newer = db.store.threads_of(ann, everything(), Side::After(edge), 10).await.expect("a read");
        assert_eq!(newer.iter().map(|row| row.thread.post_id).collect::<Vec<_>>(), [root.id]);
        let channel_id = root.channel_id;
        assert_eq!(db.store.threads_totals(ann, everything()).await.expect("a read"), [(channel_id, 2)]);
        let totals = db.store.threads_unread_totals(ann).await.expect("a read");
        assert_eq!(totals, [UnreadTotals { channel_id, threads: 1, ..UnreadTotals::default() }]);

        db.commit([threads::read_team(ann, db.id(), NOW + 6)]).await;
        assert_eq!(db.store.threads_unread_totals(ann).await.expect("a read"), []);
    }

    async fn leaving_a_channel_forgets_its_threads(db) {
        let (root, ann, bob) = world(&db).await;
        reply(&db, &root, ann, NOW + 1).await;
        reply(&db, &root, bob, NOW + 2).await;
        db.commit([threads::leave(ann, &[root.channel_id])]).await;
        assert_eq!(db.store.thread_followers(root.id).await.expect("a read"), [bob]);
        db.commit(threads::delete(root.id, NOW + 3)).await;
        let end = Side::Before(Edge::END);
        assert_eq!(db.store.threads_of(bob, everything(), end, 10).await.expect("a read"), []);
        let deleted = Filter { include_deleted: true, ..everything() };
        assert_eq!(db.store.threads_of(bob, deleted, end, 10).await.expect("a read").len(), 1);
    }
}
