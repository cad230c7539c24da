//! What a change says of posts and files, for searches to find them.

use base::Millis;
use base::ids::{FileId, PostId};
use search::Kind;
use search::source::post_doc;
use store::Returned;
use wire::posts::Post;

use crate::change::Change;
use crate::indexing::Version;

impl Change {
    /// A post that is new or was edited: once this is done, searches find it as it is now. `now` is the time its
    /// write was given.
    pub fn index_post(&mut self, post: &Post, version: Version, now: Millis) {
        let Some(doc) = post_doc(post, now) else { return };
        self.then_here(move |node, _| node.indexing.add_post(doc, version));
    }

    /// Posts that are deleted: searches find neither them nor their files.
    pub fn unindex_posts(&mut self, posts: Vec<PostId>) {
        self.then_here(move |node, _| node.indexing.posts_gone(posts));
    }

    /// The same for the posts whose ids the write at `at` returns.
    pub fn unindex_returned_posts(&mut self, at: usize) {
        self.then_here(move |node, outcome| match outcome.rows::<PostId>(at) {
            Ok(posts) if posts.is_empty() => {}
            Ok(posts) => node.indexing.posts_gone(posts),
            Err(error) => {
                tracing::error!(%error, "deleted posts cannot be read: the index reads them again");
                node.indexing.engine.miss(Kind::Posts);
            }
        });
    }

    /// Files that were attached to a post or dropped from it.
    pub fn index_files(&mut self, files: Vec<FileId>) {
        if !files.is_empty() {
            self.then_here(move |node, _| node.indexing.files_changed(files));
        }
    }
}
