//! A run: scrape, ask the agents, judge, decide, act, until the goal is reached or somebody says stop.

use std::path::PathBuf;
use std::time::Duration;

use base::{Clock, Millis};
use serde::Serialize;
use tokio::sync::watch;

use super::agents::{Event, Fleet};
use super::monitor::{Judgement, Monitor, Record};
use super::orders::Orders;
use super::search::Level;
use super::steering::{Decision, Goal, Seen, Steering, Supported};
use super::totals::Totals;
use crate::health::{self, Metric};
use crate::scrape::Source;
use topology::faults::{Fault, Made};

/// What to do.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    pub goal: Goal,
    pub metrics: Vec<Metric>,
    /// Of the metrics' rates.
    pub range_ms: Millis,
    pub interval_ms: Millis,
    pub storm: Option<StormPlan>,
    pub faults: Option<FaultPlan>,
}

/// What is broken on purpose from when all users are there, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultPlan {
    pub faults: Vec<Fault>,
    /// Of the topology.
    pub folder: PathBuf,
}

/// Many sign-ins at once in the middle of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StormPlan {
    pub logins: u64,
    /// When to begin to look, counted from when all users are there.
    pub after_ms: Millis,
    /// How long to look at the calm before it.
    pub before_ms: Millis,
}

/// What was seen.
#[derive(Debug, Default)]
pub struct Outcome {
    pub started_at: Millis,
    /// The part that counts begins here.
    pub counted_from: Millis,
    pub ended_at: Millis,
    /// Ctrl-C, or no agent was left: the numbers are those until then.
    pub broken_off: Option<String>,
    pub supported: Option<Supported>,
    pub levels: Vec<Level>,
    /// Users at each round.
    pub timeline: Vec<(Millis, u32)>,
    /// Health of the whole run, and of the part that counts.
    pub records: Vec<Record>,
    pub counted_records: Vec<Record>,
    pub events: Vec<Event>,
    /// What was broken on purpose.
    pub faults: Vec<Made>,
    /// Of the part that counts.
    pub counted: Totals,
    /// Of the whole run, after the users were stopped.
    pub whole: Totals,
}

/// Where a run is, for people who watch.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub at: Millis,
    pub elapsed_ms: Millis,
    pub left_ms: Option<Millis>,
    pub phase: &'static str,
    pub active: Option<u32>,
    /// Those that are not signed in yet.
    pub arriving: u32,
    pub errors: u64,
    pub alert: bool,
    pub records: Vec<Record>,
    pub totals: Totals,
    /// Of the time since the totals before.
    pub recent: Totals,
    pub recent_ms: Millis,
    pub troubles: Vec<String>,
}

/// Somebody who watches.
pub trait View: Send {
    fn show(&mut self, progress: &Progress);
}

/// Rounds between two looks at everything the agents measured: the histograms of many agents are megabytes.
const RESULTS_EVERY: u32 = 5;

/// Rounds that are kept; a longer run thins out its past.
const TIMELINE_MAX: usize = 20_000;

/// Runs to the end of the plan. Users are stopped whatever happens.
pub async fn run(
    mut plan: Plan,
    fleet: &mut Fleet,
    source: &mut Source,
    clock: &Clock,
    mut stop: watch::Receiver<bool>,
    view: &mut dyn View,
) -> Outcome {
    let started_at = clock.now();
    let mut orders = Orders::of(&mut plan);
    let mut watched = Watched::new(plan.metrics, plan.range_ms, started_at);
    let mut steering = Steering::new(plan.goal, plan.interval_ms);
    let mut outcome = Outcome { started_at, counted_from: started_at, ..Outcome::default() };
    let mut looked = Looked::default();
    let mut baseline: Option<Totals> = None;
    loop {
        let at = clock.now();
        source.scrape(at).await;
        let standing = fleet.standing(at).await;
        if fleet.agents().is_empty() {
            outcome.broken_off = Some("no agent is left".into());
            break;
        }
        let (active, arriving) = (standing.map(|all| all.active), standing.map_or(0, |all| all.arriving));
        let users = outcome.note(at, active);
        let seen = Seen { active, arriving, ..watched.round(source, at, users).await };
        let decision = steering.decide(seen);
        watched.note_level(&mut outcome.levels, steering.levels(), source, (at, users)).await;
        if steering.counted_from().is_none() {
            baseline = None;
        } else if baseline.is_none() {
            outcome.counted_from = at;
            baseline = Some(Totals::of(&fleet.results().await));
            watched.server.begin_anew();
        }
        orders.give(fleet, clock, (steering.counted_from(), at)).await;
        match decision {
            Decision::Add(more) => drop(fleet.add(more).await),
            Decision::Remove(fewer) => drop(fleet.remove(fewer).await),
            Decision::Wait => {}
            Decision::Done => break,
        }
        looked.look(fleet, at).await;
        view.show(&Progress {
            at,
            elapsed_ms: at - started_at,
            left_ms: steering.left_ms(at),
            phase: steering.phase(),
            active,
            arriving,
            errors: standing.map_or(0, |all| all.errors),
            alert: seen.alert,
            records: watched.server.records().to_vec(),
            totals: looked.totals.clone(),
            recent: looked.recent.clone(),
            recent_ms: looked.recent_ms,
            troubles: source.troubles(),
        });
        let spent = clock.now() - at;
        let pause = Duration::from_millis((plan.interval_ms - spent).max(0) as u64);
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.wait_for(|stop| *stop) => {
                outcome.broken_off = Some("it was stopped by hand".into());
                break;
            }
        }
    }
    outcome.faults = orders.end().await;
    outcome.end(fleet, clock, baseline).await;
    outcome.supported = steering.supported(&outcome.timeline);
    outcome.records = watched.server.records().to_vec();
    outcome.counted_records = watched.server.counted().to_vec();
    outcome
}

/// Metrics of the server, and those by which generators tell that they are late.
struct Watched {
    server: Monitor,
    generators: Monitor,
    range_s: Millis,
}

impl Watched {
    fn new(metrics: Vec<Metric>, range_ms: Millis, started_at: Millis) -> Watched {
        let range_s = (range_ms / 1_000).max(1);
        let generators = Monitor::new(health::of_generators(range_s as u64), started_at);
        Watched { server: Monitor::new(metrics, started_at), generators, range_s }
    }

    /// One round, but for what the agents say.
    async fn round(&mut self, source: &mut Source, at: Millis, users: u32) -> Seen {
        let Judgement { alert, fill } = self.server.round(source, at, users).await;
        let late = self.generators.round(source, at, users).await.alert;
        Seen { at, alert, late, fill, ..Seen::default() }
    }

    /// Keeps the level that was judged in this round, with what its users asked and what stood over its limit.
    async fn note_level(
        &self,
        kept: &mut Vec<Level>,
        judged: &[Level],
        source: &mut Source,
        (at, users): (Millis, u32),
    ) {
        let Some(level) = judged.get(kept.len()) else { return };
        let query = format!("sum(rate(loadtest_http_request_time_count[{}s]))", self.range_s);
        let requests = source.instant(&query, at).await.ok().and_then(|series| Some(series.first()?.value));
        let requests_per_user = requests.filter(|all| all.is_finite()).map(|all| all / f64::from(users.max(1)));
        let over = self.server.over().chain(self.generators.over()).map(str::to_owned).collect();
        kept.push(Level { requests_per_user, over, ..level.clone() });
    }
}

/// The last look at everything the agents measured.
#[derive(Default)]
struct Looked {
    rounds: u32,
    at: Millis,
    totals: Totals,
    recent: Totals,
    recent_ms: Millis,
}

impl Looked {
    async fn look(&mut self, fleet: &mut Fleet, at: Millis) {
        if self.rounds.is_multiple_of(RESULTS_EVERY) {
            let totals = Totals::of(&fleet.results().await);
            self.recent = totals.since(&self.totals);
            self.recent_ms = if self.at == 0 { 0 } else { at - self.at };
            (self.totals, self.at) = (totals, at);
        }
        self.rounds += 1;
    }
}

impl Outcome {
    /// Takes the numbers, stops the users, and takes those that only then are there.
    async fn end(&mut self, fleet: &mut Fleet, clock: &Clock, baseline: Option<Totals>) {
        let at_end = Totals::of(&fleet.results().await);
        self.ended_at = clock.now();
        fleet.stop().await;
        self.events = fleet.events().to_vec();
        self.whole = Totals::of(&fleet.results().await);
        self.whole.delivery.note_between(&fleet.judge_between().await);
        self.counted = baseline.map_or_else(|| at_end.clone(), |baseline| at_end.since(&baseline));
    }

    /// Keeps how many were at work. While no agent answers, they are taken to be those of before.
    fn note(&mut self, at: Millis, active: Option<u32>) -> u32 {
        let Some(active) = active else { return self.timeline.last().map_or(0, |(_, users)| *users) };
        if self.timeline.len() == TIMELINE_MAX {
            let mut place = 0;
            self.timeline.retain(|_| {
                place += 1;
                place > TIMELINE_MAX / 2 || place % 2 == 1
            });
        }
        self.timeline.push((at, active));
        active
    }
}
