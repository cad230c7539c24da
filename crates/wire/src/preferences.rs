//! Preferences: small settings that clients own and the server mostly only keeps.

use base::ids::UserId;
use serde::{Deserialize, Serialize};

/// The value is a channel that the user starred; kept in step with the favourites category.
pub const FAVORITE_CHANNEL: &str = "favorite_channel";
/// The name is a saved post.
pub const FLAGGED_POST: &str = "flagged_post";
/// The name is the other user of a direct channel to show.
pub const DIRECT_CHANNEL_SHOW: &str = "direct_channel_show";
/// The name is a group channel to show.
pub const GROUP_CHANNEL_SHOW: &str = "group_channel_show";
pub const DISPLAY_SETTINGS: &str = "display_settings";
pub const SIDEBAR_SETTINGS: &str = "sidebar_settings";
pub const ADVANCED_SETTINGS: &str = "advanced_settings";
pub const NOTIFICATIONS: &str = "notifications";
/// The value is JSON of colours.
pub const THEME: &str = "theme";
pub const CUSTOM_STATUS: &str = "custom_status";
/// What a user shows of himself or herself to others.
pub const PRIVACY: &str = "privacy";
/// Of [`PRIVACY`]: "true" shows others what the user has read, and the user what they have.
pub const SEEN_BY: &str = "seen_by";
pub const LAST: &str = "last";

/// One setting of one user.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preference {
    pub user_id: UserId,
    pub category: String,
    pub name: String,
    pub value: String,
}
