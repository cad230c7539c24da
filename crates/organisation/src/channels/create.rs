//! Creating public and private channels.

use std::sync::Arc;

use node::error::{ApiError, Result};
use people::groups::limits::must_not_limit;
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use rules::channels::ChannelText;
use wire::channels::{Channel, ChannelMember, PRIVATE};
use wire::errors::ids;
use wire::events::{Broadcast, ChannelCreated, EventName};
use wire::users::User;

use crate::channels::notices;

/// Creates a channel of a team; the caller becomes its administrator.
pub async fn create_channel(mut call: Call) -> Answer {
    let form: Channel = call.json("channel").await?;
    if form.team_id.is_none() {
        return Err(ApiError::body_param("team_id"));
    }
    rules::channels::must_be_creatable(&form.kind, &form.display_name)?;
    let right = match form.kind.as_str() {
        PRIVATE => Permission::CreatePrivateChannel,
        _ => Permission::CreatePublicChannel,
    };
    call.must_in_team(form.team_id, right).await?;
    must_not_limit(&call.app, None, None, form.group_constrained).await?;
    let channel = Channel {
        team_id: form.team_id,
        kind: form.kind,
        name: form.name,
        display_name: form.display_name.trim().to_owned(),
        header: form.header,
        purpose: form.purpose,
        banner_info: form.banner_info,
        default_category_name: form.default_category_name,
        group_constrained: form.group_constrained,
        ..Channel::default()
    };
    let me = call.me().clone();
    let channel = insert(&call.app, channel, Some(&me)).await?;
    Ok(Reply::created(&channel))
}

/// Makes a channel exist: id and times are filled in, the creator becomes a member and its administrator.
///
/// # Errors
/// 400 when a text cannot be, the name is taken, or the team has too many channels; 404 without such a team.
pub async fn insert(app: &Arc<App>, channel: Channel, creator: Option<&User>) -> Result<Channel> {
    must_be_valid(&channel)?;
    must_have_room(app, &channel).await?;
    let now = app.clock.now();
    let creator_id = creator.map(|user| user.id).unwrap_or_default();
    let channel = Channel { id: app.ids.next(), create_at: now, update_at: now, creator_id, ..channel };
    let mut change = app.change();
    change.write(store::channels::insert(&channel));
    if let Some(user) = creator {
        let member = ChannelMember {
            scheme_admin: !user.is_guest(),
            ..crate::channels::members::new_member(&channel, user, now)
        };
        change.write(store::channel_members::join(&member));
        change.write(store::channel_history::joined(channel.id, user.id, now));
        change.joins_channel(user.id, channel.id);
        let data = ChannelCreated { channel_id: channel.id, team_id: channel.team_id };
        change.announce(EventName::ChannelCreated, &data, Broadcast::to_user(user.id));
    }
    match change.commit().await {
        Ok(_) => {}
        Err(store::Error::Conflict { .. }) => return Err(taken()),
        Err(error) => return Err(error.into()),
    }
    if let Some(user) = creator {
        notices::joined(app, &channel, user).await?;
    }
    Ok(channel)
}

/// The channel's texts, as they would be stored.
///
/// # Errors
/// 400 for the first thing wrong.
pub fn must_be_valid(channel: &Channel) -> Result<()> {
    let text = ChannelText {
        name: &channel.name,
        display_name: &channel.display_name,
        header: &channel.header,
        purpose: &channel.purpose,
    };
    text.must_be_valid()?;
    if let Some(banner) = channel.banner_info.as_ref().filter(|banner| banner.enabled == Some(true)) {
        let color = banner.background_color.as_deref().unwrap_or_default();
        rules::channels::must_be_banner(banner.text.as_deref().unwrap_or_default(), color)?;
    }
    Ok(())
}

async fn must_have_room(app: &App, channel: &Channel) -> Result<()> {
    let team = app.world.team(channel.team_id).await?;
    if team.is_none_or(|team| team.is_archived()) {
        return Err(ApiError::not_found(ids::APP_TEAM_GET_FIND, "There is no such team."));
    }
    let kinds = [wire::channels::OPEN.to_owned(), PRIVATE.to_owned()];
    let count = app.store.channels_count(channel.team_id, &kinds).await?;
    if count >= i64::from(app.config().team.max_channels) {
        let text = "The team has as many channels as it may have.";
        return Err(ApiError::bad_request("api.channel.create_channel.max_channel_limit.app_error", text));
    }
    Ok(())
}

/// The name is another channel's of the team, archived or not.
pub(super) fn taken() -> ApiError {
    let text = "A channel with that name already exists on the same team.";
    ApiError::bad_request(ids::STORE_SQL_CHANNEL_SAVE_CHANNEL_EXISTS, text)
}
