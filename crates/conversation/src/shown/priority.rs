//! Labels and confirmations: a post may be marked, and may ask its readers to say that they read it.

use base::Millis;
use base::ids::PostId;
use config::Config;
use node::change::Change;
use node::error::{ApiError, Result};
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::events::{AcknowledgementData, Broadcast, EventName};
use wire::posts::{Acknowledgement, Post, Priority, URGENT};
use wire::users::User;

use crate::access;
use crate::access::Place;

const MINUTE_MS: base::Millis = 60_000;

/// A confirmation can be taken back for so long (facts, data model §4.10).
const TAKE_BACK_MS_MAX: Millis = 300_000;

/// The label of a post that was just read or is being created.
pub fn label(post: &Post) -> Option<&Priority> {
    post.metadata.as_ref()?.priority.as_ref()
}

pub fn is_urgent(post: &Post) -> bool {
    label(post).is_some_and(|label| label.priority.as_deref() == Some(URGENT))
}

pub fn is_persistent(post: &Post) -> bool {
    label(post).is_some_and(|label| label.persistent_notifications == Some(true))
}

/// Refuses labels that a submitted post may not carry.
///
/// # Errors
/// 403 where labels are off, 400 for an unknown one and on replies.
pub fn must_be_able_to_label(app: &App, author: &User, post: &Post) -> Result<()> {
    let Some(Priority { priority, persistent_notifications, .. }) = label(post) else { return Ok(()) };
    let config = app.config();
    if !config.posts.enable_priority {
        let id = ids::API_POST_POST_PRIORITY_PRIORITY_POST_NOT_ALLOWED_FOR_USER_REQUEST_ERROR;
        return Err(ApiError::forbidden(id, "Posts have no priorities on this server."));
    }
    let root = if post.is_root() { String::new() } else { post.root_id.to_string() };
    rules::posts::must_be_priority(priority.as_deref().unwrap_or_default(), &root)?;
    if *persistent_notifications == Some(true) {
        allowed(may_repeat(&config, author))?;
        if !is_urgent(post) {
            return Err(ApiError::body_param("persistent_notifications"));
        }
    }
    Ok(())
}

/// Leaves of a post's label what its author may set: no label on replies and where there are none, no repeating
/// notifications where these are off.
///
/// # Errors
/// 400 for an unknown label.
pub fn keep_allowed(app: &App, author: &User, post: &mut Post) -> Result<()> {
    let (is_root, is_urgent) = (post.is_root(), is_urgent(post));
    let Some(metadata) = &mut post.metadata else { return Ok(()) };
    let config = app.config();
    if !config.posts.enable_priority || !is_root {
        metadata.priority = None;
    }
    let Some(label) = &mut metadata.priority else { return Ok(()) };
    rules::posts::must_be_priority(label.priority.as_deref().unwrap_or_default(), "")?;
    if label.persistent_notifications == Some(true) && !(is_urgent && may_repeat(&config, author)) {
        label.persistent_notifications = Some(false);
    }
    Ok(())
}

/// Whether posts of this author may call people again and again.
fn may_repeat(config: &Config, author: &User) -> bool {
    let guests = config.posts.enable_persistent_notifications_for_guests || !author.is_guest();
    config.posts.enable_persistent_notifications && guests
}

/// Adds the writes of a new post's label.
pub fn write(app: &App, change: &mut Change, post: &Post) {
    if let Some(label) = label(post) {
        change.write(store::post_priorities::insert(post, label));
    }
    if is_persistent(post) {
        change.write(store::persistent_notifications::insert(post.id, next_at(app)));
    }
}

/// The post of the path and the caller, who must be the user of the path and able to read it where it still can change.
async fn post_to_confirm(call: &Call) -> Result<Post> {
    allowed(call.user_id()? == call.my_id())?;
    let id: PostId = call.id("post_id")?;
    let Place { post, channel } = access::must_find(call, id).await?;
    if channel.delete_at > 0 {
        let text = "The channel is archived.";
        return Err(ApiError::forbidden("api.acknowledgement.save.archived_channel.app_error", text));
    }
    Ok(post)
}

/// The caller says to have read a post.
pub async fn acknowledge(call: Call) -> Answer {
    let post = post_to_confirm(&call).await?;
    if let Some(before) = call.app.store.acknowledgement(post.id, call.my_id()).await? {
        return Ok(Reply::json(&before));
    }
    let confirmed = Acknowledgement {
        user_id: call.my_id(),
        post_id: post.id,
        acknowledged_at: call.app.clock.now(),
        channel_id: post.channel_id,
    };
    let mut change = call.app.change();
    change.write(store::post_priorities::acknowledge(&confirmed));
    change.write(store::posts::touch(post.id, confirmed.acknowledged_at));
    change.write(store::persistent_notifications::resolve(&[post.id]));
    let data = AcknowledgementData::new(&confirmed);
    change.announce(EventName::PostAcknowledgementAdded, &data, Broadcast::to_channel(post.channel_id));
    change.commit().await?;
    Ok(Reply::json(&confirmed))
}

/// The caller takes that back, shortly after.
pub async fn unacknowledge(call: Call) -> Answer {
    let post = post_to_confirm(&call).await?;
    let now = call.app.clock.now();
    let gone = || {
        let text = "You have no confirmation of this post that can still be withdrawn.";
        ApiError::bad_request("api.acknowledgement.delete.deadline.app_error", text)
    };
    let before = call.app.store.acknowledgement(post.id, call.my_id()).await?;
    let before = before.filter(|one| now - one.acknowledged_at <= TAKE_BACK_MS_MAX).ok_or_else(gone)?;
    let mut change = call.app.change();
    change.write(store::post_priorities::take_back(post.id, call.my_id(), now - TAKE_BACK_MS_MAX));
    change.write(store::posts::touch(post.id, now));
    let data = AcknowledgementData::new(&Acknowledgement { acknowledged_at: 0, ..before });
    change.announce(EventName::PostAcknowledgementRemoved, &data, Broadcast::to_channel(post.channel_id));
    match change.commit().await {
        Err(store::Error::Unmet { .. }) => Err(gone()),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(Reply::ok()),
    }
}

/// When a post that is created or was just told of calls again.
pub fn next_at(app: &App) -> base::Millis {
    app.clock.now() + base::Millis::from(app.config().posts.persistent_notification_interval_min) * MINUTE_MS
}
