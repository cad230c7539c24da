//! Bookmarks of channels. Removed ones stay for clients that ask what changed.

use base::Millis;
use base::ids::{BookmarkId, ChannelId};
use wire::bookmarks::Bookmark;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT b.id, b.create_at, b.update_at, b.delete_at, b.channel_id, b.owner_id, b.file_id, \
             b.display_name, b.sort_order, b.link_url, b.image_url, b.emoji, b.kind, b.original_id, b.parent_id \
             FROM channel_bookmarks b ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "ChannelBookmarkStore.Save" =>
        "INSERT INTO channel_bookmarks (id, create_at, update_at, delete_at, channel_id, owner_id, file_id, \
            display_name, sort_order, link_url, image_url, emoji, kind, original_id, parent_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    UPDATE = "ChannelBookmarkStore.Update" =>
        "UPDATE channel_bookmarks SET update_at = $3, file_id = $4, display_name = $5, link_url = $6, \
            image_url = $7, emoji = $8 \
         WHERE id = $1 AND update_at = $2 AND delete_at = 0";
    SORT = "ChannelBookmarkStore.UpdateSortOrder" =>
        "UPDATE channel_bookmarks SET sort_order = $2, update_at = $3 WHERE id = $1 AND delete_at = 0";
    REMOVE = "ChannelBookmarkStore.Delete" =>
        "UPDATE channel_bookmarks SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    REMOVE_OF_CHANNEL = "ChannelBookmarkStore.PermanentDeleteByChannel" =>
        "DELETE FROM channel_bookmarks WHERE channel_id = $1";
    LIVE = "ChannelBookmarkStore.GetBookmarksForChannel" =>
        select!("WHERE b.channel_id = $1 AND b.delete_at = 0 ORDER BY b.sort_order, b.id LIMIT $2");
    SINCE = "ChannelBookmarkStore.GetBookmarksForChannelSince" =>
        select!("WHERE b.channel_id = $1 AND b.update_at >= $2 ORDER BY b.update_at, b.id LIMIT $3");
}

impl FromRow for Bookmark {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Bookmark {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            channel_id: row.id()?,
            owner_id: row.id()?,
            file_id: row.id()?,
            display_name: row.text()?,
            sort_order: row.int()?,
            link_url: row.text()?,
            image_url: row.text()?,
            emoji: row.text()?,
            kind: row.text()?,
            original_id: row.id()?,
            parent_id: row.id()?,
            file: None,
        })
    }
}

pub fn insert(bookmark: &Bookmark) -> Write {
    let params = params![
        bookmark.id,
        bookmark.create_at,
        bookmark.update_at,
        bookmark.delete_at,
        bookmark.channel_id,
        bookmark.owner_id,
        bookmark.file_id,
        &bookmark.display_name,
        bookmark.sort_order,
        &bookmark.link_url,
        &bookmark.image_url,
        &bookmark.emoji,
        &bookmark.kind,
        bookmark.original_id,
        bookmark.parent_id,
    ];
    Write::must(&INSERT, params)
}

/// Replaces what a live bookmark shows, if it still is as it was at `read_at` (its old `update_at`).
pub fn update(bookmark: &Bookmark, read_at: Millis) -> Write {
    let params = params![
        bookmark.id,
        read_at,
        bookmark.update_at,
        bookmark.file_id,
        &bookmark.display_name,
        &bookmark.link_url,
        &bookmark.image_url,
        &bookmark.emoji,
    ];
    Write::must(&UPDATE, params)
}

/// Puts a live bookmark at its place.
pub fn sort(bookmark: &Bookmark) -> Write {
    Write::new(&SORT, params![bookmark.id, bookmark.sort_order, bookmark.update_at])
}

/// Removes a live bookmark; fails with [`crate::Error::Unmet`] when there is none.
pub fn remove(id: BookmarkId, now: Millis) -> Write {
    Write::must(&REMOVE, params![id, now])
}

pub fn remove_of_channel(channel: ChannelId) -> Write {
    Write::new(&REMOVE_OF_CHANNEL, params![channel])
}

impl Store {
    /// The live bookmarks of a channel, in order.
    pub async fn bookmarks(&self, channel: ChannelId, limit: usize) -> Result<Vec<Bookmark>> {
        self.all(&LIVE, params![channel, limit]).await
    }

    /// Bookmarks changed or removed at `since` or later, in that order.
    pub async fn bookmarks_since(&self, channel: ChannelId, since: Millis, limit: usize) -> Result<Vec<Bookmark>> {
        self.all(&SINCE, params![channel, since, limit]).await
    }
}
