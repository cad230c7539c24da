//! What an agent tells beyond the reference tool's API: `GET /loadagent/{id}/results`.
//!
//! Numbers only grow from the agent's creation on; whoever wants those of a window asks twice and subtracts. The
//! coordinator adds the results of all agents and makes the report of them.

pub mod noticed;
pub mod storm;

use std::collections::BTreeMap;

use base::Millis;
use serde::{Deserialize, Serialize};

use crate::latency::Latency;
use noticed::BySecond;
use storm::Storm;

/// Everything one agent has measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Results {
    pub agent: String,
    /// Version of the lab.
    pub version: String,
    /// What the server calls itself: the `X-Version-Id` of its first answer, empty when it sends none.
    pub server_version: String,
    /// Name of the mix of actions.
    pub mix: String,
    pub seed: u64,
    /// When the agent began to run; 0 before.
    pub started_at: Millis,
    /// When these numbers were taken.
    pub taken_at: Millis,
    pub users: Users,
    /// By "METHOD /path" with ids replaced, in the words of the documentation: `GET /users/{id}/image`.
    pub endpoints: BTreeMap<String, Endpoint>,
    /// By the published name of the action.
    pub actions: BTreeMap<String, Action>,
    pub sockets: Sockets,
    /// What users noticed of faults.
    pub noticed: BySecond,
    pub delivery: Delivery,
    pub generator: Generator,
    pub storm: Option<Storm>,
    pub world: World,
    /// The last failures as sentences, the newest last: enough to see what is wrong, not a log.
    pub examples: Vec<String>,
}

/// Users by what became of them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Users {
    pub active: u64,
    /// Those of `active` that are signed in and act.
    pub ready: u64,
    pub added: u64,
    pub removed: u64,
    pub stopped: u64,
    /// Gave up: a client configuration without content, for one.
    pub failed: u64,
}

/// What the users live in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct World {
    /// As the server told before the first user came; 0 where it did not.
    pub accounts: u64,
    pub teams: u64,
    /// Public and private ones.
    pub channels: u64,
    pub posts: u64,
    pub met: Met,
}

/// Sums over the users at work, but for the administrator's sessions: who is in every team says nothing of people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Met {
    pub users: u64,
    /// Their memberships of teams, and of public and private channels.
    pub teams: u64,
    pub channels: u64,
    /// Of those channels, the ones whose members were counted, and these counts.
    pub counted: u64,
    pub members: u64,
}

impl World {
    /// Adds what the users of another agent met in the same world.
    pub fn add(&mut self, other: &World) {
        if self.accounts == 0 {
            *self = World { met: self.met, ..*other };
        } else {
            // Each agent asks before its own users come: the first to do so saw the world without any.
            self.posts = self.posts.min(other.posts);
        }
        let (ours, theirs) = (&mut self.met, &other.met);
        ours.users += theirs.users;
        ours.teams += theirs.teams;
        ours.channels += theirs.channels;
        ours.counted += theirs.counted;
        ours.members += theirs.members;
    }
}

/// One endpoint as its callers met it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Endpoint {
    /// From when the user wanted the answer until it was read, waiting for a connection included.
    pub latency: Latency,
    pub timeouts: u64,
    /// Connections that broke or could not be made.
    pub broken: u64,
    /// Answers of 400 and above, by status.
    pub errors: BTreeMap<u16, u64>,
}

/// One kind of action. Every start ends as exactly one of done, skipped and failed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Action {
    pub done: u64,
    pub skipped: BTreeMap<String, u64>,
    pub failed: BTreeMap<String, u64>,
    /// Of those done, from the intended start, without the pauses in which the user reads or types.
    pub latency: Latency,
    /// Requests that all runs of it sent.
    pub requests: u64,
}

/// Sockets and what came through them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sockets {
    pub open: u64,
    pub opened: u64,
    pub failed: u64,
    /// Closed by the server, or broken.
    pub lost: u64,
    /// Taken up again with the same connection id.
    pub resumed: u64,
    /// Greeted with another connection id after they had one.
    pub renewed: u64,
    /// Events whose number was not the next one.
    pub gaps: u64,
    /// Numbers that were passed over there.
    pub missing: u64,
    pub events: BTreeMap<String, u64>,
    pub bytes: u64,
}

/// Whether what was sent arrived.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Delivery {
    /// Posts that the server acknowledged.
    pub sent: u64,
    /// Pairs of post and receiver that had to happen: member and connected from before the post until after it.
    pub expected: u64,
    /// Of `expected`, those that happened.
    pub received: u64,
    pub lost: u64,
    /// A receiver met the same post again.
    pub duplicates: u64,
    /// A receiver met a post after one that was sent only after the former had been acknowledged, by the socket or on a
    /// page; on pages each post of an author counts once.
    pub out_of_order: u64,
    /// Pairs that still may happen.
    pub open: u64,
    /// Received by users of this agent, sent by another.
    pub foreign: u64,
    /// From the intended send until a receiver had the event.
    pub delay: Latency,
    pub audit: Option<Audit>,
    /// Of the above, what the coordinator had other agents judge.
    pub between: Judged,
}

/// What the store said after the run, asked through the API.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Audit {
    pub asked: u64,
    pub found: u64,
    /// Acknowledged and not deleted by its author, but not there.
    pub missing: u64,
    /// Replies that are not there since somebody deleted their thread.
    pub with_thread: u64,
    /// There with another text.
    pub changed: u64,
    /// There twice.
    pub doubled: u64,
    /// There behind a later post of the same author in the same channel.
    pub swapped: u64,
    /// Could not be asked.
    pub unknown: u64,
}

/// Whether the generator itself was the bottleneck.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Generator {
    /// Cores this process may use.
    pub cores: f64,
    /// Seconds of processor time used since the agent began.
    pub cpu_seconds: f64,
    /// Cores used over the last seconds.
    pub cpu_now: f64,
    /// Highest `cpu_now` so far.
    pub cpu_max: f64,
    pub memory_bytes: u64,
    pub memory_max_bytes: u64,
    /// How late the runtime woke a task that wanted to wake.
    pub lag: Latency,
    /// How late actions began.
    pub late: Latency,
    /// Actions that began later than a person would notice ([`LATE_MS`]).
    pub late_starts: u64,
    pub starts: u64,
    /// Requests that waited for a connection because all were in use.
    pub pool_waits: u64,
}

/// An action that begins this late counts as a late start.
pub const LATE_MS: u64 = 100;

impl Delivery {
    /// Adds what receivers of other agents were owed.
    pub fn note_between(&mut self, judged: &Judged) {
        self.expected += judged.expected;
        self.received += judged.received;
        self.lost += judged.lost;
        self.between.add(judged);
    }

    /// Adds what another agent measured.
    pub fn add(&mut self, other: &Delivery) {
        self.sent += other.sent;
        self.expected += other.expected;
        self.received += other.received;
        self.lost += other.lost;
        self.duplicates += other.duplicates;
        self.out_of_order += other.out_of_order;
        self.open += other.open;
        self.foreign += other.foreign;
        self.delay.add(&other.delay);
        self.between.add(&other.between);
        if let Some(theirs) = &other.audit {
            let ours = self.audit.get_or_insert_default();
            ours.asked += theirs.asked;
            ours.found += theirs.found;
            ours.missing += theirs.missing;
            ours.with_thread += theirs.with_thread;
            ours.changed += theirs.changed;
            ours.doubled += theirs.doubled;
            ours.swapped += theirs.swapped;
            ours.unknown += theirs.unknown;
        }
    }
}

impl Endpoint {
    /// Adds what another agent measured.
    pub fn add(&mut self, other: &Endpoint) {
        self.latency.add(&other.latency);
        self.timeouts += other.timeouts;
        self.broken += other.broken;
        add_counts(&mut self.errors, &other.errors);
    }

    /// Answers and failures together.
    pub fn requests(&self) -> u64 {
        self.latency.count()
    }
}

impl Action {
    /// Adds what another agent measured.
    pub fn add(&mut self, other: &Action) {
        self.done += other.done;
        add_counts(&mut self.skipped, &other.skipped);
        add_counts(&mut self.failed, &other.failed);
        self.latency.add(&other.latency);
        self.requests += other.requests;
    }

    pub fn starts(&self) -> u64 {
        self.done + self.skipped.values().sum::<u64>() + self.failed.values().sum::<u64>()
    }
}

/// Adds counts by key.
pub fn add_counts<K: Ord + Clone>(ours: &mut BTreeMap<K, u64>, theirs: &BTreeMap<K, u64>) {
    for (key, count) in theirs {
        *ours.entry(key.clone()).or_default() += count;
    }
}

/// What another agent's users made of the posts of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Judged {
    pub posts: u64,
    pub expected: u64,
    pub received: u64,
    pub lost: u64,
}

impl Judged {
    pub fn add(&mut self, other: &Judged) {
        self.posts += other.posts;
        self.expected += other.expected;
        self.received += other.received;
        self.lost += other.lost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_an_older_agent_read_with_defaults() {
        let results: Results = serde_json::from_str(r#"{"agent":"lt0"}"#).expect("missing fields have defaults");
        assert_eq!(results.agent, "lt0");
        assert_eq!(results.delivery.lost, 0);
    }

    #[test]
    fn two_agents_add_up() {
        let mut one = Endpoint { errors: BTreeMap::from([(500, 1)]), ..Endpoint::default() };
        one.add(&Endpoint { errors: BTreeMap::from([(500, 2), (404, 1)]), timeouts: 3, ..Endpoint::default() });
        assert_eq!((one.errors[&500], one.errors[&404], one.timeouts), (3, 1, 3));
    }
}
