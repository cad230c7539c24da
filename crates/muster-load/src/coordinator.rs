//! `muster-load coordinator`: the published loop with the reference tool's own files.

use clap::Args;
use load::coordinator::steering::Goal;
use load::report::model::Kind;

use crate::finish::finish;
use crate::measure::{Arrival, Measure, Session, duration_ms};
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
    /// The longest time that the loop may take, counted from its first user: then it answers with what it knows. Without
    /// it, as long as it takes.
    #[arg(long, visible_alias = "within", value_name = "DURATION", value_parser = duration_ms)]
    duration: Option<base::Millis>,
}

/// Runs what `coordinator.json` says. Whether the run is valid.
///
/// # Errors
/// When there is no such file, the run cannot begin, or the report cannot be written.
pub async fn run(arguments: Arguments) -> Result<bool, Problem> {
    let Some(dir) = &arguments.measure.common.config else {
        return Err("--config DIR is missing: the folder with coordinator.json and config.json".into());
    };
    if !dir.join("coordinator.json").exists() {
        return Err(format!("{} holds no coordinator.json", dir.display()).into());
    }
    arguments.measure.must_have_room()?;
    let mut session = Session::open(&arguments.measure, Arrival::Published).await?;
    let plan = session.plan(Goal::Unbounded { rules: session.settings.rules(), within_ms: arguments.duration });
    let outcome = session.measure(plan).await;
    let title = arguments.measure.title.unwrap_or_else(|| format!("Ceiling of {}", session.setup.url));
    finish(session, outcome, Kind::Unbounded, title, None).await
}
