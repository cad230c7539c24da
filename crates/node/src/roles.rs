//! Roles: the table of what they allow, made from what the store keeps.

use base::{Clock, IdMaker};
use permissions::{BUILT_IN_ROLES, PermissionList, Role as Resolved, RoleTable};
use store::Store;
use wire::roles::Role;

use crate::error::Result;

/// The role table of the store; roles that this version brings and the store lacks are added.
///
/// # Errors
/// When the store does not answer.
pub async fn load(store: &Store, clock: &Clock) -> Result<RoleTable> {
    let mut stored = store.roles().await?;
    let ids = IdMaker::new(clock.clone());
    let now = clock.now();
    for built_in in BUILT_IN_ROLES {
        if stored.iter().any(|role| role.name == built_in.name) {
            continue;
        }
        let role = Role {
            id: ids.next(),
            name: built_in.name.into(),
            display_name: built_in.display_name.into(),
            description: built_in.description.into(),
            create_at: now,
            // Clients of the protocol know built-in roles as completed after they were made.
            update_at: now + 1,
            permissions: built_in.permissions.iter().map(|permission| permission.as_str().to_owned()).collect(),
            scheme_managed: built_in.scheme_managed,
            built_in: true,
            ..Role::default()
        };
        store.write(store::roles::insert_new(&role)).await?;
        stored.push(role);
    }
    Ok(table(&stored))
}

/// Stored roles in the form that rights are resolved with.
pub fn table(roles: &[Role]) -> RoleTable {
    RoleTable::new(roles.iter().filter(|role| role.delete_at == 0).map(resolved))
}

/// A stored role in that form.
pub fn resolved(role: &Role) -> Resolved {
    Resolved {
        scheme_managed: role.scheme_managed,
        built_in: role.built_in,
        ..Resolved::new(&role.name, PermissionList::from_ids(&role.permissions))
    }
}
