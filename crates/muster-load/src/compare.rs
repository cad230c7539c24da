//! `muster-load compare`: is this build better than that one?

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use load::compare::{Comparison, Run, Side, Test, analyse, document, order};
use load::coordinator::run::Outcome;
use load::coordinator::steering::Goal;
use load::coordinator::{search, step};
use load::report::build::build;
use load::report::document::Block;
use load::report::folder;
use load::report::model::{Kind, Report};
use load::statistics::{Compared, Unit};
use simulate::names::url;

use crate::bounded::ramp;
use crate::ceiling::Method;
use crate::finish::write_or_instead;
use crate::measure::{Arrival, Measure, Session, duration_ms};
use crate::pair::{Pair, Server};
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
    /// The server of the base build.
    #[arg(long, value_name = "URL", value_parser = url, required_unless_present_any = ["from", "pairs"])]
    base_url: Option<String>,
    /// The server of the new build.
    #[arg(long, value_name = "URL", value_parser = url, required_unless_present_any = ["from", "pairs"])]
    new_url: Option<String>,
    #[arg(long, value_name = "URL", value_parser = url)]
    base_metrics_url: Option<String>,
    #[arg(long, value_name = "URL", value_parser = url)]
    new_metrics_url: Option<String>,
    /// Both servers on a database engine, once for each engine: `postgresql=http://base,http://new`. The addresses of
    /// their metrics may follow, after commas as well.
    #[arg(
        long = "pair",
        value_name = "ENGINE=BASE_URL,NEW_URL",
        conflicts_with_all = ["base_url", "new_url", "base_metrics_url", "new_metrics_url"]
    )]
    pairs: Vec<Pair>,
    #[arg(long, value_name = "TEXT", default_value = "base")]
    base_label: String,
    #[arg(long, value_name = "TEXT", default_value = "new")]
    new_label: String,
    /// Runs of each side that count, of each test and engine. Seven is the least that can show a change.
    #[arg(long, value_name = "NUMBER", default_value_t = 7, value_parser = at_least_one)]
    repeats: usize,
    /// Runs of each side before those that count.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    warm_ups: usize,
    /// What each run is.
    #[arg(long, value_enum, default_value_t = Tests::Bounded)]
    test: Tests,
    /// How a ceiling is looked for: `search` brackets and holds, `published` ramps as the reference tool does.
    #[arg(long, value_enum, default_value_t = Method::Search)]
    method: Method,
    /// Users of a ceiling, at most; as many as --users where not given.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    ceiling_users: Option<u64>,
    /// How long a bounded run is.
    #[arg(long, value_name = "DURATION", default_value = "2m", value_parser = duration_ms)]
    duration: base::Millis,
    /// How long a ceiling that was searched must stand; as long as a bounded run where not given.
    #[arg(long, value_name = "DURATION", value_parser = duration_ms)]
    hold: Option<base::Millis>,
    #[arg(long, value_name = "DURATION", default_value = "20s", value_parser = duration_ms)]
    ramp: base::Millis,
    /// Makes the comparison again from the runs in this folder of an earlier one.
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| format!("{text:?} is no number of runs: 1 at least"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Tests {
    Bounded,
    Ceiling,
    Both,
}

/// Repeats are kept as whole reports; more than this is no comparison but a week.
const REPEATS_MAX: usize = 100;
/// Runs of a folder, of all engines and tests.
const RUNS_MAX: usize = 1_000;

/// Runs all repeats, or until Ctrl-C or a run that cannot begin. Whether the comparison is valid.
///
/// # Errors
/// When no run of a side is there, or the report cannot be written.
pub async fn run(arguments: Arguments) -> Result<bool, Problem> {
    if let Some(dir) = &arguments.measure.report {
        std::fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    }
    let Gathered { runs, missing } = match &arguments.from {
        Some(dir) => read_runs(&dir.join("runs"))?,
        None => gather(&plan(&arguments)?, async |one| measure_one(&arguments, one).await).await,
    };
    let labels = (arguments.base_label.as_str(), arguments.new_label.as_str());
    let title = arguments.measure.title.clone().unwrap_or_else(|| format!("{} against {}", labels.1, labels.0));
    let found = analyse(&title, labels, &runs, &missing, arguments.measure.common.seed);
    if found.parts.is_empty() {
        return Err(found.complaints.join(" ").into());
    }
    let blocks = document(&found);
    say(&found, &blocks);
    if let Some(dir) = arguments.measure.report.as_ref().or(arguments.from.as_ref()) {
        let named_by = runs.first().map_or(0, |run| run.report.started_at);
        write_or_instead(dir, named_by, |dir| {
            folder::write_json(&dir.join("comparison.json"), &found)?;
            Ok(folder::write_document(dir, &blocks)?)
        })?;
    }
    Ok(found.valid)
}

fn say(found: &Comparison, blocks: &[Block]) {
    for block in blocks {
        if let Block::Verdict(_, text) = block {
            println!("{text}");
        }
    }
    for part in &found.parts {
        for one in part.worsened().iter().chain(&part.improved()) {
            println!("  {:<18} {:<60} {}", part.told(), one.name, change(one));
        }
    }
    for complaint in &found.complaints {
        println!("  not valid: {complaint}");
    }
    for doubt in &found.doubts {
        println!("  doubtful: {doubt}");
    }
}

fn change(one: &Compared) -> String {
    match one.unit {
        Unit::Ms => format!("{:+.2} ms ({:+.1} %), p {:.4}", one.delta, one.percent, one.p),
        Unit::Percent => format!("{:.3} % → {:.3} %, p {:.4}", one.base, one.new, one.p),
        Unit::Users => format!("{:.0} → {:.0} ({:+.1} %), p {:.4}", one.base, one.new, one.percent, one.p),
    }
}

/// A run that is to be.
#[derive(Clone, Debug)]
struct Planned {
    number: usize,
    side: Side,
    test: Test,
    engine: String,
    server: Server,
    counts: bool,
}

impl Planned {
    /// Name of its folder: `003-postgresql-new`.
    fn name(&self) -> String {
        let engine = if self.engine.is_empty() { String::new() } else { format!("-{}", self.engine) };
        format!("{:03}{engine}-{}", self.number, side_name(self.side))
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Base => "base",
        Side::New => "new",
    }
}

/// All runs in their order: in each round every engine and every test has its turn with both sides, so that a
/// comparison that is broken off has about as many runs of each.
fn plan(arguments: &Arguments) -> Result<Vec<Planned>, Problem> {
    if arguments.repeats > REPEATS_MAX || arguments.warm_ups > REPEATS_MAX {
        return Err(format!("--repeats and --warm-ups may be {REPEATS_MAX} at most").into());
    }
    let mut pairs = arguments.pairs.clone();
    if let (Some(base), Some(new)) = (&arguments.base_url, &arguments.new_url) {
        let server = |url: &str, metrics: &Option<String>| Server { url: url.to_owned(), metrics_url: metrics.clone() };
        pairs.push(Pair {
            engine: String::new(),
            base: server(base, &arguments.base_metrics_url),
            new: server(new, &arguments.new_metrics_url),
        });
    }
    if let Some(twice) =
        pairs.iter().enumerate().find(|(at, pair)| pairs[..*at].iter().any(|one| one.engine == pair.engine))
    {
        return Err(format!("--pair names {} twice", twice.1.engine).into());
    }
    let tests: &[Test] = match arguments.test {
        Tests::Bounded => &[Test::Bounded],
        Tests::Ceiling => &[Test::Ceiling],
        Tests::Both => &[Test::Bounded, Test::Ceiling],
    };
    let rounds = order(arguments.warm_ups).into_iter().map(|sides| (sides, false));
    let rounds = rounds.chain(order(arguments.repeats).into_iter().map(|sides| (sides, true)));
    let mut planned = Vec::new();
    for (sides, counts) in rounds {
        for (pair, test) in pairs.iter().flat_map(|pair| tests.iter().map(move |test| (pair, *test))) {
            for side in sides {
                let (engine, server) = (pair.engine.clone(), pair.server(side).clone());
                planned.push(Planned { number: planned.len(), side, test, engine, server, counts });
            }
        }
    }
    if planned.len() > RUNS_MAX {
        return Err(format!("these would be {} runs, and {RUNS_MAX} are the most", planned.len()).into());
    }
    Ok(planned)
}

/// Runs that are there, and what is missing of those that should be.
#[derive(Debug, Default)]
struct Gathered {
    runs: Vec<Run>,
    missing: Vec<String>,
}

/// Runs what was planned, until one cannot begin or is broken off: what was measured before is worth its hours.
async fn gather(planned: &[Planned], mut measure: impl AsyncFnMut(&Planned) -> Result<Report, Problem>) -> Gathered {
    let mut gathered = Gathered::default();
    for one in planned {
        eprintln!("run {}: {:?}{}", one.name(), one.test, if one.counts { "" } else { ", to warm up" });
        let trouble = match measure(one).await {
            Err(why) => format!("could not begin: {why}"),
            Ok(report) if report.partial => "was broken off".to_owned(),
            Ok(report) => {
                if one.counts {
                    gathered.runs.push(Run { side: one.side, engine: one.engine.clone(), report });
                }
                continue;
            }
        };
        let (there, all) = (gathered.runs.len(), planned.iter().filter(|one| one.counts).count());
        let (name, url) = (one.name(), &one.server.url);
        gathered.missing.push(format!("Run {name} against {url} {trouble}. {there} of {all} runs are there."));
        break;
    }
    gathered
}

/// One run, with everything it left in a folder of its own.
async fn measure_one(arguments: &Arguments, one: &Planned) -> Result<Report, Problem> {
    let mut measure = Measure { report: None, ..arguments.measure.clone() };
    measure.common.url = Some(one.server.url.clone());
    measure.metrics_urls = one.server.metrics_url.iter().cloned().collect();
    if one.test == Test::Ceiling {
        measure.common.users = arguments.ceiling_users.or(measure.common.users);
    }
    let is_published = (one.test, arguments.method) == (Test::Ceiling, Method::Published);
    let arrival = if is_published { Arrival::Published } else { Arrival::Settled };
    let mut session = Session::open(&measure, arrival).await?;
    let (goal, kind, wanted) = goal(arguments, one.test, &session);
    let plan = session.plan(goal);
    let outcome = session.measure(plan).await;
    let mut about = session.about(format!("Run {} against {}", one.name(), one.server.url));
    (about.kind, about.wanted) = (kind, wanted);
    let report = build(about, &outcome, &mut session.source).await;
    if let Some(dir) = arguments.measure.report.as_ref().filter(|_| one.counts) {
        keep_run(&session, &dir.join("runs").join(one.name()), &report, &outcome);
    }
    session.close().await;
    Ok(report)
}

fn goal(arguments: &Arguments, test: Test, session: &Session) -> (Goal, Kind, Option<u32>) {
    let users = u32::try_from(session.config.users_configuration.max_active_users).unwrap_or(u32::MAX);
    let range_ms = session.range_ms();
    match (test, arguments.method) {
        (Test::Bounded, _) => {
            let ramp = ramp(users, arguments.ramp, session.settings.monitor_config.update_interval_ms);
            (Goal::Bounded { users, duration_ms: arguments.duration, ramp }, Kind::Bounded, Some(users))
        }
        (Test::Ceiling, Method::Published) => {
            let rules = step::Rules { users_max: users, ..session.settings.rules() };
            (Goal::Unbounded { rules, within_ms: None }, Kind::Unbounded, None)
        }
        (Test::Ceiling, Method::Search) => {
            let rules = search::Rules {
                range_ms,
                hold_ms: arguments.hold.unwrap_or(arguments.duration),
                ..search::Rules::minutes(users)
            };
            (Goal::Search(rules), Kind::Search, None)
        }
    }
}

/// Writes a run. Where that fails the comparison goes on with what is in memory.
fn keep_run(session: &Session, dir: &Path, report: &Report, outcome: &Outcome) {
    let write = || -> Result<(), Problem> {
        folder::prepare(dir)?;
        folder::write(dir, report)?;
        session.keep_raw(dir, report, &outcome.whole)
    };
    if let Err(problem) = write() {
        tracing::warn!(%problem, "a run is not kept; the comparison will hold it");
    }
}

/// The runs of an earlier comparison, but for those that were broken off.
fn read_runs(dir: &Path) -> Result<Gathered, Problem> {
    let entries = std::fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let mut places: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    places.sort();
    let mut gathered = Gathered::default();
    for place in places.into_iter().take(RUNS_MAX) {
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((engine, side)) = side_of(&name) else { continue };
        match folder::read(&place) {
            Err(why) => gathered.missing.push(format!("Run {name} cannot be read: {why}.")),
            Ok(report) if report.partial => gathered.missing.push(format!("Run {name} was broken off.")),
            Ok(report) => gathered.runs.push(Run { side, engine, report }),
        }
    }
    Ok(gathered)
}

/// Engine and side of a run's folder; `None` of any other.
fn side_of(name: &str) -> Option<(String, Side)> {
    let (number, rest) = name.split_once('-')?;
    number.parse::<usize>().ok()?;
    [Side::Base, Side::New].into_iter().find_map(|side| {
        let engine = rest.strip_suffix(side_name(side))?;
        let engine = if engine.is_empty() { Some("") } else { engine.strip_suffix('-') };
        engine.map(|engine| (engine.to_owned(), side))
    })
}

#[cfg(test)]
#[path = "compare_tests.rs"]
mod tests;
