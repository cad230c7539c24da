//! `muster-load ceiling`: how many users does the deployment support?

use clap::{Args, ValueEnum};
use load::coordinator::steering::Goal;
use load::coordinator::{search, step};
use load::report::model::Kind;
use topology::Architecture;

use crate::finish::finish;
use crate::measure::{Arrival, Measure, Session};
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
    /// How to look: `search` brackets and holds, `published` ramps as the reference tool does.
    #[arg(long, value_enum, default_value_t = Method::Search)]
    method: Method,
    /// What runs there, as the published tests name it: `XL.222` is instances of size XL, 2 application, 2 database and
    /// 2 search nodes. Told in the report, and compared with the number of `--metrics-url`.
    #[arg(long, value_name = "FAMILY.ABC")]
    architecture: Option<Architecture>,
    /// Users of the first level of the search. How much of the processors they use tells where to look next.
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    first: u32,
    /// How long the found number must stand.
    #[arg(long, value_name = "DURATION", default_value = "5m", value_parser = crate::measure::duration_ms)]
    hold: base::Millis,
    /// How narrow the bracket must be: 1.05 is five percent.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.05, value_parser = precision)]
    precision: f64,
    /// The longest time that it may take, counted from its first user: then it answers with what it knows. The hold of a
    /// search is part of it. Without it, as long as it takes.
    #[arg(long, visible_alias = "duration", value_name = "DURATION", value_parser = crate::measure::duration_ms)]
    within: Option<base::Millis>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    Search,
    Published,
}

fn precision(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 1.0);
    factor.ok_or_else(|| format!("{text:?} is no precision: a number above 1, such as 1.05 for five percent"))
}

/// Runs to the answer, or to Ctrl-C. Whether the run is valid.
///
/// # Errors
/// When it cannot begin, or the report cannot be written.
pub async fn run(arguments: Arguments) -> Result<bool, Problem> {
    if let Some(architecture) = &arguments.architecture {
        architecture.must_match(arguments.measure.metrics_urls.len())?;
    }
    let arrival = match arguments.method {
        Method::Published => Arrival::Published,
        Method::Search => Arrival::Settled,
    };
    let mut session = Session::open(&arguments.measure, arrival).await?;
    let users_max = u32::try_from(session.config.users_configuration.max_active_users).unwrap_or(u32::MAX);
    let range_ms = session.range_ms();
    let (goal, kind) = match arguments.method {
        Method::Published => {
            let rules = step::Rules { users_max, ..session.settings.rules() };
            (Goal::Unbounded { rules, within_ms: arguments.within }, Kind::Unbounded)
        }
        Method::Search => {
            let rules = search::Rules {
                users_first: arguments.first,
                users_max,
                range_ms,
                hold_ms: arguments.hold,
                precision: arguments.precision,
                within_ms: arguments.within,
            };
            (Goal::Search(rules), Kind::Search)
        }
    };
    let plan = session.plan(goal);
    let outcome = session.measure(plan).await;
    let place = match &arguments.architecture {
        Some(architecture) => format!("{architecture} at {}", session.setup.url),
        None => session.setup.url.clone(),
    };
    session.setup.architecture = arguments.architecture.map(|one| one.told()).unwrap_or_default();
    let title = arguments.measure.title.unwrap_or_else(|| format!("Ceiling of {place}"));
    finish(session, outcome, kind, title, None).await
}
