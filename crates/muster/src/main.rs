//! `muster`: arguments in, the server or a tool out.

mod allocator;
mod backup;
mod check;
mod cluster;
mod export;
mod files;
mod healthy;
mod import;
mod keys;
mod ldap;
mod local;
mod log;
mod place;
mod sample;
mod scim_token;
mod serve;
mod settings;
mod team;
mod tls;
mod traces;
mod user;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use place::Problem;

/// Team chat that you host yourself.
#[derive(Parser)]
#[command(name = "muster", version, about, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Starts the server.
    Serve(serve::Serve),
    /// Creates and changes accounts.
    User(user::Users),
    /// Creates and lists teams, adds members.
    Team(team::Teams),
    /// Asks the directory (LDAP, Active Directory), and follows it.
    Ldap(ldap::Directory),
    /// Makes and revokes tokens of programs that make and remove accounts (SCIM).
    ScimToken(scim_token::Tokens),
    /// Explains, checks and shows the configuration.
    Config(settings::Settings),
    /// Fills an empty server with a small team, so that there is something to look at.
    SampleData(sample::Sample),
    /// Copies the database and all files into a new folder, while the server runs.
    Backup(backup::Backup),
    /// Brings a backup into an empty folder, and into an empty database if that is PostgreSQL.
    Restore(backup::Restore),
    /// Looks through database, files and index and says what is missing.
    Check(check::Check),
    /// Brings history along from a bulk file (JSONL, or a zip with attachments); the server is stopped meanwhile.
    Import(import::Imports),
    /// Writes teams, accounts and all that was said into a bulk file; the server is stopped meanwhile.
    Export(export::Export),
    /// Asks a server on this machine whether it is well; ends with 0 if so.
    Healthy(healthy::Healthy),
    /// Copies files between the folder and the object store.
    Files(files::Files),
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("muster: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<(), Problem> {
    let tool = || tokio::runtime::Builder::new_multi_thread().enable_all().build();
    match command {
        Command::Serve(serve) => serve::run(serve),
        Command::Config(settings) => tool()?.block_on(settings::run(settings)),
        Command::User(users) => tool()?.block_on(user::run(users)),
        Command::Team(teams) => tool()?.block_on(team::run(teams)),
        Command::Ldap(directory) => tool()?.block_on(ldap::run(directory)),
        Command::ScimToken(tokens) => tool()?.block_on(scim_token::run(tokens)),
        Command::SampleData(sample) => tool()?.block_on(sample::run(sample)),
        Command::Backup(backup) => tool()?.block_on(backup::backup(backup)),
        Command::Restore(restore) => tool()?.block_on(backup::restore(restore)),
        Command::Check(check) => tool()?.block_on(check::run(check)),
        Command::Import(import) => tool()?.block_on(import::run(import)),
        Command::Export(export) => tool()?.block_on(export::run(export)),
        Command::Healthy(healthy) => tool()?.block_on(healthy::run(healthy)),
        Command::Files(files) => tool()?.block_on(files::run(files)),
    }
}
