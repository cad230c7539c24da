//! Pins: posts that a channel keeps in view.

use node::error::Result;
use permissions::Permission;
use request::{Answer, Call, Reply};
use store::posts::Pinned;

use crate::access::{must_be_live, must_find};
use crate::posts::edit;

const ARCHIVED: &str = "api.post.pin_post.can_not_pin_in_deleted.error";

pub async fn pin_post(call: Call) -> Answer {
    set(&call, Pinned::Yes).await?;
    Ok(Reply::ok())
}

pub async fn unpin_post(call: Call) -> Answer {
    set(&call, Pinned::No).await?;
    Ok(Reply::ok())
}

async fn set(call: &Call, pinned: Pinned) -> Result<()> {
    let place = must_find(call, call.id("post_id")?).await?;
    call.must_in_channel(place.channel.id, Permission::CreatePost).await?;
    must_be_live(&place.channel, ARCHIVED)?;
    let now = call.app.clock.now();
    let mut post = place.post;
    post.is_pinned = pinned == Pinned::Yes;
    post.update_at = now.max(post.update_at);
    let files = match post.files() {
        [] => Vec::new(),
        _ => call.app.store.files_of_post(post.id).await?,
    };
    let mut change = call.app.change();
    change.write(store::posts::pin(post.id, pinned, now));
    edit::announce(&call.app, &mut change, &place.channel, post, &files).await?;
    change.commit().await?;
    Ok(())
}
