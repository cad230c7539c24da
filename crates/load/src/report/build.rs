//! Makes a report of an outcome: pure but for the queries of charts and server times.

use std::collections::BTreeMap;

use base::Millis;

use super::chart::{Chart, Line, thin};
use super::machine::Machine;
use super::model::{
    Action, Delivery, Efficiency, Endpoint, FORMAT, Generator, GeneratorAgent, Health, Kind, Report, Requests,
    ServerTime, Setup, Times, Users, World,
};
use super::prices::Prices;
use super::queries::{self, Span};
use super::storm::StormReport;
use super::{faults, saturation, validity};
use crate::coordinator::monitor::Record;
use crate::coordinator::run::Outcome;
use crate::coordinator::totals::Totals;
use crate::health::PROCESSORS;
use crate::scrape::{Source, ThisHost};
use crate::statistics::mean;
use simulate::results;

/// What the outcome does not know.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub kind: Kind,
    pub title: String,
    pub setup: Setup,
    pub machine: Machine,
    pub wanted: Option<u32>,
    pub prices: Option<Prices>,
    /// Range of rates in charts: `1m`.
    pub range: String,
}

/// Reads the charts out of the source and puts everything together.
pub async fn build(about: About, outcome: &Outcome, source: &mut Source) -> Report {
    let span = Span { from: outcome.started_at, counted_from: outcome.counted_from, to: outcome.ended_at };
    let mut charts = vec![users_chart(&outcome.timeline, span)];
    charts.extend(queries::standard(source, span, &about.range).await);
    // Users of a bounded run come in passing: what they meet on the way is no level.
    let is_steered = about.kind != Kind::Bounded;
    let saturation = is_steered.then(|| saturation::of_rounds(outcome, &charts, span)).flatten();
    charts.extend(saturation.as_ref().map(saturation::chart));
    charts.extend(faults::chart(&outcome.whole.noticed, span));
    faults::mark(&mut charts, &outcome.faults, span);
    let api_times = server_times(source, span, "mattermost_api_time", "handler").await;
    let store_times = server_times(source, span, "mattermost_db_store_time", "method").await;
    let used = ServerUse::read(source, span).await;
    let others = others_cores(&used, &outcome.counted, span);
    let seconds = ((outcome.ended_at - outcome.counted_from).max(1)) as f64 / 1_000.0;
    let mut report = Report {
        format: FORMAT,
        kind: about.kind,
        title: about.title,
        partial: outcome.broken_off.is_some(),
        started_at: outcome.started_at,
        counted_from: outcome.counted_from,
        ended_at: outcome.ended_at,
        setup: complete(about.setup, &outcome.whole),
        machine: about.machine,
        users: users(outcome, about.wanted),
        supported: outcome.supported.clone(),
        stopped_by: stopped_by(outcome, others),
        search: outcome.levels.clone(),
        health: health(outcome),
        requests: requests(&outcome.counted, seconds),
        endpoints: endpoints(&outcome.counted, seconds),
        actions: actions(&outcome.counted),
        delivery: delivery(&outcome.whole),
        sockets: outcome.whole.sockets.clone(),
        generator: generator(&outcome.counted, seconds),
        world: world(&outcome.counted),
        api_times,
        store_times,
        saturation,
        charts,
        events: outcome.events.clone(),
        examples: outcome.whole.examples.clone(),
        storm: outcome.whole.storm.as_ref().map(StormReport::of),
        faults: faults::of(outcome),
        ..Report::default()
    };
    report.efficiency = efficiency(&report, &used, others, about.prices.as_ref());
    report.complaints = validity::complaints(&report, outcome.broken_off.as_deref());
    report.valid = report.complaints.is_empty();
    report.warnings = validity::warnings(&report, source.lost());
    report
}

fn complete(setup: Setup, totals: &Totals) -> Setup {
    Setup {
        server_version: totals.server_version.clone(),
        lab_version: totals.lab_version.clone(),
        mix: totals.mix.clone(),
        seeds: totals.seeds.clone(),
        ..setup
    }
}

fn users(outcome: &Outcome, wanted: Option<u32>) -> Users {
    let counted: Vec<f64> = outcome
        .timeline
        .iter()
        .filter(|(at, _)| *at >= outcome.counted_from)
        .map(|(_, users)| f64::from(*users))
        .collect();
    Users {
        peak: outcome.timeline.iter().map(|(_, users)| *users).max().unwrap_or_default(),
        mean: if counted.is_empty() { 0.0 } else { mean(&counted) },
        wanted,
        failed: outcome.whole.users.failed,
        ready: outcome.counted.users.ready,
    }
}

/// How many were at work at each round.
pub fn users_chart(timeline: &[(Millis, u32)], span: Span) -> Chart {
    let points: Vec<(f64, f64)> = timeline.iter().map(|(at, users)| (span.minutes(*at), f64::from(*users))).collect();
    Chart {
        id: "users".into(),
        title: "Simulated users at work".into(),
        across: "min".into(),
        lines: vec![Line { name: "users".into(), points: thin(&points), dots: false }],
        counted: span.counted(),
        note: "The shaded part is the one that counts.".into(),
        ..Chart::default()
    }
}

/// Cores of others from which on they are named where processors stopped the search.
const OTHERS_CORES_MIN: f64 = 0.2;

/// What stood over its limit at the lowest level that failed. The published loop has no levels: there it is what
/// alerted, the first to do so first.
fn stopped_by(outcome: &Outcome, others: Option<f64>) -> Vec<String> {
    let failed = outcome.levels.iter().filter(|level| !level.healthy).min_by_key(|level| level.users);
    let names: Vec<&String> = match failed {
        Some(failed) => failed.over.iter().collect(),
        None if !outcome.levels.is_empty() => Vec::new(),
        None => {
            let mut over: Vec<&Record> =
                outcome.records.iter().filter(|record| record.alerts && record.over > 0).collect();
            over.sort_by_key(|record| record.first_over.map(|first| first.at));
            over.iter().map(|record| &record.description).collect()
        }
    };
    let is_of_processors = |name: &str| {
        outcome.records.iter().any(|record| record.description == name && record.query.contains(PROCESSORS))
    };
    let named = |name: &String| match others.filter(|cores| *cores >= OTHERS_CORES_MIN) {
        Some(cores) if is_of_processors(name) => {
            format!("{name}, of which other programs than the server and the generators took {cores:.1} cores")
        }
        _ => name.clone(),
    };
    names.into_iter().map(named).collect()
}

fn health(outcome: &Outcome) -> Vec<Health> {
    let pairs = outcome.records.iter().zip(&outcome.counted_records);
    let health = |(whole, counted): (&Record, &Record)| Health {
        whole: whole.clone(),
        counted_mean: (counted.judged > 0).then_some(counted.mean),
        counted_max: (counted.judged > 0).then_some(counted.max),
    };
    pairs.map(health).collect()
}

fn requests(totals: &Totals, seconds: f64) -> Requests {
    let all = totals.all_endpoints();
    Requests {
        times: Times::of(&all.latency),
        per_second: all.requests() as f64 / seconds,
        errors: all.errors.values().sum(),
        server_errors: all.errors.range(500..).map(|(_, count)| count).sum(),
        timeouts: all.timeouts,
        broken: all.broken,
    }
}

fn endpoints(totals: &Totals, seconds: f64) -> BTreeMap<String, Endpoint> {
    let rows = totals.endpoints.iter().map(|(name, endpoint)| {
        let row = Endpoint {
            times: Times::of(&endpoint.latency),
            per_second: endpoint.requests() as f64 / seconds,
            errors: endpoint.errors.clone(),
            timeouts: endpoint.timeouts,
            broken: endpoint.broken,
        };
        (name.clone(), row)
    });
    rows.collect()
}

fn actions(totals: &Totals) -> BTreeMap<String, Action> {
    let rows = totals.actions.iter().map(|(name, action)| {
        let row = Action {
            times: Times::of(&action.latency),
            starts: action.starts(),
            done: action.done,
            skipped: action.skipped.clone(),
            failed: action.failed.clone(),
            requests: action.requests,
        };
        (name.clone(), row)
    });
    rows.collect()
}

fn delivery(totals: &Totals) -> Delivery {
    let found = &totals.delivery;
    Delivery {
        sent: found.sent,
        expected: found.expected,
        received: found.received,
        lost: found.lost,
        duplicates: found.duplicates,
        out_of_order: found.out_of_order,
        open: found.open,
        delay: Times::of(&found.delay),
        audit: found.audit.clone(),
        between: found.between,
    }
}

/// The generators in the part that counts; memory and the most processor time are of the whole run.
fn generator(counted: &Totals, seconds: f64) -> Generator {
    let of = |one: &results::Generator| GeneratorAgent {
        cores: one.cores,
        cpu_mean: one.cpu_seconds / seconds,
        cpu_max: one.cpu_max,
        cpu_seconds: one.cpu_seconds,
        memory_max_bytes: one.memory_max_bytes.max(one.memory_bytes),
        lag_p99_ms: one.lag.quantile_ms(0.99),
        late_p99_ms: one.late.quantile_ms(0.99),
        late_share: one.late_starts as f64 / one.starts.max(1) as f64,
        pool_waits: one.pool_waits,
    };
    let agents = counted.generators.iter().map(|(name, one)| (name.clone(), of(one))).collect();
    let mut found = Generator { agents, ..Generator::default() };
    found.complaints = validity::of_generator(&found);
    found.healthy = found.complaints.is_empty();
    found
}

fn world(totals: &Totals) -> World {
    let results::World { accounts, teams, channels, posts, met } = totals.world;
    let mean = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
    World {
        accounts,
        teams,
        channels,
        posts,
        teams_of_user: mean(met.teams, met.users),
        channels_of_user: mean(met.channels, met.users),
        members_of_channel: mean(met.members, met.counted),
    }
}

/// Mean and p99 over the whole run by a label, as the published report has them.
async fn server_times(source: &mut Source, span: Span, metric: &str, by: &str) -> BTreeMap<String, ServerTime> {
    // From the part that counts; the first sample must lie inside the range.
    let seconds = ((span.to - span.counted_from) / 1_000).max(10);
    let app = r#"{instance=~"app.*"}"#;
    let means = format!(
        "sum(rate({metric}_sum{app}[{seconds}s])) by ({by}) / sum(rate({metric}_count{app}[{seconds}s])) by ({by})"
    );
    let p99s = format!("histogram_quantile(0.99, sum(rate({metric}_bucket{app}[{seconds}s])) by (le,{by}))");
    let mut times: BTreeMap<String, ServerTime> = BTreeMap::new();
    for series in source.instant(&means, span.to).await.unwrap_or_default() {
        if series.value.is_finite() {
            times.entry(series.labels.get(by).to_owned()).or_default().mean_ms = series.value * 1_000.0;
        }
    }
    for series in source.instant(&p99s, span.to).await.unwrap_or_default() {
        if let (true, Some(time)) = (series.value.is_finite(), times.get_mut(series.labels.get(by))) {
            time.p99_ms = series.value * 1_000.0;
        }
    }
    times
}

/// What the server used over the part that counts.
#[derive(Default)]
struct ServerUse {
    cores: Option<f64>,
    bytes: Option<f64>,
    /// Cores that all programs of the lab's own machine used; `None` when the server is elsewhere.
    host_cores: Option<f64>,
    /// Those are of the server's own cores, where no generator runs.
    is_apart: bool,
}

/// Cores that neither the server nor the generators used, where all of them share this machine. Interrupts are left
/// out: they belong to nobody.
fn others_cores(used: &ServerUse, counted: &Totals, span: Span) -> Option<f64> {
    let seconds = (span.to - span.counted_from).max(1) as f64 / 1_000.0;
    let generators = counted.generators.values().filter(|_| !used.is_apart).map(|generator| generator.cpu_seconds);
    Some((used.host_cores? - used.cores? - generators.sum::<f64>() / seconds).max(0.0))
}

impl ServerUse {
    async fn read(source: &mut Source, span: Span) -> ServerUse {
        let seconds = ((span.to - span.counted_from) / 1_000).max(10);
        let cores = format!("sum(rate(mattermost_process_cpu_seconds_total{{instance=~\"app.*\"}}[{seconds}s]))");
        let bytes =
            format!("sum(avg_over_time(mattermost_process_resident_memory_bytes{{instance=~\"app.*\"}}[{seconds}s]))");
        let value = async |source: &mut Source, query: &str| {
            let series = source.instant(query, span.to).await.ok()?;
            series.first().map(|series| series.value).filter(|value| *value > 0.0)
        };
        let is_apart = source.this_host().is_some_and(|host| host.is_apart);
        let host = source.this_host().map(|ThisHost { instance, .. }| {
            let busy = r#"mode=~"user|nice|system""#;
            format!("sum(rate(node_cpu_seconds_total{{instance=\"{instance}\",{busy}}}[{seconds}s]))")
        });
        let host_cores = match host {
            Some(query) => value(source, &query).await,
            None => None,
        };
        ServerUse { cores: value(source, &cores).await, bytes: value(source, &bytes).await, host_cores, is_apart }
    }
}

fn efficiency(report: &Report, used: &ServerUse, others_cores: Option<f64>, prices: Option<&Prices>) -> Efficiency {
    let users = match &report.supported {
        Some(supported) => f64::from(supported.users),
        None => report.users.mean,
    };
    let at_work = report.users.mean;
    Efficiency {
        users,
        server_cores: used.cores,
        server_bytes: used.bytes,
        others_cores,
        users_per_core: used.cores.map(|cores| at_work / cores),
        users_per_gb: used.bytes.map(|bytes| at_work / (bytes / f64::from(1 << 30))),
        cost: prices.map(|prices| prices.of(users)),
    }
}

#[cfg(test)]
#[path = "build_tests.rs"]
mod tests;
