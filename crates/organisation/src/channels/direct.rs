//! Conversations that belong to people: of two (or one with oneself), and of three to eight.
//!
//! The name is made of the people, so opening one twice finds the first.

use std::sync::Arc;

use base::ids::{TeamId, UserId};
use config::DirectMessageScope;
use node::change::Change;
use node::error::{ApiError, Result};
use people::users::may_know;
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use sha1::{Digest, Sha1};
use wire::channels::{Channel, DIRECT, GROUP, direct_name};
use wire::errors::ids;
use wire::events::{Broadcast, DirectAdded, EventName, GroupAdded};
use wire::users::User;

use crate::channels::members::new_member;

/// Opens the conversation of two users, of whom the caller is one.
pub async fn create_direct_channel(mut call: Call) -> Answer {
    let listed = call.list().await?;
    let (one, other) = match listed.as_slice() {
        [one] if *one == call.my_id().to_string() => (call.my_id(), call.my_id()),
        [one, other] => (user_id(one)?, user_id(other)?),
        _ => return Err(ApiError::body_param("user_ids")),
    };
    call.must(Permission::CreateDirectChannel)?;
    allowed(one == call.my_id() || other == call.my_id() || call.can(Permission::ManageSystem))?;
    let channel = open(&call.app, one, other).await?;
    Ok(Reply::created(&channel))
}

fn user_id(text: &str) -> Result<UserId> {
    let id = UserId::parse(text).filter(|id| !id.is_none());
    id.ok_or_else(|| ApiError::body_param("user_ids"))
}

/// The direct channel of two users, made when there is none yet. `one` is who opens it.
///
/// # Errors
/// 400 when one of them does not exist, 403 when `one` may not know of the other, and when they share no team and the
/// server demands one.
pub async fn open(app: &Arc<App>, one: UserId, other: UserId) -> Result<Channel> {
    let name = direct_name(one, other);
    if let Some(channel) = app.store.channel_by_name(TeamId::NONE, &name).await? {
        return Ok(channel);
    }
    let one = must_user(app, one).await?;
    let other = must_user(app, other).await?;
    allowed(may_know(app, &one, other.id).await?)?;
    must_share_team(app, &one, &other).await?;
    let channel = Channel { kind: DIRECT.into(), name, creator_id: one.id, ..Channel::default() };
    let users = if one.id == other.id { vec![one.clone()] } else { vec![one.clone(), other.clone()] };
    insert(app, channel, &users, |change, channel| {
        let data = DirectAdded { creator_id: one.id, teammate_id: other.id };
        change.announce(EventName::DirectAdded, &data, Broadcast::to_channel(channel.id));
    })
    .await
}

async fn must_user(app: &App, id: UserId) -> Result<Arc<User>> {
    let unknown = || {
        let text = "There is no such user to talk to.";
        ApiError::bad_request(ids::API_CHANNEL_CREATE_DIRECT_CHANNEL_INVALID_USER, text)
    };
    app.world.user(id).await?.ok_or_else(unknown)
}

async fn must_share_team(app: &App, one: &User, other: &User) -> Result<()> {
    let free = app.config().team.direct_messages == DirectMessageScope::Any;
    if free || one.id == other.id || one.is_bot || other.is_bot {
        return Ok(());
    }
    let (mine, theirs) = (app.world.memberships(one.id).await?, app.world.memberships(other.id).await?);
    if mine.teams.keys().any(|team| theirs.teams.contains_key(team)) {
        return Ok(());
    }
    let text = "This server allows direct messages among members of a team only.";
    Err(ApiError::forbidden("api.channel.create_channel.direct_channel.team_restricted_error", text))
}

/// Opens the conversation of three to eight users; the caller is one of them, listed or not.
pub async fn create_group_channel(mut call: Call) -> Answer {
    let listed = call.list().await?;
    if listed.is_empty() {
        return Err(ApiError::body_param("user_ids"));
    }
    if listed.len() > rules::channels::GROUP_SIZE_MAX {
        rules::channels::must_be_group_size(listed.len())?;
    }
    let mut people = listed.iter().map(|text| user_id(text)).collect::<Result<Vec<UserId>>>()?;
    people.push(call.my_id());
    people.sort_unstable();
    people.dedup();
    call.must(Permission::CreateGroupChannel)?;
    rules::channels::must_be_group_size(people.len())?;
    let channel = open_group(&call.app, call.me(), &people).await?;
    Ok(Reply::created(&channel))
}

/// The group channel of these users, made by one of them when there is none yet.
///
/// # Errors
/// 400 when one of them does not exist, 403 when `by` may not know of one of them, and when they share no team and the
/// server demands one.
pub async fn open_group(app: &Arc<App>, by: &User, people: &[UserId]) -> Result<Channel> {
    let name = group_name(people);
    if let Some(channel) = app.store.channel_by_name(TeamId::NONE, &name).await? {
        return Ok(channel);
    }
    let mut users = Vec::with_capacity(people.len());
    for id in people {
        let unknown = || {
            let text = "A group is of people who have an account here.";
            ApiError::bad_request("api.channel.create_group.bad_user.app_error", text)
        };
        let user = app.world.user(*id).await?.ok_or_else(unknown)?;
        allowed(may_know(app, by, *id).await?)?;
        must_share_team(app, by, &user).await?;
        users.push(user);
    }
    let channel = Channel { kind: GROUP.into(), name, display_name: group_title(&users), ..Channel::default() };
    insert(app, channel, &users, |change, channel| {
        let data = GroupAdded::new(people);
        for user in people {
            let broadcast = Broadcast { channel_id: channel.id, ..Broadcast::to_user(*user) };
            change.announce(EventName::GroupAdded, &data, broadcast);
        }
    })
    .await
}

/// SHA-1 over the ids as text, in their order.
pub fn group_name(people: &[UserId]) -> String {
    let mut texts: Vec<String> = people.iter().map(UserId::to_string).collect();
    texts.sort_unstable();
    let digest = Sha1::digest(texts.concat().as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn group_title(users: &[Arc<User>]) -> String {
    let mut names: Vec<&str> = users.iter().map(|user| user.username.as_str()).collect();
    names.sort_unstable();
    names.join(", ").chars().take(rules::channels::DISPLAY_NAME_LEN_MAX).collect()
}

/// Adds channel and members, or finds what another call made meanwhile.
async fn insert(
    app: &Arc<App>,
    channel: Channel,
    users: &[Arc<User>],
    announce: impl FnOnce(&mut Change, &Channel),
) -> Result<Channel> {
    let now = app.clock.now();
    let channel = Channel { id: app.ids.next(), create_at: now, update_at: now, shared: Some(false), ..channel };
    let mut change = app.change();
    change.write(store::channels::insert(&channel));
    for user in users {
        change.write(store::channel_members::join(&new_member(&channel, user, now)));
        change.write(store::channel_history::joined(channel.id, user.id, now));
        change.joins_channel(user.id, channel.id);
    }
    announce(&mut change, &channel);
    match change.commit().await {
        Ok(_) => Ok(channel),
        Err(error @ store::Error::Conflict { .. }) => {
            let made = app.store.channel_by_name(TeamId::NONE, &channel.name).await?;
            Ok(made.ok_or(error)?)
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_named_alike_in_whatever_order_its_people_are_listed() {
        let ids: Vec<UserId> = [1u8, 2, 3].map(|byte| UserId(base::Id([byte; 16]))).to_vec();
        let name = group_name(&ids);
        assert!(rules::channels::is_group_name(&name), "{name}");
        assert_eq!(name, group_name(&[ids[2], ids[0], ids[1]]));
        assert_ne!(name, group_name(&ids[..2]));
    }
}
