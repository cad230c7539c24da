//! What phones say: that they received something, which the proxy hears too; and that they want the contents of a
//! message that came without.

use std::collections::HashSet;

use config::PushContents;
use metrics::{NotificationPlatform, NotificationType};
use node::error::ApiError;
use notification::audience::Told;
use notification::client_settings;
use notification::collapsed::Collapsed;
use notification::phones::message;
use notification::phones::message::To;
use notification::phones::{badge, deliver, is_on};
use request::{Answer, Call, Reply};
use wire::push::{MESSAGE, PushReceipt};

use crate::access::{Place, must_read};
use crate::shown::list;

/// Bytes of each text of a receipt.
const TEXT_BYTES_MAX: usize = 64;

/// `POST /notifications/ack`: a phone received a push. The answer to one without contents is the push with them.
pub async fn receive(mut call: Call) -> Answer {
    let receipt: PushReceipt = call.json("push_notification_ack").await?;
    if receipt.id.is_empty() || receipt.id.len() > TEXT_BYTES_MAX {
        return Err(ApiError::body_param("id"));
    }
    let app = &call.app;
    if app.config().metrics.enable_notification_metrics {
        let platform = NotificationPlatform::find(&receipt.client_platform).unwrap_or(NotificationPlatform::Other);
        app.metrics.content.notifications_acknowledged.inc((NotificationType::Push, platform));
    }
    tracing::debug!(push.id = receipt.id, platform = receipt.client_platform, "a push arrived");
    let texts = [&receipt.client_platform, &receipt.notification_type];
    if is_on(&app.config()) && texts.iter().all(|text| text.len() <= TEXT_BYTES_MAX) {
        deliver::acknowledge_later(app, receipt.clone());
    }
    match receipt.is_id_loaded && receipt.notification_type == MESSAGE && receipt.post_id.is_some() {
        true => contents(&call, &receipt).await,
        false => Ok(Reply::ok()),
    }
}

async fn contents(call: &Call, receipt: &PushReceipt) -> Answer {
    let (app, me) = (&call.app, call.me());
    let Place { post, channel } = must_read(call, receipt.post_id).await?;
    let mut posts = [post];
    list::show(app, me, &mut posts).await?;
    let [post] = posts;
    let author = app.world.user(post.user_id).await?.map(|author| author.username.clone()).unwrap_or_default();
    let told = Told { post, author, channel, called: HashSet::new(), follow: HashSet::new() };
    let collapsed = Collapsed::of(app, &[me.id]).await?.has(me.id);
    let badge = badge(app, me.id, collapsed).await?;
    let to = To { user: me, called: false, follows: false, collapsed, badge };
    let mut message = message::of_post(&app.config(), PushContents::Full, &told, &to);
    message.ack_id.clone_from(&receipt.id);
    message.server_id = client_settings::identity(app).await?;
    message.is_id_loaded = true;
    Ok(Reply::json(&message))
}
