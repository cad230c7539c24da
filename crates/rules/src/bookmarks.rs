//! Bookmarks of a channel: links and files.

use crate::invalid::{Checked, ensure};
use crate::text::{fits, is_http_url};

pub const PER_CHANNEL_MAX: usize = 50;
pub const DISPLAY_NAME_LEN_MAX: usize = 64;
pub const URL_LEN_MAX: usize = 1_024;

#[derive(Clone, Copy, Debug, Default)]
pub struct BookmarkText<'a> {
    pub display_name: &'a str,
    /// `link` or `file`.
    pub kind: &'a str,
    pub link_url: &'a str,
    pub image_url: &'a str,
    pub file_id: &'a str,
}

impl BookmarkText<'_> {
    /// # Errors
    /// `model.channel_bookmark.is_valid.<what>.app_error`; `link_file` when it is both or neither.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            !self.display_name.is_empty() && fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.channel_bookmark.is_valid.display_name.app_error",
            "A bookmark's name has 1 to 64 characters.",
        )?;
        ensure(
            matches!(self.kind, "link" | "file"),
            "model.channel_bookmark.is_valid.type.app_error",
            "A bookmark is a link or a file.",
        )?;
        let link = self.kind == "link";
        ensure(
            self.file_id.is_empty() == link && (link || self.link_url.is_empty()),
            "model.channel_bookmark.is_valid.link_file.app_error",
            "A bookmark has either a link or a file.",
        )?;
        ensure(
            !link || is_http_url(self.link_url, URL_LEN_MAX),
            "model.channel_bookmark.is_valid.link_url.missing_or_invalid.app_error",
            "A link needs a valid address.",
        )?;
        ensure(
            self.image_url.is_empty() || is_http_url(self.image_url, URL_LEN_MAX),
            "model.channel_bookmark.is_valid.image_url.app_error",
            "The picture's address is not valid.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bookmark_is_a_link_or_a_file() {
        let link =
            BookmarkText { display_name: "Docs", kind: "link", link_url: "https://a.test/docs", ..Default::default() };
        let file = BookmarkText { kind: "file", link_url: "", file_id: "yyyyyyyyyyyyyyyyyyyyyyyyyy", ..link };
        assert_eq!(link.must_be_valid(), Ok(()));
        assert_eq!(file.must_be_valid(), Ok(()));
        let id = |bookmark: BookmarkText| bookmark.must_be_valid().expect_err("invalid").id;
        let part = |id: &'static str| id.strip_prefix("model.channel_bookmark.is_valid.").expect("prefix");
        let both = BookmarkText { file_id: file.file_id, ..link };
        assert_eq!(part(id(both)), "link_file.app_error");
        assert_eq!(part(id(BookmarkText { file_id: "", ..file })), "link_file.app_error");
        assert_eq!(part(id(BookmarkText { link_url: "x", ..link })), "link_url.missing_or_invalid.app_error");
        assert_eq!(part(id(BookmarkText { kind: "", ..link })), "type.app_error");
        assert_eq!(part(id(BookmarkText { display_name: "", ..link })), "display_name.app_error");
        assert_eq!(part(id(BookmarkText { image_url: "x", ..link })), "image_url.app_error");
    }
}
