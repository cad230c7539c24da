//! What a user has read: looking at channels, and what is left unread.
//!
//! A look at something already read costs one read of the memberships and no write.

use base::ids::{ChannelId, UserId};
use node::error::{ApiError, Result};
use notification::collapsed::Collapsed;
use notification::phones;
use notification::phones::read::Read;
use people::presence;
use permissions::Permission;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use wire::channels::ChannelViewed;
use wire::errors::StatusBody;
use wire::events::{Broadcast, ChannelsViewed, EventName, ThreadsRead};

use crate::channels::members::no_member;

/// Channels that one request may mark as read.
const CHANNELS_MAX: usize = 1_000;

/// Body of a view. Ids come as text: an empty one stands for no channel, a malformed one is refused.
#[derive(Deserialize, Default)]
#[serde(default)]
struct View {
    channel_id: Option<String>,
    prev_channel_id: Option<String>,
    collapsed_threads_supported: bool,
}

/// Whether a look at a channel is a look at its threads, too, as for clients that do not collapse them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadsToo {
    Yes,
    No,
}

/// Marks the channel that the user turns to as read, and the one that the user leaves.
pub async fn view_channel(mut call: Call) -> Answer {
    let form: View = call.json("channel_view").await?;
    let user = call.must_act_on(Part::Reading).await?;
    let id = |text: Option<String>, name: &str| {
        ChannelId::parse(&text.unwrap_or_default()).ok_or_else(|| ApiError::body_param(name))
    };
    let wanted = [id(form.channel_id, "channel_id")?, id(form.prev_channel_id, "prev_channel_id")?];
    let channels: Vec<ChannelId> = wanted.into_iter().filter(|channel| channel.is_some()).collect();
    let threads = match call.app.config().threads.auto_follow {
        true if !form.collapsed_threads_supported => ThreadsToo::Yes,
        // Who does not gather replies in threads sees them in the channel, whatever the client could do.
        true if !Collapsed::of(&call.app, &[user]).await?.has(user) => ThreadsToo::Yes,
        _ => ThreadsToo::No,
    };
    let viewed = look(&call, user, &channels, threads).await?;
    if user == call.my_id() {
        presence::active(&call.app, user).await?;
        if let Some(channel) = channels.first() {
            call.app.world.subscribers.looked(user, *channel, call.app.clock.now());
        }
    }
    Ok(Reply::json(&viewed))
}

/// Marks all channels of the body as read.
pub async fn read_channels(mut call: Call) -> Answer {
    let texts = call.list().await?;
    let user = call.must_act_on(Part::Reading).await?;
    if texts.len() > CHANNELS_MAX {
        return Err(ApiError::body_param("channel_ids"));
    }
    let id = |text: &String| ChannelId::parse(text).ok_or_else(|| ApiError::body_param("channel_ids"));
    let channels = texts.iter().map(id).collect::<Result<Vec<ChannelId>>>()?;
    Ok(Reply::json(&look(&call, user, &channels, ThreadsToo::No).await?))
}

/// Marks channels as read to their end, of those that the user is in, and tells the user's connections and phones.
///
/// # Errors
/// When the store does not answer.
async fn look(call: &Call, user: UserId, channels: &[ChannelId], threads: ThreadsToo) -> Result<ChannelViewed> {
    let app = &call.app;
    let mut viewed = ChannelViewed { status: StatusBody::ok().status, ..ChannelViewed::default() };
    if channels.is_empty() {
        return Ok(viewed);
    }
    let looks = app.store.channel_looks(user, channels).await?;
    viewed.last_viewed_at_times = looks.iter().map(|look| (look.channel, look.last_viewed_at)).collect();
    let unread: Vec<ChannelId> = looks.iter().filter(|look| look.unread).map(|look| look.channel).collect();
    if unread.is_empty() {
        return Ok(viewed);
    }
    let now = app.clock.now();
    let mut change = app.change();
    change.write(store::channel_views::viewed(user, &unread));
    if app.config().posts.enable_channel_viewed {
        let data = ChannelsViewed { channel_times: viewed.last_viewed_at_times.clone() };
        change.announce(EventName::MultipleChannelsViewed, &data, Broadcast::to_user(user));
    }
    let times = &viewed.last_viewed_at_times;
    let read = unread.iter().filter_map(|channel| Some((*channel, *times.get(channel)?)));
    conversation::seen::announce(app, &mut change, user, read).await?;
    if threads == ThreadsToo::Yes {
        change.write(store::threads::read_channels(user, &unread, now));
        for channel_id in unread.iter().copied() {
            let broadcast = Broadcast { channel_id, ..Broadcast::to_user(user) };
            change.announce(EventName::ThreadReadChanged, &ThreadsRead { timestamp: now }, broadcast);
        }
    }
    change.commit().await?;
    phones::read::tell_later(app, user, call.session().id, Read::Channels(unread));
    Ok(viewed)
}

/// Answers with what a user has not read of a channel.
pub async fn get_unread(call: Call) -> Answer {
    let (user, channel) = (call.must_act_on(Part::Reading).await?, call.id::<ChannelId>("channel_id")?);
    call.must_in_channel(channel, Permission::ReadChannel).await?;
    let unread = call.app.store.channel_unread(channel, user).await?.ok_or_else(no_member)?;
    Ok(Reply::json(&unread))
}
