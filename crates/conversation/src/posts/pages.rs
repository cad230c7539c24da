//! Pages of a channel: newest, before, after, since, and around what the caller has not read.

use std::sync::Arc;

use base::Millis;
use base::ids::PostId;
use memory::windows::{Kind, PAGE_LEN_MAX, Shown, Window};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Query, Reply};
use serde_json::Value;
use store::post_pages::{Edge, Page, Show};
use wire::channels::Channel;
use wire::errors::ids;
use wire::posts::{Post, PostList};

use crate::access::must_read_channel;
use crate::posts::window;
use crate::shown::list::{Deleted, Lead, Listing, Threads, tagged};

/// Posts of a list of changes, at most (facts §5.3).
const SINCE_MAX: usize = 1_000;

/// Which posts of a channel are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Newest,
    Before(PostId),
    After(PostId),
    Since(Millis),
    WithDeleted,
}

/// What a request for a page says.
struct Asked {
    which: Which,
    threads: Threads,
    page: usize,
    per_page: usize,
}

impl Asked {
    fn read(query: &Query) -> Result<Asked> {
        let id = |name: &str| PostId::parse(query.text(name)).ok_or_else(|| ApiError::body_param(name));
        let since = match query.text("since") {
            "" => 0,
            text => text.parse::<Millis>().map_err(|_| ApiError::body_param("since"))?,
        };
        let which = match (since, id("after")?, id("before")?) {
            _ if query.flag("include_deleted") => Which::WithDeleted,
            (since, ..) if since > 0 => Which::Since(since),
            (_, after, _) if !after.is_none() => Which::After(after),
            (_, _, before) if !before.is_none() => Which::Before(before),
            _ => Which::Newest,
        };
        Ok(Asked { which, threads: Threads::of(query), page: query.page(), per_page: query.per_page() })
    }

    /// The kind of window that may hold the page.
    fn window(&self) -> Option<Kind> {
        let is_first = self.which == Which::Newest && self.page == 0 && self.per_page <= PAGE_LEN_MAX;
        window::kind_for(self.threads).filter(|_| is_first)
    }

    fn lead(&self) -> Lead {
        Lead::of(self.page)
    }

    /// The rows to read: the page and a post on each side.
    fn rows(&self) -> Page {
        let lead = self.lead().count();
        Page { limit: self.per_page + 1 + lead, offset: self.page.saturating_mul(self.per_page) - lead }
    }
}

/// A page of a channel's posts.
pub async fn get_posts_for_channel(call: Call) -> Answer {
    let asked = Asked::read(&call.query())?;
    let channel = must_read_channel(&call, call.id("channel_id")?).await?;
    if asked.which == Which::WithDeleted {
        call.must_in_channel(channel.id, Permission::ReadDeletedPosts).await?;
    }
    if let Which::Since(since) = asked.which {
        if let Some(kind) = window::kind_for(asked.threads) {
            let is_unchanged = |window: &Window| window.is_unchanged_since(since);
            if window::peek(&call.app, channel.id, kind, is_unchanged).await?.is_some() {
                return Ok(Reply::json(&PostList::default()));
            }
        }
        let listing = changed_since(&call.app, &channel, since, asked.threads).await?;
        return Ok(Reply::json(&listing.finish(&call.app, call.me(), asked.threads).await?));
    }
    if let Which::Before(post) = asked.which
        && let Some(reply) = before_from_window(&call, &channel, post, &asked).await?
    {
        return Ok(reply);
    }
    newest_or_other(&call, &channel, &asked).await
}

/// The page behind a post, when both are in the channel's window: many channels have no more posts than that.
async fn before_from_window(call: &Call, channel: &Channel, post: PostId, asked: &Asked) -> Result<Option<Reply>> {
    // Where threads are shown whole, replies come along that the window may not have.
    let Some(kind @ (Kind::Collapsed | Kind::Skipped)) = window::kind_for(asked.threads).filter(|_| asked.page == 0)
    else {
        return Ok(None);
    };
    let behind = |window: &Window| window.behind(post, asked.per_page);
    let window = window::peek(&call.app, channel.id, kind, |window| behind(window).is_some()).await?;
    let Some(window) = window else { return Ok(None) };
    let Some(from) = behind(&window) else { return Ok(None) };
    let following = window::following(&call.app, &window, call.my_id()).await?;
    let tag = window.tag(&following);
    if call.has(&tag) {
        return Ok(Some(Reply::not_modified(&tag)));
    }
    let shown = Shown { from, len: asked.per_page, next: post, following, has_next: None };
    Ok(Some(window::answer(&window, call, shown).with_etag(&tag)))
}

/// A page with its tag: from the window of the channel when that holds the page, else from the store.
async fn newest_or_other(call: &Call, channel: &Channel, asked: &Asked) -> Answer {
    let app = &call.app;
    if let Some(kind) = asked.window() {
        let window = window::get(app, channel.id, kind).await?;
        if window.holds(asked.per_page) {
            let following = window::following(app, &window, call.my_id()).await?;
            let tag = window.tag(&following);
            if call.has(&tag) {
                return Ok(Reply::not_modified(&tag));
            }
            let shown = Shown { len: asked.per_page, following, ..Shown::default() };
            return Ok(window::answer(&window, call, shown).with_etag(&tag));
        }
    }
    let list = page(app, channel, asked).await?.finish(app, call.me(), asked.threads).await?;
    match asked.which {
        Which::Before(PostId::UNKNOWN) | Which::After(PostId::UNKNOWN) => {
            tagged(call, &repeating(&call.query(), &list))
        }
        _ => tagged(call, &list),
    }
}

/// A page beside what is no id, which it repeats as it was asked.
fn repeating(query: &Query, list: &PostList) -> Value {
    let mut value = serde_json::to_value(list).expect("wire types are JSON");
    for (beside, asked, key) in [
        (list.next_post_id, query.text("before"), "next_post_id"),
        (list.prev_post_id, query.text("after"), "prev_post_id"),
    ] {
        if beside == PostId::UNKNOWN {
            value[key] = asked.into();
        }
    }
    value
}

/// The posts around the place up to which the caller has read.
pub async fn get_posts_around_last_unread(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let (before, after, threads) = {
        let query = call.query();
        (query.size("limit_before"), query.size("limit_after"), Threads::of(&query))
    };
    if after == 0 {
        return Err(ApiError::url_param("limit_after"));
    }
    let channel = must_read_channel(&call, call.id("channel_id")?).await?;
    let missing = || ApiError::not_found(ids::APP_CHANNEL_GET_MEMBER_MISSING, "The user is no member of the channel.");
    let member = call.app.store.channel_member(channel.id, user).await?.ok_or_else(missing)?;
    if member.last_viewed_at > 0 {
        if let Some(reply) =
            unread_from_window(&call, &channel, member.last_viewed_at, (before, after), threads).await?
        {
            return Ok(reply);
        }
        let edge = Edge::behind(member.last_viewed_at);
        let show = threads.show();
        let unread = call.app.store.posts_after(channel.id, edge, show, Page::first(after + 1)).await?;
        if !unread.is_empty() {
            let listing = around(&call.app, &channel, unread, Around { edge, before, after, threads }).await?;
            return Ok(Reply::json(&listing.finish(&call.app, call.me(), threads).await?));
        }
    }
    // Nothing is unread, or nothing was ever read: the newest posts, as if they had been asked for.
    newest_or_other(&call, &channel, &Asked { which: Which::Newest, threads, page: 0, per_page: before }).await
}

/// The page around what is not read, when all of it is in the channel's window; `None` also when nothing is unread.
async fn unread_from_window(
    call: &Call,
    channel: &Channel,
    viewed_at: Millis,
    (before, after): (usize, usize),
    threads: Threads,
) -> Result<Option<Reply>> {
    // Replies are counted in this page and not in the window where both are shown.
    let Some(kind @ (Kind::Collapsed | Kind::Skipped)) = window::kind_for(threads) else { return Ok(None) };
    let window = window::get(&call.app, channel.id, kind).await?;
    let Some(unread) = window.len_after(viewed_at).filter(|unread| (1..=after).contains(unread)) else {
        return Ok(None);
    };
    if !window.holds(unread + before) {
        return Ok(None);
    }
    let following = window::following(&call.app, &window, call.my_id()).await?;
    Ok(Some(window::answer(
        &window,
        call,
        Shown { len: unread + before, following, has_next: Some(false), ..Shown::default() },
    )))
}

async fn page(app: &Arc<App>, channel: &Channel, asked: &Asked) -> Result<Listing> {
    let mut listing = match asked.which {
        Which::Before(post) => before(app, channel, post, asked).await?,
        Which::After(post) => after(app, channel, post, asked).await?,
        _ if asked.per_page == 0 => Listing::default(),
        _ => newest(app, channel, asked).await?,
    };
    if asked.threads == Threads::Whole {
        listing.add_roots(app).await?;
        match asked.which {
            Which::Before(_) | Which::After(_) => listing.add_replies(app, channel.id).await?,
            // The reference counts no replies here, and clients count them themselves.
            _ => listing.forget_counts(),
        }
    }
    Ok(listing)
}

async fn newest(app: &Arc<App>, channel: &Channel, asked: &Asked) -> Result<Listing> {
    let read = match asked.which {
        Which::WithDeleted => app.store.posts_newest_with_deleted(channel.id, asked.rows()).await?,
        _ => app.store.posts_newest(channel.id, asked.threads.show(), asked.rows()).await?,
    };
    let (posts, next, prev) = Listing::cut(read, asked.per_page, asked.lead());
    let deleted = if asked.which == Which::WithDeleted { Deleted::Whole } else { Deleted::Blank };
    Ok(Listing { posts, next, prev, deleted, ..Listing::default() })
}

async fn before(app: &Arc<App>, channel: &Channel, post: PostId, asked: &Asked) -> Result<Listing> {
    let mut listing = Listing::default();
    if let Some(edge) = edge(app, channel, post).await? {
        let read = app.store.posts_before(channel.id, edge, asked.threads.show(), asked.rows()).await?;
        (listing.posts, listing.next, listing.prev) = Listing::cut(read, asked.per_page, asked.lead());
    }
    if asked.page == 0 {
        listing.next = post;
    }
    Ok(listing)
}

async fn after(app: &Arc<App>, channel: &Channel, post: PostId, asked: &Asked) -> Result<Listing> {
    let mut listing = Listing::default();
    if let Some(edge) = edge(app, channel, post).await? {
        let mut read = app.store.posts_after(channel.id, edge, asked.threads.show(), asked.rows()).await?;
        read.reverse();
        (listing.posts, listing.prev, listing.next) = Listing::cut(read, asked.per_page, asked.lead());
        listing.posts.reverse();
    }
    if asked.page == 0 {
        listing.prev = post;
    }
    Ok(listing)
}

/// Where a post stands in a channel; `None` when it stands in another or nowhere.
async fn edge(app: &Arc<App>, channel: &Channel, post: PostId) -> Result<Option<Edge>> {
    let post = app.store.post(post).await?;
    Ok(post.filter(|post| post.channel_id == channel.id).map(|post| Edge::at(&post)))
}

async fn changed_since(app: &Arc<App>, channel: &Channel, since: Millis, threads: Threads) -> Result<Listing> {
    let mut posts = app.store.posts_since(channel.id, since, SINCE_MAX).await?;
    if threads.show() == Show::Roots {
        posts.retain(Post::is_root);
    }
    let mut listing = Listing { posts, ..Listing::default() };
    if threads == Threads::Whole {
        listing.add_roots(app).await?;
        listing.forget_counts();
    }
    Ok(listing)
}

/// How much to show around the last post that was read.
struct Around {
    edge: Edge,
    before: usize,
    after: usize,
    threads: Threads,
}

/// The page with both what was read and what was not; `unread` is newest first and may hold one post too many.
async fn around(app: &Arc<App>, channel: &Channel, mut unread: Vec<Post>, around: Around) -> Result<Listing> {
    let Around { edge, before, after, threads } = around;
    let has_next = unread.len() > after;
    let next = if has_next { unread.remove(0).id } else { PostId::NONE };
    let mut read = app.store.posts_before(channel.id, edge, threads.show(), Page::first(before + 1)).await?;
    let prev = read.get(before).map_or(PostId::NONE, |post| post.id);
    read.truncate(before);
    unread.append(&mut read);
    let mut listing = Listing { posts: unread, next, prev, has_next: Some(has_next), ..Listing::default() };
    if threads == Threads::Whole {
        listing.add_roots(app).await?;
        listing.add_replies(app, channel.id).await?;
    }
    Ok(listing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> Result<Asked> {
        Asked::read(&Query::new(Some(query)))
    }

    #[test]
    fn a_time_wins_over_places_and_after_over_before() {
        let id = "xbtrekzzpbb1jpbbdo4rqjoiay";
        let which = |query: &str| asked(query).expect("a good query").which;
        assert_eq!(which(&format!("since=5&before={id}")), Which::Since(5));
        assert!(matches!(which(&format!("after={id}&before={id}")), Which::After(_)));
        assert!(matches!(which(&format!("before={id}&since=0")), Which::Before(_)));
        assert_eq!(which("since=0"), Which::Newest);
    }

    #[test]
    fn what_is_no_time_or_id_is_refused() {
        for query in ["since=yesterday", "before=short", "after=a%20b"] {
            assert_eq!(asked(query).err().map(|error| error.id), Some(ids::API_CONTEXT_INVALID_BODY_PARAM.into()));
        }
    }

    #[test]
    fn a_page_far_away_asks_for_rows_that_can_be_counted() {
        let rows = asked("page=9999999999999999999&per_page=200").expect("a good query").rows();
        assert_eq!(rows.offset, 0, "a number beyond all numbers is no number");
        let rows = asked("page=9223372036854775807&per_page=200").expect("a good query").rows();
        assert_eq!(rows.limit, 202);
    }
}
