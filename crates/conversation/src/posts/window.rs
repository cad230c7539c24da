//! Windows of channels: how the newest posts become one, and a page of it an answer.
//!
//! [`memory::windows`] keeps them and splices pages; here the posts are read, and it is looked up what each viewer
//! follows.

use std::sync::Arc;

use base::ids::{ChannelId, PostId, UserId};
use bytes::Bytes;
use http::StatusCode;
use memory::windows::{Kind, PAGE_LEN_MAX, Shown, Window};
use node::API_VERSION;
use node::error::{ApiError, Result};
use store::post_pages::{Page, Show};
use wire::posts::PROP_PREVIEWED_POST;

use crate::shown::list::{Listing, Participants, Threads, collapse_shared};
use crate::shown::metadata;

use request::App;
use request::gzip::{COMPRESS_BYTES_MIN, accepts_gzip, compress};
use request::reply::{Content, JSON};
use request::{Call, Reply};

/// The kind of window that serves a request; `None` when none does.
pub fn kind_for(threads: Threads) -> Option<Kind> {
    match threads {
        Threads::Whole => Some(Kind::Whole),
        Threads::Skipped => Some(Kind::Skipped),
        Threads::Collapsed(Participants::Ids) => Some(Kind::Collapsed),
        Threads::Collapsed(Participants::Users) => None,
    }
}

/// The window of a channel if it is in memory and serves: `serves` is asked first, since it costs nothing.
///
/// # Errors
/// When the store does not answer.
pub async fn peek(
    app: &App,
    channel: ChannelId,
    kind: Kind,
    serves: impl FnOnce(&Window) -> bool,
) -> Result<Option<Arc<Window>>> {
    let Some(window) = app.windows.peek(channel, kind).filter(|window| serves(window)) else { return Ok(None) };
    let number = number(app, channel).await?;
    Ok(Some(window).filter(|window| window.number == number))
}

/// The window of a channel, read when it is not in memory.
///
/// # Errors
/// When the store does not answer.
pub async fn get(app: &Arc<App>, channel: ChannelId, kind: Kind) -> Result<Arc<Window>> {
    let number = number(app, channel).await?;
    let load = || load(app, channel, kind, number);
    app.windows.get(channel, kind, number, load).await?.ok_or_else(ApiError::busy)
}

async fn load(app: &Arc<App>, channel: ChannelId, kind: Kind, number: i64) -> Result<Window> {
    let tag = format!("{API_VERSION}.{}", app.windows.stamp()).into();
    let last_update = app.store.posts_last_update(channel).await?;
    let show = if kind == Kind::Collapsed { Show::Roots } else { Show::All };
    let posts = app.store.posts_newest(channel, show, Page::first(PAGE_LEN_MAX + 1)).await?;
    let mut listing = Listing { posts, ..Listing::default() };
    if kind == Kind::Whole {
        listing.add_roots(app).await?;
        listing.forget_counts();
    }
    let shown = listing.posts.len();
    let mut posts = listing.posts;
    posts.append(&mut listing.others);
    let window = Window::of_nothing(tag, number, last_update);
    if posts.iter().any(|post| post.props.contains_key(PROP_PREVIEWED_POST)) {
        return Ok(window);
    }
    let mut followed = Vec::new();
    if kind == Kind::Collapsed {
        followed = collapse_shared(app, &mut posts, Participants::Ids).await?;
    }
    metadata::fill(app, None, &mut posts).await?;
    Ok(window.with_posts(kind, &posts, shown, &followed))
}

/// How many changes the channel has seen, where other nodes make some; 0 where events tell this node of all.
async fn number(app: &App, channel: ChannelId) -> Result<i64> {
    if app.cluster.is_none() {
        return Ok(0);
    }
    Ok(app.store.channel_event_number(channel).await?.unwrap_or(0))
}

/// What a viewer follows of a window's threads.
///
/// # Errors
/// When the store does not answer.
pub async fn following(app: &App, window: &Window, viewer: UserId) -> Result<Vec<(PostId, bool)>> {
    let asked = window.followed();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let memberships = app.store.thread_memberships(&asked, viewer).await?;
    Ok(memberships.iter().map(|one| (one.post_id, one.following)).collect())
}

/// The answer with a page of a window, compressed for callers who accept that.
pub fn answer(window: &Window, call: &Call, shown: Shown) -> Reply {
    if !accepts_gzip(call.headers()) {
        return Reply::json_bytes(window.page(&shown));
    }
    let packed = |bytes: Bytes| Reply::new(StatusCode::OK, Content::Packed(JSON, bytes));
    if let Some(kept) = window.packed(&shown) {
        return packed(kept);
    }
    let page = window.page(&shown);
    if page.len() < COMPRESS_BYTES_MIN {
        return Reply::json_bytes(page);
    }
    let bytes = compress(&page);
    window.keep_packed(shown, bytes.clone());
    packed(bytes)
}
