//! Who belongs to a channel: people come, are brought in, leave, are removed.
//!
//! [`add`] and [`remove`] are the one way in and out, whoever asks: a client, a command, joining a team.

use std::sync::Arc;

use base::Millis;
use base::ids::{PostId, UserId};
use node::error::{ApiError, Result};
use people::groups::limits;
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::channels::{Channel, ChannelMember, ChannelMemberForm, TOWN_SQUARE};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, RemovedFromChannel, UserInTeam, UserRemoved};
use wire::users::User;

use crate::channels::notices;

/// Users that one request may add.
const ADD_USERS_MAX: usize = 1_000;

/// Whether a channel is told in a post that somebody came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announce {
    Post,
    /// The caller says it in another way, or nobody needs to know.
    Quietly,
}

/// The membership of somebody who just came: everything is unread.
pub fn new_member(channel: &Channel, user: &User, now: Millis) -> ChannelMember {
    let roles = if user.is_guest() { "channel_guest" } else { "channel_user" };
    ChannelMember {
        channel_id: channel.id,
        user_id: user.id,
        roles: roles.to_owned(),
        notify_props: ChannelMember::default_notify_props(),
        last_update_at: now,
        scheme_guest: user.is_guest(),
        scheme_user: !user.is_guest(),
        ..ChannelMember::default()
    }
}

/// Makes a user a member of a public or private channel; who is one stays one, without a word.
///
/// # Errors
/// 400 for direct and group channels, for archived ones unless the user comes of himself, and for those that are limited to groups, 404 for users who are not in
/// the channel's team.
pub async fn add(
    app: &Arc<App>,
    channel: &Channel,
    user: &User,
    by: Option<&User>,
    announce: Announce,
) -> Result<ChannelMember> {
    must_take_members(channel, user.id, by.map_or(user.id, |by| by.id))?;
    if let Some(member) = app.store.channel_member(channel.id, user.id).await? {
        return Ok(member);
    }
    if !app.world.memberships(user.id).await?.teams.contains_key(&channel.team_id) {
        let text = "The user is not a member of the channel's team.";
        return Err(ApiError::not_found(ids::APP_TEAM_GET_MEMBER_MISSING, text));
    }
    if channel.group_constrained == Some(true) && !limits::has(app, channel.id.into(), user).await? {
        let text = "The channel takes only people of its groups.";
        return Err(ApiError::bad_request("api.channel.add_members.user_denied.app_error", text));
    }
    let now = app.clock.now();
    let member = new_member(channel, user, now);
    let mut change = app.change();
    change.write(store::channel_members::join(&member));
    change.write(store::channel_history::joined(channel.id, user.id, now));
    change.joins_channel(user.id, channel.id);
    let data = UserInTeam { user_id: user.id, team_id: channel.team_id };
    change.announce(EventName::UserAdded, &data, Broadcast::to_channel(channel.id).without(user.id));
    let to_user = Broadcast { channel_id: channel.id, ..Broadcast::to_user(user.id) };
    change.announce(EventName::UserAdded, &data, to_user);
    change.commit().await?;
    // Nothing is written into an archived channel.
    if announce == Announce::Post && app.config().team.join_leave_messages && !channel.is_archived() {
        match by.filter(|by| by.id != user.id) {
            Some(by) => notices::added(app, channel, user, by).await?,
            None => notices::joined(app, channel, user).await?,
        }
    }
    Ok(member)
}

/// Who finds an archived public channel joins it to read in it; nobody is brought into one.
fn must_take_members(channel: &Channel, user: UserId, by: UserId) -> Result<()> {
    if channel.is_direct_or_group() {
        let text = "Members cannot be added to a direct or group message.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_ADD_USER_TO_CHANNEL_TYPE, text));
    }
    if channel.is_archived() && !(channel.is_open() && user == by) {
        let text = "Members cannot be added to an archived channel.";
        return Err(ApiError::bad_request("api.channel.add_user.to.channel.failed.deleted.app_error", text));
    }
    Ok(())
}

/// Ends a membership of a public or private channel. `by` is nobody when the user leaves.
///
/// # Errors
/// 400 for direct, group and archived channels and for the channel that everybody is in; 404 for who is no member.
pub async fn remove(app: &Arc<App>, channel: &Channel, user: &User, by: Option<&User>) -> Result<()> {
    if channel.is_direct_or_group() {
        let text = "Members cannot leave a direct or group message.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_REMOVE_CHANNEL_MEMBER_TYPE, text));
    }
    if channel.is_archived() {
        let text = "Members cannot be removed from an archived channel.";
        return Err(ApiError::bad_request("api.channel.remove_user_from_channel.deleted.app_error", text));
    }
    if channel.name == TOWN_SQUARE && !user.is_guest() {
        let text = "Members of a team cannot leave its default channel.";
        return Err(ApiError::bad_request(ids::API_CHANNEL_REMOVE_DEFAULT, text));
    }
    let remover_id = by.map_or(user.id, |by| by.id);
    let mut change = app.change();
    change.write(store::channel_members::leave(channel.id, user.id));
    change.write(store::channel_history::left(channel.id, user.id, app.clock.now()));
    change.write(store::threads::leave(user.id, &[channel.id]));
    change.leaves_channel(user.id, channel.id);
    let data = UserRemoved { user_id: user.id, remover_id };
    change.announce(EventName::UserRemoved, &data, Broadcast::to_channel(channel.id));
    let data = RemovedFromChannel { channel_id: channel.id, remover_id };
    change.announce(EventName::UserRemoved, &data, Broadcast::to_user(user.id));
    match change.commit().await {
        Ok(_) => {}
        Err(store::Error::Unmet { .. }) => return Err(no_member()),
        Err(error) => return Err(error.into()),
    }
    if !app.config().team.join_leave_messages {
        return Ok(());
    }
    match by.filter(|by| by.id != user.id) {
        Some(by) => notices::removed(app, channel, user, by).await,
        None => notices::left(app, channel, user).await,
    }
}

/// 404 for somebody who is not in the channel.
pub(super) fn no_member() -> ApiError {
    ApiError::not_found(ids::APP_CHANNEL_GET_MEMBER_MISSING, "The user is not a member of the channel.")
}

/// Adds one user or many. A list in the body makes the answer one: of those who could be added.
pub async fn add_channel_member(mut call: Call) -> Answer {
    let form: ChannelMemberForm = call.json("user_id").await?;
    let listed = form.user_ids.as_ref().is_some_and(|users| !users.is_empty());
    let users = match form.user_ids {
        Some(users) if listed => users,
        _ if form.user_id.is_well_formed() => vec![form.user_id],
        _ => return Err(ApiError::body_param("user_id or user_ids")),
    };
    if users.len() > ADD_USERS_MAX || users.iter().any(|user| !user.is_well_formed()) {
        return Err(ApiError::body_param("user_ids"));
    }
    if !form.post_root_id.is_none() && !form.post_root_id.is_well_formed() {
        return Err(ApiError::body_param("post_root_id"));
    }
    let channel = crate::channels::find(&call.app, call.id("channel_id")?).await?;
    if !form.post_root_id.is_none() {
        must_be_in(&call, &channel, form.post_root_id).await?;
    }
    for user in &users {
        must_take_members(&channel, *user, call.my_id())?;
    }
    must_be_allowed_to_add(&call, &channel, &users).await?;
    let mut added = Vec::with_capacity(users.len());
    let mut refused = None;
    for id in users {
        match add_user(&call, &channel, id).await {
            Ok(member) => added.push(member),
            // One of many that cannot be added keeps nobody else out.
            Err(error) if error.status.is_client_error() => refused = Some(error),
            Err(error) => return Err(error),
        }
    }
    match refused {
        Some(error) if added.is_empty() => Err(error),
        _ if listed => Ok(Reply::created(&added)),
        _ => Ok(Reply::created(&added[0])),
    }
}

async fn add_user(call: &Call, channel: &Channel, id: UserId) -> Result<ChannelMember> {
    let user = call.app.must_user(id).await?;
    let member = add(&call.app, channel, &user, Some(call.me()), Announce::Post).await?;
    Ok(member.for_viewer(call.my_id()))
}

/// The post in answer to which somebody is added.
async fn must_be_in(call: &Call, channel: &Channel, root: PostId) -> Result<()> {
    let post = call.app.live_post(root).await?.filter(|post| post.channel_id == channel.id);
    post.map(drop).ok_or_else(|| ApiError::not_found(ids::APP_POST_GET, "There is no such post in the channel."))
}

async fn must_be_allowed_to_add(call: &Call, channel: &Channel, users: &[UserId]) -> Result<()> {
    if channel.is_private() {
        return call.must_in_channel(channel.id, Permission::ManagePrivateChannelMembers).await;
    }
    let oneself = users.iter().all(|user| *user == call.my_id());
    let found = !channel.is_archived() || call.app.sees_archived(call.me());
    let may_join = oneself && found && call.can_in_team(channel.team_id, Permission::JoinPublicChannels).await?;
    allowed(may_join || call.can_in_channel(channel.id, Permission::ManagePublicChannelMembers).await?)
}

/// Removes a user, or lets the caller leave.
pub async fn remove_channel_member(call: Call) -> Answer {
    let channel = crate::channels::find(&call.app, call.id("channel_id")?).await?;
    let user = call.app.must_user(call.user_id()?).await?;
    if user.id != call.my_id() && !channel.is_direct_or_group() {
        let right = match channel.is_open() {
            true => Permission::ManagePublicChannelMembers,
            false => Permission::ManagePrivateChannelMembers,
        };
        call.must_in_channel(channel.id, right).await?;
        if channel.group_constrained == Some(true) && !user.is_bot {
            let text = "Members of this channel come and go with their groups.";
            return Err(ApiError::bad_request("api.channel.remove_member.group_constrained.app_error", text));
        }
    }
    let me = call.me().clone();
    remove(&call.app, &channel, &user, Some(&me)).await?;
    Ok(Reply::ok())
}
