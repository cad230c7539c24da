//! Drafts that the server keeps.

use base::Id;
use serde::Deserialize;
use serde_json::json;

use super::posts::random_post;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::memory::{Draft, keep_few};
use crate::users::message::{self, Place};
use crate::users::session::{Acted, Outcome};

/// Share of the drafts that answer a thread.
const REPLIES: f64 = 0.87;

#[derive(Deserialize)]
struct DraftAnswer {
    channel_id: Id,
    #[serde(default)]
    root_id: Id,
}

/// Begins or goes on with a draft in the current channel.
pub async fn upsert_draft(actor: &mut Actor) -> Acted {
    let channel = actor.channel()?;
    match actor.client_config()?.has_synced_drafts {
        Some(true) => {}
        Some(false) => return Ok(Outcome::Skipped("drafts are not kept")),
        None => return Err(Failure::Missing("AllowSyncedDrafts is not known")),
    }
    let mut root = Id::NONE;
    if actor.random.chance(REPLIES) {
        let Some(post) = random_post(actor, channel) else { return Ok(Outcome::Skipped("no post to reply to")) };
        root = post.thread();
    }
    message::typing(actor, channel)?;
    let place = if root.is_some() { Place::Reply } else { Place::Root };
    let text = message::write(actor, channel, place).await?;
    let files = message::attachments(actor, channel).await?;
    let ((_, me), id) = (actor.me()?, actor.lab.world.channel_id(channel));
    let body = json!({"user_id": me, "channel_id": id, "root_id": root, "message": text,
        "create_at": actor.lab.clock.now(), "file_ids": files});
    actor.post("/drafts", &[], &body).await?;
    keep_few(&mut actor.memory.lock().drafts, Draft { channel, root });
    Ok(Outcome::Done)
}

/// Reads the drafts of the current team.
pub async fn get_drafts(actor: &mut Actor) -> Acted {
    let ((_, me), team) = (actor.me()?, actor.lab.world.team_id(actor.team()?));
    let reply = actor.get("/users/{user}/teams/{team}/drafts", &[&me, &team], "").await?;
    // A user without drafts gets `null`.
    let drafts = reply.json::<Option<Vec<DraftAnswer>>>()?.unwrap_or_default();
    let mut memory = actor.memory.lock();
    memory.drafts.clear();
    for draft in drafts {
        if let Some(channel) = actor.lab.world.channel_no(draft.channel_id) {
            keep_few(&mut memory.drafts, Draft { channel, root: draft.root_id });
        }
    }
    Ok(Outcome::Done)
}

/// Throws the current channel's draft away, where the current team has drafts.
pub async fn delete_draft(actor: &mut Actor) -> Acted {
    let ((_, me), team, channel) = (actor.me()?, actor.team()?, actor.channel()?);
    let is_of_team = |draft: &Draft| actor.lab.world.channel_fact(draft.channel).team.is_none_or(|of| of == team);
    if !actor.memory.lock().drafts.iter().any(is_of_team) {
        return Ok(Outcome::Skipped("no drafts"));
    }
    let id = actor.lab.world.channel_id(channel);
    actor.delete("/users/{user}/channels/{channel}/drafts", &[&me, &id]).await?;
    actor.memory.lock().drafts.retain(|draft| draft.channel != channel || draft.root.is_some());
    Ok(Outcome::Done)
}
