//! What is in the index, by its ids: for comparing it with the store.

use base::Id;
use tantivy::Searcher;
use tantivy::schema::Field;

use crate::Result;
use crate::cursor::Kind;
use crate::schema::key;

/// The smallest ids of a kind behind `after`, in order. Reads no more of each segment's list of terms than `limit`.
///
/// # Errors
/// When the index cannot be read.
pub fn ids(searcher: &Searcher, field: Field, kind: Kind, after: Id, limit: usize) -> Result<Vec<Id>> {
    let (behind, last) = (key(kind, after), key(kind, Id([0xff; 16])));
    let mut found = Vec::new();
    for segment in searcher.segment_readers() {
        let inverted = segment.inverted_index(field)?;
        let mut terms = inverted.terms().range().gt(behind).le(last).into_stream()?;
        let mut left = limit;
        while left > 0 && terms.advance() {
            if let Some(id) = terms.key().get(1..).and_then(|id| id.try_into().ok()) {
                found.push(Id(id));
            }
            left -= 1;
        }
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(limit);
    Ok(found)
}
