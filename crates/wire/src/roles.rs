//! Roles: named sets of permissions.

use base::Millis;
use base::ids::{RoleId, SchemeId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// A named set of permissions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Role {
    pub id: RoleId,
    pub name: String,
    pub display_name: String,
    pub description: String,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub permissions: Vec<String>,
    pub scheme_managed: bool,
    pub built_in: bool,
    /// The scheme that the role was made for.
    #[serde(skip)]
    pub scheme_id: Option<SchemeId>,
}

/// Body of `PUT /roles/{role_id}/patch`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RolePatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permissions: Option<Vec<String>>,
}
