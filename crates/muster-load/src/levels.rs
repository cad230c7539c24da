//! `muster-load levels`: fixed numbers of users one after the other, with a verdict for each.

use clap::Args;
use load::coordinator::run::Outcome;
use load::coordinator::steering::Goal;
use load::report::build::build;
use load::report::model::{Kind, LevelRow, Report};
use load::report::{folder, levels};

use crate::bounded::ramp;
use crate::common::MixName;
use crate::finish::{keep, say};
use crate::measure::{Arrival, Measure, Session, duration_ms};
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
    /// The levels, rising.
    #[arg(
        long,
        value_name = "NUMBERS",
        value_delimiter = ',',
        default_value = "50,200,400,500,750",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    levels: Vec<u32>,
    /// How long each level stands.
    #[arg(long, value_name = "DURATION", default_value = "5m", value_parser = duration_ms)]
    duration: base::Millis,
    /// In which time the users of a level arrive.
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = duration_ms)]
    ramp: base::Millis,
    /// Accounts for each person at work in the busiest hour: an assumption of yours, told in the report.
    #[arg(long, value_name = "FACTOR", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    registered_per_active: u32,
}

/// Means and shares beyond which a level is not carried, from the published health metrics.
const MEAN_MS_MAX: f64 = 100.0;
const P99_MS_MAX: f64 = 2_000.0;
const FAILED_MAX: f64 = 0.000_25;
const CPU_MAX: f64 = 85.0;

/// Runs all levels, or until Ctrl-C. Whether the run is valid.
///
/// # Errors
/// When it cannot begin, or the report cannot be written.
pub async fn run(mut arguments: Arguments) -> Result<bool, Problem> {
    arguments.levels.sort_unstable();
    arguments.levels.dedup();
    let Some(&highest) = arguments.levels.last() else { return Err("--levels names no level".into()) };
    arguments.measure.common.users = Some(highest.into());
    arguments.measure.common.mix.get_or_insert(MixName::SmallServer);
    let mut session = Session::open(&arguments.measure, Arrival::Settled).await?;
    let title = arguments.measure.title.clone().unwrap_or_else(|| format!("Levels on {}", session.setup.url));
    let mut stood = Vec::new();
    let mut timeline = Vec::new();
    let mut last: Option<Outcome> = None;
    let mut missing = None;
    for &users in &arguments.levels {
        if last.is_some()
            && let Err(why) = session.begin_again().await
        {
            missing =
                Some(format!("{users} users: the level could not begin, and those after it were left out: {why}"));
            break;
        }
        let (report, outcome) = stand(&mut session, &arguments, users, title.clone()).await;
        keep_level(&session, users, &report, &outcome);
        stood.push((row(users, &report, arguments.registered_per_active), report));
        timeline.extend_from_slice(&outcome.timeline);
        let is_over = outcome.broken_off.is_some();
        last = Some(outcome);
        if is_over {
            break;
        }
    }
    let range = session.about(String::new()).range;
    let together = levels::together(stood, &timeline, &range, &mut session.source).await;
    let Some((mut report, outcome)) = together.zip(last) else { return Err("no level was run".into()) };
    report.valid &= missing.is_none();
    report.complaints.extend(missing);
    say(&report);
    keep(session, &report, &outcome).await?;
    Ok(report.valid)
}

/// Lets one level stand for its time.
async fn stand(session: &mut Session, arguments: &Arguments, users: u32, title: String) -> (Report, Outcome) {
    let interval_ms = session.settings.monitor_config.update_interval_ms;
    let ramp = ramp(users, arguments.ramp, interval_ms);
    let plan = session.plan(Goal::Bounded { users, duration_ms: arguments.duration, ramp });
    let outcome = session.measure(plan).await;
    let mut about = session.about(title);
    (about.kind, about.wanted) = (Kind::Bounded, Some(users));
    let report = build(about, &outcome, &mut session.source).await;
    (report, outcome)
}

/// Writes the report of a level beside the one of all. Where that fails, the latter is still to come.
fn keep_level(session: &Session, users: u32, report: &Report, outcome: &Outcome) {
    let Some(dir) = session.folder.as_ref().map(|folder| folder.join("levels").join(users.to_string())) else { return };
    let title = format!("{}: {users} users", report.title);
    let report = Report { title, ..report.clone() };
    let kept = folder::prepare(&dir)
        .and_then(|()| folder::write(&dir, &report))
        .and_then(|()| folder::write_json(&dir.join("raw/agents.json"), &outcome.whole));
    if let Err(problem) = kept {
        tracing::warn!(%problem, "the report of a level is not kept");
    }
}

fn row(users: u32, report: &Report, registered_per_active: u32) -> LevelRow {
    let requests = &report.requests;
    let errors = requests.server_errors + requests.timeouts + requests.broken;
    let failed_share = errors as f64 / requests.times.count.max(1) as f64;
    let cpu = report.health.iter().find(|health| health.whole.query.contains("node_cpu"));
    let cpu_percent = cpu.and_then(|health| health.counted_mean);
    let mut faults = Vec::new();
    if requests.times.mean_ms >= MEAN_MS_MAX {
        faults.push("slow on average");
    }
    if requests.times.p99_ms >= P99_MS_MAX {
        faults.push("slow at p99");
    }
    if failed_share >= FAILED_MAX {
        faults.push("requests fail");
    }
    if cpu_percent.is_some_and(|percent| percent >= CPU_MAX) {
        faults.push("no processor left");
    }
    LevelRow {
        users,
        registered: users.saturating_mul(registered_per_active),
        per_second: requests.per_second,
        times: requests.times,
        errors,
        failed_share,
        cpu_percent,
        verdict: if faults.is_empty() { "carried".into() } else { faults.join(", ") },
        good: faults.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use load::report::model::{Requests, Times};

    use super::*;

    #[test]
    fn a_level_is_carried_or_its_faults_are_named() {
        let of = |mean_ms, p99_ms, server_errors| {
            let times = Times { count: 1_000, mean_ms, p99_ms, ..Times::default() };
            let requests = Requests { times, server_errors, ..Requests::default() };
            row(50, &Report { requests, ..Report::default() }, 8)
        };
        let good = of(10.0, 200.0, 0);
        assert_eq!((good.good, good.verdict.as_str(), good.registered), (true, "carried", 400));
        assert_eq!(of(150.0, 2_500.0, 1).verdict, "slow on average, slow at p99, requests fail");
    }
}
