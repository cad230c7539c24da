//! Personal access tokens.

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::fits;

pub const DESCRIPTION_LEN_MAX: usize = 255;

/// # Errors
/// `api.context.invalid_body_param.app_error` without a description,
/// `model.user_access_token.is_valid.description.app_error` for one that is too long.
pub fn must_be_description(description: &str) -> Checked {
    if description.is_empty() {
        return Err(Invalid::body("description"));
    }
    ensure(
        fits(description, DESCRIPTION_LEN_MAX),
        "model.user_access_token.is_valid.description.app_error",
        "A token's description has at most 255 characters.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_says_what_it_is_for() {
        assert_eq!(must_be_description("for the bot"), Ok(()));
        let id = |text: &str| must_be_description(text).expect_err("refused").id;
        assert_eq!(id(""), "api.context.invalid_body_param.app_error");
        assert_eq!(id(&"d".repeat(256)), "model.user_access_token.is_valid.description.app_error");
    }
}
