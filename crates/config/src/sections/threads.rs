//! Replies gathered in threads.

use crate::field::section;
use crate::setting::choice;

choice! {
    /// Whether replies are gathered in threads, and who decides.
    CollapsedThreads {
        Disabled = "disabled",
        DefaultOff = "default_off",
        DefaultOn = "default_on",
        AlwaysOn = "always_on",
    }
}

section! {
    /// Replies gathered in threads.
    Threads in threads {
        /// Whether replies are shown apart from the channel; with the "default" values people choose.
        collapsed: CollapsedThreads = CollapsedThreads::AlwaysOn
            => api("ServiceSettings.CollapsedThreads").member("CollapsedThreads");
        /// People follow the threads they write in or are mentioned in.
        auto_follow: bool = true => api("ServiceSettings.ThreadAutoFollow");
    }
}
