//! Deleting what is old.

use crate::check;
use crate::field::section;

section! {
    /// Deleting what is old.
    Retention in retention {
        /// Deletes old posts.
        enable_posts: bool = false
            => api("DataRetentionSettings.EnableMessageDeletion").member("DataRetentionEnableMessageDeletion");
        /// Hours after which a post is old.
        posts_h: u32 = 8760 => range(1, 876_000).api("DataRetentionSettings.MessageRetentionHours");
        /// Deletes old files.
        enable_files: bool = false
            => api("DataRetentionSettings.EnableFileDeletion").member("DataRetentionEnableFileDeletion");
        /// Hours after which a file is old.
        files_h: u32 = 8760 => range(1, 876_000).api("DataRetentionSettings.FileRetentionHours");
        /// Keeps pinned posts, and the beginnings of threads with a pinned reply.
        keep_pinned: bool = false => api("DataRetentionSettings.PreservePinnedPosts");
        /// Time of day (UTC) at which it happens.
        start_time: String = "02:00" => check(check::time_of_day).api("DataRetentionSettings.DeletionJobStartTime");
        /// Rows deleted at once, 500 at most.
        batch_size: u32 = 3000 => range(1, 100_000).api("DataRetentionSettings.BatchSize");
    }
}
