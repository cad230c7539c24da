//! Coming into a team and leaving it.
//!
//! Joining is one change: the membership, those of the default channels, and what the hub and
//! clients hear of it. The posts that say so follow. Whether somebody may is the caller's question.

use std::sync::Arc;

use conversation::posts;
use node::change::Change;
use node::error::{ApiError, Result};
use request::App;
use wire::channels::{Channel, TOWN_SQUARE};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, UserInTeam};
use wire::posts::{LEAVE_TEAM, REMOVE_FROM_TEAM};
use wire::teams::{Team, TeamMember};
use wire::users::{SYSTEM_GUEST, User};

use crate::teams::{default_channels, welcome};

/// Makes the user a member of the team and of its default channels; who is a member already stays one.
/// `by` is named as the one who added the user.
///
/// # Errors
/// 400 when the team does not take the user, and when it is full.
pub async fn join(app: &Arc<App>, team: &Team, user: &User, by: Option<&User>) -> Result<TeamMember> {
    if let Some(member) = app.store.team_member(team.id, user.id).await?
        && member.delete_at == 0
    {
        return Ok(member);
    }
    welcome::must_take(app, team, user).await?;
    must_have_room(app, team).await?;
    let channels = if user.has_role(SYSTEM_GUEST) { Vec::new() } else { default_channels::of_team(app, team).await? };
    let mut change = app.change();
    let member = write_join(&mut change, team, user, As::Member, &channels);
    change.commit().await?;
    default_channels::tell(app, &channels, user, by).await?;
    Ok(member)
}

/// What somebody becomes in a team by joining it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum As {
    Member,
    /// Who makes a team administers it. The address that a team carries makes nobody its administrator: its owner may
    /// have given it up, and anybody can say that it is his or hers.
    Creator,
}

/// Adds what makes the user a member of the team and of `channels`.
pub fn write_join(change: &mut Change, team: &Team, user: &User, as_what: As, channels: &[Channel]) -> TeamMember {
    let is_guest = user.has_role(SYSTEM_GUEST);
    let is_admin = !is_guest && as_what == As::Creator;
    let now = change.node().clock.now();
    let roles = match (is_guest, is_admin) {
        (true, _) => "team_guest",
        (false, true) => "team_user team_admin",
        (false, false) => "team_user",
    };
    let member = TeamMember {
        team_id: team.id,
        user_id: user.id,
        roles: roles.to_owned(),
        scheme_guest: is_guest,
        scheme_user: !is_guest,
        scheme_admin: is_admin,
        create_at: now,
        ..TeamMember::default()
    };
    change.write(store::team_members::join(&member));
    change.write(store::users::touch(&[user.id], now));
    change.user_changed(user.id);
    change.joins_team(user.id, team.id);
    default_channels::join(change, channels, &member, user);
    announce_added(change, &member);
    member
}

/// Tells the user of the team.
pub fn announce_added(change: &mut Change, member: &TeamMember) {
    let data = UserInTeam { user_id: member.user_id, team_id: member.team_id };
    change.announce(EventName::AddedToTeam, &data, Broadcast::to_user(member.user_id));
}

/// # Errors
/// 400 when the team has as many members as it may.
pub async fn must_have_room(app: &App, team: &Team) -> Result<()> {
    let count = app.store.team_member_count(team.id).await?;
    if count.active < i64::from(app.config().team.max_users) {
        return Ok(());
    }
    let text = "The team has as many members as this server allows.";
    Err(ApiError::bad_request(ids::APP_TEAM_JOIN_USER_TO_TEAM_MAX_ACCOUNTS, text))
}

/// Takes the user out of the team and of all its channels. Who left before is announced once more, so that
/// clients that missed it hear of it.
///
/// # Errors
/// 404 for users who never were members.
pub async fn leave(app: &Arc<App>, team: &Team, user: &User, by: Option<&User>) -> Result<()> {
    let member = app.store.team_member(team.id, user.id).await?.ok_or_else(missing_member)?;
    if app.config().team.default_channel_join_leave_messages
        && let Some(town_square) = app.store.channel_by_name(team.id, TOWN_SQUARE).await?
        && !town_square.is_archived()
    {
        let (kind, done) = match by.is_some_and(|by| by.id != user.id) {
            true => (REMOVE_FROM_TEAM, "was removed from the team"),
            false => (LEAVE_TEAM, "left the team"),
        };
        let text = format!("{} {done}.", user.username);
        posts::system::post(app, &town_square, user, kind, text, default_channels::named(user)).await?;
    }
    let now = app.clock.now();
    let mut change = app.change();
    change.leaves_channels_of(user.id, team.id);
    if member.delete_at == 0 {
        change.write(store::team_members::leave(team.id, user.id, now));
        change.write(store::users::touch(&[user.id], now));
    }
    change.user_changed(user.id);
    let data = UserInTeam { user_id: user.id, team_id: team.id };
    change.announce_about(user.id, EventName::LeaveTeam, &data, Broadcast::to_team(team.id).without(user.id));
    change.announce(EventName::LeaveTeam, &data, Broadcast::to_user(user.id));
    change.leaves_team(user.id, team.id);
    match change.commit().await {
        // The same user left at the same moment.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

pub fn missing_member() -> ApiError {
    ApiError::not_found(ids::APP_TEAM_GET_MEMBER_MISSING, "The user is not a member of the team.")
}
