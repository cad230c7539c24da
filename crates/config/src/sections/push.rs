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
        /// Nothing but what it takes to ask the server for the rest; browsers are told who wrote.
        IdLoaded = "id_loaded",
    }
}

section! {
    /// Notifications of people who have no client open.
    Push in push {
        /// Sends them.
        enable: bool = true => api("EmailSettings.SendPushNotifications").member("SendPushNotifications");
        /// Tells people in browsers that are closed, where they turned it on, through the services of the browsers'
        /// makers. What is told is encrypted for the one browser; the services learn the server's address, a contact
        /// (`support.email`, else `service.site_url`), when and how much.
        enable_web: bool = true;
        /// Address of the push proxy that tells phones, such as "https://push.example.com"; none are told without. It
        /// may be in the own network. It and the phones' makers read what `contents` lets out.
        server: String = "" => check(check::site_url).api("EmailSettings.PushNotificationServer");
        /// What a notification reveals of a post.
        contents: PushContents = PushContents::Full => api("EmailSettings.PushNotificationContents");
        /// Notifications that wait to be sent, at most, to browsers and to phones each; beyond, new ones are dropped
        /// and counted.
        queue_max: u32 = 1000 => range(1, 1_000_000).api("EmailSettings.PushNotificationBuffer").node();
    }
}
