//! Records: rows of a server with the same tables as this one, kept under their ids, with the objects that belong to them.
//!
//! A page of the source is a change, and with it goes where the source stands. Rows that say what is here already cost a
//! look and no write, so that a run which brings what changed since the last one may read more than that. What the source
//! does not have any more goes at the end ([`end`]): the source counts until somebody uses this server.

use std::collections::{HashMap, HashSet};

use base::ids::ChannelId;
use base::{Id, Millis};
use bytes::Bytes;
use files::FileError;
use node::error::{ApiError, Result};
use organisation::users::operator::Secret;
use request::App;
use search::Kind;
use store::records::{Table, key_text};
use store::secrets::Column;
use store::{Value, systems};

use crate::bulk::Failed;
use crate::bulk::gather::Going;
use crate::bulk::line::{Object, Record};
use crate::bulk::source::{Rows, Source};
use crate::imports::Import;
use crate::imports::settings::Needed;

/// Until when a source was brought along; and since when a run under way reads it.
const MOVED: &str = "Moved.";
const MOVING: &str = "Moving.";
/// Clocks of the old servers may differ by as much, and their transactions last as long.
const OVERLAP_MS: Millis = 10 * 60 * 1_000;
/// Keys of a page that is looked through for what is gone.
const KEYS_MAX: usize = 1_000;
/// Tables whose rows stay although the source has them no more: some were made here.
pub const KEPT: [&str; 4] = ["roles", "users", "bots", "oauth_access_data"];
/// Tables with a secret, as it is sealed.
const SECRETS: [(&str, &str, Column); 4] = [
    ("users", "mfa_secret", Column::UserMfa),
    ("outgoing_webhooks", "token", Column::OutgoingWebhook),
    ("commands", "token", Column::Command),
    ("oauth_apps", "client_secret", Column::OAuthApp),
];

/// What is known of the tables of a source.
#[derive(Default)]
pub struct Moved {
    /// Tables that had no row when this run came to them: nothing is looked up.
    is_empty: HashMap<&'static str, bool>,
    /// Whether something of the source was brought along before.
    is_again: bool,
    /// Whether what is gone is looked for also where both sides have as many rows.
    pub is_whole: bool,
    needed: Needed,
}

impl Moved {
    /// Finds out where an earlier run ended, and sets from when on the source is read.
    ///
    /// # Errors
    /// When this server has accounts of others: ids and names would be taken.
    pub async fn begin(app: &App, source: &Source, rows: &dyn Rows, going: &mut Going) -> Result<Moved> {
        let (moved, moving) = (format!("{MOVED}{}", source.fingerprint), format!("{MOVING}{}", source.fingerprint));
        let until: Option<Millis> = app.store.system(&moved).await?.and_then(|until| until.parse().ok());
        let begun = app.store.system(&moving).await?;
        if until.is_none() && begun.is_none() && app.store.has_users().await? {
            let text = "This server has accounts of its own: move an old server into an empty one.";
            return Err(ApiError::bad_request("app.import.records.not_empty.error", text));
        }
        // A run that goes on has read a part of the source earlier than it began.
        if going.page.is_none() || begun.is_none() {
            app.store.write(systems::save(&moving, &rows.opened_at().to_string())).await?;
        }
        going.since = until.map_or(0, |until| (until - OVERLAP_MS).max(1));
        Ok(Moved { is_again: until.is_some() || begun.is_some(), ..Moved::default() })
    }
}

/// Keeps the records of a page, all of one table.
pub async fn write(import: &mut Import, lines: Vec<(u64, Box<Record>)>, page: Option<String>) -> Result<(), Failed> {
    let Some((table, last)) = lines.last().map(|(number, record)| (record.table, *number)) else { return Ok(()) };
    let old = here(import, table, &lines).await?;
    let mut new = Vec::with_capacity(lines.len());
    for (number, record) in lines {
        let kept = old.get(&key_text(&record.values[..table.key_len]));
        count(import, table, kept, &record);
        if kept.is_none_or(|kept| differs(table, kept, &record.values)) {
            bring_objects(import, number, &record.objects).await?;
            let values = sealed(import, number, *record).await?;
            new.push((number, values));
        }
    }
    let mark = match page {
        Some(page) => format!("{last} {page}"),
        None => last.to_string(),
    };
    match keep(import, table, &new, Some(&mark)).await {
        Err(failed) if failed.error.id == "app.import.conflict.error" => {}
        done => return done,
    }
    // One of them has what another row has: each by itself, so that only that one stays away.
    for one in new {
        match keep(import, table, std::slice::from_ref(&one), None).await {
            Err(failed) if failed.error.id == "app.import.conflict.error" => {
                let place = import.spot(one.0).map(ToString::to_string).unwrap_or_default();
                import.report.left_out.add(format!("{} It is left out.", failed.error.message), place);
            }
            done => done?,
        }
    }
    keep(import, table, &[], Some(&mark)).await
}

/// The rows that are here under the keys of a page.
async fn here(
    import: &mut Import,
    table: &'static Table,
    lines: &[(u64, Box<Record>)],
) -> Result<HashMap<String, Vec<Value>>, Failed> {
    let Some(moved) = &mut import.moved else { return Ok(HashMap::new()) };
    let is_empty = match moved.is_empty.get(table.name) {
        Some(is_empty) => *is_empty,
        None => {
            let is_empty = import.app.store.records_count(table).await? == 0;
            moved.is_empty.insert(table.name, is_empty);
            is_empty
        }
    };
    if is_empty {
        return Ok(HashMap::new());
    }
    let keys: Vec<&[Value]> = lines.iter().map(|(_, record)| &record.values[..table.key_len]).collect();
    Ok(import.app.store.records(table, &keys).await?)
}

/// Whether a record says something else than the row that is here.
pub fn differs(table: &Table, kept: &[Value], record: &[Value]) -> bool {
    let mut pairs = kept.iter().zip(record).enumerate();
    pairs.any(|(at, (one, other))| table.is_compared(at) && !store::records::is_same(one, other))
}

fn count(import: &mut Import, table: &Table, kept: Option<&Vec<Value>>, record: &Record) {
    if let Some(moved) = &mut import.moved {
        moved.needed.add(record);
    }
    let report = &mut import.report;
    let is_new = u64::from(kept.is_none());
    match table.name {
        "users" => report.users += is_new,
        "teams" => report.teams += is_new,
        "channels" => report.channels += is_new,
        "file_infos" => report.files += is_new,
        "posts" => match kept {
            None => report.posts += 1,
            Some(kept) => {
                report.posts_known += 1;
                report.posts_changed += u64::from(differs(table, kept, &record.values));
            }
        },
        _ => {}
    }
}

/// The values as they are kept: secrets sealed, passwords only where sign-ins verify them, and for the index this server's
/// time.
async fn sealed(import: &mut Import, number: u64, record: Record) -> Result<Vec<Value>, Failed> {
    let (table, mut values) = (record.table, record.values);
    let secret = SECRETS.iter().find(|(name, ..)| *name == table.name);
    if let Some((_, column, place)) = secret
        && let Some(at) = table.at(column)
        && let (Value::Id(id), Value::Text(text)) = (values[0].clone(), &values[at])
    {
        values[at] = Value::Text(import.app.secrets.seal(*place, id, text));
    }
    if let Some(at) = table.at("content_at") {
        values[at] = Value::Int(import.app.clock.now());
    }
    if table.name == "users"
        && let Some(at) = table.at("password_hash")
        && let Value::Text(hash) = &values[at]
        && !hash.is_empty()
        && Secret::Hashed(hash.clone()).hash(&import.app).await.is_err()
    {
        values[at] = Value::Text(String::new());
        import.warn(number, "the password has another form: its owner asks for a new one");
    }
    Ok(values)
}

async fn keep(
    import: &Import,
    table: &'static Table,
    records: &[(u64, Vec<Value>)],
    mark: Option<&str>,
) -> Result<(), Failed> {
    let line = records.last().map_or(0, |(number, _)| *number);
    let mut change = import.app.change();
    for (_, values) in records {
        change.write(store::records::save(table, values.clone()));
    }
    if let Some(mark) = mark {
        change.write(systems::save(&super::mark_name(&import.source), mark));
    }
    import.commit(change, line).await
}

/// Copies objects that are not here, or have another size.
async fn bring_objects(import: &mut Import, number: u64, objects: &[Object]) -> Result<(), Failed> {
    for object in objects {
        let there = match import.app.files.stat(&object.to).await {
            Ok(stat) => Some(stat.size),
            Err(FileError::NotFound) => None,
            Err(error) => return Err(error.into()),
        };
        let is_there = match (there, object.size) {
            (Some(there), Some(size)) => there == size,
            // Pictures change under their name.
            _ => false,
        };
        if is_there {
            continue;
        }
        let len_max = object.size.unwrap_or(0).max(import.app.config().files.max_file_bytes);
        match import.data(&object.from, len_max).await {
            Ok(bytes) => put(import, object, there, bytes).await?,
            Err(why) if object.is_needed && there.is_none() => {
                import.warn(number, format_args!("the bytes of {} are not here: {why}", object.from));
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Keeps an object, unless the same bytes are here.
async fn put(import: &Import, object: &Object, there: Option<u64>, bytes: Bytes) -> Result<(), Failed> {
    if there == Some(bytes.len() as u64) {
        let kept = import.app.files.get_small(&object.to, bytes.len()).await?;
        if kept.is_some_and(|kept| kept == bytes) {
            return Ok(());
        }
    }
    Ok(import.app.files.put(&object.to, bytes).await?)
}

/// Takes away what the source has no more, counts what it does not count, and notes until when it was read.
///
/// # Errors
/// When the source or the store does not answer.
pub async fn end(import: &mut Import) -> Result<(), Failed> {
    let source = import.source.clone();
    let Some(rows) = source.origin().rows() else { return Ok(()) };
    let (is_again, is_whole) = import.moved.as_ref().map_or((false, false), |moved| (moved.is_again, moved.is_whole));
    for &(table, count) in rows.tables() {
        if is_again && !KEPT.contains(&table.name) {
            let may_lack = is_whole || import.app.store.records_count(table).await? != count;
            if may_lack {
                remove_gone(import, table).await?;
            }
        }
        if table.name == "channels" && !rows.has(table, "total_msg_count_root") {
            count_roots(import, table).await?;
        }
    }
    if let Some(moved) = &import.moved {
        let warnings = moved.needed.warnings(&import.app);
        import.report.warnings += warnings.len() as u64;
        import.report.warned.extend(warnings);
    }
    let (moved, moving) = (format!("{MOVED}{}", source.fingerprint), format!("{MOVING}{}", source.fingerprint));
    if let Some(begun) = import.app.store.system(&moving).await? {
        import.app.store.commit(vec![systems::save(&moved, &begun), systems::remove(&moving)], None).await?;
    }
    if import.others == super::Others::People {
        import.app.indexing.engine.miss(Kind::Posts);
        import.app.indexing.engine.miss(Kind::Files);
    }
    Ok(())
}

/// Removes rows whose keys the source does not have.
async fn remove_gone(import: &mut Import, table: &'static Table) -> Result<(), Failed> {
    let mut after = None;
    loop {
        let keys = import.app.store.record_keys(table, after.take(), KEYS_MAX).await?;
        let Some(last) = keys.last() else { return Ok(()) };
        after = Some(last.clone());
        let there = asked(import, table, keys.clone()).await?;
        let gone: Vec<Vec<Value>> = keys.into_iter().filter(|key| !there.contains(&key_text(key))).collect();
        if gone.is_empty() {
            continue;
        }
        import.report.gone += gone.len() as u64;
        let mut change = import.app.change();
        for key in gone {
            change.write(store::records::remove(table, key));
        }
        import.commit(change, 0).await?;
    }
}

async fn asked(import: &Import, table: &'static Table, keys: Vec<Vec<Value>>) -> Result<HashSet<String>, Failed> {
    let source = import.source.clone();
    let asked = tokio::task::spawn_blocking(move || match source.origin().rows() {
        Some(rows) => rows.there(table, &keys),
        None => Ok(HashSet::new()),
    });
    asked.await.map_err(|error| {
        Failed::whole(ApiError::internal("app.import.records.there.error", "The source broke off.").because(error))
    })?
}

async fn count_roots(import: &Import, channels: &'static Table) -> Result<(), Failed> {
    let passed_over = wire::posts::JOIN_LEAVE.map(str::to_owned);
    let mut after = None;
    loop {
        let keys = import.app.store.record_keys(channels, after.take(), KEYS_MAX).await?;
        let Some(last) = keys.last() else { return Ok(()) };
        after = Some(last.clone());
        let mut change = import.app.change();
        for key in &keys {
            let Some(Value::Bytes(bytes)) = key.first() else { continue };
            let Ok(id) = <[u8; 16]>::try_from(bytes.as_slice()) else { continue };
            for write in store::records::count_roots(ChannelId(Id(id)), &passed_over) {
                change.write(write);
            }
        }
        import.commit(change, 0).await?;
    }
}
