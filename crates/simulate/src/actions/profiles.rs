//! Clicks on what posts show: a user's profile, a permalink.

use base::Id;
use serde_json::json;

use super::channels::{load_channel, load_member};
use crate::answers::PostsAnswer;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::login::live_channels_of_team;
use crate::users::session::{Acted, Outcome};
use crate::users::view::{and_collapsed, channel_members, read, view_channel};
use crate::users::world::Kind;

/// What the refusal of a channel says that could be joined.
const NO_PERMISSION: &str = "You do not have the appropriate permissions";

/// Opens the card of a post's author.
pub async fn click_user_profile(actor: &mut Actor) -> Acted {
    let channel = actor.channel()?;
    let Some(post) = super::posts::random_post(actor, channel) else { return Ok(Outcome::Skipped("no post")) };
    let world = &actor.session.lab.world;
    let (author, fact) = (world.user_fact(post.author).id, world.channel_fact(channel));
    actor.session.get("/channels/{channel}/members/{user}", &[&fact.id, &author], "").await?;
    if actor.lab.is_2026() && actor.client_config()?.has_attributes {
        actor.session.get("/users/{user}/custom_profile_attributes", &[&author], "").await?;
    }
    let team = fact.team.or(actor.memory.lock().team).map_or(Id::NONE, |team| world.team_id(team));
    actor.session.get("/teams/{team}/members/{user}", &[&team, &author], "").await?;
    Ok(Outcome::Done)
}

/// Follows the permalink of a post, into a channel that may have to be joined.
pub async fn click_permalink(actor: &mut Actor) -> Acted {
    let ((_, me), current) = (actor.me()?, actor.channel()?);
    let target = {
        let memory = actor.memory.lock();
        memory.user_posts(current).iter().rev().map(|post| post.permalink()).find(|id| id.is_some())
    };
    let Some(target) = target else { return Ok(Outcome::Skipped("no permalink")) };
    let query = format!("direction=down&perPage=25{}", and_collapsed(actor, actor.crt()));
    let reply = actor.get("/posts/{post}/thread", &[&target], &query).await?;
    let channel_id = read::<PostsAnswer>(&reply)?.posts.get(&target).map(|post| post.channel_id);
    let Some(channel_id) = channel_id else { return Ok(Outcome::Skipped("the permalink leads nowhere")) };
    let channel = match actor.lab.world.channel_no(channel_id) {
        Some(channel) if actor.memory.lock().seen(channel).is_some() => channel,
        _ => load_channel(actor, channel_id).await?,
    };
    let is_member = actor.memory.lock().is_member(channel);
    if !is_member {
        match load_member(actor, channel).await {
            Err(failure) if is_joinable(actor, channel, &failure) => {
                actor.post("/channels/{channel}/members", &[&channel_id], &json!({"user_id": me})).await?;
                actor.note_member(channel);
            }
            other => other?,
        }
    }
    if let Ok(team) = actor.team() {
        live_channels_of_team(actor, team).await?;
        channel_members(actor, team).await?;
    }
    view_channel(actor, channel).await?;
    actor.memory.lock().channel = Some(channel);
    Ok(Outcome::Done)
}

fn is_joinable(actor: &Actor, channel: u32, failure: &Failure) -> bool {
    failure.message().contains(NO_PERMISSION) && actor.lab.world.channel_fact(channel).kind != Kind::Private
}
