//! Emoji and animated pictures.

use crate::check;
use crate::field::section;
use crate::setting::Secret;

section! {
    /// Emoji and animated pictures.
    Emoji in emoji {
        /// Lets people add emoji.
        enable_custom: bool = true => api("ServiceSettings.EnableCustomEmoji").anyone("EnableCustomEmoji");
        /// Shows the emoji picker.
        enable_picker: bool = true => api("ServiceSettings.EnableEmojiPicker").member("EnableEmojiPicker");
        /// Offers animated pictures of GIPHY in it, once `giphy_key` is set.
        enable_gifs: bool = true => api("ServiceSettings.EnableGifPicker").member("EnableGifPicker");
        /// Key of GIPHY's API; empty offers no pictures. The server alone uses it, and no client receives it. GIPHY learns
        /// what people search for and the server's address. It learns the readers' addresses, too, unless
        /// `links.enable_image_proxy` is on.
        giphy_key: Secret = "" => api("ServiceSettings.GiphySdkKey");
        /// Address of GIPHY's API, or of a server that answers as it does. One in this server's network must be named in
        /// `integrations.allowed_internal_hosts`, too.
        giphy_address: String = "https://api.giphy.com"
            => check(check::web_address).api("ServiceSettings.GiphyAddress");
    }
}

impl Emoji {
    /// Whether people may search for animated pictures.
    pub fn offers_gifs(&self) -> bool {
        self.enable_gifs && !self.giphy_key.is_empty() && !self.giphy_address.is_empty()
    }
}
