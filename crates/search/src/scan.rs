//! Searching the store's changes one after the other, without any index: exactly what an index would find, but only so far
//! back. The last seconds of it make up for what an index lacks yet; more of it answers while a search server does not.

use std::collections::HashSet;

use base::{Id, Millis};
use store::Store;
use store::full_text::Search;

use crate::Result;
use crate::ask::{Fate, fate};
use crate::changes::Change;
use crate::cursor::{Kind, Mark};
use crate::newest::Hit;
use crate::source::{FILE_PAGE_LEN, PAGE_LEN, page, page_back};

/// Pages of the store that one search without an index reads: 20,000 posts, about a tenth of a second. Few files, as each
/// may bring a mebibyte.
const POST_PAGES_MAX: usize = 20_000 / PAGE_LEN;
const FILE_PAGES_MAX: usize = 512 / FILE_PAGE_LEN;

/// How long an index may take to have a change, while all is well: a pass of the feeder and a refresh.
const TAIL_MS: Millis = 5_000;

/// Pages of changes that one search looks through beside the index. At 400 posts a second it is the last five seconds.
const TAIL_PAGES_MAX: usize = 4;

/// The document of a change, when it is found.
fn hit(change: &Change, search: &Search) -> Option<Hit> {
    match fate(change) {
        // Channels are sorted.
        Fate::Put(doc) if search.channels.binary_search(&doc.channel_id).is_ok() && search.finds(&doc) => {
            Some(Hit { create_at: doc.create_at, id: doc.id })
        }
        Fate::Put(_) | Fate::Gone(_) => None,
    }
}

/// Finds among the newest changes of the store.
///
/// # Errors
/// When the store does not answer.
pub async fn scan(store: &Store, kind: Kind, search: &Search, wanted: usize) -> Result<Vec<Hit>> {
    let pages_max = match kind {
        Kind::Posts => POST_PAGES_MAX,
        Kind::Files => FILE_PAGES_MAX,
    };
    let mut hits = Vec::new();
    let mut before = Mark::END;
    for _ in 0..pages_max {
        let changes = page_back(store, kind, before).await?;
        let Some((oldest, _)) = changes.last() else { break };
        before = *oldest;
        hits.extend(changes.iter().filter_map(|(_, change)| hit(change, search)));
    }
    Ok(newest_first(hits, wanted))
}

/// Changes are in the order of the last edit, results in that of the writing.
fn newest_first(mut hits: Vec<Hit>, wanted: usize) -> Vec<Hit> {
    hits.sort_unstable_by(|one, other| other.cmp(one));
    hits.truncate(wanted);
    hits
}

/// What changed in the store within the last seconds.
pub struct Tail {
    changed: HashSet<Id>,
    hits: Vec<Hit>,
}

impl Tail {
    /// # Errors
    /// When the store does not answer.
    pub async fn read(store: &Store, kind: Kind, search: &Search, now: Millis) -> Result<Tail> {
        let mut tail = Tail { changed: HashSet::new(), hits: Vec::new() };
        let mut after = Mark { update_at: now - TAIL_MS, id: Id::NONE };
        for _ in 0..TAIL_PAGES_MAX {
            let changes = page(store, kind, after).await?;
            let Some((last, _)) = changes.last() else { break };
            after = *last;
            tail.changed.extend(changes.iter().map(|(mark, _)| mark.id));
            tail.hits.extend(changes.iter().filter_map(|(_, change)| hit(change, search)));
        }
        Ok(tail)
    }

    /// How many documents of the index it may correct.
    pub fn len(&self) -> usize {
        self.changed.len()
    }

    /// What the index found with what changed in its place.
    pub fn correct(self, mut found: Vec<Hit>, wanted: usize) -> Vec<Hit> {
        if self.changed.is_empty() {
            found.truncate(wanted);
            return found;
        }
        found.retain(|hit| !self.changed.contains(&hit.id));
        found.extend(self.hits);
        newest_first(found, wanted)
    }
}
