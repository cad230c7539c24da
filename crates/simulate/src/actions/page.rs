//! Reloading the page, wholly or in part: what a client asks when it starts in an existing session.

use base::Id;
use serde_json::json;

use super::{channels, teams as team_actions};
use crate::answers::{ChannelAnswer, ChannelMemberAnswer, PreferenceAnswer, StatsAnswer};
use crate::net::Failure;
use crate::users::login::{client_config, load_me, note_channels, static_assets, team_members, teams};
use crate::users::session::Actor;
use crate::users::view::{channel_members, load_team, note_members, statuses, users_by_ids, users_page, view_channel};
use crate::users::{login, socket};

/// Memberships are read in pages of this size.
const MEMBERS_PAGE: usize = 200;
/// Pages at most: beyond what a user can be a member of.
const MEMBERS_PAGES_MAX: usize = 100;

/// A page loaded anew: the socket with it, and everything that was remembered.
///
/// # Errors
/// With the first request that failed.
pub async fn full(actor: &mut Actor) -> Result<(), Failure> {
    socket::disconnect(&actor.session);
    actor.memory.lock().forget();
    socket::connect(&actor.session);
    static_assets(actor).await;
    partial(actor).await
}

/// What both kinds of reload ask.
///
/// # Errors
/// With the first request that failed.
pub async fn partial(actor: &mut Actor) -> Result<(), Failure> {
    users_page(actor, "page=0&per_page=100").await?;
    let groups = preferences(actor).await?;
    for group in groups {
        users_page(actor, &format!("in_channel={group}&page=0&per_page=8")).await?;
    }
    view_current(actor).await?;
    let is_admin = actor.memory.lock().is_admin;
    if is_admin {
        actor.get("/config", &[], "").await?;
    } else {
        client_config(actor).await?;
    }
    load_me(actor).await?;
    actor.get("/plugins/webapp", &[], "").await?;
    let team = teams_and_channels(actor).await?;
    presence(actor).await?;
    match team {
        None => drop(team_actions::switch_team(actor).await?),
        Some(team) => {
            load_team(actor, team).await?;
            let channel = actor.memory.lock().channel;
            match channel {
                None => drop(channels::switch_channel(actor).await?),
                Some(channel) => view_channel(actor, channel).await?,
            }
        }
    }
    Ok(())
}

/// Reads the preferences and returns the group channels that are shown.
async fn preferences(actor: &Actor) -> Result<Vec<Id>, Failure> {
    let (_, me) = actor.me()?;
    let preferences: Vec<PreferenceAnswer> = actor.get("/users/{user}/preferences", &[&me], "").await?.json()?;
    let named = |category: &str| {
        let of_category = preferences.iter().filter(|one| one.category == category);
        of_category.filter_map(|one| Id::parse(&one.name)).filter(|id| id.is_some()).collect::<Vec<Id>>()
    };
    let mut is_collapsed =
        preferences.iter().filter(|one| one.category == "display_settings" && one.name == "collapsed_reply_threads");
    let mut memory = actor.memory.lock();
    memory.direct_shown = named("direct_channel_show");
    memory.group_shown = named("group_channel_show");
    memory.crt_preference = is_collapsed.next().map(|one| one.value == "true");
    Ok(memory.group_shown.clone())
}

async fn view_current(actor: &Actor) -> Result<(), Failure> {
    let Some(channel) = actor.memory.lock().channel else { return Ok(()) };
    let ((_, me), id) = (actor.me()?, actor.lab.world.channel_id(channel));
    let body = json!({"channel_id": id, "prev_channel_id": "", "collapsed_threads_supported": false});
    actor.post("/channels/members/{user}/view", &[&me], &body).await?;
    let now_s = (actor.lab.clock.now() / 1_000) as u32;
    actor.memory.lock().see(channel).viewed_s = now_s;
    Ok(())
}

async fn teams_and_channels(actor: &Actor) -> Result<Option<u32>, Failure> {
    let (_, me) = actor.me()?;
    teams(actor, "page=0&per_page=50").await?;
    let own: Vec<crate::answers::TeamAnswer> = actor.get("/users/{user}/teams", &[&me], "").await?.json()?;
    let own: Vec<u32> = own.iter().map(|team| actor.lab.world.team(team.id, &team.name)).collect();
    actor.memory.lock().teams = own;
    let team = actor.memory.lock().team;
    let is_2026 = actor.lab.is_2026();
    if team.is_some() || is_2026 {
        team_members(actor).await?;
    }
    if let Some(team) = team
        && actor.memory.lock().team_members.contains(&team)
    {
        login::channels_of_team(actor, team).await?;
        channel_members(actor, team).await?;
    }
    if team.is_some() || is_2026 {
        let channels: Vec<ChannelAnswer> =
            actor.get("/users/{user}/channels", &[&me], "last_delete_at=0").await?.json()?;
        note_channels(actor, &channels);
    }
    if is_2026 {
        all_memberships(actor, me).await?;
    }
    actor.get("/users/{user}/teams/unread", &[&me], "include_collapsed_threads=false").await?;
    Ok(team)
}

async fn all_memberships(actor: &Actor, me: Id) -> Result<(), Failure> {
    for page in 0..MEMBERS_PAGES_MAX {
        let query = format!("page={page}&per_page={MEMBERS_PAGE}");
        let members: Vec<ChannelMemberAnswer> =
            actor.get("/users/{user}/channel_members", &[&me], &query).await?.json()?;
        note_members(actor, &members);
        if members.len() < MEMBERS_PAGE {
            break;
        }
    }
    Ok(())
}

async fn presence(actor: &Actor) -> Result<(), Failure> {
    let (_, me) = actor.me()?;
    let shown = actor.memory.lock().direct_shown.clone();
    if !shown.is_empty() {
        users_by_ids(actor, &shown).await?;
        statuses(actor, &shown).await?;
    }
    actor.get("/users/{user}/status", &[&me], "").await?;
    let Some(channel) = actor.memory.lock().channel else { return Ok(()) };
    let id = actor.lab.world.channel_id(channel);
    let stats: StatsAnswer =
        actor.get("/channels/{channel}/stats", &[&id], "exclude_files_count=true").await?.json()?;
    actor.memory.lock().see(channel).count = Some(stats.member_count);
    actor.get("/users/{user}/channels/{channel}/unread", &[&me, &id], "").await?;
    Ok(())
}
