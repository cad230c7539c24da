//! Push: posts told to devices whose clients are not open, browsers ([`web_push`]) as well as phones
//! ([`phones`]).
//!
//! Posting only takes a place in a bounded queue. A task of the node that wrote the post finds whom it concerns who has
//! a device ([`crate::notify::subscribers`]) and who of them wants to know ([`crate::notify::wanted`]), once for all kinds of devices.

use std::sync::Arc;

use config::Config;
use memory::subscribers::Kind;
use node::error::Result;
use request::App;
use tokio::sync::Semaphore;

use crate::collapsed::Collapsed;
use crate::notify::wanted;
use crate::notify::wanted::{Reader, Way};
use crate::told::{Receiver, Told};
use crate::{phones, web_push};

/// Posts whose people are being looked up; of posts beyond no device is told.
const WAITING_MAX: usize = 1_000;
/// Devices told of one post.
const DUE_MAX: usize = 20_000;

/// Posts that devices are about to be told of.
pub struct Pushes(Arc<Semaphore>);

impl Default for Pushes {
    fn default() -> Self {
        Pushes(Arc::new(Semaphore::new(WAITING_MAX)))
    }
}

impl Pushes {
    /// Posts that wait for their people to be looked up.
    pub fn waiting(&self) -> usize {
        WAITING_MAX - self.0.available_permits()
    }
}

/// Whether devices of a kind are told at all.
fn is_on(config: &Config, kind: Kind) -> bool {
    match kind {
        Kind::Browser => web_push::is_on(config),
        Kind::Phone => phones::is_on(config),
    }
}

/// The kinds of devices that may have to be told.
fn kinds(app: &App) -> impl Iterator<Item = Kind> {
    let config = app.config();
    let kinds = [Kind::Browser, Kind::Phone].into_iter();
    kinds.filter(move |kind| is_on(&config, *kind) && !app.world.subscribers.are_none(*kind))
}

/// False where it is known that no device is to be told.
pub fn may_tell(app: &App) -> bool {
    kinds(app).next().is_some()
}

/// Tells devices of a durable post, later.
pub fn tell_later(app: &Arc<App>, told: Arc<Told>) {
    let Ok(place) = app.of::<Pushes>().0.clone().try_acquire_owned() else {
        return app.metrics.system.queue_drops.inc(("posts_to_push",));
    };
    let app = app.clone();
    base::tasks::spawn("push", async move {
        let done = tell(&app, &told).await;
        drop(place);
        if let Err(error) = done {
            tracing::warn!(post.id = %told.post.id, error = %error.message, "devices could not be told of a post");
        }
    });
}

async fn tell(app: &Arc<App>, told: &Told) -> Result<()> {
    let Told { post, channel, called, follow, .. } = told;
    let kinds: Vec<Kind> = kinds(app).collect();
    let mut people = app.world.subscribers.of(&app.store, told.people(), channel.id, &kinds).await?;
    if !post.is_from_webhook() {
        people.retain(|user| *user != post.user_id);
    }
    if people.is_empty() {
        return Ok(());
    }
    let due = app.store.devices_due(channel.id, &people, app.clock.now(), DUE_MAX).await?;
    let collapsed = Collapsed::of(app, &people).await?;
    let mut receivers = Vec::new();
    for devices in due.chunk_by(|one, next| one.user == next.user) {
        let Some(user) = app.world.user(devices[0].user).await? else { continue };
        let reader = Reader {
            channel: &devices[0].notify_props,
            status: &*app.world.status(user.id).await?,
            looked_at: app.world.subscribers.looked_at(user.id, channel.id),
            called: called.contains(&user.id),
            follows: follow.contains(&user.id),
            collapsed: collapsed.has(user.id),
            owes_mfa: app.owes_mfa(&user),
            user: &user,
        };
        if wanted::must_want(&reader, post, Way::Push, app.clock.now()).is_ok() {
            let Reader { called, follows, collapsed, .. } = reader;
            receivers.push(Receiver { user, called, follows, collapsed, devices });
        }
    }
    if kinds.contains(&Kind::Browser) {
        web_push::tell(app, told, &receivers).await?;
    }
    if kinds.contains(&Kind::Phone) {
        phones::tell(app, told, &receivers).await?;
    }
    Ok(())
}
