//! Reactions.

use crate::emoji;
use crate::invalid::{Checked, ensure};

/// Different emoji on one post, by default and at most.
pub const EMOJI_PER_POST_DEFAULT: usize = 50;
pub const EMOJI_PER_POST_MAX: usize = 500;

/// Only the length counts here: a name with other characters names no emoji, and that is the answer.
///
/// # Errors
/// `api.reaction.save_reaction.invalid.app_error` for an empty or too long name.
pub fn must_be_emoji_name(name: &str) -> Checked {
    ensure(
        !name.is_empty() && name.len() <= emoji::NAME_LEN_MAX,
        "api.reaction.save_reaction.invalid.app_error",
        "A reaction needs the name of an emoji.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reaction_needs_a_name_of_bounded_length() {
        assert_eq!(must_be_emoji_name("bad name!"), Ok(()), "answered as an unknown emoji");
        let refused = must_be_emoji_name("").expect_err("refused");
        assert_eq!(refused.id, "api.reaction.save_reaction.invalid.app_error");
        assert!(must_be_emoji_name(&"e".repeat(65)).is_err());
    }
}
