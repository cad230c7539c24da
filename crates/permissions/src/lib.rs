//! Who may do what: permissions, the built-in roles, and what a member's roles add up to.
//!
//! Pure data and set arithmetic. It knows no request, no store and no member record: the server
//! reads roles from the store into a [`RoleTable`], keeps it as an immutable snapshot, and asks it
//! for a [`PermissionSet`] per request. A set is 40 bytes on the stack; resolving a member of a
//! channel is some six lookups in a hash table and no allocation.
//!
//! What an application may do for who let it in stands in [`applications`].
//!
//! `docs/permissions.md` is rendered from the tables here.

pub mod ancillary;
pub mod applications;
pub mod builtin;
pub mod matrix;
pub mod moderation;
pub mod permission;
pub mod resolve;
pub mod set;

pub use builtin::BUILT_IN_ROLES;
pub use permission::{Permission, Scope};
pub use resolve::{Flags, Membership, Role, RoleTable, SchemeRoles};
pub use set::{PermissionList, PermissionSet};
