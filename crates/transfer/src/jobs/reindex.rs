//! The search index made anew from the store, while searches go on.
//!
//! On a search server a new version is filled beside the one in use and takes over in one step. Elsewhere everything is
//! indexed again in place, then what the store does not know of is taken out. The index follows the store by itself;
//! this is for an administrator who has reason to doubt it, or who changed how indexes are made.

use std::sync::Arc;

use base::{Id, Millis};
use node::error::{ApiError, Result};
use request::App;
use search::source::{PAGE_LEN, page};
use search::{Build, Change, Kind, Mark};
use wire::omit::StringMap;

use crate::runner::Running;

/// The name that clients know such a job by.
pub const KIND: &str = "elasticsearch_post_indexing";

/// Where the parts of the work end, in percent.
const POSTS_DONE: i64 = 60;
const FILES_DONE: i64 = 90;
const LEFTOVERS_DONE: i64 = 99;

/// # Errors
/// When the store or the index does not answer, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let build = match app.indexing.engine.shared() {
        Some(shared) => shared.build().await.map_err(failed)?,
        None => None,
    };
    let posts =
        add(&app, &mut running, build.as_ref(), Part { kind: Kind::Posts, begins: 0, ends: POSTS_DONE }).await?;
    let files = Part { kind: Kind::Files, begins: POSTS_DONE, ends: FILES_DONE };
    let files = add(&app, &mut running, build.as_ref(), files).await?;
    let gone = match (build, app.indexing.engine.shared()) {
        (Some(build), Some(shared)) => {
            running.reached(LEFTOVERS_DONE).await?;
            build.take_over(shared).await.map_err(failed)?;
            0
        }
        _ => remove_leftovers(&app, &mut running).await?,
    };
    app.indexing.engine.flush().await.map_err(failed)?;
    let figures = [("posts", posts), ("files", files), ("removed", gone)];
    Ok(figures.map(|(name, figure)| (name.to_owned(), figure.to_string())).into())
}

fn failed(error: search::Error) -> ApiError {
    ApiError::internal("app.search.index.app_error", "The search index cannot be written.").because(error)
}

/// One kind of documents, and what of the whole work they are.
struct Part {
    kind: Kind,
    begins: i64,
    ends: i64,
}

async fn add(app: &App, running: &mut Running, build: Option<&Build>, part: Part) -> Result<usize> {
    let (mut done, mut first) = (0, None);
    let mut reached = Mark::default();
    loop {
        let changes = page(&app.store, part.kind, reached).await?;
        let Some((last, _)) = changes.last() else { return Ok(done) };
        let first = *first.get_or_insert(changes[0].0.update_at);
        reached = *last;
        done += changes.len();
        let written = match (build, app.indexing.engine.shared()) {
            (Some(build), Some(shared)) => build.put(shared, part.kind, changes, reached).await,
            _ => {
                let changes = changes.into_iter().map(|(_, change)| change).collect();
                app.indexing.engine.again(part.kind, changes).await
            }
        };
        written.map_err(failed)?;
        let share = share(first, reached.update_at, app.clock.now());
        running.reached(part.begins + (part.ends - part.begins) * share / 100).await?;
    }
}

/// How far `at` is between two times, in percent.
fn share(from: Millis, at: Millis, to: Millis) -> i64 {
    if to > from { (100 * (at - from) / (to - from)).clamp(0, 100) } else { 100 }
}

/// Takes out what was removed from the store for good and left in the index by some mishap.
async fn remove_leftovers(app: &App, running: &mut Running) -> Result<usize> {
    let index = &app.indexing.engine;
    let mut gone = 0;
    for kind in [Kind::Posts, Kind::Files] {
        let mut after = Id::NONE;
        loop {
            let ids = index.ids(kind, after, PAGE_LEN).await.map_err(failed)?;
            let Some(last) = ids.last() else { break };
            after = *last;
            let leftovers = unknown(app, kind, ids).await?;
            gone += leftovers.len();
            if !leftovers.is_empty() {
                index.again(kind, leftovers).await.map_err(failed)?;
            }
            running.reached(LEFTOVERS_DONE).await?;
        }
    }
    Ok(gone)
}

/// Removals of those ids of a kind that the store has no live row for.
async fn unknown(app: &App, kind: Kind, ids: Vec<Id>) -> Result<Vec<Change>> {
    match kind {
        Kind::Posts => {
            let ids: Vec<_> = ids.into_iter().map(base::ids::PostId).collect();
            let live: Vec<_> = app.store.post_stubs(&ids).await?.into_iter().map(|post| post.id).collect();
            Ok(ids.into_iter().filter(|id| !live.contains(id)).map(Change::PostGone).collect())
        }
        Kind::Files => {
            let ids: Vec<_> = ids.into_iter().map(base::ids::FileId).collect();
            let live = app.store.files(&ids).await?.into_iter().filter(|file| file.delete_at == 0);
            let live: Vec<_> = live.map(|file| file.id).collect();
            Ok(ids.into_iter().filter(|id| !live.contains(id)).map(Change::FileGone).collect())
        }
    }
}
