//! How events look on the wire.

use super::*;
use crate::errors::ErrorBody;
use crate::posts::Post;

fn text(frame: &Bytes) -> &str {
    std::str::from_utf8(frame).expect("JSON is UTF-8")
}

fn ann() -> UserId {
    UserId::parse("xbtrekzzpbb1jpbbdo4rqjoiay").expect("an id")
}

#[test]
fn an_event_is_framed_with_the_number_of_each_socket() {
    let data = Typing { user_id: ann(), ..Typing::default() };
    let event = EncodedEvent::new(EventName::Typing, &data, Broadcast::everyone().without(ann()));
    assert_eq!(
        text(&event.frame(7)),
        r#"{"event":"typing","data":{"parent_id":"","user_id":"xbtrekzzpbb1jpbbdo4rqjoiay"},"broadcast":{"omit_users":{"xbtrekzzpbb1jpbbdo4rqjoiay":true},"user_id":"","channel_id":"","team_id":"","connection_id":"","omit_connection_id":""},"seq":7}"#
    );
    assert!(text(&event.frame(i64::MAX)).ends_with(r#","seq":9223372036854775807}"#));
}

#[test]
fn every_audience_is_encoded_as_its_type() {
    let (channel, team) = (ChannelId(base::Id([1; 16])), TeamId(base::Id([2; 16])));
    let audiences = [
        Broadcast::everyone(),
        Broadcast::to_user(ann()),
        Broadcast::to_channel(channel),
        Broadcast::to_team(team),
        Broadcast { user_id: ann(), team_id: team, ..Broadcast::to_channel(channel) },
        Broadcast::to_channel(channel).without(ann()),
        Broadcast::to_channel(channel).without_connection("c"),
        Broadcast { connection_id: "c".into(), ..Broadcast::to_user(ann()) },
        Broadcast { contains_sanitized_data: true, ..Broadcast::everyone() },
        Broadcast { contains_sensitive_data: true, ..Broadcast::everyone() },
    ];
    for audience in audiences {
        let event = EncodedEvent::new(EventName::Typing, &NoData {}, audience.clone());
        let (head, data_end) = event.parts();
        assert_eq!(text(&head.slice(data_end..)), format!(r#"}},"broadcast":{}"#, JsonText::of(&audience).0));
    }
}

#[test]
fn one_recipient_is_told_more_than_the_others() {
    let posted = Posted::new(&Post { message: "hi @ann".into(), ..Post::default() });
    let event = EncodedEvent::new(EventName::Posted, &posted, Broadcast::everyone());
    let extra = Extra::of(&ForRecipient { should_ack: true, ..ForRecipient::default() }.mentioned(ann()));
    let read: Event = serde_json::from_slice(&event.frame_with(&extra, 3)).expect("an event");
    let told: ForRecipient = read.read().expect("recipient data");
    assert_eq!(told.mentions.expect("mentions").parse::<Vec<UserId>>().expect("ids"), [ann()]);
    assert!(told.should_ack);
    let post: Post = read.read::<Posted>().expect("posted").post.parse().expect("a post");
    assert_eq!(post.message, "hi @ann");
    assert_eq!(event.frame_with(&Extra::default(), 3), event.frame(3));
    assert_eq!(Extra::of(&ForRecipient::default()), Extra::default());
}

#[test]
fn more_can_be_told_where_nothing_was_said() {
    let event = EncodedEvent::new(EventName::PostEdited, &NoData {}, Broadcast::everyone());
    let extra = Extra::of(&ForRecipient { should_ack: true, ..ForRecipient::default() });
    assert!(text(&event.frame_with(&extra, 0)).starts_with(r#"{"event":"post_edited","data":{"should_ack":true},"#));
}

#[test]
fn an_event_survives_the_way_to_another_node() {
    let event = EncodedEvent::new(EventName::NewUser, &UserRef { user_id: ann() }, Broadcast::to_user(ann()));
    let (head, data_end) = event.parts();
    let other = EncodedEvent::from_head(head.clone(), data_end);
    assert_eq!(other.as_ref(), Some(&event));
    assert_eq!(EncodedEvent::from_head(head.clone(), usize::MAX), None);
}

#[test]
fn variants_say_for_whom_they_are() {
    let broadcast = Broadcast { contains_sanitized_data: true, ..Broadcast::everyone() };
    let read: Broadcast = serde_json::from_str(&JsonText::of(&broadcast).0).expect("own output");
    assert_eq!(read, broadcast);
    assert!(!JsonText::of(&Broadcast::everyone()).0.contains("contains"));
}

#[test]
fn every_name_is_found_by_its_text() {
    for &name in EventName::ALL {
        assert_eq!(EventName::parse(name.as_str()), Some(name));
    }
    assert_eq!(EventName::parse("custom_board_changed"), None);
}

#[test]
fn replies_carry_only_what_they_have() {
    assert_eq!(JsonText::of(&Reply::ok(5)).0, r#"{"status":"OK","seq_reply":5}"#);
    let error = ErrorBody { id: "x".into(), status_code: 400, ..ErrorBody::default() };
    assert_eq!(
        JsonText::of(&Reply::fail(0, error)).0,
        r#"{"status":"FAIL","error":{"id":"x","message":"","detailed_error":"","status_code":400}}"#
    );
}

#[test]
fn a_request_may_say_nothing_more() {
    let request: ClientRequest = serde_json::from_str(r#"{"seq":1,"action":"ping","data":null}"#).expect("a request");
    assert_eq!(request.action, ACTION_PING);
    let typed: StatusIds = request.read().expect("no data");
    assert_eq!(typed.user_ids, None);
}
