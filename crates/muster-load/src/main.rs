//! `muster-load`: arguments in, a measurement out. What is measured and how is the `load` crate's.

mod agent;
mod common;
mod init;

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
}

fn main() -> ExitCode {
    let lines = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    lines.with_env_filter(EnvFilter::new("info")).init();
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("muster-load: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            Command::Agent(arguments) => agent::run(arguments).await,
            Command::Init(arguments) => init::init(arguments).await,
            Command::Generate(arguments) => init::generate(arguments).await,
        }
    })
}
