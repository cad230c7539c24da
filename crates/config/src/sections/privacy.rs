//! What people see of each other.

use crate::field::section;

section! {
    /// What people see of each other.
    Privacy in privacy {
        /// Shows e-mail addresses to everybody.
        show_email: bool = true => api("PrivacySettings.ShowEmailAddress").member("ShowEmailAddress");
        /// Shows full names to everybody.
        show_full_name: bool = true => api("PrivacySettings.ShowFullName").member("ShowFullName");
    }
}
