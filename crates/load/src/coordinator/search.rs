//! The fast search for the ceiling, as a pure function: bracket it from below and above, then hold.
//!
//! Users grow until a level fails, then the bracket is narrowed; its lower end is held and must stay healthy. A level is
//! judged by a sequential test of its observations ([`super::trial`]), so that a clear case costs seconds and an unclear
//! one gets the time it needs. Observations are a sixth of the range of the rates apart: judged more often, one bad second
//! would count more than a few times.
//!
//! A level at which a generator was late is not carried, whoever is to blame: what its users met says nothing of the
//! server. So the answer is always a level whose numbers may be used. But a generator may be late for a moment because its
//! host gave the processor to others, and that moment stands in all rates that reach back to it: it counts once.

use base::Millis;

use super::trial::{CALM_ROUNDS, Fault, Trial, Verdict};

/// How to search.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Rules {
    pub users_first: u32,
    pub users_max: u32,
    /// How far back the rates behind an observation reach.
    pub range_ms: Millis,
    /// How long the answer must stand.
    pub hold_ms: Millis,
    /// The bracket is narrow when its upper end is at most this times the lower.
    pub precision: f64,
    /// From the first round until there is an answer, as good as it is by then; `None` for as long as it takes.
    pub within_ms: Option<Millis>,
}

/// One user in so many may be missing from a level: some give up on their own.
const TOLERATED: u32 = 200;
/// Share of a held level that failed, which the next one gives up; four times as much each further time, but at most
/// half: two guesses were wrong, and a third one costs a hold.
const BACK_OFF: f64 = 0.07;
/// From one healthy level to the next, while none has failed and nobody tells how full the processors are …
const GROWTH: f64 = 2.0;
/// … and where somebody does: to this share of their limit, if their use grows with the users …
const FILL_AIM: f64 = 0.9;
/// … but by at least so much, and at most so much: few users tell little.
const GROWTH_LIMITS: (f64, f64) = (1.2, 10.0);

impl Rules {
    /// For metrics with rates over one minute, as published.
    pub fn minutes(users_max: u32) -> Rules {
        Rules { users_first: 100, users_max, range_ms: 60_000, hold_ms: 300_000, precision: 1.05, within_ms: None }
    }

    /// After a change, until the rates speak of the new level only: they must have forgotten the level before, and a scrape
    /// may just have been missed.
    pub fn settle_ms(&self) -> Millis {
        self.range_ms + self.range_ms / 4
    }

    /// Between two observations of a level; two seconds at least.
    fn spacing_ms(&self) -> Millis {
        (self.range_ms / 6).max(2_000)
    }

    /// A hold that nothing disturbs: its own time, and that of the observations which it needs.
    fn hold_ms_min(&self) -> Millis {
        self.hold_ms.max(Millis::from(CALM_ROUNDS) * self.spacing_ms())
    }

    /// What must be left when the last hold begins: its own time, and half of it for a second one below a first that
    /// fails, both with their settling.
    fn reserve_ms(&self) -> Millis {
        let hold_ms = self.hold_ms_min();
        2 * self.settle_ms() + hold_ms + hold_ms / 2
    }
}

/// What one round saw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    pub at: Millis,
    pub active: Option<u32>,
    pub alert: bool,
    /// A generator woke its users too late.
    pub late: bool,
    /// Use of the server's processors as a share of its limit, where it is known.
    pub fill: Option<f64>,
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
    /// `None` when no level failed: the ceiling is higher.
    pub failed_at: Option<u32>,
}

/// Where the search is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    level: u32,
    healthy_at: u32,
    failed_at: Option<u32>,
    /// Who could not carry `failed_at`.
    fault: Fault,
    /// Use of the processors at `healthy_at`.
    fill: Option<f64>,
    phase: Phase,
    levels: Vec<Level>,
    began: Option<Millis>,
    /// The level of now is the answer if it stands.
    is_last: bool,
    holds_failed: i32,
    has_run_out: bool,
}

/// A judged level, for the report.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Level {
    pub users: u32,
    pub healthy: bool,
    pub observations: u32,
    pub alerts: u32,
    /// Observations in which a generator was late.
    pub late: u32,
    /// What a user asked a second when it was judged, as far as it was measured.
    pub requests_per_user: Option<f64>,
    /// What stood over its limit when it was judged.
    pub over: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum Phase {
    #[default]
    Start,
    /// Users come or go until there are as many as the level wants.
    Reach,
    Settle {
        until: Millis,
    },
    Judge(Judging),
    End,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Judging {
    trial: Trial,
    next: Millis,
    from: Millis,
    /// Until then the rates hold a moment in which a generator was late and which was counted.
    late_until: Millis,
    /// Sum and number of what was told of the processors.
    fill: (f64, u32),
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

    /// Who could not carry the lowest level that failed.
    pub fn fault(&self) -> Fault {
        self.fault
    }

    /// The last level stands on trial for the whole hold.
    pub fn is_holding(&self) -> bool {
        self.phase == Phase::End || self.is_last && matches!(self.phase, Phase::Judge(_))
    }

    /// As many have been asked for as the level wants, which is not judged yet.
    pub fn is_reached_by(&self, active: Option<u32>) -> bool {
        self.phase == Phase::Reach && active.is_some_and(|active| self.is_reached(active))
    }

    fn is_reached(&self, active: u32) -> bool {
        active.abs_diff(self.level) <= self.level / TOLERATED
    }

    /// It ended with a level that was held, or with none that could be.
    pub fn has_found(&self) -> bool {
        self.phase == Phase::End && !self.has_run_out
    }

    pub fn has_run_out(&self) -> bool {
        self.has_run_out
    }

    fn is_narrow(&self, rules: &Rules) -> bool {
        match self.failed_at {
            Some(failed) => {
                failed <= self.healthy_at + 1 || f64::from(failed) <= f64::from(self.healthy_at) * rules.precision
            }
            None => self.healthy_at >= rules.users_max,
        }
    }

    fn left_ms(&self, rules: &Rules, at: Millis) -> Millis {
        rules.within_ms.map_or(Millis::MAX, |within| self.began.unwrap_or(at) + within - at)
    }

    /// Until the answer as far as that is known: the rest of the hold, if the level stands, and never more than all of the
    /// search may take.
    pub fn known_left_ms(&self, rules: &Rules, at: Millis) -> Option<Millis> {
        let end = match &self.phase {
            Phase::Settle { until } if self.is_last => Some(until + rules.hold_ms_min()),
            Phase::Judge(judging) if self.is_last => Some(judging.from + rules.hold_ms_min()),
            _ => None,
        };
        let limit = rules.within_ms.map(|_| self.left_ms(rules, at));
        end.map(|end| end - at).into_iter().chain(limit).min()
    }

    /// Whether a level that is not reached yet is to be given up for what is known.
    pub fn is_out_of_time(&self, rules: &Rules, at: Millis) -> bool {
        self.left_ms(rules, at) <= 0 || (!self.is_last && self.is_late(rules, at))
    }

    /// A further level would take the time that the hold needs.
    fn is_late(&self, rules: &Rules, at: Millis) -> bool {
        self.healthy_at > 0 && self.left_ms(rules, at) <= rules.reserve_ms()
    }

    fn next_level(&self, rules: &Rules) -> u32 {
        let healthy = f64::from(self.healthy_at);
        match self.failed_at {
            None => {
                let (least, most) = GROWTH_LIMITS;
                let growth = self.fill.map_or(GROWTH, |fill| (FILL_AIM / fill).clamp(least, most));
                let grown = ((healthy * growth) as u32).max(self.healthy_at + 1);
                grown.max(rules.users_first).min(rules.users_max)
            }
            Some(failed) if self.healthy_at == 0 => failed / 2,
            Some(failed) => {
                // Of a wide bracket the upper half of its width: what was jumped to was a guess, not four times wrong.
                let middle = (healthy * f64::from(failed)).sqrt().max(f64::from(failed) / 2.0);
                (middle.round() as u32).clamp(self.healthy_at + 1, failed - 1)
            }
        }
    }

    fn found(&self) -> Command {
        Command::Done(Found { supported: self.healthy_at, failed_at: self.failed_at })
    }

    /// Ends without a level that was held: what is told is the highest that was judged healthy and never failed.
    fn run_out(&mut self) {
        let failed = self.failed_at.unwrap_or(u32::MAX);
        let healthy = self.levels.iter().filter(|level| level.healthy && level.users < failed);
        self.healthy_at = healthy.map(|level| level.users).max().unwrap_or(0);
        (self.phase, self.has_run_out) = (Phase::End, true);
    }
}

/// One round of the search.
pub fn step(rules: &Rules, mut state: State, seen: Observation) -> (State, Command) {
    let Some(active) = seen.active else { return (state, Command::Wait) };
    state.began.get_or_insert(seen.at);
    if state.phase != Phase::End && state.is_out_of_time(rules, seen.at) {
        if state.left_ms(rules, seen.at) > 0 {
            return go(rules, state, seen.at);
        }
        state.run_out();
    }
    match state.phase.clone() {
        Phase::Start => go(rules, state, seen.at),
        Phase::Reach if state.is_reached(active) => {
            state.phase = Phase::Settle { until: seen.at + rules.settle_ms() };
            (state, Command::Wait)
        }
        // An alert on the way may be the echo of a higher level: only a settled level is judged.
        Phase::Reach => {
            let command = Command::Go(state.level);
            (state, command)
        }
        Phase::Settle { until } if seen.at >= until => {
            state.phase = Phase::Judge(Judging { next: seen.at, from: seen.at, ..Judging::default() });
            (state, Command::Wait)
        }
        Phase::Settle { .. } => (state, Command::Wait),
        Phase::Judge(judging) => judge(rules, state, seen, judging),
        Phase::End => {
            let command = state.found();
            (state, command)
        }
    }
}

/// Chooses the next level: one more to try, or the last, which is held.
fn go(rules: &Rules, mut state: State, at: Millis) -> (State, Command) {
    state.is_last = state.is_narrow(rules) || state.is_late(rules, at);
    // A narrow bracket whose lower end is the level of now is held without a change.
    state.level = if state.is_last { state.healthy_at } else { state.next_level(rules) };
    state.phase = Phase::Reach;
    let command = Command::Go(state.level);
    (state, command)
}

fn judge(rules: &Rules, mut state: State, seen: Observation, mut judging: Judging) -> (State, Command) {
    if seen.at < judging.next {
        return (state, Command::Wait);
    }
    judging.next = seen.at + rules.spacing_ms();
    if !seen.late || seen.alert || seen.at >= judging.late_until {
        judging.trial.observe(seen.alert, seen.late);
        judging.late_until = if seen.late { seen.at + rules.range_ms } else { judging.late_until };
    }
    if let Some(fill) = seen.fill.filter(|fill| *fill > 0.0) {
        judging.fill = (judging.fill.0 + fill, judging.fill.1 + 1);
    }
    let trial = judging.trial;
    let must_stand = state.is_last && seen.at - judging.from < rules.hold_ms;
    let fault = match trial.verdict() {
        Verdict::Healthy if !must_stand => None,
        Verdict::Over(fault) => Some(fault),
        Verdict::Open | Verdict::Healthy => {
            state.phase = Phase::Judge(judging);
            return (state, Command::Wait);
        }
    };
    let Trial { seen: observations, alerts, late, .. } = trial;
    let (users, healthy) = (state.level, fault.is_none());
    state.levels.push(Level { users, healthy, observations, alerts, late, ..Level::default() });
    match fault {
        None => {
            state.healthy_at = state.level;
            state.fill = (judging.fill.1 > 0).then(|| judging.fill.0 / f64::from(judging.fill.1));
        }
        Some(fault) => fail(&mut state, fault),
    }
    if (state.is_last && fault.is_none()) || (fault.is_some() && state.level <= 1) {
        state.phase = Phase::End;
        let command = state.found();
        return (state, command);
    }
    go(rules, state, seen.at)
}

/// The level of now is too much. What was judged healthy in a short look and failed when held is given up as well.
fn fail(state: &mut State, fault: Fault) {
    (state.failed_at, state.fault) = (Some(state.level), fault);
    if state.healthy_at >= state.level {
        let given_up = (BACK_OFF * 4_f64.powi(state.holds_failed)).min(0.5);
        let kept = (f64::from(state.level) * (1.0 - given_up)).round() as u32;
        state.healthy_at = kept.min(state.level.saturating_sub(1));
        state.holds_failed += 1;
    }
    if state.level <= 1 {
        state.healthy_at = 0;
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
