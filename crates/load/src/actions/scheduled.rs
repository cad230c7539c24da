//! Scheduled posts.

use base::Id;
use serde_json::{Map, Value, json};

use super::posts::{random_post, send as send_post};
use crate::net::Failure;
use crate::users::Actor;
use crate::users::answers::UserAnswer;
use crate::users::memory::{Item, keep_few};
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
    if actor.dice.chance(REPLIES) {
        let Some(post) = random_post(actor, channel) else { return Ok(Outcome::Skipped("no post to reply to")) };
        root = post.thread();
    }
    message::typing(actor, channel)?;
    let files = message::attachments(actor, channel).await?;
    let item = Item { id: Id::NONE, channel, root };
    let mut body = content(actor, item).await?;
    body["file_ids"] = json!(files);
    let answer: UserAnswer = actor.post("/posts/schedule", &[], &body).await?.json()?;
    keep_few(&mut actor.memory.lock().scheduled, Item { id: answer.id, ..item });
    Ok(Outcome::Done)
}

async fn content(actor: &mut Actor, item: Item) -> Result<Value, Failure> {
    let place = if item.root.is_some() { Place::Reply } else { Place::Root };
    let text = message::write(actor, item.channel, place).await?;
    let (_, me) = actor.me()?;
    let now_ms = actor.lab.clock.now();
    let scheduled_at = now_ms + actor.dice.within(2, 10) as i64 * DAY_MS;
    let channel = actor.lab.world.channel_id(item.channel);
    Ok(json!({"user_id": me, "channel_id": channel, "root_id": item.root, "message": text,
        "create_at": now_ms, "scheduled_at": scheduled_at}))
}

fn random(actor: &mut Actor) -> Option<Item> {
    let memory = actor.session.memory.lock();
    actor.dice.one_of(&memory.scheduled).copied()
}

fn forget(actor: &Actor, id: Id) {
    actor.memory.lock().scheduled.retain(|known| known.id != id);
}

/// Gives a scheduled post another text and time.
pub async fn update(actor: &mut Actor) -> Acted {
    let Some(item) = random(actor) else { return Ok(Outcome::Skipped("no scheduled posts")) };
    let mut body = content(actor, item).await?;
    body["id"] = json!(item.id);
    actor.put("/posts/schedule/{scheduled_post}", &[&item.id], &body).await?;
    Ok(Outcome::Done)
}

/// Deletes a scheduled post.
pub async fn delete(actor: &mut Actor) -> Acted {
    let Some(item) = random(actor) else { return Ok(Outcome::Skipped("no scheduled posts")) };
    actor.session.delete("/posts/schedule/{scheduled_post}", &[&item.id]).await?;
    forget(actor, item.id);
    Ok(Outcome::Done)
}

/// Sends a scheduled post now.
pub async fn send(actor: &mut Actor) -> Acted {
    let Some(item) = random(actor) else { return Ok(Outcome::Skipped("no scheduled posts")) };
    let place = if item.root.is_some() { Place::Reply } else { Place::Root };
    let text = message::write(actor, item.channel, place).await?;
    let mut extra = Map::new();
    if item.root.is_some() {
        extra.insert("root_id".into(), json!(item.root));
    }
    send_post(actor, item.channel, &text, extra).await?;
    actor.session.delete("/posts/schedule/{scheduled_post}", &[&item.id]).await?;
    forget(actor, item.id);
    Ok(Outcome::Done)
}
