//! Accounts: names, address, password.

use crate::invalid::{Checked, Invalid, ensure};
use crate::text::{fits, is_lower_name};

pub const USERNAME_LEN_MAX: usize = 64;
pub const EMAIL_LEN_MAX: usize = 128;
pub const NAME_LEN_MAX: usize = 64;
pub const POSITION_LEN_MAX: usize = 128;
/// `xx-YY`, the longest of the languages clients offer.
pub const LOCALE_LEN_MAX: usize = 5;
pub const ROLES_LEN_MAX: usize = 256;
pub const TIMEZONE_JSON_LEN_MAX: usize = 256;
/// bcrypt hashes no more than this; what follows would be ignored silently.
pub const PASSWORD_LEN_MAX: usize = 72;

/// Names that mean someone else in a message.
const RESERVED_USERNAMES: &[&str] = &["all", "channel", "matterbot", "system"];

/// The server's own account, made when it first writes to somebody.
pub const SYSTEM_BOT: &str = "system-bot";

/// The texts of an account, as they would be stored: name and address in lower case already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Account<'a> {
    pub username: &'a str,
    pub email: &'a str,
    pub nickname: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub position: &'a str,
    pub locale: &'a str,
    pub roles: &'a str,
}

impl Account<'_> {
    /// # Errors
    /// `model.user.is_valid.<field>.app_error` for the first field that is wrong.
    pub fn must_be_valid(&self) -> Checked {
        must_be_username(self.username)?;
        must_be_email(self.email)?;
        ensure(
            fits(self.nickname, NAME_LEN_MAX),
            "model.user.is_valid.nickname.app_error",
            "The nickname is too long.",
        )?;
        ensure(
            fits(self.position, POSITION_LEN_MAX),
            "model.user.is_valid.position.app_error",
            "The position is too long: 128 characters at most.",
        )?;
        ensure(
            fits(self.first_name, NAME_LEN_MAX),
            "model.user.is_valid.first_name.app_error",
            "The first name is too long: 64 characters at most.",
        )?;
        ensure(
            fits(self.last_name, NAME_LEN_MAX),
            "model.user.is_valid.last_name.app_error",
            "The last name is too long: 64 characters at most.",
        )?;
        ensure(is_locale(self.locale), "model.user.is_valid.locale.app_error", "There is no such language.")?;
        ensure(
            self.roles.len() <= ROLES_LEN_MAX,
            "model.user.is_valid.roles_limit.app_error",
            "An account cannot have that many roles.",
        )
    }
}

/// # Errors
/// `model.user.is_valid.username.app_error` unless 1..64 of `a-z 0-9 . - _` and not reserved.
pub fn must_be_username(username: &str) -> Checked {
    ensure(
        is_username(username),
        "model.user.is_valid.username.app_error",
        "A username is 1 to 64 lower-case letters, digits, dots, dashes and underscores, and none of the reserved words.",
    )
}

pub fn is_username(username: &str) -> bool {
    !username.is_empty()
        && username.len() <= USERNAME_LEN_MAX
        && is_lower_name(username, b".-_")
        && !RESERVED_USERNAMES.contains(&username)
}

/// Whether an account may be given this name: that of the server's own account is taken before it is made.
pub fn is_open_username(username: &str) -> bool {
    is_username(username) && username != SYSTEM_BOT
}

/// # Errors
/// `app.user.save.username_exists.app_error` for the name of the server's own account.
pub fn must_not_be_system_bot(username: &str) -> Checked {
    ensure(username != SYSTEM_BOT, "app.user.save.username_exists.app_error", "The server itself has this username.")
}

/// # Errors
/// `model.user.is_valid.email.app_error` unless it is an address in lower case of at most 128 bytes.
pub fn must_be_email(email: &str) -> Checked {
    ensure(is_email(email), "model.user.is_valid.email.app_error", "This is no valid email address.")
}

/// A plain `local@domain`. Quoted local parts and comments exist on paper only; they are refused.
pub fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else { return false };
    let atom = |text: &str, extra: &str| {
        !text.is_empty()
            && text.chars().all(|c| {
                !c.is_ascii() && !c.is_whitespace() && !c.is_control() || c.is_ascii_alphanumeric() || extra.contains(c)
            })
    };
    email.len() <= EMAIL_LEN_MAX
        && !email.chars().any(char::is_uppercase)
        && local.split('.').all(|part| atom(part, "!#$%&'*+-/=?^_`{|}~"))
        && domain.split('.').all(|label| atom(label, "-") && !label.starts_with('-') && !label.ends_with('-'))
}

/// The names of a list of domains, which blanks, commas or `@` separate.
pub fn domains(list: &str) -> Vec<&str> {
    list.split([' ', ',', '@', '\n', '\t']).map(str::trim).filter(|domain| !domain.is_empty()).collect()
}

/// True when the address is of one of the domains, or `list` names none. A domain does not stand for those below it.
pub fn is_of_domain(email: &str, list: &str) -> bool {
    let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
    let allowed = domains(list);
    allowed.is_empty() || allowed.iter().any(|one| one.eq_ignore_ascii_case(domain))
}

/// A language, with a region or not; empty stands for the server's default.
fn is_locale(locale: &str) -> bool {
    let letters = |text: &str| (2..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    locale.is_empty()
        || locale.len() <= LOCALE_LEN_MAX
            && locale.split_once('-').map_or(letters(locale), |(language, region)| letters(language) && letters(region))
}

/// # Errors
/// `model.user.is_valid.timezone_limit.app_error` when the encoded map exceeds 256 bytes.
pub fn must_fit_timezone(json: &str) -> Checked {
    ensure(
        json.len() <= TIMEZONE_JSON_LEN_MAX,
        "model.user.is_valid.timezone_limit.app_error",
        "The time zone's names are too long.",
    )
}

/// What the administrator asks of passwords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PasswordRules {
    pub len_min: usize,
    pub lowercase: bool,
    pub uppercase: bool,
    pub number: bool,
    pub symbol: bool,
}

impl PasswordRules {
    /// # Errors
    /// `model.user.is_valid.pwd_min_length.app_error` and `…pwd_max_length…` for the length;
    /// otherwise one id that names every required kind of character, in the order `lowercase`,
    /// `uppercase`, `number`, `symbol`, whichever of them is missing.
    pub fn must_accept(self, password: &str) -> Checked {
        if password.len() < self.len_min {
            let message = format!("A password needs at least {} characters.", self.len_min);
            return Err(Invalid::new("model.user.is_valid.pwd_min_length.app_error", message));
        }
        if password.len() > PASSWORD_LEN_MAX {
            let message = format!("A password has at most {PASSWORD_LEN_MAX} bytes.");
            return Err(Invalid::new("model.user.is_valid.pwd_max_length.app_error", message));
        }
        let lacks = self.lowercase && !password.contains(|c: char| c.is_ascii_lowercase())
            || self.uppercase && !password.contains(|c: char| c.is_ascii_uppercase())
            || self.number && !password.contains(|c: char| c.is_ascii_digit())
            || self.symbol && !password.contains(|c: char| c.is_ascii_punctuation() || c == ' ');
        ensure(!lacks, self.missing_id(), "The password lacks a required kind of character.")
    }

    fn missing_id(self) -> &'static str {
        let required = [self.lowercase, self.uppercase, self.number, self.symbol];
        PASSWORD_IDS[required.iter().fold(0, |at, &set| at * 2 + usize::from(set))]
    }
}

/// Indexed by four bits: lowercase, uppercase, number, symbol.
const PASSWORD_IDS: [&str; 16] = [
    "model.user.is_valid.pwd.app_error",
    "model.user.is_valid.pwd_symbol.app_error",
    "model.user.is_valid.pwd_number.app_error",
    "model.user.is_valid.pwd_number_symbol.app_error",
    "model.user.is_valid.pwd_uppercase.app_error",
    "model.user.is_valid.pwd_uppercase_symbol.app_error",
    "model.user.is_valid.pwd_uppercase_number.app_error",
    "model.user.is_valid.pwd_uppercase_number_symbol.app_error",
    "model.user.is_valid.pwd_lowercase.app_error",
    "model.user.is_valid.pwd_lowercase_symbol.app_error",
    "model.user.is_valid.pwd_lowercase_number.app_error",
    "model.user.is_valid.pwd_lowercase_number_symbol.app_error",
    "model.user.is_valid.pwd_lowercase_uppercase.app_error",
    "model.user.is_valid.pwd_lowercase_uppercase_symbol.app_error",
    "model.user.is_valid.pwd_lowercase_uppercase_number.app_error",
    "model.user.is_valid.pwd_lowercase_uppercase_number_symbol.app_error",
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    const GOOD: Account = Account {
        username: "ann",
        email: "ann@example.test",
        nickname: "",
        first_name: "",
        last_name: "",
        position: "",
        locale: "en",
        roles: "system_user",
    };

    fn id(account: Account) -> &'static str {
        account.must_be_valid().expect_err("invalid").id
    }

    #[test]
    fn a_plain_account_is_valid() {
        assert_eq!(GOOD.must_be_valid(), Ok(()));
        for username in ["5", "a.b-c_d", "new-1a2b"] {
            assert_eq!(Account { username, ..GOOD }.must_be_valid(), Ok(()), "{username}");
        }
        for locale in ["", "fr", "pt-BR", "zh-TW"] {
            assert_eq!(Account { locale, ..GOOD }.must_be_valid(), Ok(()), "{locale}");
        }
    }

    #[test]
    fn each_field_is_refused_with_its_own_id() {
        let (long65, long129) = ("n".repeat(65), "p".repeat(129));
        for username in ["", "has space", "Upper", "channel", "all", "system", "matterbot", &long65] {
            assert_eq!(id(Account { username, ..GOOD }), "model.user.is_valid.username.app_error", "{username}");
        }
        assert_eq!(id(Account { nickname: &long65, ..GOOD }), "model.user.is_valid.nickname.app_error");
        assert_eq!(id(Account { first_name: &long65, ..GOOD }), "model.user.is_valid.first_name.app_error");
        assert_eq!(id(Account { last_name: &long65, ..GOOD }), "model.user.is_valid.last_name.app_error");
        assert_eq!(id(Account { position: &long129, ..GOOD }), "model.user.is_valid.position.app_error");
        assert_eq!(id(Account { locale: "xx-nowhere", ..GOOD }), "model.user.is_valid.locale.app_error");
    }

    #[test]
    fn addresses() {
        for good in ["a@b", "bot@localhost", "a.b+c@x-y.test", "zażółć@example.test"] {
            assert!(is_email(good), "{good}");
        }
        let long = format!("{}@example.test", "a".repeat(128));
        for bad in [
            "",
            "nonsense",
            "@b",
            "a@",
            "a b@c",
            "a@b c",
            "A@b",
            "a..b@c",
            ".a@b",
            "a@b..c",
            "Ann <a@b>",
            "a@-b",
            "\u{89}a@b",
            &long,
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }

    #[test]
    fn passwords() {
        let plain = PasswordRules { len_min: 8, lowercase: false, uppercase: false, number: false, symbol: false };
        let id = |rules: PasswordRules, password: &str| rules.must_accept(password).expect_err("refused").id;
        assert_eq!(plain.must_accept("Passw0rd-Corpus"), Ok(()));
        assert_eq!(id(plain, ""), "model.user.is_valid.pwd_min_length.app_error");
        assert_eq!(id(plain, "abc"), "model.user.is_valid.pwd_min_length.app_error");
        assert_eq!(id(plain, &"p".repeat(73)), "model.user.is_valid.pwd_max_length.app_error");
        let strict = PasswordRules { lowercase: true, symbol: true, ..plain };
        assert_eq!(id(strict, "lowercase"), "model.user.is_valid.pwd_lowercase_symbol.app_error");
        assert_eq!(strict.must_accept("lower-case"), Ok(()));
    }

    proptest! {
        #[test]
        fn usernames_are_those_of_the_pattern(username in "[a-zA-Z0-9._ \\-é]{0,8}") {
            let pattern = Regex::new(r"^[a-z0-9.\-_]+$").expect("compiles");
            let reserved = RESERVED_USERNAMES.contains(&username.as_str());
            prop_assert_eq!(is_username(&username), pattern.is_match(&username) && !reserved);
        }
    }

    #[test]
    fn an_address_is_of_one_of_the_domains() {
        for domains in ["", " , ", "example.test", "other.test, Example.Test", "@example.test", "a.test\nexample.test"]
        {
            assert!(is_of_domain("ann@example.test", domains), "{domains:?}");
        }
        for domains in ["other.test", "ample.test", "sub.example.test", "test"] {
            assert!(!is_of_domain("ann@example.test", domains), "{domains:?}");
        }
        assert!(!is_of_domain("ann@sub.example.test", "example.test"), "a domain is not those below it");
    }
}
