//! The feedback loop as a pure function: what was seen goes in, what to do comes out.
//!
//! It knows no agent, no clock and no query; [`super::run`] observes, calls [`step`] and acts. The published
//! loop: add users until a health metric alerts, take some away while it does, let the metrics rest, and
//! end when the number of users has stood still for half an hour. Its mean is the supported number.

use std::collections::VecDeque;

use base::Millis;

/// The numbers of the published loop. Those without a setting in `coordinator.json` are constants there too.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Rules {
    pub users_max: u32,
    pub users_inc: u32,
    pub users_dec: u32,
    pub rest_ms: Millis,
    /// How far back the number of users must have stood still.
    pub window_ms: Millis,
    /// Users a second; below it the number stands still.
    pub slope_max: f64,
}

/// Users added at once, from the published settings.
pub const USERS_INC: u32 = 8;
/// Users taken away at once, from the published settings.
pub const USERS_DEC: u32 = 8;
/// Pause after each change, from the published settings.
pub const REST_MS: Millis = 2_000;
/// Half an hour, a constant of the published loop.
pub const WINDOW_MS: Millis = 30 * 60 * 1_000;
/// Users a second, a constant of the published loop.
pub const SLOPE_MAX: f64 = 0.2;

impl Default for Rules {
    fn default() -> Self {
        Rules {
            users_max: 1_000,
            users_inc: USERS_INC,
            users_dec: USERS_DEC,
            rest_ms: REST_MS,
            window_ms: WINDOW_MS,
            slope_max: SLOPE_MAX,
        }
    }
}

/// What one round saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub at: Millis,
    /// Users at work on all agents; `None` when an agent did not say.
    pub active: Option<u32>,
    /// A health metric that may alert stands at or above its threshold. A metric without a value does not.
    pub alert: bool,
}

/// What to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Add(u32),
    Remove(u32),
    Wait(Why),
    /// The number has stood still: this many users are supported.
    Done(u32),
}

/// Why nothing is done this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// An agent did not say how many users it has.
    NoStatus,
    /// The last change is too recent to be judged.
    Resting,
    /// No alert any more, but too recently to add users.
    Stabilizing,
    /// Every user that is allowed is at work.
    Full,
    /// There is an alert and nobody is left to take away.
    Empty,
}

/// What the loop remembers between rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    last_alert: Option<Millis>,
    last_action: Option<Millis>,
    samples: VecDeque<Sample>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    at: Millis,
    active: u32,
}

impl State {
    /// Whether a metric has alerted yet: until then the loop only climbs.
    pub fn has_alerted(&self) -> bool {
        self.last_alert.is_some()
    }

    /// Mean and slope over the window as far as it goes; `None` before the first alert.
    pub fn window(&self, rules: &Rules) -> Option<Window> {
        let samples = self.latest(rules);
        (!samples.is_empty()).then(|| Window::of(&samples, self.samples.len()))
    }

    fn latest(&self, rules: &Rules) -> Vec<Sample> {
        let Some(last) = self.samples.back() else { return Vec::new() };
        let from = self.samples.iter().rposition(|sample| last.at - sample.at >= rules.window_ms).unwrap_or(0);
        self.samples.range(from..).copied().collect()
    }
}

/// The last samples of the loop, summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub mean: f64,
    /// Users a second, by least squares.
    pub slope: f64,
    /// More was seen than the window holds, so that it can be judged.
    pub is_whole: bool,
    pub span_ms: Millis,
    len: usize,
}

impl Window {
    fn of(samples: &[Sample], all: usize) -> Window {
        let (first, last) = (samples[0].at, samples[samples.len() - 1].at);
        let mean = samples.iter().map(|sample| f64::from(sample.active)).sum::<f64>() / samples.len() as f64;
        Window { mean, slope: slope(samples), is_whole: samples.len() < all, span_ms: last - first, len: samples.len() }
    }
}

/// One round of the loop.
pub fn step(rules: &Rules, mut state: State, seen: Observation) -> (State, Command) {
    if seen.alert {
        state.last_alert = Some(seen.at);
    }
    let Some(active) = seen.active else { return (state, Command::Wait(Why::NoStatus)) };
    if state.has_alerted() {
        state.samples.push_back(Sample { at: seen.at, active });
        let window = Window::of(&state.latest(rules), state.samples.len());
        if window.is_whole && window.slope.abs() < rules.slope_max {
            return (state, Command::Done(window.mean.round() as u32));
        }
        // Older samples can never be in the window again; twice its length bounds the memory.
        if state.samples.len() >= 2 * window.len {
            state.samples.drain(..state.samples.len() - window.len);
        }
    }
    let command = choose(rules, &state, seen, active);
    if matches!(command, Command::Add(_) | Command::Remove(_)) {
        state.last_action = Some(seen.at);
    }
    (state, command)
}

fn choose(rules: &Rules, state: &State, seen: Observation, active: u32) -> Command {
    let rested = |since: Option<Millis>| since.is_none_or(|since| seen.at - since >= rules.rest_ms);
    if state.has_alerted() && !rested(state.last_action) {
        return Command::Wait(Why::Resting);
    }
    if seen.alert {
        return match rules.users_dec.min(active) {
            0 => Command::Wait(Why::Empty),
            fewer => Command::Remove(fewer),
        };
    }
    if !rested(state.last_alert) {
        return Command::Wait(Why::Stabilizing);
    }
    match rules.users_inc.min(rules.users_max.saturating_sub(active)) {
        0 => Command::Wait(Why::Full),
        more => Command::Add(more),
    }
}

/// Least squares of users over whole seconds, as published. Samples of one second have no slope.
fn slope(samples: &[Sample]) -> f64 {
    let n = samples.len() as f64;
    let seconds = |sample: &Sample| ((sample.at - samples[0].at) / 1_000) as f64;
    let mean_x = samples.iter().map(seconds).sum::<f64>() / n;
    let mean_y = samples.iter().map(|sample| f64::from(sample.active)).sum::<f64>() / n;
    let spread = samples.iter().map(|sample| (seconds(sample) - mean_x).powi(2)).sum::<f64>();
    if spread == 0.0 {
        return 0.0;
    }
    samples.iter().map(|sample| (seconds(sample) - mean_x) * (f64::from(sample.active) - mean_y)).sum::<f64>() / spread
}

#[cfg(test)]
#[path = "step_tests.rs"]
mod tests;
