//! Schemes: sets of roles for a team or a channel.

use crate::invalid::{Checked, ensure};
use crate::text::{fits, is_lower_name};

pub const NAME_LEN_MIN: usize = 2;
pub const NAME_LEN_MAX: usize = 64;
pub const DISPLAY_NAME_LEN_MAX: usize = 128;
pub const DESCRIPTION_LEN_MAX: usize = 1_024;

#[derive(Clone, Copy, Debug, Default)]
pub struct SchemeText<'a> {
    pub name: &'a str,
    pub display_name: &'a str,
    pub description: &'a str,
    /// `team`, `channel`, `playbook` or `run`.
    pub scope: &'a str,
}

impl SchemeText<'_> {
    /// # Errors
    /// `app.scheme.save.invalid_scheme.app_error`, whatever is wrong.
    pub fn must_be_valid(&self) -> Checked {
        let named = (NAME_LEN_MIN..=NAME_LEN_MAX).contains(&self.name.len()) && is_lower_name(self.name, b"_");
        let shown = !self.display_name.is_empty() && fits(self.display_name, DISPLAY_NAME_LEN_MAX);
        let scoped = matches!(self.scope, "team" | "channel" | "playbook" | "run");
        ensure(
            named && shown && scoped && fits(self.description, DESCRIPTION_LEN_MAX),
            "app.scheme.save.invalid_scheme.app_error",
            "The scheme is not valid.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_has_a_name_and_a_scope() {
        let good = SchemeText { name: "quiet", display_name: "Quiet", description: "", scope: "team" };
        assert_eq!(good.must_be_valid(), Ok(()));
        assert!(SchemeText { name: "q", ..good }.must_be_valid().is_err());
        assert!(SchemeText { name: "Quiet", ..good }.must_be_valid().is_err());
        assert!(SchemeText { display_name: "", ..good }.must_be_valid().is_err());
        assert!(SchemeText { scope: "system", ..good }.must_be_valid().is_err());
    }
}
