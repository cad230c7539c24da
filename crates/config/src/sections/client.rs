//! How the web client behaves.

use crate::field::section;

section! {
    /// How the web client behaves.
    Client in client {
        /// Leads new people through the product.
        enable_tutorial: bool = true => api("ServiceSettings.EnableTutorial").member("EnableTutorial");
        /// Leads the first administrator through the setup.
        enable_onboarding: bool = true => api("ServiceSettings.EnableOnboardingFlow").member("EnableOnboardingFlow");
        /// Offers settings that help to find what makes a client slow.
        enable_performance_debugging: bool = false
            => api("ServiceSettings.EnableClientPerformanceDebugging").member("EnableClientPerformanceDebugging");
        /// Hides the bar with integrations.
        disable_app_bar: bool = false => api("ExperimentalSettings.DisableAppBar").member("DisableAppBar");
        /// Does not load anew when the window gets the focus.
        disable_refetch_on_focus: bool = false
            => api("ExperimentalSettings.DisableRefetchingOnBrowserFocus").member("DisableRefetchingOnBrowserFocus");
        /// Does not reconnect when the machine wakes up.
        disable_wake_up_reconnect: bool = false
            => api("ExperimentalSettings.DisableWakeUpReconnectHandler").member("DisableWakeUpReconnectHandler");
        /// Completes names of channels only after a letter was typed.
        delay_channel_autocomplete: bool = false
            => api("ExperimentalSettings.DelayChannelAutocomplete").member("DelayChannelAutocomplete");
        /// Sends the address of the page to YouTube.
        youtube_referrer: bool = false
            => api("ExperimentalSettings.YoutubeReferrerPolicy").member("YoutubeReferrerPolicy");
        /// Key for titles of YouTube videos. Signed-in clients receive it.
        google_key: String = "" => api("ServiceSettings.GoogleDeveloperKey").member("GoogleDeveloperKey");
        /// Paths of the same host that belong to other services, separated by commas.
        managed_paths: String = "" => api("ServiceSettings.ManagedResourcePaths").member("ManagedResourcePaths");
    }
}
