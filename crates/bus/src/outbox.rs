//! What waits to be sent: bounded, in order, and what may be dropped is dropped first.
//!
//! Numbers are given when something is taken out, so what was shed leaves no gap. What had to be dropped although it
//! matters is remembered: the protocol then skips a number, and every node hears that something is missing.

use std::collections::VecDeque;

use bytes::Bytes;
use tokio::sync::oneshot;

use crate::listener::NodeId;
use crate::outcome::{AskError, Settled};
use crate::subject::Subject;

/// Messages that may go when too many wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheddable {
    Typing,
    Presence,
    /// What clients were told, for the node that keeps it.
    Records,
}

impl Sheddable {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sheddable::Typing => "typing",
            Sheddable::Presence => "presence",
            Sheddable::Records => "records",
        }
    }
}

/// One thing to do for the runner.
pub(crate) enum Item {
    Message { to: Subject, shed: Option<Sheddable>, message: Bytes },
    Settle(oneshot::Sender<Settled>),
    Ask { node: NodeId, question: Bytes, until_ms: u64, answer: oneshot::Sender<Result<Bytes, AskError>> },
    Members { others: Vec<NodeId>, read_ms: u64 },
    Leave(oneshot::Sender<()>),
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pushed {
    Taken,
    /// An older or this sheddable message went.
    Shed(Sheddable),
    /// This message went, although nobody may miss it unawares.
    Dropped,
}

pub(crate) struct Outbox {
    /// A shed message leaves an empty place, so that places keep their numbers.
    items: VecDeque<Option<Item>>,
    /// Number of the first place.
    first: u64,
    /// Places of sheddable messages, oldest first.
    sheddable: VecDeque<u64>,
    messages: usize,
    messages_max: usize,
    dropped: bool,
    closed: bool,
}

impl Outbox {
    pub fn new(messages_max: usize) -> Self {
        Outbox {
            items: VecDeque::new(),
            first: 0,
            sheddable: VecDeque::new(),
            messages: 0,
            messages_max: messages_max.max(1),
            dropped: false,
            closed: false,
        }
    }

    /// Messages that wait.
    pub fn len(&self) -> usize {
        self.messages
    }

    pub fn push_message(&mut self, to: Subject, shed: Option<Sheddable>, message: Bytes) -> Pushed {
        let mut result = Pushed::Taken;
        if self.closed {
            return result;
        }
        if self.messages >= self.messages_max {
            match (self.shed_oldest(), shed) {
                (Some(went), _) => result = Pushed::Shed(went),
                (None, Some(this)) => return Pushed::Shed(this),
                (None, None) => {
                    self.dropped = true;
                    return Pushed::Dropped;
                }
            }
        }
        if shed.is_some() {
            self.sheddable.push_back(self.first + self.items.len() as u64);
        }
        self.messages += 1;
        self.items.push_back(Some(Item::Message { to, shed, message }));
        result
    }

    /// Counts a message that cannot be sent at all as dropped.
    pub fn drop_one(&mut self) {
        self.dropped = true;
    }

    /// Adds what is no message. Each has a caller who waits for it, so callers bound their number.
    pub fn push(&mut self, item: Item) {
        if !self.closed {
            self.items.push_back(Some(item));
        }
    }

    /// Nothing is taken out any more: whoever waits hears so, and what comes is dropped at once.
    pub fn close(&mut self) {
        *self = Outbox { closed: true, ..Outbox::new(self.messages_max) };
    }

    /// True once after something was dropped.
    pub fn take_dropped(&mut self) -> bool {
        std::mem::take(&mut self.dropped)
    }

    pub fn pop(&mut self) -> Option<Item> {
        while let Some(place) = self.items.pop_front() {
            if self.sheddable.front() == Some(&self.first) {
                self.sheddable.pop_front();
            }
            self.first += 1;
            if let Some(item) = place {
                self.messages -= usize::from(matches!(item, Item::Message { .. }));
                return Some(item);
            }
        }
        None
    }

    fn shed_oldest(&mut self) -> Option<Sheddable> {
        let place = self.sheddable.pop_front()?;
        let item = self.items.get_mut((place - self.first) as usize)?.take();
        self.messages -= 1;
        match item {
            Some(Item::Message { shed, .. }) => shed,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(item: Option<Item>) -> String {
        match item {
            Some(Item::Message { message, .. }) => String::from_utf8_lossy(&message).into_owned(),
            Some(_) => "other".to_owned(),
            None => "nothing".to_owned(),
        }
    }

    fn push(outbox: &mut Outbox, shed: Option<Sheddable>, message: &'static str) -> Pushed {
        outbox.push_message(Subject::Everyone, shed, Bytes::from_static(message.as_bytes()))
    }

    #[test]
    fn the_oldest_typing_goes_first_when_full() {
        let mut outbox = Outbox::new(3);
        push(&mut outbox, None, "post");
        push(&mut outbox, Some(Sheddable::Typing), "typing");
        push(&mut outbox, Some(Sheddable::Presence), "away");
        assert_eq!(push(&mut outbox, None, "second"), Pushed::Shed(Sheddable::Typing));
        assert_eq!(outbox.len(), 3);
        assert_eq!([text(outbox.pop()), text(outbox.pop()), text(outbox.pop())], ["post", "away", "second"]);
        assert_eq!(text(outbox.pop()), "nothing");
        assert!(!outbox.take_dropped());
    }

    #[test]
    fn what_matters_is_dropped_only_with_a_mark() {
        let mut outbox = Outbox::new(1);
        push(&mut outbox, None, "post");
        assert_eq!(push(&mut outbox, Some(Sheddable::Typing), "typing"), Pushed::Shed(Sheddable::Typing));
        assert!(!outbox.take_dropped());
        assert_eq!(push(&mut outbox, None, "second"), Pushed::Dropped);
        assert!(outbox.take_dropped() && !outbox.take_dropped());
    }

    #[test]
    fn places_stay_right_after_many_turns() {
        let mut outbox = Outbox::new(2);
        for round in 0..100 {
            push(&mut outbox, Some(Sheddable::Typing), "typing");
            push(&mut outbox, None, "post");
            assert_eq!(push(&mut outbox, None, "more"), Pushed::Shed(Sheddable::Typing), "round {round}");
            outbox.push(Item::Members { others: Vec::new(), read_ms: 0 });
            assert_eq!([text(outbox.pop()), text(outbox.pop())], ["post", "more"]);
            assert_eq!(text(outbox.pop()), "other");
        }
        assert_eq!(outbox.len(), 0);
    }
}
