//! The search index made anew from the store, while searches go on: everything is indexed again, then what the store
//! does not know of is taken out.
//!
//! The index follows the store by itself; this is for an administrator who has reason to doubt it.

use std::sync::Arc;

use base::{Id, Millis};
use search::{Change, Kind};
use wire::omit::StringMap;

use super::runner::Running;
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::indexing::{FILE_PAGE_LEN, PAGE_LEN, file_changes, post_change};

/// The name that clients know such a job by.
pub const KIND: &str = "elasticsearch_post_indexing";

/// Where the parts of the work end, in percent.
const POSTS_DONE: i64 = 60;
const FILES_DONE: i64 = 90;
const LEFTOVERS_DONE: i64 = 99;

/// # Errors
/// When the store or the index does not answer, and when the job is to stop.
pub async fn run(app: Arc<App>, mut running: Running) -> Result<StringMap> {
    let posts = add_posts(&app, &mut running).await?;
    let files = add_files(&app, &mut running).await?;
    let gone = remove_leftovers(&app, &mut running).await?;
    app.indexing.index.flush().await.map_err(failed)?;
    let figures = [("posts", posts), ("files", files), ("removed", gone)];
    Ok(figures.map(|(name, figure)| (name.to_owned(), figure.to_string())).into())
}

fn failed(error: search::Error) -> ApiError {
    ApiError::internal("app.search.index.app_error", "The search index cannot be written.").because(error)
}

async fn add_posts(app: &App, running: &mut Running) -> Result<usize> {
    let (mut done, mut first) = (0, None);
    let mut cursor = store::posts::Cursor::default();
    loop {
        let page = app.store.posts_changed_after(cursor, PAGE_LEN).await?;
        let Some((last, _)) = page.last() else { return Ok(done) };
        let first = *first.get_or_insert(page[0].0.at);
        cursor = *last;
        let changes = page.iter().map(|(cursor, post)| post_change(post, cursor.at)).collect();
        app.indexing.index.again(Kind::Posts, changes).await.map_err(failed)?;
        done += page.len();
        running.reached(POSTS_DONE * share(first, cursor.at, app.clock.now()) / 100).await?;
    }
}

async fn add_files(app: &App, running: &mut Running) -> Result<usize> {
    let (mut done, mut first) = (0, None);
    let mut cursor = store::files::Cursor::default();
    loop {
        let page = app.store.files_changed_after(cursor, FILE_PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(done) };
        let first = *first.get_or_insert(page[0].cursor.at);
        cursor = last.cursor;
        let ids: Vec<_> = page.iter().map(|file| file.cursor.id).collect();
        let changes = file_changes(&app.store, &ids).await?;
        app.indexing.index.again(Kind::Files, changes).await.map_err(failed)?;
        done += page.len();
        let share = share(first, cursor.at, app.clock.now());
        running.reached(POSTS_DONE + (FILES_DONE - POSTS_DONE) * share / 100).await?;
    }
}

/// How far `at` is between two times, in percent.
fn share(from: Millis, at: Millis, to: Millis) -> i64 {
    if to > from { (100 * (at - from) / (to - from)).clamp(0, 100) } else { 100 }
}

/// Takes out what was removed from the store for good and left in the index by some mishap.
async fn remove_leftovers(app: &App, running: &mut Running) -> Result<usize> {
    let index = &app.indexing.index;
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
