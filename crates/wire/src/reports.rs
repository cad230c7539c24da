//! Reports: users with what they did, for administrators.

use base::Millis;
use serde::{Deserialize, Serialize};

use crate::users::User;

/// One row of `GET /reports/users`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct UserReport {
    #[serde(flatten)]
    pub user: User,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_status_at: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_post_date: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_active: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_posts: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel_count: Option<i64>,
}
