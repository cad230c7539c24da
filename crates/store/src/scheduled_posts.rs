//! Posts that are sent later, and those that could not be.

use base::Millis;
use base::ids::{FileId, OAuthAppId, ScheduledPostId, TeamId, UserId};
use wire::scheduled_posts::ScheduledPost;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.create_at, s.update_at, s.user_id, s.channel_id, s.root_id, s.message, s.kind, s.props, \
             s.file_ids, s.priority, s.scheduled_at, s.processed_at, s.error_code, s.oauth_app_id \
             FROM scheduled_posts s ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "ScheduledPostStore.CreateScheduledPost" =>
        "INSERT INTO scheduled_posts (id, create_at, update_at, user_id, channel_id, root_id, message, kind, props, \
            file_ids, priority, scheduled_at, processed_at, error_code, oauth_app_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    UPDATE = "ScheduledPostStore.UpdatedScheduledPost" =>
        "UPDATE scheduled_posts SET update_at = $3, message = $4, kind = $5, props = $6, file_ids = $7, \
            priority = $8, scheduled_at = $9, processed_at = $10, error_code = $11, oauth_app_id = $12 \
         WHERE id = $1 AND processed_at = $2";
    REMOVE = "ScheduledPostStore.PermanentlyDeleteScheduledPosts" => "DELETE FROM scheduled_posts WHERE id = $1";
    TAKE = "ScheduledPostStore.TakePending" =>
        "DELETE FROM scheduled_posts WHERE id = $1 AND update_at = $2 AND processed_at = 0";
    REMOVE_OF_USER = "ScheduledPostStore.PermanentDeleteByUser" => "DELETE FROM scheduled_posts WHERE user_id = $1";
    /// Index scheduled_posts_user.
    FILES_OF_USER = "ScheduledPostStore.GetFileIds" =>
        "SELECT file_ids FROM scheduled_posts WHERE user_id = $1 AND file_ids <> '[]'";
    BY_ID = "ScheduledPostStore.Get" => select!("WHERE s.id = $1");
    OF_TEAM = "ScheduledPostStore.GetScheduledPostsForUser" =>
        select!("JOIN channels c ON c.id = s.channel_id WHERE s.user_id = $1 AND c.team_id = $2 \
                 ORDER BY s.scheduled_at, s.create_at, s.id LIMIT $3");
    /// Index scheduled_posts_user.
    COUNT = "ScheduledPostStore.CountOfUser" => "SELECT COUNT(*) FROM scheduled_posts WHERE user_id = $1";
    /// Index scheduled_posts_due.
    DUE = "ScheduledPostStore.GetPendingScheduledPosts" =>
        select!("WHERE s.scheduled_at <= $1 AND s.processed_at = 0 ORDER BY s.scheduled_at, s.id LIMIT $2");
}

impl FromRow for ScheduledPost {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(ScheduledPost {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            user_id: row.id()?,
            channel_id: row.id()?,
            root_id: row.id()?,
            message: row.text()?,
            kind: row.text()?,
            props: row.json()?,
            file_ids: row.json()?,
            priority: row.json()?,
            scheduled_at: row.int()?,
            processed_at: row.int()?,
            error_code: row.text()?,
            ..ScheduledPost::default()
        })
    }
}

/// A scheduled post whose time has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Due {
    pub post: ScheduledPost,
    /// The application that wrote it last with its token; none where the author did.
    pub oauth_app_id: Option<OAuthAppId>,
}

impl FromRow for Due {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Due { post: ScheduledPost::from_row(row)?, oauth_app_id: row.opt_id()? })
    }
}

/// Adds a scheduled post, which an application wrote unless `by` is none.
pub fn insert(post: &ScheduledPost, by: Option<OAuthAppId>) -> Write {
    let params = params![
        post.id,
        post.create_at,
        post.update_at,
        post.user_id,
        post.channel_id,
        post.root_id,
        &post.message,
        &post.kind,
        json(&post.props),
        json(&post.file_ids),
        json(&post.priority),
        post.scheduled_at,
        post.processed_at,
        &post.error_code,
        by,
    ];
    Write::must(&INSERT, params)
}

/// Replaces a scheduled post, if nobody tried to send it since it was read; `read_processed_at` is its old
/// `processed_at`. An application wrote it unless `by` is none.
pub fn update(post: &ScheduledPost, read_processed_at: Millis, by: Option<OAuthAppId>) -> Write {
    let params = params![
        post.id,
        read_processed_at,
        post.update_at,
        &post.message,
        &post.kind,
        json(&post.props),
        json(&post.file_ids),
        json(&post.priority),
        post.scheduled_at,
        post.processed_at,
        &post.error_code,
        by,
    ];
    Write::must(&UPDATE, params)
}

/// Removes a scheduled post; fails with [`crate::Error::Unmet`] when it is gone.
pub fn remove(id: ScheduledPostId) -> Write {
    Write::must(&REMOVE, params![id])
}

/// Removes a scheduled post that is about to be sent; fails with [`crate::Error::Unmet`] when it is gone, was changed,
/// or was tried already.
pub fn take(post: &ScheduledPost) -> Write {
    Write::must(&TAKE, params![post.id, post.update_at])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// The files of one row.
struct FilesOfRow(Vec<FileId>);

impl FromRow for FilesOfRow {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(FilesOfRow(row.json()?))
    }
}

impl Store {
    /// The files that a user's scheduled posts hold.
    pub async fn files_in_scheduled_posts(&self, user: UserId) -> Result<Vec<FileId>> {
        let rows: Vec<FilesOfRow> = self.all(&FILES_OF_USER, params![user]).await?;
        Ok(rows.into_iter().flat_map(|row| row.0).collect())
    }

    pub async fn scheduled_post(&self, id: ScheduledPostId) -> Result<Option<ScheduledPost>> {
        self.one(&BY_ID, params![id]).await
    }

    /// A user's scheduled posts in a team, or in conversations for [`TeamId::NONE`], the next one first.
    pub async fn scheduled_posts(&self, user: UserId, team: TeamId, limit: usize) -> Result<Vec<ScheduledPost>> {
        self.all(&OF_TEAM, params![user, team, limit]).await
    }

    pub async fn scheduled_posts_count(&self, user: UserId) -> Result<i64> {
        Ok(self.one(&COUNT, params![user]).await?.unwrap_or_default())
    }

    /// Scheduled posts whose time has come and that nobody tried to send.
    pub async fn scheduled_posts_due(&self, now: Millis, limit: usize) -> Result<Vec<Due>> {
        self.all(&DUE, params![now, limit]).await
    }
}
