//! Followed threads: the list, one thread, following, reading.

use base::Id;
use serde_json::json;

use super::channels::load_channel;
use crate::answers::PostsAnswer;
use crate::mix::{Version, wait};
use crate::net::Failure;
use crate::users::Actor;
use crate::users::memory::Thread;
use crate::users::session::{Acted, Outcome, Outgoing, Pane};
use crate::users::view::{presence, read, threads};
use crate::users::world::No;

const OFF: Outcome = Outcome::Skipped("threads are not collapsed");
/// Pages of a thread that the 2026 client loads at once, at most.
const THREAD_PAGES_MAX: usize = 100;

/// Reads the list of threads, then the unread ones.
pub async fn view_global_threads(actor: &mut Actor) -> Acted {
    if !actor.crt() {
        return Ok(OFF);
    }
    let team = actor.team()?;
    for tab in [Tab::All, Tab::Unread] {
        let Some(last) = first_page(actor, team, tab).await? else { return Ok(Outcome::Skipped("no threads")) };
        scroll(actor, team, tab, last).await?;
    }
    Ok(Outcome::Done)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    All,
    Unread,
}

impl Tab {
    fn query(self) -> &'static str {
        match self {
            Tab::All => "per_page=25&threadsOnly=true",
            Tab::Unread => "per_page=25&threadsOnly=true&unread=true",
        }
    }
}

/// The last thread of what is shown first: of those that are remembered, else of the server's first page.
async fn first_page(actor: &Actor, team: No, tab: Tab) -> Result<Option<Id>, Failure> {
    let known = {
        let memory = actor.memory.lock();
        let shown = memory.threads.items().iter().filter(|thread| tab == Tab::All || thread.has_unread);
        shown.min_by_key(|thread| thread.last_reply_at).map(|thread| thread.id)
    };
    match known {
        Some(last) => Ok(Some(last)),
        None => Ok(threads(actor, team, tab.query()).await?.last().map(|thread| thread.id)),
    }
}

async fn scroll(actor: &mut Actor, team: No, tab: Tab, mut last: Id) -> Result<(), Failure> {
    for _ in 0..actor.random.within(1, 3) {
        let page = threads(actor, team, &format!("{}&before={last}", tab.query())).await?;
        let Some(thread) = page.last() else { return Ok(()) };
        last = thread.id;
        let pause = wait::scroll(&mut actor.random);
        actor.pause(pause).await;
    }
    Ok(())
}

/// Follows the thread of a reply, or of any post.
pub async fn follow_thread(actor: &mut Actor) -> Acted {
    if !actor.crt() {
        return Ok(OFF);
    }
    let ((_, me), channel) = (actor.me()?, actor.channel()?);
    let roots: Vec<Id> = {
        let memory = actor.session.memory.lock();
        let posts = memory.user_posts(channel);
        let replies: Vec<Id> = posts.iter().filter(|post| post.root.is_some()).map(|post| post.root).collect();
        if replies.is_empty() { posts.iter().map(|post| post.id).collect() } else { replies }
    };
    let Some(root) = actor.random.one_of(&roots).copied() else { return Ok(Outcome::Skipped("no post")) };
    let team = team_of(actor, channel);
    actor.put("/users/{user}/teams/{team}/threads/{thread}/following", &[&me, &team, &root], &json!({})).await?;
    Ok(Outcome::Done)
}

/// The team that a thread of a channel is asked for in; that of the user for direct channels.
fn team_of(actor: &Actor, channel: No) -> Id {
    let team = actor.lab.world.channel_fact(channel).team.or(actor.memory.lock().team);
    team.map_or(Id::NONE, |team| actor.lab.world.team_id(team))
}

fn random_thread(actor: &mut Actor) -> Option<Thread> {
    let memory = actor.session.memory.lock();
    actor.random.one_of(memory.threads.items()).copied()
}

/// The channel of a thread, loaded when the user does not know it.
async fn channel_of(actor: &Actor, thread: Thread) -> Result<No, Failure> {
    match actor.lab.world.channel_no(thread.channel) {
        Some(channel) if actor.memory.lock().seen(channel).is_some() => Ok(channel),
        _ => load_channel(actor, thread.channel).await,
    }
}

/// Follows a thread no more.
pub async fn unfollow_thread(actor: &mut Actor) -> Acted {
    if !actor.crt() {
        return Ok(OFF);
    }
    let (_, me) = actor.me()?;
    let Some(thread) = random_thread(actor) else { return Ok(Outcome::Skipped("no threads")) };
    let team = team_of(actor, channel_of(actor, thread).await?);
    actor.delete("/users/{user}/teams/{team}/threads/{thread}/following", &[&me, &team, &thread.id]).await?;
    Ok(Outcome::Done)
}

/// Reads a thread.
pub async fn view_thread(actor: &mut Actor) -> Acted {
    if !actor.crt() {
        return Ok(OFF);
    }
    let team = actor.team()?;
    let thread = match random_thread(actor) {
        Some(thread) => thread,
        None => match threads(actor, team, Tab::All.query()).await?.first() {
            Some(thread) => *thread,
            None => return Ok(Outcome::Skipped("no threads")),
        },
    };
    if actor.lab.is_2026() {
        whole_thread(actor, thread).await?
    } else {
        pages_of_thread(actor, thread).await?
    }
    presence(actor, Outgoing::InThread(Pane::Threads, thread.channel))?;
    Ok(Outcome::Done)
}

/// What a page of a thread leaves for the next one.
struct Page {
    has_next: bool,
    last: Option<(Id, i64)>,
    updated_at: i64,
}

async fn page_of_thread(actor: &Actor, thread: Id, query: &str) -> Result<Page, Failure> {
    let reply = actor.get("/posts/{post}/thread", &[&thread], query).await?;
    let answer: PostsAnswer = read(&reply)?;
    let last = answer.posts.values().max_by_key(|post| (post.create_at, post.id));
    let updated_at = answer.posts.values().map(|post| post.update_at).max().unwrap_or(0);
    let mut memory = actor.memory.lock();
    answer.posts.values().filter_map(|post| actor.lab.world.post(post)).for_each(|post| memory.remember(&post));
    Ok(Page { has_next: answer.has_next, last: last.map(|post| (post.id, post.create_at)), updated_at })
}

async fn pages_of_thread(actor: &mut Actor, thread: Thread) -> Result<(), Failure> {
    const FIRST: &str = "collapsedThreads=true&perPage=25&direction=down";
    let mut page = page_of_thread(actor, thread.id, FIRST).await?;
    for _ in 0..actor.random.within(1, 3) {
        let (true, Some((last, at))) = (page.has_next, page.last) else { break };
        page = page_of_thread(actor, thread.id, &format!("{FIRST}&fromPost={last}&fromCreateAt={at}")).await?;
        let pause = wait::scroll(&mut actor.random);
        actor.pause(pause).await;
    }
    Ok(())
}

async fn whole_thread(actor: &Actor, thread: Thread) -> Result<(), Failure> {
    const FIRST: &str = "collapsedThreads=true&perPage=60&direction=down";
    let mut updated_at = thread.update_at;
    let mut query = FIRST.to_owned();
    if thread.update_at > 0 && actor.lab.has(Version(10, 8)) {
        query.push_str(&format!("&updatesOnly=true&fromUpdateAt={}&fromPost={}", thread.update_at, thread.id));
    }
    for _ in 0..THREAD_PAGES_MAX {
        let page = page_of_thread(actor, thread.id, &query).await?;
        updated_at = updated_at.max(page.updated_at);
        let (true, Some((last, at))) = (page.has_next, page.last) else { break };
        query = format!("{FIRST}&fromPost={last}&fromCreateAt={at}");
    }
    actor.memory.lock().thread(Thread { update_at: updated_at, ..thread });
    Ok(())
}

/// Marks all threads of the current team as read.
pub async fn mark_all_read(actor: &mut Actor) -> Acted {
    if !actor.crt() {
        return Ok(OFF);
    }
    let ((_, me), team) = (actor.me()?, actor.lab.world.team_id(actor.team()?));
    actor.put("/users/{user}/teams/{team}/threads/read", &[&me, &team], &json!({})).await?;
    Ok(Outcome::Done)
}

/// Marks a thread as read up to its first post.
pub async fn update_thread_read(actor: &mut Actor) -> Acted {
    if !actor.crt() {
        return Ok(OFF);
    }
    let ((_, me), team) = (actor.me()?, actor.team()?);
    if random_thread(actor).is_none() {
        threads(actor, team, "per_page=25").await?;
    }
    let Some(thread) = random_thread(actor) else { return Ok(Outcome::Skipped("no threads")) };
    let team = team_of(actor, channel_of(actor, thread).await?);
    let template = "/users/{user}/teams/{team}/threads/{thread}/read/{timestamp}";
    actor.put(template, &[&me, &team, &thread.id, &thread.create_at], &json!({})).await?;
    actor.memory.lock().thread(Thread { has_unread: false, ..thread });
    Ok(Outcome::Done)
}
