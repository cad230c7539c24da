//! Fidelity: whether what a source has is here, after an import. Both sides are read as lines ([`tally`]): the source once
//! more, and this server as an export of it would be. They are counted by kind, hashed by channel, and a sample is compared
//! field by field. [`page`] is the report for people.
//!
//! ```text
//!  source  ── lines ─▶ tally ─┐
//!                             ├─ compare ─▶ report (JSON, HTML)
//!  store ─ export ─ lines ─▶ tally ─┘        └─ channels that differ: post by post
//! ```
//!
//! Records are compared row by row ([`records`]): both sides have the same ids.
//!
//! A hash and four numbers a channel are in memory, and 24 bytes a post of those channels that differ.

pub mod page;
mod reading;
mod records;
mod tally;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use base::ids::PostId;
use request::App;
use serde::Serialize;
use serde_json::Value;
use store::records::Table;

use crate::bulk::Failed;
use crate::bulk::left_out::LeftOut;
use crate::bulk::notes::Notes;
use crate::bulk::source::Source;
use crate::exports::Selection;
use crate::imports::settle::settle;
use tally::{Detail, Tally};

/// Posts of channels that differ which are looked at one by one.
const DETAIL_POSTS_MAX: u64 = 3_000_000;
/// Posts of a channel that are named when they are missing.
const NAMED_MAX: usize = 5;

/// How many of a kind are on either side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kind {
    pub name: &'static str,
    pub source: u64,
    /// Of those that the source has.
    pub here: u64,
}

/// What became of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same posts with the same content.
    Equal,
    /// All posts of the source, and others.
    MoreHere,
    /// Posts are missing or differ.
    Lacks,
    /// They differ, and are too many to be looked at one by one.
    Differs,
}

/// A channel or conversation on both sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Channel {
    pub name: String,
    pub verdict: Verdict,
    pub source_posts: u64,
    pub here_posts: u64,
    pub source_hash: String,
    pub here_hash: String,
    pub missing: u64,
    pub differing: u64,
    /// Posts that somebody deleted here since an earlier import.
    pub deleted_here: u64,
    /// The first posts that are missing or differ.
    pub named: Vec<String>,
}

/// A post that was drawn by lot, field by field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sampled {
    pub channel: String,
    pub source: Value,
    /// Nothing when it is not here.
    pub here: Option<Value>,
    /// Fields that differ.
    pub differing: Vec<String>,
}

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fidelity {
    /// Whether everything that the source has is here.
    pub is_whole: bool,
    pub kinds: Vec<Kind>,
    pub channels: Vec<Channel>,
    pub sample: Vec<Sampled>,
    /// What of the source is no line, or comes otherwise than it is there.
    pub left_out: LeftOut,
}

/// What is in a source.
#[derive(Debug, Clone)]
pub struct Plan {
    pub kinds: Vec<Kind>,
    /// What of it is no line, or would come otherwise than it is there.
    pub left_out: LeftOut,
    /// What was read otherwise than the file has it.
    pub notes: Notes,
    /// The number of the last line.
    pub lines: u64,
}

/// Compares a source with what is here.
///
/// # Errors
/// When the source cannot be read, or the store does not answer.
pub async fn compare(app: &Arc<App>, source: &Source) -> Result<Fidelity, Failed> {
    if let Some(rows) = source.origin().rows() {
        return records::compare(app, source, rows).await;
    }
    settle(app, source.clone()).await?;
    let reading::Read { tally: ours, left_out, .. } = reading::of_source(source, Detail::None).await?;
    let here = reading::of_store(app, &ours, Selection::of_places(ours.places.keys().cloned()), Detail::None).await?;
    let kinds = kinds(&ours, &here);
    let mut channels: Vec<Channel> = ours.places.iter().map(|(name, place)| channel(name, place, &here)).collect();
    look_closer(app, source, &mut channels).await?;
    let sample = sample(&ours, &here);
    let lacks = channels.iter().any(|channel| matches!(channel.verdict, Verdict::Lacks | Verdict::Differs));
    let is_whole = !lacks && kinds.iter().all(|kind| kind.here >= kind.source);
    Ok(Fidelity { is_whole, kinds, channels, sample, left_out })
}

/// What is in a source, by kind and channel, without looking at any store.
///
/// # Errors
/// When the source cannot be read.
pub async fn plan(source: &Source) -> Result<Plan, Failed> {
    let read = reading::of_source(source, Detail::None).await?;
    let kinds = match source.origin().rows() {
        Some(rows) => {
            let kind = |(table, rows): &(&'static Table, u64)| Kind { name: table.name, source: *rows, here: 0 };
            rows.tables().iter().map(kind).collect()
        }
        None => kinds(&read.tally, &Tally::default()),
    };
    Ok(Plan { kinds, left_out: read.left_out, notes: read.notes, lines: read.lines })
}

fn kinds(source: &Tally, here: &Tally) -> Vec<Kind> {
    let sets = source.sets().into_iter().zip(here.sets()).map(|((name, source), (_, here))| {
        let found = source.intersection(here).count();
        Kind { name, source: source.len() as u64, here: found as u64 }
    });
    // Posts have no place in a set: there are too many.
    let sums = source.sums().into_iter().zip(here.sums());
    sets.chain(sums.map(|((name, source), (_, here))| Kind { name, source, here })).collect()
}

fn channel(name: &str, place: &tally::Place, here: &Tally) -> Channel {
    let other = here.places.get(name).copied().unwrap_or_default();
    let is_equal = other == *place;
    Channel {
        name: name.to_owned(),
        verdict: if is_equal { Verdict::Equal } else { Verdict::Differs },
        source_posts: place.posts,
        here_posts: other.posts,
        source_hash: format!("{:032x}", place.hash),
        here_hash: format!("{:032x}", other.hash),
        missing: 0,
        differing: 0,
        deleted_here: 0,
        named: Vec::new(),
    }
}

/// Compares channels that differ post by post.
async fn look_closer(app: &Arc<App>, source: &Source, channels: &mut [Channel]) -> Result<(), Failed> {
    let mut left = DETAIL_POSTS_MAX;
    let mut wanted = BTreeSet::new();
    for channel in channels.iter().filter(|channel| channel.verdict == Verdict::Differs) {
        let posts = channel.source_posts + channel.here_posts;
        if posts <= left {
            left -= posts;
            wanted.insert(channel.name.clone());
        }
    }
    if wanted.is_empty() {
        return Ok(());
    }
    let ours = reading::of_source(source, Detail::Of(wanted.clone())).await?.tally;
    let selection = Selection::of_places(wanted.iter().cloned());
    let here = reading::of_store(app, &ours, selection, Detail::Of(wanted.clone())).await?;
    for channel in channels.iter_mut().filter(|channel| wanted.contains(&channel.name)) {
        closer(app, channel, &ours, &here).await?;
    }
    Ok(())
}

/// What of a channel is missing here, or differs.
async fn closer(app: &App, channel: &mut Channel, ours: &Tally, here: &Tally) -> Result<(), Failed> {
    let none = HashMap::new();
    let (source, there) =
        (ours.details.get(&channel.name).unwrap_or(&none), here.details.get(&channel.name).unwrap_or(&none));
    let missing: Vec<_> = source.iter().filter(|(key, _)| !there.contains_key(key)).map(|(_, post)| *post).collect();
    let ids: Vec<PostId> = missing.iter().filter_map(|post| post.id.map(PostId)).collect();
    let mut deleted = BTreeSet::new();
    for asked in ids.chunks(1_000) {
        let known = app.store.posts_there(asked).await?;
        deleted.extend(known.into_iter().filter(|(_, delete_at, _)| *delete_at > 0).map(|(id, ..)| id));
    }
    let is_deleted = |post: &&tally::Told| post.id.is_some_and(|id| deleted.contains(&PostId(id)));
    channel.deleted_here = missing.iter().filter(is_deleted).count() as u64;
    channel.missing = missing.len() as u64 - channel.deleted_here;
    let differs =
        |(key, post): &(&u64, &tally::Told)| there.get(key).is_some_and(|other| other.content != post.content);
    let differing: Vec<_> = source.iter().filter(differs).map(|(_, post)| *post).collect();
    channel.differing = differing.len() as u64;
    let lost = missing.iter().filter(|post| !is_deleted(post)).map(|post| format!("missing: {post}"));
    let changed = differing.iter().map(|post| format!("differs: {post}"));
    channel.named = lost.chain(changed).take(NAMED_MAX).collect();
    channel.verdict = match channel.missing + channel.differing {
        0 if there.len() > source.len() - missing.len() => Verdict::MoreHere,
        0 => Verdict::Equal,
        _ => Verdict::Lacks,
    };
    Ok(())
}

/// The posts of the lot on both sides.
fn sample(ours: &Tally, here: &Tally) -> Vec<Sampled> {
    let sampled = |(key, (channel, source)): (&u64, &(String, Value))| {
        let other = here.sample.get(key).map(|(_, post)| post.clone());
        let fields = source.as_object().into_iter().flatten();
        let differs =
            |(name, value): &(&String, &Value)| other.as_ref().is_none_or(|other| other[name.as_str()] != **value);
        let differing = fields.filter(differs).map(|(name, _)| name.clone()).collect();
        Sampled { channel: channel.clone(), source: source.clone(), here: other, differing }
    };
    ours.sample.iter().map(sampled).collect()
}
