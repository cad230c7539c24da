//! A line that everybody sees above the channel.

use crate::check;
use crate::field::section;

section! {
    /// A line that everybody sees above the channel.
    Announcement in announcement {
        /// Shows it.
        enable: bool = false => api("AnnouncementSettings.EnableBanner").member("EnableBanner");
        /// What it says.
        text: String = "" => api("AnnouncementSettings.BannerText").member("BannerText");
        /// Colour of the line.
        color: String = "#f2a93b" => check(check::color).api("AnnouncementSettings.BannerColor").member("BannerColor");
        /// Colour of the text.
        text_color: String = "#333333" => check(check::color).api("AnnouncementSettings.BannerTextColor")
            .member("BannerTextColor");
        /// Lets people hide it.
        allow_dismissal: bool = true => api("AnnouncementSettings.AllowBannerDismissal").member("AllowBannerDismissal");
    }
}
