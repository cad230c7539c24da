//! What all agents measured, added up, and the part of it that counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use simulate::results::noticed::{self, BySecond};
use simulate::results::storm::Storm;
use simulate::results::{Action, Delivery, Endpoint, Generator, Results, Users, World};

/// All agents together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Totals {
    pub server_version: String,
    pub lab_version: String,
    pub mix: String,
    /// By agent.
    pub seeds: BTreeMap<String, u64>,
    pub users: Users,
    pub endpoints: BTreeMap<String, Endpoint>,
    pub actions: BTreeMap<String, Action>,
    pub sockets: SocketTotals,
    pub noticed: BySecond,
    pub delivery: Delivery,
    pub storm: Option<Storm>,
    pub world: World,
    /// By agent.
    pub generators: BTreeMap<String, Generator>,
    pub examples: Vec<String>,
}

/// Sockets of all agents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SocketTotals {
    pub open: u64,
    pub opened: u64,
    pub failed: u64,
    pub lost: u64,
    pub resumed: u64,
    pub renewed: u64,
    pub gaps: u64,
    pub missing: u64,
    pub events: u64,
}

/// Failures as sentences in a report: enough to see what is wrong.
const EXAMPLES_MAX: usize = 20;

impl Totals {
    /// Adds up what agents told.
    pub fn of(results: &[Results]) -> Totals {
        let mut all = Totals::default();
        for one in results {
            all.add(one);
        }
        all
    }

    fn add(&mut self, one: &Results) {
        for (ours, theirs) in [
            (&mut self.server_version, &one.server_version),
            (&mut self.lab_version, &one.version),
            (&mut self.mix, &one.mix),
        ] {
            if !theirs.is_empty() {
                ours.clone_from(theirs);
            }
        }
        self.seeds.insert(one.agent.clone(), one.seed);
        let users = &mut self.users;
        users.active += one.users.active;
        users.ready += one.users.ready;
        users.added += one.users.added;
        users.removed += one.users.removed;
        users.stopped += one.users.stopped;
        users.failed += one.users.failed;
        for (name, endpoint) in &one.endpoints {
            self.endpoints.entry(name.clone()).or_default().add(endpoint);
        }
        for (name, action) in &one.actions {
            self.actions.entry(name.clone()).or_default().add(action);
        }
        let sockets = &mut self.sockets;
        sockets.open += one.sockets.open;
        sockets.opened += one.sockets.opened;
        sockets.failed += one.sockets.failed;
        sockets.lost += one.sockets.lost;
        sockets.resumed += one.sockets.resumed;
        sockets.renewed += one.sockets.renewed;
        sockets.gaps += one.sockets.gaps;
        sockets.missing += one.sockets.missing;
        sockets.events += one.sockets.events.values().sum::<u64>();
        noticed::add(&mut self.noticed, &one.noticed);
        self.delivery.add(&one.delivery);
        if let Some(theirs) = &one.storm {
            match &mut self.storm {
                Some(ours) => ours.add(theirs),
                none => *none = Some(theirs.clone()),
            }
        }
        self.world.add(&one.world);
        self.generators.insert(one.agent.clone(), one.generator.clone());
        let room = EXAMPLES_MAX.saturating_sub(self.examples.len());
        self.examples.extend(one.examples.iter().rev().take(room).cloned());
    }

    /// What endpoints, actions and generators did after `earlier`. Users and delivery stay those of the whole run: a post
    /// that was lost before the part that counts is lost. A generator that was late before it was not late in it.
    pub fn since(&self, earlier: &Totals) -> Totals {
        let mut rest = self.clone();
        for (name, endpoint) in &mut rest.endpoints {
            if let Some(before) = earlier.endpoints.get(name) {
                endpoint.latency = endpoint.latency.since(&before.latency);
                endpoint.timeouts = endpoint.timeouts.saturating_sub(before.timeouts);
                endpoint.broken = endpoint.broken.saturating_sub(before.broken);
                take_away(&mut endpoint.errors, &before.errors);
            }
        }
        for (name, action) in &mut rest.actions {
            if let Some(before) = earlier.actions.get(name) {
                action.latency = action.latency.since(&before.latency);
                action.done = action.done.saturating_sub(before.done);
                action.requests = action.requests.saturating_sub(before.requests);
                take_away(&mut action.skipped, &before.skipped);
                take_away(&mut action.failed, &before.failed);
            }
        }
        for (agent, generator) in &mut rest.generators {
            if let Some(before) = earlier.generators.get(agent) {
                generator.cpu_seconds = (generator.cpu_seconds - before.cpu_seconds).max(0.0);
                generator.lag = generator.lag.since(&before.lag);
                generator.late = generator.late.since(&before.late);
                generator.starts = generator.starts.saturating_sub(before.starts);
                generator.late_starts = generator.late_starts.saturating_sub(before.late_starts);
            }
        }
        rest.endpoints.retain(|_, endpoint| endpoint.requests() + endpoint.broken + endpoint.timeouts > 0);
        rest.actions.retain(|_, action| action.starts() > 0);
        rest
    }

    /// All endpoints as one.
    pub fn all_endpoints(&self) -> Endpoint {
        let mut all = Endpoint::default();
        self.endpoints.values().for_each(|endpoint| all.add(endpoint));
        all
    }
}

fn take_away<K: Ord>(counts: &mut BTreeMap<K, u64>, before: &BTreeMap<K, u64>) {
    for (key, count) in counts.iter_mut() {
        *count = count.saturating_sub(before.get(key).copied().unwrap_or_default());
    }
    counts.retain(|_, count| *count > 0);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn results(agent: &str, calls: u64, errors: u64) -> Results {
        let mut endpoint = Endpoint { errors: BTreeMap::from([(500, errors)]), ..Endpoint::default() };
        (0..calls).for_each(|_| endpoint.latency.record(Duration::from_millis(10)));
        let endpoints = BTreeMap::from([("GET /users/me".to_owned(), endpoint)]);
        Results { agent: agent.into(), endpoints, ..Results::default() }
    }

    #[test]
    fn agents_add_up() {
        let all = Totals::of(&[results("lt0", 3, 1), results("lt1", 4, 0)]);
        assert_eq!((all.all_endpoints().requests(), all.generators.len()), (7, 2));
    }

    #[test]
    fn the_part_that_counts_leaves_out_what_came_before() {
        let (before, after) = (Totals::of(&[results("lt0", 3, 1)]), Totals::of(&[results("lt0", 10, 1)]));
        let part = after.since(&before);
        assert_eq!(part.all_endpoints().requests(), 7);
        assert_eq!(part.all_endpoints().errors, BTreeMap::new());
        assert!(after.since(&after).endpoints.is_empty());
    }

    #[test]
    fn a_generator_is_that_of_the_part() {
        let told = |cpu_seconds: f64, starts: u64, late_starts: u64, lags_ms: &[u64]| {
            let mut generator = Generator { cpu_seconds, starts, late_starts, ..Generator::default() };
            lags_ms.iter().for_each(|ms| generator.lag.record(Duration::from_millis(*ms)));
            Totals::of(&[Results { generator, ..results("lt0", 1, 0) }])
        };
        let part = told(7.0, 300, 90, &[500, 1]).since(&told(3.0, 200, 90, &[500]));
        let generator = &part.generators["lt0"];
        assert_eq!((generator.cpu_seconds, generator.starts, generator.late_starts), (4.0, 100, 0));
        assert!((generator.lag.count(), generator.lag.quantile_ms(0.99)) == (1, 1.0), "{:?}", generator.lag);
    }
}
