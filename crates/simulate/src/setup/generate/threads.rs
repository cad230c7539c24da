//! Threads of a world through the API: each post and reaction by the session of its author.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use base::Id;
use futures_util::{StreamExt, TryStreamExt, stream};
use http::Method;
use serde::Deserialize;
use serde_json::json;

use super::{SAVE_EVERY, State, Work, Written};
use crate::net::{Call, Failure};
use crate::setup::caller::CALLERS_MAX;
use crate::setup::plan::{Place, Thread};
use crate::setup::{Caller, Problem, Progress};

/// Posts of a page, which is as many as the API gives.
const PAGE: usize = 200;
/// Pages of a channel in which a post is looked for: behind so many there is nothing of the page that was under way.
const PAGES_MAX: usize = 50;

/// A post that is there.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Stored {
    id: Id,
    user_id: Id,
    root_id: Id,
    message: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Listed {
    posts: HashMap<Id, Stored>,
}

/// Threads that are written together, and how far it is after them.
struct Page {
    threads: Vec<Thread>,
    after: Written,
}

impl Work<'_> {
    /// Writes the threads of teams, then those of direct and group channels, or the rest of them.
    pub(super) async fn threads(&self, state: &mut State) -> Result<(), Problem> {
        let plan = self.plan;
        loop {
            let of_teams = state.threads.posts < plan.posts;
            let page = if of_teams {
                page(state.threads, plan.posts, |number, done, room| plan.thread(number, done, room))
            } else {
                let before = plan.posts;
                page(state.direct_threads, plan.direct_posts, |number, done, room| {
                    plan.direct_thread(number, before + done, room)
                })
            };
            if page.threads.is_empty() {
                return Ok(());
            }
            self.write(state, of_teams, &page).await?;
            if of_teams {
                state.threads = page.after;
            } else {
                state.direct_threads = page.after;
            }
            state.is_resumed = false;
            self.save(state)?;
        }
    }

    async fn write(&self, state: &State, of_teams: bool, page: &Page) -> Result<(), Failure> {
        let (phase, before, of) = if of_teams {
            ("posts", state.threads.posts, self.plan.posts)
        } else {
            ("direct posts", state.direct_threads.posts, self.plan.direct_posts)
        };
        let done = &AtomicU64::new(before);
        stream::iter(&page.threads)
            .map(|thread| async move {
                self.thread(state, thread).await?;
                let posts = thread.posts();
                (self.tell)(Progress { phase, done: done.fetch_add(posts, Relaxed) + posts, of });
                Ok(())
            })
            .buffer_unordered(CALLERS_MAX)
            .try_collect()
            .await
    }

    async fn thread(&self, state: &State, thread: &Thread) -> Result<(), Failure> {
        let channel = match thread.place {
            Place::Common(team) => state.commons[team as usize],
            Place::Channel(number) => state.channels[number as usize],
            Place::Direct(number) => state.direct[number as usize],
        };
        let caller = self.author(thread.author).await?;
        let mut known = if state.is_resumed { find(&caller, channel, thread).await? } else { Vec::new() };
        let mut take = |user: Id, text: &str, is_root: bool| {
            let is_it =
                |post: &Stored| post.user_id == user && post.message == text && post.root_id.is_none() == is_root;
            known.iter().position(is_it).map(|at| known.swap_remove(at).id)
        };
        let mut ids = Vec::with_capacity(1 + thread.replies.len());
        let mut body = json!({"channel_id": channel, "message": thread.text});
        if thread.urgent {
            let priority = json!({"priority": "urgent", "requested_ack": false, "persistent_notifications": false});
            body["metadata"] = json!({"priority": priority});
        }
        ids.push(match take(caller.user.id, &thread.text, true) {
            Some(root) => root,
            None => caller.make("/posts", &body).await?,
        });
        for reply in &thread.replies {
            let caller = self.author(reply.author).await?;
            let body = json!({"channel_id": channel, "root_id": ids[0], "message": reply.text});
            ids.push(match take(caller.user.id, &reply.text, false) {
                Some(reply) => reply,
                None => caller.make("/posts", &body).await?,
            });
        }
        for reaction in &thread.reactions {
            let caller = self.author(reaction.user).await?;
            let (user, post) = (caller.user.id, ids[reaction.to]);
            // One that is there is answered as a new one.
            let body = json!({"user_id": user, "post_id": post, "emoji_name": reaction.emoji});
            caller.ask::<serde_json::Value>(Call::json(Method::POST, "/reactions", &[], &body)).await?;
        }
        Ok(())
    }
}

/// The threads after so many, until a page is full or there are as many posts as asked.
fn page(from: Written, of: u64, thread: impl Fn(u64, u64, u64) -> Thread) -> Page {
    let (mut after, mut threads) = (from, Vec::new());
    while after.posts < of && (threads.len() as u64) < SAVE_EVERY {
        let thread = thread(after.threads, after.posts, of - after.posts);
        after = Written { threads: after.threads + 1, posts: after.posts + thread.posts() };
        threads.push(thread);
    }
    Page { threads, after }
}

/// The posts of a thread that are there, when it is not known how far this came: known by author and text. Two threads of
/// one author and one text in one channel, a word each, would be taken for one.
async fn find(caller: &Caller<'_>, channel: Id, thread: &Thread) -> Result<Vec<Stored>, Failure> {
    for page in 0..PAGES_MAX {
        let query = format!("page={page}&per_page={PAGE}");
        let found: Listed =
            caller.ask(Call::plain(Method::GET, "/channels/{channel}/posts", &[&channel], &query)).await?;
        let is_it =
            |post: &&Stored| post.root_id.is_none() && post.user_id == caller.user.id && post.message == thread.text;
        if let Some(root) = found.posts.values().find(is_it) {
            let all: Listed = caller.ask(Call::plain(Method::GET, "/posts/{post}/thread", &[&root.id], "")).await?;
            return Ok(all.posts.into_values().collect());
        }
        if found.posts.len() < PAGE {
            break;
        }
    }
    Ok(Vec::new())
}
