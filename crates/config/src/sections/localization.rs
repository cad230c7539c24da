//! Languages.

use crate::check;
use crate::field::section;

section! {
    /// Languages of the clients. The server's own texts, in errors, mails and system posts, are English.
    Localization in localization {
        /// Language of people who chose none.
        client_locale: String = "en" => check(check::locale).api("LocalizationSettings.DefaultClientLocale")
            .anyone("DefaultClientLocale");
        /// Languages that people can choose, separated by commas; empty is all.
        available_locales: String = "" => api("LocalizationSettings.AvailableLocales").member("AvailableLocales");
        /// Offers unfinished translations.
        enable_experimental: bool = false
            => api("LocalizationSettings.EnableExperimentalLocales").member("EnableExperimentalLocales");
    }
}
