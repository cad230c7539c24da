//! `muster-load bounded`: so many users for so long.

use std::path::{Path, PathBuf};

use clap::Args;
use load::coordinator::run::{FaultPlan, Plan, StormPlan};
use load::coordinator::steering::Goal;
use load::coordinator::step;
use load::report::model::Kind;
use topology::Runner;
use topology::faults::{Fault, must_fit};
use topology::runner::default_folder;

use crate::finish::finish;
use crate::measure::{Arrival, Measure, Session, duration_ms};
use crate::problem::Problem;

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
    /// So many people sign in at once in the middle of the run; the report tells what the others felt of it.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    login_storm: Option<u64>,
    /// Breaks something of a topology of this machine; may be given several times. `VERB COMPONENT at TIME [for TIME]`,
    /// counted from when all users are there: `stop app-1 at 30 s`, `kill nats-1 at 1m for 5s`. The verbs are stop, kill,
    /// freeze, restart, start and continue; with `for`, a component that was stopped or killed is started again, and a
    /// frozen one goes on. One fault is made after the other, 64 at most, and the last must be over before the run. The
    /// report tells what clients noticed of each.
    #[arg(long = "fault", value_name = "FAULT")]
    faults: Vec<Fault>,
    /// Folder of the topology that the faults are made in.
    #[arg(long, value_name = "DIR", requires = "faults")]
    topology: Option<PathBuf>,
}

/// How long the calm before a storm is looked at.
const CALM_MS: base::Millis = 30_000;
/// A storm needs the time before it, its own, and that of the last answers.
const STORM_DURATION_MS_MIN: base::Millis = 60_000;

/// The storm of a run of this length: in its middle.
fn storm(logins: Option<u64>, duration_ms: base::Millis) -> Result<Option<StormPlan>, Problem> {
    let Some(logins) = logins else { return Ok(None) };
    if logins == 0 || duration_ms < STORM_DURATION_MS_MIN {
        return Err("--login-storm needs a number above 0 and a --duration of 60s or more".into());
    }
    let before_ms = CALM_MS.min(duration_ms / 4);
    Ok(Some(StormPlan { logins, after_ms: duration_ms / 2 - before_ms, before_ms }))
}

/// The faults of a run of this length, in a topology that has what they name.
fn faults(faults: &[Fault], topology: Option<&Path>, duration_ms: base::Millis) -> Result<Option<FaultPlan>, Problem> {
    if faults.is_empty() {
        return Ok(None);
    }
    must_fit(faults, duration_ms)?;
    let folder = std::path::absolute(topology.map_or_else(default_folder, Path::to_path_buf))?;
    let runner = Runner::open(&folder)?;
    faults.iter().try_for_each(|fault| runner.must_have(&fault.name))?;
    Ok(Some(FaultPlan { faults: faults.to_vec(), folder }))
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
    let storm = storm(arguments.login_storm, arguments.duration)?;
    let faults = faults(&arguments.faults, arguments.topology.as_deref(), arguments.duration)?;
    let mut session = Session::open(&arguments.measure, Arrival::Settled).await?;
    let users = u32::try_from(session.config.users_configuration.max_active_users).unwrap_or(u32::MAX);
    let interval_ms = session.settings.monitor_config.update_interval_ms;
    let goal = Goal::Bounded { users, duration_ms: arguments.duration, ramp: ramp(users, arguments.ramp, interval_ms) };
    let plan = Plan { storm, faults, ..session.plan(goal) };
    let outcome = session.measure(plan).await;
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

    #[test]
    fn faults_need_a_topology_that_has_what_they_name_and_a_run_that_is_long_enough() {
        let fault = |text: &str| vec![text.parse::<Fault>().expect("a fault")];
        let folder = tempfile::tempdir().expect("a folder");
        let refused = |text: &str| faults(&fault(text), Some(folder.path()), 60_000).expect_err("refused").to_string();
        assert!(refused("stop app-1 at 60s").contains("is not over when the run ends"));
        assert!(refused("stop app-1 at 30s").contains("no topology in"));
        assert_eq!(faults(&[], None, 60_000).expect("nothing is broken"), None);
    }

    #[test]
    fn a_storm_blows_in_the_middle_and_wants_a_run_that_is_long_enough() {
        let plan = StormPlan { logins: 500, after_ms: 30_000, before_ms: 30_000 };
        assert_eq!(storm(Some(500), 120_000).expect("long enough"), Some(plan));
        assert!(storm(Some(500), 30_000).is_err());
        assert_eq!(storm(None, 30_000).expect("no storm"), None);
    }
}
