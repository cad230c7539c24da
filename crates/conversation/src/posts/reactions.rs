//! Reactions: an emoji of a user under a post.

use std::collections::{BTreeMap, BTreeSet};

use base::ids::PostId;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, ReactionData};
use wire::reactions::Reaction;

use crate::access::must_find;
use crate::emoji;
use crate::posts::read::readable;

/// Posts whose reactions one call may ask for.
const IDS_MAX: usize = 1_000;

/// Adds the caller's reaction. One that is there already is announced again, as clients expect.
pub async fn save_reaction(mut call: Call) -> Answer {
    let asked: Reaction = call.json("reaction").await?;
    if !asked.user_id.is_well_formed() || !asked.post_id.is_well_formed() {
        return Err(ApiError::bad_request(ids::API_REACTION_SAVE_REACTION_INVALID, "A reaction needs a post."));
    }
    rules::reactions::must_be_emoji_name(&asked.emoji_name)?;
    if asked.user_id != call.my_id() {
        let text = "You cannot react in another user's name.";
        return Err(ApiError::forbidden(ids::API_REACTION_SAVE_REACTION_USER_ID, text));
    }
    let place = must_find(&call, asked.post_id).await?;
    call.must_in_channel(place.channel.id, Permission::AddReaction).await?;
    must_be_emoji(&call.app, &asked.emoji_name).await?;
    if place.channel.delete_at > 0 {
        return Err(ApiError::forbidden(ids::API_REACTION_SAVE_ARCHIVED_CHANNEL, "The channel is archived."));
    }
    must_have_room(&call.app, &asked).await?;

    let now = call.app.clock.now();
    let reaction = Reaction {
        user_id: asked.user_id,
        post_id: asked.post_id,
        emoji_name: asked.emoji_name,
        create_at: now,
        update_at: now,
        channel_id: place.channel.id,
        ..Reaction::default()
    };
    let mut change = call.app.change();
    change.write(store::reactions::insert(&reaction));
    change.write(store::posts::reacted(reaction.post_id, now));
    if place.post.user_id != reaction.user_id {
        change.write(store::persistent_notifications::resolve(&[reaction.post_id]));
    }
    change.announce(EventName::ReactionAdded, &ReactionData::new(&reaction), Broadcast::to_channel(place.channel.id));
    change.commit().await?;
    Ok(Reply::json(&reaction))
}

/// Takes a reaction back.
pub async fn delete_reaction(call: Call) -> Answer {
    let (user, post, emoji_name) = (call.user_id()?, call.id("post_id")?, call.text("emoji_name").to_owned());
    let place = must_find(&call, post).await?;
    call.must_in_channel(place.channel.id, Permission::RemoveReaction).await?;
    if user != call.my_id() {
        call.must_in_channel(place.channel.id, Permission::RemoveOthersReactions).await?;
    }
    if place.channel.delete_at > 0 {
        let id = "api.reaction.delete.archived_channel.app_error";
        return Err(ApiError::forbidden(id, "The channel is archived."));
    }
    let now = call.app.clock.now();
    let mut change = call.app.change();
    change.write(store::reactions::remove(post, user, &emoji_name));
    change.write(store::posts::reacted(post, now));
    let gone = Reaction { user_id: user, post_id: post, emoji_name, update_at: now, ..Reaction::default() };
    let broadcast = Broadcast::to_channel(place.channel.id);
    change.announce(EventName::ReactionRemoved, &ReactionData::new(&gone), broadcast);
    change.commit().await?;
    Ok(Reply::ok())
}

/// The reactions to a post, oldest first; `null` when there is none.
pub async fn get_reactions(call: Call) -> Answer {
    let place = must_find(&call, call.id("post_id")?).await?;
    let reactions = call.app.store.reactions(place.post.id).await?;
    Ok(Reply::json(&(!reactions.is_empty()).then_some(reactions)))
}

/// The reactions to some posts that the caller may read.
pub async fn get_bulk_reactions(mut call: Call) -> Answer {
    let names = call.list().await?;
    if names.len() > IDS_MAX {
        return Err(ApiError::body_param("post_ids"));
    }
    let id = |name: &String| PostId::parse(name).filter(|id| id.is_some()).ok_or_else(ApiError::permissions);
    let named = names.iter().map(id).collect::<Result<BTreeSet<PostId>>>()?;
    let wanted: Vec<PostId> = named.into_iter().collect();
    let found = call.app.store.posts(&wanted).await?;
    let live = found.into_iter().filter(|post| !post.is_deleted()).collect();
    let posts: Vec<PostId> = readable(&call, live).await?.iter().map(|post| post.id).collect();
    allowed(posts.len() == wanted.len())?;
    let mut by_post: BTreeMap<PostId, Vec<Reaction>> = posts.iter().map(|post| (*post, Vec::new())).collect();
    for reaction in call.app.store.reactions_of_posts(&posts).await? {
        by_post.entry(reaction.post_id).or_default().push(reaction);
    }
    Ok(Reply::json(&by_post))
}

/// # Errors
/// 404 for a name that neither the system's emoji nor the server's own have.
async fn must_be_emoji(app: &App, name: &str) -> Result<()> {
    if emoji::exists(app, name).await? {
        return Ok(());
    }
    Err(ApiError::not_found(ids::APP_EMOJI_GET_BY_NAME_NO_RESULT, "There is no such emoji."))
}

/// # Errors
/// 400 when the post has as many different emoji as it may.
async fn must_have_room(app: &App, reaction: &Reaction) -> Result<()> {
    let names = app.store.reaction_names(reaction.post_id).await?;
    if names.len() >= app.config().posts.max_unique_reactions as usize && !names.contains(&reaction.emoji_name) {
        let text = "There are too many different reactions to this post.";
        return Err(ApiError::bad_request(ids::APP_REACTION_SAVE_SAVE_TOO_MANY_REACTIONS, text));
    }
    Ok(())
}
