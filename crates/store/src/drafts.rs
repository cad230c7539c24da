//! Drafts: one per user, channel and thread.

use base::ids::{ChannelId, FileId, PostId, TeamId, UserId};
use wire::drafts::Draft;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT d.create_at, d.update_at, d.user_id, d.channel_id, d.root_id, d.message, d.kind, d.props, \
             d.file_ids, d.priority FROM drafts d ",
            $rest
        )
    };
}

crate::statements! {
    SAVE = "DraftStore.Upsert" =>
        "INSERT INTO drafts (user_id, channel_id, root_id, create_at, update_at, message, kind, props, file_ids, \
            priority) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         ON CONFLICT (user_id, channel_id, root_id) DO UPDATE SET update_at = excluded.update_at, \
            message = excluded.message, kind = excluded.kind, props = excluded.props, file_ids = excluded.file_ids, \
            priority = excluded.priority";
    REMOVE = "DraftStore.Delete" => "DELETE FROM drafts WHERE user_id = $1 AND channel_id = $2 AND root_id = $3";
    REMOVE_OF_USER = "DraftStore.PermanentDeleteByUser" => "DELETE FROM drafts WHERE user_id = $1";
    FILES_OF_USER = "DraftStore.GetFileIds" => "SELECT file_ids FROM drafts WHERE user_id = $1 AND file_ids <> '[]'";
    /// Once an hour; drafts are few.
    REMOVE_ROOTLESS = "DraftStore.DeleteOrphanDraftsByRoot" =>
        "DELETE FROM drafts WHERE root_id <> $1 AND NOT EXISTS \
            (SELECT 1 FROM posts p WHERE p.id = drafts.root_id AND p.delete_at = 0)";
    /// Index drafts_root. Those of more people go within the hour.
    REMOVE_OF_ROOTS = "DraftStore.DeleteDraftsAssociatedWithPost" =>
        "DELETE FROM drafts WHERE root_id = ANY($1) AND user_id IN \
            (SELECT d.user_id FROM drafts d WHERE d.root_id = ANY($1) ORDER BY d.user_id LIMIT $2) \
         RETURNING create_at, update_at, user_id, channel_id, root_id, message, kind, props, file_ids, priority";
    ONE = "DraftStore.Get" => select!("WHERE d.user_id = $1 AND d.channel_id = $2 AND d.root_id = $3");
    /// Only of channels that the user is still in, and of threads that are still there.
    OF_TEAM = "DraftStore.GetDraftsForUser" =>
        select!("JOIN channels c ON c.id = d.channel_id \
                 JOIN channel_members m ON m.channel_id = d.channel_id AND m.user_id = d.user_id \
                 WHERE d.user_id = $1 AND (c.team_id = $2 OR c.team_id = $3) AND (d.root_id = $3 OR EXISTS \
                    (SELECT 1 FROM posts p WHERE p.id = d.root_id AND p.delete_at = 0)) \
                 ORDER BY d.update_at DESC, d.channel_id, d.root_id LIMIT $4");
}

impl FromRow for Draft {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Draft {
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
            ..Draft::default()
        })
    }
}

/// Keeps a draft in place of the one before, whose time of creation stays.
pub fn save(draft: &Draft) -> Write {
    let params = params![
        draft.user_id,
        draft.channel_id,
        draft.root_id,
        draft.create_at,
        draft.update_at,
        &draft.message,
        &draft.kind,
        json(&draft.props),
        json(&draft.file_ids),
        json(&draft.priority),
    ];
    Write::new(&SAVE, params)
}

/// Removes a draft; changes nothing when there is none.
pub fn remove(user: UserId, channel: ChannelId, root: PostId) -> Write {
    Write::new(&REMOVE, params![user, channel, root])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

/// Removes what some users began to answer to posts, at most of `limit` users; the outcome's rows are the [`Draft`]s.
pub fn remove_of_roots(roots: &[PostId], limit: usize) -> Write {
    Write::new(&REMOVE_OF_ROOTS, params![roots, limit])
}

/// Removes the drafts of threads that are deleted.
pub fn remove_rootless() -> Write {
    Write::new(&REMOVE_ROOTLESS, params![PostId::NONE])
}

/// The files of one row.
struct FilesOfRow(Vec<FileId>);

impl FromRow for FilesOfRow {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(FilesOfRow(row.json()?))
    }
}

impl Store {
    /// The files that a user's drafts hold.
    pub async fn files_in_drafts(&self, user: UserId) -> Result<Vec<FileId>> {
        let rows: Vec<FilesOfRow> = self.all(&FILES_OF_USER, params![user]).await?;
        Ok(rows.into_iter().flat_map(|row| row.0).collect())
    }

    pub async fn draft(&self, user: UserId, channel: ChannelId, root: PostId) -> Result<Option<Draft>> {
        self.one(&ONE, params![user, channel, root]).await
    }

    /// A user's drafts in a team and in conversations, newest first.
    pub async fn drafts(&self, user: UserId, team: TeamId, limit: usize) -> Result<Vec<Draft>> {
        self.all(&OF_TEAM, params![user, team, TeamId::NONE, limit]).await
    }
}
