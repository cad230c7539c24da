//! Telling followers how a thread stands after something but a reply changed it.

use std::sync::Arc;

use base::ids::{PostId, UserId};
use wire::events::{Broadcast, EventName, ThreadUpdated};

use super::view;
use crate::app::App;
use crate::error::Result;
use crate::resources::posts::list::Participants;

/// Followers who are told of a deleted reply; the others see it when they load the thread.
const FOLLOWERS_MAX: usize = 1_000;

/// Tells all followers who are here, beside the request: it costs a read for each.
pub fn tell_followers(app: &Arc<App>, root: PostId) {
    let app = app.clone();
    crate::tasks::spawn("thread-updated", async move {
        if let Err(error) = tell_all(&app, root).await {
            tracing::warn!(%error.message, "the followers of a thread could not be told of a deleted reply");
        }
    });
}

async fn tell_all(app: &Arc<App>, root: PostId) -> Result<()> {
    let followers = app.store.thread_followers(root).await?;
    // Who is connected to another node is not known here.
    let may_hear = |user: &UserId| app.cluster.is_some() || app.hub.is_connected(*user);
    for user in followers.into_iter().filter(may_hear).take(FOLLOWERS_MAX) {
        tell(app, user, root).await?;
    }
    Ok(())
}

/// Tells one follower.
pub async fn tell(app: &Arc<App>, user: UserId, root: PostId) -> Result<()> {
    let Some(followed) = app.store.thread_of(user, root).await? else { return Ok(()) };
    let team = followed.membership.team_id;
    let Some(thread) = view::thread(app, followed, Participants::Users).await? else { return Ok(()) };
    let mut change = app.change();
    let data = ThreadUpdated::new(&thread, thread.unread_mentions, thread.unread_replies);
    change.announce(EventName::ThreadUpdated, &data, Broadcast { team_id: team, ..Broadcast::to_user(user) });
    change.commit().await?;
    Ok(())
}
