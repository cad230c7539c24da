//! Bookmarks of channels.

use base::Id;
use http::Method;
use serde_json::json;

use crate::answers::{UploadAnswer, UserAnswer};
use crate::net::{Call, Failure};
use crate::users::Actor;
use crate::users::memory::{Bookmark, keep_few};
use crate::users::message::form;
use crate::users::session::{Acted, Outcome};

const NAMES: [&str; 4] = ["Handbook", "Roadmap", "On call", "Design"];
const LINK: &str = "https://example.com/handbook";
/// The most bookmarks a channel has, and so places one can be sorted to.
const PLACES: u64 = 50;

fn random(actor: &mut Actor) -> Option<Bookmark> {
    let memory = actor.session.memory.lock();
    actor.random.one_of(&memory.bookmarks).copied()
}

/// Adds a link or a file to the current channel.
pub async fn add(actor: &mut Actor) -> Acted {
    if !actor.client_config()?.has_bookmarks {
        return Ok(Outcome::Skipped("bookmarks are off"));
    }
    let channel = actor.channel()?;
    let id = actor.lab.world.channel_id(channel);
    let name = actor.random.one_of(&NAMES).copied().unwrap_or(NAMES[0]);
    let emoji = if actor.random.chance(0.1) { "smile" } else { "" };
    let (file, body) = if actor.random.chance(0.5) {
        (Id::NONE, json!({"type": "link", "display_name": name, "emoji": emoji, "link_url": LINK}))
    } else {
        let file = upload(actor, id).await?;
        (file, json!({"type": "file", "display_name": name, "emoji": emoji, "file_id": file}))
    };
    let answer: UserAnswer = actor.post("/channels/{channel}/bookmarks", &[&id], &body).await?.json()?;
    keep_few(&mut actor.memory.lock().bookmarks, Bookmark { id: answer.id, channel, file });
    Ok(Outcome::Done)
}

async fn upload(actor: &Actor, channel: Id) -> Result<Id, Failure> {
    let (body, kind) =
        form(&[("channel_id", channel.to_string())], "files", "notes.txt", b"What was decided, and why.\n");
    let call = Call { body: body.into(), kind: Some(kind), ..Call::plain(Method::POST, "/files", &[], "") };
    let files: UploadAnswer = actor.call(call.asking("bookmark=true")).await?.json()?;
    Ok(files.file_infos.first().ok_or(Failure::Missing("the upload made no file"))?.id)
}

/// Changes a bookmark, or adds the first. What a bookmark has is sent, changed or not.
pub async fn update_or_add(actor: &mut Actor) -> Acted {
    let Some(bookmark) = random(actor) else { return add(actor).await };
    let channel = actor.lab.world.channel_id(bookmark.channel);
    let name = actor.random.one_of(&NAMES).copied().unwrap_or(NAMES[0]);
    let mut body = json!({"display_name": name, "sort_order": place(actor, bookmark), "emoji": "tada"});
    if bookmark.file.is_none() {
        body["link_url"] = json!(LINK);
        body["image_url"] = json!("");
    } else {
        body["file_id"] = json!(bookmark.file);
    }
    let template = "/channels/{channel}/bookmarks/{bookmark}";
    actor.call(Call::json(Method::PATCH, template, &[&channel, &bookmark.id], &body)).await?;
    Ok(Outcome::Done)
}

/// A place among the bookmarks of the same channel.
fn place(actor: &mut Actor, bookmark: Bookmark) -> u64 {
    let of_channel = |known: &&Bookmark| known.channel == bookmark.channel;
    let count = actor.memory.lock().bookmarks.iter().filter(of_channel).count() as u64;
    actor.random.below(count.min(PLACES))
}

/// Moves a bookmark.
pub async fn sort(actor: &mut Actor) -> Acted {
    let Some(bookmark) = random(actor) else { return Ok(Outcome::Skipped("no bookmarks")) };
    let channel = actor.lab.world.channel_id(bookmark.channel);
    let place = place(actor, bookmark);
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
