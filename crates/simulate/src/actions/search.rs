//! Searching users, channels and posts, typed key by key.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::answers::{ChannelAnswer, UserAnswer};
use crate::mix::words;
use crate::net::{Call, Failure, encoded};
use crate::users::Actor;
use crate::users::login::note_channels;
use crate::users::message::{Typing, autocomplete};
use crate::users::session::{Acted, Outcome};
use crate::users::view::{channels_where, note_users, posts_of};
use crate::users::world::No;

/// Chance of each part of a search for posts.
const PART: f64 = 0.2;

/// Types the beginning of a channel's name.
pub async fn search_channels(actor: &mut Actor) -> Acted {
    let teams = actor.memory.lock().team_members.clone();
    let Some(team) = actor.random.one_of(&teams).copied() else { return Err(Failure::Missing("no team")) };
    let candidates = channels_where(actor, |_, of, _| of.is_none_or(|of| of == team));
    let Some(channel) = actor.random.one_of(&candidates).copied() else { return Err(Failure::Missing("no channel")) };
    let name = actor.lab.world.channel_fact(channel).name;
    let length = beginning(actor, name.len());
    let mut typing = Typing::new(actor, name.get(..length).unwrap_or(&name));
    while let Some(term) = typing.next(actor).await {
        let call = Call::json(http::Method::POST, "/channels/search", &[], &json!({"term": term}));
        actor.call(call.asking("system_console=false")).await?;
    }
    Ok(Outcome::Done)
}

/// How many keys of a name somebody types: one to four.
fn beginning(actor: &mut Actor, length: usize) -> usize {
    (1 + actor.random.below(length.min(4) as u64) as usize).min(length)
}

fn other_user(actor: &mut Actor) -> Result<No, Failure> {
    let (me, _) = actor.me()?;
    let others: Vec<No> = actor.memory.lock().users.items().iter().copied().filter(|no| *no != me).collect();
    actor.random.one_of(&others).copied().ok_or(Failure::Missing("no other user is known"))
}

/// Types a user's whole name.
pub async fn search_users(actor: &mut Actor) -> Acted {
    let user = other_user(actor)?;
    let name = actor.lab.world.user_fact(user).name;
    let mut typing = Typing::new(actor, &name);
    while let Some(term) = typing.next(actor).await {
        let reply = actor.post("/users/search", &[], &json!({"term": term, "limit": 100})).await?;
        note_users(actor, &reply.json::<Vec<UserAnswer>>()?);
    }
    Ok(Outcome::Done)
}

/// Looks for group channels with a user: as many requests as keys, each with the whole name, as published.
pub async fn search_group_channels(actor: &mut Actor) -> Acted {
    let user = other_user(actor)?;
    let name = actor.lab.world.user_fact(user).name;
    let length = beginning(actor, name.len());
    let mut typing = Typing::new(actor, &name[..length]);
    while typing.next(actor).await.is_some() {
        let reply = actor.post("/channels/group/search", &[], &json!({"term": name})).await?;
        note_channels(actor, &reply.json::<Vec<ChannelAnswer>>()?);
    }
    Ok(Outcome::Done)
}

/// Looks for posts in the current team.
pub async fn search_posts(actor: &mut Actor) -> Acted {
    let team = actor.team()?;
    let mut terms = Vec::new();
    if actor.random.chance(PART) {
        terms.push(format!("from:{}", type_user(actor, team).await?));
    }
    if actor.random.chance(PART)
        && let Some(name) = type_channel(actor, team).await?
    {
        terms.push(format!("in:{name}"));
    }
    plain_terms(actor, &mut terms);
    let id = actor.lab.world.team_id(team);
    let body = json!({"terms": terms.join(" "), "is_or_search": false});
    let reply = actor.post("/teams/{team}/posts/search", &[&id], &body).await?;
    posts_of(actor, &reply)?;
    Ok(Outcome::Done)
}

/// Looks for posts in all teams.
pub async fn search_posts_all_teams(actor: &mut Actor) -> Acted {
    let mut terms = Vec::new();
    plain_terms(actor, &mut terms);
    let body = json!({"terms": terms.join(" "), "is_or_search": false});
    let reply = actor.post("/posts/search", &[], &body).await?;
    posts_of(actor, &reply)?;
    Ok(Outcome::Done)
}

/// Date, what to leave out, and words; a phrase now and then.
fn plain_terms(actor: &mut Actor, terms: &mut Vec<String>) {
    let count = actor.random.within(1, 4);
    if actor.random.chance(PART) {
        let which = actor.random.one_of(&["on", "before", "after"]).copied().unwrap_or("on");
        let day = SignedDuration::from_hours(24 * actor.random.below(7) as i64);
        let now = Timestamp::from_millisecond(actor.lab.clock.now()).unwrap_or_default();
        let date = now.checked_sub(day).unwrap_or(now).strftime("%Y-%m-%d").to_string();
        terms.push(format!("{which}:{date}"));
    }
    if actor.random.chance(PART) {
        terms.push(format!("-{}", words::word(&mut actor.random)));
    }
    let phrase = (0..count).map(|_| words::word(&mut actor.random)).collect::<Vec<_>>().join(" ");
    terms.push(if actor.random.chance(PART) { format!("\"{phrase}\"") } else { phrase });
}

async fn type_user(actor: &mut Actor, team: No) -> Result<String, Failure> {
    let user = other_user(actor)?;
    let (name, team) = (actor.lab.world.user_fact(user).name, actor.lab.world.team_id(team));
    let mut typing = Typing::new(actor, &name);
    while let Some(term) = typing.next(actor).await {
        let query = format!("in_team={team}&name={}&limit=25", encoded(&term));
        if autocomplete(actor, &query).await? == 1 {
            break;
        }
    }
    Ok(name.to_string())
}

async fn type_channel(actor: &mut Actor, team: No) -> Result<Option<String>, Failure> {
    let candidates = channels_where(actor, |is_member, of, kind| is_member && kind.is_of_team() && of == Some(team));
    let Some(channel) = actor.random.one_of(&candidates).copied() else { return Ok(None) };
    let (name, team) = (actor.lab.world.channel_fact(channel).name, actor.lab.world.team_id(team));
    let mut typing = Typing::new(actor, &name);
    while let Some(term) = typing.next(actor).await {
        let query = format!("name={}", encoded(&term));
        let found: Vec<ChannelAnswer> =
            actor.get("/teams/{team}/channels/search_autocomplete", &[&team], &query).await?.json()?;
        if found.len() == 1 {
            break;
        }
    }
    Ok(Some(name.to_string()))
}
