//! Whatever is sent can be read again, and bodies shaped as real ones are read whole.

#![recursion_limit = "256"]

use base::Id;
use base::ids::{ChannelId, FileId, PostId, TeamId, UserId};
use muster_wire::channels::{BannerInfo, Channel, ChannelMemberWithTeam};
use muster_wire::emoji::Emoji;
use muster_wire::events::{Broadcast, EncodedEvent, Event, EventName, JsonText, PostData, Posted};
use muster_wire::files::FileInfoList;
use muster_wire::posts::{Post, PostList, PostMetadata, Priority};
use muster_wire::reports::UserReport;
use muster_wire::search::SearchResults;
use muster_wire::sessions::Session;
use muster_wire::threads::Threads;
use muster_wire::users::User;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Ids of things: any but the one that stands for nothing known.
fn id<T: From<Id> + std::fmt::Debug>() -> impl Strategy<Value = T> {
    any::<[u8; 16]>().prop_map(|bytes| T::from(Id(bytes)))
}

fn word() -> impl Strategy<Value = String> {
    "\\PC{0,24}"
}

fn strings() -> impl Strategy<Value = muster_wire::StringMap> {
    prop::collection::btree_map("[a-z_]{1,12}", word(), 0..4)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(word(), inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn metadata() -> impl Strategy<Value = PostMetadata> {
    (id(), word(), prop::option::of(word()), prop::option::of(any::<bool>())).prop_map(|(id, name, label, ack)| {
        PostMetadata {
            emojis: vec![Emoji { id, name, ..Emoji::default() }],
            priority: Some(Priority { priority: label, requested_ack: ack, ..Priority::default() }),
            ..PostMetadata::default()
        }
    })
}

prop_compose! {
    fn post()(
        id in id::<PostId>(), root_id in id::<PostId>(), user_id in id::<UserId>(), channel_id in id::<ChannelId>(),
        times in any::<[i64; 4]>(), flags in any::<[bool; 2]>(), following in prop::option::of(any::<bool>()),
        texts in prop::array::uniform4(word()), props in prop::collection::btree_map(word(), value(), 0..4),
        file_ids in prop::option::of(prop::collection::vec(id::<FileId>(), 0..4)),
    )(
        metadata in prop::option::of(metadata()),
        id in Just(id), root_id in Just(root_id), user_id in Just(user_id), channel_id in Just(channel_id),
        times in Just(times), flags in Just(flags), following in Just(following), texts in Just(texts),
        props in Just(props), file_ids in Just(file_ids),
    ) -> Post {
        let [message, kind, hashtags, pending_post_id] = texts;
        Post {
            id, root_id, user_id, channel_id, message, kind, hashtags, pending_post_id, file_ids,
            create_at: times[0], update_at: times[1], edit_at: times[2], delete_at: times[3],
            is_pinned: flags[0], has_reactions: flags[1], is_following: following,
            props: props.into_iter().collect(),
            participants: Some(vec![User::only_id(user_id)]),
            metadata: metadata.map(Box::new),
            ..Post::default()
        }
    }
}

prop_compose! {
    fn user()(
        id in id::<UserId>(), times in any::<[i64; 5]>(), flags in any::<[bool; 4]>(),
        texts in prop::array::uniform8(word()), maps in prop::array::uniform2(strings()),
        timezone in prop::option::of(strings()), options in prop::array::uniform2(prop::option::of(word())),
    ) -> User {
        let [username, email, nickname, first_name, last_name, position, roles, locale] = texts;
        let [props, notify_props] = maps;
        let [auth_data, remote_id] = options;
        User {
            id, username, email, nickname, first_name, last_name, position, roles, locale,
            props, notify_props, timezone, auth_data, remote_id,
            create_at: times[0], update_at: times[1], delete_at: times[2],
            last_password_update: times[3], last_picture_update: times[4],
            email_verified: flags[0], mfa_active: flags[1], is_bot: flags[2], allow_marketing: flags[3],
            ..User::default()
        }
    }
}

prop_compose! {
    fn channel()(
        id in id::<ChannelId>(), team_id in id::<TeamId>(), creator_id in id::<UserId>(),
        numbers in any::<[i64; 6]>(), texts in prop::array::uniform5(word()),
        shared in prop::option::of(any::<bool>()), banner in prop::option::of(word()),
        props in prop::option::of(prop::collection::btree_map(word(), value(), 0..3)),
    ) -> Channel {
        let [name, display_name, header, purpose, kind] = texts;
        Channel {
            id, team_id, creator_id, name, display_name, header, purpose, kind, shared,
            create_at: numbers[0], update_at: numbers[1], delete_at: numbers[2],
            last_post_at: numbers[3], total_msg_count: numbers[4], total_msg_count_root: numbers[5],
            banner_info: banner.map(|text| BannerInfo { text: Some(text), ..BannerInfo::default() }),
            props: props.map(|props| props.into_iter().collect()),
            ..Channel::default()
        }
    }
}

fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_slice(&serde_json::to_vec(value).expect("wire types are JSON")).expect("own output")
}

proptest! {
    #[test]
    fn a_post_is_read_as_it_was_sent(post in post()) {
        prop_assert_eq!(again(&post), post);
    }

    #[test]
    fn a_user_is_read_as_it_was_sent(user in user()) {
        prop_assert_eq!(again(&user), user);
    }

    #[test]
    fn a_channel_is_read_as_it_was_sent(channel in channel()) {
        prop_assert_eq!(again(&channel), channel);
    }

    #[test]
    fn a_post_inside_an_event_is_read_as_it_was_sent(post in post(), seq in 0..i64::MAX) {
        let broadcast = Broadcast::to_channel(post.channel_id).without(post.user_id);
        let event = EncodedEvent::new(EventName::PostEdited, &PostData::new(&post), broadcast.clone());
        let read: Event = serde_json::from_slice(&event.frame(seq)).expect("an event");
        prop_assert_eq!(read.seq, seq);
        prop_assert_eq!(&read.broadcast, &broadcast);
        prop_assert_eq!(read.read::<PostData>().expect("post data").post.parse::<Post>().expect("a post"), post);
    }
}

/// Reads the body and sends it again; nothing may be lost, added or changed.
fn keeps<T: Serialize + DeserializeOwned>(body: Value) {
    let read: T = serde_json::from_value(body.clone()).expect("a body shaped as real ones");
    assert_eq!(serde_json::to_value(&read).expect("wire types are JSON"), body);
}

const ID: &str = "xbtrekzzpbb1jpbbdo4rqjoiay";

#[test]
fn a_page_of_posts_keeps_its_shape() {
    let post = json!({
        "id": ID, "create_at": 1_700_000_000_000_i64, "update_at": 1_700_000_000_001_i64, "edit_at": 0, "delete_at": 0,
        "is_pinned": false, "user_id": ID, "channel_id": ID, "root_id": "", "original_id": "", "message": "deck",
        "type": "", "props": {"attachments": [{"id": 0, "ts": null}]}, "hashtags": "#deck", "file_ids": [ID],
        "pending_post_id": "", "remote_id": "", "reply_count": 2, "last_reply_at": 1_700_000_000_001_i64,
        "participants": [{
            "id": ID, "delete_at": 0, "username": "", "auth_service": "", "email": "", "nickname": "",
            "first_name": "", "last_name": "", "position": "", "roles": "", "locale": "", "timezone": null,
            "disable_welcome_email": false
        }],
        "is_following": true,
        "metadata": {"embeds": [{"type": "message_attachment"}], "files": [{
            "id": ID, "user_id": ID, "post_id": ID, "channel_id": ID, "create_at": 1, "update_at": 1, "delete_at": 0,
            "name": "deck.png", "extension": "png", "size": 109_290, "mime_type": "image/png", "width": 300,
            "height": 200, "has_preview_image": true, "mini_preview": "/9j/", "remote_id": "", "archived": false
        }]}
    });
    keeps::<PostList>(json!({
        "order": [ID], "posts": {ID: post.clone()}, "next_post_id": "", "prev_post_id": "", "has_next": false,
        "first_inaccessible_post_time": 0
    }));
    keeps::<SearchResults>(json!({
        "order": [ID], "posts": {ID: post}, "next_post_id": "", "prev_post_id": "",
        "first_inaccessible_post_time": 0, "matches": {ID: ["deck"]}
    }));
}

#[test]
fn a_bots_profile_keeps_its_shape() {
    let bot = json!({
        "id": ID, "create_at": 1, "update_at": 2, "delete_at": 0, "username": "helper", "auth_data": "",
        "auth_service": "", "email": "helper@localhost", "nickname": "", "first_name": "Helper", "last_name": "",
        "position": "", "roles": "system_user", "locale": "en",
        "timezone": {"automaticTimezone": "", "manualTimezone": "", "useAutomaticTimezone": "true"},
        "is_bot": true, "bot_description": "helps", "disable_welcome_email": false
    });
    keeps::<User>(bot.clone());
    let mut report = bot;
    report["total_posts"] = json!(7);
    keeps::<UserReport>(report);
}

#[test]
fn lists_keep_their_shapes() {
    keeps::<ChannelMemberWithTeam>(json!({
        "channel_id": ID, "user_id": ID, "roles": "channel_user", "last_viewed_at": -1, "msg_count": 0,
        "mention_count": 0, "mention_count_root": 0, "urgent_mention_count": 0, "msg_count_root": 0,
        "notify_props": {"desktop": "default", "mark_unread": "all"}, "last_update_at": -1, "scheme_guest": false,
        "scheme_user": true, "scheme_admin": false, "explicit_roles": "", "team_display_name": "Crew",
        "team_name": "crew", "team_update_at": 5
    }));
    keeps::<FileInfoList>(json!({
        "order": [], "file_infos": {}, "next_file_info_id": "", "prev_file_info_id": "",
        "first_inaccessible_file_time": 0
    }));
    keeps::<Threads>(json!({
        "total": 0, "total_unread_threads": 0, "total_unread_mentions": 0, "total_unread_urgent_mentions": 0,
        "threads": []
    }));
    keeps::<Session>(json!({
        "id": ID, "token": "", "create_at": 1, "expires_at": 2, "last_activity_at": 1, "user_id": ID, "device_id": "",
        "roles": "system_user", "is_oauth": false, "expired_notify": false, "props": {"csrf": ID, "os": ""},
        "team_members": [], "local": false
    }));
}

#[test]
fn a_posted_event_keeps_its_shape() {
    keeps::<Event>(json!({
        "event": "posted",
        "data": {
            "channel_display_name": "Deck", "channel_name": "deck", "channel_type": "O", "sender_name": "@ann",
            "set_online": true, "team_id": ID, "post": "{}", "mentions": "[]"
        },
        "broadcast": {
            "omit_users": null, "user_id": "", "channel_id": ID, "team_id": "", "connection_id": "",
            "omit_connection_id": ""
        },
        "seq": 4
    }));
    let files = Posted { other_file: "true".into(), image: "true".into(), ..Posted::new(&Post::default()) };
    let text = JsonText::of(&files).0;
    assert!(text.ends_with(r#""otherFile":"true","image":"true"}"#), "{text}");
}
