//! Notifications of people who have no client open.

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
        /// Only ids, with which a phone asks the server for the rest. Browsers show who wrote.
        IdLoaded = "id_loaded",
    }
}

section! {
    /// Notifications for users without an open client.
    Push in push {
        /// Sends them.
        enable: bool = true => api("EmailSettings.SendPushNotifications").member("SendPushNotifications");
        /// Notifies users in closed browsers, where they turned it on, through the browser makers' services. Each message is
        /// encrypted for its browser. The services learn this server's address, a contact (`support.email`, or else
        /// `service.site_url`), and the time and size of each message.
        enable_web: bool = true;
        /// Address of the push proxy that notifies phones, such as "https://push.example.com"; empty notifies no phone. The
        /// proxy may be in this server's network. The proxy and the phones' makers can read what `contents` reveals.
        server: String = "" => check(check::site_url).api("EmailSettings.PushNotificationServer");
        /// What a notification reveals of a post.
        contents: PushContents = PushContents::Full => api("EmailSettings.PushNotificationContents");
        /// Greatest number of waiting notifications, for browsers and for phones each. Further ones are dropped and counted.
        queue_max: u32 = 1000 => range(1, 1_000_000).api("EmailSettings.PushNotificationBuffer").node();
    }
}
