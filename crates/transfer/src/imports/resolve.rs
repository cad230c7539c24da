//! What lines of talk name: people, channels, and posts that may be there already.

use std::collections::{HashMap, HashSet};

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId};
use node::error::ApiError;

use crate::bulk::Failed;
use crate::bulk::line::{Conversation, Thread};
use crate::imports::known::{Key, Known};
use crate::imports::names::{Names, Place};
use crate::imports::{Import, conversations, under_way};

/// A line whose names are resolved.
pub struct Resolved {
    pub number: u64,
    pub line: Box<Thread>,
    /// Under which the channel is known.
    pub key: (TeamId, String),
    pub place: Place,
}

/// Loads the accounts that lines name.
///
/// # Errors
/// When the store does not answer.
pub async fn load_people(import: &mut Import, lines: &[(u64, Box<Thread>)]) -> Result<(), Failed> {
    let said = lines.iter().flat_map(|(_, line)| {
        let posts = line.posts().flat_map(|post| {
            let reacted = post.reactions.iter().map(|reaction| reaction.user.as_str());
            std::iter::once(post.user.as_str()).chain(reacted).chain(post.flagged_by.iter().map(String::as_str))
        });
        let followers = line.thread_followers.iter().flatten().map(|follower| follower.user.as_str());
        posts.chain(followers).chain(line.channel_members.iter().map(String::as_str))
    });
    let said = said.collect();
    Ok(import.names.load_users(&import.app.store, said).await?)
}

/// Finds the channels. A conversation that nobody has begun is opened: programs write files that only have its posts.
///
/// # Errors
/// When there is none of the name, or somebody of a conversation is not there.
pub async fn places(import: &mut Import, lines: Vec<(u64, Box<Thread>)>) -> Result<Vec<Resolved>, Failed> {
    let mut keys = Vec::with_capacity(lines.len());
    let mut wanted: HashMap<TeamId, HashSet<String>> = HashMap::new();
    for (number, line) in &lines {
        let key = if line.channel_members.is_empty() {
            (crate::imports::places::must_team(import, *number, &line.team).await?, line.channel.clone())
        } else {
            let names: Vec<&str> = line.channel_members.iter().map(String::as_str).collect();
            (TeamId::NONE, conversations::name(&conversations::people(import, *number, &names)?))
        };
        wanted.entry(key.0).or_default().insert(key.1.clone());
        keys.push(key);
    }
    for (team, names) in wanted {
        import.names.load_channels(&import.app.store, team, names).await?;
    }
    let mut unopened: HashMap<&str, (u64, Conversation)> = HashMap::new();
    for ((number, line), key) in lines.iter().zip(&keys) {
        if !line.channel_members.is_empty() && import.names.channel(key).is_none() {
            let conversation = || Conversation { members: line.channel_members.clone(), ..Conversation::default() };
            unopened.entry(&key.1).or_insert_with(|| (*number, conversation()));
        }
    }
    if !unopened.is_empty() {
        under_way::finish(import).await?;
        conversations::open(import, unopened.into_values().collect()).await?;
    }
    let mut resolved = Vec::with_capacity(lines.len());
    for ((number, line), key) in lines.into_iter().zip(keys) {
        let place = import.names.channel(&key).ok_or_else(|| {
            let text = format!("There is no channel {:?} in the team {:?}.", line.channel, line.team);
            Failed {
                line: number,
                error: ApiError::bad_request("app.import.import_post.channel_not_found.error", text),
            }
        })?;
        resolved.push(Resolved { number, line, key, place });
    }
    Ok(resolved)
}

/// Reads the stored posts that some of these may be.
///
/// # Errors
/// When the store does not answer.
pub async fn known(import: &mut Import, lines: &[Resolved]) -> Result<Known, Failed> {
    let mut times: HashMap<ChannelId, Vec<Millis>> = HashMap::new();
    for line in lines.iter().filter(|line| may_be_there(&mut import.names, line)) {
        let latest = line.place.latest;
        let nameless = line.line.posts().filter(|post| post.id.is_none());
        let old = nameless.map(|post| post.create_at).filter(|at| *at <= latest);
        let mut old = old.peekable();
        if old.peek().is_some() {
            times.entry(line.place.id).or_default().extend(old);
        }
    }
    let mut known = Known::default();
    let ids = asked_ids(lines);
    if !ids.is_empty() || !times.is_empty() {
        under_way::finish(import).await?;
    }
    if !times.is_empty() {
        import.end_filling().await?;
    }
    known.load_ids(&import.app.store, &ids).await?;
    for (channel, mut times) in times {
        times.sort_unstable();
        times.dedup();
        known.load(&import.app.store, channel, &times).await?;
    }
    Ok(known)
}

/// Whether posts without an id may be stored: with a thread that is new all of it is.
fn may_be_there(names: &mut Names, line: &Resolved) -> bool {
    let root = &line.line.post;
    if line.line.root_id.is_some() || root.id.is_some() {
        return true;
    }
    // Of whom there is no account there is no post.
    let Some(user) = names.user(&root.user) else { return false };
    let key = Key::new(line.place.id, root.create_at, user.id, PostId::NONE, root.text());
    names.may_have_begun(line.place, &key)
}

/// Ids of posts that may be stored: those of roots in other lines, and of all that is not younger than its channel.
fn asked_ids(lines: &[Resolved]) -> Vec<PostId> {
    let of_line = |line: &Resolved| {
        let latest = line.place.latest;
        let old = line.line.posts().filter(|post| post.create_at <= latest).filter_map(|post| post.id);
        old.chain(line.line.root_id).map(PostId).collect::<Vec<_>>()
    };
    lines.iter().flat_map(of_line).collect()
}
