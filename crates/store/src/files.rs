//! What is known of files. The bytes lie elsewhere; `path` says where.

use base::Millis;
use base::ids::{ChannelId, FileId, PostId, UserId};
use wire::files::FileInfo;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Value, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT f.id, f.user_id, f.post_id, f.channel_id, f.create_at, f.update_at, f.delete_at, f.path, \
             f.thumbnail_path, f.preview_path, f.name, f.extension, f.size, f.mime_type, f.width, f.height, \
             f.has_preview_image, f.mini_preview, f.archived FROM file_infos f ",
            $rest
        )
    };
}

macro_rules! insert {
    ($rest:literal) => {
        concat!(
            "INSERT INTO file_infos (id, user_id, post_id, channel_id, create_at, update_at, delete_at, path, \
                thumbnail_path, preview_path, name, extension, size, mime_type, width, height, has_preview_image, \
                mini_preview, content, archived, content_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "FileInfoStore.Save" => insert!("");
    INSERT_AGAIN = "FileInfoStore.SaveAgain" =>
        insert!(" ON CONFLICT (id) DO UPDATE SET post_id = excluded.post_id, delete_at = 0, \
                  update_at = excluded.content_at, content_at = excluded.content_at");
    /// Who attaches must be who uploaded, and a file is attached once. The negation keeps the planner from the index of
    /// all files that are attached to nothing.
    ATTACH = "FileInfoStore.AttachToPost" =>
        "UPDATE file_infos SET post_id = $2, channel_id = $3, content_at = $5 \
         WHERE id = ANY($1) AND user_id = $4 AND NOT (post_id <> $6) AND delete_at = 0 RETURNING id";
    SET_PREVIEWS = "FileInfoStore.UpdatePreviews" =>
        "UPDATE file_infos SET thumbnail_path = $2, preview_path = $3, width = $4, height = $5, \
            has_preview_image = $6, mini_preview = $7, update_at = $8 \
         WHERE id = $1";
    DELETE_OF_POST = "FileInfoStore.DeleteForPost" =>
        "UPDATE file_infos SET delete_at = $2, update_at = $2, content_at = $2 WHERE post_id = $1 AND delete_at = 0";
    DELETE_OF_REPLIES = "FileInfoStore.DeleteForReplies" =>
        "UPDATE file_infos SET delete_at = $3, update_at = $3, content_at = $3 WHERE delete_at = 0 AND post_id IN \
            (SELECT p.id FROM posts p WHERE p.channel_id = $1 AND p.root_id = $2 AND p.delete_at = 0)";
    DELETE = "FileInfoStore.DeleteForPostByIds" =>
        "UPDATE file_infos SET delete_at = $3, update_at = $3, content_at = $3 \
         WHERE id = ANY($1) AND post_id = $2 AND delete_at = 0";
    RESTORE = "FileInfoStore.RestoreForPostByIds" =>
        "UPDATE file_infos SET delete_at = 0, update_at = $3, content_at = $3 \
         WHERE id = ANY($1) AND post_id = $2 AND delete_at > 0";
    /// Index file_infos_post.
    UNATTACHED = "FileInfoStore.GetUnattached" =>
        select!("WHERE f.post_id = $1 AND (f.create_at, f.id) > ($2, $3) AND f.create_at < $4 \
                 ORDER BY f.create_at, f.id LIMIT $5");
    /// There is no index by age alone: the nightly removal of what is old walks through all files once.
    OLD = "FileInfoStore.GetIdsForRetention" =>
        select!("WHERE f.id > $1 AND f.create_at < $2 AND f.post_id <> $3 ORDER BY f.id LIMIT $4");
    REMOVE_UNATTACHED = "FileInfoStore.PermanentDeleteUnattached" =>
        "DELETE FROM file_infos WHERE id = ANY($1) AND NOT (post_id <> $2) RETURNING id";
    REMOVE = "FileInfoStore.PermanentDelete" => "DELETE FROM file_infos WHERE id = ANY($1)";
    BY_ID = "FileInfoStore.Get" => select!("WHERE f.id = $1");
    BY_IDS = "FileInfoStore.GetByIds" =>
        select!("WHERE f.id = ANY((SELECT $1::BYTEA[])::BYTEA[]) \
                 ORDER BY f.create_at DESC, f.id DESC");
    OF_POST = "FileInfoStore.GetForPost" =>
        select!("WHERE f.post_id = $1 AND f.delete_at = 0 ORDER BY f.create_at, f.id");
    OF_POST_WITH_DELETED = "FileInfoStore.GetForPostIncludeDeleted" =>
        select!("WHERE f.post_id = $1 ORDER BY f.create_at, f.id");
    OF_POSTS = "FileInfoStore.GetForPosts" =>
        select!("WHERE f.post_id = ANY((SELECT $1::BYTEA[])::BYTEA[]) AND f.delete_at = 0 \
                 ORDER BY f.post_id, f.create_at, f.id");
    OF_POSTS_WITH_DELETED = "FileInfoStore.GetForPostsIncludeDeleted" =>
        select!("WHERE f.post_id = ANY($1) ORDER BY f.post_id, f.create_at, f.id");
    /// Index file_infos_feed.
    FEED = "FileInfoStore.GetFilesBatchForIndexing" =>
        "SELECT f.content_at, f.id, f.post_id, f.delete_at FROM file_infos f \
         WHERE (f.content_at, f.id) > ($1, $2) ORDER BY f.content_at, f.id LIMIT $3";
    /// Index file_infos_feed.
    FEED_BACK = "FileInfoStore.GetFilesBatchBackwards" =>
        "SELECT f.content_at, f.id, f.post_id, f.delete_at FROM file_infos f \
         WHERE (f.content_at, f.id) < ($1, $2) ORDER BY f.content_at DESC, f.id DESC LIMIT $3";
    CONTENT = "FileInfoStore.GetContent" =>
        "SELECT f.content_at, f.content FROM file_infos f WHERE f.id = $1";
    COUNT = "ChannelStore.GetFileCount" =>
        "SELECT COUNT(*) FROM file_infos f WHERE f.channel_id = $1 AND f.delete_at = 0 AND f.post_id <> $2";
}

impl FromRow for FileInfo {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(FileInfo {
            id: row.id()?,
            user_id: row.id()?,
            post_id: row.id()?,
            channel_id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            path: row.text()?,
            thumbnail_path: row.text()?,
            preview_path: row.text()?,
            name: row.text()?,
            extension: row.text()?,
            size: row.int()?,
            mime_type: row.text()?,
            width: row.int()?,
            height: row.int()?,
            has_preview_image: row.bool()?,
            mini_preview: row.opt_text()?,
            archived: row.bool()?,
            ..FileInfo::default()
        })
    }
}

/// How far a reader of changes has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub at: Millis,
    pub id: FileId,
}

/// A file that changed, as the search index reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    pub cursor: Cursor,
    /// None while the file is attached to nothing.
    pub post: PostId,
    pub delete_at: Millis,
}

impl FromRow for Changed {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let cursor = Cursor { at: row.int()?, id: row.id()? };
        Ok(Changed { cursor, post: row.id()?, delete_at: row.int()? })
    }
}

/// Adds a file. `now` is this server's time, whatever the file says of its own: the search index follows it.
pub fn insert(file: &FileInfo, now: Millis) -> Write {
    Write::must(&INSERT, columns(file, now))
}

/// As [`insert`]; a file of this id that is there, also deleted, is attached where this one is.
pub fn insert_again(file: &FileInfo, now: Millis) -> Write {
    Write::must(&INSERT_AGAIN, columns(file, now))
}

fn columns(file: &FileInfo, now: Millis) -> Vec<Value> {
    params![
        file.id,
        file.user_id,
        file.post_id,
        file.channel_id,
        file.create_at,
        file.update_at,
        file.delete_at,
        &file.path,
        &file.thumbnail_path,
        &file.preview_path,
        &file.name,
        &file.extension,
        file.size,
        &file.mime_type,
        file.width,
        file.height,
        file.has_preview_image,
        file.mini_preview.clone(),
        &file.content,
        file.archived,
        now,
    ]
}

/// Where files are attached to, and by whom.
#[derive(Clone, Copy, Debug)]
pub struct Attachment {
    pub post: PostId,
    pub channel: ChannelId,
    pub author: UserId,
}

/// Attaches files to a post; the outcome's rows are the [`FileId`]s that could be. Files of others, deleted ones and
/// those of another post cannot.
pub fn attach(files: &[FileId], to: Attachment, now: Millis) -> Write {
    Write::new(&ATTACH, params![files, to.post, to.channel, to.author, now, PostId::NONE])
}

/// Keeps what was found out of a picture after its upload.
pub fn set_previews(file: &FileInfo, now: Millis) -> Write {
    let params = params![
        file.id,
        &file.thumbnail_path,
        &file.preview_path,
        file.width,
        file.height,
        file.has_preview_image,
        file.mini_preview.clone(),
        now,
    ];
    Write::new(&SET_PREVIEWS, params)
}

/// Marks the files of a post as deleted.
pub fn delete_of_post(post: PostId, now: Millis) -> Write {
    Write::new(&DELETE_OF_POST, params![post, now])
}

/// Marks the files of a root's live replies as deleted; belongs before the write that deletes the replies.
pub fn delete_of_replies(channel: ChannelId, root: PostId, now: Millis) -> Write {
    Write::new(&DELETE_OF_REPLIES, params![channel, root, now])
}

/// Marks some files of a post as deleted, as an edit that drops them does.
pub fn delete(files: &[FileId], post: PostId, now: Millis) -> Write {
    Write::new(&DELETE, params![files, post, now])
}

/// Brings back files of a post that an edit had dropped.
pub fn restore(files: &[FileId], post: PostId, now: Millis) -> Write {
    Write::new(&RESTORE, params![files, post, now])
}

/// Removes what is known of files; their bytes are removed elsewhere.
pub fn remove(files: &[FileId]) -> Write {
    Write::new(&REMOVE, params![files])
}

/// Removes what is known of files, of those that are attached to nothing; the outcome's rows are their [`FileId`]s.
pub fn remove_unattached(files: &[FileId]) -> Write {
    Write::new(&REMOVE_UNATTACHED, params![files, PostId::NONE])
}

impl Store {
    /// Files that are attached to nothing, made before a time and behind a place in this order, oldest first.
    pub async fn files_unattached(
        &self,
        after: (Millis, FileId),
        before: Millis,
        limit: usize,
    ) -> Result<Vec<FileInfo>> {
        self.all(&UNATTACHED, params![PostId::NONE, after.0, after.1, before, limit]).await
    }

    /// Files of posts that were made before a time, deleted ones included, behind `after` in the order of their ids.
    pub async fn files_old(&self, after: FileId, before: Millis, limit: usize) -> Result<Vec<FileInfo>> {
        self.all(&OLD, params![after, before, PostId::NONE, limit]).await
    }

    /// The file, also when it is deleted.
    pub async fn file(&self, id: FileId) -> Result<Option<FileInfo>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Those of `ids` that exist, deleted ones included, newest first.
    pub async fn files(&self, ids: &[FileId]) -> Result<Vec<FileInfo>> {
        self.all(&BY_IDS, params![ids]).await
    }

    /// The live files of a post, oldest first.
    pub async fn files_of_post(&self, post: PostId) -> Result<Vec<FileInfo>> {
        self.all(&OF_POST, params![post]).await
    }

    pub async fn files_of_post_with_deleted(&self, post: PostId) -> Result<Vec<FileInfo>> {
        self.all(&OF_POST_WITH_DELETED, params![post]).await
    }

    /// The live files of some posts, by post and then oldest first.
    pub async fn files_of_posts(&self, posts: &[PostId]) -> Result<Vec<FileInfo>> {
        self.all(&OF_POSTS, params![posts]).await
    }

    /// The same with deleted ones, whose bytes are still there.
    pub async fn files_of_posts_with_deleted(&self, posts: &[PostId]) -> Result<Vec<FileInfo>> {
        self.all(&OF_POSTS_WITH_DELETED, params![posts]).await
    }

    /// Files that changed after `cursor`, in that order, deleted ones included.
    ///
    /// A change that was stamped earlier may become visible later: who must miss none reads the last seconds again.
    pub async fn files_changed_after(&self, cursor: Cursor, limit: usize) -> Result<Vec<Changed>> {
        self.all(&FEED, params![cursor.at, cursor.id, limit]).await
    }

    /// The same before `cursor`, last change first.
    pub async fn files_changed_before(&self, cursor: Cursor, limit: usize) -> Result<Vec<Changed>> {
        self.all(&FEED_BACK, params![cursor.at, cursor.id, limit]).await
    }

    /// The text found inside a file, which no other read brings along: it may be a mebibyte. With it, when the file
    /// last changed.
    pub async fn file_content(&self, id: FileId) -> Result<Option<(Millis, String)>> {
        self.one(&CONTENT, params![id]).await
    }

    /// Counts the live files posted in a channel.
    pub async fn files_count(&self, channel: ChannelId) -> Result<i64> {
        Ok(self.one(&COUNT, params![channel, PostId::NONE]).await?.unwrap_or_default())
    }
}
