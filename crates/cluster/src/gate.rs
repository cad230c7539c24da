//! The gate: one order per channel for every client, whichever node a change was committed on.
//!
//! Each change of a channel that clients hear of is counted in its commit, so its number is the order of the commits
//! ([`store::channel_events`]). Changes of two nodes may cross on the bus; the gate of a channel lets number n + 1 wait
//! for n. One that does not come in time is lost, and whoever listens to the channel begins anew: a hole is never
//! passed over in silence. Own changes go through the same gate. What comes after its turn is passed over, because
//! those who listen have begun anew or have loaded it, but not whom it lets in, who does not listen yet. Pure: it is
//! handed the time and answers with what may go on. A gate takes some 80 bytes, and there is one for each channel that
//! somebody here belongs to.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, UserId};

use delivery::hub::Event;

/// How long a change waits for the one before it. A bus in one place takes two milliseconds, but a node without
/// processor time to spare was seen to take more than 200 from a commit until it is told, and to begin anew costs more.
pub const WAIT_MS_MAX: Millis = 1_000;
/// How long until it is looked for in the log of the node that made it.
pub const LATE_MS: Millis = 200;
/// Changes that wait in all gates together, at some kilobytes each; beyond it the one that waits longest is lost.
pub const WAITING_MAX: usize = 16_384;
/// Changes that are remembered as let through, since several subjects may carry the same, and a channel that everybody
/// left may get another gate at once. More than come while one is on its way, at some 60 bytes each.
const PASSED_MAX: usize = 8_192;

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
    /// A change that let these users in came after its turn: who is not in the channel by now begins anew.
    Late(ChannelId, Vec<UserId>),
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    ToCome,
    Taken,
    /// What follows it was let through without it.
    Missed,
}

/// The gates of all channels.
#[derive(Default)]
pub struct Gates {
    channels: HashMap<ChannelId, Gate>,
    /// What waits, in the order in which it began to.
    waiting: VecDeque<(Millis, ChannelId, i64)>,
    passed: Passed,
    /// The channels whose gates were set up since this was taken, with the last change that was known then.
    pub opened: Vec<(ChannelId, i64)>,
}

struct Gate {
    /// What was known when it was set up. Changes up to here may still be on their way to this node.
    opened_at: i64,
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
        let (passed, opened) = (&self.passed, &mut self.opened);
        self.channels.entry(channel).or_insert_with(|| {
            let mut opened_at = number;
            while passed.known.contains(&(channel, opened_at + 1)) {
                opened_at += 1;
            }
            opened.push((channel, opened_at));
            Gate { opened_at, next: opened_at + 1, waiting: BTreeMap::new() }
        });
    }

    /// Somebody hears the channel since the change with this number; true when the gate is set up for that, so that
    /// the store has to be asked what was missed. A gate that was set up for something later passed some over.
    pub fn admit(&mut self, channel: ChannelId, number: i64, out: &mut Vec<Released>) -> bool {
        let Some(gate) = self.channels.get(&channel) else {
            self.open(channel, number);
            return true;
        };
        if gate.opened_at > number {
            out.push(Released::Lost(channel));
        }
        false
    }

    pub fn is_open(&self, channel: ChannelId) -> bool {
        self.channels.contains_key(&channel)
    }

    /// Nobody here belongs to the channel any more. What waits goes on at once: it may let somebody in, and the events
    /// behind it are for others, such as whoever was just put out.
    pub fn close(&mut self, channel: ChannelId, out: &mut Vec<Released>) {
        let waiting = self.channels.remove(&channel).map(|gate| gate.waiting).unwrap_or_default();
        for Waiting { unit, after } in waiting.into_values() {
            if let Some(unit) = unit {
                self.pass_by(unit, out);
            }
            if !after.is_empty() {
                out.push(Released::Events(after));
            }
        }
    }

    /// What became of a change that puts somebody out.
    pub fn turn(&self, channel: ChannelId, number: i64) -> Turn {
        if self.passed.known.contains(&(channel, number)) {
            return Turn::Taken;
        }
        match self.has_let_through(channel, number) {
            true => Turn::Missed,
            false => Turn::ToCome,
        }
    }

    /// Whether all changes of the channel up to this number were let through by its gate.
    pub fn has_let_through(&self, channel: ChannelId, number: i64) -> bool {
        self.channels.get(&channel).is_some_and(|gate| gate.next > number)
    }

    /// A change arrived.
    pub fn offer(&mut self, unit: Unit, now: Millis, out: &mut Vec<Released>) {
        let (channel, number) = (unit.channel, unit.number);
        let Some(gate) = self.channels.get_mut(&channel) else { return self.pass_by(unit, out) };
        if number < gate.next {
            let let_in = unit.let_in();
            if !let_in.is_empty() && self.passed.is_new(channel, number) {
                out.push(Released::Late(channel, let_in));
            }
            return;
        }
        let entry = gate.waiting.entry(number);
        let is_new = matches!(entry, std::collections::btree_map::Entry::Vacant(_));
        entry.or_default().unit = Some(unit);
        gate.release(&mut self.passed, out);
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

    /// Whether a change waits for one that should have come by now.
    pub fn are_late(&self, now: Millis) -> bool {
        let waits = |channel: &ChannelId, number: &i64| {
            self.channels.get(channel).is_some_and(|gate| gate.waiting.contains_key(number))
        };
        let late = self.waiting.iter().take_while(|(since, ..)| now - since >= LATE_MS);
        late.into_iter().any(|(_, channel, number)| waits(channel, number))
    }

    /// The channels that have a gate.
    pub fn channels(&self) -> Vec<ChannelId> {
        self.channels.keys().copied().collect()
    }

    /// Changes that wait, and those that no longer do but whose time is not over.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// A change of a channel without a gate, which may concern somebody whom it lets in.
    fn pass_by(&mut self, unit: Unit, out: &mut Vec<Released>) {
        let (channel, number) = (unit.channel, unit.number);
        if !self.passed.is_new(channel, number) {
            return;
        }
        let lets_in = !unit.let_in().is_empty();
        out.push(Released::Unit(unit));
        // What was passed on before it did not reach whom it lets in.
        if lets_in && self.passed.known.iter().any(|(one, other)| *one == channel && *other > number) {
            out.push(Released::Lost(channel));
        }
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
            waiting.release(&mut self.passed, out);
        }
    }
}

impl Unit {
    fn let_in(&self) -> Vec<UserId> {
        let joined = |part: &Part| if let Part::Joined(user) = part { Some(*user) } else { None };
        self.parts.iter().filter_map(joined).collect()
    }
}

impl Gate {
    fn release(&mut self, passed: &mut Passed, out: &mut Vec<Released>) {
        while let Some(first) = self.waiting.first_entry()
            && *first.key() == self.next
            && first.get().unit.is_some()
        {
            first.remove().release(passed, out);
            self.next += 1;
        }
    }
}

impl Waiting {
    fn release(self, passed: &mut Passed, out: &mut Vec<Released>) {
        if let Some(unit) = &self.unit {
            passed.is_new(unit.channel, unit.number);
        }
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
mod tests;
