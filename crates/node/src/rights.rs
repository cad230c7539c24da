//! Authorization: the one place that resolves rights.
//!
//! A user has a right on a channel by roles in the channel, in its team, or in the system. Requests, events, lists,
//! schedules and jobs ask here. [`later`] authorizes actions that were begun earlier.

pub mod later;

use base::ids::{ChannelId, SchemeId, TeamId};
use memory::Standing;
use memory::schemes::Names;
use permissions::{Flags, Membership, Permission, PermissionSet, RoleTable};
use wire::channels::Channel;
use wire::users::{SYSTEM_USER, User};

use crate::error::{ApiError, Result};
use crate::node::Node;

/// Rights that an archived channel removes, where users may not read such channels.
const READING: PermissionSet =
    PermissionSet::of(&[Permission::ReadChannel, Permission::ReadChannelContent, Permission::ReadPublicChannel]);

impl Node {
    /// Whether the user may read archived channels. Administrators always may, since they restore them.
    pub fn sees_archived(&self, user: &User) -> bool {
        self.config().team.view_archived_channels || self.system_rights(user).contains(Permission::ManageSystem)
    }

    /// The rights of the user's system roles.
    pub fn system_rights(&self, user: &User) -> PermissionSet {
        self.roles.load().system_set(&user.roles)
    }

    /// The user's rights in a team. Without a membership, those of the system roles.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn team_rights(&self, user: &User, team: TeamId) -> Result<PermissionSet> {
        let memberships = self.world.memberships(user.id).await?;
        let names = self.team_names(team).await?;
        Ok(rights_in_team(&self.roles.load(), user, memberships.teams.get(&team), &names))
    }

    /// Whether team members, guests excepted, may read a public channel without joining it.
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

    /// The user's rights in a channel. Without a membership, those in the team; none when the channel does not exist.
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
        // A channel without a team gives no rights by a team.
        let outer = rights_in_team(&table, user, memberships.teams.get(&channel.team_id), &wider);
        let Some(standing) = memberships.channels.get(&channel.id) else { return Ok(outer) };
        Ok(channel_set(&table, outer, member(user, standing), (&own, &wider)))
    }

    /// Whether the user may read a channel's posts: members may, and in public channels the whole team.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn can_read(&self, user: &User, channel: &Channel) -> Result<bool> {
        let rights = self.channel_rights(user, channel.id).await?;
        if rights.contains(Permission::ReadChannelContent) {
            return Ok(true);
        }
        Ok(channel.kind == wire::channels::OPEN && rights.contains(Permission::ReadPublicChannel))
    }

    /// Whether a program may write in a channel in the user's name. In a public channel it need not be joined, and counts as
    /// if it were: the team's and the channel's moderation decide.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn can_speak(&self, user: &User, channel: &Channel) -> Result<bool> {
        if self.channel_rights(user, channel.id).await?.contains(Permission::CreatePost) {
            return Ok(true);
        }
        let memberships = self.world.memberships(user.id).await?;
        if !channel.is_open() || memberships.channels.contains_key(&channel.id) {
            return Ok(false);
        }
        let (own, wider) = (self.own_names(channel), self.team_names(channel.team_id).await?);
        let flags = Flags { guest: user.is_guest(), user: !user.is_guest(), admin: false };
        let member = Membership { flags, roles: "" };
        let table = self.roles.load();
        let outer = rights_in_team(&table, user, memberships.teams.get(&channel.team_id), &wider);
        Ok(channel_set(&table, outer, member, (&own, &wider)).contains(Permission::CreatePost))
    }

    /// Whether the first user has every system-wide right of the second.
    pub fn covers(&self, one: &User, other: &User) -> bool {
        one.id == other.id || {
            let rights = self.system_rights(one);
            rights.contains(Permission::ManageSystem) || self.system_rights(other).is_subset(rights)
        }
    }

    /// The roles of a team and of its channels without a scheme of their own.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn team_names(&self, team: TeamId) -> Result<Names> {
        if self.schemes.load().is_empty() || team.is_none() {
            return Ok(Names::default());
        }
        let scheme = self.world.team(team).await?.and_then(|team| team.scheme_id);
        Ok(self.names_of(scheme))
    }

    /// A channel's own roles, if it is moderated or has a scheme.
    pub fn own_names(&self, channel: &Channel) -> Names {
        self.names_of(channel.scheme_id)
    }

    fn names_of(&self, scheme: Option<SchemeId>) -> Names {
        Names(scheme.and_then(|id| self.schemes.load().get(id).cloned()))
    }
}

/// The rights of the user's system roles, with those of a team membership.
fn rights_in_team(table: &RoleTable, user: &User, standing: Option<&Standing>, names: &Names) -> PermissionSet {
    let system = table.system_set(&user.roles);
    standing.map_or(system, |standing| table.team_set(system, member(user, standing), names.team()))
}

/// The rights in a channel that is moderated or not, of those in the team and a membership.
fn channel_set(
    table: &RoleTable,
    outer: PermissionSet,
    member: Membership,
    (own, wider): (&Names, &Names),
) -> PermissionSet {
    match own.0 {
        None => table.channel_set(outer, member, wider.channel()),
        Some(_) => table.moderated_channel_set(outer, member, own.channel(), wider.channel()),
    }
}

/// The rights of a membership for the caller: an application has at most those of a member.
fn member<'s>(user: &User, standing: &'s Standing) -> Membership<'s> {
    match user.is_narrowed {
        true => Membership { flags: Flags { admin: false, ..standing.flags }, roles: "" },
        false => Membership { flags: standing.flags, roles: &standing.explicit },
    }
}

/// # Errors
/// 403 unless `yes`.
pub fn allowed(yes: bool) -> Result<()> {
    if yes { Ok(()) } else { Err(ApiError::permissions()) }
}
