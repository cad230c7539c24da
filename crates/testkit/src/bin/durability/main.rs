//! Proves that what was acknowledged is there: kills the server with SIGKILL while people write, starts it
//! again, and looks for every acknowledged post, reaction, read state and file, and searches for them.
//!
//! Knows the server as a program with an API and nothing else. `main` runs the rounds; `writers` write and
//! keep the `ledger`, `proof` compares it with what the restarted server answers.

mod api;
mod ledger;
mod process;
mod proof;
mod world;
mod writers;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use ledger::Ledger;
use process::{Program, Running};
use world::World;

/// Writing time before the kill. The short end hits the first commits after a start, the long end
/// background work such as checkpoints and index commits.
const WRITE_MS: std::ops::Range<u64> = 20..1_500;

/// One start in this many is killed as well, to interrupt recovery itself.
const KILLED_STARTS: u32 = 8;

/// How long such a start lives at most.
const START_LIFE_MS: u64 = 60;

#[derive(Parser)]
#[command(about = "Kills the server while people write, and looks for everything it acknowledged")]
struct Arguments {
    /// The server program.
    #[arg(long)]
    binary: PathBuf,
    /// An empty folder for its data.
    #[arg(long)]
    data: PathBuf,
    /// An empty PostgreSQL database instead of the embedded one.
    #[arg(long)]
    postgres: Option<String>,
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// People who write at the same time, each over a connection of their own.
    #[arg(long, default_value_t = 8)]
    writers: usize,
    /// Chooses what is written and when the kill comes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let name = if arguments.postgres.is_some() { "postgres" } else { "sqlite" };
    let (passed, failed) = match run(&arguments, name).await {
        Ok(outcome) => outcome,
        Err(problem) => {
            println!("FAIL durability {name}: {problem}");
            (0, 1)
        }
    };
    println!("durability {name}: {passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All rounds and the final audit: how many passed and how many failed.
async fn run(arguments: &Arguments, name: &str) -> Result<(u32, u32), String> {
    let program = Program::new(&arguments.binary, &arguments.data, arguments.postgres.as_deref());
    let mut random = StdRng::seed_from_u64(arguments.seed);
    let mut server = program.start().await?;
    let world = World::make(&server, arguments.writers).await?;
    let mut ledger = Ledger::default();
    let (mut passed, mut failed) = (0, 0);
    for round in 1..=arguments.rounds {
        let written = one_round(&mut server, &program, &world, &mut random, round).await?;
        let losses = proof::of_round(&world, &written).await;
        println!(
            "{} {name} round {round} of {}: {} (seed {}, start {} ms)",
            if losses.is_empty() { "ok" } else { "FAIL" },
            arguments.rounds,
            written.summary(),
            arguments.seed,
            server.start_ms,
        );
        losses.iter().for_each(|loss| println!("    {loss}"));
        if losses.is_empty() {
            passed += 1
        } else {
            failed += 1
        }
        ledger.merge(written);
    }
    let losses = proof::of_everything(&world, &ledger).await;
    println!("{} {name} in the end: {}", if losses.is_empty() { "ok" } else { "FAIL" }, ledger.summary());
    losses.iter().for_each(|loss| println!("    {loss}"));
    if losses.is_empty() {
        passed += 1
    } else {
        failed += 1
    }
    server.kill().await;
    Ok((passed, failed))
}

/// Writes until a random moment, kills, and starts again; sometimes the start is killed, too.
async fn one_round(
    server: &mut Running,
    program: &Program,
    world: &World,
    random: &mut StdRng,
    round: u32,
) -> Result<Ledger, String> {
    let writing = writers::begin(world, random.random(), round);
    tokio::time::sleep(Duration::from_millis(random.random_range(WRITE_MS))).await;
    server.kill().await;
    let written = writing.end().await;
    if random.random_ratio(1, KILLED_STARTS) {
        let mut short_lived = program.spawn()?;
        tokio::time::sleep(Duration::from_millis(random.random_range(0..START_LIFE_MS))).await;
        short_lived.kill().await;
    }
    *server = program.start().await?;
    Ok(written)
}
