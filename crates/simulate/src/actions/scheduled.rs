//! Scheduled posts.

use base::Id;
use serde_json::{Map, Value, json};

use super::posts::{random_post, send as send_post};
use crate::answers::UserAnswer;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::memory::{Draft, Scheduled, keep_few};
use crate::users::message::{self, Place};
use crate::users::session::{Acted, Outcome};

const REPLIES: f64 = 0.25;
const DAY_MS: i64 = 86_400_000;

/// Writes a post that shall come in two to ten days.
pub async fn create(actor: &mut Actor) -> Acted {
    match actor.client_config()?.has_scheduled_posts {
        Some(true) => {}
        Some(false) => return Ok(Outcome::Skipped("scheduled posts are off")),
        None => return Err(Failure::Missing("ScheduledPosts is not known")),
    }
    let channel = actor.channel()?;
    let mut root = Id::NONE;
    if actor.random.chance(REPLIES) {
        let Some(post) = random_post(actor, channel) else { return Ok(Outcome::Skipped("no post to reply to")) };
        root = post.thread();
    }
    message::typing(actor, channel)?;
    let place = Draft { channel, root };
    let text = write(actor, place).await?;
    let files = message::attachments(actor, channel).await?;
    let mut post = Scheduled { id: Id::NONE, place, text, files };
    let body = body(actor, &post)?;
    let answer: UserAnswer = actor.post("/posts/schedule", &[], &body).await?.json()?;
    post.id = answer.id;
    keep_few(&mut actor.memory.lock().scheduled, post);
    Ok(Outcome::Done)
}

async fn write(actor: &mut Actor, place: Draft) -> Result<Box<str>, Failure> {
    let kind = if place.root.is_some() { Place::Reply } else { Place::Root };
    Ok(message::write(actor, place.channel, kind).await?.into())
}

/// The whole object, due at a time of its own each time.
fn body(actor: &mut Actor, post: &Scheduled) -> Result<Value, Failure> {
    let (_, me) = actor.me()?;
    let now_ms = actor.lab.clock.now();
    let scheduled_at = now_ms + actor.random.within(2, 10) as i64 * DAY_MS;
    let channel = actor.lab.world.channel_id(post.place.channel);
    Ok(json!({"user_id": me, "channel_id": channel, "root_id": post.place.root, "message": post.text,
        "create_at": now_ms, "scheduled_at": scheduled_at, "file_ids": post.files}))
}

fn random(actor: &mut Actor) -> Option<Scheduled> {
    let memory = actor.session.memory.lock();
    actor.random.one_of(&memory.scheduled).cloned()
}

fn forget(actor: &Actor, id: Id) {
    actor.memory.lock().scheduled.retain(|known| known.id != id);
}

/// Gives a scheduled post another text and time.
pub async fn update(actor: &mut Actor) -> Acted {
    let Some(mut post) = random(actor) else { return Ok(Outcome::Skipped("no scheduled posts")) };
    post.text = write(actor, post.place).await?;
    let mut body = body(actor, &post)?;
    body["id"] = json!(post.id);
    actor.put("/posts/schedule/{scheduled_post}", &[&post.id], &body).await?;
    if let Some(known) = actor.memory.lock().scheduled.iter_mut().find(|known| known.id == post.id) {
        known.text = post.text;
    }
    Ok(Outcome::Done)
}

/// Deletes a scheduled post.
pub async fn delete(actor: &mut Actor) -> Acted {
    let Some(post) = random(actor) else { return Ok(Outcome::Skipped("no scheduled posts")) };
    actor.session.delete("/posts/schedule/{scheduled_post}", &[&post.id]).await?;
    forget(actor, post.id);
    Ok(Outcome::Done)
}

/// Sends a scheduled post now, as it was written.
pub async fn send(actor: &mut Actor) -> Acted {
    let Some(post) = random(actor) else { return Ok(Outcome::Skipped("no scheduled posts")) };
    let mut extra = Map::new();
    if post.place.root.is_some() {
        extra.insert("root_id".into(), json!(post.place.root));
    }
    if !post.files.is_empty() {
        extra.insert("file_ids".into(), json!(post.files));
    }
    send_post(actor, post.place.channel, &post.text, extra).await?;
    actor.session.delete("/posts/schedule/{scheduled_post}", &[&post.id]).await?;
    forget(actor, post.id);
    Ok(Outcome::Done)
}
