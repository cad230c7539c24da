//! GIFs: animated pictures of a provider that the server asks for its clients.

use serde::{Deserialize, Serialize};

/// An animated picture, which is posted by its address.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Gif {
    /// The provider's name for it.
    pub id: String,
    /// What it shows, in words; may be empty.
    pub title: String,
    /// In pixels, of the picture at `url`.
    pub width: u32,
    pub height: u32,
    pub url: String,
    /// A small one for lists.
    pub preview_url: String,
    /// A small one at rest, for those who want no motion; empty where the provider has none.
    pub still_url: String,
}
