//! Opening a channel and a team, and what a list of posts makes a client load.

use std::collections::HashMap;
use std::sync::Arc;

use base::Id;
use jiff::Timestamp;
use serde_json::json;

use super::login::channels_of_team;
use super::memory::Thread;
use super::session::{Actor, Outgoing, Session};
use super::world::{Kind, No};
use crate::answers::{
    CategoriesAnswer, ChannelMemberAnswer, PostAnswer, PostsAnswer, StatsAnswer, StatusAnswer, ThreadAnswer,
    ThreadsAnswer, UserAnswer,
};
use crate::mix::Version;
use crate::net::{Call, Failure, Reply};

/// Chance that the side panel with the files of a channel opens with it.
const OPENS_FILES: f64 = 0.01;

/// Opens a channel: leaves the last one, reads its posts and numbers, tells that it was seen.
///
/// # Errors
/// With the first request that failed.
pub async fn view_channel(actor: &mut Actor, channel: No) -> Result<(), Failure> {
    let (_, me) = actor.me()?;
    let crt = actor.crt();
    let fact = actor.lab.world.channel_fact(channel);
    let last = actor.memory.lock().channel.map(|last| actor.lab.world.channel_id(last));
    if let Some(last) = last {
        let body = json!({"channel_id": last, "collapsed_threads_supported": crt});
        actor.post("/channels/members/{user}/view", &[&me], &body).await?;
    }
    let viewed_s = actor.memory.lock().seen(channel).map_or(0, |seen| seen.viewed_s);
    let reply = if viewed_s == 0 {
        let query = format!("limit_before=30&limit_after=30{}", and_collapsed(actor, crt));
        actor.get("/users/{user}/channels/{channel}/posts/unread", &[&me, &fact.id], &query).await?
    } else {
        let query = format!("since={}000{}", viewed_s, and_collapsed(actor, crt));
        actor.get("/channels/{channel}/posts", &[&fact.id], &query).await?
    };
    posts_info(actor, &reply).await?;
    channel_stats(actor, channel).await?;
    if !fact.kind.is_of_team() {
        show_direct(actor, fact.kind, fact.id).await?;
    }
    let last = last.map_or(String::new(), |last| last.to_string());
    let body = json!({"channel_id": fact.id, "prev_channel_id": last, "collapsed_threads_supported": crt});
    actor.post("/channels/members/{user}/view", &[&me], &body).await?;
    let now_s = (actor.lab.clock.now() / 1_000) as u32;
    actor.memory.lock().see(channel).viewed_s = now_s;
    Ok(())
}

/// What the clients of either time append to ask for collapsed threads.
pub fn and_collapsed(session: &Session, crt: bool) -> &'static str {
    match (crt, session.lab.is_2026()) {
        (true, _) => "&collapsedThreads=true",
        (false, true) => "&collapsedThreads=false",
        (false, false) => "",
    }
}

async fn channel_stats(actor: &mut Actor, channel: No) -> Result<(), Failure> {
    let id = actor.lab.world.channel_id(channel);
    let without_files = !actor.random.chance(OPENS_FILES);
    let query = format!("exclude_files_count={without_files}");
    let stats: StatsAnswer = actor.get("/channels/{channel}/stats", &[&id], &query).await?.json()?;
    actor.memory.lock().see(channel).count = Some(stats.member_count);
    Ok(())
}

async fn show_direct(actor: &Actor, kind: Kind, channel: Id) -> Result<(), Failure> {
    let (_, me) = actor.me()?;
    let shown = if kind == Kind::Direct { "direct_channel_show" } else { "group_channel_show" };
    let now = Timestamp::from_millisecond(actor.lab.clock.now()).unwrap_or_default().to_string();
    let item =
        |category: &str, value: &str| json!({"user_id": me, "category": category, "name": channel, "value": value});
    actor
        .put("/users/{user}/preferences", &[&me], &json!([item(shown, "true"), item("channel_open_time", &now)]))
        .await?;
    let mut memory = actor.memory.lock();
    let list = if kind == Kind::Direct { &mut memory.direct_shown } else { &mut memory.group_shown };
    if !list.contains(&channel) && list.len() < super::memory::CHANNELS_MAX {
        list.push(channel);
    }
    Ok(())
}

/// What is collected of a list of posts before the memory is asked what is missing.
#[derive(Default)]
struct Seen {
    authors: Vec<No>,
    mentioned: Vec<String>,
    /// Thumbnail and preview of pictures.
    pictures: Vec<(Id, bool)>,
}

/// Remembers the posts of an answer and loads what they show: pictures, authors, their statuses and faces.
///
/// # Errors
/// With the first request that failed, or when the answer is no list of posts.
pub async fn posts_info(actor: &Actor, reply: &Reply) -> Result<usize, Failure> {
    let (seen, count) = {
        let answer: PostsAnswer = read(reply)?;
        let posts = answer.order.iter().filter_map(|id| answer.posts.get(id));
        let seen = collect(actor, posts);
        remember_posts(actor, &answer);
        (seen, answer.order.len())
    };
    load_seen(actor, seen).await?;
    Ok(count)
}

/// The posts of an answer as it orders them, from the newest on. Threads may begin with the oldest; their root comes
/// first in either direction, so the replies tell it.
fn newest_first(answer: &PostsAnswer) -> Vec<Id> {
    let ordered: Vec<&PostAnswer> = answer.order.iter().filter_map(|id| answer.posts.get(id)).collect();
    let has_replies = ordered.iter().any(|post| post.root_id.is_some());
    let mut times = ordered.iter().filter(|post| !has_replies || post.root_id.is_some()).map(|post| post.create_at);
    let is_rising = times.next().zip(times.next_back()).is_some_and(|(first, last)| first < last);
    let ids = ordered.iter().map(|post| post.id);
    if is_rising { ids.rev().collect() } else { ids.collect() }
}

/// Remembers the posts of an answer, the oldest first, and has their order judged.
pub fn remember_posts(session: &Session, answer: &PostsAnswer) {
    session.lab.ledger.shown(newest_first(answer).into_iter());
    let mut all: Vec<&PostAnswer> = answer.posts.values().collect();
    all.sort_unstable_by_key(|post| (post.create_at, post.id));
    let mut memory = session.memory.lock();
    all.iter().filter_map(|post| session.lab.world.post(post)).for_each(|post| memory.remember(&post));
}

/// Reads an answer that borrows from the body.
///
/// # Errors
/// When it is something else.
pub fn read<'a, T: serde::Deserialize<'a>>(reply: &'a Reply) -> Result<T, Failure> {
    serde_json::from_slice(reply.body()?).map_err(|error| Failure::unreadable("(answer)", &error))
}

fn collect<'a>(session: &Session, posts: impl Iterator<Item = &'a PostAnswer<'a>>) -> Seen {
    let mut seen = Seen::default();
    for post in posts {
        if let Some(name) = mention(&post.message)
            && !seen.mentioned.iter().any(|known| known == name)
        {
            seen.mentioned.push(name.to_owned());
        }
        let pictures = post.metadata.files.iter().filter(|file| matches!(file.extension.as_str(), "png" | "jpg"));
        seen.pictures.extend(pictures.map(|file| (file.id, file.has_preview_image)));
        let author = session.lab.world.user(post.user_id, "");
        if !seen.authors.contains(&author) {
            seen.authors.push(author);
        }
    }
    seen
}

async fn load_seen(session: &Session, seen: Seen) -> Result<(), Failure> {
    for (file, has_preview) in &seen.pictures {
        session.get("/files/{file}/thumbnail", &[file], "").await?;
        if *has_preview {
            session.get("/files/{file}/preview", &[file], "").await?;
        }
    }
    let (without_status, unknown) = {
        let memory = session.memory.lock();
        let lacking = |known: &[No]| seen.authors.iter().copied().filter(|no| !known.contains(no)).collect::<Vec<No>>();
        (lacking(memory.statuses.items()), lacking(memory.users.items()))
    };
    if !without_status.is_empty() {
        statuses(session, &session.lab.world.user_ids(&without_status)).await?;
    }
    if !unknown.is_empty() {
        users_by_ids(session, &session.lab.world.user_ids(&unknown)).await?;
    }
    for author in &seen.authors {
        image(session, *author).await?;
    }
    if !seen.mentioned.is_empty() {
        let reply = session.post("/users/usernames", &[], &seen.mentioned).await?;
        note_users(session, &reply.json::<Vec<UserAnswer>>()?);
    }
    Ok(())
}

/// The first name that a text mentions.
fn mention(text: &str) -> Option<&str> {
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b'-');
    text.match_indices('@').find_map(|(at, _)| {
        let rest = &text[at + 1..];
        let length = rest.bytes().take_while(|byte| is_name(*byte)).count();
        (length > 0).then(|| &rest[..length])
    })
}

/// Loads and remembers statuses.
///
/// # Errors
/// When the request fails.
pub async fn statuses(session: &Session, ids: &[Id]) -> Result<(), Failure> {
    let statuses: Vec<StatusAnswer> = session.post("/users/status/ids", &[], ids).await?.json()?;
    let numbers: Vec<No> = statuses.iter().map(|status| session.lab.world.user(status.user_id, "")).collect();
    let mut memory = session.memory.lock();
    numbers.into_iter().for_each(|no| memory.statuses.add(no));
    Ok(())
}

/// Loads and remembers users.
///
/// # Errors
/// When the request fails.
pub async fn users_by_ids(session: &Session, ids: &[Id]) -> Result<(), Failure> {
    let reply = session.post("/users/ids", &[], ids).await?;
    note_users(session, &reply.json::<Vec<UserAnswer>>()?);
    Ok(())
}

/// Loads and remembers a page of users.
///
/// # Errors
/// When the request fails.
pub async fn users_page(session: &Session, query: &str) -> Result<Vec<No>, Failure> {
    let users: Vec<UserAnswer> = session.get("/users", &[], query).await?.json()?;
    Ok(note_users(session, &users))
}

/// Remembers users.
pub fn note_users(session: &Session, users: &[UserAnswer]) -> Vec<No> {
    let numbers: Vec<No> = users.iter().map(|user| session.lab.world.user(user.id, &user.username)).collect();
    let mut memory = session.memory.lock();
    numbers.iter().for_each(|no| memory.users.add(*no));
    numbers
}

/// A user's picture, unless it is the one that was seen.
///
/// # Errors
/// When the request fails, or the tag of the picture is no number.
pub async fn image(session: &Session, user: No) -> Result<(), Failure> {
    const TEMPLATE: &str = "/users/{user}/image";
    let id = session.lab.world.user_fact(user).id;
    let etag = session.memory.lock().images.get(&user).copied().unwrap_or(0);
    let call = Call { etag: Some(etag), ..Call::plain(http::Method::GET, TEMPLATE, &[&id], "") };
    let reply = session.call(call).await?;
    let etag = match reply.header("etag") {
        "" => 0,
        text => {
            text.parse().map_err(|_| Failure::unreadable(TEMPLATE, &format!("ETag {text:?} is no whole number")))?
        }
    };
    session.memory.lock().images.insert(user, etag);
    Ok(())
}

/// Loads what a client shows of a team.
///
/// # Errors
/// With the first request that failed.
pub async fn load_team(session: &Session, team: No) -> Result<(), Failure> {
    let ((_, me), id) = (session.me()?, session.lab.world.team_id(team));
    let crt = session.crt();
    if !session.lab.is_2026() {
        channels_of_team(session, team).await?;
        channel_members(session, team).await?;
    }
    let query = format!("include_collapsed_threads={crt}");
    session.get("/users/{user}/teams/unread", &[&me], &query).await?;
    session.get("/users/{user}/teams/{team}/threads", &[&me, &id], "totalsOnly=true").await?;
    categories(session, team).await?;
    statuses(session, &[me]).await?;
    if session.lab.has(Version(10, 3)) {
        session.get("/posts/scheduled/team/{team}", &[&id], "includeDirectChannels=true").await?;
    }
    Ok(())
}

/// The own memberships of a team's channels.
///
/// # Errors
/// When the request fails.
pub async fn channel_members(session: &Session, team: No) -> Result<(), Failure> {
    let ((_, me), team) = (session.me()?, session.lab.world.team_id(team));
    let reply = session.get("/users/{user}/teams/{team}/channels/members", &[&me, &team], "").await?;
    note_members(session, &reply.json::<Vec<ChannelMemberAnswer>>()?);
    Ok(())
}

/// Remembers own memberships of channels that are known.
pub fn note_members(session: &Session, members: &[ChannelMemberAnswer]) {
    for member in members {
        if let Some(channel) = session.lab.world.channel_no(member.channel_id) {
            session.note_member(channel);
        }
    }
}

/// The sidebar of a team.
///
/// # Errors
/// When the request fails.
pub async fn categories(session: &Session, team: No) -> Result<(), Failure> {
    let ((_, me), team) = (session.me()?, session.lab.world.team_id(team));
    let reply = session.get("/users/{user}/teams/{team}/channels/categories", &[&me, &team], "").await?;
    session.memory.lock().categories = reply.json::<CategoriesAnswer>()?.categories;
    Ok(())
}

/// Loads followed threads of a team, remembers them, and returns them in the server's order.
///
/// # Errors
/// When the request fails.
pub async fn threads(session: &Session, team: No, query: &str) -> Result<Vec<Thread>, Failure> {
    let ((_, me), team) = (session.me()?, session.lab.world.team_id(team));
    let reply = session.get("/users/{user}/teams/{team}/threads", &[&me, &team], query).await?;
    let answer: ThreadsAnswer = read(&reply)?;
    let threads: Vec<Thread> = answer.threads.iter().map(thread_of).collect();
    let mut memory = session.memory.lock();
    threads.iter().for_each(|thread| memory.thread(*thread));
    Ok(threads)
}

fn thread_of(answer: &ThreadAnswer) -> Thread {
    Thread {
        id: answer.id,
        channel: answer.post.channel_id,
        create_at: answer.post.create_at,
        last_reply_at: answer.last_reply_at,
        has_unread: answer.unread_replies > 0,
        update_at: 0,
    }
}

/// A team where the user is a member, other than the current one.
pub fn other_team(actor: &mut Actor) -> Option<No> {
    let others: Vec<No> = {
        let memory = actor.session.memory.lock();
        let is_other = |team: &&No| memory.team_members.contains(team) && memory.team != Some(**team);
        memory.teams.iter().filter(is_other).copied().collect()
    };
    actor.random.one_of(&others).copied()
}

/// Channels that pass, with what is known of them.
pub fn channels_where(session: &Session, mut passes: impl FnMut(bool, Option<No>, Kind) -> bool) -> Vec<No> {
    let memory = session.memory.lock();
    let table = session.lab.world.channels.read();
    let known = memory.channels().iter().filter(|seen| {
        let fact = table.row(seen.channel);
        passes(seen.is_member, fact.team, fact.kind)
    });
    known.map(|seen| seen.channel).collect()
}

/// Tells where the user is, on servers that want to know.
///
/// # Errors
/// When the socket's queue is full.
pub fn presence(session: &Session, place: Outgoing) -> Result<(), Failure> {
    if session.client_config()?.has_event_scope { session.say(place) } else { Ok(()) }
}

/// Posts of an answer by id, for those who look for one of them.
pub fn posts_of(session: &Session, reply: &Reply) -> Result<HashMap<Id, Arc<super::world::Post>>, Failure> {
    let answer: PostsAnswer = read(reply)?;
    Ok(answer.posts.values().filter_map(|post| session.lab.world.post(post)).map(|post| (post.id, post)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mention_is_found() {
        assert_eq!(mention("hello @lt0-12, and @b"), Some("lt0-12"));
        assert_eq!(mention("mail me at A@B.example"), None);
        assert_eq!(mention("a @ b"), None);
    }
    #[test]
    fn a_thread_is_read_from_the_newest_on_whatever_its_direction() {
        let post = |at: u8| PostAnswer { id: Id([at; 16]), create_at: at.into(), ..PostAnswer::default() };
        let reply = |at: u8| PostAnswer { root_id: Id([1; 16]), ..post(at) };
        for (order, read) in [([1, 2, 3], [3, 2, 1]), ([1, 3, 2], [1, 3, 2])] {
            let posts = [post(1), reply(2), reply(3)].map(|post| (post.id, post)).into();
            let answer = PostsAnswer { order: order.map(|at| Id([at; 16])).to_vec(), posts, has_next: false };
            assert_eq!(newest_first(&answer), read.map(|at| Id([at; 16])));
        }
    }
}
