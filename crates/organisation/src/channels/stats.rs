//! What a channel amounts to: members, pinned posts, files, time zones.

use std::collections::{BTreeMap, BTreeSet};

use base::ids::ChannelId;
use node::API_VERSION;
use node::error::ApiError;
use permissions::Permission;
use wire::channels::ChannelStats;
use wire::omit::StringMap;
use wire::posts::PostList;

use conversation::shown::metadata;
use request::permit::allowed;
use request::{Answer, Call, Reply};

/// Told instead of a count that was not wanted.
const NOT_COUNTED: i64 = -1;
/// Pinned posts that are listed.
const PINNED_MAX: usize = 1_000;
/// Different settings of time zones that are looked at; there are some 600 zones, chosen or found by a client.
const TIMEZONE_SETTINGS_MAX: usize = 5_000;

/// Answers with a channel's numbers.
pub async fn get_stats(call: Call) -> Answer {
    let channel_id: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel_id, Permission::ReadChannel).await?;
    let store = &call.app.store;
    let count = call.app.world.member_count(channel_id).await?;
    let pinnedpost_count = store.posts_pinned_count(channel_id).await?;
    let files_count = match call.query().flag("exclude_files_count") {
        true => NOT_COUNTED,
        false => store.files_count(channel_id).await?,
    };
    let stats = ChannelStats {
        channel_id,
        member_count: count.members,
        guest_count: count.guests,
        pinnedpost_count,
        files_count,
    };
    Ok(Reply::json(&stats))
}

/// Answers with the number of members of each channel that the body names.
pub async fn get_member_counts(mut call: Call) -> Answer {
    let channels = crate::channels::lists::channel_ids(&call.list().await?)?;
    for id in &channels {
        let channel = call.app.world.channel(*id).await?.ok_or_else(ApiError::permissions)?;
        let listed = channel.is_open() && call.can_in_team(channel.team_id, Permission::ListTeamChannels).await?;
        allowed(listed || call.can_in_channel(*id, Permission::ReadChannel).await?)?;
    }
    let counts = call.app.world.member_counts(&channels).await?;
    let counts: BTreeMap<ChannelId, i64> = counts.iter().map(|count| (count.channel, count.members)).collect();
    Ok(Reply::json(&counts))
}

/// Answers with the time zones that members of a channel live in; `null` when none is known.
pub async fn get_timezones(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let settings = call.app.store.channel_timezones(channel, TIMEZONE_SETTINGS_MAX).await?;
    let zones: BTreeSet<String> = settings.iter().filter_map(|text| zone_of(text)).collect();
    Ok(Reply::json(&(!zones.is_empty()).then_some(zones)))
}

/// The zone of a user's settings, chosen or found by the client.
fn zone_of(settings: &str) -> Option<String> {
    let mut settings: StringMap = serde_json::from_str(settings).ok()?;
    let automatic = settings.get("useAutomaticTimezone").is_some_and(|value| value == "true");
    let name = if automatic { "automaticTimezone" } else { "manualTimezone" };
    settings.remove(name).filter(|zone| !zone.is_empty())
}

/// Answers with a channel's pinned posts.
pub async fn get_pinned(call: Call) -> Answer {
    let channel: ChannelId = call.id("channel_id")?;
    call.must_in_channel(channel, Permission::ReadChannelContent).await?;
    let mut posts = call.app.store.posts_pinned(channel, PINNED_MAX).await?;
    // Clients draw pinned posts in the order in which they were written.
    posts.reverse();
    let newest = posts.iter().max_by_key(|post| (post.update_at, post.id));
    let etag = match (posts.first(), newest) {
        (Some(first), Some(newest)) => format!("{API_VERSION}.{}.{}.{}", first.id, newest.id, newest.update_at),
        _ => format!("{API_VERSION}.0"),
    };
    if call.has(&etag) {
        return Ok(Reply::not_modified(&etag));
    }
    metadata::fill(&call.app, Some(call.me()), &mut posts).await?;
    let list = PostList {
        order: posts.iter().map(|post| post.id).collect(),
        posts: posts.into_iter().map(|post| (post.id, post)).collect(),
        ..PostList::default()
    };
    Ok(Reply::json(&list).with_etag(&etag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_zone_is_the_one_in_use() {
        let settings = |automatic: &str| {
            format!(
                r#"{{"useAutomaticTimezone":"{automatic}","automaticTimezone":"Europe/Berlin","manualTimezone":""}}"#
            )
        };
        assert_eq!(zone_of(&settings("true")).as_deref(), Some("Europe/Berlin"));
        assert_eq!(zone_of(&settings("false")), None);
        assert_eq!(zone_of("{"), None);
    }
}
