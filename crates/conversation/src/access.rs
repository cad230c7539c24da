//! Who may see which posts: the one place where a post's id becomes a post for a caller.
//!
//! Some endpoints say that there is no such post, others refuse it like one that the caller may not see; clients
//! tell the two apart, so each caller of this module chooses.

use std::sync::Arc;

use base::ids::{ChannelId, PostId};
use node::error::{ApiError, Result};
use wire::channels::Channel;
use wire::errors::ids;
use wire::posts::Post;

use request::Call;
use request::permit::allowed;

/// A post and where it was written.
pub struct Place {
    pub post: Post,
    pub channel: Arc<Channel>,
}

pub fn no_post() -> ApiError {
    ApiError::not_found(ids::APP_POST_GET, "There is no such post.")
}

/// The channel, for callers who may read it.
///
/// # Errors
/// 404 when there is none, 403 without the right.
pub async fn must_read_channel(call: &Call, id: ChannelId) -> Result<Arc<Channel>> {
    let missing = || ApiError::not_found(ids::APP_CHANNEL_GET_EXISTING, "There is no such channel.");
    let channel = call.app.world.channel(id).await?.ok_or_else(missing)?;
    allowed(call.app.can_read(call.me(), &channel).await?)?;
    Ok(channel)
}

/// A live post, for callers who may read it.
///
/// # Errors
/// 404 when there is none, 403 without the right.
pub async fn must_read(call: &Call, id: PostId) -> Result<Place> {
    let post = call.app.live_post(id).await?.ok_or_else(no_post)?;
    must_see(call, post).await
}

/// A live post, for callers who may read it, where the others learn nothing.
///
/// # Errors
/// 403 when there is none and without the right.
pub async fn must_find(call: &Call, id: PostId) -> Result<Place> {
    let post = call.app.live_post(id).await?.ok_or_else(ApiError::permissions)?;
    must_see(call, post).await
}

/// The place of a post that the caller may read.
///
/// # Errors
/// 403 without the right.
pub async fn must_see(call: &Call, post: Post) -> Result<Place> {
    let channel = call.app.world.channel(post.channel_id).await?.ok_or_else(ApiError::permissions)?;
    allowed(call.app.can_read(call.me(), &channel).await?)?;
    Ok(Place { post, channel })
}

/// Refuses to change anything in an archived channel.
///
/// # Errors
/// 400 with `id`.
pub fn must_be_live(channel: &Channel, id: &'static str) -> Result<()> {
    match channel.delete_at {
        0 => Ok(()),
        _ => Err(ApiError::bad_request(id, "The channel is archived.")),
    }
}
