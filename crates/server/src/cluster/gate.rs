//! The gate: one order per channel for every client, whichever node a change was committed on.
//!
//! Each change of a channel that clients hear of is counted in its commit, so its number is the order of the commits
//! ([`store::channel_events`]). Changes of two nodes may cross on the bus; the gate of a channel lets number n + 1 wait
//! for n. One that does not come in time is lost, and whoever listens to the channel begins anew: a hole is never
//! passed over in silence. Own changes go through the same gate. Pure: it is handed the time and answers with what may
//! go on. A gate takes some 80 bytes, and there is one for each channel that somebody here belongs to.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, UserId};

use crate::realtime::hub::Event;

/// How long a change waits for the one before it: a hundred times what a bus in one place takes.
pub const WAIT_MS_MAX: Millis = 200;
/// Changes that wait in all gates together, at some kilobytes each; beyond it the one that waits longest is lost.
pub const WAITING_MAX: usize = 16_384;
/// Changes of channels without a gate that are remembered, since several subjects may carry the same.
const PASSED_MAX: usize = 4_096;

/// What one commit means to those who belong to one channel.
#[derive(Debug, Clone)]
pub struct Unit {
    pub channel: ChannelId,
    pub number: i64,
    pub parts: Vec<Part>,
}

#[derive(Debug, Clone)]
pub enum Part {
    Joined(UserId),
    Left(UserId),
    Event(Arc<Event>),
    /// An event that is not for the channel, kept in its place among the others; other nodes get it by itself.
    Beside(Arc<Event>),
}

/// What may go on, in order.
#[derive(Debug)]
pub enum Released {
    Unit(Unit),
    Events(Vec<Arc<Event>>),
    /// Something of the channel is missing for good.
    Lost(ChannelId),
}

/// The gates of all channels.
#[derive(Default)]
pub struct Gates {
    channels: HashMap<ChannelId, Gate>,
    /// What waits, in the order in which it began to.
    waiting: VecDeque<(Millis, ChannelId, i64)>,
    passed: Passed,
}

struct Gate {
    next: i64,
    waiting: BTreeMap<i64, Waiting>,
}

/// What is known of a change whose turn has not come.
#[derive(Default)]
struct Waiting {
    /// `None` while only others speak of it.
    unit: Option<Unit>,
    after: Vec<Arc<Event>>,
}

#[derive(Default)]
struct Passed {
    known: HashSet<(ChannelId, i64)>,
    order: VecDeque<(ChannelId, i64)>,
}

impl Gates {
    /// Sets up the gate of a channel whose changes up to `number` are known, unless there is one.
    pub fn open(&mut self, channel: ChannelId, number: i64) {
        let passed = &self.passed;
        self.channels.entry(channel).or_insert_with(|| {
            let mut next = number + 1;
            while passed.known.contains(&(channel, next)) {
                next += 1;
            }
            Gate { next, waiting: BTreeMap::new() }
        });
    }

    pub fn is_open(&self, channel: ChannelId) -> bool {
        self.channels.contains_key(&channel)
    }

    /// Nobody here belongs to the channel any more.
    pub fn close(&mut self, channel: ChannelId) {
        self.channels.remove(&channel);
    }

    /// Whether the change with this number had its turn, as far as the channel has a gate.
    pub fn has_passed(&self, channel: ChannelId, number: i64) -> bool {
        self.channels.get(&channel).is_some_and(|gate| number > 0 && gate.next > number)
    }

    /// A change arrived.
    pub fn offer(&mut self, unit: Unit, now: Millis, out: &mut Vec<Released>) {
        let (channel, number) = (unit.channel, unit.number);
        let Some(gate) = self.channels.get_mut(&channel) else {
            if self.passed.is_new(channel, number) {
                out.push(Released::Unit(unit));
            }
            return;
        };
        if number < gate.next {
            return;
        }
        let entry = gate.waiting.entry(number);
        let is_new = matches!(entry, std::collections::btree_map::Entry::Vacant(_));
        entry.or_default().unit = Some(unit);
        gate.release(out);
        if is_new && gate.next <= number {
            self.wait(channel, number, now, out);
        }
    }

    /// Events that belong behind the change with this number, for others than the channel's members.
    pub fn offer_after(
        &mut self,
        (channel, number): (ChannelId, i64),
        events: Vec<Arc<Event>>,
        now: Millis,
        out: &mut Vec<Released>,
    ) {
        match self.channels.get_mut(&channel).filter(|gate| gate.next <= number) {
            None => out.push(Released::Events(events)),
            Some(gate) => {
                let entry = gate.waiting.entry(number);
                let is_new = matches!(entry, std::collections::btree_map::Entry::Vacant(_));
                entry.or_default().after.extend(events);
                if is_new {
                    self.wait(channel, number, now, out);
                }
            }
        }
    }

    /// The store knows of changes up to `number`: those that did not arrive must do so soon.
    pub fn expect(&mut self, channel: ChannelId, number: i64, now: Millis, out: &mut Vec<Released>) {
        let Some(gate) = self.channels.get_mut(&channel).filter(|gate| gate.next <= number) else { return };
        if let std::collections::btree_map::Entry::Vacant(place) = gate.waiting.entry(number) {
            place.insert(Waiting::default());
            self.wait(channel, number, now, out);
        }
    }

    /// Gives up on what was waited for in vain.
    pub fn expire(&mut self, now: Millis, out: &mut Vec<Released>) {
        while let Some((since, channel, number)) = self.waiting.front().copied()
            && now - since >= WAIT_MS_MAX
        {
            self.waiting.pop_front();
            self.give_up(channel, number, out);
        }
    }

    /// The channels that have a gate.
    pub fn channels(&self) -> Vec<ChannelId> {
        self.channels.keys().copied().collect()
    }

    /// Changes that wait, and those that no longer do but whose time is not over.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn wait(&mut self, channel: ChannelId, number: i64, now: Millis, out: &mut Vec<Released>) {
        self.waiting.push_back((now, channel, number));
        if self.waiting.len() > WAITING_MAX
            && let Some((_, channel, number)) = self.waiting.pop_front()
        {
            self.give_up(channel, number, out);
        }
    }

    fn give_up(&mut self, channel: ChannelId, number: i64, out: &mut Vec<Released>) {
        let Some(gate) = self.channels.get_mut(&channel).filter(|gate| gate.waiting.contains_key(&number)) else {
            return;
        };
        out.push(Released::Lost(channel));
        for (number, waiting) in std::mem::take(&mut gate.waiting) {
            gate.next = number + 1;
            waiting.release(out);
        }
    }
}

impl Gate {
    fn release(&mut self, out: &mut Vec<Released>) {
        while let Some(first) = self.waiting.first_entry()
            && *first.key() == self.next
            && first.get().unit.is_some()
        {
            first.remove().release(out);
            self.next += 1;
        }
    }
}

impl Waiting {
    fn release(self, out: &mut Vec<Released>) {
        out.extend(self.unit.map(Released::Unit));
        if !self.after.is_empty() {
            out.push(Released::Events(self.after));
        }
    }
}

impl Passed {
    fn is_new(&mut self, channel: ChannelId, number: i64) -> bool {
        if number == 0 {
            return true;
        }
        if !self.known.insert((channel, number)) {
            return false;
        }
        self.order.push_back((channel, number));
        if self.order.len() > PASSED_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;
    use proptest::prelude::*;

    const CHANNEL: ChannelId = ChannelId(Id([7; 16]));

    fn unit(number: i64) -> Unit {
        Unit { channel: CHANNEL, number, parts: Vec::new() }
    }

    fn names(out: &[Released]) -> Vec<i64> {
        let name = |one: &Released| match one {
            Released::Unit(unit) => unit.number,
            Released::Events(_) => 0,
            Released::Lost(_) => -1,
        };
        out.iter().map(name).collect()
    }

    #[test]
    fn what_comes_too_early_waits_for_what_was_committed_before() {
        let (mut gates, mut out) = (Gates::default(), Vec::new());
        gates.open(CHANNEL, 4);
        gates.offer(unit(6), 0, &mut out);
        gates.offer_after((CHANNEL, 6), Vec::new(), 0, &mut out);
        assert!(out.is_empty());
        gates.offer(unit(5), 10, &mut out);
        assert_eq!(names(&out), [5, 6]);
    }

    #[test]
    fn what_does_not_come_in_time_is_told() {
        let (mut gates, mut out) = (Gates::default(), Vec::new());
        gates.open(CHANNEL, 4);
        gates.offer(unit(6), 0, &mut out);
        gates.expire(WAIT_MS_MAX - 1, &mut out);
        assert!(out.is_empty());
        gates.expire(WAIT_MS_MAX, &mut out);
        assert_eq!(names(&out), [-1, 6]);
        out.clear();
        gates.offer(unit(5), WAIT_MS_MAX, &mut out);
        gates.offer(unit(7), WAIT_MS_MAX, &mut out);
        assert_eq!(names(&out), [7]);
    }

    #[test]
    fn what_only_the_store_knows_of_is_told() {
        let (mut gates, mut out) = (Gates::default(), Vec::new());
        gates.open(CHANNEL, 4);
        gates.expect(CHANNEL, 4, 0, &mut out);
        gates.expect(CHANNEL, 5, 0, &mut out);
        gates.offer(unit(5), 1, &mut out);
        gates.expire(WAIT_MS_MAX, &mut out);
        assert_eq!(names(&out), [5]);
        gates.expect(CHANNEL, 6, 300, &mut out);
        gates.expire(300 + WAIT_MS_MAX, &mut out);
        assert_eq!(names(&out), [5, -1]);
    }

    #[test]
    fn without_a_gate_each_change_passes_once() {
        let (mut gates, mut out) = (Gates::default(), Vec::new());
        gates.offer(unit(1), 0, &mut out);
        gates.offer(unit(1), 0, &mut out);
        gates.offer(unit(2), 0, &mut out);
        assert_eq!(names(&out), [1, 2]);
        gates.open(CHANNEL, 1);
        gates.offer(unit(2), 0, &mut out);
        gates.offer(unit(3), 0, &mut out);
        assert_eq!(names(&out), [1, 2, 3]);
    }

    proptest! {
        /// Whatever the bus does, what comes out rises, and a number that is left out is told with what follows it.
        #[test]
        fn the_order_is_that_of_the_numbers(steps in prop::collection::vec((0i64..40, 0i64..120), 1..200)) {
            let (mut gates, mut now, mut last) = (Gates::default(), 0, 0);
            gates.open(CHANNEL, 0);
            for (number, later) in steps {
                now += later;
                let mut out = Vec::new();
                if number == 0 {
                    gates.expire(now, &mut out);
                } else {
                    gates.offer(unit(number), now, &mut out);
                }
                // What is lost concerns all that one step lets through: clients begin anew behind it.
                let told = names(&out).contains(&-1);
                for name in names(&out).into_iter().filter(|name| *name > 0) {
                    prop_assert!(name > last);
                    prop_assert!(name == last + 1 || told, "{name} follows {last} and nobody was told");
                    last = name;
                }
            }
        }
    }
}
