//! The benchmarks: a fresh server on one core, the load on another, the figures in one table.
//!
//! `make bench` builds both in release and runs this. The server is the real program with its
//! embedded defaults, started anew in an empty folder and stopped by its pid. Figures are of one
//! run on one machine: `docs/performance.md` says how they were taken and what they do not show.

mod callgrind;
mod cases;
mod connection;
mod floor;
mod instructions;
mod load;
mod mix;
mod problem;
mod process;
mod report;
mod world;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use cases::Plan;
use problem::Problem;
use process::Server;
use report::Report;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures the server.
#[derive(Parser)]
struct Arguments {
    /// The server's program.
    #[arg(long, default_value = "target/release/muster")]
    server: PathBuf,
    /// Core the server is pinned to.
    #[arg(long, default_value_t = 0)]
    core: usize,
    /// Seconds each load lasts.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
    /// Connections of the request loads.
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Sockets of the delivery and memory cases.
    #[arg(long, default_value_t = 1_000)]
    sockets: usize,
    /// Posts written before the read cases.
    #[arg(long, default_value_t = 10_000)]
    posts: usize,
    /// Folder of the server's data; a temporary one by default.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Only cases whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Only answers on this address as the floor does, which a run starts for itself.
    #[arg(long, hide = true, requires = "data")]
    serve_floor: Option<String>,
    /// Counts instructions instead, and compares them with this file.
    #[arg(long)]
    instructions: Option<PathBuf>,
    /// Counts what a request of the published mix costs instead, with this `muster-load`.
    #[arg(long)]
    mix: Option<PathBuf>,
    /// Records what was counted in the file.
    #[arg(long, requires = "instructions")]
    record: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(measure(&arguments)),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(arguments: &Arguments) -> Result<(), Problem> {
    let temporary = tempfile::tempdir()?;
    let data = arguments.data.clone().unwrap_or_else(|| temporary.path().to_owned());
    if let Some(address) = &arguments.serve_floor {
        return floor::serve(address, &data).await;
    }
    if let Some(recorded) = &arguments.instructions {
        return instructions::run(&arguments.server, arguments.core, &data, recorded, arguments.record).await;
    }
    if let Some(lab) = &arguments.mix {
        return mix::run(&arguments.server, lab, arguments.core, &data).await;
    }
    println!("{}", run(arguments, data).await?.markdown());
    Ok(())
}

async fn run(arguments: &Arguments, data: PathBuf) -> Result<Report, Problem> {
    let mut report = Report::new();
    let plan = Plan {
        seconds: arguments.seconds,
        connections: arguments.connections,
        sockets: arguments.sockets,
        posts: arguments.posts,
        only: arguments.only.clone(),
    };
    if plan.wants("floor") {
        let folder = tempfile::tempdir()?;
        floor::measure(&plan, arguments.core, folder.path(), &mut report).await?;
    }
    let mut server = Server::start(&arguments.server, arguments.core, &data).await?;
    report.add("binary size", format!("{:.1} MB", process::size_mb(&arguments.server)?));
    report.add("idle RSS, fresh server", format!("{:.1} MB", server.rss_mb()?));
    cases::run(&plan, &mut server, &mut report).await?;
    let again = server.restart().await?;
    report.add("start to first answer, this database", format!("{again:.0} ms"));
    report.add("idle RSS after restart", format!("{:.1} MB", server.rss_mb()?));
    server.stop().await?;
    Ok(report)
}
