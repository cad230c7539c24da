//! Runs a plan: the newest documents that match, and no more work than that needs.
//!
//! Documents of a segment are sorted newest first, and segments are visited by their newest
//! document. A segment is left at the first document older than the worst of a full page, and the
//! search ends at the first segment that is older as a whole.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use base::{Id, Millis};
use tantivy::columnar::{BytesColumn, Column};
use tantivy::query::{EnableScoring, Query, Scorer, Weight};
use tantivy::{DocId, Searcher, SegmentReader, TERMINATED, TantivyError};

use crate::Result;
use crate::query::Plan;
use crate::schema::{CHANNEL, CREATE_AT, ID_HIGH, ID_LOW, Key};

/// Looking a channel up in a segment costs about as much as reading this many of its channels.
const LOOKUP_COST: usize = 32;

/// A document that matches. Ordered by age, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    pub create_at: Millis,
    pub id: Id,
}

/// The `wanted` newest documents that match, newest first.
///
/// # Errors
/// When the index cannot be read.
pub fn newest(searcher: &Searcher, plan: &Plan, wanted: usize) -> Result<Vec<Hit>> {
    let weigh = |query: &dyn Query| query.weight(EnableScoring::disabled_from_searcher(searcher));
    let matching = weigh(plan.query.as_ref())?;
    let excluded = plan.excluded.iter().map(|query| weigh(query.as_ref())).collect::<tantivy::Result<Vec<_>>>()?;
    let mut segments = searcher.segment_readers().iter().map(Segment::open).collect::<Result<Vec<_>>>()?;
    segments.sort_by_key(|segment| Reverse(segment.created.max_value()));
    let mut best = Best { wanted, hits: BinaryHeap::new() };
    for segment in &segments {
        if best.is_beyond(segment.created.max_value()) {
            break;
        }
        segment.search(plan, matching.as_ref(), &excluded, &mut best)?;
    }
    Ok(best.newest_first())
}

/// The best hits so far; the worst of them on top.
struct Best {
    wanted: usize,
    hits: BinaryHeap<Reverse<Hit>>,
}

impl Best {
    /// Whether nothing as old as this gets in any more.
    fn is_beyond(&self, create_at: Millis) -> bool {
        self.hits.len() >= self.wanted && self.hits.peek().is_none_or(|Reverse(worst)| create_at < worst.create_at)
    }

    fn offer(&mut self, hit: Hit) {
        self.hits.push(Reverse(hit));
        if self.hits.len() > self.wanted {
            self.hits.pop();
        }
    }

    fn newest_first(self) -> Vec<Hit> {
        self.hits.into_sorted_vec().into_iter().map(|Reverse(hit)| hit).collect()
    }
}

/// The columns of one segment.
struct Segment<'s> {
    reader: &'s SegmentReader,
    created: Column<i64>,
    channel: BytesColumn,
    id_high: Column<u64>,
    id_low: Column<u64>,
}

impl<'s> Segment<'s> {
    fn open(reader: &'s SegmentReader) -> Result<Segment<'s>> {
        let columns = reader.fast_fields();
        let missing = || TantivyError::SchemaError("no column for channels".to_owned());
        Ok(Segment {
            reader,
            created: columns.i64(CREATE_AT)?,
            channel: columns.bytes(CHANNEL)?.ok_or_else(missing)?,
            id_high: columns.u64(ID_HIGH)?,
            id_low: columns.u64(ID_LOW)?,
        })
    }

    fn search(&self, plan: &Plan, matching: &dyn Weight, excluded: &[Box<dyn Weight>], best: &mut Best) -> Result<()> {
        let allowed = Allowed::new(self, &plan.channels)?;
        let excluded = excluded.iter().map(|weight| weight.scorer(self.reader, 1.0)).collect::<tantivy::Result<_>>()?;
        let mut excluded = Excluded { documents: excluded };
        let mut documents = matching.scorer(self.reader, 1.0)?;
        let mut doc = seek(documents.as_mut(), self.first_before(plan.created.until));
        while doc != TERMINATED {
            let create_at = self.created.first(doc).unwrap_or_default();
            let too_old = plan.created.from.is_some_and(|from| create_at < from);
            if too_old || best.is_beyond(create_at) {
                break;
            }
            let counts = plan.permits(create_at) && allowed.permits(self, doc) && !self.reader.is_deleted(doc);
            if counts && !excluded.contains(doc) {
                best.offer(Hit { create_at, id: self.id(doc) });
            }
            doc = documents.advance();
        }
        Ok(())
    }

    fn id(&self, doc: DocId) -> Id {
        let half = |column: &Column<u64>| u128::from(column.first(doc).unwrap_or_default());
        Id((half(&self.id_high) << 64 | half(&self.id_low)).to_be_bytes())
    }

    /// The first document, in the order of the segment, that was written before `until`.
    fn first_before(&self, until: Option<Millis>) -> DocId {
        let Some(until) = until else { return 0 };
        let (mut low, mut high) = (0, self.reader.max_doc());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.created.first(middle).is_some_and(|at| at >= until) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Documents that are left out; asked in ascending order.
struct Excluded {
    documents: Vec<Box<dyn Scorer>>,
}

impl Excluded {
    fn contains(&mut self, doc: DocId) -> bool {
        self.documents.iter_mut().any(|documents| seek(documents.as_mut(), doc) == doc)
    }
}

/// The first document from `target` on; never seeks backwards.
fn seek(documents: &mut dyn Scorer, target: DocId) -> DocId {
    match documents.doc() {
        doc if doc < target => documents.seek(target),
        doc => doc,
    }
}

/// The channels that count, as a bit for each channel of a segment.
struct Allowed {
    bits: Vec<u64>,
}

impl Allowed {
    /// `channels` are sorted, as are those of the segment.
    fn new(segment: &Segment<'_>, channels: &[Key]) -> Result<Allowed> {
        let dictionary = segment.channel.dictionary();
        let mut allowed = Allowed { bits: vec![0; dictionary.num_terms().div_ceil(64)] };
        if channels.len().saturating_mul(LOOKUP_COST) < dictionary.num_terms() {
            for channel in channels {
                if let Some(ordinal) = dictionary.term_ord(channel).map_err(TantivyError::from)? {
                    allowed.allow(ordinal);
                }
            }
            return Ok(allowed);
        }
        let mut wanted = channels.iter().peekable();
        let mut terms = dictionary.stream().map_err(TantivyError::from)?;
        while terms.advance() {
            while wanted.next_if(|channel| channel.as_slice() < terms.key()).is_some() {}
            match wanted.peek() {
                None => break,
                Some(channel) if channel.as_slice() == terms.key() => allowed.allow(terms.term_ord()),
                Some(_) => {}
            }
        }
        Ok(allowed)
    }

    fn allow(&mut self, ordinal: u64) {
        self.bits[ordinal as usize / 64] |= 1 << (ordinal % 64);
    }

    fn permits(&self, segment: &Segment<'_>, doc: DocId) -> bool {
        let ordinal = segment.channel.ords().first(doc);
        ordinal.is_some_and(|ordinal| self.bits[ordinal as usize / 64] >> (ordinal % 64) & 1 == 1)
    }
}
