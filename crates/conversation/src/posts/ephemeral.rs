//! Ephemeral posts: seen by one user, never stored as posts, and shown only to whoever may read in the channel by then.

use std::sync::Arc;

use base::ids::{PostId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use wire::events::{Broadcast, EventName, PostData};
use wire::posts::{EPHEMERAL, EphemeralForm, Post};

use crate::interactive;
use crate::shown::{metadata, permalinks};
use crate::source::{Source, Submitted};

/// Shows a post to one user and returns it as it was shown.
///
/// # Errors
/// When the store does not answer.
pub async fn send(app: &Arc<App>, user: UserId, mut post: Post) -> Result<Post> {
    fill_in(app, user, &mut post).await?;
    show(app, user, &post).await?;
    Ok(post)
}

/// As [`send`], with a preview of another post if the user may read that.
///
/// # Errors
/// When the store does not answer.
pub async fn send_with_preview(app: &Arc<App>, user: UserId, mut post: Post, shown: PostId) -> Result<Post> {
    fill_in(app, user, &mut post).await?;
    let viewer = app.must_user(user).await?;
    if let Some(preview) = permalinks::preview(app, Some(&viewer), shown).await? {
        post.metadata.get_or_insert_default().embeds.push(preview.embed);
    }
    show(app, user, &post).await?;
    Ok(post)
}

async fn fill_in(app: &Arc<App>, user: UserId, post: &mut Post) -> Result<()> {
    if post.id.is_none() {
        post.id = app.ids.next();
    }
    if post.create_at == 0 {
        post.create_at = app.clock.now();
    }
    post.update_at = 0;
    post.kind = EPHEMERAL.to_owned();
    post.file_ids = None;
    post.metadata.get_or_insert_default();
    interactive::cookie::seal(app.of(), post);
    let viewer = app.world.user(user).await?;
    metadata::fill(app, viewer.as_deref(), std::slice::from_mut(post)).await
}

async fn show(app: &Arc<App>, user: UserId, post: &Post) -> Result<()> {
    if !app.would_read(user, post.channel_id).await? {
        return Ok(());
    }
    let broadcast = Broadcast { channel_id: post.channel_id, ..Broadcast::to_user(user) };
    // Nothing is written, but other nodes keep a record of what changes tell.
    let mut change = app.change();
    change.announce(EventName::EphemeralMessage, &PostData::new(post), broadcast);
    change.commit().await?;
    Ok(())
}

/// `POST /posts/ephemeral`: shows an ephemeral message of an integration to one user.
pub async fn create_ephemeral_post(mut call: Call) -> Answer {
    let form: EphemeralForm = call.json("body").await?;
    if form.user_id.is_none() {
        return Err(ApiError::body_param("user_id"));
    }
    let submitted = form.post.ok_or_else(|| ApiError::body_param("post"))?;
    call.must(Permission::CreatePostEphemeral)?;
    if call.app.world.channel(submitted.channel_id).await?.is_none() {
        return Err(ApiError::body_param("channel_id"));
    }
    rules::posts::must_fit_message(&submitted.message)?;
    let mut post = Post {
        channel_id: submitted.channel_id,
        root_id: submitted.root_id,
        message: submitted.message,
        props: submitted.props,
        user_id: call.my_id(),
        ..Post::default()
    };
    Source::Client(Submitted::by(&call)).admit(&call.app, call.me(), &mut post)?;
    let post = send(&call.app, form.user_id, post).await?;
    Ok(Reply::created(&post))
}
