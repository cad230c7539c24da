//! `muster-load compare`: is this build better than that one?

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use load::compare::{Run, Side, analyse, document, order};
use load::coordinator::search;
use load::coordinator::steering::Goal;
use load::report::build::build;
use load::report::document::Block;
use load::report::folder;
use load::report::model::{Kind, Report};

use crate::Problem;
use crate::bounded::ramp;
use crate::measure::{Arrival, Measure, Session, duration_ms};

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
    /// The server of the base build.
    #[arg(long, value_name = "URL", required_unless_present = "from")]
    base_url: Option<String>,
    /// The server of the new build.
    #[arg(long, value_name = "URL", required_unless_present = "from")]
    new_url: Option<String>,
    #[arg(long, value_name = "URL")]
    base_metrics_url: Option<String>,
    #[arg(long, value_name = "URL")]
    new_metrics_url: Option<String>,
    #[arg(long, value_name = "TEXT", default_value = "base")]
    base_label: String,
    #[arg(long, value_name = "TEXT", default_value = "new")]
    new_label: String,
    /// Database engine of both, for the report.
    #[arg(long, value_name = "TEXT", default_value = "")]
    database: String,
    /// Runs of each side that count. Seven is the least that can show a change.
    #[arg(long, value_name = "NUMBER", default_value_t = 7)]
    repeats: usize,
    /// Runs of each side before those that count.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    warm_ups: usize,
    /// What each run is.
    #[arg(long, value_enum, default_value_t = Test::Bounded)]
    test: Test,
    /// How long a bounded run is, or how long a found ceiling must stand.
    #[arg(long, value_name = "DURATION", default_value = "2m", value_parser = duration_ms)]
    duration: base::Millis,
    #[arg(long, value_name = "DURATION", default_value = "20s", value_parser = duration_ms)]
    ramp: base::Millis,
    /// Makes the comparison again from the runs in this folder of an earlier one.
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Test {
    Bounded,
    Ceiling,
}

/// Repeats are kept as whole reports; more than this is no comparison but a week.
const REPEATS_MAX: usize = 100;

/// Runs all repeats, or until Ctrl-C. Whether the comparison is valid.
///
/// # Errors
/// When a run cannot begin, or the report cannot be written.
pub async fn run(arguments: Arguments) -> Result<bool, Problem> {
    if arguments.repeats > REPEATS_MAX {
        return Err(format!("--repeats may be {REPEATS_MAX} at most").into());
    }
    let runs = match &arguments.from {
        Some(dir) => read_runs(&dir.join("runs"))?,
        None => measure_all(&arguments).await?,
    };
    let labels = (arguments.base_label.as_str(), arguments.new_label.as_str());
    let title = arguments.measure.title.clone().unwrap_or_else(|| format!("{} against {}", labels.1, labels.0));
    let mut found = analyse(&title, labels, &runs, arguments.measure.common.seed);
    found.database.clone_from(&arguments.database);
    let blocks = document(&found);
    for block in &blocks {
        if let Block::Verdict(_, text) = block {
            println!("{text}");
        }
    }
    for one in found.worsened().iter().chain(&found.improved()) {
        println!("  {:<60} {:+.2} ms ({:+.1} %), p {:.4}", one.name, one.delta, one.percent, one.p);
    }
    for complaint in &found.complaints {
        println!("  not valid: {complaint}");
    }
    if let Some(dir) = arguments.measure.report.as_ref().or(arguments.from.as_ref()) {
        folder::write_json(&dir.join("comparison.json"), &found)?;
        folder::write_document(dir, &blocks)?;
        println!("report: {}", dir.join("report.html").display());
    }
    Ok(found.valid)
}

async fn measure_all(arguments: &Arguments) -> Result<Vec<Run>, Problem> {
    let (Some(base), Some(new)) = (&arguments.base_url, &arguments.new_url) else {
        return Err("--base-url and --new-url are missing".into());
    };
    let mut runs = Vec::new();
    let warm_ups = order(arguments.warm_ups).into_iter().map(|side| (side, false));
    let counted = order(arguments.repeats).into_iter().map(|side| (side, true));
    for (number, (side, counts)) in warm_ups.chain(counted).enumerate() {
        let (url, metrics) = match side {
            Side::Base => (base, &arguments.base_metrics_url),
            Side::New => (new, &arguments.new_metrics_url),
        };
        eprintln!("run {number}: {side:?}{}", if counts { "" } else { ", to warm up" });
        let (report, is_over) = measure_one(arguments, url, metrics.as_ref(), number).await?;
        if let Some(dir) = arguments.measure.report.as_ref().filter(|_| counts) {
            let dir = dir.join("runs").join(name(number, side));
            folder::prepare(&dir)?;
            folder::write(&dir, &report)?;
        }
        if is_over {
            break;
        }
        if counts {
            runs.push(Run { side, report });
        }
    }
    Ok(runs)
}

fn name(number: usize, side: Side) -> String {
    match side {
        Side::Base => format!("{number:03}-base"),
        Side::New => format!("{number:03}-new"),
    }
}

/// One run: its report, and whether somebody said stop.
async fn measure_one(
    arguments: &Arguments,
    url: &str,
    metrics_url: Option<&String>,
    number: usize,
) -> Result<(Report, bool), Problem> {
    let mut measure = Measure { report: None, ..arguments.measure.clone() };
    measure.common.url = Some(url.to_owned());
    measure.metrics_urls = metrics_url.into_iter().cloned().collect();
    let mut session = Session::open(&measure, Arrival::Settled).await?;
    let users = u32::try_from(session.config.users_configuration.max_active_users).unwrap_or(u32::MAX);
    let interval_ms = session.settings.monitor_config.update_interval_ms;
    let range_ms = session.range_ms();
    let (goal, kind, wanted) = match arguments.test {
        Test::Bounded => {
            let ramp = ramp(users, arguments.ramp, interval_ms);
            (Goal::Bounded { users, duration_ms: arguments.duration, ramp }, Kind::Bounded, Some(users))
        }
        Test::Ceiling => {
            let rules = search::Rules {
                settle_ms: range_ms + range_ms / 4,
                spacing_ms: (range_ms / 6).max(2_000),
                hold_ms: arguments.duration,
                ..search::Rules::minutes(users)
            };
            (Goal::Search(rules), Kind::Search, None)
        }
    };
    let plan = session.plan(goal);
    let outcome = session.measure(plan).await;
    let mut about = session.about(format!("Run {number} against {url}"));
    (about.kind, about.wanted) = (kind, wanted);
    let report = build(about, &outcome, &mut session.source).await;
    session.close().await;
    Ok((report, outcome.broken_off.is_some()))
}

fn read_runs(dir: &Path) -> Result<Vec<Run>, Problem> {
    let entries = std::fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let mut places: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    places.sort();
    let mut runs = Vec::new();
    for place in places.into_iter().take(2 * REPEATS_MAX) {
        let name = place.to_string_lossy();
        let side = match () {
            () if name.ends_with("-base") => Side::Base,
            () if name.ends_with("-new") => Side::New,
            () => continue,
        };
        runs.push(Run { side, report: folder::read(&place)? });
    }
    Ok(runs)
}
