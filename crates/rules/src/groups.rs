//! Custom groups of people, mentioned by name.

use crate::invalid::{Checked, ensure};
use crate::text::{fits, is_lower_name};

pub const NAME_LEN_MAX: usize = 64;
pub const DISPLAY_NAME_LEN_MAX: usize = 128;
pub const DESCRIPTION_LEN_MAX: usize = 1_024;
pub const REMOTE_ID_LEN_MAX: usize = 48;

#[derive(Clone, Copy, Debug, Default)]
pub struct GroupText<'a> {
    /// As in a mention; a username's rules.
    pub name: &'a str,
    pub display_name: &'a str,
    pub description: &'a str,
    /// `ldap`, `custom` or `plugin_<id>`.
    pub source: &'a str,
}

impl GroupText<'_> {
    /// # Errors
    /// `model.group.<what>.app_error`: `name.invalid_length`, `name.invalid_chars`, `display_name`,
    /// `description`, `source`.
    pub fn must_be_valid(&self) -> Checked {
        ensure(
            (1..=NAME_LEN_MAX).contains(&self.name.len()),
            "model.group.name.invalid_length.app_error",
            "A group's name has 1 to 64 characters.",
        )?;
        ensure(
            is_lower_name(self.name, b".-_"),
            "model.group.name.invalid_chars.app_error",
            "A group's name has lower-case letters, digits, dots, dashes and underscores.",
        )?;
        ensure(
            !self.display_name.is_empty() && fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.group.display_name.app_error",
            "A group's display name has 1 to 128 characters.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.group.description.app_error",
            "A group's description has at most 1,024 characters.",
        )?;
        ensure(
            matches!(self.source, "ldap" | "custom") || self.source.starts_with("plugin_"),
            "model.group.source.app_error",
            "A group comes from ldap, a plugin, or is custom.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_refused_with_its_own_id() {
        let good = GroupText { name: "dev.ops", display_name: "Dev Ops", description: "", source: "custom" };
        assert_eq!(good.must_be_valid(), Ok(()));
        let id = |group: GroupText| group.must_be_valid().expect_err("invalid").id;
        assert_eq!(id(GroupText { name: "", ..good }), "model.group.name.invalid_length.app_error");
        assert_eq!(id(GroupText { name: "Dev Ops", ..good }), "model.group.name.invalid_chars.app_error");
        assert_eq!(id(GroupText { display_name: "", ..good }), "model.group.display_name.app_error");
        assert_eq!(id(GroupText { source: "", ..good }), "model.group.source.app_error");
        assert_eq!(id(GroupText { description: &"d".repeat(1_025), ..good }), "model.group.description.app_error");
    }
}
