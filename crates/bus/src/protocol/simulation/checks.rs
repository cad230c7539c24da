//! What really happened, and whether the bus kept its promises about it.

use std::collections::{BTreeMap, BTreeSet};

use super::network::{True, Who};
use crate::listener::Lost;
use crate::protocol::Ticket;
use crate::subject::Subject;

/// A message that some node published, or had to drop.
#[derive(Debug)]
pub struct Published {
    pub by: Who,
    pub to: Subject,
    pub at: True,
    /// Once the publisher's call to settle returned with a promise.
    pub is_settled: bool,
}

/// What one node's server knows.
#[derive(Default)]
pub struct Memory {
    /// Since when each subject is heard for sure.
    pub active: BTreeMap<Subject, True>,
    /// Numbers of messages, as they were heard.
    pub heard: Vec<usize>,
    /// Part of the cluster since it connected. Before, what is heard will be reported as lost anyway.
    pub in_step: bool,
    /// The last message of each node since everything was lost.
    last: BTreeMap<Who, usize>,
    disorder: Option<String>,
    pub lost: Vec<(True, Lost)>,
    /// Subjects to become active.
    pub waits: BTreeMap<Ticket, Subject>,
    /// Messages to be settled, and since when.
    pub settles: BTreeMap<Ticket, (usize, True)>,
    pub asks: BTreeMap<Ticket, True>,
    /// Changes of other nodes that its memory is from before of.
    pub unknown: BTreeSet<usize>,
    /// When it last counted on each other node, because the bus or the store had told that it lives.
    pub counted_on: BTreeMap<Who, True>,
}

impl Memory {
    /// The node forgets: whatever was published before, it does not remember anything older.
    pub fn lose(&mut self, now: True, what: Lost) {
        self.lost.push((now, what));
        if what == Lost::Everything {
            self.last.clear();
            self.unknown.clear();
        }
    }

    pub fn hear(&mut self, number: usize, by: Who) {
        if let Some(before) = self.last.insert(by, number)
            && before >= number
            && self.in_step
        {
            self.disorder.get_or_insert_with(|| format!("message {number} of node {by} was heard after {before}"));
        }
        self.heard.push(number);
        self.unknown.remove(&number);
    }

    /// No change is settled that this node, which trusts its memory, does not know of.
    pub fn check_trust(&self, me: Who, published: &[Published]) -> Result<(), String> {
        match self.unknown.iter().find(|number| published[**number].is_settled) {
            Some(number) => Err(format!("node {me} trusts its memory from before message {number}, which is settled")),
            None => Ok(()),
        }
    }

    /// What is heard of one node comes in its order, and once. Who was told that anything may be missing starts anew:
    /// a frame that was late enough may then come a second time.
    pub fn check_order(&self) -> Result<(), String> {
        self.disorder.clone().map_or(Ok(()), Err)
    }

    /// Whatever was published while this node took an interest was heard or reported. Nobody can know what a node did that
    /// was cut off from this one and from the store until it died.
    pub fn check_gaps(&self, me: Who, published: &[Published]) -> Result<(), String> {
        let heard: BTreeSet<usize> = self.heard.iter().copied().collect();
        for (number, message) in published.iter().enumerate() {
            let Some(active) = self.active.get(&message.to) else { continue };
            let covers = |(at, what): &(True, Lost)| {
                *at >= message.at && (*what == Lost::Everything || *what == Lost::Subject(message.to))
            };
            let is_known = self.counted_on.get(&message.by).is_some_and(|at| *at >= message.at);
            let is_fine = message.by == me
                || message.at < *active
                || !is_known
                || heard.contains(&number)
                || self.lost.iter().any(covers);
            if !is_fine {
                return Err(format!("node {me} missed message {number} in silence: {message:?}"));
            }
        }
        Ok(())
    }
}
