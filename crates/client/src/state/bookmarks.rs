//! Bookmarks of the watched channels by events.

use wire::bookmarks::{Bookmark, BookmarkUpdate};
use wire::events::{BookmarkData, BookmarkUpdateData, BookmarksData, Event};

use super::{Need, State};

type Applied = Result<Vec<Need>, serde_json::Error>;

impl State {
    pub(super) fn bookmark_created(&mut self, event: &Event) -> Applied {
        let data: BookmarkData = event.read()?;
        self.take_bookmark(data.bookmark.parse()?);
        Ok(Vec::new())
    }

    /// A bookmark that was changed by another user than its owner is a new one in the place of the old one.
    pub(super) fn bookmark_updated(&mut self, event: &Event) -> Applied {
        let data: BookmarkUpdateData = event.read()?;
        let update: BookmarkUpdate = data.bookmarks.parse()?;
        update.deleted.into_iter().chain(update.updated).for_each(|bookmark| self.take_bookmark(bookmark));
        Ok(Vec::new())
    }

    pub(super) fn bookmarks_sorted(&mut self, event: &Event) -> Applied {
        let data: BookmarksData = event.read()?;
        let sorted: Vec<Bookmark> = data.bookmarks.parse()?;
        sorted.into_iter().for_each(|bookmark| self.take_bookmark(bookmark));
        Ok(Vec::new())
    }

    /// Bookmarks are numbered without gaps: those behind it move up.
    pub(super) fn bookmark_deleted(&mut self, event: &Event) -> Applied {
        let data: BookmarkData = event.read()?;
        let gone: Bookmark = data.bookmark.parse()?;
        if self.bookmarks.remove(&gone.id).is_some() {
            let of_channel = self.bookmarks.values_mut().filter(|one| one.channel_id == gone.channel_id);
            of_channel.filter(|one| one.sort_order > gone.sort_order).for_each(|one| one.sort_order -= 1);
        }
        Ok(Vec::new())
    }

    pub(super) fn take_bookmark(&mut self, bookmark: Bookmark) {
        if bookmark.delete_at > 0 {
            self.bookmarks.remove(&bookmark.id);
        } else if self.watched.contains(&bookmark.channel_id) {
            self.bookmarks.insert(bookmark.id, bookmark);
        }
    }
}
