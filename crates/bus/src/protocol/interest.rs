//! What this node wants to hear, and since when it hears it for sure.
//!
//! The link carries a subscription once it has echoed a probe that was sent after it. The echo is also the proof that
//! the bus still carries to this node. One probe travels at a time; what comes meanwhile waits for the next.
//!
//! What another node said just before can then not be told from what was lost just after: the numbers of both are
//! missing. So a subscription is active when every other node has begun another interval: of that all is heard, or missed
//! for sure, and of the one before nothing is. Judged by the order in which things come and by no clock, since a node
//! without processor time to spare hears everything late.
//!
//! A node that is silent may have died, and nobody waits until that is certain: the subscription is active without its
//! next interval, and what is missing of the one that it was in is then taken for lost.

use std::collections::{HashMap, VecDeque};

use super::Ticket;
use crate::subject::Subject;

/// Not carried yet.
const PENDING: u64 = u64::MAX;

#[derive(Default)]
pub(super) struct Interest {
    /// Since which echo each is carried.
    since: HashMap<Subject, u64>,
    /// Echoes so far.
    echoes: u64,
    /// The first of them on this connection.
    renewed: u64,
    /// Asked for after the probe that travels was sent.
    unconfirmed: Vec<Subject>,
    waiting: Vec<Ticket>,
    probe: Option<Probe>,
    /// What waited for an echo and now waits for the other nodes, oldest first.
    carried: VecDeque<(u64, Vec<Ticket>)>,
    /// The last echo after which somebody went on who waited: what is carried since is relied on.
    relied: u64,
    /// The last echo after which the other nodes were asked to make haste.
    nudged: u64,
}

struct Probe {
    sent_ms: u64,
    confirms: Vec<Subject>,
    waiting: Vec<Ticket>,
}

impl Interest {
    pub fn wants(&self, subject: Subject) -> bool {
        subject == Subject::Everyone || self.since.contains_key(&subject)
    }

    /// Whether what another node said on the subject in an interval need not have been heard: the subject was not carried
    /// yet after as many echoes as there had been when the interval began, and nobody relies on it.
    pub fn began_after(&self, subject: Subject, echoes: u64) -> bool {
        self.since.get(&subject).is_none_or(|since| *since > echoes.max(self.relied))
    }

    pub fn echoes(&self) -> u64 {
        self.echoes
    }

    /// True when the link has to subscribe.
    pub fn add(&mut self, subject: Subject) -> bool {
        let new = self.since.insert(subject, PENDING).is_none();
        if new {
            self.unconfirmed.push(subject);
        }
        new
    }

    /// True when the link has to unsubscribe.
    pub fn remove(&mut self, subject: Subject) -> bool {
        self.since.remove(&subject).is_some()
    }

    pub fn wait(&mut self, ticket: Ticket) {
        self.waiting.push(ticket);
    }

    /// A new connection: all of these have to be subscribed again.
    pub fn start_anew(&mut self) -> Vec<Subject> {
        self.probe = None;
        self.renewed = PENDING;
        self.since.values_mut().for_each(|since| *since = PENDING);
        let mut all: Vec<Subject> = self.since.keys().copied().collect();
        all.sort_unstable();
        self.unconfirmed.clone_from(&all);
        all
    }

    /// The connection is gone: nobody waits for it.
    pub fn stop(&mut self) -> Vec<Ticket> {
        let mut waited = std::mem::take(&mut self.waiting);
        waited.extend(self.probe.take().map(|probe| probe.waiting).unwrap_or_default());
        waited.extend(self.carried.drain(..).flat_map(|(_, waited)| waited));
        self.since.values_mut().for_each(|since| *since = PENDING);
        waited
    }

    /// Whether something waits for a probe.
    pub fn needs_probe(&self) -> bool {
        self.probe.is_none() && !(self.unconfirmed.is_empty() && self.waiting.is_empty())
    }

    /// True when a probe has to be sent: none travels.
    pub fn start_probe(&mut self, now_ms: u64) -> bool {
        if self.probe.is_some() {
            return false;
        }
        let confirms = std::mem::take(&mut self.unconfirmed);
        let waiting = std::mem::take(&mut self.waiting);
        self.probe = Some(Probe { sent_ms: now_ms, confirms, waiting });
        true
    }

    /// When the probe that travels was sent.
    pub fn probe_ms(&self) -> Option<u64> {
        self.probe.as_ref().map(|probe| probe.sent_ms)
    }

    /// The probe came back: when it was sent.
    pub fn echo(&mut self) -> Option<u64> {
        let probe = self.probe.take()?;
        self.echoes += 1;
        self.renewed = self.renewed.min(self.echoes);
        for subject in probe.confirms {
            // One that was given up meanwhile is no longer there.
            if let Some(since) = self.since.get_mut(&subject) {
                *since = (*since).min(self.echoes);
            }
        }
        if !probe.waiting.is_empty() {
            self.carried.push_back((self.echoes, probe.waiting));
        }
        Some(probe.sent_ms)
    }

    /// The echo since which all that was wanted before the connection is carried again.
    pub fn renewed(&self) -> u64 {
        self.renewed
    }

    /// The echo after which other nodes have to begin another interval, as long as something waits for them.
    pub fn awaited(&self) -> Option<u64> {
        self.carried.back().map(|(echo, _)| *echo)
    }

    /// True when the other nodes are to make haste, once for each echo.
    pub fn start_nudge(&mut self) -> bool {
        let is_new = self.awaited().is_some_and(|echo| echo > self.nudged);
        self.nudged = self.nudged.max(self.awaited().unwrap_or(0));
        is_new
    }

    /// What waited no longer does when all other nodes that are waited for have begun an interval after so many echoes.
    pub fn begun(&mut self, echoes: u64) -> Vec<Ticket> {
        let mut waited = Vec::new();
        while let Some((echo, tickets)) = self.carried.pop_front_if(|(echo, _)| *echo <= echoes) {
            self.relied = echo;
            waited.extend(tickets);
        }
        waited
    }
}
