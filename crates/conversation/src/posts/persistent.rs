//! Notifications that repeat: an urgent post calls its people again until one of them answers, or its author may not speak
//! there any more.

use std::sync::Arc;

use delivery::hub::{Event, Personal};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use store::persistent_notifications::Repeating;
use wire::events::{Broadcast, EncodedEvent, EventName, Extra, ForRecipient};
use wire::posts::Post;
use wire::users::User;

use crate::mentions;
use crate::posts::new::SetOnline;
use crate::posts::posted;
use crate::posts::posted::Telling;
use crate::shown::{metadata, priority};

/// Notifications that one round sends; the rest waits for the next.
const ROUND_LEN_MAX: usize = 100;

/// Refuses a repeating notification for nobody or for too many.
///
/// # Errors
/// 400 outside these bounds.
pub fn must_be_few(app: &App, recipients: usize) -> Result<()> {
    let most = app.config().posts.persistent_notification_recipients_max as usize;
    if recipients == 0 {
        let id = "api.post.post_priority.min_recipients_persistent_notification_post.request_error";
        return Err(ApiError::bad_request(id, "A repeating notification must mention a user."));
    }
    if recipients > most {
        let id = "api.post.post_priority.max_recipients_persistent_notification_post.request_error";
        return Err(ApiError::bad_request(id, format!("A repeating notification is for at most {most} people.")));
    }
    Ok(())
}

/// Sends what is due.
///
/// # Errors
/// When the store does not answer.
pub async fn send_due(app: &Arc<App>) -> Result<()> {
    for due in app.store.persistent_notifications_due(app.clock.now(), ROUND_LEN_MAX).await? {
        send(app, &due).await?;
    }
    Ok(())
}

/// The author of a post, who may still write where it stands.
async fn speaker(app: &App, post: &Post) -> Result<Option<Arc<User>>> {
    let Some(author) = app.world.user(post.user_id).await?.filter(|user| user.is_active()) else { return Ok(None) };
    let rights = app.channel_rights(&author, post.channel_id).await?;
    Ok(rights.contains_any(&[Permission::CreatePost, Permission::CreatePostPublic]).then_some(author))
}

async fn send(app: &Arc<App>, due: &Repeating) -> Result<()> {
    let most = i64::from(app.config().posts.persistent_notification_max);
    let post = app.store.post(due.post).await?.filter(|post| !post.is_deleted() && due.sent_count < most);
    let Some(mut post) = post else {
        app.store.write(store::persistent_notifications::resolve(&[due.post])).await?;
        return Ok(());
    };
    let channel = app.world.channel(post.channel_id).await?.filter(|channel| !channel.is_archived());
    let (Some(author), Some(channel)) = (speaker(app, &post).await?, channel) else {
        // Left alone it would be due for ever.
        app.store.write(store::persistent_notifications::resolve(&[due.post])).await?;
        return Ok(());
    };
    let called = mentions::find(app, &author, &channel, &post).await?;
    metadata::fill(app, None, std::slice::from_mut(&mut post)).await?;
    crate::shown::permalinks::strip(&mut post);
    let json = serde_json::to_string(&post).expect("wire types are JSON");
    let telling =
        Telling { post: &post, json: &json, author: &author, channel: &channel, files: &[], set_online: SetOnline::No };
    let mut change = app.change();
    change.write(store::persistent_notifications::sent(due, priority::next_at(app)));
    for user in called.users {
        let data = posted::data(app, &telling, json.clone());
        let encoded = EncodedEvent::new(EventName::PersistentNotificationTriggered, &data, Broadcast::to_user(user));
        let extra = Extra::of(&ForRecipient::default().mentioned(user));
        let personal = [(user, Personal { extra_to_ack: extra.clone(), extra })].into();
        change.announce_event(Event { personal, ..Event::plain(encoded) });
    }
    match change.commit().await {
        // Somebody answered, or another node sent it.
        Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(()),
    }
}
