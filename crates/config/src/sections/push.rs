//! Notifications on mobile devices.

use crate::check;
use crate::field::section;
use crate::setting::choice;

choice! {
    /// What a notification reveals of a post.
    PushContents {
        /// Who wrote, without channel and text.
        GenericNoChannel = "generic_no_channel",
        Generic = "generic",
        Full = "full",
    }
}

section! {
    /// Notifications on mobile devices, through a push proxy.
    Push in push {
        /// Sends them.
        enable: bool = true => api("EmailSettings.SendPushNotifications").member("SendPushNotifications");
        /// Address of the push proxy. Empty sends nothing.
        server: String = "" => check(check::link).api("EmailSettings.PushNotificationServer");
        /// What a notification reveals of a post.
        contents: PushContents = PushContents::Full => api("EmailSettings.PushNotificationContents");
        /// Notifications that wait for the proxy, at most; beyond, new ones are dropped and counted.
        queue_max: u32 = 1000 => range(1, 1_000_000).api("EmailSettings.PushNotificationBuffer").node();
    }
}
