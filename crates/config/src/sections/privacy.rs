//! What people see of each other.

use crate::field::section;

section! {
    /// What people see of each other.
    Privacy in privacy {
        /// Shows e-mail addresses to everybody.
        show_email: bool = true => api("PrivacySettings.ShowEmailAddress").member("ShowEmailAddress");
        /// Shows full names to everybody.
        show_full_name: bool = true => api("PrivacySettings.ShowFullName").member("ShowFullName");
        /// Tells the members of direct messages and of channels of at most 20 people who has read them, where both sides
        /// chose so.
        enable_seen_by: bool = false => api("PrivacySettings.EnableSeenBy").member("EnableSeenBy");
    }
}
