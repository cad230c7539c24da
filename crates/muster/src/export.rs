//! `muster export`: everything that is written down, as a bulk file, with the server stopped. While it runs, the job
//! `export_process` does the same.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use base::Millis;
use clap::Args;
use transfer::bulk::target::{Form, Target};
use transfer::exports;
use transfer::exports::{Options, Progress, Selection};

use crate::place::{Opened, Place, Problem};

/// Between two lines that tell how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(2);

/// Writes teams, accounts and all that was said into a bulk file; the server is stopped meanwhile.
#[derive(Args)]
pub struct Export {
    /// The new file: .jsonl for lines alone, .zip to take pictures and attachments along.
    file: PathBuf,
    /// Takes attached files along; needs a .zip.
    #[arg(long)]
    attachments: bool,
    /// Takes archived channels along.
    #[arg(long)]
    with_archived_channels: bool,
    /// Takes profile pictures along; needs a .zip.
    #[arg(long)]
    with_profile_pictures: bool,
    /// Leaves ids away, by which links to posts stay good where the file is brought along.
    #[arg(long)]
    without_ids: bool,
    /// Takes this team alone, without direct and group messages. May be repeated.
    #[arg(long, value_name = "NAME")]
    team: Vec<String>,
    /// Takes this channel alone. May be repeated.
    #[arg(long, value_name = "TEAM/CHANNEL", conflicts_with = "team")]
    channel: Vec<String>,
    /// Takes threads that began at this time or later: 2024-01-31, or 2024-01-31T12:00:00Z.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    since: Option<Millis>,
    /// Takes threads that began before this time.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    until: Option<Millis>,
    #[command(flatten)]
    place: Place,
}

impl Export {
    fn only(&self) -> Result<Selection, Problem> {
        if let Some(wrong) = self.channel.iter().find(|one| !one.contains('/')) {
            return Err(format!("--channel takes TEAM/CHANNEL, not {wrong:?}").into());
        }
        let mut only = match self.channel.is_empty() {
            true => Selection::default(),
            false => Selection::of_places(self.channel.iter().cloned()),
        };
        only.teams = (!self.team.is_empty()).then(|| self.team.iter().cloned().collect());
        (only.since, only.until) = (self.since.unwrap_or_default(), self.until);
        Ok(only)
    }
}

/// A day, at its beginning in UTC, or a moment.
fn moment(text: &str) -> Result<Millis, String> {
    let day = text.parse::<jiff::civil::Date>().ok().and_then(|day| day.to_zoned(jiff::tz::TimeZone::UTC).ok());
    let moment = match day {
        Some(day) => Some(day.timestamp()),
        None => text.parse::<jiff::Timestamp>().ok(),
    };
    moment.map(jiff::Timestamp::as_millisecond).ok_or_else(|| format!("{text:?} is no time"))
}

/// Does it.
///
/// # Errors
/// When the file is there already, a server runs on the same data, or something cannot be read or written.
pub async fn run(export: &Export) -> Result<(), Problem> {
    let form = form_of(&export.file)?;
    if form == Form::Lines && (export.attachments || export.with_profile_pictures) {
        return Err("attachments and pictures need a file that ends in .zip".into());
    }
    let shown = export.file.display();
    let opened = export.place.open_alone().await?;
    // Written beside its name and given it at the end: what has the name is whole.
    let mut part = export.file.clone().into_os_string();
    part.push(".part");
    let file = match export.file.exists() {
        true => Err(format!("{shown} is there already")),
        false => File::create(&part).map_err(|error| format!("cannot write {shown}: {error}")),
    };
    let done = match file {
        Ok(file) => write(export, &opened, file, form).await,
        Err(why) => Err(why.into()),
    };
    opened.close().await?;
    done?;
    std::fs::rename(&part, &export.file)?;
    Ok(())
}

fn form_of(file: &Path) -> Result<Form, Problem> {
    match file.extension().and_then(|end| end.to_str()) {
        Some("jsonl") => Ok(Form::Lines),
        Some("zip") => Ok(Form::Zip),
        _ => Err("the file is to end in .jsonl or .zip".into()),
    }
}

async fn write(export: &Export, opened: &Opened, file: File, form: Form) -> Result<(), Problem> {
    let options = Options {
        attachments: export.attachments,
        archived_channels: export.with_archived_channels,
        profile_pictures: export.with_profile_pictures,
        ids: !export.without_ids,
        only: export.only()?,
    };
    let (progress, began) = (Progress::default(), Instant::now());
    let target = Target::new(file.try_clone()?, form);
    let exporting = exports::run(&opened.app, target, form, options, &progress);
    tokio::pin!(exporting);
    loop {
        match tokio::time::timeout(TOLD_EVERY, &mut exporting).await {
            Ok(done) => break done.map_err(|error| format!("{} {}", error.message, error.detailed))?,
            Err(_elapsed) => tell(&progress, began),
        }
    }
    file.sync_all()?;
    let count = |number: &std::sync::atomic::AtomicU64| number.load(Ordering::Relaxed);
    println!(
        "{} lines, {} posts, {} files in {:.1} s",
        count(&progress.lines),
        count(&progress.posts),
        count(&progress.files),
        began.elapsed().as_secs_f64()
    );
    match count(&progress.warnings) {
        0 => {}
        left_out => println!("left out: {left_out} things whose author or file is gone"),
    }
    Ok(())
}

fn tell(progress: &Progress, began: Instant) {
    let posts = progress.posts.load(Ordering::Relaxed);
    let rate = posts as f64 / began.elapsed().as_secs_f64();
    println!("{} %: {posts} posts, {rate:.0} posts/s", progress.percent());
}
