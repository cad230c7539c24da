//! `muster-load`: arguments in, a measurement out. What is measured and how is the `load` crate's.

mod agent;
mod bounded;
mod ceiling;
mod common;
mod compare;
mod coordinator;
mod finish;
mod init;
mod levels;
mod live;
mod measure;
mod preflight;
mod report;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What ends a subcommand: a sentence for a person.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// How many users does a deployment support, and is this build better than that one?
#[derive(Parser)]
#[command(name = "muster-load", version, about, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs simulated users for coordinators, by the control API.
    Agent(agent::Arguments),
    /// Fills a server with the least world that a run needs; makes its administrator when it is empty.
    Init(init::Init),
    /// Fills a server with a large world, and goes on where it was broken off.
    Generate(init::Generate),
    /// Finds how many users the deployment supports.
    #[command(visible_alias = "ceiling-v2")]
    Ceiling(ceiling::Arguments),
    /// Runs so many users for so long.
    Bounded(bounded::Arguments),
    /// Runs fixed numbers of users one after the other.
    #[command(visible_alias = "small-server")]
    Levels(levels::Arguments),
    /// Compares two servers, run by run in turns.
    #[command(visible_alias = "version-comparison")]
    Compare(compare::Arguments),
    /// Runs the published loop with the reference tool's files.
    Coordinator(coordinator::Arguments),
    /// Makes the pages of a report again from its folder.
    Report(report::Arguments),
    /// Looks at this machine before a run and says what to change.
    Preflight(preflight::Arguments),
}

fn main() -> ExitCode {
    let lines = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    lines.with_env_filter(EnvFilter::new("info")).init();
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        // The report says why the run is not valid.
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("muster-load: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a subcommand. Whether what it found is valid.
fn run(command: Command) -> Result<bool, Problem> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            Command::Agent(arguments) => agent::run(arguments).await.map(|()| true),
            Command::Init(arguments) => init::init(arguments).await.map(|()| true),
            Command::Generate(arguments) => init::generate(arguments).await.map(|()| true),
            Command::Ceiling(arguments) => ceiling::run(arguments).await,
            Command::Bounded(arguments) => bounded::run(arguments).await,
            Command::Levels(arguments) => levels::run(arguments).await,
            Command::Compare(arguments) => compare::run(arguments).await,
            Command::Coordinator(arguments) => coordinator::run(arguments).await,
            Command::Report(arguments) => report::run(&arguments),
            Command::Preflight(arguments) => preflight::run(&arguments).await,
        }
    })
}
