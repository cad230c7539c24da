//! Batches of posts that are being written while the next one is made. Whoever reads what they may hold waits for their end.
//! Each notes its last line and fails unless the one before it did, so none is passed over.
//! Beside people there is none: a job that is stopped leaves nothing behind that is still being written.

use std::collections::VecDeque;
use std::pin::Pin;

use futures_util::FutureExt;
use node::change::Change;
use parking_lot::Mutex;
use store::Outcome;

use crate::bulk::Failed;
use crate::imports::{Import, Others, refused};

/// Batches that the writer has at most: one that it writes, and one for when it is done.
const UNDER_WAY_MAX: usize = 2;

/// Batches that the writer has, in order.
pub type UnderWay = VecDeque<Handed>;

/// A batch that the writer has.
pub struct Handed {
    /// In a lock that nobody waits for, so that threads may share the import.
    commit: Mutex<Pin<Box<dyn Future<Output = store::Result<Outcome>> + Send>>>,
    /// Its last line.
    last: u64,
}

/// Hands a batch up to the line `last` to the writer, when that has room.
///
/// # Errors
/// What became of a batch before it.
pub async fn begin(import: &mut Import, change: Change, last: u64) -> Result<(), Failed> {
    while import.under_way.len() >= UNDER_WAY_MAX {
        finish_first(import).await?;
    }
    let mut commit = import.announced(change).commit();
    // The first look hands it over.
    let done = (&mut commit).now_or_never();
    let commit = done.map_or(commit, |done| Box::pin(std::future::ready(done)));
    import.under_way.push_back(Handed { commit: Mutex::new(commit), last });
    match import.others {
        Others::None => Ok(()),
        Others::People => finish(import).await,
    }
}

/// Waits until nothing is under way.
///
/// # Errors
/// When a batch could not be written.
pub async fn finish(import: &mut Import) -> Result<(), Failed> {
    while !import.under_way.is_empty() {
        finish_first(import).await?;
    }
    Ok(())
}

async fn finish_first(import: &mut Import) -> Result<(), Failed> {
    let Some(Handed { commit, last }) = import.under_way.pop_front() else { return Ok(()) };
    let done = commit.into_inner().await;
    done.map_err(|error| Failed { line: last, error: refused(error) })?;
    import.report.line = last;
    Ok(())
}
