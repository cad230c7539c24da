//! Removing a channel for good, with all that was said in it. Off unless the administrator wants it.

use std::sync::Arc;

use base::ids::{PostId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use store::post_pages::{Page, Show};
use wire::channels::{Channel, TOWN_SQUARE};
use wire::errors::ids;
use wire::events::{Broadcast, ChannelDeleted, EventName};

use conversation::removal;
use request::App;
use request::{Answer, Call, Reply};

/// Removes the channel, its members and its posts.
pub async fn remove_channel(call: &Call, channel: &Channel) -> Answer {
    if !call.app.config().team.enable_permanent_channel_deletion {
        let text = "This server archives channels and does not remove them.";
        return Err(ApiError::unauthorized("api.user.delete_channel.not_enabled.app_error", text));
    }
    call.must(Permission::ManageSystem)?;
    if channel.name == TOWN_SQUARE {
        let text = "The channel that everybody is in cannot be removed.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_DELETE_CHANNEL_CANNOT, text));
    }
    remove_all(&call.app, channel).await?;
    Ok(Reply::ok())
}

/// Removes a channel with its members and its posts. It is archived first, so that no post comes while they go.
///
/// # Errors
/// When the store does not answer; then the channel is archived, and can be removed again.
pub async fn remove_all(app: &Arc<App>, channel: &Channel) -> Result<()> {
    let members: Vec<UserId> = app.store.channel_user_ids(channel.id).await?;
    let delete_at = app.clock.now();
    let mut change = app.change();
    change.write(store::channels::set_deleted(channel.id, delete_at, delete_at));
    change.channel_changed(channel.id);
    let data = ChannelDeleted { channel_id: channel.id, delete_at };
    change.announce(EventName::ChannelDeleted, &data, Broadcast::to_channel(channel.id));
    change.commit().await?;
    remove_posts(app, channel).await?;
    let mut change = app.change();
    change.write(store::channel_members::remove_of_channel(channel.id));
    change.write(store::channel_history::remove_of_channel(channel.id));
    change.write(store::bookmarks::remove_of_channel(channel.id));
    change.write(store::channels::remove(channel.id));
    crate::channels::moderation::end(app, &mut change, channel);
    change.channel_changed(channel.id);
    for user in members {
        change.leaves_channel(user, channel.id);
    }
    change.commit().await?;
    Ok(())
}

/// The channel is archived by now, so no post comes while they go.
async fn remove_posts(app: &Arc<App>, channel: &Channel) -> Result<()> {
    loop {
        let live = app.store.posts_newest(channel.id, Show::All, Page::first(removal::BATCH_LEN)).await?;
        let ids: Vec<PostId> = match live.is_empty() {
            true => app.store.posts_deleted_ids(channel.id, removal::BATCH_LEN).await?,
            false => live.iter().map(|post| post.id).collect(),
        };
        if ids.is_empty() {
            return Ok(());
        }
        removal::posts(app, &ids).await?;
    }
}
