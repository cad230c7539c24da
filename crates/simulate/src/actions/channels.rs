//! Channels of teams: switching, scrolling, joining, creating.

use base::{Id, IdMaker};
use serde_json::json;

use crate::answers::{ChannelAnswer, ChannelMemberAnswer};
use crate::mix::wait;
use crate::net::Failure;
use crate::users::Actor;
use crate::users::login::{channels_of_team, note_channels};
use crate::users::session::{Acted, Outcome, Outgoing};
use crate::users::view::{
    and_collapsed, channel_members, channels_where, note_members, posts_info, presence, statuses, users_page,
    view_channel,
};
use crate::users::world::{Kind, No};

/// Opens another channel of the current team.
pub async fn switch_channel(actor: &mut Actor) -> Acted {
    let (team, current) = (actor.team()?, actor.memory.lock().channel);
    let mut candidates =
        channels_where(actor, |is_member, of, kind| is_member && kind.is_of_team() && of == Some(team));
    candidates.retain(|channel| Some(*channel) != current);
    let Some(channel) = actor.random.one_of(&candidates).copied() else {
        return Err(Failure::Missing("no other channel of the team"));
    };
    view_channel(actor, channel).await?;
    actor.memory.lock().channel = Some(channel);
    let id = actor.lab.world.channel_id(channel);
    presence(actor, Outgoing::InChannel(id))?;
    if actor.lab.is_2026() && actor.client_config()?.has_bookmarks {
        actor.get("/channels/{channel}/bookmarks", &[&id], "bookmarks_since=0").await?;
    }
    Ok(Outcome::Done)
}

/// Reads older posts, one to five pages of them.
pub async fn scroll_channel(actor: &mut Actor) -> Acted {
    let Some(channel) = actor.memory.lock().channel else { return Ok(Outcome::Skipped("no current channel")) };
    let ends = actor.memory.lock().ends(channel);
    let Some((_, mut anchor)) = ends else { return Ok(Outcome::Skipped("no posts to scroll")) };
    let (id, crt) = (actor.lab.world.channel_id(channel), actor.crt());
    for _ in 0..actor.random.within(1, 5) {
        let query = format!("page=0&per_page=30&before={}{}", anchor.id, and_collapsed(actor, crt));
        let reply = actor.get("/channels/{channel}/posts", &[&id], &query).await?;
        posts_info(actor, &reply).await?;
        // From the second page on the reference reads from the newest post again.
        let ends = actor.memory.lock().ends(channel);
        anchor = ends.map_or(anchor, |(newest, _)| newest);
        let pause = wait::scroll(&mut actor.random);
        actor.pause(pause).await;
    }
    Ok(Outcome::Done)
}

/// Looks what is unread in the current team.
pub async fn unread_check(actor: &mut Actor) -> Acted {
    let (team, channel) = (actor.team()?, actor.channel()?);
    channels_of_team(actor, team).await?;
    channel_members(actor, team).await?;
    view(actor, channel).await?;
    Ok(Outcome::Done)
}

/// Tells that a channel is seen.
async fn view(actor: &Actor, channel: No) -> Result<(), Failure> {
    let ((_, me), id) = (actor.me()?, actor.lab.world.channel_id(channel));
    let body = json!({"channel_id": id, "collapsed_threads_supported": actor.crt()});
    actor.post("/channels/members/{user}/view", &[&me], &body).await?;
    Ok(())
}

/// Joins a channel that the user is not in. The server may refuse: private channels are tried as well.
pub async fn join_channel(actor: &mut Actor) -> Acted {
    let (team, (_, me)) = (actor.team()?, actor.me()?);
    let id = actor.lab.world.team_id(team);
    let channels: Vec<ChannelAnswer> =
        actor.get("/teams/{team}/channels", &[&id], "page=0&per_page=100").await?.json()?;
    note_channels(actor, &channels);
    let candidates = channels_where(actor, |is_member, of, _| !is_member && of.is_none_or(|of| of == team));
    let Some(channel) = actor.random.one_of(&candidates).copied() else {
        return Ok(Outcome::Skipped("a member of every channel"));
    };
    let id = actor.lab.world.channel_id(channel);
    match actor.post("/channels/{channel}/members", &[&id], &json!({"user_id": me})).await {
        Ok(_) => actor.note_member(channel),
        // The reference tool passes refusals over: it tries channels that cannot be joined.
        Err(Failure::Refused { .. }) => {}
        Err(failure) => return Err(failure),
    }
    Ok(Outcome::Done)
}

/// Creates a private channel and adds up to four members of the team.
pub async fn create_private_channel(actor: &mut Actor) -> Acted {
    create(actor, Kind::Private).await
}

/// Creates a public channel.
pub async fn create_public_channel(actor: &mut Actor) -> Acted {
    create(actor, Kind::Public).await
}

async fn create(actor: &mut Actor, kind: Kind) -> Acted {
    let teams = actor.memory.lock().team_members.clone();
    let Some(team) = actor.random.one_of(&teams).copied() else { return Err(Failure::Missing("no team")) };
    // Not of the random: a second run with the same seed meets the channels of the first.
    let (team_id, name) = (actor.lab.world.team_id(team), IdMaker::new(actor.lab.clock.clone()).next::<Id>());
    let letter = if kind == Kind::Private { "P" } else { "O" };
    let body = json!({"team_id": team_id, "name": name, "display_name": format!("Channel {name}"), "type": letter});
    let answer: ChannelAnswer = actor.post("/channels", &[], &body).await?.json()?;
    let [channel] = note_channels(actor, &[answer])[..] else {
        return Err(Failure::unreadable("/channels", &"the new channel is deleted"));
    };
    actor.note_member(channel);
    let outside = open_add_members(actor, team, channel).await?;
    if kind == Kind::Private {
        add_members(actor, channel, outside).await?;
    }
    Ok(Outcome::Done)
}

/// The dialogue that adds members; returns who is not in yet.
async fn open_add_members(actor: &Actor, team: No, channel: No) -> Result<Vec<No>, Failure> {
    let world = &actor.lab.world;
    let (team, id) = (world.team_id(team), world.channel_id(channel));
    actor.get("/teams/{team}/stats", &[&team], "").await?;
    let inside = users_page(actor, &format!("in_channel={id}&page=0&per_page=50")).await?;
    let query = format!("in_team={team}&not_in_channel={id}&page=0&per_page=100");
    let outside = users_page(actor, &query).await?;
    for users in [&inside, &outside] {
        if !users.is_empty() {
            statuses(actor, &world.user_ids(users)).await?;
        }
    }
    view(actor, channel).await?;
    Ok(outside)
}

async fn add_members(actor: &mut Actor, channel: No, mut outside: Vec<No>) -> Result<(), Failure> {
    let count = actor.random.within(1, 4) as usize;
    if outside.len() < count {
        return Ok(());
    }
    let id = actor.lab.world.channel_id(channel);
    for _ in 0..count {
        let user = outside.swap_remove(actor.random.below(outside.len() as u64) as usize);
        let user = actor.lab.world.user_fact(user).id;
        actor.post("/channels/{channel}/members", &[&id], &json!({"user_id": user})).await?;
    }
    Ok(())
}

/// Reads a channel that nobody told of, with the own membership if there is one.
///
/// # Errors
/// With the first request that failed.
pub async fn load_channel(actor: &Actor, id: base::Id) -> Result<No, Failure> {
    let channel: ChannelAnswer = actor.get("/channels/{channel}", &[&id], "").await?.json()?;
    let world = &actor.lab.world;
    let no = world.channel(channel.id, channel.team_id, Kind::of(&channel.r#type), &channel.name);
    actor.memory.lock().see(no);
    Ok(no)
}

/// Reads the own membership of a channel.
///
/// # Errors
/// With the request's failure.
pub async fn load_member(actor: &Actor, channel: No) -> Result<(), Failure> {
    let ((_, me), id) = (actor.me()?, actor.lab.world.channel_id(channel));
    let member: ChannelMemberAnswer = actor.get("/channels/{channel}/members/{user}", &[&id, &me], "").await?.json()?;
    note_members(actor, &[member]);
    Ok(())
}
