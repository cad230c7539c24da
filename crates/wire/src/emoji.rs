//! Custom emoji.

use base::Millis;
use base::ids::{EmojiId, UserId};
use serde::{Deserialize, Serialize};

/// A picture that users gave a name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Emoji {
    pub id: EmojiId,
    pub create_at: Millis,
    pub update_at: Millis,
    pub delete_at: Millis,
    pub creator_id: UserId,
    pub name: String,
}

/// Body of `POST /emoji/search`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EmojiSearch {
    pub term: String,
    pub prefix_only: bool,
}
