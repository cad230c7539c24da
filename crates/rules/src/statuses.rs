//! Statuses: away or not, until when, and in one's own words.

use base::Millis;

use crate::emoji;
use crate::invalid::{Checked, Invalid};

pub const CUSTOM_TEXT_LEN_MAX: usize = 100;
/// Custom statuses a user can pick again.
pub const CUSTOM_RECENT_MAX: usize = 5;

const DURATIONS: &[&str] =
    &["", "thirty_minutes", "one_hour", "four_hours", "today", "this_week", "date_and_time", "custom_date_time"];

/// # Errors
/// `api.context.invalid_body_param.app_error` unless one of those a user may choose.
pub fn must_be_status(status: &str) -> Checked {
    if matches!(status, "online" | "away" | "dnd" | "offline") { Ok(()) } else { Err(Invalid::body("status")) }
}

/// The end of "do not disturb", in seconds, cut to the minute at which it is looked for.
pub fn dnd_end_seconds(requested_seconds: i64) -> i64 {
    requested_seconds.max(0) / 60 * 60
}

#[derive(Clone, Copy, Debug, Default)]
pub struct CustomStatus<'a> {
    /// A name, with or without the colons that stand around it in a text.
    pub emoji: &'a str,
    pub text: &'a str,
    /// How the user chose the end; empty for never.
    pub duration: &'a str,
    /// Counts only with a duration.
    pub expires_at: Option<Millis>,
}

impl CustomStatus<'_> {
    /// # Errors
    /// `api.context.invalid_body_param.app_error` when it is empty, over already, or of unknown duration.
    pub fn must_be_valid(&self, now: Millis) -> Checked {
        let shown = !self.text.is_empty() || !self.emoji.is_empty();
        let drawn = self.emoji.is_empty() || emoji::is_name(without_colons(self.emoji));
        let lasting = self.duration.is_empty() || self.expires_at.is_some_and(|end| end >= now);
        if shown && drawn && lasting && DURATIONS.contains(&self.duration) {
            return Ok(());
        }
        Err(Invalid::body("custom_status"))
    }
}

/// `coffee` for `:coffee:`; all else is itself.
pub fn without_colons(emoji: &str) -> &str {
    emoji.strip_prefix(':').and_then(|rest| rest.strip_suffix(':')).unwrap_or(emoji)
}

/// What is kept of a longer text: its first 100 characters.
pub fn clip_custom_text(text: &str) -> &str {
    text.char_indices().nth(CUSTOM_TEXT_LEN_MAX).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_700_000_000_000;

    #[test]
    fn statuses_a_user_may_choose() {
        assert_eq!(must_be_status("dnd"), Ok(()));
        assert!(must_be_status("sleeping").is_err() && must_be_status("").is_err());
    }

    #[test]
    fn the_end_of_dnd_is_a_whole_minute() {
        assert_eq!(dnd_end_seconds(3_900_000_059), 3_900_000_000);
        assert_eq!(dnd_end_seconds(0), 0);
        assert_eq!(dnd_end_seconds(-61), 0);
    }

    #[test]
    fn a_custom_status_says_something_and_is_not_over() {
        let good = CustomStatus { emoji: "coffee", text: "break", ..Default::default() };
        assert_eq!(good.must_be_valid(NOW), Ok(()));
        let timed = CustomStatus { duration: "thirty_minutes", expires_at: Some(NOW), ..good };
        assert_eq!(timed.must_be_valid(NOW), Ok(()));
        assert_eq!(CustomStatus { emoji: ":coffee:", ..good }.must_be_valid(NOW), Ok(()));
        for bad in [
            CustomStatus::default(),
            CustomStatus { duration: "date_and_time", expires_at: Some(NOW - 1), ..good },
            CustomStatus { duration: "today", ..good },
            CustomStatus { duration: "some_day", expires_at: Some(NOW + 1), ..good },
            CustomStatus { emoji: ":coffee", ..good },
            CustomStatus { emoji: "::", ..good },
            CustomStatus { emoji: "two words", ..good },
        ] {
            assert!(bad.must_be_valid(NOW).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn long_texts_are_clipped_between_characters() {
        assert_eq!(clip_custom_text("ż"), "ż");
        assert_eq!(clip_custom_text(&"ż".repeat(101)), "ż".repeat(100));
    }
}
