//! `muster-load`: arguments in, a measurement out. What is measured and how is the `load` crate's.

mod agent;
mod archive;
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
mod pair;
mod preflight;
mod problem;
mod report;
mod source;
mod stop;
mod topology;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use problem::Problem;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    Ceiling(ceiling::Arguments),
    /// Reruns the published ceiling tests: their loop, mix, rate and thresholds. Takes an hour and more.
    #[command(
        name = "ceiling-v2",
        mut_arg("method", |arg| arg.default_value("published")),
        mut_arg("rate", |arg| arg.default_value("5.4")),
        mut_arg("users", |arg| arg.default_value("200000"))
    )]
    CeilingV2(ceiling::Arguments),
    /// Runs so many users for so long.
    Bounded(bounded::Arguments),
    /// Runs fixed numbers of users one after the other.
    #[command(visible_alias = "small-server")]
    Levels(levels::Arguments),
    /// Compares two servers, run by run in turns.
    Compare(compare::Arguments),
    /// Reruns the published comparison of versions: 6,500 users for 90 minutes, and how many of up to 20,000 are supported.
    #[command(
        mut_arg("test", |arg| arg.default_value("both")),
        mut_arg("method", |arg| arg.default_value("published")),
        mut_arg("users", |arg| arg.default_value("6500")),
        mut_arg("ceiling_users", |arg| arg.default_value("20000")),
        mut_arg("duration", |arg| arg.default_value("90m")),
        mut_arg("hold", |arg| arg.default_value("5m"))
    )]
    VersionComparison(compare::Arguments),
    /// Runs the published loop with the reference tool's files.
    Coordinator(coordinator::Arguments),
    /// Makes the pages of a report again from its folder.
    Report(report::Arguments),
    /// Starts the programs of a whole deployment on this machine, and stops them.
    Topology(topology::Arguments),
    /// Looks at this machine before a run and says what to change.
    Preflight(preflight::Arguments),
}

fn main() -> ExitCode {
    let has_colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(has_colours).with_target(false);
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
            Command::Ceiling(arguments) | Command::CeilingV2(arguments) => ceiling::run(arguments).await,
            Command::Bounded(arguments) => bounded::run(arguments).await,
            Command::Levels(arguments) => levels::run(arguments).await,
            Command::Compare(arguments) | Command::VersionComparison(arguments) => compare::run(arguments).await,
            Command::Coordinator(arguments) => coordinator::run(arguments).await,
            Command::Report(arguments) => report::run(&arguments),
            Command::Topology(arguments) => topology::run(arguments).await,
            Command::Preflight(arguments) => preflight::run(&arguments).await,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measuring_command_takes_a_duration() {
        let files = ["muster-load", "coordinator", "--config", "files", "--duration", "90m"];
        for command in ["ceiling", "ceiling-v2", "bounded", "levels", "compare"] {
            let flags =
                ["muster-load", command, "--duration", "90m", "--base-url", "http://a", "--new-url", "http://b"];
            let count = if command == "compare" { flags.len() } else { 4 };
            assert!(Arguments::try_parse_from(&flags[..count]).is_ok(), "{command}");
        }
        let Command::Coordinator(_) = Arguments::parse_from(files).command else { panic!("a coordinator") };
    }

    #[test]
    fn every_number_and_name_is_held_against_its_bounds() {
        for line in [
            "init --users 0",
            "init --user-prefix LT0",
            "init --user-prefix lt_0",
            "generate --teams 0",
            "generate --teams-per-user 0",
            "bounded --users -1",
            "bounded --users many",
            "bounded --rate 0",
            "bounded --rate NaN",
            "bounded --sessions-per-user 0",
            "bounded --login-storm 0",
            "bounded --duration 0s",
            "bounded --fault explode",
            "bounded --ramp soon",
            "bounded --range 0",
            "bounded --url chat.example",
            "bounded --metrics-url 10.0.0.1:8067",
            "bounded --prometheus here",
            "ceiling --first 0",
            "ceiling --precision 1",
            "ceiling --precision inf",
            "ceiling --hold 0s",
            "levels --levels 50,0",
            "levels --registered-per-active 0",
            "compare --base-url http://a --new-url b",
            "compare --base-url http://a --new-url http://b --repeats 0",
            "compare --base-url http://a --new-url http://b --ceiling-users 0",
            "preflight --users 0",
            "topology up --proxy-workers 0",
        ] {
            let words = std::iter::once("muster-load").chain(line.split(' '));
            let refused = Arguments::try_parse_from(words).err().unwrap_or_else(|| panic!("{line} is taken"));
            let value = line.rsplit([' ', ',']).next().expect("a word");
            assert!(refused.to_string().contains(value), "{line}: {refused}");
        }
        for line in ["init --users 12 --user-prefix mycluster-agent-0", "levels --levels 50,200", "bounded --rate 5.4"]
        {
            assert!(Arguments::try_parse_from(std::iter::once("muster-load").chain(line.split(' '))).is_ok(), "{line}");
        }
    }

    #[test]
    fn the_recipes_carry_the_published_settings() {
        let command = <Arguments as clap::CommandFactory>::command();
        let default = |recipe: &str, flag: &str| {
            let recipe = command.find_subcommand(recipe).expect("a recipe");
            let flag = recipe.get_arguments().find(|arg| arg.get_id() == flag).expect("a flag");
            flag.get_default_values()[0].to_string_lossy().into_owned()
        };
        assert_eq!(default("ceiling-v2", "rate"), "5.4");
        assert_eq!(default("ceiling-v2", "method"), "published");
        assert_eq!(default("ceiling", "method"), "search");
        assert_eq!(default("version-comparison", "users"), "6500");
        assert_eq!(default("version-comparison", "duration"), "90m");
        assert_eq!(default("version-comparison", "test"), "both");
        assert_eq!(default("version-comparison", "method"), "published");
        assert_eq!(default("version-comparison", "ceiling_users"), "20000");
        assert_eq!((default("compare", "duration"), default("compare", "test")), ("2m".into(), "bounded".into()));
    }
}
