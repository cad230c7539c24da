//! Posts: text, props, files, kind, priority.

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::fits;

/// A column of 65,535 bytes at four bytes a character; clients are told this number.
pub const MESSAGE_LEN_MAX: usize = 16_383;
pub const PROPS_LEN_MAX: usize = 800_000;
pub const HASHTAGS_LEN_MAX: usize = 1_000;
pub const FILES_MAX: usize = 10;
pub const TYPE_LEN_MAX: usize = 26;

/// Prefix of kinds that integrations make up; they are stored and sent as they are.
const CUSTOM_PREFIX: &str = "custom_";
const SYSTEM_PREFIX: &str = "system_";

/// Every kind of post the server knows. Ordinary posts have the empty one.
const TYPES: &[&str] = &[
    "",
    "slack_attachment",
    "me",
    "reminder",
    "add_bot_teams_channels",
    "system_generic",
    "system_join_leave",
    "system_join_channel",
    "system_guest_join_channel",
    "system_leave_channel",
    "system_join_team",
    "system_leave_team",
    "system_auto_responder",
    "system_autotranslation",
    "system_add_remove",
    "system_add_to_channel",
    "system_add_guest_to_chan",
    "system_remove_from_channel",
    "system_move_channel",
    "system_add_to_team",
    "system_remove_from_team",
    "system_header_change",
    "system_displayname_change",
    "system_convert_channel",
    "system_purpose_change",
    "system_channel_deleted",
    "system_channel_restored",
    "system_ephemeral",
    "system_change_chan_privacy",
    "system_wrangler",
    "system_gm_to_channel",
];

/// What of a post has limits, as it would be stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct PostText<'a> {
    pub message: &'a str,
    /// The hashtags found in the message, joined by blanks.
    pub hashtags: &'a str,
    pub kind: &'a str,
    /// Encoded as JSON; empty for no props.
    pub props: &'a str,
    pub file_count: usize,
}

impl PostText<'_> {
    /// An empty message without files is valid: attachments live in the props, and the reference
    /// stores wholly empty posts, too.
    ///
    /// # Errors
    /// `model.post.is_valid.<what>.app_error`: `message_length`, `hashtags`, `type`, `file_ids`, `props`.
    pub fn must_be_valid(&self) -> Checked {
        must_fit_message(self.message)?;
        ensure(
            fits(self.hashtags, HASHTAGS_LEN_MAX),
            "model.post.is_valid.hashtags.app_error",
            "The hashtags have more than 1,000 characters together.",
        )?;
        must_be_known_type(self.kind)?;
        must_fit_files(self.file_count)?;
        ensure(fits(self.props, PROPS_LEN_MAX), "model.post.is_valid.props.app_error", "The post's props are too long.")
    }
}

/// # Errors
/// `model.post.is_valid.message_length.app_error` beyond [`MESSAGE_LEN_MAX`] characters.
pub fn must_fit_message(message: &str) -> Checked {
    ensure(
        fits(message, MESSAGE_LEN_MAX),
        "model.post.is_valid.message_length.app_error",
        "The message is too long: 16,383 characters at most.",
    )
}

/// # Errors
/// `model.post.is_valid.file_ids.app_error` beyond [`FILES_MAX`].
pub fn must_fit_files(count: usize) -> Checked {
    ensure(count <= FILES_MAX, "model.post.is_valid.file_ids.app_error", "A post has at most 10 files.")
}

/// # Errors
/// `model.post.is_valid.type.app_error` for kinds that [`is_known_type`] does not know.
pub fn must_be_known_type(kind: &str) -> Checked {
    ensure(is_known_type(kind), "model.post.is_valid.type.app_error", "There is no such kind of post.")
}

/// Whether the server knows this kind, or an integration may have made it up.
pub fn is_known_type(kind: &str) -> bool {
    kind.is_empty() || kind.len() <= TYPE_LEN_MAX && (kind.starts_with(CUSTOM_PREFIX) || TYPES.contains(&kind))
}

/// Whether the server wrote it, not a person.
pub fn is_system_type(kind: &str) -> bool {
    kind.starts_with(SYSTEM_PREFIX)
}

/// Only the server speaks as the server.
///
/// # Errors
/// `api.context.invalid_param.app_error` for `system_*`.
pub fn must_not_be_system_type(kind: &str) -> Checked {
    ensure(
        !is_system_type(kind),
        "api.context.invalid_param.app_error",
        "Posts of this kind are written by the server only.",
    )
}

/// The label a post may carry; replies carry none.
///
/// # Errors
/// `api.context.invalid_body_param.app_error` for an unknown label,
/// `api.post.post_priority.priority_post_only_allowed_for_root_post.request_error` on a reply.
pub fn must_be_priority(priority: &str, root_id: &str) -> Checked {
    if !matches!(priority, "" | "important" | "urgent") {
        return Err(Invalid::body("priority"));
    }
    ensure(
        root_id.is_empty(),
        "api.post.post_priority.priority_post_only_allowed_for_root_post.request_error",
        "Only posts that start a thread can have a priority.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(post: PostText) -> &'static str {
        post.must_be_valid().expect_err("invalid").id
    }

    #[test]
    fn limits_are_inclusive_and_count_characters() {
        let good = PostText::default();
        assert_eq!(good.must_be_valid(), Ok(()));
        let longest = "ż".repeat(MESSAGE_LEN_MAX);
        assert_eq!(PostText { message: &longest, file_count: 10, ..good }.must_be_valid(), Ok(()));
        let message = format!("{longest}m");
        assert_eq!(id(PostText { message: &message, ..good }), "model.post.is_valid.message_length.app_error");
        assert_eq!(id(PostText { hashtags: &message, ..good }), "model.post.is_valid.hashtags.app_error");
        assert_eq!(id(PostText { file_count: 11, ..good }), "model.post.is_valid.file_ids.app_error");
        let props = "x".repeat(PROPS_LEN_MAX + 1);
        assert_eq!(id(PostText { props: &props, ..good }), "model.post.is_valid.props.app_error");
        assert_eq!(id(PostText { kind: "zzz", ..good }), "model.post.is_valid.type.app_error");
    }

    #[test]
    fn kinds() {
        for kind in ["", "me", "custom_thing", "slack_attachment", "system_join_channel"] {
            assert!(is_known_type(kind), "{kind}");
        }
        assert!(!is_known_type("burn_on_read"), "posts that vanish are not built");
        assert!(!is_known_type("system_nonsense") && !is_known_type("custom_thing_that_is_too_long"));
        assert!(TYPES.iter().all(|kind| kind.len() <= TYPE_LEN_MAX));
        let refused = must_not_be_system_type("system_join_channel").expect_err("refused");
        assert_eq!(refused.id, "api.context.invalid_param.app_error");
    }

    #[test]
    fn priorities_are_for_posts_that_start_a_thread() {
        assert_eq!(must_be_priority("urgent", ""), Ok(()));
        assert!(must_be_priority("shouting", "").is_err());
        let refused = must_be_priority("urgent", "yyyyyyyyyyyyyyyyyyyyyyyyyy").expect_err("refused");
        assert!(refused.id.starts_with("api.post.post_priority.priority_post_only_allowed_for_root_post"));
    }
}
