//! Posts: writing, editing, deleting, reminders, acknowledgements.

use std::sync::Arc;

use base::Id;
use serde_json::{Map, Value, json};

use crate::answers::{ChannelMemberAnswer, PostAnswer};
use crate::mix::{Random, words};
use crate::net::Failure;
use crate::users::Actor;
use crate::users::message::{self, Place};
use crate::users::session::{Acted, Outcome};
use crate::users::view::read;
use crate::users::world::{No, Post};

/// Seconds after which a reminder comes.
const REMINDER_S: i64 = 600;
/// Words of a short message, both ends included.
const FEW_WORDS: (u64, u64) = (3, 17);

/// Writes a post or a reply in the current channel.
pub async fn create_post(actor: &mut Actor) -> Acted {
    let channel = actor.channel()?;
    message::typing(actor, channel)?;
    let place = if actor.random.chance(actor.session.lab.simul.percent_replies) { Place::Reply } else { Place::Root };
    let mut root = Id::NONE;
    if place == Place::Reply {
        let Some(post) = random_post(actor, channel) else { return Ok(Outcome::Skipped("no post to reply to")) };
        root = post.thread();
    }
    let is_urgent = place == Place::Root && actor.random.chance(actor.session.lab.simul.percent_urgent_posts);
    let text = message::write(actor, channel, place).await?;
    let files = message::attachments(actor, channel).await?;
    let mut extra = Map::new();
    if root.is_some() {
        extra.insert("root_id".into(), json!(root));
    }
    if !files.is_empty() {
        extra.insert("file_ids".into(), json!(files));
    }
    if is_urgent {
        let priority = json!({"priority": "urgent", "requested_ack": false, "persistent_notifications": false});
        extra.insert("metadata".into(), json!({"priority": priority}));
    }
    send(actor, channel, &text, extra).await?;
    Ok(Outcome::Done)
}

/// Writes a few words in the current channel, as the recipe for small servers has it.
pub async fn post_message(actor: &mut Actor) -> Acted {
    let (channel, text) = (actor.channel()?, few_words(actor));
    send(actor, channel, &text, Map::new()).await?;
    Ok(Outcome::Done)
}

/// Sends a small file with a few words.
pub async fn post_small_file(actor: &mut Actor) -> Acted {
    let (channel, text) = (actor.channel()?, few_words(actor));
    let file = message::small_file(actor, channel).await?;
    send(actor, channel, &text, Map::from_iter([("file_ids".into(), json!(file))])).await?;
    Ok(Outcome::Done)
}

fn few_words(actor: &mut Actor) -> String {
    let mut text = String::new();
    let count = actor.random.within(FEW_WORDS.0, FEW_WORDS.1);
    words::sentence(&mut actor.random, count, &mut text);
    text
}

/// Sends a marked post and remembers what the server made of it.
///
/// # Errors
/// With the failure of the request. A post that timed out stays open in the ledger's eyes: it may arrive.
pub async fn send(actor: &mut Actor, channel: No, text: &str, mut post: Map<String, Value>) -> Result<Id, Failure> {
    let ((_, me), lab) = (actor.me()?, actor.session.lab.clone());
    let mark = lab.ledger.send(channel, actor.session.slot, lab.now_us());
    let now_ms = lab.clock.now();
    post.insert("message".into(), message::marked(text, mark).into());
    post.insert("channel_id".into(), json!(lab.world.channel_id(channel)));
    post.insert("create_at".into(), (now_ms - now_ms % 1_000).into());
    // Of this post alone: a server takes a second post of the same id for the first one, sent again. The user's own random
    // say the same in a second run of the same seed, and in a second life of the same user.
    post.insert("pending_post_id".into(), json!(Random::of(mark, now_ms as u64).id()));
    post.insert("user_id".into(), json!(me));
    let sent = actor.post("/posts", &[], &post).await;
    if matches!(sent, Err(Failure::Refused { .. })) {
        lab.ledger.give_up(mark);
    }
    let reply = sent?;
    let answer: PostAnswer = read(&reply)?;
    lab.ledger.acknowledge(mark, (answer.id, answer.root_id), lab.now_us());
    if let Some(stored) = lab.world.post(&answer) {
        actor.memory.lock().remember(&stored);
    }
    Ok(answer.id)
}

/// A post of a user in a channel, of those that are remembered.
pub fn random_post(actor: &mut Actor, channel: No) -> Option<Arc<Post>> {
    let memory = actor.session.memory.lock();
    actor.random.one_of(&memory.user_posts(channel)).map(|post| Arc::clone(post))
}

fn own_post(actor: &mut Actor) -> Result<Option<Arc<Post>>, Failure> {
    let ((me, _), channel) = (actor.me()?, actor.channel()?);
    let memory = actor.session.memory.lock();
    let mut own = memory.user_posts(channel);
    own.retain(|post| post.author == me);
    Ok(actor.random.one_of(&own).map(|post| Arc::clone(post)))
}

/// Gives an own post of the current channel another text.
pub async fn edit_post(actor: &mut Actor) -> Acted {
    let Some(post) = own_post(actor)? else { return Ok(Outcome::Skipped("no own post")) };
    let text = message::write(actor, post.channel, Place::Root).await?;
    actor.lab.ledger.edited(post.id);
    actor.put("/posts/{post}/patch", &[&post.id], &json!({"message": text})).await?;
    Ok(Outcome::Done)
}

/// Deletes an own post of the current channel.
pub async fn delete_post(actor: &mut Actor) -> Acted {
    let Some(post) = own_post(actor)? else { return Ok(Outcome::Skipped("no own post")) };
    // Before the request: when its answer is lost, the post may be gone all the same.
    actor.lab.ledger.deleted(post.id);
    actor.delete("/posts/{post}", &[&post.id]).await?;
    actor.memory.lock().posts.remove(|known| known.id == post.id);
    Ok(Outcome::Done)
}

/// Wants to be reminded of a post.
pub async fn create_reminder(actor: &mut Actor) -> Acted {
    let ((_, me), channel) = (actor.me()?, actor.channel()?);
    let Some(post) = random_post(actor, channel) else { return Ok(Outcome::Skipped("no post to be reminded of")) };
    let target_s = actor.lab.clock.now() / 1_000 + REMINDER_S;
    let body = json!({"user_id": me, "post_id": post.id, "target_time": target_s});
    actor.post("/users/{user}/posts/{post}/reminder", &[&me, &post.id], &body).await?;
    Ok(Outcome::Done)
}

/// Asks for acknowledgements with an urgent post.
pub async fn create_ack_post(actor: &mut Actor) -> Acted {
    let Some(channel) = random_member_channel(actor) else { return Err(Failure::Missing("no channel")) };
    let priority = json!({"priority": "urgent", "requested_ack": true});
    let extra = Map::from_iter([("metadata".into(), json!({"priority": priority}))]);
    send(actor, channel, "Please confirm that you have read this.", extra).await?;
    Ok(Outcome::Done)
}

/// Acknowledges a post that asks for it.
pub async fn ack_to_post(actor: &mut Actor) -> Acted {
    let (_, me) = actor.me()?;
    let asking: Vec<Id> = {
        let memory = actor.session.memory.lock();
        memory.posts.items().iter().filter(|post| post.wants_ack).map(|post| post.id).collect()
    };
    let Some(post) = actor.random.one_of(&asking) else { return Ok(Outcome::Skipped("no post asks for it")) };
    actor.session.post("/users/{user}/posts/{post}/ack", &[&me, post], &json!({})).await?;
    Ok(Outcome::Done)
}

/// Mentions a member with a post that notifies until it is answered.
pub async fn create_persistent_post(actor: &mut Actor) -> Acted {
    let (me, _) = actor.me()?;
    let Some(channel) = random_member_channel(actor) else { return Err(Failure::Missing("no channel")) };
    let id = actor.lab.world.channel_id(channel);
    let members: Vec<ChannelMemberAnswer> =
        actor.get("/channels/{channel}/members", &[&id], "page=0&per_page=100").await?.json()?;
    let world = &actor.session.lab.world;
    let named: Vec<Arc<str>> = members
        .iter()
        .map(|member| world.user(member.user_id, ""))
        .filter(|no| *no != me && actor.session.memory.lock().users.items().contains(no))
        .map(|no| world.user_fact(no).name)
        .filter(|name| !name.is_empty())
        .collect();
    let Some(name) = actor.random.one_of(&named) else { return Ok(Outcome::Skipped("no known member")) };
    let mut text = String::new();
    words::sentence(&mut actor.random, 8, &mut text);
    let priority = json!({"priority": "urgent", "requested_ack": false, "persistent_notifications": true});
    let extra = Map::from_iter([("metadata".into(), json!({"priority": priority}))]);
    send(actor, channel, &format!("{text} mention @{name}"), extra).await?;
    Ok(Outcome::Done)
}

/// A channel that the user is a member of, of a random team of its own.
fn random_member_channel(actor: &mut Actor) -> Option<No> {
    let teams = actor.memory.lock().team_members.clone();
    let team = actor.random.one_of(&teams).copied()?;
    let candidates =
        crate::users::view::channels_where(actor, |is_member, of, _| is_member && of.is_none_or(|of| of == team));
    actor.random.one_of(&candidates).copied()
}
