//! `muster-load bounded`: so many users for so long.

use clap::Args;
use load::coordinator::run::Plan;
use load::coordinator::steering::Goal;
use load::coordinator::step;
use load::report::model::Kind;

use crate::Problem;
use crate::finish::finish;
use crate::measure::{Measure, Session, duration_ms};

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
    /// How long, counted from when all users are there.
    #[arg(long, value_name = "DURATION", default_value = "10m", value_parser = duration_ms)]
    duration: base::Millis,
    /// In which time the users arrive. The reference tool adds four a second.
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = duration_ms)]
    ramp: base::Millis,
}

/// The steps of a ramp: users per round, so that all are there in time.
pub fn ramp(users: u32, ramp_ms: base::Millis, interval_ms: base::Millis) -> step::Rules {
    let rounds = (ramp_ms / interval_ms).max(1);
    let users_inc = ((base::Millis::from(users) + rounds - 1) / rounds).max(1);
    step::Rules { users_inc: u32::try_from(users_inc).unwrap_or(u32::MAX), ..step::Rules::default() }
}

/// Runs to the end, or to Ctrl-C. Whether the run is valid.
///
/// # Errors
/// When it cannot begin, or the report cannot be written.
pub async fn run(arguments: Arguments) -> Result<bool, Problem> {
    let mut session = Session::open(&arguments.measure).await?;
    let users = u32::try_from(session.config.users_configuration.max_active_users).unwrap_or(u32::MAX);
    let interval_ms = session.settings.monitor_config.update_interval_ms;
    let goal = Goal::Bounded { users, duration_ms: arguments.duration, ramp: ramp(users, arguments.ramp, interval_ms) };
    let metrics = session.metrics();
    let outcome = session.measure(Plan { goal, metrics, interval_ms }).await;
    let title = arguments.measure.title.unwrap_or_else(|| format!("{users} users on {}", session.setup.url));
    finish(session, outcome, Kind::Bounded, title, Some(users)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_users_arrive_within_the_ramp() {
        assert_eq!(ramp(5_000, 60_000, 2_000).users_inc, 167);
        assert_eq!(ramp(10, 60_000, 2_000).users_inc, 1);
        assert_eq!(ramp(10, 1_000, 2_000).users_inc, 10);
    }
}
