//! The three ways to choose the number of users behind one face: bounded, the published loop, the fast search.
//!
//! Pure like what it wraps. [`super::run`] does what it says.

use base::Millis;
use serde::{Deserialize, Serialize};

use super::step::USERS_INC;
use super::trial::Fault;
use super::{search, step};
use crate::statistics::{Estimate, estimate_of_series};

/// What a run is for.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// So many users for so long, counted from when all are there. Metrics are told but stop nothing.
    Bounded { users: u32, duration_ms: Millis, ramp: step::Rules },
    /// The published feedback loop; after `within_ms`, if given, it tells what it knows by then.
    Unbounded { rules: step::Rules, within_ms: Option<Millis> },
    /// Bracket, narrow, hold.
    Search(search::Rules),
}

/// What to do now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    Add(u32),
    Remove(u32),
    Wait,
    Done,
}

/// The number that was looked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Supported {
    pub users: u32,
    pub low: f64,
    /// `None`: it may be higher than everything that was tried.
    pub high: Option<f64>,
    /// Who could not carry `high`.
    pub fault: Fault,
    /// How it was found, in a sentence.
    pub method: String,
    /// The search ended by itself.
    pub is_final: bool,
}

/// What a round saw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    pub at: Millis,
    /// Users at work on all agents; `None` when an agent did not say.
    pub active: Option<u32>,
    /// Those of them that are not signed in yet.
    pub arriving: u32,
    pub alert: bool,
    /// A generator woke its users too late.
    pub late: bool,
    /// Use of the server's processors as a share of its limit, where it is known.
    pub fill: Option<f64>,
}

/// Where a run is.
pub struct Steering {
    goal: Goal,
    /// Between two rounds.
    interval_ms: Millis,
    began: Option<Millis>,
    /// The loop ended because its time was over.
    has_run_out: bool,
    climb: step::State,
    hunt: search::State,
    counted_from: Option<Millis>,
    arrivals: Arrivals,
    /// Since when every round alerts, and how many worked then; `None` when the last did not.
    alerting_since: Option<(Millis, u32)>,
    found: Option<Supported>,
}

/// Rounds in which a level's users come. Agents let a few of them in at a time, so that this is no storm of logins.
const SEARCH_ROUNDS: u32 = 5;

/// Alerts without end while a level's users come so slowly that all of them would take [`ARRIVAL_MAX_MS`]: the server
/// cannot take them in, let alone carry them. Alerts alone say little: who arrives asks more than who is there.
const OVERRUN_MS: Millis = 60_000;
const ARRIVAL_MAX_MS: Millis = 300_000;

/// A ramp that gets no further for this long counts from there, and the report says so.
const STUCK_MS: Millis = 60_000;

/// One in so many may still be at the door when the others count.
const ARRIVING_SHARE: u32 = 100;

/// How far users have come who were asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Arrivals {
    /// Users that were asked for, and those of them that work.
    active: u32,
    there: u32,
    /// When more of them came than ever, or others were asked for.
    moved: Millis,
}

impl Arrivals {
    /// Whether all of `active` work, or those at the door will not come any more.
    fn have_come(&mut self, active: u32, seen: Seen) -> bool {
        let there = active.saturating_sub(seen.arriving);
        if there > self.there || active != self.active || self.moved == 0 {
            *self = Arrivals { active, there, moved: seen.at };
        }
        seen.arriving <= active / ARRIVING_SHARE || seen.at - self.moved >= STUCK_MS
    }

    fn are_stuck(&self, at: Millis) -> bool {
        at - self.moved >= STUCK_MS
    }
}

impl Steering {
    /// Rounds are to be `interval_ms` apart.
    pub fn new(goal: Goal, interval_ms: Millis) -> Steering {
        let (climb, hunt) = (step::State::default(), search::State::default());
        Steering {
            goal,
            interval_ms,
            began: None,
            has_run_out: false,
            climb,
            hunt,
            counted_from: None,
            arrivals: Arrivals::default(),
            alerting_since: None,
            found: None,
        }
    }

    /// When the part began that counts: users complete, or the final level held.
    pub fn counted_from(&self) -> Option<Millis> {
        self.counted_from
    }

    /// Levels of the search.
    pub fn levels(&self) -> &[search::Level] {
        self.hunt.levels()
    }

    /// The phase in a word, for people who watch.
    pub fn phase(&self) -> &'static str {
        match (&self.goal, self.counted_from) {
            (Goal::Bounded { .. }, None) => "users arrive",
            (Goal::Bounded { .. }, Some(_)) => "measuring",
            (Goal::Unbounded { .. }, _) if !self.climb.has_alerted() => "climbing",
            (Goal::Unbounded { .. }, _) => "settling",
            (Goal::Search(_), Some(_)) => "holding",
            (Goal::Search(_), None) if self.hunt.bracket().1.is_none() => "climbing",
            (Goal::Search(_), None) => "narrowing",
        }
    }

    /// Milliseconds until the end, where that is known: as planned while users come and while a level is held, at most
    /// where there is a limit and nothing else.
    pub fn left_ms(&self, at: Millis) -> Option<Millis> {
        let left = match (&self.goal, self.counted_from) {
            (Goal::Bounded { duration_ms, .. }, Some(from)) => Some(from + duration_ms - at),
            (Goal::Bounded { users, duration_ms, ramp }, None) => {
                // Those who were asked for sign in for as long as that takes.
                let missing = users.saturating_sub(self.arrivals.active);
                (missing > 0).then(|| {
                    let rounds = missing.div_ceil(ramp.users_inc.max(1));
                    Millis::from(rounds) * self.interval_ms + duration_ms
                })
            }
            (Goal::Unbounded { within_ms, .. }, _) => {
                within_ms.zip(self.began).map(|(within_ms, began)| began + within_ms - at)
            }
            (Goal::Search(rules), _) => self.hunt.known_left_ms(rules, at),
        };
        left.map(|left| left.max(0))
    }

    /// One round.
    pub fn decide(&mut self, seen: Seen) -> Decision {
        let Seen { at, active, alert, .. } = seen;
        let began = *self.began.get_or_insert(at);
        match self.goal.clone() {
            Goal::Unbounded { within_ms: Some(within_ms), .. } if at - began >= within_ms => {
                self.has_run_out = true;
                Decision::Done
            }
            Goal::Bounded { users, duration_ms, ramp } => self.bounded(seen, (users, duration_ms, ramp)),
            Goal::Unbounded { rules, .. } => self.unbounded(&rules, step::Observation { at, active, alert }),
            Goal::Search(rules) => self.hunt(&rules, seen),
        }
    }

    fn bounded(&mut self, seen: Seen, (users, duration_ms, ramp): (u32, Millis, step::Rules)) -> Decision {
        let Seen { at, .. } = seen;
        if self.counted_from.is_some_and(|from| at - from >= duration_ms) {
            return Decision::Done;
        }
        let Some(active) = seen.active else { return Decision::Wait };
        let have_come = self.arrivals.have_come(active, seen);
        if (active >= users && have_come) || self.arrivals.are_stuck(at) {
            self.counted_from.get_or_insert(at);
        }
        let rules = step::Rules { users_max: users, ..ramp };
        let (state, command) = step::step(
            &rules,
            std::mem::take(&mut self.climb),
            step::Observation { at, active: Some(active), alert: false },
        );
        self.climb = state;
        match command {
            step::Command::Add(more) => Decision::Add(more),
            _ => Decision::Wait,
        }
    }

    fn unbounded(&mut self, rules: &step::Rules, seen: step::Observation) -> Decision {
        let (state, command) = step::step(rules, std::mem::take(&mut self.climb), seen);
        self.climb = state;
        if self.climb.has_alerted() {
            self.counted_from.get_or_insert(seen.at);
        }
        match command {
            step::Command::Add(more) => Decision::Add(more),
            step::Command::Remove(fewer) => Decision::Remove(fewer),
            step::Command::Wait(_) => Decision::Wait,
            step::Command::Done(users) => {
                self.found = Some(Supported {
                    users,
                    method: "mean of the last 30 minutes of the published loop".into(),
                    is_final: true,
                    ..Supported::default()
                });
                Decision::Done
            }
        }
    }

    fn hunt(&mut self, rules: &search::Rules, seen: Seen) -> Decision {
        // A level is judged when its users are at work, not when they are at the door; unless they cannot get in.
        let have_come = seen.active.is_none_or(|active| self.arrivals.have_come(active, seen));
        let (is_overrun, is_reaching) = (self.is_overrun(seen), self.hunt.is_reached_by(seen.active));
        if is_reaching && !have_come && !is_overrun && !self.hunt.is_out_of_time(rules, seen.at) {
            return Decision::Wait;
        }
        let Seen { at, active, alert, late, fill, .. } = seen;
        let observation = search::Observation { at, active, alert, late, fill };
        let (state, command) = search::step(rules, std::mem::take(&mut self.hunt), observation);
        self.hunt = state;
        if self.hunt.is_holding() {
            self.counted_from.get_or_insert(seen.at);
        } else {
            self.counted_from = None;
        }
        match (command, seen.active) {
            (search::Command::Go(level), Some(active)) if active < level => {
                Decision::Add((level - active).min(level / SEARCH_ROUNDS).max(USERS_INC.min(level - active)))
            }
            (search::Command::Go(level), Some(active)) if active > level => Decision::Remove(active - level),
            (search::Command::Done(_), _) => Decision::Done,
            _ => Decision::Wait,
        }
    }

    /// Mean and interval of the loop's users over its window.
    fn supported_by_loop(&self, window: &step::Window, timeline: &[(Millis, u32)]) -> Option<Supported> {
        let last = timeline.last()?.0;
        let in_window = timeline.iter().filter(|(at, _)| *at >= last - window.span_ms);
        let users: Vec<f64> = in_window.map(|(_, users)| f64::from(*users)).collect();
        let mean = window.mean;
        let interval = estimate_of_series(&users).unwrap_or(Estimate { mean, low: mean, high: mean });
        let method = match self.has_run_out {
            true => "mean since the first alert; the time was over before the number had stood still for 30 minutes",
            false => "mean since the first alert; the number had not yet stood still for 30 minutes",
        };
        let so_far = Supported { users: mean.round() as u32, method: method.into(), ..Supported::default() };
        let found = self.found.clone().unwrap_or(so_far);
        Some(Supported { low: interval.low, high: Some(interval.high), ..found })
    }

    fn is_overrun(&mut self, seen: Seen) -> bool {
        let there = self.arrivals.there;
        self.alerting_since = seen.alert.then(|| self.alerting_since.unwrap_or((seen.at, there)));
        self.alerting_since.is_some_and(|(since, before)| {
            let came = Millis::from(there.saturating_sub(before));
            let alerting_ms = seen.at - since;
            alerting_ms >= OVERRUN_MS && came * ARRIVAL_MAX_MS < Millis::from(seen.arriving) * alerting_ms
        })
    }

    /// The number, as far as it is known. `timeline` is every round's users, with its time.
    pub fn supported(&self, timeline: &[(Millis, u32)]) -> Option<Supported> {
        match &self.goal {
            Goal::Bounded { .. } => None,
            Goal::Unbounded { rules, .. } => match self.climb.window(rules) {
                Some(window) => self.supported_by_loop(&window, timeline),
                None if self.has_run_out => without_alert(timeline),
                None => None,
            },
            Goal::Search(rules) => {
                let (healthy, failed) = self.hunt.bracket();
                let (is_final, hold_s) = (self.hunt.has_found(), rules.hold_ms / 1_000);
                let method = match (is_final, failed) {
                    (true, Some(_)) if healthy == 0 => "not a single user was carried".into(),
                    (true, Some(_)) => format!("bracketed, narrowed and held for {hold_s} s"),
                    (true, None) if healthy >= rules.users_max => "all users that were allowed, and no alert".into(),
                    (true, None) => format!("held for {hold_s} s; the time was over before a level failed"),
                    (false, _) if self.hunt.has_run_out() => "the time was over before a level had been held".into(),
                    (false, _) => "broken off: the bracket so far".into(),
                };
                let (low, high) = (f64::from(healthy), failed.map(f64::from));
                Some(Supported { users: healthy, low, high, fault: self.hunt.fault(), method, is_final })
            }
        }
    }
}

/// What a loop knows whose time was over before anything alerted: it may be more.
fn without_alert(timeline: &[(Millis, u32)]) -> Option<Supported> {
    let users = timeline.last()?.1;
    let method = "at work without an alert when the time was over; more were not tried".into();
    Some(Supported { users, low: users.into(), method, ..Supported::default() })
}

#[cfg(test)]
#[path = "steering_tests.rs"]
mod tests;
