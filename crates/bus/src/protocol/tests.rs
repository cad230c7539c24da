//! The protocol step by step: two or three nodes, and every frame in the test's hand.

mod interests;
mod settling;

use base::Id;

use super::*;

struct Node {
    protocol: Protocol,
    now: Now,
    out: Vec<Output>,
}

impl Node {
    fn new(id: u8) -> Self {
        let now = Now { mono: 0, wall: 1_000_000 };
        let introduction = Introduction { name: format!("n{id}"), about: "about".to_owned(), since: 5 };
        Node { protocol: Protocol::new(NodeId(Id([id; 16])), introduction, now), now, out: Vec::new() }
    }

    fn step(&mut self, input: Input) {
        self.protocol.step(self.now, input, &mut self.out);
    }

    fn pass(&mut self, ms: u64) {
        self.now.mono += ms;
        self.now.wall += ms as i64;
        self.step(Input::Tick);
    }

    fn trusts(&self) -> bool {
        self.now.mono < self.protocol.lease_until_ms()
    }

    /// Frames to send; echoes its own probes.
    fn frames(&mut self) -> Vec<Bytes> {
        let mut frames = Vec::new();
        while let Some(at) = self.out.iter().position(|one| matches!(one, Output::Send { .. } | Output::Probe)) {
            match self.out.remove(at) {
                Output::Send { head, body, .. } => frames.push(Bytes::from([head, body.to_vec()].concat())),
                _ => self.step(Input::Echo),
            }
        }
        frames
    }

    /// What the server was told, in short.
    fn told(&mut self) -> Vec<String> {
        let told = self.out.drain(..).filter_map(|one| match one {
            Output::Heard { message, .. } => Some(String::from_utf8_lossy(&message).into_owned()),
            Output::Lost(Lost::Everything, why) => Some(format!("lost all, {}", why.name())),
            Output::Lost(Lost::Subject(subject), why) => Some(format!("lost {}, {}", subject.kind(), why.name())),
            Output::Settled(_, settled) => Some(format!("{settled:?}")),
            Output::Gone(_) => Some("gone".to_owned()),
            Output::Answered(_, answer) => Some(format!("{answer:?}")),
            _ => None,
        });
        told.collect()
    }

    fn hear(&mut self, frames: Vec<Bytes>) {
        for frame in frames {
            self.step(Input::Frame(frame));
        }
    }

    fn say(&mut self, to: Subject, message: &'static str) {
        self.step(Input::Publish { to, sheddable: false, message: Bytes::from_static(message.as_bytes()) });
    }
}

/// Hands frames to and fro until none is left.
fn talk(one: &mut Node, other: &mut Node) {
    loop {
        let (from_one, from_other) = (one.frames(), other.frames());
        if from_one.is_empty() && from_other.is_empty() {
            return;
        }
        one.hear(from_other);
        other.hear(from_one);
    }
}

/// Two nodes that are part of the cluster.
fn pair() -> (Node, Node) {
    let (mut one, mut other) = (Node::new(1), Node::new(2));
    one.step(Input::Up);
    other.step(Input::Up);
    for _ in 0..12 {
        talk(&mut one, &mut other);
        one.pass(100);
        other.pass(100);
    }
    talk(&mut one, &mut other);
    assert_eq!(one.told(), ["lost all, joined"]);
    assert_eq!(other.told(), ["lost all, joined"]);
    assert!(one.trusts() && other.trusts());
    (one, other)
}

fn channel() -> Subject {
    Subject::Channel(Id([9; 16]).into())
}

/// Takes an interest in the channel and waits until it is active.
fn follow(node: &mut Node, other: &mut Node) {
    node.step(Input::Interest { subject: channel(), wanted: true });
    node.step(Input::Wait(1));
    talk(node, other);
    node.pass(HURRY_MS);
    other.pass(HURRY_MS);
    talk(node, other);
    assert!(node.out.contains(&Output::Active(1)));
}

#[test]
fn messages_come_in_order_and_nothing_is_reported_lost() {
    let (mut one, mut other) = pair();
    follow(&mut other, &mut one);
    for round in 0..30 {
        one.say(channel(), "post");
        if round % 3 == 0 {
            one.say(Subject::Everyone, "all");
        }
        one.pass(100);
        other.pass(100);
        talk(&mut one, &mut other);
    }
    let told = other.told();
    assert_eq!(told.len(), 40);
    assert!(!told.iter().any(|one| one.starts_with("lost")), "{told:?}");
    assert!(one.told().is_empty());
}

#[test]
fn a_lost_message_is_noticed_with_the_next_on_its_subject() {
    let (mut one, mut other) = pair();
    follow(&mut other, &mut one);
    one.say(channel(), "first");
    talk(&mut one, &mut other);
    one.say(channel(), "second");
    drop(one.frames());
    one.say(channel(), "third");
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["first", "lost channel, gap", "third"]);
}

#[test]
fn a_lost_last_message_is_noticed_with_the_next_heartbeat() {
    let (mut one, mut other) = pair();
    follow(&mut other, &mut one);
    one.say(channel(), "first");
    drop(one.frames());
    one.pass(BEAT_MS);
    other.pass(BEAT_MS);
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["lost channel, gap"]);
}

#[test]
fn a_lost_heartbeat_is_noticed_with_the_next_one() {
    let (mut one, mut other) = pair();
    one.pass(BEAT_MS);
    drop(one.frames());
    one.pass(BEAT_MS);
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["lost all, gap"]);
}

#[test]
fn doubled_frames_are_heard_once() {
    let (mut one, mut other) = pair();
    follow(&mut other, &mut one);
    one.say(channel(), "post");
    one.say(Subject::Everyone, "all");
    let frames = one.frames();
    other.hear(frames.clone());
    other.hear(frames);
    assert_eq!(other.told(), ["post", "all"]);
}

#[test]
fn typing_that_is_lost_is_nobodys_loss() {
    let (mut one, mut other) = pair();
    follow(&mut other, &mut one);
    one.step(Input::Publish { to: channel(), sheddable: true, message: Bytes::from_static(b"typing") });
    drop(one.frames());
    one.pass(BEAT_MS);
    talk(&mut one, &mut other);
    assert!(other.told().is_empty());
}

#[test]
fn what_the_publisher_dropped_is_told_to_everyone() {
    let (mut one, mut other) = pair();
    one.step(Input::Dropped);
    one.pass(BEAT_MS);
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["lost all, gap"]);
}

#[test]
fn a_new_connection_is_a_loss_on_both_sides() {
    let (mut one, mut other) = pair();
    one.step(Input::Down);
    assert!(!one.trusts());
    one.say(channel(), "to nobody");
    one.step(Input::Up);
    talk(&mut one, &mut other);
    assert_eq!(other.told(), ["lost all, gap"]);
    assert!(one.told().is_empty() && !one.trusts(), "not before it has heard who is there");
    for _ in 0..JOIN_MS / 100 {
        one.pass(100);
        other.pass(100);
        talk(&mut one, &mut other);
    }
    assert_eq!(one.told(), ["lost all, reconnected"]);
    assert!(one.trusts() && other.told().is_empty());
}

#[test]
fn calls_that_come_together_share_a_heartbeat() {
    let (mut one, mut other) = pair();
    for ticket in 1..1_000 {
        one.step(Input::Settle(ticket));
    }
    let first = one.frames();
    assert_eq!(first.len(), 2, "the others wait for these");
    other.hear(first);
    one.hear(other.frames());
    let second = one.frames();
    assert_eq!((second.len(), one.told().len()), (1, 2));
    other.hear(second);
    one.hear(other.frames());
    assert_eq!(one.told().len(), 997);
}

#[test]
fn a_silent_node_does_not_keep_calls_from_their_heartbeat() {
    let (mut one, mut other) = pair();
    for ticket in 1..=3 {
        one.step(Input::Settle(ticket));
    }
    drop(one.frames());
    one.pass(20);
    assert_eq!(one.frames().len(), 1);
    other.frames();
    for _ in 0..24 {
        one.pass(100);
    }
    assert!(!one.told().contains(&"Everywhere".to_owned()), "the other may act on its memory for so long");
    one.pass(100);
    assert_eq!(one.told().iter().filter(|told| *told == "Everywhere").count(), 3);
}

#[test]
fn a_silent_node_is_gone_and_a_leaving_one_is_no_loss() {
    let (mut one, _silent) = pair();
    for _ in 0..GONE_MS / 100 {
        one.pass(100);
        drop(one.frames());
    }
    assert_eq!(one.told(), ["lost all, gone", "gone"]);
    let (mut one, mut second) = pair();
    second.step(Input::Leave);
    talk(&mut one, &mut second);
    assert_eq!(one.told(), ["gone"]);
    assert!(one.protocol.nodes().is_empty());
}

#[test]
fn an_own_stall_says_nothing_about_others() {
    let (mut one, mut other) = pair();
    one.pass(20_000);
    assert!(!one.trusts());
    talk(&mut one, &mut other);
    assert!(one.told().is_empty());
}

#[test]
fn a_wall_clock_that_leaps_ahead_ends_the_lease() {
    let (mut one, mut other) = pair();
    one.now.wall += 60_000;
    one.step(Input::Tick);
    assert!(!one.trusts(), "the machine may have slept");
    one.pass(BEAT_MS);
    talk(&mut one, &mut other);
    assert!(one.trusts());
}

#[test]
fn a_member_that_is_not_heard_ends_trust_until_the_store_forgets_it() {
    let (mut one, mut other) = pair();
    let absent = NodeId(Id([3; 16]));
    let read_ms = one.now.mono;
    one.step(Input::Members { others: vec![NodeId(Id([2; 16])), absent], read_ms });
    assert!(!one.trusts());
    one.pass(200);
    let read_ms = one.now.mono;
    one.step(Input::Members { others: vec![NodeId(Id([2; 16]))], read_ms });
    talk(&mut one, &mut other);
    assert_eq!(one.told(), ["lost all, gone"]);
    assert!(one.trusts());
}

#[test]
fn questions_are_answered_by_the_node_asked_or_end() {
    let (mut one, mut other) = pair();
    let (node, until_ms) = (NodeId(Id([2; 16])), one.now.mono + 300);
    one.step(Input::Ask { ticket: 1, node, question: Bytes::from_static(b"?"), until_ms });
    other.hear(one.frames());
    let Some(Output::Asked { from, id, .. }) = other.out.pop() else { panic!("it was asked") };
    other.step(Input::Answer { to: from, id, answer: Some(Bytes::from_static(b"yes")) });
    talk(&mut one, &mut other);
    assert_eq!(one.told(), ["Ok(b\"yes\")"]);

    one.step(Input::Ask { ticket: 2, node, question: Bytes::new(), until_ms });
    drop(one.frames());
    one.pass(300);
    assert_eq!(one.told(), ["Err(TimedOut)"]);
    one.step(Input::Ask { ticket: 3, node: NodeId(Id([4; 16])), question: Bytes::new(), until_ms });
    assert_eq!(one.told(), ["Err(Gone)"]);
}
