//! Bots: accounts that programs post with.

use base::Millis;
use base::ids::UserId;
use serde::{Deserialize, Serialize};

use crate::omit;

/// What is known of a bot beyond its [`User`](crate::users::User), which has the same id.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Bot {
    pub user_id: UserId,
    pub username: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub display_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    pub owner_id: UserId,
    #[serde(skip_serializing_if = "omit::zero")]
    pub last_icon_update: Millis,
    pub create_at: Millis,
    pub update_at: Millis,
    /// When the bot was disabled.
    pub delete_at: Millis,
}

/// Body of `PUT /bots/{bot_user_id}`: absent fields stay as they are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BotPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}
