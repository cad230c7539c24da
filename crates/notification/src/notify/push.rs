//! Push: notifications of posts on devices without an open client: browsers ([`web_push`]) and phones ([`phones`]).
//!
//! A post only takes a place in a bounded queue. A task of the node that wrote it finds the users with devices
//! ([`crate::notify::subscribers`]) whose settings ask for a notification ([`crate::notify::wanted`]), once for all kinds of
//! devices.

use std::sync::Arc;

use config::Config;
use memory::subscribers::Kind;
use node::error::Result;
use request::App;
use tokio::sync::Semaphore;

use crate::audience::{Receiver, Told};
use crate::collapsed::Collapsed;
use crate::notify::wanted;
use crate::notify::wanted::{Reader, Way};
use crate::{phones, web_push};

/// Posts that wait for the lookup of their receivers. Further posts get no push.
const WAITING_MAX: usize = 1_000;
/// Devices that get a push for one post.
const DUE_MAX: usize = 20_000;

/// The push queue.
pub struct Pushes(Arc<Semaphore>);

impl Default for Pushes {
    fn default() -> Self {
        Pushes(Arc::new(Semaphore::new(WAITING_MAX)))
    }
}

impl Pushes {
    /// Permits for posts that wait for the lookup of their receivers.
    pub fn waiting(&self) -> usize {
        WAITING_MAX - self.0.available_permits()
    }
}

/// Whether push to this kind of devices is on.
fn is_on(config: &Config, kind: Kind) -> bool {
    match kind {
        Kind::Browser => web_push::is_on(config),
        Kind::Phone => phones::is_on(config),
    }
}

/// The kinds of devices that may get a push.
fn kinds(app: &App) -> impl Iterator<Item = Kind> {
    let config = app.config();
    let kinds = [Kind::Browser, Kind::Phone].into_iter();
    kinds.filter(move |kind| is_on(&config, *kind) && !app.world.subscribers.are_none(*kind))
}

/// False when certainly no device gets a push.
pub fn may_tell(app: &App) -> bool {
    kinds(app).next().is_some()
}

/// Starts the push messages of a durable post, and returns at once.
pub fn tell_later(app: &Arc<App>, told: Arc<Told>) {
    let Ok(place) = app.of::<Pushes>().0.clone().try_acquire_owned() else {
        return app.metrics.system.queue_drops.inc(("posts_to_push",));
    };
    let app = app.clone();
    base::tasks::spawn("push", async move {
        let done = tell(&app, &told).await;
        drop(place);
        if let Err(error) = done {
            tracing::warn!(post.id = %told.post.id, error = %error.message, "a post's push messages could not be prepared");
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
