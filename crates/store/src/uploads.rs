//! Uploads in parts: what is announced and how much of it has come.

use base::Millis;
use base::ids::{UploadId, UserId};
use wire::files::UploadSession;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, kind, create_at, user_id, channel_id, filename, path, file_size, file_offset, remote_id, \
             req_file_id FROM uploads ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "UploadSessionStore.Save" =>
        "INSERT INTO uploads (id, kind, create_at, user_id, channel_id, filename, path, file_size, file_offset, \
            remote_id, req_file_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    /// Two requests that send the same part do not both count.
    ADVANCE = "UploadSessionStore.Update" =>
        "UPDATE uploads SET file_offset = $3 WHERE id = $1 AND file_offset = $2";
    REMOVE = "UploadSessionStore.Delete" => "DELETE FROM uploads WHERE id = $1";
    BY_ID = "UploadSessionStore.Get" => select!("WHERE id = $1");
    /// Index uploads_user.
    OF_USER = "UploadSessionStore.GetForUser" => select!("WHERE user_id = $1 ORDER BY create_at, id LIMIT $2");
    COUNT = "UploadSessionStore.CountForUser" => "SELECT COUNT(*) FROM uploads WHERE user_id = $1";
    STALE = "UploadSessionStore.GetStale" => select!("WHERE create_at < $1 ORDER BY create_at, id LIMIT $2");
}

impl FromRow for UploadSession {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(UploadSession {
            id: row.id()?,
            kind: row.text()?,
            create_at: row.int()?,
            user_id: row.id()?,
            channel_id: row.id()?,
            filename: row.text()?,
            path: row.text()?,
            file_size: row.int()?,
            file_offset: row.int()?,
            remote_id: row.text()?,
            req_file_id: row.text()?,
        })
    }
}

pub fn insert(upload: &UploadSession) -> Write {
    let params = params![
        upload.id,
        &upload.kind,
        upload.create_at,
        upload.user_id,
        upload.channel_id,
        &upload.filename,
        &upload.path,
        upload.file_size,
        upload.file_offset,
        &upload.remote_id,
        &upload.req_file_id,
    ];
    Write::must(&INSERT, params)
}

/// Notes that bytes up to `to` are durable; [`crate::Error::Unmet`] when the upload is not at `from`.
pub fn advance(id: UploadId, from: i64, to: i64) -> Write {
    Write::must(&ADVANCE, params![id, from, to])
}

pub fn remove(id: UploadId) -> Write {
    Write::must(&REMOVE, params![id])
}

impl Store {
    pub async fn upload(&self, id: UploadId) -> Result<Option<UploadSession>> {
        self.one(&BY_ID, params![id]).await
    }

    /// The uploads a user has not finished, oldest first.
    pub async fn uploads_of(&self, user: UserId, limit: usize) -> Result<Vec<UploadSession>> {
        self.all(&OF_USER, params![user, limit]).await
    }

    pub async fn uploads_count(&self, user: UserId) -> Result<i64> {
        Ok(self.one(&COUNT, params![user]).await?.unwrap_or_default())
    }

    /// Uploads begun before `before`, oldest first.
    pub async fn uploads_before(&self, before: Millis, limit: usize) -> Result<Vec<UploadSession>> {
        self.all(&STALE, params![before, limit]).await
    }
}
