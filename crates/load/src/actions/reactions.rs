//! Reactions.

use base::Id;
use serde_json::json;

use crate::mix::words::EMOJI;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::session::{Acted, Outcome};

/// Reacts to a post of the current channel.
///
/// The published name has its colons, so that a server refuses it as no name; the reference tool passes that over, and
/// the published load has these refusals in it.
pub async fn add_reaction(actor: &mut Actor) -> Acted {
    let ((_, me), channel) = (actor.me()?, actor.channel()?);
    let Some(post) = super::posts::random_post(actor, channel) else { return Ok(Outcome::Skipped("no post")) };
    let emoji = actor.dice.below(EMOJI.len() as u64) as u8;
    let given: Vec<u8> = {
        let memory = actor.session.memory.lock();
        memory.reactions.items().iter().filter(|(id, _)| *id == post.id).map(|(_, emoji)| *emoji).collect()
    };
    if given.contains(&emoji) {
        return Ok(Outcome::Skipped("the reaction is there"));
    }
    let most = actor.client_config()?.reactions_max;
    if most != 0 && given.len() as u32 >= most {
        return Ok(Outcome::Skipped("as many reactions as allowed"));
    }
    let body = json!({"user_id": me, "post_id": post.id, "emoji_name": EMOJI[usize::from(emoji)]});
    match actor.session.post("/reactions", &[], &body).await {
        Ok(_) => note(actor, post.id, emoji),
        Err(Failure::Refused { .. }) => {}
        Err(failure) => return Err(failure),
    }
    Ok(Outcome::Done)
}

fn note(actor: &Actor, post: Id, emoji: u8) {
    actor.memory.lock().reactions.push((post, emoji));
}
