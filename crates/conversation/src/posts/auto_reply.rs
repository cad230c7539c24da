//! Automatic replies: somebody who is out of office answers direct messages once a day.

use std::sync::Arc;

use base::Millis;
use node::error::Result;
use request::App;
use wire::channels::Channel;
use wire::posts::{AUTO_RESPONDER, Post};
use wire::users::User;

use crate::posts::create;
use crate::posts::new::{NewPost, SetOnline};
use crate::source::Source;

const DAY_MS: Millis = 24 * 60 * 60 * 1000;

/// Answers a direct message, later, if its receiver is out of office.
pub fn answer_later(app: &Arc<App>, author: &User, channel: &Arc<Channel>, post: &Post) {
    let person = !author.is_bot && !post.is_system() && !post.is_from_webhook();
    if !channel.is_direct() || !person || !app.config().team.enable_automatic_replies {
        return;
    }
    let Some(receiver) = channel.other_user(author.id).filter(|receiver| *receiver != author.id) else { return };
    let (app, channel, root) = (app.clone(), channel.clone(), post.root_id);
    base::tasks::spawn("automatic-reply", async move {
        let answered = async {
            let Some(receiver) = app.world.user(receiver).await?.filter(|user| user.is_active()) else { return Ok(()) };
            answer(&app, receiver, &channel, root).await
        };
        if let Err(error) = answered.await {
            tracing::warn!(error = %error.message, "an automatic reply could not be written");
        }
    });
}

async fn answer(app: &Arc<App>, receiver: Arc<User>, channel: &Channel, root: base::ids::PostId) -> Result<()> {
    let setting = |name: &str| receiver.notify_props.get(name).map(String::as_str).unwrap_or_default();
    let message = setting("auto_responder_message").trim().to_owned();
    if setting("auto_responder_active") != "true" || message.is_empty() {
        return Ok(());
    }
    let now = app.clock.now();
    if app.store.has_post_of_kind(channel.id, AUTO_RESPONDER, now - now.rem_euclid(DAY_MS)).await? {
        return Ok(());
    }
    let post = Post { channel_id: channel.id, root_id: root, kind: AUTO_RESPONDER.into(), message, ..Post::default() };
    // The reply is the server's, so it answers no reply; the boxing ends the circle of types all the same.
    let new = NewPost { author: receiver, post, source: Source::Server, set_online: SetOnline::No };
    Box::pin(create::create(app, new)).await?;
    Ok(())
}
