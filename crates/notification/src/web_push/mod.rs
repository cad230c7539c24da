//! Web Push: posts told to browsers that are closed, through the services of their makers.
//!
//! A browser subscribes with the server's public key ([`identity`]) and gives the result as the device of its session
//! ([`subscription`]), so a subscription ends with the session. Who is to be told of a post is found for browsers and
//! phones alike ([`crate::notify::push`]); some words are sealed for each browser ([`sealed`]) and handed to the service
//! ([`deliver`]). Nothing waits for it, and what does not get through is dropped: the post is there anyway.

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

use crate::parcels::{Delivery, deliver_later};
use crate::told::Receiver;
use crate::told::{Told, clip};
use crate::web_push::deliver::{Hurry, Parcel};
use crate::web_push::identity::Identity;

/// Characters of a text, and of a name, that are told: as many as notifications show.
const TEXT_LEN_MAX: usize = 200;
const NAME_LEN_MAX: usize = 64;

/// What sends; one for the whole server.
pub struct WebPush {
    pub identity: Identity,
    pub random: SystemRandom,
    pub delivery: Delivery,
}

impl WebPush {
    /// # Errors
    /// When the store does not answer, or the key pair it holds is none.
    pub async fn load(store: &Store, secrets: &Secrets, config: &Config) -> Result<WebPush> {
        let random = SystemRandom::new();
        let identity = Identity::load(store, secrets, &random).await?;
        let delivery = Delivery::new(config.push.queue_max as usize);
        Ok(WebPush { identity, random, delivery })
    }
}

/// True when browsers are told at all.
pub fn is_on(config: &Config) -> bool {
    config.push.enable && config.push.enable_web
}

/// What a browser is told, as its service worker reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Message {
    post_id: String,
    channel_id: String,
    root_id: String,
    /// Part of the post's address; empty for direct messages.
    team: String,
    sender: String,
    /// Empty for direct messages, and where it is not to be told.
    channel: String,
    /// Empty where it is not to be told.
    text: String,
    create_at: base::Millis,
}

/// Tells the browsers of those who want to know, soon.
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

/// The words, as far as the configuration lets them leave the server.
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
