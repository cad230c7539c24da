//! Webhooks, incoming and outgoing.

use crate::invalid::{Checked, ensure};
use crate::text::{fits, is_http_url};

pub const DISPLAY_NAME_LEN_MAX: usize = 64;
pub const DESCRIPTION_LEN_MAX: usize = 500;
pub const USERNAME_LEN_MAX: usize = 64;
pub const ICON_URL_LEN_MAX: usize = 1_024;
/// All addresses of an outgoing webhook together, encoded as they are stored.
pub const CALLBACK_URLS_LEN_MAX: usize = 1_024;
pub const TRIGGER_WORDS_LEN_MAX: usize = 1_024;
pub const CONTENT_TYPE_LEN_MAX: usize = 128;

#[derive(Clone, Copy, Debug, Default)]
pub struct IncomingHook<'a> {
    pub display_name: &'a str,
    pub description: &'a str,
    pub username: &'a str,
    pub icon_url: &'a str,
}

impl IncomingHook<'_> {
    /// # Errors
    /// `model.incoming_hook.<field>.app_error` for the first field that is too long.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.incoming_hook.display_name.app_error",
            "A webhook's name has at most 64 characters.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.incoming_hook.description.app_error",
            "A webhook's description has at most 500 characters.",
        )?;
        ensure(
            fits(self.username, USERNAME_LEN_MAX),
            "model.incoming_hook.username.app_error",
            "A webhook's username has at most 64 characters.",
        )?;
        ensure(
            self.icon_url.len() <= ICON_URL_LEN_MAX,
            "model.incoming_hook.icon_url.app_error",
            "The picture's address has at most 1,024 characters.",
        )
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct OutgoingHook<'a, T> {
    /// Empty when it listens to words in all public channels.
    pub channel_id: &'a str,
    pub trigger_words: &'a [T],
    pub callback_urls: &'a [T],
    pub trigger_when: i64,
    pub display_name: &'a str,
    pub description: &'a str,
    pub content_type: &'a str,
    pub username: &'a str,
    pub icon_url: &'a str,
}

impl<T: AsRef<str>> OutgoingHook<'_, T> {
    /// # Errors
    /// `api.webhook.create_outgoing.triggers.app_error` without channel and words, otherwise
    /// `model.outgoing_hook.is_valid.<what>.app_error` for the first thing wrong.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            !self.channel_id.is_empty() || !self.trigger_words.is_empty(),
            "api.webhook.create_outgoing.triggers.app_error",
            "A webhook needs a channel or words to listen to.",
        )?;
        ensure(
            self.trigger_words.iter().all(|word| !word.as_ref().is_empty()),
            "model.outgoing_hook.is_valid.trigger_words.app_error",
            "A word to listen to must not be empty.",
        )?;
        ensure(
            stored_len(self.trigger_words) <= TRIGGER_WORDS_LEN_MAX,
            "model.outgoing_hook.is_valid.words.app_error",
            "There are too many words to listen to.",
        )?;
        ensure(
            !self.callback_urls.is_empty() && stored_len(self.callback_urls) <= CALLBACK_URLS_LEN_MAX,
            "model.outgoing_hook.is_valid.callback.app_error",
            "A webhook needs addresses to call, with at most 1,024 characters together.",
        )?;
        ensure(
            self.callback_urls.iter().all(|url| is_http_url(url.as_ref(), CALLBACK_URLS_LEN_MAX)),
            "model.outgoing_hook.is_valid.url.app_error",
            "An address to call is not valid.",
        )?;
        ensure(
            matches!(self.trigger_when, 0 | 1),
            "model.outgoing_hook.is_valid.trigger_when.app_error",
            "A webhook listens to exact first words (0) or to how they start (1).",
        )?;
        self.texts_must_fit()
    }

    fn texts_must_fit(&self) -> Checked {
        ensure(
            fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.outgoing_hook.is_valid.display_name.app_error",
            "A webhook's name has at most 64 characters.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.outgoing_hook.is_valid.description.app_error",
            "A webhook's description has at most 500 characters.",
        )?;
        ensure(
            self.content_type.len() <= CONTENT_TYPE_LEN_MAX,
            "model.outgoing_hook.is_valid.content_type.app_error",
            "The content type is too long.",
        )?;
        ensure(
            fits(self.username, USERNAME_LEN_MAX),
            "model.outgoing_hook.username.app_error",
            "A webhook's username has at most 64 characters.",
        )?;
        ensure(
            self.icon_url.len() <= ICON_URL_LEN_MAX,
            "model.outgoing_hook.icon_url.app_error",
            "The picture's address has at most 1,024 characters.",
        )
    }
}

/// Length of the list as JSON: brackets, and quotes and a comma for each.
fn stored_len<T: AsRef<str>>(list: &[T]) -> usize {
    1 + list.iter().map(|text| text.as_ref().len() + 3).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incoming_webhooks_have_bounded_texts() {
        let good = IncomingHook { display_name: "News", ..Default::default() };
        assert_eq!(good.must_be_valid(), Ok(()));
        let long = "d".repeat(501);
        let id = |hook: IncomingHook| hook.must_be_valid().expect_err("invalid").id;
        assert_eq!(id(IncomingHook { display_name: &long, ..good }), "model.incoming_hook.display_name.app_error");
        assert_eq!(id(IncomingHook { description: &long, ..good }), "model.incoming_hook.description.app_error");
        assert_eq!(id(IncomingHook { username: &long, ..good }), "model.incoming_hook.username.app_error");
    }

    #[test]
    fn outgoing_webhooks_are_refused_as_recorded() {
        let good = OutgoingHook {
            channel_id: "yyyyyyyyyyyyyyyyyyyyyyyyyy",
            trigger_words: &["alert"],
            callback_urls: &["http://127.0.0.1:9/out"],
            display_name: "Out",
            ..Default::default()
        };
        assert_eq!(good.must_be_valid(), Ok(()));
        let id = |hook: OutgoingHook<'_, &str>| hook.must_be_valid().expect_err("invalid").id;
        let part = |hook| id(hook).trim_start_matches("model.outgoing_hook.is_valid.");
        assert_eq!(part(OutgoingHook { callback_urls: &[], ..good }), "callback.app_error");
        assert_eq!(part(OutgoingHook { callback_urls: &["ftp:nope"], ..good }), "url.app_error");
        assert_eq!(part(OutgoingHook { trigger_words: &[""], ..good }), "trigger_words.app_error");
        assert_eq!(part(OutgoingHook { trigger_when: 2, ..good }), "trigger_when.app_error");
        let deaf = OutgoingHook { channel_id: "", trigger_words: &[], ..good };
        assert_eq!(id(deaf), "api.webhook.create_outgoing.triggers.app_error");
        assert_eq!(OutgoingHook { trigger_words: &[], ..good }.must_be_valid(), Ok(()));
    }
}
