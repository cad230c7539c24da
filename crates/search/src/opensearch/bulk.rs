//! Bulks: many changes in one request, bounded by number and bytes.
//!
//! Each item carries the time of its change as its version, and an older one never replaces a newer one: so two nodes
//! may feed one index, and a page may be sent twice. What the server was too busy for is sent again, alone; what it
//! refuses for good is told and left out, or it would hold up everything behind it.

use std::time::Duration;

use bytes::Bytes;
use http::{Method, StatusCode};
use metrics::SearchRequest;
use serde_json::{Value, json};
use store::full_text::Doc;
use tracing::{error, warn};

use super::http::Body;
use super::{OpenSearch, indexes, query};
use crate::ask::{Fate, fate};
use crate::feeder::Fed;
use crate::{Error, Result};

/// Changes in one request at most, whatever is configured.
const CHANGES_MAX: usize = 1_000;
/// Bytes of one request; servers take up to 100 MB and like a few best. One document alone always fits.
const BYTES_MAX: usize = 4 << 20;
/// How often items are sent again before the whole page is tried later.
const RETRIES_MAX: u32 = 5;
/// Pause before the first time; doubles.
const RETRY_AFTER: Duration = Duration::from_millis(200);

/// Cuts changes into what one request takes.
pub fn parts(changes: &[Fed], len_max: usize) -> impl Iterator<Item = &[Fed]> {
    let len_max = len_max.clamp(1, CHANGES_MAX);
    let mut rest = changes;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |change: &&Fed| {
            bytes += change.change.bytes();
            bytes <= BYTES_MAX
        };
        if rest.is_empty() {
            return None;
        }
        let len = rest.iter().take(len_max).take_while(fits).count().max(1);
        let (part, after) = rest.split_at(len);
        rest = after;
        Some(part)
    })
}

/// Sends changes until each is in or refused for good.
///
/// # Errors
/// When the server does not answer, or is busy for too long.
pub async fn send(server: &OpenSearch, home: &str, changes: &[Fed]) -> Result<()> {
    let mut items: Vec<Item> = changes.iter().map(Item::new).collect();
    let mut pause = RETRY_AFTER;
    for _ in 0..=RETRIES_MAX {
        items = once(server, home, items).await?;
        if items.is_empty() {
            return Ok(());
        }
        warn!(items = items.len(), "the search server is busy: items are sent again");
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    Err(Error::Unavailable("the search server is too busy to index".to_owned()))
}

/// Sends items once; returns those that the server was too busy for.
async fn once(server: &OpenSearch, home: &str, items: Vec<Item>) -> Result<Vec<Item>> {
    let path = format!(
        "/{}/_bulk?require_alias=true&filter_path=errors,error,items.*.status,items.*.error",
        indexes::write_alias(home)
    );
    let lines: Vec<u8> = items.iter().flat_map(|item| item.lines.as_bytes()).copied().collect();
    let request = server.http.send(Method::POST, &path, Body::Lines(Bytes::from(lines)));
    let reply = server.timed(SearchRequest::Bulk, request).await?;
    if reply.status == StatusCode::TOO_MANY_REQUESTS {
        return Ok(items);
    }
    let answer = reply.must()?;
    if answer["errors"] == json!(false) {
        return Ok(Vec::new());
    }
    let Some(outcomes) = answer["items"].as_array().filter(|outcomes| outcomes.len() == items.len()) else {
        return Err(Error::Refused("a bulk whose items are not told of".to_owned()));
    };
    let mut again = Vec::new();
    for (item, outcome) in items.into_iter().zip(outcomes) {
        match verdict(outcome) {
            Verdict::Done => {}
            Verdict::Later => again.push(item),
            Verdict::Gone(why) => return Err(Error::Refused(why)),
            Verdict::Never(why) => {
                server.metrics.content.search_items_refused.inc();
                error!(search.item = item.id, why, "the search server refuses a document, which will not be found");
            }
        }
    }
    Ok(again)
}

/// What became of an item.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Done,
    Later,
    Never(String),
    /// The index itself is not there any more.
    Gone(String),
}

pub fn verdict(outcome: &Value) -> Verdict {
    let outcome = outcome.as_object().and_then(|only| only.values().next()).unwrap_or(&Value::Null);
    let why = || outcome["error"].to_string();
    match outcome["status"].as_u64() {
        Some(200..=299) => Verdict::Done,
        // There is a newer version; or nothing to remove.
        Some(409) => Verdict::Done,
        Some(404) if outcome["error"].is_null() => Verdict::Done,
        Some(404) => Verdict::Gone(why()),
        Some(429 | 500..=599) => Verdict::Later,
        _ => Verdict::Never(why()),
    }
}

/// The lines of one change.
struct Item {
    id: String,
    lines: String,
}

impl Item {
    fn new(fed: &Fed) -> Item {
        let version = fed.at.max(0);
        let head = |id: &str| json!({"_id": id, "version": version, "version_type": "external_gte"});
        match fate(&fed.change) {
            Fate::Put(doc) => {
                let id = query::digits(doc.id);
                let lines = format!("{}\n{}\n", json!({"index": head(&id)}), document(&doc, &id));
                Item { id, lines }
            }
            Fate::Gone(id) => {
                let id = query::digits(id);
                Item { lines: format!("{}\n", json!({"delete": head(&id)})), id }
            }
        }
    }
}

fn document(doc: &Doc, id: &str) -> Value {
    json!({
        "id": id,
        "channel": doc.channel_id.to_string(),
        "user": doc.user_id.to_string(),
        "created": doc.create_at,
        "extension": doc.extension,
        "words": doc.words.join(" "),
        "stems": doc.stems.join(" "),
        "tags": doc.tags,
    })
}

#[cfg(test)]
mod tests {
    use base::Id;
    use base::ids::PostId;

    use super::*;
    use crate::changes::{Change, PostDoc};

    fn gone(number: u8) -> Fed {
        Fed { at: 7, change: Change::PostGone(PostId(Id([number; 16]))) }
    }

    fn long(bytes: usize) -> Fed {
        let post = PostDoc {
            id: PostId(Id([1; 16])),
            channel_id: Default::default(),
            user_id: Default::default(),
            create_at: 1,
            update_at: 1,
            message: "a".repeat(bytes),
            hashtags: String::new(),
        };
        Fed { at: 7, change: Change::Post(post) }
    }

    #[test]
    fn parts_are_bounded_and_hold_everything_once() {
        let many: Vec<Fed> = (0..2_500).map(|_| gone(1)).collect();
        assert_eq!(parts(&many, 10_000).map(<[Fed]>::len).collect::<Vec<_>>(), [1_000, 1_000, 500]);
        let heavy = [long(BYTES_MAX), long(10), long(BYTES_MAX / 2), long(BYTES_MAX / 2)];
        assert_eq!(parts(&heavy, 10).map(<[Fed]>::len).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(parts(&[], 10).count(), 0);
    }

    #[test]
    fn items_carry_their_time_as_their_version() {
        let item = Item::new(&gone(1));
        let expected = "{\"delete\":{\"_id\":\"01010101010101010101010101010101\",\"version\":7,\
             \"version_type\":\"external_gte\"}}\n";
        assert_eq!(item.lines, expected);
        assert_eq!(Item::new(&long(3)).lines.lines().count(), 2);
    }

    #[test]
    fn only_what_may_work_later_is_sent_again() {
        let verdict = |status: u16, error: Value| verdict(&json!({"index": {"status": status, "error": error}}));
        assert_eq!(verdict(201, Value::Null), Verdict::Done);
        assert_eq!(verdict(409, json!({"type": "version_conflict_engine_exception"})), Verdict::Done);
        assert_eq!(verdict(404, Value::Null), Verdict::Done);
        assert_eq!(verdict(429, json!({})), Verdict::Later);
        assert!(matches!(verdict(404, json!({"type": "index_not_found_exception"})), Verdict::Gone(_)));
        assert!(matches!(verdict(400, json!({"type": "mapper_parsing_exception"})), Verdict::Never(_)));
    }
}
