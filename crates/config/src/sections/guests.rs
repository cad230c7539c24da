//! People from outside, who see only the channels they are invited to.

use crate::field::section;

section! {
    /// People from outside, who see only the channels they are invited to.
    Guests in guests {
        /// Lets guests have accounts.
        enable: bool = false => api("GuestAccountsSettings.Enable").anyone("EnableGuestAccounts");
        /// Hides the mark next to their names.
        hide_tags: bool = false => api("GuestAccountsSettings.HideTags").anyone("HideGuestTags");
        /// Lets guests sign in with a password, and invites them by mail to choose one.
        allow_email_accounts: bool = true => api("GuestAccountsSettings.AllowEmailAccounts");
        /// Lets guests without a password in by links in mails, each good once for five minutes. Whoever asks for a link is told
        /// whether a guest has the address.
        enable_magic_link: bool = false
            => api("GuestAccountsSettings.EnableGuestMagicLink").anyone("EnableGuestMagicLink");
        /// Asks guests for a second factor. Needs `accounts.enable_mfa`.
        enforce_mfa: bool = false => api("GuestAccountsSettings.EnforceMultifactorAuthentication")
            .anyone("GuestAccountsEnforceMultifactorAuthentication");
        /// Domains of e-mail addresses of guests, separated by spaces or commas; empty is all.
        domains: String = "" => api("GuestAccountsSettings.RestrictCreationToDomains");
    }
}
