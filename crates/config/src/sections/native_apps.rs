//! Desktop and mobile clients.

use crate::check;
use crate::field::section;

section! {
    /// Desktop and mobile clients.
    NativeApps in native_apps {
        /// Where they are found.
        download_link: String = "" => check(check::link).api("NativeAppSettings.AppDownloadLink")
            .anyone("AppDownloadLink");
        /// Where the one for Android is found.
        android_link: String = "" => check(check::link).api("NativeAppSettings.AndroidAppDownloadLink")
            .anyone("AndroidAppDownloadLink");
        /// Where the one for iOS is found.
        ios_link: String = "" => check(check::link).api("NativeAppSettings.IosAppDownloadLink")
            .anyone("IosAppDownloadLink");
        /// Newest version for Android, for a hint to update.
        android_latest: String = "" => api("ClientRequirements.AndroidLatestVersion").anyone("AndroidLatestVersion");
        /// Oldest version for Android that may sign in.
        android_min: String = "" => api("ClientRequirements.AndroidMinVersion").anyone("AndroidMinVersion");
        /// Newest version for iOS.
        ios_latest: String = "" => api("ClientRequirements.IosLatestVersion").anyone("IosLatestVersion");
        /// Oldest version for iOS that may sign in.
        ios_min: String = "" => api("ClientRequirements.IosMinVersion").anyone("IosMinVersion");
        /// Signs in through the device's browser.
        external_browser: bool = false => api("NativeAppSettings.MobileExternalBrowser")
            .anyone("MobileExternalBrowser");
        /// Beginnings of addresses that mobile apps are called by at the end of a sign-in in the browser. Nobody else gets a
        /// session by that way.
        custom_url_schemes: Vec<String> = &["mmauth://", "mmauthbeta://"]
            => api("NativeAppSettings.AppCustomURLSchemes");
        /// Offers the desktop client when a link is opened in a browser.
        enable_landing_page: bool = true => api("ServiceSettings.EnableDesktopLandingPage")
            .anyone("EnableDesktopLandingPage");
    }
}
