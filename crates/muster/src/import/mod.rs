//! `muster import`: history from a bulk file, from another program's export or from an old server's database, with the
//! server stopped.

mod mattermost;
mod report;
mod told;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use moving::{Options, rocketchat, slack, zulip};
use transfer::bulk::left_out::LeftOut;
use transfer::bulk::source::Source;
use transfer::imports::{Begin, Import, Others};
use transfer::{fidelity, imports};

use crate::place::{Opened, Place, Problem};
use told::Told;

/// Brings history along: from a bulk file (JSONL, or a zip with attachments), from what Slack, Zulip or Rocket.Chat
/// export, or from the database of a Mattermost server; the server is stopped meanwhile.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Imports {
    #[command(subcommand)]
    from: Option<From>,
    /// A .jsonl file, or a .zip with one and a folder `data`.
    #[arg(required = true)]
    file: Option<PathBuf>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    place: Place,
}

/// What is done with it.
#[derive(Args)]
struct How {
    /// Looks at everything, says what would come and what would not, and writes nothing; the server may run.
    #[arg(long, global = true)]
    dry_run: bool,
    /// Goes on behind the last line that an earlier import of the same source wrote.
    #[arg(long, conflicts_with = "dry_run", global = true)]
    resume: bool,
    /// Compares both sides after the import and writes NAME.html and NAME.json; the exit status says whether everything is
    /// here. Exports of other programs are compared always.
    #[arg(long, value_name = "NAME", conflicts_with = "dry_run", global = true)]
    report: Option<PathBuf>,
    /// Compares both sides and brings nothing along.
    #[arg(long, conflicts_with_all = ["dry_run", "resume"], global = true)]
    only_report: bool,
}

#[derive(Subcommand)]
enum From {
    /// An export of a workspace of Slack: the zip, or a folder of what is in it.
    Slack(Export),
    /// An export of an organisation of Zulip: the tarball, or a folder of what is in it.
    Zulip(Export),
    /// A dump of the database of Rocket.Chat: a folder or an archive of mongodump, or the JSON of mongoexport.
    #[command(name = "rocketchat")]
    RocketChat(Export),
    /// A Mattermost server, straight from its database, also while it runs.
    Mattermost(mattermost::Old),
}

#[derive(Args)]
struct Export {
    /// The export: a .zip, a .tar.gz or an archive of mongodump, or a folder of what is in it.
    file: PathBuf,
    /// Address of the team that takes it: lower-case letters, digits and dashes. It is made if need be.
    #[arg(long)]
    team: String,
    /// Name of the team when it is made; its address otherwise.
    #[arg(long)]
    team_name: Option<String>,
    /// Leaves direct and group messages behind.
    #[arg(long)]
    without_conversations: bool,
}

impl Imports {
    /// The export of another program, if it is one.
    fn export(&self) -> Option<&Export> {
        match self.from.as_ref()? {
            From::Slack(export) | From::Zulip(export) | From::RocketChat(export) => Some(export),
            From::Mattermost(_) => None,
        }
    }

    /// The file that is brought along.
    fn shown(&self) -> String {
        let file = self.export().map(|export| &export.file).or(self.file.as_ref());
        file.map(|file| file.display().to_string()).unwrap_or_default()
    }

    fn source(&self) -> Result<Source, Problem> {
        let Some(from) = &self.from else {
            let file = self.file.as_deref().ok_or("name a file")?;
            return Ok(Source::of_file(file).map_err(|error| format!("{}: {}", file.display(), error.message))?);
        };
        Ok(match from {
            From::Slack(export) => slack::open(&export.file, export.options()?)?,
            From::Zulip(export) => zulip::open(&export.file, export.options()?)?,
            From::RocketChat(export) => rocketchat::open(&export.file, export.options()?)?,
            From::Mattermost(_) => return Err("a database is no file".into()),
        })
    }
}

impl Export {
    fn options(&self) -> Result<Options, String> {
        let team = self.team.clone();
        if !rules::teams::is_name(&team) || rules::teams::is_reserved(&team) {
            return Err(format!("{team:?} can be no address of a team"));
        }
        let team_name = self.team_name.clone().unwrap_or_else(|| team.clone());
        Ok(Options { team, team_name, conversations: !self.without_conversations })
    }
}

/// Does it.
///
/// # Errors
/// With the line that cannot be, when a server runs on the same data, and when the source or the store cannot be used.
pub async fn run(import: &Imports) -> Result<(), Problem> {
    if let Some(From::Mattermost(old)) = &import.from {
        return mattermost::run(import, old).await;
    }
    let source = Arc::new(import.source()?);
    if import.how.dry_run {
        return validate(&source).await;
    }
    let opened = import.place.open_alone().await?;
    let done = work(&opened, import, source).await;
    opened.close().await?;
    done
}

async fn work(opened: &Opened, import: &Imports, source: Arc<Source>) -> Result<(), Problem> {
    let from = if import.how.resume { Begin::Mark } else { Begin::First };
    let warned = match import.how.only_report {
        true => Vec::new(),
        false => apply(opened, source.clone(), from).await?,
    };
    let name = match (&import.how.report, import.from.is_some() || import.how.only_report) {
        (Some(name), _) => name.clone(),
        (None, true) => PathBuf::from("import-report"),
        (None, false) => return Ok(()),
    };
    report::write(opened, &source, &import.shown(), &warned, LeftOut::default(), &name).await
}

/// Says what would come, and what would not.
async fn validate(source: &Source) -> Result<(), Problem> {
    let plan = fidelity::plan(source).await?;
    plan.notes.lines().iter().for_each(|note| println!("{note}"));
    plan.left_out.lines().iter().for_each(|reason| println!("{reason}"));
    for kind in &plan.kinds {
        println!("{:>12} {}", kind.source, kind.name);
    }
    let lines = plan.lines;
    println!("{lines} lines, all of which can be read; whether what they name is there shows the import");
    Ok(())
}

async fn apply(opened: &Opened, source: Arc<Source>, from: Begin) -> Result<Vec<String>, Problem> {
    let app = &opened.app;
    match (imports::mark_of(app, &source).await.map_err(|error| error.message)?, from) {
        (Some(line), Begin::Mark) => println!("going on behind line {line}"),
        (Some(line), Begin::First) => {
            println!(
                "an earlier import of this source came to line {line}: --resume goes on there; this one finds it again"
            );
        }
        (None, Begin::Mark) => println!("no earlier import of this source is unfinished: it begins at the first line"),
        (_, Begin::First | Begin::Whole) => {}
    }
    let mut import = Import::begin(app, source, from, Others::None).await.map_err(|error| error.message)?;
    let mut told = Told::now();
    loop {
        match import.step().await {
            Ok(true) => told.tell(&import.report),
            Ok(false) => break,
            Err(failed) => {
                let reached = import.report.line;
                return Err(format!("{failed}\nlines up to {reached} are in; --resume goes on behind them").into());
            }
        }
    }
    told.end(&import.report);
    Ok(import.report.warned)
}
