//! Follows each marked post of this agent from its send to its receivers.
//!
//! A user must receive a post when it was a member of the channel and connected from before the send until the post is
//! settled, [`SETTLE_US`] after the acknowledgement. Users who came, went or were cut off in between prove nothing and
//! are left out. A socket whose server or proxy vanished looks open until somebody gives up: what a user misses counts
//! when something else came since, or nothing for so long that it would have ended. Times are microseconds since the
//! agent was made. A post costs its bit set, one bit a user, while it is open: 2.5 KB at 20,000 users, so 40 posts a
//! second keep 3 MB open.
//!
//! Who was cut off and then began anew never hears what was sent before: the client was told, so nothing is lost, but
//! people notice ([`Noticed`]). While somebody is away the posts that he or she lacks stay open, [`AWAY_US`] at most.

use std::collections::{HashMap, HashSet};

use base::Id;
use parking_lot::Mutex;

use super::between::{Between, Present};
use super::tag;
use crate::latency::Latency;
use crate::number::No;
use crate::results::Delivery;
use crate::results::noticed::{BySecond, Notes, Noticed, SILENT_US_MIN};

/// How long after the acknowledgement an event may still come. Far above any delay that a person would call working.
pub const SETTLE_US: u64 = 30_000_000;
/// How long after that a socket may be silent before what it missed counts: servers send a ping each minute, and give up
/// after 100 s.
pub const SILENT_US: u64 = 100_000_000;
/// How long after that a post waits for somebody who is away: longer than any fault that is tried.
pub const AWAY_US: u64 = 600_000_000;
/// A post that was never acknowledged is let go after this.
const UNANSWERED_US: u64 = 60_000_000;
/// Ticks that tell when a post was sent within a channel: fine enough for a client that answers at once, and 32 bits last
/// for four days.
const TICK_US: u64 = 100;
/// Posts that the audit asks for; above that, a sample in the order of sending.
pub const AUDITED_MAX: usize = 100_000;

/// Slot of a session within the agent.
pub type Slot = u32;

/// A session's socket, as far as it says what a user should have received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connected {
    /// Since when it has gone without a gap.
    pub since_us: u64,
    /// When anything came last, a ping included.
    pub heard_us: u64,
}

#[derive(Default)]
pub struct Ledger {
    agent: u64,
    state: Mutex<State>,
    noticed: Notes,
}

#[derive(Default)]
struct State {
    next: u32,
    open: HashMap<u32, Entry>,
    /// Who is a member of a channel, and since when that is known.
    members: HashMap<No, Vec<(Slot, u64)>>,
    /// Whose socket ended without his or her doing and is not back.
    away: HashSet<Slot>,
    /// Who began anew after that, and when last.
    renewed: HashMap<Slot, u64>,
    totals: Delivery,
    audited: HashMap<Id, Stored>,
    between: Between,
}

/// What the store should have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stored {
    pub mark: u64,
    /// The root of its thread; whoever deletes that deletes the replies with it.
    pub root: Id,
    pub channel: No,
    pub author: Slot,
    pub sent_us: u64,
    pub acked_us: u64,
    /// A later post of its author was seen before it.
    pub is_swapped: bool,
    pub is_deleted: bool,
    pub is_edited: bool,
}

struct Entry {
    channel: No,
    author: Slot,
    sent_us: u64,
    acked_us: Option<u64>,
    post: Id,
    seen: Vec<u64>,
}

/// What a receiver notes for the order of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When the post had been sent, in ticks of a tenth of a millisecond.
    pub sent_tick: u32,
    pub is_first: bool,
}

impl Ledger {
    /// `agent` tells the marks of this run from those of others.
    pub fn new(agent: u64) -> Ledger {
        Ledger { agent: tag::parts(tag::mark(agent, 0)).0, ..Ledger::default() }
    }

    /// The same, of an agent that was made at `began_at`: what users notice is told by the time of day.
    pub fn since(self, began_at: base::Millis) -> Ledger {
        Ledger { noticed: Notes::since(began_at), ..self }
    }

    /// A session is about to send a post; returns its mark.
    pub fn send(&self, channel: No, author: Slot, now_us: u64) -> u64 {
        let mut state = self.state.lock();
        let number = state.next;
        state.next = state.next.wrapping_add(1);
        let entry = Entry { channel, author, sent_us: now_us, acked_us: None, post: Id::NONE, seen: Vec::new() };
        state.open.insert(number, entry);
        tag::mark(self.agent, number)
    }

    /// The server acknowledged a post.
    pub fn acknowledge(&self, mark: u64, (post, root): (Id, Id), now_us: u64) {
        let mut state = self.state.lock();
        let state = &mut *state;
        state.totals.sent += 1;
        let mut stored = Stored { mark, root, acked_us: now_us, ..Stored::default() };
        if let Some(entry) = state.open.get_mut(&tag::parts(mark).1) {
            entry.acked_us = Some(now_us);
            // An event of another post with the same mark came first: the server stored it twice.
            if entry.post.is_some() && entry.post != post {
                state.totals.duplicates += 1;
            }
            entry.post = post;
            (stored.channel, stored.author, stored.sent_us) = (entry.channel, entry.author, entry.sent_us);
            state.between.acknowledged(tag::parts(mark).1, entry.channel, entry.sent_us, now_us);
        }
        if state.audited.len() < AUDITED_MAX {
            state.audited.insert(post, stored);
        }
    }

    /// A session was shown posts in this order, the newest first. Counts each that stands behind one which its author
    /// sent only after the acknowledgement of the other.
    pub fn shown(&self, newest_first: impl Iterator<Item = Id>) {
        let mut state = self.state.lock();
        let State { audited, totals, .. } = &mut *state;
        // Of each author in each thread: the earliest acknowledgement among the posts that stand before.
        let mut acked: HashMap<(Slot, No, Id), u64> = HashMap::new();
        for id in newest_first {
            let Some(stored) = audited.get_mut(&id) else { continue };
            let before = acked.entry((stored.author, stored.channel, stored.root)).or_insert(u64::MAX);
            if stored.sent_us > *before && !stored.is_swapped {
                stored.is_swapped = true;
                totals.out_of_order += 1;
            }
            *before = stored.acked_us.min(*before);
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

    /// A session met a marked post. `newest_tick` is what the last arrival in this channel left.
    pub fn receive(&self, mark: u64, post: Id, slot: Slot, newest_tick: u32, now_us: u64) -> Option<Arrival> {
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
        let sent_tick = (entry.sent_us / TICK_US) as u32;
        if is_first {
            let delay = std::time::Duration::from_micros(now_us.saturating_sub(entry.sent_us));
            state.totals.delay.record(delay);
            self.note_silence(entry.sent_us, now_us);
            // Something sent only after this one's acknowledgement was here before it.
            if entry.acked_us.is_some_and(|acked| u64::from(newest_tick) > acked / TICK_US) {
                state.totals.out_of_order += 1;
            }
        }
        Some(Arrival { sent_tick, is_first })
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
        let mut state = self.state.lock();
        for members in state.members.values_mut() {
            members.retain(|(other, _)| *other != slot);
        }
        state.away.remove(&slot);
        state.renewed.remove(&slot);
    }

    /// A session's socket ended without its doing.
    pub fn go_away(&self, slot: Slot) {
        self.state.lock().away.insert(slot);
    }

    /// A session goes on where it was, or ended its socket itself.
    pub fn come_back(&self, slot: Slot) {
        self.state.lock().away.remove(&slot);
    }

    /// A session was away and begins anew: what was sent before and did not come will not come.
    pub fn begin_anew(&self, slot: Slot, now_us: u64) {
        let mut state = self.state.lock();
        state.away.remove(&slot);
        state.renewed.insert(slot, now_us);
    }

    fn note_silence(&self, sent_us: u64, told_us: u64) {
        let silent_us = told_us.saturating_sub(sent_us);
        if silent_us >= SILENT_US_MIN {
            self.noticed.note(told_us, Noticed { silent_ms: silent_us / 1_000, ..Noticed::default() });
        }
    }

    /// Closes the posts that were acknowledged `after_us` ago, but for those that somebody lacks whose socket has been
    /// silent since: see [`SILENT_US`]. With 0 all are closed. `connected` tells of the session's socket while it has one.
    pub fn settle(&self, now_us: u64, after_us: u64, connected: &dyn Fn(Slot) -> Option<Connected>) {
        let mut state = self.state.lock();
        let State { open, members, totals, away, renewed, .. } = &mut *state;
        open.retain(|_, entry| {
            let Some(acked) = entry.acked_us else { return entry.sent_us + UNANSWERED_US > now_us };
            let due_us = acked + after_us;
            if due_us > now_us {
                return true;
            }
            let is_open = |socket: Connected| after_us > 0 && socket.heard_us < due_us && now_us < due_us + SILENT_US;
            let expected: Vec<(Slot, Connected)> = expected(members, entry, connected).collect();
            if expected.iter().any(|(slot, socket)| !entry.has(*slot) && is_open(*socket)) {
                return true;
            }
            let of_channel = members.get(&entry.channel).map_or(&[][..], Vec::as_slice);
            let lacking: Vec<Slot> = of_channel
                .iter()
                .filter(|(slot, since)| *since < entry.sent_us && !entry.has(*slot))
                .map(|(slot, _)| *slot)
                .collect();
            let may_come_back = after_us > 0 && now_us < due_us + AWAY_US;
            if may_come_back && lacking.iter().any(|slot| away.contains(slot)) {
                return true;
            }
            for slot in lacking {
                let told_us = if away.contains(&slot) { Some(now_us) } else { renewed.get(&slot).copied() };
                let Some(told_us) = told_us.filter(|told_us| *told_us >= entry.sent_us) else { continue };
                self.noticed.note(told_us, Noticed { unheard: 1, ..Noticed::default() });
                self.note_silence(entry.sent_us, told_us);
            }
            let received = expected.iter().filter(|(slot, _)| entry.has(*slot)).count() as u64;
            totals.expected += expected.len() as u64;
            totals.received += received;
            totals.lost += expected.len() as u64 - received;
            false
        });
    }

    /// Whether everybody who should has received everything that was acknowledged: nothing is left to wait for.
    pub fn is_complete(&self, connected: &dyn Fn(Slot) -> Option<Connected>) -> bool {
        let state = self.state.lock();
        let acknowledged = state.open.values().filter(|entry| entry.acked_us.is_some());
        acknowledged
            .into_iter()
            .all(|entry| expected(&state.members, entry, connected).all(|(slot, _)| entry.has(slot)))
    }

    /// Keeps who is there, for the judgement of what other agents sent. `connected` tells since when.
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

    /// What users noticed of faults, as far as posts tell it.
    pub fn noticed(&self) -> BySecond {
        self.noticed.by_second()
    }

    /// What the store should have of this run.
    pub fn stored(&self) -> HashMap<Id, Stored> {
        self.state.lock().audited.clone()
    }

    pub fn audited(&self, audit: crate::results::Audit) {
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
    connected: &'a dyn Fn(Slot) -> Option<Connected>,
) -> impl Iterator<Item = (Slot, Connected)> + 'a {
    let members = members.get(&entry.channel).map_or(&[][..], Vec::as_slice);
    let was_there = |since: u64| since < entry.sent_us;
    let there = members.iter().filter(move |(_, since)| was_there(*since)).map(|(slot, _)| *slot);
    there.filter_map(move |slot| Some((slot, connected(slot).filter(|socket| was_there(socket.since_us))?)))
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
