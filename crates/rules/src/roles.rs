//! Role names, alone and in the lists that members carry.

use crate::invalid::{Checked, Invalid};
use crate::text::{fits, is_lower_name};

pub const NAME_LEN_MAX: usize = 64;
pub const DISPLAY_NAME_LEN_MAX: usize = 128;
pub const DESCRIPTION_LEN_MAX: usize = 1_024;
/// Names in one request for definitions.
pub const NAMES_PER_REQUEST_MAX: usize = 100;

pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= NAME_LEN_MAX && is_lower_name(name, b"_")
}

/// A list separated by blanks, as in a user's or member's `roles`. Whether the roles exist is another
/// question, with another answer.
///
/// # Errors
/// `api.context.invalid_body_param.app_error` when a word of it cannot be a role's name.
pub fn must_be_names(roles: &str) -> Checked {
    if roles.split_ascii_whitespace().all(is_name) { Ok(()) } else { Err(Invalid::body("roles")) }
}

/// # Errors
/// `app.role.save.invalid_role.app_error` for a name, display name or description that does not fit.
pub fn must_be_valid(name: &str, display_name: &str, description: &str) -> Checked {
    let valid = is_name(name) && fits(display_name, DISPLAY_NAME_LEN_MAX) && fits(description, DESCRIPTION_LEN_MAX);
    if valid { Ok(()) } else { Err(Invalid::new("app.role.save.invalid_role.app_error", "The role is not valid.")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names() {
        assert_eq!(must_be_names("system_user  system_post_all"), Ok(()));
        assert_eq!(must_be_names(""), Ok(()));
        assert!(must_be_names("UPPER CASE!").is_err() && must_be_names(&"r".repeat(65)).is_err());
    }

    #[test]
    fn a_role_has_bounded_texts() {
        assert_eq!(must_be_valid("x8fj3", "Quiet", ""), Ok(()));
        assert!(must_be_valid("", "Quiet", "").is_err());
        assert!(must_be_valid("x8fj3", &"d".repeat(129), "").is_err());
    }
}
