//! Single posts, posts by their ids, what to join in order to read one, files, and pinned posts.

use base::ids::PostId;
use http::header;
use memory::Memberships;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::{Answer, Call, Reply};
use wire::channels::{Channel, OPEN, PRIVATE};
use wire::posts::{Post, PostInfo, PostList};
use wire::teams::Team;

use crate::access::{must_find, must_read, must_read_channel, must_see, no_post};
use crate::shown::list;
use crate::shown::list::{Listing, Threads, tagged};

/// Posts that one call may name (facts §1.7).
const IDS_MAX: usize = 1_000;

/// Pinned posts in one answer.
const PINNED_MAX: usize = 1_000;

/// Clients may keep what is known of files as long as this; the tag tells of changes.
const FILES_CACHE_CONTROL: &str = "max-age=2592000, private";

/// One post.
pub async fn get_post(call: Call) -> Answer {
    let place = match call.query().flag("include_deleted") {
        true => {
            call.must(Permission::ManageSystem)?;
            must_see(&call, call.app.store.post(call.id("post_id")?).await?.ok_or_else(no_post)?).await?
        }
        false => must_read(&call, call.id("post_id")?).await?,
    };
    let mut posts = [place.post];
    list::show(&call.app, call.me(), &mut posts).await?;
    tagged(&call, &posts[0])
}

/// Those of the named posts that the caller may read, newest first.
pub async fn get_posts_by_ids(mut call: Call) -> Answer {
    let names = call.list().await?;
    if names.is_empty() || names.len() > IDS_MAX {
        return Err(ApiError::body_param("post_ids"));
    }
    let ids: Vec<PostId> = names.iter().filter_map(|name| PostId::parse(name)).filter(|id| id.is_some()).collect();
    let found = call.app.store.posts(&ids).await?;
    let mut posts = readable(&call, found.into_iter().filter(|post| !post.is_deleted()).collect()).await?;
    list::show(&call.app, call.me(), &mut posts).await?;
    Ok(Reply::json(&posts))
}

/// Those of some posts that the caller may read.
pub async fn readable(call: &Call, posts: Vec<Post>) -> Result<Vec<Post>> {
    let mut readable = Vec::with_capacity(posts.len());
    for post in posts {
        let Some(channel) = call.app.world.channel(post.channel_id).await? else { continue };
        if call.app.can_read(call.me(), &channel).await? {
            readable.push(post);
        }
    }
    Ok(readable)
}

/// What the caller would have to join in order to read a post.
pub async fn get_post_info(call: Call) -> Answer {
    let post = call.app.live_post(call.id("post_id")?).await?.ok_or_else(no_post)?;
    let channel = call.app.world.channel(post.channel_id).await?.ok_or_else(no_post)?;
    let memberships = call.app.world.memberships(call.my_id()).await?;
    let has_joined_channel = memberships.channels.contains_key(&channel.id);
    let mut info = PostInfo {
        channel_id: channel.id,
        channel_type: channel.kind.clone(),
        channel_display_name: channel.display_name.clone(),
        has_joined_channel,
        ..PostInfo::default()
    };
    if channel.kind == OPEN || channel.kind == PRIVATE {
        let team = call.app.world.team(channel.team_id).await?.ok_or_else(no_post)?;
        info.has_joined_team = memberships.teams.contains_key(&team.id);
        let may = may_join_team(&call, &team) || info.has_joined_team;
        if !may || !(has_joined_channel || may_join(&call, &channel, &memberships).await?) {
            return Err(no_post());
        }
        info.team_id = team.id;
        // What matters here is whether one may join, not what the team was created as.
        info.team_type = if team.allow_open_invite { "O" } else { "I" }.to_owned();
        info.team_display_name.clone_from(&team.display_name);
    } else if !has_joined_channel {
        return Err(no_post());
    }
    Ok(Reply::json(&info))
}

fn may_join_team(call: &Call, team: &Team) -> bool {
    let needed = if team.allow_open_invite { Permission::JoinPublicTeams } else { Permission::JoinPrivateTeams };
    call.can(needed)
}

/// Who comes into the team may join its public channels; who is there already, a guest say, may not always.
async fn may_join(call: &Call, channel: &Channel, memberships: &Memberships) -> Result<bool> {
    if channel.kind == OPEN {
        return match memberships.teams.contains_key(&channel.team_id) {
            true => call.can_in_team(channel.team_id, Permission::JoinPublicChannels).await,
            false => Ok(true),
        };
    }
    call.can_in_channel(channel.id, Permission::ManagePrivateChannelMembers).await
}

/// What is known of a post's files.
pub async fn get_file_infos_for_post(call: Call) -> Answer {
    let place = must_find(&call, call.id("post_id")?).await?;
    let files = match call.query().flag("include_deleted") {
        true => {
            call.must(Permission::ManageSystem)?;
            call.app.store.files_of_post_with_deleted(place.post.id).await?
        }
        false => call.app.store.files_of_post(place.post.id).await?,
    };
    Ok(tagged(&call, &files)?.with_text_header(header::CACHE_CONTROL, FILES_CACHE_CONTROL))
}

/// The pinned posts of a channel, oldest first.
pub async fn get_pinned_posts(call: Call) -> Answer {
    let channel = must_read_channel(&call, call.id("channel_id")?).await?;
    let mut posts = call.app.store.posts_pinned(channel.id, PINNED_MAX).await?;
    posts.reverse();
    posts.iter_mut().for_each(|post| post.reply_count = 0);
    let listing = Listing { posts, ..Listing::default() };
    let list: PostList = listing.finish(&call.app, call.me(), Threads::Skipped).await?;
    tagged(&call, &list)
}
