//! `muster import`: history from a bulk file, with the server stopped.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use transfer::bulk::notes::Notes;
use transfer::bulk::source::Source;
use transfer::imports;
use transfer::imports::{Begin, Import, Others, Report};

use crate::place::{Opened, Place, Problem};

/// Between two lines that tell how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(2);

/// Brings history along from a bulk file (JSONL, or a zip with attachments); the server is stopped meanwhile.
#[derive(Args)]
pub struct Imports {
    /// A .jsonl file, or a .zip with one and a folder `data`.
    file: PathBuf,
    /// Looks at every line and writes nothing; the server may run.
    #[arg(long)]
    dry_run: bool,
    /// Goes on behind the last line that an earlier import of the same file wrote.
    #[arg(long, conflicts_with = "dry_run")]
    resume: bool,
    #[command(flatten)]
    place: Place,
}

/// Does it.
///
/// # Errors
/// With the line that cannot be, when a server runs on the same data, and when the file or the store cannot be used.
pub async fn run(import: &Imports) -> Result<(), Problem> {
    let file = &import.file;
    let opened = Source::of_file(file).map_err(|error| format!("{}: {}", file.display(), error.message))?;
    let source = Arc::new(opened);
    if import.dry_run {
        return validate(&source).await;
    }
    let opened = import.place.open_alone().await?;
    let done = apply(&opened, source, if import.resume { Begin::Mark } else { Begin::First }).await;
    opened.close().await?;
    done
}

async fn validate(source: &Source) -> Result<(), Problem> {
    let mut batches = source.batches(0);
    let (mut lines, mut notes) = (1, Notes::default());
    while let Some(batch) = batches.next().await? {
        lines = batch.last();
        notes.extend(batch.notes);
    }
    notes.lines().iter().for_each(|note| println!("{note}"));
    println!("{lines} lines, all of which can be read; whether what they name is there shows the import");
    Ok(())
}

async fn apply(opened: &Opened, source: Arc<Source>, from: Begin) -> Result<(), Problem> {
    let app = &opened.app;
    match (imports::mark_of(app, &source).await.map_err(|error| error.message)?, from) {
        (Some(line), Begin::Mark) => println!("going on behind line {line}"),
        (Some(line), Begin::First) => {
            println!(
                "an earlier import of this file came to line {line}: --resume goes on there; this one finds it again"
            );
        }
        (None, Begin::Mark) => println!("no earlier import of this file is unfinished: it begins at the first line"),
        (None, Begin::First) => {}
    }
    let mut import = Import::begin(app, source, from, Others::None).await.map_err(|error| error.message)?;
    let mut told = Told { began: Instant::now(), last: Instant::now() };
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
    Ok(())
}

/// What was said of the progress, and when.
struct Told {
    began: Instant,
    last: Instant,
}

impl Told {
    fn tell(&mut self, report: &Report) {
        if self.last.elapsed() < TOLD_EVERY {
            return;
        }
        self.last = Instant::now();
        let seconds = self.began.elapsed().as_secs_f64();
        let share = report.read as f64 / report.size.max(1) as f64;
        let rate = (report.posts + report.posts_known) as f64 / seconds;
        let left = seconds / share.max(f64::MIN_POSITIVE) - seconds;
        let (line, posts) = (report.line, report.posts);
        println!("line {line}, {:.0} %: {posts} new posts, {rate:.0} posts/s, {left:.0} s left", 100.0 * share);
    }

    fn end(&self, report: &Report) {
        for warning in &report.warned {
            println!("left out: {warning}");
        }
        if report.warnings > report.warned.len() as u64 {
            println!("left out: {} more", report.warnings - report.warned.len() as u64);
        }
        report.notes.lines().iter().for_each(|note| println!("{note}"));
        let Report { line, teams, channels, users, posts, posts_known, files, .. } = report;
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = (posts + posts_known) as f64 / seconds.max(f64::MIN_POSITIVE);
        println!("{line} lines in {seconds:.1} s, {rate:.0} posts/s");
        println!("new: {teams} teams, {channels} channels, {users} accounts, {posts} posts, {files} files");
        println!("there already: {posts_known} posts. The next start indexes what is new for searches.");
    }
}
