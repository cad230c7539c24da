//! Seen-by: how far others have read a direct message or a small channel.
//!
//! Off unless the server allows it, and then for those alone who chose it: who shows it sees it, and nobody else does. What
//! is told is the time of the member's last view, from the membership; what the members read of a thread is not.

use std::collections::BTreeMap;

use base::Millis;
use base::ids::{ChannelId, UserId};
use node::change::Change;
use node::error::Result;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use store::channel_views::Shared;
use wire::channels::ChannelSeen;
use wire::events::{Broadcast, ChannelsSeen, EventName};
use wire::preferences::{PRIVACY, SEEN_BY};

/// Members of a channel of which it is told, at most; a view is one event for each of them.
const MEMBERS_MAX: i64 = 20;

/// Answers with how far the other members have read; empty where the caller does not show the same, or is no member.
pub async fn list(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let me = call.my_id();
    let shared = sharers(&call.app, me, &[channel]).await?;
    let others = shared.iter().filter(|one| one.user != me);
    let seen = |one: &Shared| ChannelSeen { user_id: one.user, last_viewed_at: one.last_viewed_at };
    Ok(Reply::json(&others.map(seen).collect::<Vec<ChannelSeen>>()))
}

/// Announces how far a member has read channels, to their other members who show the same.
///
/// # Errors
/// When the store does not answer.
pub async fn announce(
    app: &App,
    change: &mut Change,
    user: UserId,
    times: impl IntoIterator<Item = (ChannelId, Millis)>,
) -> Result<()> {
    // Each view and each post comes this way, and most servers tell of none.
    if !app.config().privacy.enable_seen_by {
        return Ok(());
    }
    let times: BTreeMap<ChannelId, Millis> = times.into_iter().collect();
    let channels: Vec<ChannelId> = times.keys().copied().collect();
    let mut told: BTreeMap<UserId, ChannelsSeen> = BTreeMap::new();
    for one in sharers(app, user, &channels).await? {
        let seen = told.entry(one.user).or_insert_with(|| ChannelsSeen { user_id: user, ..ChannelsSeen::default() });
        seen.channel_times.insert(one.channel, times[&one.channel]);
    }
    told.remove(&user);
    for (other, seen) in told {
        change.announce(EventName::ChannelsSeen, &seen, Broadcast::to_user(other));
    }
    Ok(())
}

/// Members of those channels among some that are small and have `user` as one of them, if all of them show it.
async fn sharers(app: &App, user: UserId, channels: &[ChannelId]) -> Result<Vec<Shared>> {
    if !app.config().privacy.enable_seen_by {
        return Ok(Vec::new());
    }
    if !has_chosen(app, user).await? {
        return Ok(Vec::new());
    }
    let counts = app.world.member_counts(channels).await?;
    let small = counts.iter().filter(|count| count.members <= MEMBERS_MAX).map(|count| count.channel);
    let small: Vec<ChannelId> = small.collect();
    if small.is_empty() {
        return Ok(Vec::new());
    }
    let mut shared = app.store.channel_views_shared(&small, PRIVACY, SEEN_BY).await?;
    let mine: Vec<ChannelId> = shared.iter().filter(|one| one.user == user).map(|one| one.channel).collect();
    shared.retain(|one| mine.contains(&one.channel));
    Ok(shared)
}

async fn has_chosen(app: &App, user: UserId) -> Result<bool> {
    let chosen = app.store.preference(user, PRIVACY, SEEN_BY).await?;
    Ok(chosen.is_some_and(|chosen| chosen.value == "true"))
}
