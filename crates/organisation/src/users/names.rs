//! Usernames of accounts that others name: by a provider, a directory, a program, or by nothing but an address.

use base::tokens;
use rules::users::{USERNAME_LEN_MAX, is_open_username};

/// Names that are tried for a new account.
const NAMES_MAX: u32 = 9;
/// Room for what tells somebody from another one of the same name.
const SUFFIX_LEN: usize = 8;

/// A username made of what others call somebody, or of the address: as much of it as a username may have.
pub fn of(named: &str, email: &str) -> String {
    let named = if named.trim().is_empty() { email } else { named };
    let before = named.split('@').next().unwrap_or_default().trim().to_lowercase();
    let letters: String = before
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' })
        .take(USERNAME_LEN_MAX - SUFFIX_LEN)
        .collect();
    letters.trim_matches(['-', '.', '_']).to_owned()
}

/// Names for a new account, from the wanted one on.
pub fn free(wanted: &str) -> impl Iterator<Item = String> {
    let wanted = if wanted.is_empty() { "user".to_owned() } else { wanted.to_owned() };
    let random = format!("{wanted}-{}", &tokens::secret()[20..]);
    let numbered = (2..=NAMES_MAX).map({
        let wanted = wanted.clone();
        move |number| format!("{wanted}-{number}")
    });
    std::iter::once(wanted).chain(numbered).chain([random]).filter(|name| is_open_username(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usernames_are_what_can_be_one() {
        for (named, email, made) in [
            ("Ann", "", "ann"),
            ("ann@corp.test", "", "ann"),
            ("", "bob.b@x.test", "bob.b"),
            ("ann lee", "", "ann-lee"),
            ("änn", "", "nn"),
            ("../..", "", ""),
            ("名前", "", ""),
        ] {
            assert_eq!(of(named, email), made, "{named:?} {email:?}");
        }
        assert_eq!(of(&"x".repeat(100), "").len(), USERNAME_LEN_MAX - SUFFIX_LEN);
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let tried: Vec<String> = free("ann").collect();
        assert_eq!(tried[..3], ["ann", "ann-2", "ann-3"]);
        assert_eq!(tried.len(), 10);
        assert_eq!(free("").next().as_deref(), Some("user"));
        assert_eq!(free("all").next().as_deref(), Some("all-2"), "a word that is reserved");
        assert_eq!(free("system-bot").next().as_deref(), Some("system-bot-2"), "the server's own account");
    }
}
