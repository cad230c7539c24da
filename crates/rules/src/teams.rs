//! Teams.

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::{fits, is_lower_name};
use crate::users::is_email;

pub const NAME_LEN_MIN: usize = 2;
pub const NAME_LEN_MAX: usize = 64;
pub const DISPLAY_NAME_LEN_MAX: usize = 64;
pub const DESCRIPTION_LEN_MAX: usize = 255;
pub const COMPANY_NAME_LEN_MAX: usize = 64;
pub const ALLOWED_DOMAINS_LEN_MAX: usize = 500;
pub const EMAIL_LEN_MAX: usize = 128;

/// First path segments of the web client and the server; a team's address must not start like one.
const RESERVED_STARTS: &[&str] = &[
    "admin",
    "api",
    "channel",
    "claim",
    "error",
    "files",
    "help",
    "landing",
    "login",
    "mfa",
    "oauth",
    "plug",
    "plugins",
    "post",
    "signup",
    "boards",
    "playbooks",
];

/// The texts of a team, as they would be stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct TeamText<'a> {
    pub name: &'a str,
    pub display_name: &'a str,
    pub description: &'a str,
    /// `O` (open) or `I` (by invitation).
    pub kind: &'a str,
    pub email: &'a str,
    pub company_name: &'a str,
    pub allowed_domains: &'a str,
}

impl TeamText<'_> {
    /// # Errors
    /// `model.team.is_valid.<what>.app_error` for the first thing wrong; a missing display name is
    /// `name`, a missing name `characters`.
    pub fn must_be_valid(&self) -> Checked {
        let email = self.email.is_empty() || self.email.len() <= EMAIL_LEN_MAX && is_email(self.email);
        ensure(email, "model.team.is_valid.email.app_error", "This is no valid email address.")?;
        ensure(
            !self.display_name.is_empty() && fits(self.display_name, DISPLAY_NAME_LEN_MAX),
            "model.team.is_valid.name.app_error",
            "A team's name has 1 to 64 characters.",
        )?;
        ensure(
            self.name.len() <= NAME_LEN_MAX,
            "model.team.is_valid.url.app_error",
            "A team's address has at most 64 characters.",
        )?;
        ensure(
            fits(self.description, DESCRIPTION_LEN_MAX),
            "model.team.is_valid.description.app_error",
            "A team's description has at most 255 characters.",
        )?;
        must_be_name(self.name)?;
        ensure(
            matches!(self.kind, "O" | "I"),
            "model.team.is_valid.type.app_error",
            "A team is open (O) or by invitation (I).",
        )?;
        ensure(
            fits(self.company_name, COMPANY_NAME_LEN_MAX),
            "model.team.is_valid.company.app_error",
            "A company's name has at most 64 characters.",
        )?;
        ensure(
            self.allowed_domains.len() <= ALLOWED_DOMAINS_LEN_MAX,
            "model.team.is_valid.domains.app_error",
            "The list of domains has at most 500 characters.",
        )
    }
}

fn must_be_name(name: &str) -> Checked {
    ensure(
        !is_reserved(name),
        "model.team.is_valid.reserved.app_error",
        "This address starts with a word the server needs for itself.",
    )?;
    ensure(
        is_name(name),
        "model.team.is_valid.characters.app_error",
        "A team's address has at least two of a-z, 0-9 and dashes, with a letter or digit at both ends.",
    )
}

pub fn is_reserved(name: &str) -> bool {
    RESERVED_STARTS.iter().any(|start| name.starts_with(start))
}

/// 2..64 letters, digits and inner dashes; or two runs of letters and digits joined by `__`.
pub fn is_name(name: &str) -> bool {
    let plain = |text: &str| !text.is_empty() && is_lower_name(text, b"");
    let ends = |text: &str| !text.starts_with('-') && !text.ends_with('-');
    (NAME_LEN_MIN..=NAME_LEN_MAX).contains(&name.len())
        && match name.split_once("__") {
            Some((left, right)) => plain(left) && plain(right),
            None => is_lower_name(name, b"-") && ends(name),
        }
}

/// # Errors
/// `api.context.invalid_body_param.app_error` unless `O` or `I`.
pub fn must_be_privacy(privacy: &str) -> Checked {
    if matches!(privacy, "O" | "I") { Ok(()) } else { Err(Invalid::body("privacy")) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    const GOOD: TeamText = TeamText {
        name: "crew-1",
        display_name: "The Crew",
        description: "",
        kind: "O",
        email: "ann@example.test",
        company_name: "",
        allowed_domains: "",
    };

    fn id(team: TeamText) -> &'static str {
        team.must_be_valid().expect_err("invalid").id
    }

    #[test]
    fn a_plain_team_is_valid() {
        assert_eq!(GOOD.must_be_valid(), Ok(()));
        assert_eq!(TeamText { email: "", kind: "I", ..GOOD }.must_be_valid(), Ok(()));
    }

    #[test]
    fn each_field_is_refused_with_its_own_id() {
        let long = "d".repeat(501);
        for name in ["", "a", "Bad Name", "-ab", "ab-", "a_b"] {
            assert_eq!(id(TeamText { name, ..GOOD }), "model.team.is_valid.characters.app_error", "{name}");
        }
        for name in ["signup", "apifans", "channel-x", "post"] {
            assert_eq!(id(TeamText { name, ..GOOD }), "model.team.is_valid.reserved.app_error", "{name}");
        }
        assert_eq!(id(TeamText { name: &long, ..GOOD }), "model.team.is_valid.url.app_error");
        assert_eq!(id(TeamText { kind: "X", ..GOOD }), "model.team.is_valid.type.app_error");
        assert_eq!(id(TeamText { display_name: "", ..GOOD }), "model.team.is_valid.name.app_error");
        assert_eq!(id(TeamText { display_name: &long, ..GOOD }), "model.team.is_valid.name.app_error");
        assert_eq!(id(TeamText { description: &long, ..GOOD }), "model.team.is_valid.description.app_error");
        assert_eq!(id(TeamText { email: "x", ..GOOD }), "model.team.is_valid.email.app_error");
        assert_eq!(id(TeamText { company_name: &long, ..GOOD }), "model.team.is_valid.company.app_error");
        assert_eq!(id(TeamText { allowed_domains: &long, ..GOOD }), "model.team.is_valid.domains.app_error");
    }

    proptest! {
        #[test]
        fn names_are_those_of_the_pattern(name in "[ab0_\\-A]{0,7}") {
            let pattern = Regex::new(r"^[a-z0-9]+([a-z\-0-9]+|(__)?)[a-z0-9]+$").expect("compiles");
            prop_assert_eq!(is_name(&name), pattern.is_match(&name));
        }
    }
}
