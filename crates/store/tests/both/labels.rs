//! Labels and confirmations of posts, reminders, and notifications that repeat.

use base::ids::TeamId;
use muster_store::persistent_notifications::{self, Repeating};
use muster_store::reminders::{self, Reminder};
use muster_store::{Error, post_priorities};
use wire::posts::{Acknowledgement, Post, Priority, URGENT};

use crate::both;
use crate::support::{Db, NOW};

async fn a_post(db: &Db) -> Post {
    let ann = db.user("ann").await.id;
    let deck = db.channel(TeamId::NONE, "deck").await.id;
    db.post(deck, ann, NOW).await
}

both! {
    async fn a_label_is_read_as_it_was_written(db) {
        let post = a_post(&db).await;
        let label = Priority {
            priority: Some(URGENT.into()),
            requested_ack: Some(true),
            persistent_notifications: None,
        };
        let bare = Priority { priority: Some(String::new()), requested_ack: None, persistent_notifications: Some(false) };
        let other = db.post(post.channel_id, post.user_id, NOW + 1).await;
        db.commit([post_priorities::insert(&post, &label), post_priorities::insert(&other, &bare)]).await;
        let read = db.store.priorities_of_posts(&[post.id]).await.expect("a read");
        assert_eq!(read.into_iter().map(|one| one.label).collect::<Vec<_>>(), std::slice::from_ref(&label));
        let marks = db.store.marks_of_posts(&[post.id, other.id]).await.expect("a read");
        assert!(marks.acknowledgements.is_empty());
        let mut read: Vec<_> = marks.labels.into_iter().map(|one| (one.post, one.label)).collect();
        read.sort_by_key(|(id, _)| *id != post.id);
        assert_eq!(read, [(post.id, label), (other.id, bare)]);
    }
}

both! {
    async fn a_confirmation_keeps_its_first_time_and_cannot_be_taken_back_late(db) {
        let post = a_post(&db).await;
        let at = |acknowledged_at| Acknowledgement {
            user_id: post.user_id,
            post_id: post.id,
            acknowledged_at,
            channel_id: post.channel_id,
        };
        db.commit([post_priorities::acknowledge(&at(NOW)), post_priorities::acknowledge(&at(NOW + 9))]).await;
        assert_eq!(db.store.acknowledgement(post.id, post.user_id).await.expect("a read"), Some(at(NOW)));
        let bob = db.user("bob").await.id;
        let earlier = Acknowledgement { user_id: bob, ..at(NOW - 1) };
        db.commit([post_priorities::acknowledge(&earlier)]).await;
        let marks = db.store.marks_of_posts(&[post.id]).await.expect("a read");
        assert_eq!((marks.labels, marks.acknowledgements), (Vec::new(), vec![earlier, at(NOW)]));
        db.commit([post_priorities::take_back(post.id, bob, 0)]).await;
        let late = db.store.write(post_priorities::take_back(post.id, post.user_id, NOW + 1)).await;
        assert!(matches!(late, Err(Error::Unmet { .. })));
        db.commit([post_priorities::take_back(post.id, post.user_id, NOW)]).await;
        let marks = db.store.marks_of_posts(&[post.id]).await.expect("a read");
        assert!(marks.acknowledgements.is_empty() && marks.labels.is_empty());
    }
}

both! {
    async fn a_reminder_that_was_set_anew_is_delivered_at_the_new_time(db) {
        let post = a_post(&db).await;
        let at = |target_time_s| Reminder { post: post.id, user: post.user_id, target_time_s };
        db.commit([reminders::save(&at(100)), reminders::save(&at(200))]).await;
        assert!(db.store.reminders_due(150, 10).await.expect("a read").is_empty());
        assert_eq!(db.store.reminders_due(200, 10).await.expect("a read"), [at(200)]);
        assert!(matches!(db.store.write(reminders::take(&at(100))).await, Err(Error::Unmet { .. })));
        db.commit([reminders::take(&at(200))]).await;
        assert!(db.store.reminders_due(200, 10).await.expect("a read").is_empty());
    }
}

both! {
    async fn a_repeating_notification_is_sent_by_one_of_those_who_saw_it_due(db) {
        let post = a_post(&db).await;
        db.commit([persistent_notifications::insert(post.id, NOW)]).await;
        let due = db.store.persistent_notifications_due(NOW, 10).await.expect("a read");
        assert_eq!(due, [Repeating { post: post.id, next_at: NOW, sent_count: 0 }]);
        db.commit([persistent_notifications::sent(&due[0], NOW + 5)]).await;
        let second = db.store.write(persistent_notifications::sent(&due[0], NOW + 5)).await;
        assert!(matches!(second, Err(Error::Unmet { .. })));
        db.commit([persistent_notifications::resolve(&[post.id])]).await;
        assert!(db.store.persistent_notifications_due(NOW + 9, 10).await.expect("a read").is_empty());
    }
}
