//! Rank: what is hidden from whom, of what goes to everybody.

use permissions::{Permission, PermissionSet, RoleTable};
use serde::{Deserialize, Serialize};
use wire::users::SYSTEM_GUEST;

/// How much of what goes to everybody a user may see; by default the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rank {
    /// Sees what is kept from others, too.
    pub is_admin: bool,
    /// Reads no public channel without belonging to it.
    pub is_guest: bool,
    /// Hears of everybody; others hear of those with whom they share a channel.
    pub knows_all: bool,
}

impl Rank {
    /// By the same rights that requests are asked for.
    pub fn of(table: &RoleTable, roles: &str) -> Rank {
        let rights = table.system_set(roles);
        Rank {
            is_admin: rights.contains(Permission::ManageSystem),
            is_guest: roles.split(' ').any(|role| role == SYSTEM_GUEST),
            knows_all: rights.contains(Permission::ViewMembers),
        }
    }
}

/// Rights on which ranks rest.
pub const RANKING: PermissionSet = PermissionSet::of(&[Permission::ManageSystem, Permission::ViewMembers]);
