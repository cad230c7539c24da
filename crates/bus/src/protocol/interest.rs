//! What this node wants to hear, and since when it hears it for sure.
//!
//! A subscription is active once the link has echoed a probe that was sent after it. The echo is also the proof that
//! the bus still carries to this node. One probe travels at a time; what comes meanwhile waits for the next.

use std::collections::HashMap;

use super::Ticket;
use crate::subject::Subject;

/// Not active yet.
const PENDING: u64 = u64::MAX;

#[derive(Default)]
pub(super) struct Interest {
    /// Since when each is active.
    since_ms: HashMap<Subject, u64>,
    /// Asked for after the probe that travels was sent.
    unconfirmed: Vec<Subject>,
    waiting: Vec<Ticket>,
    probe: Option<Probe>,
}

struct Probe {
    sent_ms: u64,
    confirms: Vec<Subject>,
    waiting: Vec<Ticket>,
}

/// What an echo proves.
pub(super) struct Echo {
    pub probe_ms: u64,
    pub waited: Vec<Ticket>,
}

impl Interest {
    pub fn wants(&self, subject: Subject) -> bool {
        subject == Subject::Everyone || self.since_ms.contains_key(&subject)
    }

    /// Whether something that was published at least `age_ms` ago came before the interest in its subject: then it
    /// need not have been heard. Both readings of the clock were cut to whole milliseconds, and another machine's
    /// clock may run slower, hence the two.
    pub fn was_before(&self, subject: Subject, now_ms: u64, age_ms: u16) -> bool {
        let Some(since_ms) = self.since_ms.get(&subject) else { return true };
        now_ms.saturating_add(2) <= since_ms.saturating_add(u64::from(age_ms))
    }

    /// True when the link has to subscribe.
    pub fn add(&mut self, subject: Subject) -> bool {
        let new = self.since_ms.insert(subject, PENDING).is_none();
        if new {
            self.unconfirmed.push(subject);
        }
        new
    }

    /// True when the link has to unsubscribe.
    pub fn remove(&mut self, subject: Subject) -> bool {
        self.since_ms.remove(&subject).is_some()
    }

    pub fn wait(&mut self, ticket: Ticket) {
        self.waiting.push(ticket);
    }

    /// A new connection: all of these have to be subscribed again.
    pub fn start_anew(&mut self) -> Vec<Subject> {
        self.probe = None;
        for since_ms in self.since_ms.values_mut() {
            *since_ms = PENDING;
        }
        let mut all: Vec<Subject> = self.since_ms.keys().copied().collect();
        all.sort_unstable();
        self.unconfirmed.clone_from(&all);
        all
    }

    /// The connection is gone: nobody waits for it.
    pub fn stop(&mut self) -> Vec<Ticket> {
        let mut waited = std::mem::take(&mut self.waiting);
        waited.extend(self.probe.take().map(|probe| probe.waiting).unwrap_or_default());
        for since_ms in self.since_ms.values_mut() {
            *since_ms = PENDING;
        }
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

    pub fn echo(&mut self, now_ms: u64) -> Option<Echo> {
        let probe = self.probe.take()?;
        for subject in probe.confirms {
            // One that was given up meanwhile is no longer there.
            if let Some(since_ms) = self.since_ms.get_mut(&subject) {
                *since_ms = (*since_ms).min(now_ms);
            }
        }
        Some(Echo { probe_ms: probe.sent_ms, waited: probe.waiting })
    }
}
