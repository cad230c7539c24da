//! Browsers that are not asked for the second factor for a while.

use base::Millis;
use base::ids::{BrowserId, UserId};
use serde::{Deserialize, Serialize};

/// A browser that is remembered.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Browser {
    pub id: BrowserId,
    #[serde(skip)]
    pub user_id: UserId,
    /// SHA-256 of what the browser keeps.
    #[serde(skip)]
    pub token_hash: [u8; 32],
    /// Name and version: `Firefox/128.0`.
    pub name: String,
    /// Empty where the browser does not say.
    pub os: String,
    pub create_at: Millis,
    pub last_used_at: Millis,
}
