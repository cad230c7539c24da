//! Removing for good: posts with all that hangs on them, and the bytes of their files.
//!
//! What the database keeps is gone with one change per batch; then the bytes go, which nothing leads to any more.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::ids::PostId;
use wire::files::FileInfo;

use super::{files, threads};
use crate::app::App;
use crate::change::Change;
use crate::error::Result;

/// Posts that one change removes; others' writes go between.
pub const BATCH_LEN: usize = 500;

/// Adds the removal of posts, and of what hangs on them, to a change; the files whose bytes are to go after it.
///
/// # Errors
/// When the store does not answer.
pub async fn add_posts(app: &Arc<App>, change: &mut Change, posts: &[PostId]) -> Result<Vec<FileInfo>> {
    let found = app.store.files_of_posts_with_deleted(posts).await?;
    let file_ids: Vec<_> = found.iter().map(|file| file.id).collect();
    change.write(store::posts::remove(posts));
    change.write(store::reactions::remove_of_posts(posts));
    change.write(store::files::remove(&file_ids));
    change.write(store::preferences::unflag(posts));
    for write in store::threads::remove(posts).into_iter().chain(store::post_priorities::remove(posts)) {
        change.write(write);
    }
    change.unindex_posts(posts.to_vec());
    change.index_files(file_ids);
    Ok(found)
}

/// Removes posts in a change of their own, out of threads and channels that stay. Nobody is told, except of mentions that
/// are unread no longer.
///
/// # Errors
/// When the store does not answer.
pub async fn posts_among_others(app: &Arc<App>, posts: &[PostId]) -> Result<()> {
    let gone = app.store.posts(posts).await?;
    let mut change = app.change();
    let found = add_posts(app, &mut change, posts).await?;
    let shortened = threads::gone::add(app, &mut change, &gone).await?;
    for channel in gone.iter().map(|post| post.channel_id).collect::<BTreeSet<_>>() {
        change.posts_changed(channel);
    }
    change.commit().await?;
    files::discard(app, &found).await;
    for thread in &shortened {
        threads::updated::tell_losers(app, thread).await?;
    }
    Ok(())
}

/// Removes posts of a channel that goes with all of them, in a change of their own.
///
/// # Errors
/// When the store does not answer.
pub async fn posts(app: &Arc<App>, posts: &[PostId]) -> Result<()> {
    let mut change = app.change();
    let found = add_posts(app, &mut change, posts).await?;
    change.commit().await?;
    files::discard(app, &found).await;
    Ok(())
}
