//! `results.json`: everything a report says, as plain values. Other programs read it; fields are only added.

use std::collections::BTreeMap;

use base::Millis;
use serde::{Deserialize, Serialize};

use super::chart::Chart;
use super::faults::FaultsReport;
use super::machine::Machine;
use super::prices::Cost;
use super::storm::StormReport;
use crate::coordinator::agents::Event;
use crate::coordinator::monitor::Record;
use crate::coordinator::search::Level;
use crate::coordinator::steering::Supported;
use crate::coordinator::totals::SocketTotals;
use crate::statistics::{Knee, Z95};
use simulate::latency::Latency;
use simulate::results::Audit;
use simulate::results::Judged;

/// A run and what it found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// Version of this form.
    pub format: u32,
    pub kind: Kind,
    pub title: String,
    /// Whether the numbers may be used; `complaints` says why not.
    pub valid: bool,
    pub partial: bool,
    pub complaints: Vec<String>,
    /// What whoever reads the numbers should know, though they may be used.
    pub warnings: Vec<String>,
    pub started_at: Millis,
    /// The part that counts begins here and ends with the run.
    pub counted_from: Millis,
    pub ended_at: Millis,
    pub setup: Setup,
    pub world: World,
    pub machine: Machine,
    pub users: Users,
    pub supported: Option<Supported>,
    /// What stopped the search.
    pub stopped_by: Vec<String>,
    pub search: Vec<Level>,
    pub health: Vec<Health>,
    pub requests: Requests,
    pub endpoints: BTreeMap<String, Endpoint>,
    pub actions: BTreeMap<String, Action>,
    pub delivery: Delivery,
    pub sockets: SocketTotals,
    pub generator: Generator,
    /// Mean and p99 by handler and by method of the store, as the server tells.
    pub api_times: BTreeMap<String, ServerTime>,
    pub store_times: BTreeMap<String, ServerTime>,
    pub saturation: Option<Saturation>,
    pub efficiency: Efficiency,
    pub levels: Vec<LevelRow>,
    /// Users of the level that everything but `levels`, `delivery`, `saturation`, `charts` and `events` is of, where the
    /// run had several.
    pub of_level: Option<u32>,
    pub storm: Option<StormReport>,
    pub faults: Option<FaultsReport>,
    pub charts: Vec<Chart>,
    pub events: Vec<Event>,
    pub examples: Vec<String>,
}

/// The form's version of today.
pub const FORMAT: u32 = 1;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    #[default]
    Bounded,
    Unbounded,
    Search,
    Levels,
}

/// How to run it again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    pub url: String,
    /// What the deployment consists of, where the caller said.
    pub architecture: String,
    pub server_version: String,
    pub lab_version: String,
    pub mix: String,
    pub seeds: BTreeMap<String, u64>,
    pub mean_rate: f64,
    pub sessions_per_user: u64,
    pub agents: Vec<String>,
    pub metrics: String,
    pub command: String,
    pub metric_range: String,
    /// Which cores server and generator have, where they are on one machine.
    pub cores: String,
    /// Server and generators take from the same cores: what one uses, the other has not.
    pub shares_cores: bool,
}

/// What the users lived in: two ceilings are comparable when these are alike.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct World {
    /// As the server told before the first user came; 0 where it did not.
    pub accounts: u64,
    pub teams: u64,
    /// Public and private ones.
    pub channels: u64,
    pub posts: u64,
    /// Of a user, on average over those at work at the end.
    pub teams_of_user: f64,
    /// Public and private ones.
    pub channels_of_user: f64,
    pub members_of_channel: f64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Users {
    /// Most at once.
    pub peak: u32,
    /// Mean over the part that counts.
    pub mean: f64,
    pub wanted: Option<u32>,
    /// Gave up before they could work.
    pub failed: u64,
    pub ready: u64,
}

/// A health metric over the whole run, and its values in the part that counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Health {
    #[serde(flatten)]
    pub whole: Record,
    pub counted_mean: Option<f64>,
    pub counted_max: Option<f64>,
}

/// Quantiles in milliseconds from full histograms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Times {
    pub count: u64,
    pub mean_ms: f64,
    pub p50_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
    /// 95 % interval of p99, from the ranks between which it lies.
    pub p99_low_ms: f64,
    pub p99_high_ms: f64,
    pub max_ms: f64,
}

impl Times {
    pub fn of(latency: &Latency) -> Times {
        let count = latency.count();
        let share = 0.99;
        let half = if count == 0 { 0.0 } else { Z95 * (share * (1.0 - share) / count as f64).sqrt() };
        Times {
            count,
            mean_ms: latency.mean_ms(),
            p50_ms: latency.quantile_ms(0.5),
            p95_ms: latency.quantile_ms(0.95),
            p99_ms: latency.quantile_ms(share),
            p99_low_ms: latency.quantile_ms((share - half).max(0.0)),
            p99_high_ms: latency.quantile_ms((share + half).min(1.0)),
            max_ms: latency.max_ms(),
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Requests {
    pub times: Times,
    pub per_second: f64,
    pub errors: u64,
    pub server_errors: u64,
    pub timeouts: u64,
    pub broken: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Endpoint {
    #[serde(flatten)]
    pub times: Times,
    pub per_second: f64,
    pub errors: BTreeMap<u16, u64>,
    pub timeouts: u64,
    pub broken: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Action {
    #[serde(flatten)]
    pub times: Times,
    pub starts: u64,
    pub done: u64,
    pub skipped: BTreeMap<String, u64>,
    pub failed: BTreeMap<String, u64>,
    pub requests: u64,
}

impl Action {
    pub fn skips(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// Why it was skipped most often, and how often that was.
    pub fn main_skip(&self) -> Option<(&str, u64)> {
        let most = self.skipped.iter().max_by_key(|(_, times)| **times)?;
        Some((most.0, *most.1))
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Delivery {
    pub sent: u64,
    pub expected: u64,
    pub received: u64,
    pub lost: u64,
    pub duplicates: u64,
    pub out_of_order: u64,
    pub open: u64,
    pub delay: Times,
    pub audit: Option<Audit>,
    /// Of the above, pairs whose receiver was another agent's: a sample of the posts.
    pub between: Judged,
}

/// The generators together, and what they complain of.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Generator {
    pub healthy: bool,
    pub complaints: Vec<String>,
    pub agents: BTreeMap<String, GeneratorAgent>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GeneratorAgent {
    pub cores: f64,
    /// Cores used, on average over the part that counts …
    pub cpu_mean: f64,
    /// … and at most, over the whole run.
    pub cpu_max: f64,
    pub cpu_seconds: f64,
    pub memory_max_bytes: u64,
    pub lag_p99_ms: f64,
    pub late_p99_ms: f64,
    pub late_share: f64,
    pub pool_waits: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServerTime {
    pub mean_ms: f64,
    pub p99_ms: f64,
}

/// Latency over users, and where it bends.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Saturation {
    pub points: Vec<(f64, f64)>,
    pub knee: Option<Knee>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Efficiency {
    /// What the figures are of: the supported number, or that of a bounded run.
    pub users: f64,
    /// Cores that the server used, and its memory, on average over the part that counts.
    pub server_cores: Option<f64>,
    pub server_bytes: Option<f64>,
    /// Cores that neither the server nor the generators used, where all of them share a machine: a database there,
    /// or work that has nothing to do with the run.
    pub others_cores: Option<f64>,
    pub users_per_core: Option<f64>,
    pub users_per_gb: Option<f64>,
    pub cost: Option<Cost>,
}

/// A level of a fixed-level test.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LevelRow {
    pub users: u32,
    /// Accounts that such a number of people at work stands for.
    pub registered: u32,
    pub per_second: f64,
    pub times: Times,
    pub errors: u64,
    pub failed_share: f64,
    pub cpu_percent: Option<f64>,
    pub verdict: String,
    pub good: bool,
}
