//! Bots.

use crate::invalid::{Checked, ensure};
use crate::text::fits;
use crate::users::is_username;

pub const DISPLAY_NAME_LEN_MAX: usize = 64;
pub const DESCRIPTION_LEN_MAX: usize = 1_024;

#[derive(Clone, Copy, Debug, Default)]
pub struct BotText<'a> {
    pub username: &'a str,
    pub display_name: &'a str,
    pub description: &'a str,
}

impl BotText<'_> {
    /// # Errors
    /// `model.bot.is_valid.<what>.app_error`: `username`, `description`; a display name that is too
    /// long is the account's first name and refused as such.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            is_username(self.username),
            "model.bot.is_valid.username.app_error",
            "A bot's username has 1 to 64 lower-case letters, digits, dots, dashes and underscores.",
        )?;
        ensure(
            fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.user.is_valid.first_name.app_error",
            "A bot's name has at most 64 characters.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.bot.is_valid.description.app_error",
            "A bot's description has at most 1,024 characters.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_needs_a_username() {
        assert_eq!(BotText { username: "helper", ..Default::default() }.must_be_valid(), Ok(()));
        for username in ["", "bad name"] {
            let refused = BotText { username, ..Default::default() }.must_be_valid().expect_err("refused");
            assert_eq!(refused.id, "model.bot.is_valid.username.app_error");
        }
        let description = "d".repeat(1_025);
        let refused = BotText { username: "helper", description: &description, ..Default::default() }.must_be_valid();
        assert_eq!(refused.expect_err("refused").id, "model.bot.is_valid.description.app_error");
    }
}
