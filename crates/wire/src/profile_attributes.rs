//! Custom profile attributes: fields that a server's owner adds to profiles.

use std::collections::BTreeMap;

use base::{Id, Millis};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::omit::{self, JsonMap};

/// A field of every profile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeField {
    pub id: Id,
    pub group_id: Id,
    pub name: String,
    /// `text`, `select`, `multiselect`, `date`, `user` or `multiuser`.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub attrs: JsonMap,
    pub target_id: String,
    pub target_type: String,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
}

/// Body of `PATCH /custom_profile_attributes/fields/{field_id}`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeFieldPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attrs: Option<JsonMap>,
}

/// One user's values by field: text, or a list of texts.
pub type AttributeValues = BTreeMap<Id, Value>;

/// Answer to `GET /custom_profile_attributes/group`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeGroup {
    pub id: Id,
}
