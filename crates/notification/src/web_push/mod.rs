//! Web Push: notifications of posts in closed browsers, through the browser makers' services.
//!
//! A browser subscribes with the server's public key ([`identity`]). Its subscription is the device of its session
//! ([`subscription`]), so it ends with the session. [`crate::notify::push`] finds the receivers of a post for browsers and
//! phones alike. Each message is encrypted for its browser ([`sealed`]) and sent to the service ([`deliver`]). No post
//! waits for it, and a message that fails is dropped: the post is stored anyway.

pub mod deliver;
pub mod identity;
mod sealed;

use std::sync::Arc;

use bytes::Bytes;
use config::{Config, PushContents};
use memory::subscribers::Kind;
use node::error::Result;
use request::App;
use request::secrets::Secrets;
use ring::rand::SystemRandom;
use serde::Serialize;
use store::Store;

use crate::audience::Receiver;
use crate::audience::{Told, clip};
use crate::delivery_queue::{Delivery, deliver_later};
use crate::web_push::deliver::{Hurry, Parcel};
use crate::web_push::identity::Identity;

/// Characters of a text, and of a name, in a message: as many as notifications show.
const TEXT_LEN_MAX: usize = 200;
const NAME_LEN_MAX: usize = 64;

/// The sender of the whole server.
pub struct WebPush {
    pub identity: Identity,
    pub random: SystemRandom,
    pub delivery: Delivery,
}

impl WebPush {
    /// # Errors
    /// When the store does not answer, or its key pair is damaged.
    pub async fn load(store: &Store, secrets: &Secrets, config: &Config) -> Result<WebPush> {
        let random = SystemRandom::new();
        let identity = Identity::load(store, secrets, &random).await?;
        let delivery = Delivery::new(config.push.queue_max as usize);
        Ok(WebPush { identity, random, delivery })
    }
}

/// Whether Web Push is on.
pub fn is_on(config: &Config) -> bool {
    config.push.enable && config.push.enable_web
}

/// A message for a browser, as its service worker reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Message {
    post_id: String,
    channel_id: String,
    root_id: String,
    /// Part of the post's address; empty for direct messages.
    team: String,
    sender: String,
    /// Empty for direct messages, and where `push.contents` withholds it.
    channel: String,
    /// Empty where `push.contents` withholds it.
    text: String,
    create_at: base::Millis,
}

/// Queues the messages for the receivers' browsers.
///
/// # Errors
/// When the store does not answer.
pub async fn tell(app: &Arc<App>, told: &Told, receivers: &[Receiver<'_>]) -> Result<()> {
    let words = Bytes::from(serde_json::to_vec(&message(app, told).await?).expect("texts are JSON"));
    for receiver in receivers {
        let hurry = if receiver.called { Hurry::High } else { Hurry::Normal };
        for browser in receiver.devices(Kind::Browser) {
            let (session, device, words) = (browser.session, browser.device_id.clone(), words.clone());
            let (user, post, topic) = (receiver.user.id, told.post.id, told.channel.id);
            deliver_later(app, Parcel { session, device, user, post, words, topic, hurry });
        }
    }
    Ok(())
}

/// The texts of a message, as far as `push.contents` lets them leave the server.
async fn message(app: &App, told: &Told) -> Result<Message> {
    let Told { post, channel, .. } = told;
    let team = if channel.team_id.is_none() { None } else { app.world.team(channel.team_id).await? };
    let config = app.config();
    let contents = config.push.contents;
    let shows_channel = matches!(contents, PushContents::Full | PushContents::Generic) && !channel.is_direct();
    Ok(Message {
        post_id: post.id.to_string(),
        channel_id: channel.id.to_string(),
        root_id: post.root_id.to_string(),
        team: team.map(|team| team.name.clone()).unwrap_or_default(),
        sender: clip(told.sender(&config), NAME_LEN_MAX),
        channel: if shows_channel { clip(&channel.display_name, NAME_LEN_MAX) } else { String::new() },
        text: if contents == PushContents::Full { clip(&told.text(), TEXT_LEN_MAX) } else { String::new() },
        create_at: post.create_at,
    })
}
