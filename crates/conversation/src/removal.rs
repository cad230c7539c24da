//! Removing for good: posts with all that hangs on them, replies included, and the bytes of their files.
//!
//! What the database keeps is gone with one change per batch; then the bytes go, which nothing leads to any more. No reply
//! is left without its root: a root goes in the change that removes the last replies to it, and who answers it at the same
//! time is refused ([`store::posts::touch_live`]) or goes with it.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::ids::{ChannelId, PostId};
use node::change::Change;
use node::error::Result;
use request::App;
use store::Returned;
use wire::files::FileInfo;
use wire::posts::Post;

use crate::{drafts, files, mention_counters as posts, threads};

/// Posts that are removed at a time; one change has at most twice as many, since it may remove as many replies to them.
/// Others' writes go between.
pub const BATCH_LEN: usize = 500;

/// Adds the removal of posts, and of what hangs on them, to a change; the files whose bytes are to go after it.
async fn add_posts(app: &Arc<App>, change: &mut Change, posts: &[PostId]) -> Result<Vec<FileInfo>> {
    let found = app.store.files_of_posts_with_deleted(posts).await?;
    let file_ids: Vec<_> = found.iter().map(|file| file.id).collect();
    change.write(store::posts::remove(posts));
    change.write(store::post_calls::remove(posts));
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

/// Posts about to go out of threads and channels that stay, with all replies to them.
pub struct Going {
    /// Those that the change removes.
    pub posts: Vec<Post>,
    /// For what else is to follow from it.
    pub change: Change,
    ids: Vec<PostId>,
    files: Vec<FileInfo>,
    /// The write that returns the replies.
    replies: usize,
}

impl Going {
    /// Begins to remove posts. Of more than [`BATCH_LEN`] replies to them the first go in changes of their own, before
    /// this returns.
    ///
    /// # Errors
    /// When the store does not answer; who asks again goes on.
    pub async fn begin(app: &Arc<App>, posts: &[PostId]) -> Result<Going> {
        let channels = channels_of(&app.store.posts(posts).await?);
        let mut ids = replies_left(app, posts, &channels).await?;
        ids.extend(posts);
        ids.sort_unstable();
        ids.dedup();
        let found = app.store.posts(&ids).await?;
        let mut change = app.change();
        let replies = change.write(store::posts::remove_replies(posts));
        let files = add_posts(app, &mut change, &ids).await?;
        for channel in channels {
            change.posts_changed(channel);
        }
        Ok(Going { posts: found, change, ids, files, replies })
    }

    /// Removes them.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn finish(self, app: &Arc<App>) -> Result<()> {
        let outcome = self.change.commit().await?;
        files::save::discard(app, &self.files).await;
        let mut late: Vec<PostId> = outcome.rows(self.replies)?;
        late.retain(|id| self.ids.binary_search(id).is_err());
        // Written while the change was made, and gone with it; what hangs on them is left.
        if !late.is_empty() {
            posts(app, &late).await?;
        }
        Ok(())
    }
}

/// Removes replies to some roots until fewer than [`BATCH_LEN`] are left, which are returned. Their threads go as well, so
/// that nobody counts.
async fn replies_left(app: &Arc<App>, roots: &[PostId], channels: &BTreeSet<ChannelId>) -> Result<Vec<PostId>> {
    loop {
        let replies = app.store.reply_ids(roots, BATCH_LEN).await?;
        if replies.len() < BATCH_LEN {
            return Ok(replies);
        }
        let mut change = app.change();
        let found = add_posts(app, &mut change, &replies).await?;
        for channel in channels {
            change.posts_changed(*channel);
        }
        change.commit().await?;
        files::save::discard(app, &found).await;
    }
}

fn channels_of(posts: &[Post]) -> BTreeSet<ChannelId> {
    posts.iter().map(|post| post.channel_id).collect()
}

/// Removes posts with the replies to them, out of threads and channels that stay. Nobody is told, except of mentions that
/// are unread no longer.
///
/// # Errors
/// When the store does not answer.
pub async fn posts_among_others(app: &Arc<App>, posts: &[PostId]) -> Result<()> {
    let mut going = Going::begin(app, posts).await?;
    threads::gone::tell_ended(app, &mut going.change, &going.posts).await?;
    let shortened = threads::gone::add(app, &mut going.change, &going.posts).await?;
    posts::gone(app, &mut going.change, &going.posts).await?;
    drafts::end_of(&mut going.change, &going.posts);
    going.finish(app).await?;
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
    files::save::discard(app, &found).await;
    Ok(())
}
