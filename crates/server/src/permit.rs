//! Who may: the one place where rights are looked up.
//!
//! A right on a channel is held by the caller's roles in the channel, in its team, or in the
//! system. Handlers ask with `must_*`, which refuses, or `can_*`, which tells. [`accounts`] says who may act on whose account,
//! [`later`] who still may when something happens that was begun earlier.

pub mod accounts;
pub mod later;

pub use accounts::Part;
pub use later::{Barred, Begun};

use base::ids::{ChannelId, TeamId};
use memory::Standing;
use memory::schemes::Names;
use permissions::{Flags, Membership, Permission, PermissionSet, RoleTable};
use wire::channels::Channel;
use wire::users::{SYSTEM_USER, User};

use crate::app::App;
use crate::error::{ApiError, Result};
use crate::http::Call;

/// What is gone with a channel that was archived, where nobody may look into such channels.
const READING: PermissionSet =
    PermissionSet::of(&[Permission::ReadChannel, Permission::ReadChannelContent, Permission::ReadPublicChannel]);

impl App {
    /// Whether the user may look into archived channels. Administrators always may: they bring them back.
    pub fn sees_archived(&self, user: &User) -> bool {
        self.config().team.view_archived_channels || self.system_rights(user).contains(Permission::ManageSystem)
    }

    /// What the user's system roles allow.
    pub fn system_rights(&self, user: &User) -> PermissionSet {
        self.roles.load().system_set(&user.roles)
    }

    /// What the user may in a team; the system's rights when not a member.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn team_rights(&self, user: &User, team: TeamId) -> Result<PermissionSet> {
        let memberships = self.world.memberships(user.id).await?;
        let names = self.team_names(team).await?;
        Ok(rights_in_team(&self.roles.load(), user, memberships.teams.get(&team), &names))
    }

    /// Whether members of its team who are no guests may read a public channel without belonging to it.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn members_read_open(&self, channel: &Channel) -> Result<bool> {
        let names = self.team_names(channel.team_id).await?;
        let table = self.roles.load();
        let member = Membership { flags: Flags { user: true, ..Flags::default() }, roles: "" };
        let rights = table.team_set(table.system_set(SYSTEM_USER), member, names.team());
        Ok(channel.is_open() && rights.contains(Permission::ReadPublicChannel))
    }

    /// What the user may in a channel; the team's rights when not a member, none when there is no such channel.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn channel_rights(&self, user: &User, channel: ChannelId) -> Result<PermissionSet> {
        let Some(channel) = self.world.channel(channel).await? else { return Ok(PermissionSet::default()) };
        let rights = self.channel_rights_alive(user, &channel).await?;
        Ok(if channel.is_archived() && !self.sees_archived(user) { rights - READING } else { rights })
    }

    /// The rights, whether the channel is archived or not.
    async fn channel_rights_alive(&self, user: &User, channel: &Channel) -> Result<PermissionSet> {
        let memberships = self.world.memberships(user.id).await?;
        let (own, wider) = (self.own_names(channel), self.team_names(channel.team_id).await?);
        let table = self.roles.load();
        // Nobody belongs to the team of a channel that has none.
        let outer = rights_in_team(&table, user, memberships.teams.get(&channel.team_id), &wider);
        let Some(standing) = memberships.channels.get(&channel.id) else { return Ok(outer) };
        let member = member(standing);
        Ok(match own.0 {
            None => table.channel_set(outer, member, wider.channel()),
            Some(_) => table.moderated_channel_set(outer, member, own.channel(), wider.channel()),
        })
    }
}

/// What the user's system roles allow, and what belonging to a team adds.
fn rights_in_team(table: &RoleTable, user: &User, standing: Option<&Standing>, names: &Names) -> PermissionSet {
    let system = table.system_set(&user.roles);
    standing.map_or(system, |standing| table.team_set(system, member(standing), names.team()))
}

fn member(standing: &Standing) -> Membership<'_> {
    Membership { flags: standing.flags, roles: &standing.explicit }
}

impl Call {
    pub fn can(&self, permission: Permission) -> bool {
        self.app.system_rights(self.me()).contains(permission)
    }

    /// # Errors
    /// 403 without the right.
    pub fn must(&self, permission: Permission) -> Result<()> {
        allowed(self.can(permission))
    }

    pub async fn can_in_team(&self, team: TeamId, permission: Permission) -> Result<bool> {
        Ok(self.app.team_rights(self.me(), team).await?.contains(permission))
    }

    /// # Errors
    /// 403 without the right.
    pub async fn must_in_team(&self, team: TeamId, permission: Permission) -> Result<()> {
        allowed(self.can_in_team(team, permission).await?)
    }

    pub async fn can_in_channel(&self, channel: ChannelId, permission: Permission) -> Result<bool> {
        Ok(self.app.channel_rights(self.me(), channel).await?.contains(permission))
    }

    /// # Errors
    /// 403 without the right, and for channels that do not exist.
    pub async fn must_in_channel(&self, channel: ChannelId, permission: Permission) -> Result<()> {
        allowed(self.can_in_channel(channel, permission).await?)
    }
}

/// # Errors
/// 403 unless `yes`.
pub fn allowed(yes: bool) -> Result<()> {
    if yes { Ok(()) } else { Err(ApiError::permissions()) }
}
