//! Memberships and what members have not read.

use base::ids::ChannelId;
use muster_store::channel_members::{self, Mention, UnreadFrom, Urgent};
use muster_store::channel_views::Look;
use muster_store::channels::Root;
use muster_store::{Returned, channel_views, channels, team_members};
use wire::channels::ChannelUnread;
use wire::teams::{SchemeRoles, TeamMember};

use crate::both;
use crate::support::{NOW, new_member};

both! {
    async fn who_comes_back_to_a_team_starts_anew(db) {
        let (crew, ann) = (db.team("crew").await.id, db.user("ann").await.id);
        db.join_team(crew, ann).await;
        let admin = SchemeRoles { scheme_user: true, scheme_admin: true, scheme_guest: false };
        db.commit([team_members::set_roles(crew, ann, "custom", &admin)]).await;
        db.commit([team_members::leave(crew, ann, NOW + 5)]).await;
        assert_eq!(db.store.team_members_of(ann).await.expect("a read"), []);
        let left = db.store.team_member(crew, ann).await.expect("a read").expect("the row stays");
        assert_eq!((left.delete_at, left.roles.as_str()), (NOW + 5, ""));
        db.join_team(crew, ann).await;
        let back = db.store.team_member(crew, ann).await.expect("a read").expect("a member");
        assert_eq!((back.delete_at, back.roles.as_str()), (0, "team_user"));
        assert!(db.store.write(team_members::leave(crew, db.id(), NOW)).await.is_err(), "no member");
    }

    async fn joining_a_team_twice_keeps_the_roles(db) {
        let (crew, ann) = (db.team("crew").await.id, db.user("ann").await.id);
        let admin = TeamMember { team_id: crew, user_id: ann, scheme_admin: true, ..TeamMember::default() };
        db.commit([team_members::join(&admin)]).await;
        db.join_team(crew, ann).await;
        assert!(db.store.team_member(crew, ann).await.expect("a read").expect("a member").scheme_admin);
        assert_eq!(
            db.store.team_member_count(crew).await.expect("a read"),
            team_members::Count { total: 1, active: 1 }
        );
    }

    async fn posts_and_mentions_are_unread_until_the_channel_is_viewed(db) {
        let (ann, bob, deck) = (db.user("ann").await.id, db.user("bob").await.id, db.channel(db.id(), "deck").await);
        db.join_channel(deck.id, ann).await;
        db.join_channel(deck.id, bob).await;
        let root = db.post(deck.id, ann, NOW + 1).await;
        db.reply(&root, ann, NOW + 2).await;
        let mention = Mention { root: Root::No, urgent: Urgent::Yes, at: NOW + 2 };
        db.commit([channel_members::mention(deck.id, &[bob, db.id()], mention)]).await;
        let unread = db.store.channel_unread(deck.id, bob).await.expect("a read").expect("a member");
        let expected = ChannelUnread {
            team_id: deck.team_id,
            channel_id: deck.id,
            msg_count: 2,
            mention_count: 1,
            mention_count_root: 0,
            urgent_mention_count: 1,
            msg_count_root: 1,
        };
        assert_eq!(unread, expected);

        let outcome = db.store.write(channel_views::viewed(bob, &[deck.id, db.id()])).await.expect("a change");
        assert_eq!(outcome.rows::<(ChannelId, i64)>(0).expect("times"), [(deck.id, NOW + 2)]);
        let teams = db.store.team_unreads_of(bob).await.expect("a read");
        assert_eq!((teams.len(), teams[0].msg_count, teams[0].mention_count), (1, 0, 0));
    }

    async fn who_writes_in_a_channel_has_seen_all_of_it(db) {
        let (ann, bob, deck) = (db.user("ann").await.id, db.user("bob").await.id, db.channel(db.id(), "deck").await.id);
        db.join_channel(deck, ann).await;
        db.join_channel(deck, bob).await;
        let root = db.post(deck, bob, NOW + 1).await;
        db.reply(&root, bob, NOW + 2).await;
        let mention = Mention { root: Root::Yes, urgent: Urgent::Yes, at: NOW + 1 };
        db.commit([channel_members::mention(deck, &[ann], mention)]).await;
        db.commit([channel_views::viewed_one(ann, deck), channel_views::viewed_one(db.id(), deck)]).await;
        let seen = db.store.channel_member(deck, ann).await.expect("a read").expect("a member");
        assert_eq!((seen.msg_count, seen.msg_count_root), (2, 1));
        assert_eq!((seen.last_viewed_at, seen.last_update_at), (NOW + 2, NOW + 2));
        assert_eq!((seen.mention_count, seen.mention_count_root, seen.urgent_mention_count), (0, 0, 0));
        let other = db.store.channel_member(deck, bob).await.expect("a read").expect("a member");
        assert_eq!((other.msg_count, other.last_viewed_at), (0, 0));
        // A counter that is ahead of the channel's, as an import may leave it, stays.
        let ahead = UnreadFrom { last_viewed_at: NOW + 9, posts: -5, root_posts: -5, ..Default::default() };
        db.commit([channel_members::unread_from(deck, ann, ahead, NOW), channel_views::viewed_one(ann, deck)]).await;
        let seen = db.store.channel_member(deck, ann).await.expect("a read").expect("a member");
        assert_eq!((seen.msg_count, seen.msg_count_root, seen.last_viewed_at), (7, 6, NOW + 9));
    }

    async fn one_two_and_many_channels_are_looked_at_alike(db) {
        for len in 1..=3 {
            let (ann, mut channels) = (db.user(&format!("ann-{len}")).await.id, Vec::new());
            for number in 0..len {
                let channel = db.channel(db.id(), &format!("deck-{len}-{number}")).await.id;
                db.join_channel(channel, ann).await;
                db.post(channel, db.id(), NOW + number).await;
                channels.push(channel);
            }
            channels.sort_unstable();
            let seen = |looks: Vec<Look>, unread| looks.iter().map(|look| (look.channel, look.unread == unread)).collect();
            let all: Vec<(ChannelId, bool)> = channels.iter().map(|channel| (*channel, true)).collect();
            let before: Vec<_> = seen(db.store.channel_looks(ann, &channels).await.expect("a read"), true);
            let outcome = db.store.write(channel_views::viewed(ann, &channels)).await.expect("a change");
            let after: Vec<_> = seen(db.store.channel_looks(ann, &channels).await.expect("a read"), false);
            assert_eq!((before, after, outcome.changed(0)), (all.clone(), all, channels.len() as u64));
        }
    }

    async fn a_channel_is_marked_unread_from_a_post(db) {
        let (ann, deck) = (db.user("ann").await.id, db.channel(db.id(), "deck").await.id);
        db.join_channel(deck, ann).await;
        for at in 1..=4 {
            db.post(deck, db.id(), NOW + at).await;
        }
        db.commit([channel_views::viewed(ann, &[deck])]).await;
        let from = UnreadFrom { last_viewed_at: NOW + 2, posts: 2, root_posts: 2, mentions: 1, ..Default::default() };
        db.commit([channel_members::unread_from(deck, ann, from, NOW + 9)]).await;
        let member = db.store.channel_member(deck, ann).await.expect("a read").expect("a member");
        assert_eq!((member.msg_count, member.msg_count_root, member.last_viewed_at), (2, 2, NOW + 2));
        assert_eq!((member.mention_count, member.last_update_at), (1, NOW + 9));
    }

    async fn muted_channels_add_mentions_only(db) {
        let (ann, crew) = (db.user("ann").await.id, db.team("crew").await.id);
        let (loud, muted) = (db.channel(crew, "loud").await.id, db.channel(crew, "muted").await.id);
        db.join_channel(loud, ann).await;
        let mut member = new_member(muted, ann);
        member.notify_props.insert("mark_unread".into(), "mention".into());
        db.commit([channel_members::join(&member)]).await;
        for channel in [loud, muted] {
            db.post(channel, db.id(), NOW + 1).await;
            let mention = Mention { root: Root::Yes, urgent: Urgent::No, at: NOW + 1 };
            db.commit([channel_members::mention(channel, &[ann], mention)]).await;
        }
        let teams = db.store.team_unreads_of(ann).await.expect("a read");
        assert_eq!((teams[0].msg_count, teams[0].mention_count), (1, 2));
    }

    async fn leaving_a_team_leaves_its_channels_only(db) {
        let (ann, crew) = (db.user("ann").await.id, db.team("crew").await.id);
        let (deck, elsewhere) = (db.channel(crew, "deck").await.id, db.channel(db.id(), "deck").await.id);
        db.join_channel(deck, ann).await;
        db.join_channel(elsewhere, ann).await;
        let outcome = db.store.write(channel_members::leave_team(ann, crew)).await.expect("a change");
        assert_eq!(outcome.rows::<ChannelId>(0).expect("ids"), [deck]);
        assert_eq!(db.store.channel_ids_of(ann).await.expect("a read"), [elsewhere]);
    }

    async fn archived_channels_show_when_they_are_asked_for(db) {
        let (ann, crew) = (db.user("ann").await.id, db.team("crew").await.id);
        let (live, old) = (db.channel(crew, "live").await.id, db.channel(crew, "old").await.id);
        for channel in [live, old] {
            db.join_channel(channel, ann).await;
        }
        db.commit([channels::set_deleted(old, NOW + 5, NOW + 5)]).await;
        let shown = async |after| {
            let channels = db.store.channels_of_in(ann, crew, after).await.expect("a read");
            channels.into_iter().map(|channel| channel.id).collect::<Vec<_>>()
        };
        assert_eq!(shown(i64::MAX).await, [live]);
        assert_eq!(shown(NOW + 5).await, [live]);
        assert_eq!(shown(NOW + 4).await, [live, old]);
    }
}
