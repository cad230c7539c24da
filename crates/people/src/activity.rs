//! Activity of sessions and users, coalesced: collected for [`GATHERED_FOR`] and written in one change.
//!
//! When each use was a change of its own, activity was nearly half of what a busy cluster committed. The caches have it at
//! once, so the next request notes nothing. The store and the other nodes get it later, or when the server stops. A
//! server that dies loses it, and the next request notes it again.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use base::Millis;
use base::ids::{SessionId, UserId};
use node::consequence::Fact;
use node::error::Result;
use parking_lot::Mutex;
use request::App;
use wire::sessions::Session;

use crate::sessions;

/// How long activity waits for more that is written with it.
const GATHERED_FOR: Duration = Duration::from_secs(3);
/// The greatest number of waiting sessions, and of waiting users: some 3 MB. A later request notes the rest.
const WAITING_MAX: usize = 20_000;
/// The greatest number of each in one change. As a message to the other nodes these are some 80 KB.
const TOGETHER_MAX: usize = 1_000;

/// Activity that is not written yet.
#[derive(Default)]
pub struct Activity(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    /// The last use of each session.
    sessions: HashMap<SessionId, (Arc<Session>, Millis)>,
    /// The last activity of each user, who is shown as online all the while.
    users: HashMap<UserId, Millis>,
    /// Whether a task is going to write it.
    is_minded: bool,
}

/// Notes that a session is in use, once in [`NOTE_EVERY_MS`](sessions::activity::NOTE_EVERY_MS).
pub fn used(app: &Arc<App>, session: &Arc<Session>) {
    let now = app.clock.now();
    let is_fresh = now - session.last_activity_at < sessions::activity::NOTE_EVERY_MS;
    if is_fresh || session.is_access_token() {
        return;
    }
    note(app, |waiting| {
        if waiting.sessions.len() < WAITING_MAX || waiting.sessions.contains_key(&session.id) {
            waiting.sessions.insert(session.id, (session.clone(), now));
            app.world.was_used(&session.token_hash, now);
        }
    });
}

/// Notes an activity of a user who is shown as online.
pub fn active(app: &Arc<App>, user: UserId, now: Millis) {
    note(app, |waiting| {
        if waiting.users.len() < WAITING_MAX || waiting.users.contains_key(&user) {
            waiting.users.insert(user, now);
            app.world.was_active(user, now);
        }
    });
}

fn note(app: &Arc<App>, note: impl FnOnce(&mut Waiting)) {
    let mut waiting = app.of::<Activity>().0.lock();
    note(&mut waiting);
    if !std::mem::replace(&mut waiting.is_minded, true) {
        base::tasks::spawn("activity", mind(app.clone()));
    }
}

/// Writes all waiting activity.
async fn mind(app: Arc<App>) {
    loop {
        tokio::time::sleep(GATHERED_FOR).await;
        if let Err(error) = write(&app).await {
            tracing::warn!(error = %error.message, cause = %error.detailed, "activity could not be written and waits");
        }
        let mut waiting = app.of::<Activity>().0.lock();
        if waiting.sessions.is_empty() && waiting.users.is_empty() {
            waiting.is_minded = false;
            return;
        }
    }
}

/// Writes the waiting activity and publishes it to the other nodes.
///
/// # Errors
/// When the store does not answer. The unwritten activity keeps waiting.
pub async fn write(app: &Arc<App>) -> Result<()> {
    loop {
        let together = app.of::<Activity>().take();
        if together.sessions.is_empty() && together.users.is_empty() {
            return Ok(());
        }
        if let Err(error) = commit(app, &together).await {
            app.of::<Activity>().put_back(together);
            return Err(error);
        }
    }
}

/// Rows get the time of their write, a moment after the activity. The other nodes get the time of the activity.
async fn commit(app: &Arc<App>, together: &Waiting) -> Result<()> {
    let mut change = app.change();
    let now = app.clock.now();
    if !together.sessions.is_empty() {
        let ids: Vec<SessionId> = together.sessions.keys().copied().collect();
        change.write(store::sessions::active(&ids, now));
    }
    for (session, at) in together.sessions.values() {
        sessions::activity::keep(app, &mut change, session, *at);
    }
    if !together.users.is_empty() {
        let ids: Vec<UserId> = together.users.keys().copied().collect();
        change.write(store::statuses::active(&ids, now));
    }
    for (user, at) in &together.users {
        change.fact(Fact::Active(*user, *at));
    }
    change.commit().await?;
    Ok(())
}

impl Activity {
    fn take(&self) -> Waiting {
        let mut waiting = self.0.lock();
        let sessions: Vec<SessionId> = waiting.sessions.keys().take(TOGETHER_MAX).copied().collect();
        let users: Vec<UserId> = waiting.users.keys().take(TOGETHER_MAX).copied().collect();
        Waiting {
            sessions: sessions.iter().filter_map(|id| waiting.sessions.remove_entry(id)).collect(),
            users: users.iter().filter_map(|id| waiting.users.remove_entry(id)).collect(),
            is_minded: true,
        }
    }

    /// Returns activity that was not written. Activity noted meanwhile is later and counts.
    fn put_back(&self, together: Waiting) {
        let mut waiting = self.0.lock();
        for (id, used) in together.sessions {
            waiting.sessions.entry(id).or_insert(used);
        }
        for (user, at) in together.users {
            waiting.users.entry(user).or_insert(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    fn user(number: usize) -> UserId {
        let mut id = [0; 16];
        id[..8].copy_from_slice(&(number as u64).to_be_bytes());
        UserId(Id(id))
    }

    fn waiting(users: impl IntoIterator<Item = (usize, Millis)>) -> Activity {
        let users = users.into_iter().map(|(number, at)| (user(number), at)).collect();
        Activity(Mutex::new(Waiting { users, ..Waiting::default() }))
    }

    #[test]
    fn what_could_not_be_written_waits_on_unless_there_is_later_activity() {
        let activity = waiting([(1, 10), (2, 10)]);
        let together = activity.take();
        assert!(activity.0.lock().users.is_empty());
        activity.0.lock().users.insert(user(2), 20);
        activity.put_back(together);
        assert_eq!(activity.0.lock().users, HashMap::from([(user(1), 10), (user(2), 20)]));
    }

    #[test]
    fn one_change_tells_of_a_bounded_number() {
        let activity = waiting((0..TOGETHER_MAX + 5).map(|number| (number, 1)));
        assert_eq!(activity.take().users.len(), TOGETHER_MAX);
        assert_eq!(activity.take().users.len(), 5);
        assert!(activity.take().users.is_empty());
    }
}
