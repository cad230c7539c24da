//! What a password must contain.

use crate::field::section;

section! {
    /// What a password must contain.
    Password in password {
        /// Characters, at least.
        min_length: u32 = 8 => range(5, 72).api("PasswordSettings.MinimumLength").anyone("PasswordMinimumLength");
        /// Needs a lower-case letter.
        lowercase: bool = false => api("PasswordSettings.Lowercase").anyone("PasswordRequireLowercase");
        /// Needs an upper-case letter.
        uppercase: bool = false => api("PasswordSettings.Uppercase").anyone("PasswordRequireUppercase");
        /// Needs a digit.
        number: bool = false => api("PasswordSettings.Number").anyone("PasswordRequireNumber");
        /// Needs a character that is neither letter nor digit.
        symbol: bool = false => api("PasswordSettings.Symbol").anyone("PasswordRequireSymbol");
        /// Rounds of PBKDF2-HMAC-SHA-256 that a password costs to check and to guess. Lower them on a small machine, or
        /// where a test has no use for safe passwords; a raised number reaches each password at its next login.
        hash_rounds: u32 = 600_000 => range(1_000, 10_000_000);
        /// Shows the link for a forgotten password, where mail can be sent or `accounts.forgot_password_link` names a
        /// page.
        enable_forgot_link: bool = true
            => api("PasswordSettings.EnableForgotLink").anyone("PasswordEnableForgotLink");
    }
}
