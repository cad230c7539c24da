//! From role names and member flags to one set of permissions.
//!
//! A [`RoleTable`] is an immutable snapshot; the server swaps in a new one when a role changes, so
//! a request sees either all of a change or nothing of it. Scopes cascade: what someone may do in
//! a channel is what the channel's roles, the team's and the server's allow together.

use std::sync::Arc;

use base::hashing::NameMap;

use crate::builtin::{BUILT_IN_ROLES, BuiltIn};
use crate::moderation::moderate;
use crate::permission::Permission::{self, *};
use crate::set::{PermissionList, PermissionSet};

/// Role that holds every permission, also those its stored list does not name.
pub const SYSTEM_ADMIN: &str = "system_admin";

/// A role, ready to be asked.
#[derive(Clone, Debug)]
pub struct Role {
    pub name: Box<str>,
    pub scheme_managed: bool,
    pub built_in: bool,
    /// As stored; this is what clients are shown.
    pub listed: PermissionList,
    /// As it counts: `listed` with what older ids stand for. This is what is asked.
    pub set: PermissionSet,
}

impl Role {
    pub fn new(name: &str, listed: PermissionList) -> Role {
        let set = if name == SYSTEM_ADMIN { PermissionSet::ALL } else { with_implied(listed.known) };
        let built_in = crate::builtin::built_in(name);
        Role {
            name: name.into(),
            scheme_managed: built_in.is_some_and(|role| role.scheme_managed),
            built_in: built_in.is_some(),
            listed,
            set,
        }
    }
}

impl From<&BuiltIn> for Role {
    fn from(role: &BuiltIn) -> Role {
        Role::new(role.name, role.permissions.into())
    }
}

/// Ids that were split in two. Roles of a fresh server and of imported data hold the old one;
/// checks ask for the new one.
const IMPLIED: &[(Permission, &[Permission])] = &[
    (ManageSlashCommands, &[ManageOwnSlashCommands]),
    (ManageWebhooks, &[ManageOwnIncomingWebhooks, ManageOwnOutgoingWebhooks, BypassIncomingWebhookChannelLock]),
    (ManageOthersWebhooks, &[ManageOthersIncomingWebhooks, ManageOthersOutgoingWebhooks]),
    (ManageIncomingWebhooks, &[ManageOwnIncomingWebhooks, BypassIncomingWebhookChannelLock]),
    (ManageOutgoingWebhooks, &[ManageOwnOutgoingWebhooks]),
    (ManageEmojis, &[CreateEmojis, DeleteEmojis]),
    (ManageOthersEmojis, &[DeleteOthersEmojis]),
];

fn with_implied(listed: PermissionSet) -> PermissionSet {
    IMPLIED.iter().filter(|(old, _)| listed.contains(*old)).fold(listed, |set, (_, new)| set | PermissionSet::of(new))
}

/// The flags of a member of a team or a channel. A guest has no other flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    pub guest: bool,
    pub user: bool,
    pub admin: bool,
}

/// What a member record says about roles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Membership<'a> {
    pub flags: Flags,
    /// Role names given explicitly, separated by blanks; mostly none.
    pub roles: &'a str,
}

/// The role behind each flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchemeRoles<'a> {
    pub guest: &'a str,
    pub user: &'a str,
    pub admin: &'a str,
}

impl SchemeRoles<'static> {
    /// For a team without a scheme of its own.
    pub const TEAM: SchemeRoles<'static> = SchemeRoles { guest: "team_guest", user: "team_user", admin: "team_admin" };
    /// For a channel without a scheme of its own, in a team without one.
    pub const CHANNEL: SchemeRoles<'static> =
        SchemeRoles { guest: "channel_guest", user: "channel_user", admin: "channel_admin" };
}

impl<'a> SchemeRoles<'a> {
    /// The names that `flags` stand for, as clients see them in a member's `roles`.
    pub fn names(self, flags: Flags) -> impl Iterator<Item = &'a str> {
        [(flags.guest, self.guest), (flags.user, self.user), (flags.admin, self.admin)]
            .into_iter()
            .filter_map(|(set, name)| set.then_some(name))
    }
}

/// All live roles by name.
#[derive(Clone, Debug)]
pub struct RoleTable {
    roles: NameMap<Box<str>, Arc<Role>>,
}

impl RoleTable {
    /// `roles` over the built-in ones. A built-in role the store does not hold (yet) grants what
    /// a fresh server would; leave deleted roles out.
    pub fn new(roles: impl IntoIterator<Item = Role>) -> RoleTable {
        let built_in = BUILT_IN_ROLES.iter().map(Role::from);
        let roles = built_in.chain(roles).map(|role| (role.name.clone(), Arc::new(role))).collect();
        RoleTable { roles }
    }

    pub fn get(&self, name: &str) -> Option<&Arc<Role>> {
        self.roles.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<Role>> {
        self.roles.values()
    }

    /// What the roles named in `roles` (separated by blanks) allow together. A name without a
    /// role allows nothing.
    pub fn system_set(&self, roles: &str) -> PermissionSet {
        roles.split_ascii_whitespace().fold(PermissionSet::EMPTY, |set, name| set | self.set_of(name))
    }

    /// What someone may do in a team: `system` and what the membership adds.
    pub fn team_set(&self, system: PermissionSet, member: Membership, names: SchemeRoles) -> PermissionSet {
        self.member_set(system, member, names)
    }

    /// What someone may do in a channel: `team` (the result of [`team_set`](Self::team_set); for
    /// direct and group channels the system set) and what the membership adds.
    pub fn channel_set(&self, team: PermissionSet, member: Membership, names: SchemeRoles) -> PermissionSet {
        self.member_set(team, member, names)
    }

    /// As [`channel_set`](Self::channel_set), for a channel with a scheme of its own: its guest and
    /// user roles (`own`) only take moderated rights away from those of the team or the server
    /// (`wider`). Administrators of the channel are not moderated.
    pub fn moderated_channel_set(
        &self,
        team: PermissionSet,
        member: Membership,
        own: SchemeRoles,
        wider: SchemeRoles,
    ) -> PermissionSet {
        let granted = [
            (member.flags.guest, moderate(self.set_of(wider.guest), self.set_of(own.guest))),
            (member.flags.user, moderate(self.set_of(wider.user), self.set_of(own.user))),
            (member.flags.admin, self.set_of(wider.admin)),
        ];
        let by_flags = granted.into_iter().filter(|(flag, _)| *flag).fold(team, |set, (_, granted)| set | granted);
        by_flags | self.system_set(member.roles)
    }

    fn member_set(&self, wider: PermissionSet, member: Membership, names: SchemeRoles) -> PermissionSet {
        let granted = names.names(member.flags).fold(wider, |set, name| set | self.set_of(name));
        granted | self.system_set(member.roles)
    }

    fn set_of(&self, name: &str) -> PermissionSet {
        self.roles.get(name).map_or(PermissionSet::EMPTY, |role| role.set)
    }
}

impl Default for RoleTable {
    /// The roles of a fresh server.
    fn default() -> RoleTable {
        RoleTable::new([])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: Flags = Flags { guest: false, user: true, admin: false };
    const ADMIN: Flags = Flags { guest: false, user: true, admin: true };
    const GUEST: Flags = Flags { guest: true, user: false, admin: false };

    fn member(flags: Flags) -> Membership<'static> {
        Membership { flags, roles: "" }
    }

    #[test]
    fn scopes_cascade_from_system_to_team_to_channel() {
        let table = RoleTable::default();
        let system = table.system_set("system_user");
        assert!(system.contains(CreateTeam) && !system.contains(ViewTeam));
        let team = table.team_set(system, member(USER), SchemeRoles::TEAM);
        assert!(team.contains(ViewTeam) && team.contains(CreateTeam) && !team.contains(CreatePost));
        let channel = table.channel_set(team, member(USER), SchemeRoles::CHANNEL);
        assert!(channel.contains(CreatePost) && channel.contains(ViewTeam) && channel.contains(CreateTeam));
        assert!(!channel.contains(ManageChannelRoles));
    }

    #[test]
    fn a_guest_gets_the_guest_roles_only() {
        let table = RoleTable::default();
        let team = table.team_set(table.system_set("system_guest"), member(GUEST), SchemeRoles::TEAM);
        assert_eq!(team, PermissionSet::of(&[CreateDirectChannel, CreateGroupChannel, ViewTeam]));
        let channel = table.channel_set(team, member(GUEST), SchemeRoles::CHANNEL);
        assert!(channel.contains(CreatePost) && !channel.contains(UseGroupMentions));
    }

    #[test]
    fn no_membership_adds_nothing() {
        let table = RoleTable::default();
        let system = table.system_set("system_user system_custom_group_admin");
        assert_eq!(table.team_set(system, Membership::default(), SchemeRoles::TEAM), system);
    }

    #[test]
    fn explicit_roles_count_and_unknown_ones_do_not() {
        let table = RoleTable::default();
        let explicit = Membership { flags: USER, roles: "no_such_role  team_post_all" };
        let team = table.team_set(PermissionSet::EMPTY, explicit, SchemeRoles::TEAM);
        assert!(team.contains(UploadFile) && team.contains(ViewTeam));
        assert_eq!(table.system_set("no_such_role"), PermissionSet::EMPTY);
        assert_eq!(table.system_set(""), PermissionSet::EMPTY);
    }

    #[test]
    fn a_scheme_replaces_the_role_behind_a_flag() {
        let quiet = Role::new("x8fj3", PermissionList::from_ids(["read_channel"]));
        let table = RoleTable::new([quiet]);
        let names = SchemeRoles { user: "x8fj3", ..SchemeRoles::CHANNEL };
        let set = table.channel_set(PermissionSet::EMPTY, member(USER), names);
        assert_eq!(set, PermissionSet::of(&[ReadChannel]));
        let set = table.channel_set(PermissionSet::EMPTY, member(ADMIN), names);
        assert!(set.contains(ManageChannelRoles));
    }

    #[test]
    fn a_moderated_channel_silences_members_but_not_its_administrators() {
        let table = RoleTable::new([Role::new("m_user", PermissionList::from_ids(["add_reaction"]))]);
        let own = SchemeRoles { guest: "m_guest", user: "m_user", admin: "m_admin" };
        let set = |flags| table.moderated_channel_set(PermissionSet::EMPTY, member(flags), own, SchemeRoles::CHANNEL);
        assert!(!set(USER).contains(CreatePost) && set(USER).contains(AddReaction));
        assert!(set(USER).contains(ReadChannelContent), "what is not moderated comes from the wider role");
        assert!(set(ADMIN).contains(CreatePost) && set(ADMIN).contains(ManageChannelRoles));
        assert!(!set(GUEST).contains(CreatePost), "a role that is missing allows nothing");
    }

    #[test]
    fn a_stored_role_wins_over_the_built_in_one_except_for_the_administrator() {
        let table = RoleTable::new([
            Role::new("team_user", PermissionList::from_ids(["view_team"])),
            Role::new("system_admin", PermissionList::from_ids(["manage_system"])),
        ]);
        let team = table.team_set(PermissionSet::EMPTY, member(USER), SchemeRoles::TEAM);
        assert_eq!(team, PermissionSet::of(&[ViewTeam]));
        assert_eq!(table.system_set("system_admin"), PermissionSet::ALL);
        assert_eq!(table.get("system_admin").expect("built in").listed.known.len(), 1, "shown as stored");
    }

    #[test]
    fn a_team_administrator_manages_integrations_under_old_and_new_ids() {
        let table = RoleTable::default();
        let set = table.team_set(PermissionSet::EMPTY, member(ADMIN), SchemeRoles::TEAM);
        for permission in [ManageOwnSlashCommands, ManageOwnIncomingWebhooks, ManageOthersOutgoingWebhooks] {
            assert!(set.contains(permission), "{permission}");
        }
        let listed = table.get("team_admin").expect("built in").listed.known;
        assert!(listed.contains(ManageSlashCommands) && !listed.contains(ManageOwnSlashCommands));
    }
}
