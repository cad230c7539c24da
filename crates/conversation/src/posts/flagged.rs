//! Saved posts: what a user keeps a list of for later, through a preference for each.

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId};
use node::error::{ApiError, Result};
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::posts::Stub;

use crate::shown::list::{Listing, Threads};

/// Saved posts that are looked at; who saved more finds the newest through search.
const FLAGGED_MAX: usize = 20_000;

/// A page of the posts that a user saved, newest first, of those the user may still read.
pub async fn get_flagged_posts(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let (team, channel, page, per_page) = {
        let query = call.query();
        let team = TeamId::parse(query.text("team_id")).ok_or_else(|| ApiError::url_param("team_id"))?;
        let channel = ChannelId::parse(query.text("channel_id")).ok_or_else(|| ApiError::url_param("channel_id"))?;
        (team, channel, query.page(), query.per_page())
    };
    let mut ids = call.app.store.flagged_posts(user).await?;
    ids.truncate(FLAGGED_MAX);
    let mut kept: Vec<(Millis, PostId)> = Vec::with_capacity(ids.len());
    for Stub { id, create_at, channel_id } in call.app.store.post_stubs(&ids).await? {
        if (channel.is_none() || channel_id == channel) && is_shown(&call, channel_id, team).await? {
            kept.push((create_at, id));
        }
    }
    kept.sort_unstable_by(|a, b| b.cmp(a));
    let ids: Vec<PostId> =
        kept.into_iter().skip(page.saturating_mul(per_page)).take(per_page).map(|(_, id)| id).collect();
    let mut posts = call.app.store.posts(&ids).await?;
    posts.retain(|post| !post.is_deleted());
    let listing = Listing { posts, ..Listing::default() };
    Ok(Reply::json(&listing.finish(&call.app, call.me(), Threads::Skipped).await?))
}

/// Whether posts of a channel belong on the list: the caller may read them and, when a team is named, they are in it
/// or in no team.
async fn is_shown(call: &Call, channel: ChannelId, team: TeamId) -> Result<bool> {
    let Some(channel) = call.app.world.channel(channel).await? else { return Ok(false) };
    if !team.is_none() && !channel.team_id.is_none() && channel.team_id != team {
        return Ok(false);
    }
    call.app.can_read(call.me(), &channel).await
}
