//! Posts of one agent that users of another must receive.
//!
//! An agent judges its own posts by its own receivers while it runs. For those of others it notes who met which mark,
//! and when the run is over it is told what the others sent and when, and judges its own users by that. So little
//! travels: who met what stays where it was met.
//!
//! Both what was sent and what was met are samples of the posts' numbers: when one is full, every other number goes.
//! Agents on other machines have other clocks: who came, went or was sent something within [`MARGIN_MS`] proves nothing.

use std::collections::HashMap;

use base::{Id, Millis};
use serde::{Deserialize, Serialize};

use super::ledger::Slot;
use crate::number::No;
use crate::results::Judged;

/// Posts that are kept of either kind: 10 MB of receivers at 20,000 users.
pub const KEPT_MAX: usize = 4_096;
/// Clocks that are further apart spoil more than this judgement.
pub const MARGIN_MS: Millis = 5_000;

/// Since when somebody is a member of a channel, or connected.
pub type Since = u64;

/// What one agent sent: a sample, with the times of its own clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sent {
    pub agent: u64,
    pub stride: u32,
    pub posts: Vec<SentPost>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentPost {
    pub number: u32,
    pub channel: Id,
    pub sent_at: Millis,
    pub acknowledged_at: Millis,
}

/// Everybody who was there when the acting ended.
#[derive(Debug, Default)]
pub struct Present {
    pub at_us: u64,
    pub members: HashMap<No, Vec<(Slot, Since)>>,
    pub connected: HashMap<Slot, Since>,
}

/// A bounded sample by the posts' numbers.
#[derive(Debug)]
struct Sample<K, V> {
    kept: HashMap<K, V>,
    /// Only numbers that it divides are kept.
    stride: u32,
}

impl<K, V> Default for Sample<K, V> {
    fn default() -> Self {
        Sample { kept: HashMap::new(), stride: 1 }
    }
}

impl<K: Eq + std::hash::Hash, V: Default> Sample<K, V> {
    /// The place of a post, unless its number is not of the sample.
    fn place(&mut self, number: u32, key: K, number_of: impl Fn(&K) -> u32) -> Option<&mut V> {
        if !number.is_multiple_of(self.stride) {
            return None;
        }
        while self.kept.len() >= KEPT_MAX && !self.kept.contains_key(&key) {
            self.stride *= 2;
            let stride = self.stride;
            self.kept.retain(|key, _| number_of(key).is_multiple_of(stride));
            if !number.is_multiple_of(stride) {
                return None;
            }
        }
        Some(self.kept.entry(key).or_default())
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Own {
    channel: No,
    sent_us: u64,
    acknowledged_us: u64,
}

#[derive(Debug, Default)]
pub struct Between {
    sent: Sample<u32, Own>,
    met: Sample<(u64, u32), Vec<u64>>,
    present: Present,
}

impl Between {
    pub fn acknowledged(&mut self, number: u32, channel: No, sent_us: u64, acknowledged_us: u64) {
        if let Some(place) = self.sent.place(number, number, |number| *number) {
            *place = Own { channel, sent_us, acknowledged_us };
        }
    }

    /// A session met a post of another agent.
    pub fn met(&mut self, agent: u64, number: u32, slot: Slot) {
        let Some(seen) = self.met.place(number, (agent, number), |(_, number)| *number) else { return };
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if seen.len() <= word {
            seen.resize(word + 1, 0);
        }
        seen[word] |= bit;
    }

    pub fn keep_present(&mut self, present: Present) {
        self.present = present;
    }

    /// What this agent sent. `began_at` is when its microseconds began.
    pub fn sent(&self, agent: u64, began_at: Millis, channel: impl Fn(No) -> Id) -> Sent {
        let at = |us: u64| began_at + (us / 1_000) as Millis;
        let post = |(number, own): (&u32, &Own)| SentPost {
            number: *number,
            channel: channel(own.channel),
            sent_at: at(own.sent_us),
            acknowledged_at: at(own.acknowledged_us),
        };
        Sent { agent, stride: self.sent.stride, posts: self.sent.kept.iter().map(post).collect() }
    }

    /// Whether the users of this agent received what another one sent.
    pub fn judge(&self, sent: &Sent, began_at: Millis, channel: impl Fn(Id) -> Option<No>) -> Judged {
        let mut judged = Judged::default();
        let stride = sent.stride.max(self.met.stride).max(1);
        let ended_at = began_at + (self.present.at_us / 1_000) as Millis;
        let is_due =
            |post: &&SentPost| post.number.is_multiple_of(stride) && post.acknowledged_at + MARGIN_MS <= ended_at;
        for post in sent.posts.iter().filter(is_due) {
            let Some(members) = channel(post.channel).and_then(|no| self.present.members.get(&no)) else { continue };
            // Before the agent was made nobody was there.
            let Ok(before) = u64::try_from((post.sent_at - MARGIN_MS - began_at) * 1_000) else { continue };
            let seen = self.met.kept.get(&(sent.agent, post.number));
            let has = |slot: Slot| {
                seen.and_then(|seen| seen.get(slot as usize / 64)).is_some_and(|word| word & (1 << (slot % 64)) != 0)
            };
            let connected = |slot: &Slot| self.present.connected.get(slot).is_some_and(|since| *since < before);
            let due = members.iter().filter(|(slot, since)| *since < before && connected(slot));
            let mut is_judged = false;
            for (slot, _) in due {
                is_judged = true;
                judged.expected += 1;
                match has(*slot) {
                    true => judged.received += 1,
                    false => judged.lost += 1,
                }
            }
            judged.posts += u64::from(is_judged);
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANNEL: Id = Id([9; 16]);
    /// The clocks of the two agents began a thousand seconds apart.
    const BEGAN: (Millis, Millis) = (1_000_000, 2_000_000);

    fn sender(numbers: impl Iterator<Item = u32>) -> Sent {
        let mut between = Between::default();
        // A minute into the judge's time.
        let sent_us = (BEGAN.1 + 60_000 - BEGAN.0) as u64 * 1_000;
        numbers.for_each(|number| between.acknowledged(number, 1, sent_us, sent_us + 5_000));
        between.sent(7, BEGAN.0, |_| CHANNEL)
    }

    /// Members in slots 0 to 2 since the start; the last was connected only just before the post.
    fn judge() -> Between {
        let members = HashMap::from([(4, vec![(0, 10), (1, 10), (2, 10)])]);
        let connected = HashMap::from([(0, 10), (1, 10), (2, 58_000_000)]);
        let mut between = Between::default();
        between.keep_present(Present { at_us: 120_000_000, members, connected });
        between
    }

    fn judged(between: &Between, sent: &Sent) -> Judged {
        between.judge(sent, BEGAN.1, |id| (id == CHANNEL).then_some(4))
    }

    #[test]
    fn what_a_member_of_another_agent_missed_is_lost() {
        let mut between = judge();
        between.met(7, 3, 0);
        let all = judged(&between, &sender([3].into_iter()));
        assert_eq!(all, Judged { posts: 1, expected: 2, received: 1, lost: 1 });
    }

    #[test]
    fn posts_near_the_end_and_in_foreign_channels_prove_nothing() {
        let between = judge();
        let mut sent = sender([3].into_iter());
        sent.posts[0].acknowledged_at = BEGAN.1 + 118_000;
        assert_eq!(judged(&between, &sent), Judged::default());
        let mut sent = sender([3].into_iter());
        sent.posts[0].channel = Id([1; 16]);
        assert_eq!(judged(&between, &sent), Judged::default());
    }

    #[test]
    fn a_long_run_is_judged_by_a_sample_that_both_sides_have() {
        let mut between = judge();
        let count = 3 * KEPT_MAX as u32;
        for number in 0..count {
            between.met(7, number, 0);
            between.met(7, number, 1);
        }
        assert!(between.met.kept.len() <= KEPT_MAX);
        let sent = sender(0..count);
        assert!(sent.posts.len() <= KEPT_MAX && sent.stride == 4);
        let all = judged(&between, &sent);
        assert_eq!((all.posts, all.lost), (sent.posts.len() as u64, 0));
    }
}
