//! Drafts, and drafts with a time to send them.

use base::Millis;

use crate::invalid::{Checked, Invalid, ensure};
use crate::posts;
use crate::text::{fits, looks_like_id};

/// How long ago the time of a scheduled post may be when it arrives: clocks and networks differ.
pub const SCHEDULE_TOLERANCE_MS: Millis = 5_000;

/// Characters of the list of files as JSON: room for ten ids.
pub const FILE_IDS_LEN_MAX: usize = 300;

/// Characters of a list of names as JSON, as far as nothing has to be escaped.
fn encoded_len(names: &[String]) -> usize {
    let quoted = |name: &String| name.chars().count() + 3;
    1 + names.iter().map(quoted).sum::<usize>()
}

#[derive(Clone, Copy, Debug, Default)]
pub struct DraftText<'a> {
    pub message: &'a str,
    /// Empty outside of threads.
    pub root_id: &'a str,
    /// Encoded as JSON; empty for no props.
    pub props: &'a str,
    /// As the client named them.
    pub file_ids: &'a [String],
}

impl DraftText<'_> {
    /// # Errors
    /// `model.draft.is_valid.<what>.app_error`: `message_length`, `root_id`, `file_ids`, `props`.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            fits(self.message, posts::MESSAGE_LEN_MAX),
            "model.draft.is_valid.message_length.app_error",
            "The draft is too long: 16,383 characters at most.",
        )?;
        ensure(
            self.root_id.is_empty() || looks_like_id(self.root_id),
            "model.draft.is_valid.root_id.app_error",
            "There is no such thread.",
        )?;
        ensure(
            encoded_len(self.file_ids) <= FILE_IDS_LEN_MAX,
            "model.draft.is_valid.file_ids.app_error",
            "A draft has at most 10 files.",
        )?;
        ensure(
            fits(self.props, posts::PROPS_LEN_MAX),
            "model.draft.is_valid.props.app_error",
            "The draft's props are too long.",
        )
    }

    /// As [`must_be_valid`](Self::must_be_valid), and there must be something to send, later than `now`.
    ///
    /// # Errors
    /// Also `model.scheduled_post.is_valid.empty_post.app_error` and `…scheduled_at.app_error`.
    pub fn must_be_sendable_at(&self, scheduled_at: Millis, now: Millis) -> Checked {
        self.must_be_valid()?;
        ensure(
            !self.message.is_empty() || !self.file_ids.is_empty(),
            "model.scheduled_post.is_valid.empty_post.app_error",
            "There is nothing to send.",
        )?;
        if scheduled_at >= now - SCHEDULE_TOLERANCE_MS {
            return Ok(());
        }
        Err(Invalid::new("model.scheduled_post.is_valid.scheduled_at.app_error", "This time has passed."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_draft_is_valid_but_not_sendable() {
        let empty = DraftText::default();
        assert_eq!(empty.must_be_valid(), Ok(()));
        let refused = empty.must_be_sendable_at(10_000, 10_000).expect_err("refused");
        assert_eq!(refused.id, "model.scheduled_post.is_valid.empty_post.app_error");
    }

    #[test]
    fn a_post_is_scheduled_for_the_future() {
        let draft = DraftText { message: "later", ..Default::default() };
        assert_eq!(draft.must_be_sendable_at(5_000, 10_000), Ok(()));
        let refused = draft.must_be_sendable_at(4_999, 10_000).expect_err("refused");
        assert_eq!(refused.id, "model.scheduled_post.is_valid.scheduled_at.app_error");
    }

    #[test]
    fn a_draft_has_at_most_ten_files() {
        let names = vec!["y".repeat(26); 11];
        let draft = |file_ids| DraftText { message: "with files", file_ids, ..Default::default() }.must_be_valid();
        assert_eq!(draft(&names[..10]), Ok(()));
        assert_eq!(draft(&names).expect_err("refused").id, "model.draft.is_valid.file_ids.app_error");
        assert!(draft(&["y".repeat(400)]).is_err());
    }

    #[test]
    fn a_thread_is_named_by_an_id() {
        let draft = |root_id| DraftText { message: "unfinished", root_id, ..Default::default() }.must_be_valid();
        assert_eq!(draft("yyyyyyyyyyyyyyyyyyyyyyyyyy"), Ok(()));
        assert_eq!(draft("short").expect_err("refused").id, "model.draft.is_valid.root_id.app_error");
    }
}
