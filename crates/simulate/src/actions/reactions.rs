//! Reactions.

use std::collections::HashSet;

use serde_json::json;

use crate::answers::ReactionAnswer;
use crate::mix::words::EMOJI;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::events::note_reaction;
use crate::users::session::{Acted, Outcome};

/// Reacts to a post of the current channel.
///
/// The published name has its colons, so that a server refuses it as no name; the reference tool passes that over, and
/// the published load has these refusals in it.
pub async fn add_reaction(actor: &mut Actor) -> Acted {
    let ((no, me), channel) = (actor.me()?, actor.channel()?);
    let Some(post) = super::posts::random_post(actor, channel) else { return Ok(Outcome::Skipped("no post")) };
    let Some(emoji) = actor.random.one_of(EMOJI).copied() else { return Ok(Outcome::Skipped("no emoji")) };
    let (is_given, count) = {
        let memory = actor.session.memory.lock();
        let given = memory.reactions.items().iter().filter(|one| one.post == post.id);
        let names: HashSet<&str> = given.clone().map(|one| &*one.emoji).collect();
        (given.clone().any(|one| one.user == no && *one.emoji == *emoji), names.len() as u32)
    };
    if is_given {
        return Ok(Outcome::Skipped("the reaction is there"));
    }
    let most = actor.client_config()?.reactions_max;
    if most != 0 && count >= most {
        return Ok(Outcome::Skipped("as many reactions as allowed"));
    }
    let body = json!({"user_id": me, "post_id": post.id, "emoji_name": emoji});
    match actor.session.post("/reactions", &[], &body).await {
        Ok(reply) => note_reaction(actor, &reply.json::<ReactionAnswer>()?),
        Err(Failure::Refused { .. }) => {}
        Err(failure) => return Err(failure),
    }
    Ok(Outcome::Done)
}
