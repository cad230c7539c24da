//! The channels that an invitation by mail opens: only those that its sender may open when it is used.

use std::sync::Arc;

use node::error::Result;
use people::one_time::{Kind, Subject};
use permissions::{Permission, PermissionSet};
use request::App;
use request::permit::Begun;
use wire::channels::Channel;
use wire::teams::Team;
use wire::users::User;

/// The active channels that an invitation opens. `None` if its sender is deactivated or may not invite to the team any more.
/// An invitation without a sender opens all channels that it names.
///
/// # Errors
/// When the store does not answer.
pub async fn channels(app: &Arc<App>, kind: Kind, subject: &Subject, team: &Team) -> Result<Option<Vec<Arc<Channel>>>> {
    let mut sender = None;
    if subject.inviter.is_some() {
        let Some(known) = able(app, kind, subject, team).await? else { return Ok(None) };
        sender = Some(known);
    }
    let mut opened = Vec::with_capacity(subject.channel_ids.len());
    for id in &subject.channel_ids {
        let channel = app.world.channel(*id).await?;
        let Some(channel) = channel.filter(|channel| channel.team_id == team.id && !channel.is_archived()) else {
            continue;
        };
        let may_add = match &sender {
            Some(sender) => app.channel_rights(sender, channel.id).await?.contains(right_to_add(&channel)),
            None => true,
        };
        if may_add {
            opened.push(channel);
        }
    }
    Ok(Some(opened))
}

/// The sender, if still allowed to invite to the team.
async fn able(app: &App, kind: Kind, subject: &Subject, team: &Team) -> Result<Option<Arc<User>>> {
    let begun = Begun { user: subject.inviter, by: subject.application };
    let Ok(sender) = app.acting(begun).await? else { return Ok(None) };
    let needed = match kind {
        kind if kind.is_of_guests() => PermissionSet::of(&[Permission::InviteGuest]),
        _ => PermissionSet::of(&[Permission::InviteUser, Permission::AddUserToTeam]),
    };
    Ok(needed.is_subset(app.team_rights(&sender, team.id).await?).then_some(sender))
}

/// The permission to add people to a channel.
pub fn right_to_add(channel: &Channel) -> Permission {
    match channel.is_open() {
        true => Permission::ManagePublicChannelMembers,
        false => Permission::ManagePrivateChannelMembers,
    }
}
