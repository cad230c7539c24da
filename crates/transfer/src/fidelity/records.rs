//! Both sides row by row, where the source has the same tables: each row of it is looked up here by its key.
//!
//! A channel has some 150 bytes in memory, whatever its posts.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::sync::Arc;

use request::App;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use store::Value;
use store::records::{Table, key_text};

use crate::bulk::Failed;
use crate::bulk::left_out::LeftOut;
use crate::bulk::line::{Of, Record};
use crate::bulk::source::{Rows, Source};
use crate::fidelity::{Channel, Fidelity, Kind, NAMED_MAX, Sampled, Verdict};
use crate::imports::records::differs;

/// Posts that are compared field by field.
const SAMPLE_LEN: usize = 20;

/// What is known of a channel.
#[derive(Default)]
struct Place {
    name: String,
    source_posts: u64,
    here_posts: u64,
    source_hash: u128,
    here_hash: u128,
    missing: u64,
    differing: u64,
    named: Vec<String>,
}

/// A row of the source, and what is here under its key.
struct Pair<'a> {
    table: &'static Table,
    row: &'a [Value],
    here: Option<&'a Vec<Value>>,
}

#[derive(Default)]
struct Compared {
    /// Rows by table: of the source, and those that are the same here.
    tables: BTreeMap<&'static str, (u64, u64)>,
    places: HashMap<String, Place>,
    sample: BTreeMap<u128, Sampled>,
    differing: LeftOut,
}

/// Compares every row of a source with the one that is here.
///
/// # Errors
/// When the source cannot be read, or the store does not answer.
pub async fn compare(app: &Arc<App>, source: &Source, rows: &dyn Rows) -> Result<Fidelity, Failed> {
    let mut compared = Compared::default();
    let mut left_out = LeftOut::default();
    let mut batches = source.batches(0);
    while let Some(batch) = batches.next().await? {
        left_out.extend(batch.left_out);
        let records: Vec<Box<Record>> = batch.lines.into_iter().filter_map(|line| record(line.of)).collect();
        let Some(table) = records.first().map(|record| record.table) else { continue };
        let keys: Vec<&[Value]> = records.iter().map(|record| &record.values[..table.key_len]).collect();
        let here = app.store.records(table, &keys).await?;
        for (record, key) in records.iter().zip(keys) {
            let pair = Pair { table, row: &record.values, here: here.get(&key_text(key)) };
            compared.add(&pair, rows);
        }
    }
    let mut kinds = Vec::new();
    let mut is_whole = true;
    for &(table, _) in rows.tables() {
        let (read, same) = compared.tables.get(table.name).copied().unwrap_or_default();
        let all = app.store.records_count(table).await?;
        is_whole &= read == same;
        if all > read && !crate::imports::records::KEPT.contains(&table.name) {
            let reason = format!("{}: rows that the source does not have.", table.name);
            compared.differing.add(reason, all - read);
            is_whole = false;
        }
        kinds.push(Kind { name: table.name, source: read, here: same });
    }
    left_out.extend(compared.differing);
    let mut channels: Vec<Channel> = compared.places.into_values().map(channel).collect();
    channels.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Fidelity { is_whole, kinds, channels, sample: compared.sample.into_values().collect(), left_out })
}

fn record(of: Of) -> Option<Box<Record>> {
    match of {
        Of::Record(record) => Some(record),
        _ => None,
    }
}

impl Compared {
    fn add(&mut self, pair: &Pair<'_>, rows: &dyn Rows) {
        let is_same = pair.here.is_some_and(|here| is_same(pair, here, rows));
        let (read, same) = self.tables.entry(pair.table.name).or_default();
        (*read, *same) = (*read + 1, *same + u64::from(is_same));
        if !is_same {
            let what = if pair.here.is_some() { "differ" } else { "are missing" };
            let key = key_text(&pair.row[..pair.table.key_len]);
            self.differing.add(format!("{}: rows that {what} here.", pair.table.name), key);
        }
        match pair.table.name {
            "channels" => self.name(pair),
            "posts" => self.post(pair, is_same),
            _ => {}
        }
    }

    /// Notes what a channel is called: its name, behind its team's id where it has one.
    fn name(&mut self, pair: &Pair<'_>) {
        let text = |column| pair.table.at(column).map(|at| key_text(&pair.row[at..=at])).unwrap_or_default();
        let (team, name) = (text("team_id"), text("name"));
        let name = if team.is_empty() { name } else { format!("{team}/{name}") };
        self.places.entry(text("id")).or_default().name = name;
    }

    fn post(&mut self, pair: &Pair<'_>, is_same: bool) {
        let text = |column| pair.table.at(column).map(|at| key_text(&pair.row[at..=at])).unwrap_or_default();
        let hash = hash(pair.table, pair.row);
        let place = self.places.entry(text("channel_id")).or_default();
        place.source_posts += 1;
        place.source_hash = place.source_hash.wrapping_add(hash);
        if let Some(here) = pair.here {
            place.here_posts += 1;
            place.here_hash = place.here_hash.wrapping_add(if is_same { hash } else { self::hash(pair.table, here) });
        }
        if !is_same {
            place.missing += u64::from(pair.here.is_none());
            place.differing += u64::from(pair.here.is_some());
            if place.named.len() < NAMED_MAX {
                let what = if pair.here.is_some() { "differs" } else { "missing" };
                place.named.push(format!("{what}: {}", text("id")));
            }
        }
        self.draw(pair, hash, text("channel_id"));
    }

    /// Keeps a post if the lot falls on it.
    fn draw(&mut self, pair: &Pair<'_>, hash: u128, channel: String) {
        if self.sample.len() >= SAMPLE_LEN {
            if self.sample.last_key_value().is_some_and(|(last, _)| *last <= hash) {
                return;
            }
            self.sample.pop_last();
        }
        let (source, here) = (fields(pair.table, pair.row), pair.here.map(|here| fields(pair.table, here)));
        let differing = match (source.as_object(), &here) {
            (Some(fields), Some(here)) => fields
                .iter()
                .filter(|(name, value)| here[name.as_str()] != **value)
                .map(|(name, _)| name.clone())
                .collect(),
            _ => Vec::new(),
        };
        self.sample.insert(hash, Sampled { channel, source, here, differing });
    }
}

/// Whether a row says the same in all columns that the source has.
fn is_same(pair: &Pair<'_>, here: &[Value], rows: &dyn Rows) -> bool {
    if !differs(pair.table, here, pair.row) {
        return true;
    }
    let mut pairs = here.iter().zip(pair.row).enumerate();
    pairs.all(|(at, (one, other))| {
        !pair.table.is_compared(at)
            || store::records::is_same(one, other)
            || !rows.has(pair.table, pair.table.columns[at])
    })
}

/// A hash of what is compared of a row.
fn hash(table: &Table, row: &[Value]) -> u128 {
    let mut text = String::new();
    for (at, value) in row.iter().enumerate().filter(|(at, _)| table.is_compared(*at)) {
        let value = key_text(std::slice::from_ref(value));
        write!(text, "{at}:{}:{value}", value.len()).expect("memory does not fail to write");
    }
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let (half, _) = digest.split_at(16);
    u128::from_be_bytes(half.try_into().expect("half of it"))
}

/// What is compared of a row, by column.
fn fields(table: &Table, row: &[Value]) -> Json {
    let compared = row.iter().enumerate().filter(|(at, _)| table.is_compared(*at));
    let field = |(at, value): (usize, &Value)| {
        let value = match value {
            Value::Int(number) => json!(number),
            Value::Null => Json::Null,
            other => json!(key_text(std::slice::from_ref(other))),
        };
        (table.columns[at].to_owned(), value)
    };
    Json::Object(compared.map(field).collect())
}

fn channel(place: Place) -> Channel {
    let Place { name, source_posts, here_posts, source_hash, here_hash, missing, differing, named } = place;
    Channel {
        name,
        verdict: if missing + differing == 0 { Verdict::Equal } else { Verdict::Lacks },
        source_posts,
        here_posts,
        source_hash: format!("{source_hash:032x}"),
        here_hash: format!("{here_hash:032x}"),
        missing,
        differing,
        deleted_here: 0,
        named,
    }
}
