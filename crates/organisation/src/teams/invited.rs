//! What an invitation by mail opens: never more than its sender could give at the moment when it is used.

use std::sync::Arc;

use node::error::Result;
use people::one_time::{Kind, Subject};
use permissions::{Permission, PermissionSet};
use request::App;
use request::permit::Begun;
use wire::channels::Channel;
use wire::teams::Team;
use wire::users::User;

/// The live channels that an invitation opens; `None` when its sender may invite nobody to the team by now, or is out of
/// use. An invitation that no account sent opens all that it names.
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

/// The sender, who may still invite to the team.
async fn able(app: &App, kind: Kind, subject: &Subject, team: &Team) -> Result<Option<Arc<User>>> {
    let begun = Begun { user: subject.inviter, by: subject.application };
    let Ok(sender) = app.acting(begun).await? else { return Ok(None) };
    let needed = match kind {
        kind if kind.is_of_guests() => PermissionSet::of(&[Permission::InviteGuest]),
        _ => PermissionSet::of(&[Permission::InviteUser, Permission::AddUserToTeam]),
    };
    Ok(needed.is_subset(app.team_rights(&sender, team.id).await?).then_some(sender))
}

/// What it takes to bring people into a channel.
pub fn right_to_add(channel: &Channel) -> Permission {
    match channel.is_open() {
        true => Permission::ManagePublicChannelMembers,
        false => Permission::ManagePrivateChannelMembers,
    }
}
