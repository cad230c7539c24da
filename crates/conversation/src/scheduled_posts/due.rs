//! Sending scheduled posts when their time has come.
//!
//! The change that writes the post removes what was scheduled, so each is sent once, whatever ends the
//! server in between. What its author, or the application that wrote it, may not post by now is not sent. What cannot be
//! sent is marked, for its author to see and to send anew.

use std::sync::Arc;

use base::Millis;
use node::error::Result;
use permissions::{Permission, PermissionSet};
use request::App;
use request::permit::{Barred, Begun};
use store::scheduled_posts::Due;
use wire::errors::ids::API_POST_CREATE_POST_CAN_NOT_POST_IN_RESTRICTED_DM_ERROR as RESTRICTED_DM;
use wire::events::EventName;
use wire::scheduled_posts::{
    ERROR_CHANNEL_ARCHIVED, ERROR_CHANNEL_NOT_FOUND, ERROR_INVALID_POST, ERROR_NO_CHANNEL_MEMBER,
    ERROR_NO_CHANNEL_PERMISSION, ERROR_RESTRICTED_DM, ERROR_THREAD_DELETED, ERROR_UNABLE_TO_SEND, ERROR_USER_DELETED,
    ERROR_USER_MISSING, ScheduledPost,
};
use wire::users::User;

use crate::posts::create;
use crate::posts::new::{NewPost, SetOnline};
use crate::source::Source;
use crate::unsent::show_files;

/// Posts that are read at once.
const BATCH_LEN: usize = 100;
/// Batches of one run; the rest is for the next one.
const BATCHES_MAX: usize = 50;
/// A post that is late by more than this is not sent: it may mean nothing by now (facts, data model §4.10).
const LATE_MS_MAX: Millis = 24 * 60 * 60 * 1000;

/// Sends what is due.
///
/// # Errors
/// When the store does not answer.
pub async fn send_due(app: Arc<App>) -> Result<()> {
    for _ in 0..BATCHES_MAX {
        let due = app.store.scheduled_posts_due(app.clock.now(), BATCH_LEN).await?;
        let last = due.len() < BATCH_LEN;
        for one in due {
            process(&app, one).await?;
        }
        if last {
            break;
        }
    }
    Ok(())
}

async fn process(app: &Arc<App>, due: Due) -> Result<()> {
    let mut change = app.change();
    let sent = send(app, &due).await?;
    let Due { post, oauth_app_id } = due;
    match sent {
        Sent::Yes => crate::scheduled_posts::tell(&mut change, EventName::ScheduledPostDeleted, &post, ""),
        Sent::NotNow => return Ok(()),
        Sent::Never(error_code) => {
            let now = app.clock.now();
            let mut failed = ScheduledPost { processed_at: now, error_code: error_code.into(), update_at: now, ..post };
            change.write(store::scheduled_posts::update(&failed, 0, oauth_app_id));
            show_files(app, std::slice::from_mut(&mut failed)).await?;
            crate::scheduled_posts::tell(&mut change, EventName::ScheduledPostUpdated, &failed, "");
        }
    }
    match change.commit().await {
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// What became of a scheduled post.
enum Sent {
    Yes,
    /// Its author changed or removed it just now, another node sent it, or the store did not answer.
    NotNow,
    /// With the code that says why.
    Never(&'static str),
}

async fn send(app: &Arc<App>, due: &Due) -> Result<Sent> {
    let scheduled = &due.post;
    if app.clock.now() - scheduled.scheduled_at > LATE_MS_MAX {
        return Ok(Sent::Never(ERROR_UNABLE_TO_SEND));
    }
    let author = match app.acting(Begun { user: scheduled.user_id, by: due.oauth_app_id }).await? {
        Ok(author) => author,
        Err(Barred::Missing) => return Ok(Sent::Never(ERROR_USER_MISSING)),
        Err(Barred::Deactivated) => return Ok(Sent::Never(ERROR_USER_DELETED)),
        Err(Barred::SecondFactor | Barred::Application) => return Ok(Sent::Never(ERROR_UNABLE_TO_SEND)),
    };
    if let Some(error_code) = obstacle(app, scheduled, &author).await? {
        return Ok(Sent::Never(error_code));
    }
    let Ok(post) = crate::scheduled_posts::post_of(scheduled) else { return Ok(Sent::Never(ERROR_INVALID_POST)) };
    let new = NewPost { author, post, source: Source::Scheduled, set_online: SetOnline::No };
    match create::write_if(app, new, vec![store::scheduled_posts::take(scheduled)]).await {
        Ok(Some(_)) => Ok(Sent::Yes),
        Ok(None) => Ok(Sent::NotNow),
        Err(error) if error.id == RESTRICTED_DM => Ok(Sent::Never(ERROR_RESTRICTED_DM)),
        Err(error) if error.status.is_client_error() => Ok(Sent::Never(ERROR_INVALID_POST)),
        // The world's failure is no fault of the post: the next round tries again, and others go on.
        Err(error) => {
            tracing::warn!(error = %error.message, cause = %error.detailed, "a scheduled post could not be sent");
            Ok(Sent::NotNow)
        }
    }
}

/// What keeps the author from writing there by now.
async fn obstacle(app: &App, scheduled: &ScheduledPost, author: &User) -> Result<Option<&'static str>> {
    let Some(channel) = app.world.channel(scheduled.channel_id).await? else {
        return Ok(Some(ERROR_CHANNEL_NOT_FOUND));
    };
    if channel.is_archived() {
        return Ok(Some(ERROR_CHANNEL_ARCHIVED));
    }
    if !app.world.memberships(author.id).await?.channels.contains_key(&channel.id) {
        return Ok(Some(ERROR_NO_CHANNEL_MEMBER));
    }
    let mut needed = PermissionSet::of(&[Permission::CreatePost]);
    if !scheduled.file_ids.is_empty() {
        needed |= PermissionSet::of(&[Permission::UploadFile]);
    }
    if !needed.is_subset(app.channel_rights(author, channel.id).await?) {
        return Ok(Some(ERROR_NO_CHANNEL_PERMISSION));
    }
    if !scheduled.root_id.is_none() && app.live_post(scheduled.root_id).await?.is_none() {
        return Ok(Some(ERROR_THREAD_DELETED));
    }
    Ok(None)
}
