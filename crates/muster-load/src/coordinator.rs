//! `muster-load coordinator`: the published loop with the reference tool's own files.

use clap::Args;
use load::coordinator::steering::Goal;
use load::report::model::Kind;

use crate::Problem;
use crate::finish::finish;
use crate::measure::{Arrival, Measure, Session};

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    measure: Measure,
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
    let mut session = Session::open(&arguments.measure, Arrival::Published).await?;
    let plan = session.plan(Goal::Unbounded(session.settings.rules()));
    let outcome = session.measure(plan).await;
    let title = arguments.measure.title.unwrap_or_else(|| format!("Ceiling of {}", session.setup.url));
    finish(session, outcome, Kind::Unbounded, title, None).await
}
