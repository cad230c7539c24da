//! Imports: history that people bring along, in the bulk format ([`crate::bulk`]).
//!
//! Batches of lines become changes like any other, which announce nothing: nobody is told of what was said years ago.
//! Each batch is one transaction, and with it goes the number of its last line, so that an import that was killed goes
//! on behind it. While a batch of posts is written, the next one is made ([`under_way`]).
//!
//! What is there already is found by what it is called, posts by channel, author, time and text, so that the same file
//! twice makes nothing twice.
//!
//! A source that names its accounts by itself is told first what they are called here ([`settle`]).
//!
//! [`places`] makes teams, channels and emoji; [`people`] accounts and bots, [`members`] what they belong to;
//! [`conversations`] direct and group channels; [`talk`] what was said, [`attached`] its files. The search index reads
//! new posts from the store by itself. A post that was there takes what the file brings to it: [`held`]. Whole rows of a
//! server with the same tables are kept as they are: [`records`]; [`settings`] says what this server would not use of them.

mod attached;
mod conversations;
mod held;
mod known;
pub mod manage;
mod members;
mod names;
mod people;
mod places;
pub(crate) mod records;
mod report;
mod resolve;
mod rows;
mod settings;
pub mod settle;
mod talk;
mod under_way;

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;

use base::ids::{PostId, UserId};
use futures_util::future::BoxFuture;
use node::change::Change;
use node::error::{ApiError, Result};
use request::App;
use search::Kind;

use crate::bulk::Failed;
use crate::bulk::gather::{Batch, Going, Numbered, Spot};
use crate::bulk::line::{Bot, Channel, Conversation, Emoji, Of, Record, Team, Thread, User};
use crate::bulk::source::{Batches, Source};
use names::Names;
pub use report::Report;
use under_way::UnderWay;

/// Warnings that are kept; the rest is counted.
const WARNINGS_MAX: usize = 100;
/// Where an import that is not done has its mark.
const MARK: &str = "Import.";

/// Where an import begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// At the first line; what is there is found again.
    First,
    /// Behind the last line that an earlier import of the same file wrote.
    Mark,
    /// At the first line of everything, also where a source can tell what changed since an earlier import.
    Whole,
}

/// Who else uses the server meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// Nobody: the index reads everything when it is opened the next time.
    None,
    /// People: the index is told to read again.
    People,
}

/// An import under way.
pub struct Import {
    app: Arc<App>,
    source: Arc<Source>,
    batches: Batches,
    others: Others,
    names: Names,
    passwords: people::Passwords,
    /// Administrators that the file has taken away.
    demoted: HashSet<UserId>,
    /// What is known of tables, where records come.
    moved: Option<records::Moved>,
    /// The last id of a post: posts of one moment stay in the order of the file.
    last_id: u128,
    /// Where the lines of the batch stand in a source that has no lines.
    spots: Vec<(u64, Spot)>,
    /// Batches that are being written.
    under_way: UnderWay,
    /// What the last change notes.
    marked: Option<String>,
    /// Whether the store has no indexes of posts.
    is_filling: bool,
    pub report: Report,
}

impl Import {
    /// Begins an import.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn begin(app: &Arc<App>, source: Arc<Source>, from: Begin, others: Others) -> Result<Import> {
        settle::settle(app, Source::clone(&source)).await.map_err(|failed| failed.error)?;
        let mut going = match from {
            Begin::First | Begin::Whole => Going::default(),
            Begin::Mark => going_of(app, &source).await?.unwrap_or_default(),
        };
        let mut moved = match source.origin().rows() {
            Some(rows) => Some(records::Moved::begin(app, &source, rows, &mut going).await?),
            None => None,
        };
        if from == Begin::Whole {
            going.since = 0;
            moved.iter_mut().for_each(|moved| moved.is_whole = true);
        }
        let report = Report { line: going.line, size: source.size, ..Report::default() };
        let batches = source.batches_from(going);
        let (app, passwords) = (app.clone(), people::Passwords::default());
        let mut is_filling = false;
        if others == Others::None {
            // Nobody is told meanwhile that anything is kept, and the mark says how far the import is.
            app.store.defer_syncs();
            is_filling = app.store.begin_filling(report.line > 0).await?;
        }
        let names = Names::new(is_filling);
        Ok(Import {
            app,
            source,
            batches,
            others,
            names,
            passwords,
            demoted: HashSet::new(),
            moved,
            last_id: 0,
            spots: Vec::new(),
            under_way: UnderWay::default(),
            marked: None,
            is_filling,
            report,
        })
    }

    /// Takes the next lines. False at the end, when all is durable.
    ///
    /// # Errors
    /// The first line that cannot be; what stands before its batch is durable. When the store does not answer.
    pub async fn step(&mut self) -> Result<bool, Failed> {
        let mut first = match self.take().await {
            Err(failed) => failed,
            taken => return taken,
        };
        // Behind a batch that failed all others fail.
        while let Err(failed) = under_way::finish(self).await {
            if failed.line < first.line {
                first = failed;
            }
        }
        self.app.store.sync().await?;
        Err(first)
    }

    async fn take(&mut self) -> Result<bool, Failed> {
        let Some(batch) = self.batches.next().await? else {
            under_way::finish(self).await?;
            if self.is_filling && !self.report.is_indexing {
                self.report.is_indexing = true;
                return Ok(true);
            }
            self.end_filling().await?;
            if self.moved.is_some() {
                records::end(self).await?;
            }
            self.app.store.write(store::systems::remove(&mark_name(&self.source))).await?;
            self.app.store.sync().await?;
            return Ok(false);
        };
        let (line, read) = (batch.last(), batch.read);
        self.names.turn();
        self.spots.clear();
        self.spots.extend(batch.lines.iter().filter_map(|line| Some((line.number, line.from.clone()?))));
        if batch.lines.is_empty() {
            self.report.left_out.extend(batch.left_out);
            return Ok(true);
        }
        let written = self.writing(batch).await;
        written.map_err(|failed| Failed { line: failed.line, error: self.at_spot(failed.line, failed.error) })?;
        self.report.read = read;
        if self.under_way.is_empty() {
            self.report.line = line;
        }
        Ok(true)
    }

    /// Makes the indexes that posts are found by, if they are not there.
    async fn end_filling(&mut self) -> Result<(), Failed> {
        if self.is_filling {
            self.app.store.end_filling().await?;
            self.is_filling = false;
        }
        Ok(())
    }

    /// Adds to an error where its line stands in a source that has no lines.
    fn at_spot(&self, line: u64, error: ApiError) -> ApiError {
        match self.spot(line) {
            Some(spot) => ApiError { message: format!("{spot}: {}", error.message), ..error },
            None => error,
        }
    }

    fn spot(&self, line: u64) -> Option<&Spot> {
        let at = self.spots.binary_search_by_key(&line, |(number, _)| *number).ok()?;
        Some(&self.spots[at].1)
    }

    /// In a box, so that it is compiled here, and not in each crate that imports.
    fn writing(&mut self, batch: Batch) -> BoxFuture<'_, Result<(), Failed>> {
        Box::pin(self.write(batch))
    }

    async fn write(&mut self, mut batch: Batch) -> Result<(), Failed> {
        let (last, page) = (batch.last(), batch.page.take());
        self.report.notes.extend(std::mem::take(&mut batch.notes));
        self.report.left_out.extend(std::mem::take(&mut batch.left_out));
        let kind = batch.lines.first().map(|line| &line.of);
        if !matches!(kind, Some(Of::Thread(_))) {
            under_way::finish(self).await?;
        }
        match kind {
            Some(Of::Team(_)) => places::teams(self, taken(batch, team)).await?,
            Some(Of::Channel(_)) => places::channels(self, taken(batch, channel)).await?,
            Some(Of::Emoji(_)) => places::emoji(self, taken(batch, emoji)).await?,
            Some(Of::User(_)) => people::users(self, taken(batch, user)).await?,
            Some(Of::Bot(_)) => people::bots(self, taken(batch, bot)).await?,
            Some(Of::Conversation(_)) => conversations::open(self, taken(batch, conversation)).await?,
            Some(Of::Thread(_)) => return talk::write(self, taken(batch, thread), last).await,
            Some(Of::Record(_)) => return records::write(self, taken(batch, record), page).await,
            Some(Of::PassedOver) => self.pass_over(&batch),
            None => {}
        }
        let mut change = self.app.change();
        self.mark(&mut change, last);
        self.commit(change, last).await
    }

    /// Notes in a change that the lines up to `line` are written by it. It fails unless the one before it was made, which may
    /// still be under way.
    fn mark(&mut self, change: &mut Change, line: u64) {
        let (name, to) = (mark_name(&self.source), line.to_string());
        change.write(match &self.marked {
            Some(from) => store::systems::swap(&name, from, &to),
            None => store::systems::save(&name, &to),
        });
        self.marked = Some(to);
    }

    async fn commit(&self, change: Change, line: u64) -> Result<(), Failed> {
        self.announced(change).commit().await.map(drop).map_err(|error| Failed { line, error: refused(error) })
    }

    /// The change, and the search index is told to read again where people wait for it.
    fn announced(&self, mut change: Change) -> Change {
        if self.others == Others::People {
            change.then_here(|app, _| {
                app.indexing.engine.miss(Kind::Posts);
                app.indexing.engine.miss(Kind::Files);
            });
        }
        change
    }

    /// An id behind all that were given before.
    fn next_post(&mut self) -> PostId {
        let next: base::Id = self.app.ids.next();
        self.last_id = u128::from_be_bytes(next.0).max(self.last_id + 1);
        PostId(base::Id(self.last_id.to_be_bytes()))
    }

    /// Says what was left out, and goes on.
    fn warn(&mut self, line: u64, text: impl std::fmt::Display) {
        self.report.warnings += 1;
        if self.report.warned.len() < WARNINGS_MAX {
            let warned = match self.spot(line) {
                Some(spot) => format!("{spot}: {text}"),
                None => format!("line {line}: {text}"),
            };
            self.report.warned.push(warned);
        }
    }

    fn pass_over(&mut self, batch: &Batch) {
        for line in &batch.lines {
            self.warn(line.number, "roles and schemes are passed over: set them in the console");
        }
    }

    /// Bytes that a line names, or why there are none.
    async fn data(&self, path: &str, len_max: u64) -> Result<bytes::Bytes, String> {
        let (source, path) = (self.source.clone(), path.to_owned());
        let read = tokio::task::spawn_blocking(move || source.data(&path, len_max)).await;
        read.map_err(|error| error.to_string())?.map(Into::into)
    }
}

/// The line that an earlier import of the same file reached, if it did not come to its end.
///
/// # Errors
/// When the store does not answer.
pub async fn mark_of(app: &App, source: &Source) -> Result<Option<u64>> {
    Ok(going_of(app, source).await?.map(|going| going.line))
}

/// What an unfinished import of the same source left: the number of its last line, and behind a space where the source
/// stood in its own words.
async fn going_of(app: &App, source: &Source) -> Result<Option<Going>> {
    let kept = app.store.system(&mark_name(source)).await?;
    let going = |kept: String| {
        let (line, page) = match kept.split_once(' ') {
            Some((line, page)) => (line, Some(page.to_owned())),
            None => (kept.as_str(), None),
        };
        Some(Going { line: line.parse().ok()?, page, since: 0 })
    };
    Ok(kept.and_then(going))
}

fn mark_name(source: &Source) -> String {
    format!("{MARK}{}", source.fingerprint)
}

/// A key that is taken is the file's fault: two accounts with one address, say.
fn refused(error: store::Error) -> ApiError {
    match error {
        store::Error::Conflict { key } => {
            ApiError::bad_request("app.import.conflict.error", format!("Something else has this {key} already."))
        }
        error => error.into(),
    }
}

/// The lines of a batch, which are of one kind.
fn taken<T>(batch: Batch, of: fn(Of) -> Option<T>) -> Vec<(u64, T)> {
    let line = |Numbered { number, of: what, .. }: Numbered| Some((number, of(what)?));
    batch.lines.into_iter().filter_map(line).collect()
}

/// Cuts lines so that no two of a part have the same key: the second finds what the first made.
fn apart<T, K: Eq + Hash>(lines: Vec<(u64, T)>, key: impl Fn(&T) -> K) -> Vec<Vec<(u64, T)>> {
    let (mut parts, mut seen) = (vec![Vec::with_capacity(lines.len())], HashSet::new());
    for line in lines {
        if !seen.insert(key(&line.1)) {
            seen.clear();
            seen.insert(key(&line.1));
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(line);
        }
    }
    parts
}

macro_rules! one_kind {
    ($($name:ident $kind:ident $of:ty;)+) => {$(
        fn $name(of: Of) -> Option<$of> {
            match of {
                Of::$kind(what) => Some(what),
                _ => None,
            }
        }
    )+};
}

one_kind! {
    team Team Team;
    channel Channel Channel;
    emoji Emoji Emoji;
    user User Box<User>;
    bot Bot Bot;
    conversation Conversation Conversation;
    thread Thread Box<Thread>;
    record Record Box<Record>;
}
