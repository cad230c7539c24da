//! Web Push: posts told to browsers that are closed, through the services of their makers.
//!
//! A browser subscribes with the server's public key ([`identity`]) and gives the result as the device of its session
//! ([`subscription`]), so a subscription ends with the session. After a post is durable, the node that wrote it finds
//! whom it concerns ([`subscribers`]) and who wants to know ([`super::notify`]), seals some words for each browser ([`sealed`])
//! and hands them to the service ([`deliver`]). Nothing waits for it, and what does not get through is dropped: the post
//! is there anyway.

mod deliver;
pub mod identity;
mod sealed;
pub mod subscribers;
pub mod subscription;

use std::sync::Arc;

use bytes::Bytes;
use config::{Config, PushContents};
use metrics::WebPushEnd;
use ring::rand::SystemRandom;
use serde::Serialize;
use store::Store;
use store::web_push::Due;
use tokio::sync::Semaphore;
use wire::channels::Channel;
use wire::sessions::PROP_DEVICE_NOTIFICATION_DISABLED;

use self::deliver::{Hurry, Parcel};
use self::identity::Identity;
use crate::app::App;
use crate::error::Result;
use crate::resources::notify::wanted::{self, Reader, Way};
use crate::resources::notify::{Told, clip};
use crate::resources::posts::collapsed::Collapsed;

/// Calls to services at a time, of the 64 that the server makes in all.
const SENDING_MAX: usize = 16;
/// Browsers of one user that are told, those used last; more are hardly in use, and each is a call.
const BROWSERS_PER_USER_MAX: usize = 10;
/// Browsers told of one post.
const DUE_MAX: usize = 20_000;
/// Characters of a text, and of a name, that are told: as many as notifications show.
const TEXT_LEN_MAX: usize = 200;
const NAME_LEN_MAX: usize = 64;

/// What sends; one for the whole server.
pub struct WebPush {
    pub identity: Identity,
    random: SystemRandom,
    /// Places for posts and browsers that wait.
    queue: Arc<Semaphore>,
    queue_max: usize,
    sending: Semaphore,
}

impl WebPush {
    /// # Errors
    /// When the store does not answer, or the key pair it holds is none.
    pub async fn load(store: &Store, config: &Config) -> Result<WebPush> {
        let random = SystemRandom::new();
        let identity = Identity::load(store, &random).await?;
        let queue_max = config.push.queue_max as usize;
        let (queue, sending) = (Arc::new(Semaphore::new(queue_max)), Semaphore::new(SENDING_MAX));
        Ok(WebPush { identity, random, queue, queue_max, sending })
    }

    /// Posts and browsers that wait or are being told.
    pub fn waiting(&self) -> usize {
        self.queue_max - self.queue.available_permits()
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

/// False where it is known that no browser is to be told.
pub fn may_tell(app: &App) -> bool {
    is_on(&app.config()) && !app.world.subscribers.are_none()
}

/// Tells browsers of a durable post, later.
pub fn tell_later(app: &Arc<App>, told: Arc<Told>) {
    let Ok(place) = app.web_push.queue.clone().try_acquire_owned() else {
        return app.metrics.content.web_pushes.inc((WebPushEnd::Dropped,));
    };
    let app = app.clone();
    crate::tasks::spawn("web-push", async move {
        let done = tell(&app, &told).await;
        drop(place);
        if let Err(error) = done {
            tracing::warn!(post.id = %told.post.id, error = %error.message, "browsers could not be told of a post");
        }
    });
}

async fn tell(app: &Arc<App>, told: &Told) -> Result<()> {
    let Told { post, channel, called, follow, .. } = told;
    let mut people = app.world.subscribers.of(&app.store, told.people(), channel.id).await?;
    if !post.is_from_webhook() {
        people.retain(|user| *user != post.user_id);
    }
    if people.is_empty() {
        return Ok(());
    }
    let due = app.store.web_push_due(channel.id, &people, app.clock.now(), DUE_MAX).await?;
    let collapsed = if post.is_root() { Collapsed::Everybody } else { Collapsed::of(app, &people).await? };
    let message = message(app, told).await?;
    let words = Bytes::from(serde_json::to_vec(&message).expect("texts are JSON"));
    for browsers in due.chunk_by(|one, next| one.user == next.user) {
        let Some(user) = app.world.user(browsers[0].user).await? else { continue };
        let reader = Reader {
            channel: &browsers[0].notify_props,
            status: &*app.world.status(user.id).await?,
            looked_at: app.world.subscribers.looked_at(user.id, channel.id),
            called: called.contains(&user.id),
            follows: follow.contains(&user.id),
            collapsed: collapsed.has(user.id),
            user: &user,
        };
        if wanted::must_want(&reader, post, Way::Push, app.clock.now()).is_ok() {
            let hurry = if reader.called { Hurry::High } else { Hurry::Normal };
            tell_browsers(app, browsers, channel, &words, hurry);
        }
    }
    Ok(())
}

fn tell_browsers(app: &Arc<App>, browsers: &[Due], channel: &Channel, words: &Bytes, hurry: Hurry) {
    let live = |one: &&Due| one.props.get(PROP_DEVICE_NOTIFICATION_DISABLED).is_none_or(|value| value != "true");
    for browser in browsers.iter().filter(live).take(BROWSERS_PER_USER_MAX) {
        let (session, device, words) = (browser.session, browser.device_id.clone(), words.clone());
        deliver::deliver_later(app, Parcel { session, device, words, topic: channel.id, hurry });
    }
}

/// The words, as far as the configuration lets them leave the server.
async fn message(app: &App, told: &Told) -> Result<Message> {
    let Told { post, channel, .. } = told;
    let team = if channel.team_id.is_none() { None } else { app.world.team(channel.team_id).await? };
    let config = app.config();
    let contents = config.push.contents;
    let shows_channel = contents != PushContents::GenericNoChannel && !channel.is_direct();
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
