//! Follows each marked post of this agent from its send to its receivers.
//!
//! A user must receive a post when it was a member of the channel and connected from before the send until the post is
//! settled, [`SETTLE_US`] after the acknowledgement. Users who came, went or were cut off in between prove nothing and
//! are left out. Times are microseconds since the agent was made. A post costs its bit set, one bit a user, while it
//! is open: 2.5 KB at 20,000 users, so 40 posts a second keep 3 MB open.

use std::collections::HashMap;

use base::Id;
use parking_lot::Mutex;

use super::between::{Between, Present};
use super::tag;
use crate::agent::latency::Latency;
use crate::agent::results::Delivery;
use crate::users::world::No;

/// How long after the acknowledgement an event may still come. Far above any delay that a person would call working.
pub const SETTLE_US: u64 = 30_000_000;
/// A post that was never acknowledged is let go after this.
const UNANSWERED_US: u64 = 60_000_000;
/// Posts that the audit asks for; above that, a sample in the order of sending.
pub const AUDITED_MAX: usize = 100_000;

/// Slot of a session within the agent.
pub type Slot = u32;

#[derive(Default)]
pub struct Ledger {
    agent: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next: u32,
    open: HashMap<u32, Entry>,
    /// Who is a member of a channel, and since when that is known.
    members: HashMap<No, Vec<(Slot, u64)>>,
    totals: Delivery,
    audited: HashMap<Id, Stored>,
    between: Between,
}

/// What the store should have.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    pub mark: u64,
    /// The root of its thread; whoever deletes that deletes the replies with it.
    pub root: Id,
    pub is_deleted: bool,
    pub is_edited: bool,
}

struct Entry {
    channel: No,
    sent_us: u64,
    acked_us: Option<u64>,
    post: Id,
    seen: Vec<u64>,
}

/// What a receiver notes for the order of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When the post had been sent, in milliseconds.
    pub sent_ms: u32,
    pub is_first: bool,
}

impl Ledger {
    /// `agent` tells the marks of this run from those of others.
    pub fn new(agent: u64) -> Ledger {
        Ledger { agent: tag::parts(tag::mark(agent, 0)).0, state: Mutex::default() }
    }

    /// A post is about to be sent; returns its mark.
    pub fn send(&self, channel: No, now_us: u64) -> u64 {
        let mut state = self.state.lock();
        let number = state.next;
        state.next = state.next.wrapping_add(1);
        let entry = Entry { channel, sent_us: now_us, acked_us: None, post: Id::NONE, seen: Vec::new() };
        state.open.insert(number, entry);
        tag::mark(self.agent, number)
    }

    /// The server acknowledged a post.
    pub fn acknowledge(&self, mark: u64, (post, root): (Id, Id), now_us: u64) {
        let mut state = self.state.lock();
        let state = &mut *state;
        state.totals.sent += 1;
        if let Some(entry) = state.open.get_mut(&tag::parts(mark).1) {
            entry.acked_us = Some(now_us);
            // An event of another post with the same mark came first: the server stored it twice.
            if entry.post.is_some() && entry.post != post {
                state.totals.duplicates += 1;
            }
            entry.post = post;
            state.between.acknowledged(tag::parts(mark).1, entry.channel, entry.sent_us, now_us);
        }
        if state.audited.len() < AUDITED_MAX {
            state.audited.insert(post, Stored { mark, root, is_deleted: false, is_edited: false });
        }
    }

    /// The server refused a post: nobody has to receive it.
    pub fn give_up(&self, mark: u64) {
        self.state.lock().open.remove(&tag::parts(mark).1);
    }

    pub fn deleted(&self, post: Id) {
        if let Some(stored) = self.state.lock().audited.get_mut(&post) {
            stored.is_deleted = true;
        }
    }

    pub fn edited(&self, post: Id) {
        if let Some(stored) = self.state.lock().audited.get_mut(&post) {
            stored.is_edited = true;
        }
    }

    /// A session met a marked post. `newest_ms` is what the last arrival in this channel left.
    pub fn receive(&self, mark: u64, post: Id, slot: Slot, newest_ms: u32, now_us: u64) -> Option<Arrival> {
        let (agent, number) = tag::parts(mark);
        let mut state = self.state.lock();
        let state = &mut *state;
        if agent != self.agent {
            state.totals.foreign += 1;
            state.between.met(agent, number, slot);
            return None;
        }
        let entry = state.open.get_mut(&number)?;
        if entry.post.is_none() {
            entry.post = post;
        }
        let (word, bit) = (slot as usize / 64, 1_u64 << (slot % 64));
        if entry.seen.len() <= word {
            entry.seen.resize(word + 1, 0);
        }
        let is_first = entry.seen[word] & bit == 0;
        if !is_first || entry.post != post {
            state.totals.duplicates += 1;
        }
        entry.seen[word] |= bit;
        let sent_ms = (entry.sent_us / 1_000) as u32;
        if is_first {
            let delay = std::time::Duration::from_micros(now_us.saturating_sub(entry.sent_us));
            state.totals.delay.record(delay);
            // Something sent only after this one's acknowledgement was here before it.
            if entry.acked_us.is_some_and(|acked| u64::from(newest_ms) > acked / 1_000) {
                state.totals.out_of_order += 1;
            }
        }
        Some(Arrival { sent_ms, is_first })
    }

    /// A session is known to be a member of a channel from now on.
    pub fn join(&self, channel: No, slot: Slot, now_us: u64) {
        let mut state = self.state.lock();
        let members = state.members.entry(channel).or_default();
        if let Err(at) = members.binary_search_by_key(&slot, |(slot, _)| *slot) {
            members.insert(at, (slot, now_us));
        }
    }

    pub fn leave(&self, channel: No, slot: Slot) {
        if let Some(members) = self.state.lock().members.get_mut(&channel) {
            members.retain(|(other, _)| *other != slot);
        }
    }

    /// A session ended: nothing is due to it any more.
    pub fn depart(&self, slot: Slot) {
        for members in self.state.lock().members.values_mut() {
            members.retain(|(other, _)| *other != slot);
        }
    }

    /// Closes the posts whose time is over. `connected` tells since when a session has had its socket without a gap.
    pub fn settle(&self, now_us: u64, after_us: u64, connected: &dyn Fn(Slot) -> Option<u64>) {
        let mut state = self.state.lock();
        let state = &mut *state;
        let is_due = |entry: &Entry| match entry.acked_us {
            Some(acked) => acked + after_us <= now_us,
            None => entry.sent_us + UNANSWERED_US <= now_us,
        };
        let due: Vec<u32> = state.open.iter().filter(|(_, entry)| is_due(entry)).map(|(number, _)| *number).collect();
        for number in due {
            let Some(entry) = state.open.remove(&number) else { continue };
            if entry.acked_us.is_none() {
                continue;
            }
            for slot in expected(&state.members, &entry, connected) {
                state.totals.expected += 1;
                match entry.has(slot) {
                    true => state.totals.received += 1,
                    false => state.totals.lost += 1,
                }
            }
        }
    }

    /// Whether everybody who should has received everything that was acknowledged: nothing is left to wait for.
    pub fn is_complete(&self, connected: &dyn Fn(Slot) -> Option<u64>) -> bool {
        let state = self.state.lock();
        let acknowledged = state.open.values().filter(|entry| entry.acked_us.is_some());
        acknowledged.into_iter().all(|entry| expected(&state.members, entry, connected).all(|slot| entry.has(slot)))
    }

    /// Keeps who is there, for the judgement of what other agents sent. `connected` as for [`Ledger::settle`].
    pub fn keep_present(&self, at_us: u64, connected: HashMap<Slot, u64>) {
        let mut state = self.state.lock();
        let members = state.members.clone();
        state.between.keep_present(Present { at_us, members, connected });
    }

    /// What was sent, and what users of other agents owe it; see [`Between`].
    pub fn between<T>(&self, look: impl FnOnce(&Between, u64) -> T) -> T {
        look(&self.state.lock().between, self.agent)
    }

    pub fn totals(&self) -> Delivery {
        let state = self.state.lock();
        let open = state.open.values().filter(|entry| entry.acked_us.is_some());
        let open = open.map(|entry| state.members.get(&entry.channel).map_or(0, Vec::len) as u64).sum();
        Delivery { open, ..state.totals.clone() }
    }

    /// What the store should have of this run.
    pub fn stored(&self) -> HashMap<Id, Stored> {
        self.state.lock().audited.clone()
    }

    pub fn audited(&self, audit: crate::agent::results::Audit) {
        self.state.lock().totals.audit = Some(audit);
    }

    pub fn delay(&self) -> Latency {
        self.state.lock().totals.delay.clone()
    }
}

impl Entry {
    fn has(&self, slot: Slot) -> bool {
        self.seen.get(slot as usize / 64).is_some_and(|word| word & (1 << (slot % 64)) != 0)
    }
}

fn expected<'a>(
    members: &'a HashMap<No, Vec<(Slot, u64)>>,
    entry: &'a Entry,
    connected: &'a dyn Fn(Slot) -> Option<u64>,
) -> impl Iterator<Item = Slot> + 'a {
    let members = members.get(&entry.channel).map_or(&[][..], Vec::as_slice);
    let was_there = |since: u64| since < entry.sent_us;
    let there = members.iter().filter(move |(_, since)| was_there(*since)).map(|(slot, _)| *slot);
    there.filter(move |slot| connected(*slot).is_some_and(was_there))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEND: u64 = 1_000_000;

    fn post(number: u8) -> Id {
        Id([number; 16])
    }

    /// Two members of channel 1 in slots 0 and 70, connected from the start.
    fn ledger() -> Ledger {
        let ledger = Ledger::new(5);
        ledger.join(1, 0, 10);
        ledger.join(1, 70, 10);
        ledger
    }

    fn settle(ledger: &Ledger) -> Delivery {
        ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &|_| Some(10));
        ledger.totals()
    }

    #[test]
    fn what_everybody_received_is_not_lost() {
        let ledger = ledger();
        let mark = ledger.send(1, SEND);
        ledger.receive(mark, post(1), 70, 0, SEND + 500);
        ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 900);
        assert!(!ledger.is_complete(&|_| Some(10)));
        ledger.receive(mark, post(1), 0, 0, SEND + 1_000);
        assert!(ledger.is_complete(&|_| Some(10)));
        let totals = settle(&ledger);
        assert_eq!((totals.sent, totals.expected, totals.received, totals.lost), (1, 2, 2, 0));
        assert_eq!((totals.duplicates, totals.out_of_order, totals.open), (0, 0, 0));
        assert_eq!(totals.delay.count(), 2);
    }

    #[test]
    fn what_a_connected_member_missed_is_lost() {
        let ledger = ledger();
        let mark = ledger.send(1, SEND);
        ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 900);
        ledger.receive(mark, post(1), 0, 0, SEND + 1_000);
        assert_eq!(settle(&ledger).lost, 1);
    }

    #[test]
    fn who_came_late_or_was_cut_off_proves_nothing() {
        let ledger = ledger();
        ledger.join(1, 3, SEND + 1);
        let mark = ledger.send(1, SEND);
        ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 900);
        ledger.settle(SEND + 2 * SETTLE_US, SETTLE_US, &|slot| {
            (slot != 0).then_some(if slot == 70 { SEND + 5 } else { 1 })
        });
        assert_eq!(ledger.totals().expected, 0);
    }

    #[test]
    fn a_post_that_was_refused_is_owed_to_nobody() {
        let ledger = ledger();
        let mark = ledger.send(1, SEND);
        ledger.give_up(mark);
        assert_eq!(settle(&ledger).expected, 0);
    }

    #[test]
    fn the_same_post_twice_is_a_duplicate() {
        let ledger = ledger();
        let mark = ledger.send(1, SEND);
        ledger.receive(mark, post(1), 0, 0, SEND + 1);
        ledger.receive(mark, post(1), 0, 0, SEND + 2);
        ledger.acknowledge(mark, (post(1), Id::NONE), SEND + 3);
        assert_eq!(ledger.totals().duplicates, 1);
    }

    #[test]
    fn one_send_that_was_stored_twice_is_a_duplicate() {
        let ledger = ledger();
        let mark = ledger.send(1, SEND);
        ledger.receive(mark, post(1), 0, 0, SEND + 1);
        ledger.receive(mark, post(2), 70, 0, SEND + 2);
        assert_eq!(ledger.totals().duplicates, 1);
    }

    #[test]
    fn order_is_broken_by_what_was_sent_after_the_acknowledgement() {
        let ledger = ledger();
        let first = ledger.send(1, SEND);
        ledger.acknowledge(first, (post(1), Id::NONE), SEND + 2_000);
        let second = ledger.send(1, SEND + 10_000);
        let arrival = ledger.receive(second, post(2), 0, 0, SEND + 11_000).expect("the mark is open");
        ledger.receive(first, post(1), 0, arrival.sent_ms, SEND + 12_000);
        assert_eq!(ledger.totals().out_of_order, 1);
    }

    #[test]
    fn posts_that_were_under_way_together_may_come_in_any_order() {
        let ledger = ledger();
        let first = ledger.send(1, SEND);
        let second = ledger.send(1, SEND + 1_000);
        ledger.acknowledge(first, (post(1), Id::NONE), SEND + 5_000);
        let arrival = ledger.receive(second, post(2), 0, 0, SEND + 6_000).expect("the mark is open");
        ledger.receive(first, post(1), 0, arrival.sent_ms, SEND + 7_000);
        assert_eq!(ledger.totals().out_of_order, 0);
    }

    #[test]
    fn posts_of_another_agent_are_counted_apart() {
        let ledger = ledger();
        assert_eq!(ledger.receive(tag::mark(6, 0), post(1), 0, 0, SEND), None);
        assert_eq!((ledger.totals().foreign, ledger.totals().received), (1, 0));
    }
}
