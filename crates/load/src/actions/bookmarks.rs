//! Bookmarks of channels.

use base::Id;
use http::Method;
use serde_json::{Value, json};

use crate::net::{Call, Failure};
use crate::users::Actor;
use crate::users::answers::{UploadAnswer, UserAnswer};
use crate::users::memory::{Item, keep_few};
use crate::users::message::form;
use crate::users::session::{Acted, Outcome};

const NAMES: [&str; 4] = ["Handbook", "Roadmap", "On call", "Design"];
/// The most bookmarks a channel has, and so places one can be sorted to.
const PLACES: u64 = 50;

fn random(actor: &mut Actor) -> Option<Item> {
    let memory = actor.session.memory.lock();
    actor.dice.one_of(&memory.bookmarks).copied()
}

/// Adds a link or a file to the current channel.
pub async fn add(actor: &mut Actor) -> Acted {
    if !actor.client_config()?.has_bookmarks {
        return Ok(Outcome::Skipped("bookmarks are off"));
    }
    let channel = actor.channel()?;
    let id = actor.lab.world.channel_id(channel);
    let body = content(actor, id).await?;
    let answer: UserAnswer = actor.post("/channels/{channel}/bookmarks", &[&id], &body).await?.json()?;
    keep_few(&mut actor.memory.lock().bookmarks, Item { id: answer.id, channel, root: Id::NONE });
    Ok(Outcome::Done)
}

async fn content(actor: &mut Actor, channel: Id) -> Result<Value, Failure> {
    let name = actor.dice.one_of(&NAMES).copied().unwrap_or(NAMES[0]);
    let emoji = if actor.dice.chance(0.1) { "smile" } else { "" };
    if actor.dice.chance(0.5) {
        let link = "https://example.com/handbook";
        return Ok(json!({"type": "link", "display_name": name, "emoji": emoji, "link_url": link}));
    }
    let (body, kind) =
        form(&[("channel_id", channel.to_string())], "files", "notes.txt", b"What was decided, and why.\n");
    let call = Call { body: body.into(), kind: Some(kind), ..Call::plain(Method::POST, "/files", &[], "") };
    let files: UploadAnswer = actor.call(call.asking("bookmark=true")).await?.json()?;
    let file = files.file_infos.first().ok_or(Failure::Missing("the upload made no file"))?.id;
    Ok(json!({"type": "file", "display_name": name, "emoji": emoji, "file_id": file}))
}

/// Changes a bookmark, or adds the first.
pub async fn update_or_add(actor: &mut Actor) -> Acted {
    let Some(bookmark) = random(actor) else { return add(actor).await };
    let channel = actor.lab.world.channel_id(bookmark.channel);
    let name = actor.dice.one_of(&NAMES).copied().unwrap_or(NAMES[0]);
    let body = json!({"display_name": name, "emoji": "tada"});
    let template = "/channels/{channel}/bookmarks/{bookmark}";
    actor.call(Call::json(Method::PATCH, template, &[&channel, &bookmark.id], &body)).await?;
    Ok(Outcome::Done)
}

/// Moves a bookmark.
pub async fn sort(actor: &mut Actor) -> Acted {
    let Some(bookmark) = random(actor) else { return Ok(Outcome::Skipped("no bookmarks")) };
    let channel = actor.lab.world.channel_id(bookmark.channel);
    let of_channel = |item: &&Item| item.channel == bookmark.channel;
    let count = actor.memory.lock().bookmarks.iter().filter(of_channel).count() as u64;
    let place = actor.dice.below(count.min(PLACES));
    let template = "/channels/{channel}/bookmarks/{bookmark}/sort_order";
    actor.post(template, &[&channel, &bookmark.id], &place).await?;
    Ok(Outcome::Done)
}

/// Deletes a bookmark.
pub async fn delete(actor: &mut Actor) -> Acted {
    let Some(bookmark) = random(actor) else { return Ok(Outcome::Skipped("no bookmarks")) };
    let channel = actor.lab.world.channel_id(bookmark.channel);
    actor.delete("/channels/{channel}/bookmarks/{bookmark}", &[&channel, &bookmark.id]).await?;
    actor.memory.lock().bookmarks.retain(|known| known.id != bookmark.id);
    Ok(Outcome::Done)
}
