//! Files that were uploaded and never posted: after some days their rows and bytes go.
//!
//! A draft, a scheduled post or a bookmark may hold a file that is attached to nothing; those stay.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, FileId, UserId};
use node::error::Result;
use request::App;
use store::Returned;
use wire::files::FileInfo;

use crate::files::save::discard;

/// A browser may keep an unsent post for long, but not its upload for ever.
const UNATTACHED_MS: Millis = 7 * 24 * 60 * 60 * 1000;
/// Files looked at at once.
const BATCH_LEN: usize = 100;
/// Batches of one run; the rest is for the next one.
const BATCHES_MAX: usize = 50;
/// Bookmarks of a channel that are looked through; a channel has far fewer.
const BOOKMARKS_MAX: usize = 1_000;

/// Removes what writers that crashed left in the file store.
///
/// # Errors
/// When the file store does not answer.
pub async fn sweep_unfinished(app: Arc<App>) -> Result<()> {
    let removed = app.files.sweep().await?;
    if removed > 0 {
        tracing::info!(removed, "unfinished writes to the file store were removed");
    }
    Ok(())
}

/// Removes what nobody posted.
///
/// # Errors
/// When the store does not answer.
pub async fn sweep(app: Arc<App>) -> Result<()> {
    let before = app.clock.now() - UNATTACHED_MS;
    let mut after = (0, FileId::NONE);
    for _ in 0..BATCHES_MAX {
        let files = app.store.files_unattached(after, before, BATCH_LEN).await?;
        let Some(last) = files.last() else { break };
        after = (last.create_at, last.id);
        remove(&app, files).await?;
    }
    Ok(())
}

async fn remove(app: &App, mut files: Vec<FileInfo>) -> Result<()> {
    let users: HashSet<UserId> = files.iter().map(|file| file.user_id).collect();
    let channels: HashSet<ChannelId> = files.iter().map(|file| file.channel_id).filter(|id| id.is_some()).collect();
    let mut kept: HashSet<FileId> = HashSet::new();
    for user in users {
        kept.extend(app.store.files_in_drafts(user).await?);
        kept.extend(app.store.files_in_scheduled_posts(user).await?);
    }
    for channel in channels {
        let bookmarks = app.store.bookmarks(channel, BOOKMARKS_MAX).await?;
        kept.extend(bookmarks.iter().map(|bookmark| bookmark.file_id));
    }
    files.retain(|file| !kept.contains(&file.id));
    // The rows go first: a file without bytes would be offered, bytes without a file are only space. What was posted
    // at the last moment stays.
    let ids: Vec<FileId> = files.iter().map(|file| file.id).collect();
    let outcome = app.store.write(store::files::remove_unattached(&ids)).await?;
    let removed: HashSet<FileId> = outcome.rows::<FileId>(0)?.into_iter().collect();
    files.retain(|file| removed.contains(&file.id));
    discard(app, &files).await;
    Ok(())
}
