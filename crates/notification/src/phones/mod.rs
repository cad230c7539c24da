//! Phones: notifications through a push proxy, which the configuration names and which reaches the phones of its
//! applications.
//!
//! [`crate::notify::push`] finds the receivers of a post for browsers and phones alike. Here are:
//!
//! - [`message`]: the messages; [`deliver`] and [`proxy`]: their way to the proxy.
//! - [`read`]: clears notifications of posts that were read on another device.
//! - [`ended`]: tells phones that their session ended.
//! - [`received`]: receipts of phones.
//!
//! No post waits for a message, and a message that fails is dropped: the post is stored anyway.

pub mod deliver;
pub mod ended;
pub mod message;
pub mod proxy;
pub mod read;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use base::ids::UserId;
use config::Config;
use memory::subscribers::Kind;
use node::error::Result;
use request::App;
use store::devices::Mentions;
use tokio::sync::Semaphore;
use wire::push::PushNotification;

use crate::audience::Receiver;
use crate::audience::Told;
use crate::client_settings;
use crate::delivery_queue::{Delivery, deliver_later};
use crate::phones::deliver::{Parcel, Reach};
use crate::phones::message::To;
use crate::phones::proxy::Proxy;

/// Concurrent test messages to devices without a session.
const TRYING_MAX: usize = 4;

/// The sender of the whole server.
pub struct Phones {
    pub delivery: Delivery,
    trying: Semaphore,
    proxy: Proxy,
}

impl Phones {
    pub fn new(config: &Config) -> Phones {
        let delivery = Delivery::new(config.push.queue_max as usize);
        Phones { delivery, trying: Semaphore::new(TRYING_MAX), proxy: Proxy::new() }
    }
}

/// Whether push to phones is on.
pub fn is_on(config: &Config) -> bool {
    config.push.enable && !config.push.server.is_empty()
}

/// A device as proxies know it: the platform of its application, and the token of the phone's system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device<'a> {
    platform: &'a str,
    id: &'a str,
}

impl Device<'_> {
    /// Reads the device of a session, such as `apple_rn-v2:…`; `None` when it is no phone.
    pub fn parse(device: &str) -> Option<Device<'_>> {
        let (platform, id) = device.split_once(':')?;
        let is_phone = platform.starts_with("apple") || platform.starts_with("android");
        (is_phone && !id.is_empty()).then_some(Device { platform, id })
    }
}

/// Queues the messages for the receivers' phones.
///
/// # Errors
/// When the store does not answer.
pub async fn tell(app: &Arc<App>, told: &Told, receivers: &[Receiver<'_>]) -> Result<()> {
    let with_phone = || receivers.iter().filter(|receiver| receiver.devices(Kind::Phone).next().is_some());
    let people: Vec<UserId> = with_phone().map(|receiver| receiver.user.id).collect();
    if people.is_empty() {
        return Ok(());
    }
    let unread = app.store.unread_mentions(&people).await?;
    let unread: HashMap<UserId, Mentions> = unread.into_iter().map(|unread| (unread.user, unread)).collect();
    let server_id = client_settings::identity(app).await?;
    let config = app.config().clone();
    for receiver in with_phone() {
        let Receiver { user, called, follows, collapsed, .. } = receiver;
        let badge = unread.get(&user.id).map_or(0, |unread| shown(unread, *collapsed));
        let to = To { user, called: *called, follows: *follows, collapsed: *collapsed, badge };
        let message = message::of_post(&config, config.push.contents, told, &to);
        for phone in receiver.devices(Kind::Phone) {
            let message = PushNotification { server_id: server_id.clone(), ..message.clone() };
            let (session, device) = (phone.session, phone.device_id.clone());
            deliver_later(app, Parcel { session, device, user: user.id, message });
        }
    }
    Ok(())
}

/// Whether push reaches a device, in the words of the API: `true`, `false` or `unknown`.
///
/// # Errors
/// When the store does not answer.
pub async fn can_be_told(app: &Arc<App>, device: &str) -> Result<&'static str> {
    Ok(match deliver::try_device(app, device).await? {
        Reach::Yes => "true",
        Reach::No => "false",
        Reach::Unknown => "unknown",
    })
}

/// The badge of a user's application: the number of unread mentions.
pub async fn badge(app: &App, user: UserId, collapsed: bool) -> Result<i64> {
    let unread = app.store.unread_mentions(&[user]).await?;
    Ok(unread.first().map_or(0, |unread| shown(unread, collapsed)))
}

/// The number that clients show. With collapsed threads, mentions in threads count separately.
fn shown(unread: &Mentions, collapsed: bool) -> i64 {
    if collapsed { unread.root + unread.threads } else { unread.all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_are_known_by_their_systems() {
        let read = |device: &'static str| Device::parse(device).map(|device| [device.platform, device.id]);
        assert_eq!(read("apple_rn-v2:abc"), Some(["apple_rn-v2", "abc"]));
        assert_eq!(read("android_rn-v2:a:b"), Some(["android_rn-v2", "a:b"]));
        for none in ["", "abc", "apple", "apple:", "webpush:abc", "windows:abc"] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn the_number_at_the_icon_is_that_of_the_client() {
        let unread = Mentions { user: UserId::default(), all: 5, root: 2, threads: 4 };
        assert_eq!([shown(&unread, true), shown(&unread, false)], [6, 5]);
    }
}
