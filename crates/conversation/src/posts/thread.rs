//! One thread, whole or in pages in either direction.
//!
//! The root comes first in every answer. In the order of time it is a post of the thread like the others: a page
//! downwards from the start counts it, and so does one upwards that reaches it.

use std::sync::Arc;

use base::Millis;
use base::ids::PostId;
use node::error::{ApiError, Result};
use request::App;
use request::query::PER_PAGE_MAX;
use request::{Answer, Call, Query};
use store::post_pages::Edge;
use wire::posts::Post;

use crate::access::{Place, must_read};
use crate::shown::list::{Listing, Threads, tagged};

/// Replies in one answer when no page is asked for; further ones are a page away.
const THREAD_POSTS_MAX: usize = 5_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Down,
    Up,
}

/// What a request for a thread says.
#[derive(Debug)]
struct Asked {
    threads: Threads,
    direction: Direction,
    /// Posts on a page; `None` for all.
    per_page: Option<usize>,
    /// The post behind which to go on, and its time.
    from: Option<(PostId, Millis)>,
    /// Only posts that changed later.
    updated_after: Option<Millis>,
}

impl Asked {
    fn read(query: &Query) -> Result<Asked> {
        let number = |name: &str| match query.text(name) {
            "" => Ok(0),
            text => text.parse::<i64>().map_err(|_| ApiError::body_param(name)),
        };
        let direction = match query.text("direction") {
            "" | "down" => Direction::Down,
            "up" => Direction::Up,
            _ => return Err(ApiError::body_param("direction")),
        };
        let from_post = PostId::parse(query.text("fromPost")).ok_or_else(|| ApiError::body_param("fromPost"))?;
        let (from_create_at, from_update_at) = (number("fromCreateAt")?, number("fromUpdateAt")?);
        let updates_only = query.flag("updatesOnly");
        if !from_post.is_none() && from_create_at == 0 && from_update_at == 0 {
            return Err(ApiError::body_param("fromCreateAt"));
        }
        if updates_only && (from_update_at == 0 || direction == Direction::Up) {
            return Err(ApiError::body_param("fromUpdateAt"));
        }
        let per_page = usize::try_from(number("perPage")?).ok().filter(|size| *size > 0);
        let from = (from_create_at > 0).then_some((from_post, from_create_at));
        Ok(Asked {
            threads: Threads::of(query),
            direction,
            per_page: per_page.map(|size| size.min(PER_PAGE_MAX)),
            from,
            updated_after: (from_update_at > 0 && from.is_none()).then_some(from_update_at),
        })
    }
}

/// The thread that a post belongs to.
pub async fn get_post_thread(call: Call) -> Answer {
    let asked = Asked::read(&call.query())?;
    let Place { post, .. } = must_read(&call, call.id("post_id")?).await?;
    let listing = match asked.threads {
        Threads::Skipped => Listing { posts: vec![post], ..Listing::default() },
        _ => read(&call.app, post, &asked).await?,
    };
    let list = listing.finish(&call.app, call.me(), asked.threads).await?;
    tagged(&call, &list)
}

async fn read(app: &Arc<App>, post: Post, asked: &Asked) -> Result<Listing> {
    let root = match post.is_root() {
        true => post,
        false => app.live_post(post.root_id).await?.ok_or_else(crate::access::no_post)?,
    };
    let (mut replies, has_next) = match (asked.updated_after, asked.direction) {
        (Some(after), _) => updated(app, &root, after, asked).await?,
        (None, Direction::Down) => down(app, &root, asked).await?,
        (None, Direction::Up) => up(app, &root, asked).await?,
    };
    replies.insert(0, root);
    Ok(Listing { posts: replies, has_next: Some(has_next), ..Listing::default() })
}

async fn down(app: &Arc<App>, root: &Post, asked: &Asked) -> Result<(Vec<Post>, bool)> {
    let (edge, size) = match (asked.from, asked.per_page) {
        (None, size) => (Edge::START, size.map(|size| size - 1)),
        (Some((id, create_at)), size) => (Edge { create_at, id }, size),
    };
    let size = size.unwrap_or(THREAD_POSTS_MAX);
    let mut replies = app.store.replies_after(root.channel_id, root.id, edge, size + 1).await?;
    let has_next = replies.len() > size;
    replies.truncate(size);
    Ok((replies, has_next))
}

async fn up(app: &Arc<App>, root: &Post, asked: &Asked) -> Result<(Vec<Post>, bool)> {
    let edge = asked.from.map_or(Edge::END, |(id, create_at)| Edge { create_at, id });
    let size = asked.per_page.unwrap_or(THREAD_POSTS_MAX);
    let mut replies = app.store.replies_before(root.channel_id, root.id, edge, size + 1).await?;
    let is_root_left = Edge::at(root).create_at < edge.create_at;
    let has_next = replies.len() + usize::from(is_root_left) > size;
    replies.truncate(size);
    Ok((replies, has_next))
}

/// The replies that changed after a time, in the order of their changes.
async fn updated(app: &Arc<App>, root: &Post, after: Millis, asked: &Asked) -> Result<(Vec<Post>, bool)> {
    let mut replies = app.store.replies_after(root.channel_id, root.id, Edge::START, THREAD_POSTS_MAX).await?;
    replies.retain(|reply| reply.update_at > after);
    replies.sort_by_key(|reply| (reply.update_at, reply.id));
    let size = asked.per_page.unwrap_or(THREAD_POSTS_MAX);
    let has_next = replies.len() > size;
    replies.truncate(size);
    Ok((replies, has_next))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(query: &str) -> bool {
        Asked::read(&Query::new(Some(query))).is_err()
    }

    #[test]
    fn contradictions_are_refused() {
        let post = "fromPost=xbtrekzzpbb1jpbbdo4rqjoiay";
        assert!(refused("direction=sideways") && refused("perPage=many") && refused(post));
        assert!(refused("updatesOnly=true") && refused("updatesOnly=true&fromUpdateAt=5&direction=up"));
        assert!(!refused("") && !refused(&format!("{post}&fromCreateAt=5")));
    }

    #[test]
    fn a_page_is_bounded_and_none_means_all() {
        let per_page = |query: &str| Asked::read(&Query::new(Some(query))).expect("a good query").per_page;
        assert_eq!(per_page("perPage=100000"), Some(PER_PAGE_MAX));
        assert_eq!(per_page("perPage=0"), None);
        assert_eq!(per_page("perPage=-3"), None);
    }
}
