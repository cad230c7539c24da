//! Reloading, signing out and in, and what a client asks after its socket was away.

use serde_json::json;

use super::page;
use crate::net::Call;
use crate::users::Actor;
use crate::users::login::{live_channels_of_team, login};
use crate::users::memory::Memory;
use crate::users::session::{Acted, Outcome};
use crate::users::socket;
use crate::users::view::{and_collapsed, channel_members, read, remember_posts, statuses};

/// Loads the page anew.
pub async fn full_reload(actor: &mut Actor) -> Acted {
    page::full(actor).await?;
    Ok(Outcome::Done)
}

/// Loads the data anew, not the page.
pub async fn reload(actor: &mut Actor) -> Acted {
    page::partial(actor).await?;
    Ok(Outcome::Done)
}

/// Signs out and in again.
pub async fn logout_login(actor: &mut Actor) -> Acted {
    socket::disconnect(&actor.session);
    actor.post("/users/logout", &[], &json!({})).await?;
    *actor.memory.lock() = Memory::default();
    actor.lab.ledger.depart(actor.slot);
    actor.set_token(None);
    login(actor).await?;
    page::partial(actor).await?;
    Ok(Outcome::Done)
}

/// Asks what a client asks after a reconnect; the socket itself stays as it is.
pub async fn reconnect_web_socket(actor: &mut Actor) -> Acted {
    let (_, me) = actor.me()?;
    let (team, channel) = {
        let memory = actor.memory.lock();
        (memory.team, memory.channel)
    };
    if let Some(team) = team {
        live_channels_of_team(actor, team).await?;
        channel_members(actor, team).await?;
        let newest = channel.and_then(|channel| actor.memory.lock().ends(channel)).map(|(newest, _)| newest);
        if let Some(newest) = newest {
            let id = actor.lab.world.channel_id(newest.channel);
            let query = format!("since={}{}", newest.create_at, and_collapsed(actor, false));
            let reply = actor.get("/channels/{channel}/posts", &[&id], &query).await?;
            remember_posts(actor, &read(&reply)?);
        }
        let ids = seen_users(actor);
        statuses(actor, &ids).await?;
        let query = format!("include_collapsed_threads={}", actor.crt());
        actor.get("/users/{user}/teams/unread", &[&me], &query).await?;
    }
    actor.get("/plugins/webapp", &[], "").await?;
    let users = actor.memory.lock().users.items().to_vec();
    if users.is_empty() {
        return Ok(Outcome::Done);
    }
    let ids = actor.lab.world.user_ids(&users);
    let call =
        Call::json(http::Method::POST, "/users/ids", &[], &ids).asking(&format!("since={}", actor.lab.clock.now()));
    actor.call(call).await?;
    Ok(Outcome::Done)
}

/// Authors of the posts that are remembered, and those whose direct channel is shown.
fn seen_users(actor: &Actor) -> Vec<base::Id> {
    let memory = actor.memory.lock();
    let mut authors: Vec<u32> = memory.posts.items().iter().map(|post| post.author).collect();
    authors.sort_unstable();
    authors.dedup();
    let mut ids = actor.lab.world.user_ids(&authors);
    ids.extend(&memory.direct_shown);
    ids
}
