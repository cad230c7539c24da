//! Checks the numbers of one other node: what was heard in order, what was heard before, what is missing.

use std::collections::HashMap;

use base::Millis;

use super::interest::Interest;
use super::speaker::Place;
use crate::frame::{Heartbeat, TOLD_MAX};
use crate::subject::Subject;

/// What another node says, as far as it was heard.
pub(super) struct Peer {
    pub name: String,
    pub about: String,
    pub since: Millis,
    /// When anything of it was heard last, by this node's clock.
    pub heard_ms: u64,
    /// This node's time that it has answered: everything it told everyone before that is applied here.
    pub contact_ms: Option<u64>,
    /// How far it has applied this node's chain.
    pub applied: u64,
    /// The next number of its chain; `None` when whatever comes is taken for the next.
    next: Option<u64>,
    /// Its last heartbeat; `None` when that was not heard.
    interval: Option<u64>,
    /// How many echoes this node had heard when that heartbeat came.
    began: u64,
    /// How much was heard of each subject since.
    heard: HashMap<Subject, u32>,
}

/// What a number tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Next,
    /// Heard before, or already reported as lost.
    Old,
    /// It is to be taken, but anything may be missing before it.
    AfterGap,
    /// It is to be taken, but something on its subject is missing before it.
    AfterGapOnSubject,
}

impl Peer {
    /// A node heard for the first time. When it is `fresh`, its chain must begin with 1; otherwise everything is
    /// reported as lost soon, and it may begin anywhere.
    pub fn met(now_ms: u64, fresh: bool, interest: &Interest) -> Peer {
        Peer {
            name: String::new(),
            about: String::new(),
            since: 0,
            heard_ms: now_ms,
            contact_ms: None,
            applied: 0,
            next: fresh.then_some(1),
            interval: fresh.then_some(0),
            began: if fresh { interest.echoes() } else { 0 },
            heard: HashMap::new(),
        }
    }

    /// This node's connection is new: anything may have been missed, and is reported elsewhere.
    pub fn start_anew(&mut self, now_ms: u64) {
        self.heard_ms = now_ms;
        self.contact_ms = None;
        self.next = None;
        self.interval = None;
        self.began = 0;
        self.heard.clear();
    }

    /// Checks a link of the chain.
    pub fn link(&mut self, number: u64) -> Verdict {
        let verdict = match self.next {
            Some(next) if number < next => return Verdict::Old,
            Some(next) if number > next => Verdict::AfterGap,
            _ => Verdict::Next,
        };
        self.next = Some(number.saturating_add(1));
        verdict
    }

    /// Last number of its chain that was heard.
    pub fn heard_to(&self) -> u64 {
        self.next.map_or(0, |next| next - 1)
    }

    /// Whether its chain was heard up to `number`, and from now on any loss is noticed.
    pub fn has_heard(&self, number: u64) -> bool {
        self.interval.is_some() && self.next.is_some_and(|next| next > number)
    }

    /// How many echoes this node had heard when the interval began of which it hears this peer now.
    pub fn began(&self) -> u64 {
        self.began
    }

    /// Checks a message on a subject of interest.
    pub fn said(&mut self, to: Subject, place: &Place, interest: &Interest) -> Verdict {
        match self.interval {
            Some(interval) if place.interval < interval => return Verdict::Old,
            Some(interval) if place.interval > interval => {
                self.begin(place.interval);
                // A heartbeat did not come, and with it the proof that nothing is missing.
                self.next = self.next.map(|next| next.max(place.interval.saturating_add(1)));
                self.heard.insert(to, place.index);
                return Verdict::AfterGap;
            }
            Some(_) => {}
            None => self.begin(place.interval),
        }
        if self.heard.len() >= TOLD_MAX && !self.heard.contains_key(&to) {
            // No node tells of so many subjects in one interval; it is not kept any longer what was heard of which.
            self.heard.clear();
            self.heard.insert(to, place.index);
            return Verdict::AfterGap;
        }
        let heard = self.heard.entry(to).or_default();
        if place.index <= *heard {
            return Verdict::Old;
        }
        let missing = place.index > *heard + 1;
        // What came before the interest is not missed.
        let excused = interest.began_after(to, self.began);
        *heard = place.index;
        if missing && !excused { Verdict::AfterGapOnSubject } else { Verdict::Next }
    }

    /// Checks a heartbeat and what it tells; adds the subjects on which something is missing to `missing`.
    pub fn heartbeat(&mut self, heartbeat: &Heartbeat, interest: &Interest, missing: &mut Vec<Subject>) -> Verdict {
        let mut verdict = self.link(heartbeat.number);
        if verdict == Verdict::Old {
            return verdict;
        }
        if self.interval.is_some_and(|interval| interval != heartbeat.ends) {
            verdict = Verdict::AfterGap;
        }
        if verdict == Verdict::Next && self.interval.is_some() {
            for told in &heartbeat.told {
                let heard = self.heard.get(&told.subject).copied().unwrap_or(0);
                let excused = interest.began_after(told.subject, self.began);
                if heard < told.count && !excused && interest.wants(told.subject) {
                    missing.push(told.subject);
                }
            }
        }
        self.begin(heartbeat.number);
        self.began = interest.echoes();
        verdict
    }

    fn begin(&mut self, interval: u64) {
        self.interval = Some(interval);
        self.heard.clear();
    }
}
