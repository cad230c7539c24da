//! Mail about posts: to people who are away, one for each post that concerns them, or one for several where the
//! configuration gathers them.
//!
//! Posting only takes a place in a bounded queue. A task finds who is away and wants mail, and hands the letters to
//! [`outward::mail`], or keeps their lines in the [`Batch`] until they are due. What waits in memory is lost when the node
//! stops.

use std::collections::HashMap;
use std::sync::Arc;

use base::Millis;
use base::ids::UserId;
use config::Config;
use futures_util::FutureExt;
use node::error::Result;
use outward::mail::{Mail, Mailer};
use request::App;
use tokio::sync::Semaphore;
use wire::preferences::NOTIFICATIONS;
use wire::statuses::Status;
use wire::users::User;

use crate::audience::Told;
use crate::collapsed::Collapsed;
use crate::notify::batch::Batch;
use crate::notify::mail_text;
use crate::notify::mail_text::Line;
use crate::notify::wanted;
use crate::notify::wanted::{Reader, Way};

/// Posts whose people are being looked up; of posts beyond nobody is mailed.
const WAITING_MAX: usize = 1_000;
/// People mailed about one post.
const PEOPLE_MAX: usize = 2_000;
/// The preference that holds how many seconds somebody wants between two mails (facts, data model §6).
const INTERVAL: &str = "email_interval";

/// What is on its way to become mail.
pub struct Letters {
    queue: Arc<Semaphore>,
    batch: Batch,
}

impl Default for Letters {
    fn default() -> Self {
        Letters { queue: Arc::new(Semaphore::new(WAITING_MAX)), batch: Batch::default() }
    }
}

impl Letters {
    /// Posts that wait for their people to be looked up.
    pub fn waiting(&self) -> usize {
        WAITING_MAX - self.queue.available_permits()
    }

    /// Lines that are gathered.
    pub fn gathered(&self) -> usize {
        self.batch.len()
    }
}

/// True when people are mailed about posts at all.
pub fn is_on(config: &Config) -> bool {
    config.email.enable_notifications && config.email.is_configured()
}

/// Mails those whom the post concerns, later.
pub fn tell_later(app: &Arc<App>, told: Arc<Told>) {
    let Ok(place) = app.of::<Letters>().queue.clone().try_acquire_owned() else {
        return app.metrics.system.queue_drops.inc(("notification_mails",));
    };
    let app = app.clone();
    base::tasks::spawn("notification-mail", async move {
        let done = tell(&app, &told).await;
        drop(place);
        if let Err(error) = done {
            tracing::warn!(post.id = %told.post.id, error = %error.message, "a post's mails could not be prepared");
        }
    });
}

async fn tell(app: &Arc<App>, told: &Told) -> Result<()> {
    let mut away = HashMap::new();
    for user in told.people() {
        let status = app.world.status(user).await?;
        if wanted::is_away(&status) && away.len() < PEOPLE_MAX {
            away.insert(user, status);
        }
    }
    if away.is_empty() {
        return Ok(());
    }
    let people: Vec<UserId> = away.keys().copied().collect();
    let members = app.store.channel_notify_props_of(told.channel.id, &people).await?;
    let collapsed = if told.post.is_root() { Collapsed::Everybody } else { Collapsed::of(app, &people).await? };
    let line = mail_text::line(app, told).await?;
    for member in members {
        let (Some(user), Some(status)) = (app.world.user(member.user).await?, away.get(&member.user)) else {
            continue;
        };
        let reader = Reader {
            channel: &member.props,
            status,
            looked_at: 0,
            called: told.called.contains(&user.id),
            follows: told.follow.contains(&user.id),
            collapsed: collapsed.has(user.id),
            owes_mfa: app.owes_mfa(&user),
            user: &user,
        };
        let wants = wanted::must_want(&reader, &told.post, Way::Mail, app.clock.now()).is_ok();
        if wants && is_reachable(&app.config(), &user) {
            send_or_keep(app, user.id, line.clone());
        }
    }
    Ok(())
}

fn is_reachable(config: &Config, user: &User) -> bool {
    !user.email.is_empty() && (user.email_verified || !config.accounts.require_email_verification)
}

fn send_or_keep(app: &Arc<App>, user: UserId, line: Line) {
    let config = app.config();
    let alone = match config.email.enable_batching {
        true => app.of::<Letters>().batch.keep(user, line, config.email.batching_buffer_max as usize).err(),
        false => Some(line),
    };
    if let Some(line) = alone {
        send(app, user, vec![line]);
    }
}

/// Sends lines in one letter. It may wait long for the mail server, so it says at each try what its reader may still read.
fn send(app: &Arc<App>, user: UserId, lines: Vec<Line>) {
    let (asked, lines) = (Arc::downgrade(app), Arc::<[Line]>::from(lines));
    app.of::<Mailer>().send_made(app, move || {
        let (app, lines) = (asked.upgrade(), lines.clone());
        async move {
            // A server that ends sends nothing.
            let Some(app) = app else { return Ok(None) };
            letter_of(&app, user, &lines).await.map_err(|error| error.message.into())
        }
        .boxed()
    });
}

/// The letter as it may be now; nothing when there is nothing left to say.
async fn letter_of(app: &App, user: UserId, lines: &[Line]) -> Result<Option<Mail>> {
    let lines = readable(app, user, lines.to_vec()).await?;
    let config = app.config().clone();
    let user = app.world.user(user).await?.filter(|user| !lines.is_empty() && is_reachable(&config, user));
    Ok(user.map(|user| mail_text::letter(&config, &user.email, &lines)))
}

/// Sends what was gathered and is due. Called every few seconds.
///
/// # Errors
/// When the store does not answer; what waits then waits on.
pub async fn send_due(app: Arc<App>) -> Result<()> {
    let waiting = app.of::<Letters>().batch.since();
    if waiting.is_empty() {
        return Ok(());
    }
    let people: Vec<UserId> = waiting.iter().map(|(user, _)| *user).collect();
    let chosen = app.store.preference_of_users(&people, NOTIFICATIONS, INTERVAL).await?;
    let chosen: HashMap<UserId, i64> =
        chosen.into_iter().filter_map(|one| Some((one.user_id, one.value.parse().ok()?))).collect();
    let (now, config) = (app.clock.now(), app.config().clone());
    for (user, since) in waiting {
        let wait_s = wait_s(&config, chosen.get(&user).copied());
        if wait_s.is_some_and(|wait_s| now - since < wait_s * 1000) {
            continue;
        }
        let status = app.world.status(user).await?;
        let unseen = unseen(app.of::<Letters>().batch.take(user), &status);
        if wait_s.is_some() && !unseen.is_empty() {
            send(&app, user, unseen);
        }
    }
    Ok(())
}

/// Seconds that a user's lines are gathered; `None` for somebody who wants none.
fn wait_s(config: &Config, chosen: Option<i64>) -> Option<i64> {
    match chosen {
        _ if !config.email.enable_batching => Some(0),
        Some(0) => None,
        chosen => Some(chosen.unwrap_or(0).max(config.email.batching_interval_s.into())),
    }
}

/// Lines of posts that a request of the user would still show.
async fn readable(app: &App, user: UserId, lines: Vec<Line>) -> Result<Vec<Line>> {
    let mut readable = Vec::with_capacity(lines.len());
    for line in lines {
        if crate::audience::still_reads(app, user, line.post).await? {
            readable.push(line);
        }
    }
    Ok(readable)
}

/// Whoever came back meanwhile saw what was before.
fn unseen(mut lines: Vec<Line>, status: &Status) -> Vec<Line> {
    let seen: Millis = if wanted::is_away(status) { status.last_activity_at } else { Millis::MAX };
    lines.retain(|line| line.at > seen);
    lines
}

#[cfg(test)]
mod tests {
    use wire::statuses;

    use super::*;

    #[test]
    fn people_choose_how_long_is_gathered() {
        let mut config = Config::default();
        assert_eq!(wait_s(&config, Some(3600)), Some(0), "nothing is gathered any more");
        config.email.enable_batching = true;
        assert_eq!(
            [None, Some(900), Some(5), Some(0)].map(|chosen| wait_s(&config, chosen)),
            [Some(30), Some(900), Some(30), None]
        );
    }

    #[test]
    fn who_came_back_is_mailed_what_came_after() {
        let lines = || [5, 15].map(|at| Line { at, ..Line::default() }).to_vec();
        let status = |status: &str| Status { status: status.into(), last_activity_at: 10, ..Status::default() };
        assert_eq!(unseen(lines(), &status(statuses::AWAY)).len(), 1);
        assert_eq!(unseen(lines(), &status(statuses::ONLINE)).len(), 0);
    }
}
