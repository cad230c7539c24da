//! What comes over a socket: counted, checked for gaps, looked at as far as a simulated user would.
//!
//! Most events are posts that other users of the agent receive as well. The first to see one reads it; the others
//! find it by its id, so that an event costs a scan for its envelope and no more.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use base::Id;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::link::{self, Link};
use super::memory::{Memory, Reaction};
use super::session::{Outgoing, Session};
use super::view::{note_members, statuses, users_by_ids};
use super::world::{Kind, No, Post};
use crate::answers::{PostAnswer, ReactionAnswer};
use crate::net::Failure;
use crate::results::noticed::Noticed;
use crate::tasks;

/// Reactions to events that one user may have under way; further ones are told as errors, as in the reference tool
/// (eight a processor there).
const REACTIONS_MAX: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    Fine,
    Gap,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    event: Cow<'a, str>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
    #[serde(default)]
    seq: i64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PostData<'a> {
    #[serde(borrow)]
    post: Cow<'a, str>,
    should_ack: bool,
    #[serde(borrow)]
    channel_type: Cow<'a, str>,
    #[serde(borrow)]
    channel_name: Cow<'a, str>,
    team_id: Id,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReactionData<'a> {
    #[serde(borrow)]
    reaction: Cow<'a, str>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct TypingData {
    user_id: Id,
}

/// Takes one text frame.
pub fn take(session: &Arc<Session>, link: &mut Link, text: &str) -> Taken {
    let sockets = &session.lab.meter.sockets;
    sockets.bytes.fetch_add(text.len() as u64, Relaxed);
    let Ok(envelope) = serde_json::from_str::<Envelope>(text) else {
        session
            .lab
            .meter
            .error("socket", &format!("a frame does not read: {}", &text[..text.floor_char_boundary(200)]));
        return Taken::Fine;
    };
    if envelope.event.is_empty() {
        return Taken::Fine;
    }
    count(session, &envelope.event);
    let data = envelope.data.map_or("{}", RawValue::get);
    if envelope.event == "hello" {
        link::greet(session, link, data);
    }
    if envelope.seq != link.next_seq {
        let missing = u64::try_from(envelope.seq - link.next_seq).unwrap_or_default();
        sockets.missing.fetch_add(missing, Relaxed);
        session.note(Noticed { missing, ..Noticed::default() });
        return Taken::Gap;
    }
    link.next_seq += 1;
    if session.connected_us.load(Relaxed) == 0 {
        link::resume(session, link);
    }
    match &*envelope.event {
        "posted" => posted(session, data),
        "post_edited" => edited(session, data),
        "post_deleted" => deleted(session, data),
        "reaction_added" => reacted(session, data, note_reaction),
        "reaction_removed" => reacted(session, data, forget_reaction),
        "typing" => typing(session, data),
        _ => {}
    }
    Taken::Fine
}

fn count(session: &Session, event: &str) {
    let mut events = session.lab.meter.sockets.events.lock();
    match events.get_mut(event) {
        Some(count) => *count += 1,
        None => drop(events.insert(event.to_owned(), 1)),
    }
}

fn posted(session: &Arc<Session>, data: &str) {
    let now_us = session.lab.now_us();
    let Some(post) = stored(session, data) else { return };
    if post.tag != 0 {
        let newest_tick = session.memory.lock().seen(post.channel).map_or(0, |seen| seen.newest_tick);
        if let Some(arrival) = session.lab.ledger.receive(post.tag, post.id, session.slot, newest_tick, now_us)
            && arrival.sent_tick > newest_tick
        {
            let mut memory = session.memory.lock();
            if memory.seen(post.channel).is_some() {
                memory.see(post.channel).newest_tick = arrival.sent_tick;
            }
        }
    }
    if data.contains("\"should_ack\":true")
        && let Err(failure) = session.say(Outgoing::Acknowledge(post.id))
    {
        session.lab.meter.error("posted_notify_ack", &failure);
    }
    if !session.memory.lock().is_member(post.channel) {
        let channel = post.channel;
        react(session, move |session| async move { own_member(&session, channel).await });
    }
}

/// The post of an event, remembered when it is of the channel that is looked at.
fn stored(session: &Session, data: &str) -> Option<Arc<Post>> {
    let post = match quick_id(data).and_then(|id| session.lab.world.known_post(id)) {
        Some(post) => post,
        None => read_post(session, data)?,
    };
    keep(session, &post);
    Some(post)
}

fn keep(session: &Session, post: &Arc<Post>) {
    let mut memory = session.memory.lock();
    if memory.channel == Some(post.channel) {
        memory.remember(post);
    }
}

/// An edited post is read even when it is known: its text is another one.
fn edited(session: &Session, data: &str) {
    let data: PostData = serde_json::from_str(data).unwrap_or_default();
    let Ok(answer) = serde_json::from_str::<PostAnswer>(&data.post) else { return };
    if let Some(post) = session.lab.world.post(&answer) {
        keep(session, &post);
    }
}

fn reacted(session: &Session, data: &str, take: fn(&Session, &ReactionAnswer)) {
    let data: ReactionData = serde_json::from_str(data).unwrap_or_default();
    if let Ok(reaction) = serde_json::from_str(&data.reaction) {
        take(session, &reaction);
    }
}

/// Remembers a reaction to a post that is remembered in the channel that is looked at.
pub fn note_reaction(session: &Session, reaction: &ReactionAnswer) {
    let user = session.lab.world.user(reaction.user_id, "");
    let mut memory = session.memory.lock();
    if is_looked_at(&memory, reaction.post_id) {
        memory.reactions.add(Reaction { post: reaction.post_id, user, emoji: reaction.emoji_name.clone() });
    }
}

fn forget_reaction(session: &Session, reaction: &ReactionAnswer) {
    let user = session.lab.world.user(reaction.user_id, "");
    let mut memory = session.memory.lock();
    if is_looked_at(&memory, reaction.post_id) {
        memory
            .reactions
            .remove(|one| one.post == reaction.post_id && one.user == user && one.emoji == reaction.emoji_name);
    }
}

fn is_looked_at(memory: &Memory, post: Id) -> bool {
    memory.posts.items().iter().any(|known| known.id == post && Some(known.channel) == memory.channel)
}

/// The id of the post where servers write it: first in the text of the post.
fn quick_id(data: &str) -> Option<Id> {
    const BEFORE: &str = "\"post\":\"{\\\"id\\\":\\\"";
    let at = data.find(BEFORE)? + BEFORE.len();
    Id::parse(data.get(at..at + base::ids::ID_LEN)?)
}

fn read_post(session: &Session, data: &str) -> Option<Arc<Post>> {
    let data: PostData = serde_json::from_str(data).ok()?;
    let post: PostAnswer = serde_json::from_str(&data.post).ok()?;
    if session.lab.world.channel_no(post.channel_id).is_none() {
        let kind = Kind::of(&data.channel_type);
        let team = if kind.is_of_team() { data.team_id } else { Id::NONE };
        session.lab.world.channel(post.channel_id, team, kind, &data.channel_name);
    }
    session.lab.world.post(&post)
}

fn deleted(session: &Session, data: &str) {
    let id = quick_id(data).or_else(|| {
        let data: PostData = serde_json::from_str(data).ok()?;
        serde_json::from_str::<PostAnswer>(&data.post).ok().map(|post| post.id)
    });
    if let Some(id) = id {
        session.memory.lock().posts.remove(|post| post.id == id);
    }
}

fn typing(session: &Arc<Session>, data: &str) {
    let data: TypingData = serde_json::from_str(data).unwrap_or_default();
    if !data.user_id.is_some() {
        return;
    }
    let user = session.lab.world.user(data.user_id, "");
    let (is_known, has_status) = {
        let memory = session.memory.lock();
        (memory.users.items().contains(&user), memory.statuses.items().contains(&user))
    };
    if is_known && has_status {
        return;
    }
    react(session, move |session| async move {
        if !is_known {
            users_by_ids(&session, &[data.user_id]).await?;
        }
        statuses(&session, &[data.user_id]).await
    });
}

/// Reads the own membership of a channel.
///
/// # Errors
/// When the request fails.
pub async fn own_member(session: &Session, channel: No) -> Result<(), Failure> {
    let ((_, me), id) = (session.me()?, session.lab.world.channel_id(channel));
    let reply = session.get("/channels/{channel}/members/{user}", &[&id, &me], "").await?;
    note_members(session, &[reply.json()?]);
    Ok(())
}

pub(super) fn react<F>(session: &Arc<Session>, reaction: impl FnOnce(Arc<Session>) -> F)
where
    F: Future<Output = Result<(), Failure>> + Send + 'static,
{
    if session.reacting.fetch_add(1, Relaxed) >= REACTIONS_MAX {
        session.reacting.fetch_sub(1, Relaxed);
        session.lab.meter.error("reaction to an event", &"too many are under way");
        return;
    }
    let work = reaction(session.clone());
    let session = session.clone();
    tasks::spawn("reaction to an event", async move {
        if let Err(failure) = work.await {
            session.lab.meter.error("reaction to an event", &failure);
        }
        session.reacting.fetch_sub(1, Relaxed);
    });
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::agent::Agent;
    use crate::agent::control::Create;

    const CHANNEL: Id = Id([9; 16]);
    const POST: Id = Id([5; 16]);
    const COLLEAGUE: Id = Id([8; 16]);

    /// A session that looks at [`CHANNEL`], and its link.
    fn looking() -> (Arc<Session>, Link) {
        let session = Agent::session_without_pauses("lt0", Create::default()).expect("the defaults hold together");
        let channel = session.lab.world.channel(CHANNEL, Id::NONE, Kind::Direct, "");
        session.note_member(channel);
        session.memory.lock().channel = Some(channel);
        (session, Link::default())
    }

    fn hear(session: &Arc<Session>, link: &mut Link, event: &str, data: &Value) {
        let text = json!({"event": event, "data": data, "broadcast": {}, "seq": link.next_seq}).to_string();
        assert_eq!(take(session, link, &text), Taken::Fine);
    }

    fn post(text: &str, update_at: i64) -> Value {
        let post = json!({"id": POST, "channel_id": CHANNEL, "user_id": COLLEAGUE, "message": text,
            "create_at": 1, "update_at": update_at});
        json!({"post": post.to_string()})
    }

    fn reaction(to: Id, emoji: &str) -> Value {
        let reaction = json!({"user_id": COLLEAGUE, "post_id": to, "emoji_name": emoji});
        json!({"reaction": reaction.to_string()})
    }

    #[tokio::test]
    async fn an_edited_post_is_known_by_its_new_text() {
        let (session, mut link) = looking();
        hear(&session, &mut link, "posted", &post("plain", 1));
        hear(&session, &mut link, "post_edited", &post(&format!("http://chat/team/pl/{COLLEAGUE}"), 2));
        let memory = session.memory.lock();
        let permalinks: Vec<Id> = memory.posts.items().iter().map(|post| post.permalink()).collect();
        assert_eq!(permalinks, [COLLEAGUE], "one post, with what its new text leads to");
    }

    #[tokio::test]
    async fn reactions_to_posts_that_are_looked_at_are_kept_until_they_go() {
        let (session, mut link) = looking();
        let kept = |session: &Session| session.memory.lock().reactions.items().to_vec();
        hear(&session, &mut link, "posted", &post("plain", 1));
        hear(&session, &mut link, "reaction_added", &reaction(POST, "tada"));
        hear(&session, &mut link, "reaction_added", &reaction(POST, "tada"));
        hear(&session, &mut link, "reaction_added", &reaction(CHANNEL, "tada"));
        let user = session.lab.world.user(COLLEAGUE, "");
        assert_eq!(kept(&session), [Reaction { post: POST, user, emoji: "tada".into() }]);
        hear(&session, &mut link, "reaction_removed", &reaction(POST, "smile"));
        assert_eq!(kept(&session).len(), 1, "another one was taken back");
        hear(&session, &mut link, "reaction_removed", &reaction(POST, "tada"));
        assert_eq!(kept(&session), []);
    }

    #[test]
    fn the_id_of_a_post_is_found_without_reading_it() {
        let id = Id([3; 16]);
        let data = format!(r#"{{"channel_type":"O","post":"{{\"id\":\"{id}\",\"create_at\":1}}"}}"#);
        assert_eq!(quick_id(&data), Some(id));
        assert_eq!(quick_id(r#"{"post":"{\"create_at\":1}"}"#), None);
        assert_eq!(quick_id(r#"{"post":"{\"id\":\"é"#), None);
    }
}
