//! Sidebar categories: how each user arranges the channels of each team.

use base::ids::{ChannelId, TeamId, UserId};
use serde::{Deserialize, Serialize};

use crate::omit;

/// [`Category::kind`] of the category for starred channels.
pub const FAVORITES: &str = "favorites";
/// [`Category::kind`] of the category for the team's other channels.
pub const CHANNELS: &str = "channels";
/// [`Category::kind`] of the category for direct and group channels.
pub const DIRECT_MESSAGES: &str = "direct_messages";
/// [`Category::kind`] of categories that users make.
pub const CUSTOM: &str = "custom";

pub const SORT_DEFAULT: &str = "";
pub const SORT_MANUAL: &str = "manual";
pub const SORT_RECENT: &str = "recent";
pub const SORT_ALPHABETICAL: &str = "alpha";

/// One section of a user's sidebar.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Category {
    /// An id for custom categories, `{kind}_{user}_{team}` for the three that are always there.
    pub id: String,
    pub user_id: UserId,
    pub team_id: TeamId,
    pub sort_order: i64,
    pub sorting: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub display_name: String,
    pub muted: bool,
    pub collapsed: bool,
    #[serde(deserialize_with = "omit::null_as_default")]
    pub channel_ids: Vec<ChannelId>,
}

/// The id of a category that is always there.
pub fn fixed_category_id(kind: &str, user: UserId, team: TeamId) -> String {
    format!("{kind}_{user}_{team}")
}

/// Answer of `GET .../channels/categories`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Categories {
    pub categories: Vec<Category>,
    pub order: Vec<String>,
}
