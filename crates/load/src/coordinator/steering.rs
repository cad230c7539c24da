//! The three ways to choose the number of users behind one face: bounded, the published loop, the fast search.
//!
//! Pure like what it wraps. [`super::run`] does what it says.

use base::Millis;
use serde::{Deserialize, Serialize};

use super::step::USERS_INC;
use super::{search, step};
use crate::statistics::{Estimate, estimate_of_series};

/// What a run is for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// So many users for so long, counted from when all are there. Metrics are told but stop nothing.
    Bounded { users: u32, duration_ms: Millis, ramp: step::Rules },
    /// The published feedback loop.
    Unbounded(step::Rules),
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
    /// How it was found, in a sentence.
    pub method: String,
    /// The search ended by itself.
    pub is_final: bool,
}

/// What a round saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub at: Millis,
    /// Users at work on all agents; `None` when an agent did not say.
    pub active: Option<u32>,
    /// Those of them that are not signed in yet.
    pub arriving: u32,
    pub alert: bool,
}

/// Where a run is.
pub struct Steering {
    goal: Goal,
    climb: step::State,
    hunt: search::State,
    counted_from: Option<Millis>,
    arrivals: Arrivals,
    /// Since when every round alerts; `None` when the last did not.
    alerting_since: Option<Millis>,
    found: Option<Supported>,
}

/// Rounds in which a level's users come. Agents let a few of them in at a time, so that this is no storm of logins.
const SEARCH_ROUNDS: u32 = 5;

/// Alerts without end while a level's users come: the server cannot take them in, let alone carry them.
const OVERRUN_MS: Millis = 60_000;

/// A ramp that gets no further for this long counts from there, and the report says so.
const STUCK_MS: Millis = 60_000;

/// One in so many may still be at the door when the others count.
const ARRIVING_SHARE: u32 = 100;

/// How far users have come who were asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Arrivals {
    /// Users that work now.
    there: u32,
    /// When the number last rose, or fell because users were taken away.
    moved: Millis,
}

impl Arrivals {
    /// Whether all of `active` work, or those at the door will not come any more.
    fn have_come(&mut self, active: u32, seen: Seen) -> bool {
        let there = active.saturating_sub(seen.arriving);
        if there > self.there || self.moved == 0 || there < self.there / 2 {
            *self = Arrivals { there, moved: seen.at };
        }
        seen.arriving <= active / ARRIVING_SHARE || seen.at - self.moved >= STUCK_MS
    }

    fn are_stuck(&self, at: Millis) -> bool {
        at - self.moved >= STUCK_MS
    }
}

impl Steering {
    pub fn new(goal: Goal) -> Steering {
        let (climb, hunt) = (step::State::default(), search::State::default());
        Steering {
            goal,
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
            (Goal::Unbounded(_), _) if !self.climb.has_alerted() => "climbing",
            (Goal::Unbounded(_), _) => "settling",
            (Goal::Search(_), _) => match self.hunt.bracket() {
                (_, None) => "climbing",
                _ if self.counted_from.is_some() => "holding",
                _ => "narrowing",
            },
        }
    }

    /// Milliseconds that are left, where that is known.
    pub fn left_ms(&self, at: Millis) -> Option<Millis> {
        match (&self.goal, self.counted_from) {
            (Goal::Bounded { duration_ms, .. }, Some(from)) => Some((from + duration_ms - at).max(0)),
            _ => None,
        }
    }

    /// One round.
    pub fn decide(&mut self, seen: Seen) -> Decision {
        let Seen { at, active, alert, .. } = seen;
        match self.goal.clone() {
            Goal::Bounded { users, duration_ms, ramp } => self.bounded(seen, (users, duration_ms, ramp)),
            Goal::Unbounded(rules) => self.unbounded(&rules, step::Observation { at, active, alert }),
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
        self.alerting_since = seen.alert.then(|| self.alerting_since.unwrap_or(seen.at));
        let is_reaching = self.hunt.is_reached_by(seen.active);
        let is_overrun = self.alerting_since.is_some_and(|since| seen.at - since >= OVERRUN_MS);
        let have_come = seen.active.is_none_or(|active| self.arrivals.have_come(active, seen));
        if is_reaching && !have_come && !is_overrun {
            return Decision::Wait;
        }
        let observation = search::Observation { at: seen.at, active: seen.active, alert: seen.alert };
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

    /// The number, as far as it is known. `timeline` is every round's users, with its time.
    pub fn supported(&self, timeline: &[(Millis, u32)]) -> Option<Supported> {
        match &self.goal {
            Goal::Bounded { .. } => None,
            Goal::Unbounded(rules) => {
                let window = self.climb.window(rules)?;
                let last = timeline.last()?.0;
                let users: Vec<f64> = timeline
                    .iter()
                    .filter(|(at, _)| *at >= last - window.span_ms)
                    .map(|(_, users)| f64::from(*users))
                    .collect();
                let interval = estimate_of_series(&users).unwrap_or(Estimate {
                    mean: window.mean,
                    low: window.mean,
                    high: window.mean,
                });
                let method = "mean since the first alert; the number had not yet stood still for 30 minutes";
                let so_far =
                    Supported { users: window.mean.round() as u32, method: method.into(), ..Supported::default() };
                let found = self.found.clone().unwrap_or(so_far);
                Some(Supported { low: interval.low, high: Some(interval.high), ..found })
            }
            Goal::Search(rules) => {
                let (healthy, failed) = self.hunt.bracket();
                let is_final = self.hunt.has_ended();
                let method = match (is_final, failed) {
                    (true, Some(_)) => format!("bracketed, narrowed and held for {} s", rules.hold_ms / 1_000),
                    (true, None) => "all users that were allowed, and no alert".into(),
                    (false, _) => "broken off: the bracket so far".into(),
                };
                let high = failed.map(f64::from);
                Some(Supported { users: healthy, low: f64::from(healthy), high, method, is_final })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(at: Millis, active: u32, alert: bool) -> Seen {
        Seen { at, active: Some(active), arriving: 0, alert }
    }

    fn bounded(users: u32) -> Steering {
        Steering::new(Goal::Bounded { users, duration_ms: 10_000, ramp: step::Rules::default() })
    }

    #[test]
    fn a_bounded_run_counts_from_when_all_are_there() {
        let mut steering = bounded(16);
        assert_eq!(steering.decide(seen(2_000, 0, false)), Decision::Add(8));
        assert_eq!(steering.decide(seen(4_000, 8, true)), Decision::Add(8));
        assert_eq!((steering.counted_from(), steering.phase()), (None, "users arrive"));
        assert_eq!(steering.decide(seen(6_000, 16, true)), Decision::Wait);
        assert_eq!((steering.counted_from(), steering.left_ms(8_000)), (Some(6_000), Some(8_000)));
        assert_eq!(steering.decide(seen(16_000, 16, false)), Decision::Done);
    }

    #[test]
    fn users_at_the_door_do_not_count() {
        let mut steering = bounded(16);
        let at_door = |at, arriving| Seen { arriving, ..seen(at, 16, false) };
        steering.decide(at_door(2_000, 16));
        steering.decide(at_door(30_000, 4));
        assert_eq!(steering.counted_from(), None);
        steering.decide(at_door(32_000, 0));
        assert_eq!(steering.counted_from(), Some(32_000));
        // Four who never come: from the last that came, a minute is long enough.
        let mut steering = bounded(16);
        for at in (2_000..100_000).step_by(2_000) {
            steering.decide(at_door(at, if at < 10_000 { 16 } else { 4 }));
        }
        assert_eq!(steering.counted_from(), Some(70_000));
    }

    #[test]
    fn a_level_waits_for_its_users_before_it_is_judged() {
        let rules = search::Rules { users_first: 100, ..search::Rules::minutes(1_000) };
        let settle_ms = rules.settle_ms;
        let mut steering = Steering::new(Goal::Search(rules));
        let (mut active, mut at) = (0, 2_000);
        while at < 40_000 + settle_ms {
            let arriving = if at < 40_000 { active } else { 0 };
            if let Decision::Add(more) = steering.decide(Seen { arriving, ..seen(at, active, true) }) {
                active += more;
            }
            at += 2_000;
        }
        assert_eq!((active, steering.levels().len()), (100, 0));
    }

    #[test]
    fn a_level_that_the_server_cannot_take_in_fails() {
        let rules = search::Rules { users_first: 100, ..search::Rules::minutes(1_000) };
        let mut steering = Steering::new(Goal::Search(rules));
        let (mut active, mut at) = (0, 2_000);
        // Its users come, but so slowly that the ramp never gets stuck.
        while steering.levels().is_empty() && at < 600_000 {
            let arriving = if active < 100 { active } else { 90 - (at / 20_000) as u32 };
            if let Decision::Add(more) = steering.decide(Seen { arriving, ..seen(at, active, true) }) {
                active += more;
            }
            at += 2_000;
        }
        let failed = steering.levels().first().expect("it was judged");
        assert!(!failed.healthy && failed.users == 100, "{failed:?}");
    }

    #[test]
    fn a_ramp_that_is_stuck_counts_from_there() {
        let mut steering = bounded(1_000);
        for at in (2_000..90_000).step_by(2_000) {
            steering.decide(seen(at, 100, false));
        }
        assert_eq!(steering.counted_from(), Some(62_000));
    }

    #[test]
    fn a_search_that_is_broken_off_tells_its_bracket() {
        let mut steering = Steering::new(Goal::Search(search::Rules::minutes(10_000)));
        let (mut active, mut at) = (0, 0);
        while steering.levels().len() < 6 {
            match steering.decide(seen(at, active, active > 500)) {
                Decision::Add(more) => active += more,
                Decision::Remove(fewer) => active -= fewer,
                _ => {}
            }
            at += 2_000;
        }
        let found = steering.supported(&[]).expect("a bracket");
        assert!(!found.is_final && found.low <= 500.0 && found.high.is_some_and(|high| high > 500.0), "{found:?}");
    }

    #[test]
    fn the_published_loop_has_an_interval_around_its_mean() {
        let mut steering = Steering::new(Goal::Unbounded(step::Rules { users_max: 10_000, ..step::Rules::default() }));
        let (mut active, mut at, mut timeline) = (0, 0, Vec::new());
        loop {
            timeline.push((at, active));
            match steering.decide(seen(at, active, active > 300)) {
                Decision::Add(more) => active += more,
                Decision::Remove(fewer) => active -= fewer,
                Decision::Wait => {}
                Decision::Done => break,
            }
            at += 2_000;
        }
        let found = steering.supported(&timeline).expect("it was found");
        let users = f64::from(found.users);
        assert!(found.is_final && found.low <= users + 0.5 && found.high.is_some_and(|high| users - 0.5 <= high));
    }
}
