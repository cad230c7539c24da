//! Colours of the clients.

use crate::field::section;

section! {
    /// Colours of the clients.
    Theme in theme {
        /// Lets people choose a theme.
        enable_selection: bool = true => api("ThemeSettings.EnableThemeSelection").member("EnableThemeSelection");
        /// Lets people make their own.
        allow_custom: bool = true => api("ThemeSettings.AllowCustomThemes").member("AllowCustomThemes");
        /// Theme of people who chose none.
        default: String = "" => api("ThemeSettings.DefaultTheme").member("DefaultTheme");
        /// Themes that people can choose; empty is all.
        allowed: Vec<String> = &[] => api("ThemeSettings.AllowedThemes").member("AllowedThemes");
    }
}
