//! Emoji and animated pictures.

use crate::field::section;

section! {
    /// Emoji and animated pictures.
    Emoji in emoji {
        /// Lets people add emoji.
        enable_custom: bool = true => api("ServiceSettings.EnableCustomEmoji").anyone("EnableCustomEmoji");
        /// Shows the emoji picker.
        enable_picker: bool = true => api("ServiceSettings.EnableEmojiPicker").member("EnableEmojiPicker");
        /// Shows animated pictures of GIPHY in it.
        enable_gifs: bool = true => api("ServiceSettings.EnableGifPicker").member("EnableGifPicker");
        /// Key for GIPHY. Signed-in clients receive it.
        giphy_key: String = "" => api("ServiceSettings.GiphySdkKey").member("GiphySdkKey");
    }
}
