//! What was read is taken down from the phones that still show it, and their icons show the number that is left.

use std::sync::Arc;

use base::ids::{ChannelId, PostId, SessionId, UserId};
use memory::subscribers::Kind;
use node::error::Result;
use request::App;
use wire::push::PushNotification;
use wire::sessions::{PROP_DEVICE_NOTIFICATION_DISABLED, Session};

use crate::client_settings;
use crate::collapsed::Collapsed;
use crate::delivery_queue::deliver_later;
use crate::phones::Phones;
use crate::phones::deliver::Parcel;
use crate::phones::{badge, is_on, message};

/// Channels that are cleared one by one; of more at once only the number at the icon is told.
const CHANNELS_MAX: usize = 20;
/// Phones of one user that are told, as many as are told of a post.
const PHONES_MAX: usize = 10;

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    Channels(Vec<ChannelId>),
    Thread(ChannelId, PostId),
    /// Something that no phone shows as such, or something became unread again.
    Other,
}

/// Tells the user's phones, later, but for the one that it was read on.
pub fn tell_later(app: &Arc<App>, user: UserId, on: SessionId, read: Read) {
    if !is_on(&app.config()) || !app.world.subscribers.may_have(user, Kind::Phone) {
        return;
    }
    let Some(place) = app.of::<Phones>().delivery.place() else {
        return app.metrics.system.queue_drops.inc(("reads_to_push",));
    };
    let app = app.clone();
    base::tasks::spawn("phones-read", async move {
        let done = tell(&app, user, on, read).await;
        drop(place);
        if let Err(error) = done {
            tracing::warn!(error = %error.message, "phones got no update of read posts");
        }
    });
}

async fn tell(app: &Arc<App>, user: UserId, on: SessionId, read: Read) -> Result<()> {
    let mut phones = app.store.sessions_with_device(user, app.clock.now()).await?;
    let is_off = |session: &Session| session.prop(PROP_DEVICE_NOTIFICATION_DISABLED) == "true";
    phones.retain(|session| session.id != on && Kind::of(&session.device_id) == Kind::Phone && !is_off(session));
    if phones.is_empty() {
        return Ok(());
    }
    let collapsed = Collapsed::of(app, &[user]).await?.has(user);
    let badge = badge(app, user, collapsed).await?;
    let server_id = client_settings::identity(app).await?;
    for message in messages(app, &read, badge).await? {
        let message = PushNotification { server_id: server_id.clone(), is_crt_enabled: collapsed, ..message };
        for phone in phones.iter().take(PHONES_MAX) {
            let (device, message) = (phone.device_id.clone(), message.clone());
            deliver_later(app, Parcel { session: phone.id, device, user, message });
        }
    }
    Ok(())
}

async fn messages(app: &App, read: &Read, badge: i64) -> Result<Vec<PushNotification>> {
    let (channels, root_id) = match read {
        Read::Channels(channels) => (&channels[..], PostId::NONE),
        Read::Thread(channel, root) => (std::slice::from_ref(channel), *root),
        Read::Other => (&[][..], PostId::NONE),
    };
    let mut messages = Vec::new();
    if channels.len() <= CHANNELS_MAX {
        for channel in channels {
            if let Some(channel) = app.world.channel(*channel).await? {
                messages.push(PushNotification { root_id, ..message::of_read(&channel, badge) });
            }
        }
    }
    if messages.is_empty() {
        messages.push(message::of_badge(badge));
    }
    Ok(messages)
}
