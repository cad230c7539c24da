//! What a client asks after its socket was away and it does not know what it missed.

use super::login::live_channels_of_team;
use super::session::Session;
use super::view::{and_collapsed, channel_members, read, remember_posts, statuses};
use crate::net::{Call, Failure};

/// What a client asks after a reconnect. `asked` counts the requests.
///
/// # Errors
/// With the first request that failed.
pub async fn catch_up(session: &Session, asked: &mut u64) -> Result<(), Failure> {
    let (_, me) = session.me()?;
    let (team, channel) = {
        let memory = session.memory.lock();
        (memory.team, memory.channel)
    };
    if let Some(team) = team {
        *asked += 2;
        live_channels_of_team(session, team).await?;
        channel_members(session, team).await?;
        let newest = channel.and_then(|channel| session.memory.lock().ends(channel)).map(|(newest, _)| newest);
        if let Some(newest) = newest {
            *asked += 1;
            let id = session.lab.world.channel_id(newest.channel);
            let query = format!("since={}{}", newest.create_at, and_collapsed(session, false));
            let reply = session.get("/channels/{channel}/posts", &[&id], &query).await?;
            remember_posts(session, &read(&reply)?);
        }
        *asked += 2;
        let ids = seen_users(session);
        statuses(session, &ids).await?;
        let query = format!("include_collapsed_threads={}", session.crt());
        session.get("/users/{user}/teams/unread", &[&me], &query).await?;
    }
    *asked += 1;
    session.get("/plugins/webapp", &[], "").await?;
    let users = session.memory.lock().users.items().to_vec();
    if users.is_empty() {
        return Ok(());
    }
    let ids = session.lab.world.user_ids(&users);
    let call =
        Call::json(http::Method::POST, "/users/ids", &[], &ids).asking(&format!("since={}", session.lab.clock.now()));
    *asked += 1;
    session.call(call).await?;
    Ok(())
}

/// Authors of the posts that are remembered, and those whose direct channel is shown.
fn seen_users(session: &Session) -> Vec<base::Id> {
    let memory = session.memory.lock();
    let mut authors: Vec<u32> = memory.posts.items().iter().map(|post| post.author).collect();
    authors.sort_unstable();
    authors.dedup();
    let mut ids = session.lab.world.user_ids(&authors);
    ids.extend(&memory.direct_shown);
    ids
}
