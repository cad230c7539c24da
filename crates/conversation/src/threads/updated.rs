//! Telling followers how a thread stands after something but a reply changed it.

use std::sync::Arc;

use base::ids::{PostId, UserId};
use node::error::Result;
use request::App;
use wire::events::{Broadcast, EventName, ThreadUpdated};
use wire::threads::Thread;

use crate::shown::list::Participants;
use crate::threads::gone::Shortened;
use crate::threads::{readers, view};

/// Followers who are told of a deleted reply; the others see it when they load the thread.
const FOLLOWERS_MAX: usize = 1_000;

/// What a follower was told to be unread in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    pub replies: i64,
    pub mentions: i64,
}

impl Unread {
    /// Of a thread that was not followed.
    pub const NOTHING: Unread = Unread { replies: 0, mentions: 0 };
}

/// Tells all followers who are here, beside the request: it costs a read for each.
pub fn tell_followers(app: &Arc<App>, shortened: Shortened) {
    let app = app.clone();
    base::tasks::spawn("thread-updated", async move {
        if let Err(error) = tell_all(&app, &shortened).await {
            tracing::warn!(%error.message, "followers of a thread got no event for a deleted reply");
        }
    });
}

async fn tell_all(app: &Arc<App>, shortened: &Shortened) -> Result<()> {
    let followers = app.store.thread_followers(shortened.root).await?;
    tell_some(app, shortened, followers.into_iter()).await
}

/// Tells those who have fewer unread mentions than before.
///
/// # Errors
/// When the store does not answer.
pub async fn tell_losers(app: &Arc<App>, shortened: &Shortened) -> Result<()> {
    tell_some(app, shortened, shortened.losers()).await
}

async fn tell_some(app: &Arc<App>, shortened: &Shortened, users: impl Iterator<Item = UserId>) -> Result<()> {
    // Who is connected to another node is not known here.
    let may_hear = |user: &UserId| app.cluster.is_some() || app.hub.is_connected(*user);
    for user in users.filter(may_hear).take(FOLLOWERS_MAX) {
        let before = |thread: &Thread| Unread {
            replies: thread.unread_replies + shortened.gone_after(thread.last_viewed_at),
            mentions: thread.unread_mentions + shortened.mentions_lost_by(user),
        };
        tell(app, user, shortened.root, before).await?;
    }
    Ok(())
}

/// Tells one follower, who may still read it, how the thread stands, and what of it was unread before.
///
/// # Errors
/// When the store does not answer.
pub async fn tell(app: &Arc<App>, user: UserId, root: PostId, before: impl Fn(&Thread) -> Unread) -> Result<()> {
    let Some(followed) = app.store.thread_of(user, root).await? else { return Ok(()) };
    let (team, channel) = (followed.membership.team_id, followed.membership.channel_id);
    if !readers::may_read(app, user, channel).await? {
        return Ok(());
    }
    let Some(thread) = view::thread(app, followed, Participants::Users).await? else { return Ok(()) };
    let mut change = app.change();
    let before = before(&thread);
    let data = ThreadUpdated::new(&thread, before.mentions, before.replies);
    change.announce(EventName::ThreadUpdated, &data, Broadcast { team_id: team, ..Broadcast::to_user(user) });
    change.commit().await?;
    Ok(())
}
