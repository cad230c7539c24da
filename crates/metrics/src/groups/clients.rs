//! Times that clients measure and report to `POST /client_perf`.

use crate::declare::metrics;
use crate::family::Family;
use crate::label::label;
use crate::value::{Counter, Histogram};

label! {
    /// Operating system of a client.
    ClientPlatform {
        Other = "other",
        Linux = "linux",
        Macos = "macos",
        Windows = "windows",
        Ios = "ios",
        Android = "android",
    }
}
label! {
    /// Program that a client runs in.
    ClientAgent {
        Other = "other",
        Desktop = "desktop",
        Firefox = "firefox",
        Chrome = "chrome",
        Safari = "safari",
        Edge = "edge",
    }
}

type WebTimes = Family<(ClientPlatform, ClientAgent), Histogram>;
type MobileTimes = Family<(ClientPlatform,), Histogram>;

metrics! {
    /// Times that clients measure and report. No series names a user.
    Clients {
        /// Seconds until the server's first byte.
        time_to_first_byte: WebTimes = "mattermost_webapp_time_to_first_byte", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds until something is seen.
        first_contentful_paint: WebTimes
            = "mattermost_webapp_first_contentful_paint", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds until the largest part is seen.
        largest_contentful_paint: WebTimes
            = "mattermost_webapp_largest_contentful_paint", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds from an input to the next frame.
        interaction_to_next_paint: WebTimes
            = "mattermost_webapp_interaction_to_next_paint", ["platform", "agent"], SCREEN_SECONDS;
        /// How much the page moved about while it loaded.
        cumulative_layout_shift: WebTimes
            = "mattermost_webapp_cumulative_layout_shift", ["platform", "agent"], SCREEN_SECONDS;
        /// Tasks that blocked the page for more than 50 ms.
        long_tasks: Family<(ClientPlatform, ClientAgent), Counter>
            = "mattermost_webapp_long_tasks", ["platform", "agent"];
        /// Seconds to load the page.
        page_load: WebTimes = "mattermost_webapp_page_load", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds to show another channel.
        channel_switch: WebTimes = "mattermost_webapp_channel_switch", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds to show another team.
        team_switch: WebTimes = "mattermost_webapp_team_switch", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds to show a thread beside the channel.
        rhs_load: WebTimes = "mattermost_webapp_rhs_load", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds to show the followed threads.
        global_threads_load: WebTimes
            = "mattermost_webapp_global_threads_load", ["platform", "agent"], SCREEN_SECONDS;
        /// Seconds to start the mobile client.
        mobile_load: MobileTimes = "mattermost_mobileapp_mobile_load", ["platform"], SCREEN_SECONDS;
        /// Seconds to show another channel in the mobile client.
        mobile_channel_switch: MobileTimes
            = "mattermost_mobileapp_mobile_channel_switch", ["platform"], SCREEN_SECONDS;
        /// Seconds to show another team in the mobile client.
        mobile_team_switch: MobileTimes = "mattermost_mobileapp_mobile_team_switch", ["platform"], SCREEN_SECONDS;
    }
}
