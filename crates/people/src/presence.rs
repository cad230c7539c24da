//! Presence: whether a user is online, away, busy or offline.
//!
//! A user's sockets and actions set the status. Only the user changes a status that the user chose (`manual`). A status is
//! written when it changes, not with each action. It is sent to the user's own connections; other clients request it.
//!
//! Three rules set a user offline:
//!
//! - The node that had the user's last socket does so when that closes.
//! - A node that died cannot. Some time after its end, and after each start, one node checks all users who are shown as
//!   present, and sets those offline who have no socket on any node.
//! - A user who is online by requests alone has no socket. The node that answered these does so after a quiet time.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::UserId;
use delivery::RETURN_WAIT;
use delivery::hub::Event;
use node::consequence::{Consequence, Fact};
use node::error::{ApiError, Result};
use node::leases::Lease;
use store::{Returned, Write};
use wire::events::{Broadcast, EncodedEvent, EventName, StatusChange, Typing};
use wire::statuses::{self, Status};
use wire::users::TypingForm;

use request::App;

/// Activity is written at most this often while the status stays the same (facts §7).
const ACTIVITY_WRITE_MS: Millis = 120_000;

/// Notes an action of the user: opening a socket, writing, viewing.
pub async fn active(app: &Arc<App>, user: UserId) -> Result<()> {
    let now = app.clock.now();
    let old = app.world.status(user).await?;
    let changes = old.status != statuses::ONLINE;
    if old.manual && changes {
        return Ok(());
    }
    if !changes && now - old.last_activity_at < ACTIVITY_WRITE_MS {
        return Ok(());
    }
    if !changes {
        watch_absence(app, user, now);
        crate::activity::active(app, user, now);
        return Ok(());
    }
    let online = Status { status: statuses::ONLINE.into(), manual: false, last_activity_at: now, ..(*old).clone() };
    // Boxed, since few requests find a user who was away.
    Box::pin(save(app, online)).await
}

/// Sets the user away because a client reports that nobody uses it.
pub async fn away(app: &Arc<App>, user: UserId, manual: bool) -> Result<()> {
    let old = app.world.status(user).await?;
    if old.status == statuses::AWAY || (old.manual && !manual) {
        return Ok(());
    }
    if !manual && app.clock.now() - old.last_activity_at < away_after_ms(app) {
        return Ok(());
    }
    save(app, Status { status: statuses::AWAY.into(), manual, ..(*old).clone() }).await
}

/// Sets the user offline because the last socket closed.
pub async fn gone(app: &Arc<App>, user: UserId) -> Result<()> {
    if app.is_connected(user).await {
        return Ok(());
    }
    let old = app.world.status(user).await?;
    if old.manual || old.status == statuses::OFFLINE {
        return Ok(());
    }
    let new = Status { status: statuses::OFFLINE.into(), manual: false, ..(*old).clone() };
    save(app, new).await?;
    // A reloaded page connects while the old one disconnects, and may have found nothing to change.
    if app.is_connected(user).await {
        return active(app, user).await;
    }
    Ok(())
}

fn away_after_ms(app: &App) -> Millis {
    Millis::from(app.config().accounts.away_after_s) * 1000
}

/// Writes a status that differs from the old one, and sends it to the user's connections.
pub async fn save(app: &Arc<App>, status: Status) -> Result<()> {
    let mut change = app.change();
    change.write(store::statuses::save(&status));
    let user = status.user_id;
    if is_by_activity(&status) {
        watch_absence(app, user, status.last_activity_at);
    }
    change.status_changed(user);
    let data = StatusChange { status: status.status.clone(), user_id: user };
    change.announce(EventName::StatusChange, &data, Broadcast::to_user(user));
    change.commit().await?;
    Ok(())
}

/// Watches a user who is online without a socket. Call it before the commit, which continues when its request is
/// cancelled.
fn watch_absence(app: &App, user: UserId, last_activity_at: Millis) {
    if !app.hub.is_connected(user) {
        app.absences.watch(user, last_activity_at + quiet_ms(app));
    }
}

/// The lease of the node that looks for absent users.
const SETTLE: &str = "settle-presence";
/// Users in one page: more would not fit into one group of locks.
const SETTLED_LEN: usize = 100;

/// Whether the user is online by activity and not by choice.
fn is_by_activity(status: &Status) -> bool {
    status.status == statuses::ONLINE && !status.manual
}

/// How long after the last written activity a user without a socket is offline. Later activity may be unwritten.
fn quiet_ms(app: &App) -> Millis {
    away_after_ms(app) + ACTIVITY_WRITE_MS
}

/// Sets users offline who were online by requests to this node alone and sent none for long. Called periodically.
///
/// # Errors
/// When the store or another node does not answer; the next call tries again.
pub async fn settle_quiet(app: Arc<App>) -> Result<()> {
    if !app.cache_is_valid() {
        return Ok(());
    }
    let now = app.clock.now();
    let quiet_since = now - quiet_ms(&app);
    for users in app.absences.over(now).chunks(SETTLED_LEN) {
        let mut quiet = Vec::with_capacity(users.len());
        for user in users {
            let status = app.world.status(*user).await?;
            match is_by_activity(&status) {
                true if status.last_activity_at <= quiet_since => quiet.push(*user),
                // Another node has done it, or the configuration changed.
                true => app.absences.watch(*user, status.last_activity_at + quiet_ms(&app)),
                false => {}
            }
        }
        let absent = absent(&app, quiet).await?;
        if !absent.is_empty() {
            write_off(&app, absent, quiet_since, None).await?;
        }
        app.absences.unwatch(users, now);
    }
    Ok(())
}

/// Sets users offline whose node ended, once they had time to reconnect. Called periodically.
///
/// # Errors
/// When the store or another node does not answer; the next call tries again.
pub async fn settle_due(app: Arc<App>) -> Result<()> {
    let Some(since) = app.absences.due() else { return Ok(()) };
    if !app.cache_is_valid() {
        return Ok(());
    }
    if app.config().jobs.run
        && let Some(lease) = app.leases.hold(SETTLE).await?
    {
        settle(&app, &lease).await?;
    } else if since.elapsed() < RETURN_WAIT + app.leases.lasts() {
        // The ended node may still hold the lease.
        return Ok(());
    }
    app.absences.is_settled(since);
    Ok(())
}

/// Sets all users offline who are shown as present and have no socket on any node, a page at a time.
///
/// # Errors
/// When the store or another node does not answer, or another node took the lease meanwhile.
pub async fn settle(app: &Arc<App>, lease: &Lease) -> Result<()> {
    let mut after = UserId::NONE;
    loop {
        let page = app.store.present_users(after, SETTLED_LEN).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        let absent = absent(app, page).await?;
        if !absent.is_empty() {
            write_off(app, absent, Millis::MAX, lease.guard()).await?;
        }
    }
}

/// The users who have no socket on any node.
async fn absent(app: &App, mut users: Vec<UserId>) -> Result<Vec<UserId>> {
    users.retain(|user| !app.hub.is_connected(*user));
    if let Some(cluster) = app.cluster.as_ref().filter(|_| !users.is_empty()) {
        let answers: std::result::Result<Vec<HashSet<UserId>>, _> =
            cluster.connected_elsewhere(&users).await.into_iter().collect();
        // A node that does not answer may have all of them.
        let elsewhere = answers.map_err(|_| ApiError::busy())?;
        users.retain(|user| !elsewhere.iter().any(|connected| connected.contains(user)));
    }
    Ok(users)
}

async fn write_off(app: &Arc<App>, users: Vec<UserId>, quiet_since: Millis, guard: Option<Write>) -> Result<()> {
    let mut change = app.change();
    if let Some(guard) = guard {
        change.write(guard);
    }
    let (at, all) = (change.write(store::statuses::gone(&users, quiet_since)), users.clone());
    change.then_told(move |outcome| match outcome.rows::<UserId>(at) {
        Ok(gone) => gone.into_iter().flat_map(went_offline).collect(),
        Err(error) => {
            tracing::error!(%error, "the users set offline cannot be read: all statuses are read again");
            all.iter().map(|user| Consequence::Fact(Fact::Status(*user))).collect()
        }
    });
    change.commit().await?;
    // A user who connected meanwhile may have read the old status and left it unchanged.
    let absent: HashSet<UserId> = absent(app, users.clone()).await?.into_iter().collect();
    for user in users.into_iter().filter(|user| !absent.contains(user)) {
        active(app, user).await?;
    }
    Ok(())
}

fn went_offline(user: UserId) -> [Consequence; 2] {
    let data = StatusChange { status: statuses::OFFLINE.into(), user_id: user };
    let event = Event::plain(EncodedEvent::new(EventName::StatusChange, &data, Broadcast::to_user(user)));
    [Consequence::Fact(Fact::Status(user)), Consequence::Event(Arc::new(event))]
}

/// Sends a typing event to the channel, unless it is archived. Nothing is stored, and slow clients may miss it.
///
/// # Errors
/// When the store does not answer.
pub async fn announce_typing(app: &App, user: UserId, form: &TypingForm) -> Result<()> {
    let is_told = app.config().posts.enable_typing;
    if !is_told || app.world.channel(form.channel_id).await?.is_none_or(|channel| channel.is_archived()) {
        return Ok(());
    }
    let data = Typing { parent_id: form.parent_id, user_id: user };
    let broadcast = Broadcast::to_channel(form.channel_id).without(user);
    app.tell(Event::plain(EncodedEvent::new(EventName::Typing, &data, broadcast)));
    Ok(())
}
