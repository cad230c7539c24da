//! Bookmarks: links and files above a channel, in an order of their own.

use std::sync::Arc;

use base::Millis;
use base::ids::{BookmarkId, ChannelId, FileId};
use delivery::connection::mark;
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use rules::bookmarks::{BookmarkText, PER_CHANNEL_MAX};
use wire::bookmarks::{Bookmark, BookmarkPatch, BookmarkUpdate, FILE};
use wire::channels::Channel;
use wire::events::{BookmarkData, BookmarkUpdateData, BookmarksData, Broadcast, EventName};

use crate::channels;

/// Bookmarks that a list of changes shows, removed ones included.
const CHANGED_MAX: usize = 1_000;

/// What somebody does to bookmarks.
#[derive(Clone, Copy)]
enum Deed {
    Add,
    Edit,
    Remove,
    Sort,
}

impl Deed {
    fn right(self, channel: &Channel) -> Permission {
        match (self, channel.is_open()) {
            (Deed::Add, true) => Permission::AddBookmarkPublicChannel,
            (Deed::Add, false) => Permission::AddBookmarkPrivateChannel,
            (Deed::Edit, true) => Permission::EditBookmarkPublicChannel,
            (Deed::Edit, false) => Permission::EditBookmarkPrivateChannel,
            (Deed::Remove, true) => Permission::DeleteBookmarkPublicChannel,
            (Deed::Remove, false) => Permission::DeleteBookmarkPrivateChannel,
            (Deed::Sort, true) => Permission::OrderBookmarkPublicChannel,
            (Deed::Sort, false) => Permission::OrderBookmarkPrivateChannel,
        }
    }
}

/// The channel of the path, if the caller may do so there. In conversations everybody but guests may.
async fn must_may(call: &Call, deed: Deed) -> Result<Arc<Channel>> {
    let channel = channels::find(&call.app, call.id("channel_id")?).await?;
    if channel.is_archived() {
        let text = "The channel is archived.";
        return Err(ApiError::forbidden("api.channel.bookmark.deleted_channel.forbidden.app_error", text));
    }
    if channel.is_direct_or_group() {
        allowed(channels::is_member(call, channel.id).await? && !call.me().is_guest())?;
    } else {
        // Who runs the team holds the right in all its channels; what is in them is for those who read them.
        call.must_in_channel(channel.id, Permission::ReadChannelContent).await?;
        call.must_in_channel(channel.id, deed.right(&channel)).await?;
    }
    Ok(channel)
}

async fn live(app: &App, channel: ChannelId) -> Result<Vec<Bookmark>> {
    Ok(app.store.bookmarks(channel, PER_CHANNEL_MAX).await?)
}

fn missing() -> ApiError {
    ApiError::not_found("app.channel.bookmark.get.app_error", "There is no such bookmark.")
}

fn position(bookmarks: &[Bookmark], id: BookmarkId) -> Result<usize> {
    bookmarks.iter().position(|bookmark| bookmark.id == id).ok_or_else(missing)
}

/// Answers with a channel's bookmarks, or with what changed since a time, removed ones included.
pub async fn list(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannelContent).await?;
    let mut bookmarks = match call.query().time("bookmarks_since")? {
        since if since > 0 => call.app.store.bookmarks_since(channel, since, CHANGED_MAX).await?,
        _ => live(&call.app, channel).await?,
    };
    show_files(&call.app, &mut bookmarks).await?;
    Ok(Reply::json(&bookmarks))
}

async fn show_files(app: &App, bookmarks: &mut [Bookmark]) -> Result<()> {
    let ids: Vec<FileId> = bookmarks.iter().map(|bookmark| bookmark.file_id).filter(|id| id.is_some()).collect();
    let files = if ids.is_empty() { Vec::new() } else { app.store.files(&ids).await? };
    for bookmark in bookmarks {
        bookmark.file = files.iter().find(|file| file.id == bookmark.file_id && file.delete_at == 0).cloned();
    }
    Ok(())
}

/// Adds a bookmark behind the others.
pub async fn create(mut call: Call) -> Answer {
    let form: Bookmark = call.json("channelBookmark").await?;
    let channel = must_may(&call, Deed::Add).await?;
    let others = live(&call.app, channel.id).await?;
    if others.len() >= PER_CHANNEL_MAX {
        let text = "The channel has as many bookmarks as it may have.";
        return Err(ApiError::bad_request("app.channel.bookmark.save.max_bookmarks.app_error", text));
    }
    let now = call.app.clock.now();
    let mut bookmark = Bookmark {
        id: call.app.ids.next(),
        create_at: now,
        update_at: now,
        delete_at: 0,
        channel_id: channel.id,
        owner_id: call.my_id(),
        sort_order: others.len() as i64,
        emoji: form.emoji.trim_matches(':').to_owned(),
        original_id: BookmarkId::NONE,
        parent_id: BookmarkId::NONE,
        file: None,
        ..form
    };
    must_be_valid(&bookmark)?;
    must_own_file(&call, &bookmark).await?;
    show_files(&call.app, std::slice::from_mut(&mut bookmark)).await?;
    let mut change = call.app.change();
    change.write(store::bookmarks::insert(&bookmark));
    let data = BookmarkData::new(&bookmark);
    change.announce(EventName::ChannelBookmarkCreated, &data, to_others(&call, channel.id));
    change.commit().await?;
    Ok(Reply::created(&bookmark))
}

/// The channel's connections, without the one that knows already. Other people read its mark there, and not its id.
fn to_others(call: &Call, channel: ChannelId) -> Broadcast {
    Broadcast::to_channel(channel).without_connection(mark(call.connection_id()))
}

fn must_be_valid(bookmark: &Bookmark) -> Result<()> {
    let file_id = bookmark.file_id.to_string();
    let text = BookmarkText {
        display_name: &bookmark.display_name,
        kind: &bookmark.kind,
        link_url: &bookmark.link_url,
        image_url: &bookmark.image_url,
        file_id: &file_id,
    };
    text.must_be_valid()?;
    if bookmark.emoji.len() > rules::emoji::NAME_LEN_MAX {
        return Err(ApiError::body_param("emoji"));
    }
    Ok(())
}

/// A file comes into a bookmark from its uploader, who put it into this channel and into no post.
async fn must_own_file(call: &Call, bookmark: &Bookmark) -> Result<()> {
    if bookmark.kind != FILE {
        return Ok(());
    }
    let file = call.app.store.file(bookmark.file_id).await?;
    let usable = file.is_some_and(|file| {
        file.channel_id == bookmark.channel_id && file.user_id == call.my_id() && file.post_id.is_none()
    });
    if usable {
        return Ok(());
    }
    let text = "The file is not one that you uploaded to this channel as a bookmark.";
    Err(ApiError::bad_request("app.channel.bookmark.file_invalid.app_error", text))
}

/// Changes a bookmark. One of somebody else is replaced by one of the caller's.
pub async fn update(mut call: Call) -> Answer {
    let patch: BookmarkPatch = call.json("channelBookmarkPatch").await?;
    let id: BookmarkId = call.id("bookmark_id")?;
    let channel = must_may(&call, Deed::Edit).await?;
    let bookmarks = live(&call.app, channel.id).await?;
    let old = bookmarks[position(&bookmarks, id)?].clone();
    let mut new = apply(old.clone(), patch);
    new.update_at = call.app.clock.now().max(old.update_at + 1);
    must_be_valid(&new)?;
    if new.file_id != old.file_id {
        must_own_file(&call, &new).await?;
    }
    let mut change = call.app.change();
    let update = if old.owner_id == call.my_id() {
        change.write(store::bookmarks::update(&new, old.update_at));
        show_files(&call.app, std::slice::from_mut(&mut new)).await?;
        BookmarkUpdate { updated: Some(new), deleted: None }
    } else {
        new.id = call.app.ids.next();
        new.owner_id = call.my_id();
        new.original_id = old.id;
        new.create_at = new.update_at;
        change.write(store::bookmarks::remove(old.id, new.update_at));
        change.write(store::bookmarks::insert(&new));
        show_files(&call.app, std::slice::from_mut(&mut new)).await?;
        let deleted = Bookmark { delete_at: new.update_at, update_at: new.update_at, ..old };
        BookmarkUpdate { updated: Some(new), deleted: Some(deleted) }
    };
    let data = BookmarkUpdateData::new(&update);
    change.announce(EventName::ChannelBookmarkUpdated, &data, to_others(&call, channel.id));
    commit(change).await?;
    Ok(Reply::json(&update))
}

fn apply(mut bookmark: Bookmark, patch: BookmarkPatch) -> Bookmark {
    let set = |field: &mut String, value: Option<String>| {
        if let Some(value) = value {
            *field = value;
        }
    };
    set(&mut bookmark.display_name, patch.display_name);
    set(&mut bookmark.link_url, patch.link_url);
    set(&mut bookmark.image_url, patch.image_url);
    set(&mut bookmark.emoji, patch.emoji.map(|emoji| emoji.trim_matches(':').to_owned()));
    if let Some(file_id) = patch.file_id {
        bookmark.file_id = file_id;
    }
    bookmark
}

/// Commits; what another call removed or changed meanwhile is gone.
async fn commit(change: Change) -> Result<()> {
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

/// Removes a bookmark and closes the gap.
pub async fn delete(call: Call) -> Answer {
    let id: BookmarkId = call.id("bookmark_id")?;
    let channel = must_may(&call, Deed::Remove).await?;
    let mut bookmarks = live(&call.app, channel.id).await?;
    let mut removed = bookmarks.remove(position(&bookmarks, id)?);
    let now = call.app.clock.now();
    removed.delete_at = now;
    removed.update_at = now;
    let mut change = call.app.change();
    change.write(store::bookmarks::remove(id, now));
    number(&mut change, &mut bookmarks, now);
    show_files(&call.app, std::slice::from_mut(&mut removed)).await?;
    let data = BookmarkData::new(&removed);
    change.announce(EventName::ChannelBookmarkDeleted, &data, to_others(&call, channel.id));
    commit(change).await?;
    Ok(Reply::json(&removed))
}

/// Numbers bookmarks from 0 as they stand, and writes those whose number changes.
fn number(change: &mut Change, bookmarks: &mut [Bookmark], now: Millis) {
    for (bookmark, at) in bookmarks.iter_mut().zip(0..) {
        if bookmark.sort_order != at {
            bookmark.sort_order = at;
            bookmark.update_at = now;
            change.write(store::bookmarks::sort(bookmark));
        }
    }
}

/// Puts a bookmark at another place; the body is its number, from 0.
pub async fn sort(mut call: Call) -> Answer {
    let at: usize = call.json("sort_order").await?;
    let id: BookmarkId = call.id("bookmark_id")?;
    let channel = must_may(&call, Deed::Sort).await?;
    let mut bookmarks = live(&call.app, channel.id).await?;
    let from = position(&bookmarks, id)?;
    if at >= bookmarks.len() {
        return Err(ApiError::body_param("sort_order"));
    }
    let moved = bookmarks.remove(from);
    bookmarks.insert(at, moved);
    let mut change = call.app.change();
    number(&mut change, &mut bookmarks, call.app.clock.now());
    show_files(&call.app, &mut bookmarks).await?;
    let data = BookmarksData::new(&bookmarks);
    change.announce(EventName::ChannelBookmarkSorted, &data, to_others(&call, channel.id));
    commit(change).await?;
    Ok(Reply::json(&bookmarks))
}
