//! Presence: who is online, away, busy or gone.
//!
//! A user's sockets and actions make the status; one that the user chose (`manual`) is only changed
//! by the user. A status is written when it changes, not with each action, and told to the user's
//! own connections; others ask for it.

use std::sync::Arc;

use base::Millis;
use base::ids::UserId;
use wire::events::{Broadcast, EventName, StatusChange};
use wire::statuses::{self, Status};

use crate::app::App;
use crate::error::Result;

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
    let new = Status { status: statuses::ONLINE.into(), manual: false, last_activity_at: now, ..(*old).clone() };
    save(app, new, changes).await
}

/// The user's client says that nobody is there.
pub async fn away(app: &Arc<App>, user: UserId, manual: bool) -> Result<()> {
    let old = app.world.status(user).await?;
    if old.status == statuses::AWAY || (old.manual && !manual) {
        return Ok(());
    }
    let idle_ms = Millis::from(app.config().accounts.away_after_s) * 1000;
    if !manual && app.clock.now() - old.last_activity_at < idle_ms {
        return Ok(());
    }
    save(app, Status { status: statuses::AWAY.into(), manual, ..(*old).clone() }, true).await
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
    save(app, new, true).await
}

/// Writes a status and, when it differs from the old one, tells the user's connections.
pub async fn save(app: &Arc<App>, status: Status, differs: bool) -> Result<()> {
    let mut change = app.change();
    change.write(store::statuses::save(&status));
    let user = status.user_id;
    change.status_changed(user);
    if differs {
        let data = StatusChange { status: status.status.clone(), user_id: user };
        change.announce(EventName::StatusChange, &data, Broadcast::to_user(user));
    }
    change.commit().await?;
    Ok(())
}
