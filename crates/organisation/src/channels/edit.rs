//! Changing a channel: its texts, whether all of the team may come in, whether it lives.

use std::sync::Arc;

use base::ids::ChannelId;
use node::change::Change;
use node::error::{ApiError, Result};
use people::groups::limits::must_not_limit;
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use serde::Serialize;
use wire::channels::{BannerInfo, Channel, ChannelPatch, OPEN, PRIVATE, TOWN_SQUARE};
use wire::errors::ids;
use wire::events::{Broadcast, ChannelData, ChannelDeleted, ChannelRef, EncodedEvent, EventName};
use wire::teams::PrivacyForm;
use wire::users::User;

use crate::channels::notices;
use delivery::hub::{Event, Readers, Within};

/// Times that a change is tried anew because another came first.
const ATTEMPTS_MAX: usize = 5;

/// Changes a channel's texts as the whole channel in the body has them. Empty texts of the body stay as they are.
pub async fn update_channel(mut call: Call) -> Answer {
    let form: Channel = call.json("channel").await?;
    let id: ChannelId = call.id("channel_id")?;
    if form.id != id {
        return Err(ApiError::body_param("channel_id"));
    }
    let known = crate::channels::find(&call.app, id).await?;
    must_edit(&call, &known).await?;
    if !form.kind.is_empty() && form.kind != known.kind {
        let text = "The kind of a channel is changed by its privacy.";
        return Err(ApiError::bad_request("api.channel.update_channel.typechange.app_error", text));
    }
    let given = |text: String| (!text.is_empty()).then_some(text);
    let patch = ChannelPatch {
        display_name: given(form.display_name),
        name: given(form.name),
        header: Some(form.header),
        purpose: Some(form.purpose),
        group_constrained: form.group_constrained,
        banner_info: form.banner_info,
    };
    let (old, new) = change_texts(&call, id, &patch).await?;
    if old.display_name != new.display_name {
        notices::renamed(&call.app, &old, &new, call.me()).await?;
    }
    Ok(Reply::json(&new))
}

/// Changes some of a channel's texts, and says in the channel which.
pub async fn patch_channel(mut call: Call) -> Answer {
    let patch: ChannelPatch = call.json("channel").await?;
    let id: ChannelId = call.id("channel_id")?;
    let known = crate::channels::find(&call.app, id).await?;
    Ok(Reply::json(&self::patch(&call, &known, &patch).await?))
}

/// Changes some of a channel's texts for the caller, and says in the channel which.
///
/// # Errors
/// 403 without the right, 400 for texts that cannot be.
pub async fn patch(call: &Call, channel: &Channel, patch: &ChannelPatch) -> Result<Channel> {
    must_edit(call, channel).await?;
    let (old, new) = change_texts(call, channel.id, patch).await?;
    notices::texts_changed(&call.app, &old, &new, call.me()).await?;
    Ok(new)
}

async fn must_edit(call: &Call, channel: &Channel) -> Result<()> {
    if channel.is_direct_or_group() {
        if crate::channels::is_member(call, channel.id).await? {
            return Ok(());
        }
        let text = "Only members of a conversation may change it.";
        return Err(ApiError::forbidden(ids::API_CHANNEL_PATCH_UPDATE_CHANNEL_FORBIDDEN, text));
    }
    let right = match channel.is_open() {
        true => Permission::ManagePublicChannelProperties,
        false => Permission::ManagePrivateChannelProperties,
    };
    call.must_in_channel(channel.id, right).await
}

/// Applies the patch and tells the channel's members; returns the channel before and after.
async fn change_texts(call: &Call, id: ChannelId, patch: &ChannelPatch) -> Result<(Channel, Channel)> {
    if patch.banner_info.is_some() {
        must_set_banner(call, id).await?;
    }
    if patch.group_constrained.is_some() {
        let channel = crate::channels::find(&call.app, id).await?;
        if is_limited(patch.group_constrained) != is_limited(channel.group_constrained) {
            must_decide_on_groups(call, id).await?;
        }
        must_not_limit(&call.app, Some(id.into()), channel.group_constrained, patch.group_constrained).await?;
    }
    rewrite(&call.app, id, |channel| apply(channel, patch), announce_updated).await
}

fn is_limited(group_constrained: Option<bool>) -> bool {
    group_constrained == Some(true)
}

/// Checks that the caller decides whom the groups of a limited channel let in. Any member may bring people into other
/// channels; here the groups say who is in, and a member could put everybody out by them.
///
/// # Errors
/// 403 for who administers neither the channel nor all channels.
pub async fn must_decide_on_groups(call: &Call, id: ChannelId) -> Result<()> {
    let administers = call.can_in_channel(id, Permission::ManageChannelRoles).await?;
    allowed(administers || call.can(Permission::WriteConsoleUserManagementChannels))
}

async fn must_set_banner(call: &Call, id: ChannelId) -> Result<()> {
    let right = match crate::channels::find(&call.app, id).await?.is_open() {
        true => Permission::ManagePublicChannelBanner,
        false => Permission::ManagePrivateChannelBanner,
    };
    call.must_in_channel(id, right).await
}

fn must_be_live(channel: &Channel) -> Result<()> {
    if channel.is_archived() {
        let text = "The channel is archived.";
        return Err(ApiError::bad_request("api.channel.update_channel.deleted.app_error", text));
    }
    Ok(())
}

fn apply(channel: &mut Channel, patch: &ChannelPatch) -> Result<()> {
    must_be_live(channel)?;
    if channel.is_direct_or_group() {
        return apply_to_conversation(channel, patch);
    }
    let renames = patch.name.as_ref().is_some_and(|name| *name != channel.name);
    if renames && channel.name == TOWN_SQUARE {
        let text = "The address of the channel that everybody is in stays.";
        return Err(ApiError::bad_request("api.channel.update_channel.tried.app_error", text));
    }
    let set = |field: &mut String, value: &Option<String>| {
        if let Some(value) = value {
            field.clone_from(value);
        }
    };
    set(&mut channel.display_name, &patch.display_name);
    set(&mut channel.name, &patch.name);
    set(&mut channel.header, &patch.header);
    set(&mut channel.purpose, &patch.purpose);
    if patch.group_constrained.is_some() {
        channel.group_constrained = patch.group_constrained;
    }
    if let Some(banner) = &patch.banner_info {
        let old = channel.banner_info.take().unwrap_or_default();
        channel.banner_info = Some(BannerInfo {
            enabled: banner.enabled.or(old.enabled),
            text: banner.text.clone().or(old.text),
            background_color: banner.background_color.clone().or(old.background_color),
        });
    }
    crate::channels::create::must_be_valid(channel)
}

/// The header is all of a direct or group channel that anyone may change.
fn apply_to_conversation(channel: &mut Channel, patch: &ChannelPatch) -> Result<()> {
    let others = [
        patch.name.as_ref().filter(|name| **name != channel.name),
        patch.display_name.as_ref().filter(|name| **name != channel.display_name),
        patch.purpose.as_ref().filter(|purpose| **purpose != channel.purpose),
    ];
    if others.iter().any(Option::is_some) || patch.banner_info.is_some() {
        let text = "Direct and group messages have a header only.";
        let id = ids::API_CHANNEL_PATCH_UPDATE_CHANNEL_UPDATE_DIRECT_OR_GROUP_MESSAGES_NOT_ALLOWED;
        return Err(ApiError::bad_request(id, text));
    }
    if let Some(header) = &patch.header {
        rules::channels::must_fit_header(header)?;
        channel.header.clone_from(header);
    }
    Ok(())
}

/// Reads a channel, lets `edit` change it and writes it, as often as another change comes between.
pub(super) async fn rewrite(
    app: &Arc<App>,
    id: ChannelId,
    edit: impl Fn(&mut Channel) -> Result<()>,
    announce: impl Fn(&mut Change, &Channel),
) -> Result<(Channel, Channel)> {
    for _ in 0..ATTEMPTS_MAX {
        let old = crate::channels::find_fresh(app, id).await?;
        let mut new = old.clone();
        edit(&mut new)?;
        new.update_at = app.clock.now().max(old.update_at + 1);
        let mut change = app.change();
        change.write(store::channels::update(&new, old.update_at));
        change.channel_changed(id);
        announce(&mut change, &new);
        match change.commit().await {
            Ok(_) => return Ok((old, new)),
            Err(store::Error::Unmet { .. }) => {}
            Err(store::Error::Conflict { .. }) => return Err(crate::channels::create::taken()),
            Err(error) => return Err(error.into()),
        }
    }
    Err(ApiError::busy())
}

pub(super) fn announce_updated(change: &mut Change, channel: &Channel) {
    change.announce(EventName::ChannelUpdated, &ChannelData::new(channel), Broadcast::to_channel(channel.id));
}

/// Makes a public channel private, or the other way round.
pub async fn update_privacy(mut call: Call) -> Answer {
    let form: PrivacyForm = call.json("privacy").await?;
    rules::channels::must_be_privacy(&form.privacy)?;
    let id: ChannelId = call.id("channel_id")?;
    let channel = crate::channels::find(&call.app, id).await?;
    if channel.is_direct_or_group() {
        return Err(ApiError::permissions());
    }
    let right = match form.privacy.as_str() {
        PRIVATE => Permission::ConvertPublicChannelToPrivate,
        _ => Permission::ConvertPrivateChannelToPublic,
    };
    call.must_in_channel(id, right).await?;
    if channel.name == TOWN_SQUARE && form.privacy == PRIVATE {
        let text = "The channel that everybody is in stays public.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_UPDATE_CHANNEL_PRIVACY_DEFAULT_CHANNEL_ERROR, text));
    }
    let edit = |channel: &mut Channel| {
        must_be_live(channel)?;
        channel.kind.clone_from(&form.privacy);
        Ok(())
    };
    // Told to those who may read it while it is public, before or after.
    let kind = if channel.is_open() { OPEN.to_owned() } else { form.privacy.clone() };
    let opened = audience(&call.app, &Channel { kind, ..Channel::clone(&channel) }).await?;
    let (_, new) = rewrite(&call.app, id, edit, |change, channel| {
        if !channel.is_open() {
            change.write(store::channels::strangers_leave_threads(id));
        }
        announce_updated(change, channel);
        let data = ChannelRef { channel_id: channel.id };
        opened.announce(change, EventName::ChannelConverted, &data);
    })
    .await?;
    notices::privacy_changed(&call.app, &new, call.me()).await?;
    Ok(Reply::json(&new))
}

/// Archives a channel: it can be read, and nothing be written in it.
pub async fn delete_channel(call: Call) -> Answer {
    let channel = crate::channels::find(&call.app, call.id("channel_id")?).await?;
    if channel.is_direct_or_group() {
        let text = "Direct and group messages cannot be archived.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_DELETE_CHANNEL_TYPE_INVALID, text));
    }
    let right = match channel.is_open() {
        true => Permission::DeletePublicChannel,
        false => Permission::DeletePrivateChannel,
    };
    call.must_in_channel(channel.id, right).await?;
    if call.query().flag("permanent") {
        return crate::channels::removal::remove_channel(&call, &channel).await;
    }
    archive(&call.app, &channel, call.me()).await?;
    Ok(Reply::ok())
}

/// # Errors
/// 400 for the channel that everybody is in, and for one that is archived.
pub async fn archive(app: &Arc<App>, channel: &Channel, by: &User) -> Result<()> {
    if channel.is_archived() {
        let text = "The channel is archived already.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_DELETE_CHANNEL_DELETED, text));
    }
    if channel.name == TOWN_SQUARE {
        let text = "The channel that everybody is in cannot be archived.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_DELETE_CHANNEL_CANNOT, text));
    }
    let delete_at = app.clock.now();
    let mut change = app.change();
    change.write(store::channels::set_deleted(channel.id, delete_at, delete_at));
    change.channel_changed(channel.id);
    let data = ChannelDeleted { channel_id: channel.id, delete_at };
    audience(app, channel).await?.announce(&mut change, EventName::ChannelDeleted, &data);
    change.commit().await?;
    notices::archived(app, channel, by).await
}

/// Who may know that a channel comes and goes.
struct Audience {
    broadcast: Broadcast,
    within: Within,
}

impl Audience {
    fn announce<T: Serialize>(&self, change: &mut Change, name: EventName, data: &T) {
        let encoded = EncodedEvent::new(name, data, self.broadcast.clone());
        change.announce_event(Event { within: Some(self.within), ..Event::plain(encoded) });
    }
}

/// The members of a channel, and of a public one those of the team who may read it.
async fn audience(app: &App, channel: &Channel) -> Result<Audience> {
    let readers = if app.members_read_open(channel).await? { Readers::AllButGuests } else { Readers::Members };
    let broadcast = match readers {
        Readers::AllButGuests => Broadcast::to_team(channel.team_id),
        Readers::Members | Readers::Administrators => Broadcast::to_channel(channel.id),
    };
    Ok(Audience { broadcast, within: Within { channel: channel.id, readers } })
}

/// Brings an archived channel back.
pub async fn restore_channel(call: Call) -> Answer {
    let channel = crate::channels::find_fresh(&call.app, call.id("channel_id")?).await?;
    allowed(channel.team_id.is_some() && call.can_in_team(channel.team_id, Permission::ManageTeam).await?)?;
    if !channel.is_archived() {
        let text = "The channel is not archived.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_RESTORE_CHANNEL_RESTORED, text));
    }
    let now = call.app.clock.now();
    let restored = Channel { delete_at: 0, update_at: now, ..channel };
    let mut change = call.app.change();
    change.write(store::channels::set_deleted(restored.id, 0, now));
    change.channel_changed(restored.id);
    let data = ChannelRef { channel_id: restored.id };
    audience(&call.app, &restored).await?.announce(&mut change, EventName::ChannelRestored, &data);
    change.commit().await?;
    notices::restored(&call.app, &restored, call.me()).await?;
    Ok(Reply::json(&restored))
}
