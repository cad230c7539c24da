//! Slash commands that call another server.

use crate::invalid::{Checked, ensure};
use crate::text::{fits, is_http_url};

pub const TRIGGER_LEN_MAX: usize = 128;
pub const DISPLAY_NAME_LEN_MAX: usize = 64;
pub const DESCRIPTION_LEN_MAX: usize = 128;
pub const URL_LEN_MAX: usize = 1_024;

#[derive(Clone, Copy, Debug, Default)]
pub struct CommandText<'a> {
    /// The word after the slash.
    pub trigger: &'a str,
    /// `P` (post) or `G` (get).
    pub method: &'a str,
    pub url: &'a str,
    pub display_name: &'a str,
    pub description: &'a str,
}

impl CommandText<'_> {
    /// # Errors
    /// `model.command.is_valid.<field>.app_error` for the first field that is wrong.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            is_trigger(self.trigger),
            "model.command.is_valid.trigger.app_error",
            "A command's word has 1 to 128 characters, no slash at the start and no blanks.",
        )?;
        ensure(
            is_http_url(self.url, URL_LEN_MAX),
            "model.command.is_valid.url.app_error",
            "A command needs a valid address.",
        )?;
        ensure(
            matches!(self.method, "P" | "G"),
            "model.command.is_valid.method.app_error",
            "A command's method is P (post) or G (get).",
        )?;
        ensure(
            fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.command.is_valid.display_name.app_error",
            "A command's name has at most 64 characters.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.command.is_valid.description.app_error",
            "A command's description has at most 128 characters.",
        )
    }
}

fn is_trigger(trigger: &str) -> bool {
    !trigger.is_empty()
        && trigger.len() <= TRIGGER_LEN_MAX
        && !trigger.starts_with('/')
        && !trigger.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_refused_with_its_own_id() {
        let good = CommandText {
            trigger: "deploy",
            method: "P",
            url: "http://127.0.0.1:9/cmd",
            display_name: "Deploy",
            description: "ships it",
        };
        assert_eq!(good.must_be_valid(), Ok(()));
        let id = |command: CommandText| command.must_be_valid().expect_err("invalid").id;
        let long = "d".repeat(129);
        for trigger in ["", "/dep", "de ploy", &long] {
            assert_eq!(id(CommandText { trigger, ..good }), "model.command.is_valid.trigger.app_error", "{trigger}");
        }
        assert_eq!(id(CommandText { url: "", ..good }), "model.command.is_valid.url.app_error");
        assert_eq!(id(CommandText { method: "X", ..good }), "model.command.is_valid.method.app_error");
        assert_eq!(id(CommandText { display_name: &long, ..good }), "model.command.is_valid.display_name.app_error");
        assert_eq!(id(CommandText { description: &long, ..good }), "model.command.is_valid.description.app_error");
    }
}
