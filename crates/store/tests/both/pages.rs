//! Pages of posts.

use base::ids::PostId;
use muster_store::post_pages::{Edge, Page, PostCount, Show};
use muster_store::posts::{self, Cursor, Pinned};
use muster_store::{Error, Returned};
use wire::posts::Post;

use crate::both;
use crate::support::{NOW, new_post};

fn ids(posts: &[Post]) -> Vec<PostId> {
    posts.iter().map(|post| post.id).collect()
}

both! {
    async fn a_page_goes_on_where_the_last_one_ended_within_one_millisecond(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let mut all = Vec::new();
        for at in [1, 1, 1, 2, 3] {
            all.push(db.post(deck, ann, NOW + at).await);
        }
        all.sort_by_key(|post| (post.create_at, post.id));
        all.reverse();
        let first = db.store.posts_newest(deck, Show::All, Page::first(3)).await.expect("a read");
        let rest = db.store.posts_before(deck, Edge::at(&first[2]), Show::All, Page::first(3)).await.expect("a read");
        assert_eq!(ids(&first), ids(&all[..3]));
        assert_eq!(ids(&rest), ids(&all[3..]));
        let after = db.store.posts_after(deck, Edge::at(&rest[1]), Show::All, Page::first(2)).await.expect("a read");
        assert_eq!(ids(&after), ids(&all[2..4]), "those next to the edge");
        let second = db.store.posts_newest(deck, Show::All, Page { limit: 2, offset: 2 }).await.expect("a read");
        assert_eq!(ids(&second), ids(&all[2..4]));
        let unread = db.store.posts_after(deck, Edge::behind(NOW + 1), Show::All, Page::first(9)).await.expect("a read");
        assert_eq!(ids(&unread), ids(&all[..2]));
    }

    async fn deleted_posts_versions_and_other_channels_are_in_no_page(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let kept = db.post(deck, ann, NOW + 1).await;
        let gone = db.post(deck, ann, NOW + 2).await;
        let elsewhere = db.channel(db.id(), "deck").await.id;
        db.post(elsewhere, ann, NOW + 3).await;
        let version = Post {
            original_id: kept.id,
            delete_at: NOW + 4,
            update_at: NOW + 4,
            ..new_post(db.id(), deck, ann, NOW + 1)
        };
        db.commit([posts::insert(&version, NOW + 4), posts::delete(gone.id, ann, NOW + 5)]).await;
        let page = Page::first(10);
        assert_eq!(ids(&db.store.posts_newest(deck, Show::All, page).await.expect("a read")), [kept.id]);
        assert_eq!(ids(&db.store.posts_newest(deck, Show::Roots, page).await.expect("a read")), [kept.id]);
        assert_eq!(
            ids(&db.store.posts_newest_with_deleted(deck, page).await.expect("a read")),
            [gone.id, kept.id]
        );
    }

    async fn replies_are_in_their_thread_and_not_among_the_roots(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let root = db.post(deck, ann, NOW + 1).await;
        let (one, two) = (db.reply(&root, ann, NOW + 2).await, db.reply(&root, ann, NOW + 3).await);
        let other = db.post(deck, ann, NOW + 4).await;
        let page = Page::first(10);
        assert_eq!(
            ids(&db.store.posts_newest(deck, Show::Roots, page).await.expect("a read")),
            [other.id, root.id]
        );
        let before = db.store.posts_before(deck, Edge::at(&other), Show::Roots, page).await.expect("a read");
        assert_eq!(ids(&before), [root.id]);
        let after = db.store.posts_after(deck, Edge::at(&root), Show::Roots, page).await.expect("a read");
        assert_eq!(ids(&after), [other.id]);
        let replies = db.store.replies_after(deck, root.id, Edge::START, 10).await.expect("a read");
        assert_eq!(ids(&replies), [one.id, two.id]);
        let back = db.store.replies_before(deck, root.id, Edge::END, 1).await.expect("a read");
        assert_eq!(ids(&back), [two.id]);
    }

    async fn replies_go_with_their_root_deleted_ones_and_old_versions_too(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let root = db.post(deck, ann, NOW + 1).await;
        let (live, deleted) = (db.reply(&root, ann, NOW + 2).await, db.reply(&root, ann, NOW + 3).await);
        let version = Post {
            original_id: live.id,
            root_id: root.id,
            delete_at: NOW + 9,
            ..new_post(db.id(), deck, ann, NOW + 2)
        };
        db.commit([posts::delete(deleted.id, ann, NOW + 4), posts::insert(&version, NOW + 9)]).await;
        let other = db.post(deck, ann, NOW + 5).await;
        let kept = db.reply(&other, ann, NOW + 6).await;
        let mut expected = vec![live.id, deleted.id, version.id];
        expected.sort();
        assert_eq!(db.store.reply_ids(&[root.id], 10).await.expect("a read"), expected);
        assert_eq!(db.store.reply_ids(&[root.id], 2).await.expect("a read"), expected[..2]);
        let writes = vec![posts::remove_replies(&[root.id]), posts::remove(&[root.id])];
        let mut removed: Vec<PostId> = db.store.commit(writes, None).await.expect("a change").rows(0).expect("ids");
        removed.sort();
        assert_eq!(removed, expected);
        assert_eq!(ids(&db.store.posts(&expected).await.expect("a read")), []);
        assert_eq!(ids(&db.store.posts(&[kept.id]).await.expect("a read")), [kept.id]);
    }

    async fn a_root_that_went_is_not_answered(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let (gone, deleted) = (db.post(deck, ann, NOW + 1).await, db.post(deck, ann, NOW + 2).await);
        db.commit([posts::remove(&[gone.id]), posts::delete(deleted.id, ann, NOW + 3)]).await;
        for root in [gone.id, deleted.id] {
            let touched = db.store.commit(vec![posts::touch_live(root, NOW + 4)], None).await;
            assert!(matches!(touched, Err(Error::Unmet { .. })), "{touched:?}");
        }
    }

    async fn since_tells_what_is_new_changed_or_deleted(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let untouched = db.post(deck, ann, NOW + 1).await;
        let touched = db.post(deck, ann, NOW + 2).await;
        let gone = db.post(deck, ann, NOW + 3).await;
        let version =
            Post { original_id: touched.id, delete_at: NOW + 9, ..new_post(db.id(), deck, ann, NOW + 2) };
        db.commit([posts::touch(touched.id, NOW + 8), posts::insert(&version, NOW + 9)]).await;
        // Deleted in the millisecond in which it was made.
        db.commit([posts::delete(gone.id, ann, NOW + 3)]).await;
        let new = db.post(deck, ann, NOW + 7).await;
        let since = async |at, limit| ids(&db.store.posts_since(deck, at, limit).await.expect("a read"));
        assert_eq!(since(NOW + 2, 10).await, [new.id, gone.id, touched.id]);
        assert_eq!(since(NOW, 10).await, [new.id, gone.id, touched.id, untouched.id]);
        assert_eq!(since(NOW, 1).await, [new.id]);
        assert_eq!(since(NOW + 8, 10).await, []);
        assert_eq!(db.store.posts_last_update(deck).await.expect("a read"), NOW + 8);
        assert_eq!(db.store.posts_last_update(db.id()).await.expect("a read"), 0);
    }

    async fn pinned_posts_are_listed_until_they_are_deleted(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let (one, two) = (db.post(deck, ann, NOW + 1).await, db.post(deck, ann, NOW + 2).await);
        for post in [&one, &two] {
            db.commit([posts::pin(post.id, Pinned::Yes, NOW + 5)]).await;
        }
        assert_eq!(ids(&db.store.posts_pinned(deck, 10).await.expect("a read")), [two.id, one.id]);
        db.commit([posts::delete(two.id, ann, NOW + 6), posts::pin(one.id, Pinned::No, NOW + 6)]).await;
        assert_eq!(db.store.posts_pinned_count(deck).await.expect("a read"), 0);
    }

    async fn joining_and_leaving_are_not_counted(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let root = db.post(deck, ann, NOW + 1).await;
        db.reply(&root, ann, NOW + 2).await;
        let joined = Post { kind: "system_join_channel".into(), ..new_post(db.id(), deck, ann, NOW + 3) };
        db.commit([posts::insert(&joined, NOW + 3)]).await;
        let uncounted = ["system_join_channel".to_owned()];
        let count = db.store.posts_count_from(deck, NOW + 1, &uncounted).await.expect("a read");
        assert_eq!(count, PostCount { posts: 2, root_posts: 1 });
        let none = db.store.posts_count_from(deck, NOW + 4, &uncounted).await.expect("a read");
        assert_eq!(none, PostCount::default());
    }

    async fn a_follower_of_changes_misses_none_and_hears_of_content_only(db) {
        let (deck, ann) = (db.channel(db.id(), "deck").await.id, db.id());
        let imported = new_post(db.id(), deck, ann, 5);
        db.commit([posts::insert(&imported, NOW)]).await;
        let new = db.post(deck, ann, NOW + 1).await;
        let first = db.store.posts_changed_after(Cursor::default(), 1).await.expect("a read");
        assert_eq!(first[0].1.id, imported.id, "by this server's time, not by its own");
        let rest = db.store.posts_changed_after(first[0].0, 10).await.expect("a read");
        assert_eq!(rest.len(), 1);
        db.commit([posts::touch(new.id, NOW + 7), posts::delete(imported.id, ann, NOW + 8)]).await;
        let later = db.store.posts_changed_after(rest[0].0, 10).await.expect("a read");
        assert_eq!(later.iter().map(|(_, post)| post.id).collect::<Vec<_>>(), [imported.id]);
    }
}
