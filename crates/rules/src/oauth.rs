//! Applications that act for users.

use crate::invalid::{Checked, ensure};
use crate::text::{fits, is_http_url};

pub const NAME_LEN_MAX: usize = 64;
pub const DESCRIPTION_LEN_MAX: usize = 512;
pub const ICON_URL_LEN_MAX: usize = 512;
pub const HOMEPAGE_LEN_MAX: usize = 256;
/// All addresses together.
pub const CALLBACK_URLS_LEN_MAX: usize = 1_024;

#[derive(Clone, Copy, Debug, Default)]
pub struct AppText<'a, T> {
    pub name: &'a str,
    pub callback_urls: &'a [T],
    pub homepage: &'a str,
    pub description: &'a str,
    pub icon_url: &'a str,
}

impl<T: AsRef<str>> AppText<'_, T> {
    /// # Errors
    /// `model.oauth.is_valid.<what>.app_error` for the first thing wrong.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            !self.name.is_empty() && fits(self.name, NAME_LEN_MAX),
            "model.oauth.is_valid.name.app_error",
            "An application's name has 1 to 64 characters.",
        )?;
        let total: usize = self.callback_urls.iter().map(|url| url.as_ref().len()).sum();
        ensure(
            !self.callback_urls.is_empty()
                && total <= CALLBACK_URLS_LEN_MAX
                && self.callback_urls.iter().all(|url| is_http_url(url.as_ref(), CALLBACK_URLS_LEN_MAX)),
            "model.oauth.is_valid.callback.app_error",
            "An application needs valid addresses to come back to.",
        )?;
        ensure(
            is_http_url(self.homepage, HOMEPAGE_LEN_MAX),
            "model.oauth.is_valid.homepage.app_error",
            "An application needs a homepage.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.oauth.is_valid.description.app_error",
            "An application's description has at most 512 characters.",
        )?;
        ensure(
            self.icon_url.is_empty() || is_http_url(self.icon_url, ICON_URL_LEN_MAX),
            "model.oauth.is_valid.icon_url.app_error",
            "The picture's address is not valid.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_refused_with_its_own_id() {
        let good = AppText {
            name: "App",
            callback_urls: &["https://example.test/cb"],
            homepage: "https://example.test",
            ..Default::default()
        };
        assert_eq!(good.must_be_valid(), Ok(()));
        let part = |app: AppText<'_, &str>| {
            let id = app.must_be_valid().expect_err("invalid").id;
            id.trim_start_matches("model.oauth.is_valid.")
        };
        assert_eq!(part(AppText { name: "", ..good }), "name.app_error");
        assert_eq!(part(AppText { callback_urls: &[], ..good }), "callback.app_error");
        assert_eq!(part(AppText { callback_urls: &["nope"], ..good }), "callback.app_error");
        assert_eq!(part(AppText { homepage: "nope", ..good }), "homepage.app_error");
        assert_eq!(part(AppText { icon_url: "nope", ..good }), "icon_url.app_error");
        assert_eq!(part(AppText { description: &"d".repeat(513), ..good }), "description.app_error");
    }
}
