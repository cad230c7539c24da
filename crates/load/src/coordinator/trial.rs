//! Wald's sequential test of a level: is the share of its observations that alert small, or large?

/// A level is healthy when at most this share of its observations alerts …
const ALERTS_HEALTHY: f64 = 0.05;
/// … and over its limit when at least this share does.
const ALERTS_OVER: f64 = 0.5;
/// Chance to be wrong either way.
const ERROR: f64 = 0.01;
/// Observations after which an undecided level counts as too much: it is at best at the limit.
const UNDECIDED_MAX: u32 = 40;

/// Observations without an alert after which a level is healthy: what the shares and the error come to.
pub const CALM_ROUNDS: u32 = 8;

/// What was seen of a level so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    pub seen: u32,
    /// Of `seen`, those with an alert of the server's metrics …
    pub alerts: u32,
    /// … those in which a generator was late …
    pub late: u32,
    /// … and those with either.
    pub bad: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Healthy,
    Over(Fault),
    Open,
}

/// Who could not carry a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// The health metrics alone speak against it.
    #[default]
    Server,
    /// Only with the rounds in which a generator was late is it too much: what the server would have done is not known.
    Generator,
}

impl Trial {
    pub fn observe(&mut self, alert: bool, late: bool) {
        self.seen += 1;
        self.alerts += u32::from(alert);
        self.late += u32::from(late);
        self.bad += u32::from(alert || late);
    }

    pub fn verdict(&self) -> Verdict {
        match judge(self.bad, self.seen) {
            Some(true) => Verdict::Healthy,
            None => Verdict::Open,
            Some(false) if judge(self.alerts, self.seen) == Some(false) => Verdict::Over(Fault::Server),
            Some(false) => Verdict::Over(Fault::Generator),
        }
    }
}

/// Whether so many of the observations are few; `None` while that is open.
fn judge(bad: u32, seen: u32) -> Option<bool> {
    let for_over = (ALERTS_OVER / ALERTS_HEALTHY).ln();
    let for_healthy = ((1.0 - ALERTS_OVER) / (1.0 - ALERTS_HEALTHY)).ln();
    let evidence = f64::from(bad) * for_over + f64::from(seen - bad) * for_healthy;
    let bound = ((1.0 - ERROR) / ERROR).ln();
    if evidence <= -bound {
        Some(true)
    } else if evidence >= bound || seen >= UNDECIDED_MAX {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(rounds: &[(bool, bool)]) -> Trial {
        let mut trial = Trial::default();
        rounds.iter().for_each(|(alert, late)| trial.observe(*alert, *late));
        trial
    }

    #[test]
    fn two_alerts_in_a_row_are_too_much_and_eight_calm_rounds_are_healthy() {
        assert_eq!(trial(&[(true, false); 2]).verdict(), Verdict::Over(Fault::Server));
        assert_eq!(trial(&[(false, false); CALM_ROUNDS as usize - 1]).verdict(), Verdict::Open);
        assert_eq!(trial(&[(false, false); CALM_ROUNDS as usize]).verdict(), Verdict::Healthy);
    }

    #[test]
    fn a_long_healthy_hold_stays_healthy() {
        assert_eq!(trial(&[(false, false); 60]).verdict(), Verdict::Healthy);
    }

    #[test]
    fn a_late_generator_is_too_much_and_is_told_from_the_server() {
        assert_eq!(trial(&[(false, true); 2]).verdict(), Verdict::Over(Fault::Generator));
        assert_eq!(trial(&[(true, true); 2]).verdict(), Verdict::Over(Fault::Server));
        assert_eq!(trial(&[(true, false), (false, true)]).verdict(), Verdict::Over(Fault::Generator));
    }

    #[test]
    fn what_stays_undecided_is_too_much() {
        // One in five: neither few nor many.
        let mut trial = Trial::default();
        while trial.verdict() == Verdict::Open {
            trial.observe(trial.seen.is_multiple_of(5), false);
        }
        assert!(trial.verdict() == Verdict::Healthy || trial.seen == UNDECIDED_MAX, "{trial:?}");
    }
}
