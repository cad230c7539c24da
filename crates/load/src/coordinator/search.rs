//! The fast search for the ceiling, as a pure function: bracket it from below and above, then hold.
//!
//! Users double until a level fails, then the bracket is halved (geometrically) until it is narrow; the lower
//! end is held and must stay healthy. A level is judged by a sequential test of its observations, so that a
//! clear case costs seconds and an unclear one gets the time it needs. Observations are `spacing_ms` apart,
//! because the rates behind them overlap: judged more often, one bad second would count several times.

use base::Millis;

/// How to search. The times follow the range of the health metrics' rates.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub users_first: u32,
    pub users_max: u32,
    /// After a change, until the rates speak of the new level only.
    pub settle_ms: Millis,
    pub spacing_ms: Millis,
    /// How long the answer must stand.
    pub hold_ms: Millis,
    /// The bracket is narrow when its upper end is at most this times the lower.
    pub precision: f64,
}

/// A level is healthy when at most this share of its observations alerts …
const ALERTS_HEALTHY: f64 = 0.05;
/// … and over its limit when at least this share does.
const ALERTS_OVER: f64 = 0.5;
/// Chance to be wrong either way.
const ERROR: f64 = 0.01;
/// Observations after which an undecided level counts as too much: it is at best at the limit.
const UNDECIDED_MAX: u32 = 40;
/// One user in so many may be missing from a level: some give up on their own.
const TOLERATED: u32 = 200;
/// Share of the bracket's width that is given up when the held level fails.
const BACK_OFF: f64 = 0.93;

impl Rules {
    /// For metrics with rates over one minute, as published.
    pub fn minutes(users_max: u32) -> Rules {
        Rules { users_first: 100, users_max, settle_ms: 75_000, spacing_ms: 10_000, hold_ms: 300_000, precision: 1.05 }
    }
}

/// What one round saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub at: Millis,
    pub active: Option<u32>,
    pub alert: bool,
}

/// What to do now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Bring the number of users to this.
    Go(u32),
    Wait,
    Done(Found),
}

/// The answer: it held at `supported`, and the smallest level that failed is `failed_at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub supported: u32,
    /// `None` when all users that are allowed were healthy: the ceiling is higher.
    pub failed_at: Option<u32>,
}

/// Where the search is.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    level: u32,
    healthy_at: u32,
    failed_at: Option<u32>,
    phase: Phase,
    levels: Vec<Level>,
}

/// A judged level, for the report.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Level {
    pub users: u32,
    pub healthy: bool,
    pub observations: u32,
    pub alerts: u32,
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Start,
    /// Users come or go until there are as many as the level wants.
    Reach,
    Settle {
        until: Millis,
    },
    Judge {
        trial: Trial,
        next: Millis,
        held_from: Option<Millis>,
    },
    End,
}

/// Wald's sequential test of the share of alerts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Trial {
    seen: u32,
    alerts: u32,
    evidence: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Healthy,
    Over,
    Open,
}

impl Trial {
    fn observe(&mut self, alert: bool) {
        self.seen += 1;
        self.alerts += u32::from(alert);
        self.evidence += match alert {
            true => (ALERTS_OVER / ALERTS_HEALTHY).ln(),
            false => ((1.0 - ALERTS_OVER) / (1.0 - ALERTS_HEALTHY)).ln(),
        };
    }

    fn verdict(&self) -> Verdict {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        if self.evidence >= bound || self.seen >= UNDECIDED_MAX {
            Verdict::Over
        } else if self.evidence <= -bound {
            Verdict::Healthy
        } else {
            Verdict::Open
        }
    }
}

impl Default for State {
    fn default() -> Self {
        State { level: 0, healthy_at: 0, failed_at: None, phase: Phase::Start, levels: Vec::new() }
    }
}

impl State {
    /// Every level that was judged, in order.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// What is known so far: the highest healthy level and the lowest that failed.
    pub fn bracket(&self) -> (u32, Option<u32>) {
        (self.healthy_at, self.failed_at)
    }

    /// The last level stands on trial for the whole hold.
    pub fn is_holding(&self) -> bool {
        matches!(self.phase, Phase::Judge { held_from: Some(_), .. } | Phase::End)
    }

    /// As many have been asked for as the level wants, which is not judged yet.
    pub fn is_reached_by(&self, active: Option<u32>) -> bool {
        let is_there = active.is_some_and(|active| active.abs_diff(self.level) <= self.level / TOLERATED);
        self.phase == Phase::Reach && is_there
    }

    pub fn has_ended(&self) -> bool {
        self.phase == Phase::End
    }

    fn is_narrow(&self, rules: &Rules) -> bool {
        match self.failed_at {
            Some(failed) => {
                failed <= self.healthy_at + 1 || f64::from(failed) <= f64::from(self.healthy_at) * rules.precision
            }
            None => self.healthy_at >= rules.users_max,
        }
    }

    fn next_level(&self, rules: &Rules) -> u32 {
        if self.is_narrow(rules) {
            return self.healthy_at;
        }
        match self.failed_at {
            None => (self.healthy_at * 2).clamp(rules.users_first.min(rules.users_max), rules.users_max),
            Some(failed) if self.healthy_at == 0 => failed / 2,
            Some(failed) => {
                let middle = (f64::from(self.healthy_at) * f64::from(failed)).sqrt().round() as u32;
                middle.clamp(self.healthy_at + 1, failed - 1)
            }
        }
    }
}

/// One round of the search.
pub fn step(rules: &Rules, mut state: State, seen: Observation) -> (State, Command) {
    let Some(active) = seen.active else { return (state, Command::Wait) };
    match state.phase.clone() {
        Phase::Start => {
            state.level = state.next_level(rules);
            go(state)
        }
        Phase::Reach if active.abs_diff(state.level) <= state.level / TOLERATED => {
            state.phase = Phase::Settle { until: seen.at + rules.settle_ms };
            (state, Command::Wait)
        }
        // An alert on the way may be the echo of a higher level: only a settled level is judged.
        Phase::Reach => {
            let command = Command::Go(state.level);
            (state, command)
        }
        Phase::Settle { until } if seen.at >= until => {
            let held_from = state.is_narrow(rules).then_some(seen.at);
            state.phase = Phase::Judge { trial: Trial::default(), next: seen.at, held_from };
            (state, Command::Wait)
        }
        Phase::Settle { .. } => (state, Command::Wait),
        Phase::Judge { trial, next, held_from } => judge(rules, state, seen, (trial, next, held_from)),
        Phase::End => {
            let found = Found { supported: state.healthy_at, failed_at: state.failed_at };
            (state, Command::Done(found))
        }
    }
}

fn go(mut state: State) -> (State, Command) {
    state.phase = Phase::Reach;
    let command = Command::Go(state.level);
    (state, command)
}

fn judge(
    rules: &Rules,
    mut state: State,
    seen: Observation,
    (mut trial, mut next, held_from): (Trial, Millis, Option<Millis>),
) -> (State, Command) {
    if seen.at < next {
        return (state, Command::Wait);
    }
    trial.observe(seen.alert);
    next = seen.at + rules.spacing_ms;
    let verdict = match (trial.verdict(), held_from) {
        (Verdict::Healthy, Some(from)) if seen.at - from < rules.hold_ms => Verdict::Open,
        (verdict, _) => verdict,
    };
    if verdict == Verdict::Open {
        state.phase = Phase::Judge { trial, next, held_from };
        return (state, Command::Wait);
    }
    let healthy = verdict == Verdict::Healthy;
    state.levels.push(Level { users: state.level, healthy, observations: trial.seen, alerts: trial.alerts });
    if healthy {
        state.healthy_at = state.level;
        if held_from.is_some() {
            let found = Found { supported: state.healthy_at, failed_at: state.failed_at };
            state.phase = Phase::End;
            return (state, Command::Done(found));
        }
    } else {
        state.failed_at = Some(state.level);
        // What was judged healthy in a short look failed when held: look below it again.
        if state.healthy_at >= state.level {
            state.healthy_at = (f64::from(state.level) * BACK_OFF).floor() as u32;
        }
        if state.level <= 1 {
            state.healthy_at = 0;
            state.phase = Phase::End;
            let found = Found { supported: 0, failed_at: state.failed_at };
            return (state, Command::Done(found));
        }
    }
    state.level = state.next_level(rules);
    // A narrow bracket whose lower end is the level of now is held without a change, and needs no settling.
    go(state)
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
