//! Presence and custom statuses.

use base::Millis;
use base::ids::UserId;
use serde::{Deserialize, Serialize};

use crate::omit;

pub const ONLINE: &str = "online";
pub const AWAY: &str = "away";
pub const DND: &str = "dnd";
pub const OFFLINE: &str = "offline";
/// Set by the automatic responder only.
pub const OUT_OF_OFFICE: &str = "ooo";

/// Whether a user is there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Status {
    pub user_id: UserId,
    pub status: String,
    /// Chosen by the user, so activity does not change it.
    pub manual: bool,
    pub last_activity_at: Millis,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub active_channel: String,
    /// Seconds, not milliseconds; 0 for no end.
    pub dnd_end_time: i64,
    /// What do-not-disturb gives way to when it ends.
    #[serde(skip)]
    pub prev_status: String,
}

impl Status {
    /// What is told of somebody who was never seen.
    pub fn offline(user_id: UserId) -> Status {
        Status { user_id, status: OFFLINE.into(), ..Status::default() }
    }
}

/// Body of `PUT /users/{user_id}/status`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StatusForm {
    pub user_id: UserId,
    pub status: String,
    /// Seconds.
    pub dnd_end_time: i64,
}

/// A line of the user's own about what he or she is doing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomStatus {
    pub emoji: String,
    pub text: String,
    /// Empty for no end, else one of [`DURATIONS`].
    #[serde(deserialize_with = "omit::null_as_default")]
    pub duration: String,
    /// RFC 3339; [`NEVER`] when there is no end.
    #[serde(deserialize_with = "omit::null_as_default")]
    pub expires_at: String,
}

/// [`CustomStatus::expires_at`] of a status that does not end.
pub const NEVER: &str = "0001-01-01T00:00:00Z";

/// The named values of [`CustomStatus::duration`].
pub const DURATIONS: [&str; 7] =
    ["thirty_minutes", "one_hour", "four_hours", "today", "this_week", "date_and_time", "custom_date_time"];
