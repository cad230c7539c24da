//! Presence: who is online, away, busy or gone.
//!
//! A user's sockets and actions make the status; one that the user chose (`manual`) is only changed
//! by the user. A status is written when it changes, not with each action, and told to the user's
//! own connections; others ask for it.
//!
//! Who leaves is written off by the node that had the socket. A node that died cannot: some time after it ended, and
//! after each start, one node looks through all who are shown as present and writes off those whom no node knows. Who is
//! online by requests alone has no socket to lose: the node that answered them writes off who is quiet for long enough.

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

/// The user did something: opened a socket, wrote, looked.
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
    // In a box: few of the requests that ask find somebody who was away.
    Box::pin(save(app, online)).await
}

/// The user's client says that nobody is there.
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

/// The user's last socket is gone.
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
    // A page that is loaded anew connects while the old one leaves, and may have found nothing to change.
    if app.is_connected(user).await {
        return active(app, user).await;
    }
    Ok(())
}

fn away_after_ms(app: &App) -> Millis {
    Millis::from(app.config().accounts.away_after_s) * 1000
}

/// Writes a status that differs from the old one, and tells the user's connections.
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

/// Looks after somebody who is online without a socket. Before the commit, which goes on when the request that made it
/// is given up.
fn watch_absence(app: &App, user: UserId, last_activity_at: Millis) {
    if !app.hub.is_connected(user) {
        app.absences.watch(user, last_activity_at + quiet_ms(app));
    }
}

/// The lease of the node that looks for who is gone.
const SETTLE: &str = "settle-presence";
/// Users looked at together: some more would not fit into one group of locks.
const SETTLED_LEN: usize = 100;

/// Online because of what the user does, and not because the user said so.
fn is_by_activity(status: &Status) -> bool {
    status.status == statuses::ONLINE && !status.manual
}

/// How long after the last activity that was written somebody without a socket is gone: later activity may not have
/// been written.
fn quiet_ms(app: &App) -> Millis {
    away_after_ms(app) + ACTIVITY_WRITE_MS
}

/// Writes off those who were online by requests to this node alone and sent none for long. Called now and then.
///
/// # Errors
/// When the store or another node does not answer; the next call tries again.
pub async fn settle_quiet(app: Arc<App>) -> Result<()> {
    if !app.may_trust_memory() {
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
                // By another node, or the configuration changed.
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

/// Writes off those whose node ended, when they had time to come back. Called now and then.
///
/// # Errors
/// When the store or another node does not answer; the next call tries again.
pub async fn settle_due(app: Arc<App>) -> Result<()> {
    let Some(since) = app.absences.due() else { return Ok(()) };
    if !app.may_trust_memory() {
        return Ok(());
    }
    if app.config().jobs.run
        && let Some(lease) = app.leases.hold(SETTLE).await?
    {
        settle(&app, &lease).await?;
    } else if since.elapsed() < RETURN_WAIT + app.leases.lasts() {
        // The lease may still be that of the node that ended.
        return Ok(());
    }
    app.absences.is_settled(since);
    Ok(())
}

/// Writes off all who are shown as present and have no socket on any node, a page at a time.
///
/// # Errors
/// When the store or another node does not answer, and when the lease went to another node meanwhile.
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

/// Those of the users who have no socket on any node.
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
            tracing::error!(%error, "who was written off cannot be read: the statuses are read anew");
            all.iter().map(|user| Consequence::Fact(Fact::Status(*user))).collect()
        }
    });
    change.commit().await?;
    // Who connected meanwhile may have read the old status and left it as it was.
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

/// Tells the channel that somebody writes, unless it is archived, where nobody does. Nothing is stored, and slow clients
/// may miss it.
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
