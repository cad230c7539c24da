//! `muster ldap`: the directory from the command line.
//!
//! A run changes data as the job does, so the server is stopped meanwhile, unless several nodes share the database; a dry
//! run and a trial change nothing.

use clap::{Args, Subcommand};
use identity::ldap::persons::Many;
use identity::ldap::report::{How, Steps};
use identity::ldap::sync::{self, Options};
use identity::ldap::trial;
use store::syncables::Leavers;

use crate::place::{Place, Problem};

/// Asks the directory, and follows it.
#[derive(Args)]
pub struct Directory {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    place: Place,
}

#[derive(Subcommand)]
enum Action {
    /// Says whether the directory answers, and whom the filters find.
    Test,
    /// Brings accounts, groups and memberships up to date with the directory.
    Sync {
        /// Says what would change, and changes nothing.
        #[arg(long)]
        dry_run: bool,
        /// Also where more than half of all accounts would be put out of use.
        #[arg(long)]
        allow_many: bool,
        /// Also brings people back into teams and channels that they left.
        #[arg(long)]
        re_add: bool,
    },
}

/// Does it.
///
/// # Errors
/// With the reason.
pub async fn run(directory: &Directory) -> Result<(), Problem> {
    match directory.action {
        Action::Test => {
            let config = directory.place.load(Vec::new())?.config;
            if let Some(problem) = config.ldap.problem() {
                return Err(format!("ldap: {problem}").into());
            }
            for line in trial::look(&config.ldap).await.map_err(|fault| fault.to_string())? {
                println!("{line}");
            }
            Ok(())
        }
        Action::Sync { dry_run, allow_many, re_add } => {
            let opened = directory.place.open_quietly().await?;
            let how = if dry_run { How::Say } else { How::Do };
            let many = if allow_many { Many::Allowed } else { Many::Refused };
            let leavers = if re_add { Leavers::ComeBack } else { sync::leavers(&opened.app.config().ldap) };
            let done = sync::all(&opened.app, Options { how, many, leavers }, Steps::Nobody).await;
            opened.leave().await?;
            let report = done.map_err(|fault| fault.to_string())?;
            report.lines.iter().for_each(|line| println!("{line}"));
            for (name, value) in report.told().into_iter().filter(|(name, _)| name != "report") {
                println!("{name}: {value}");
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        directory: Directory,
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_directory_that_is_not_there_is_said_to_be_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().display().to_string();
        let said = async |more: &[&str]| {
            let mut line = vec!["ldap", "--data", &data];
            line.extend(more);
            run(&Line::parse_from(line).directory).await.expect_err("there is none").to_string()
        };
        assert!(said(&["test"]).await.contains("host must be set"));
        let mut line = vec!["--set", "ldap.enable=true", "--set", "ldap.host=127.0.0.1", "--set", "ldap.port=1"];
        for name in ["base_dn", "id_attribute", "login_id_attribute", "username_attribute", "email_attribute"] {
            line.extend(["--set", Box::leak(format!("ldap.{name}=x").into_boxed_str())]);
        }
        line.push("test");
        assert!(said(&line).await.contains("does not answer"), "{}", said(&line).await);
    }
}
