//! What people write.

use crate::field::section;

section! {
    /// What people write.
    Posts in posts {
        /// Characters of a post, at most.
        max_chars: u32 = 16_383 => range(1000, 16_383).member("MaxPostSize");
        /// Seconds in which a post can be edited; -1 is for ever.
        edit_time_limit_s: i64 = -1 => range(-1, 2_147_483_647).api("ServiceSettings.PostEditTimeLimit")
            .member("PostEditTimeLimit");
        /// Different reactions on one post, at most.
        max_unique_reactions: u32 = 50 => range(0, 500).api("ServiceSettings.UniqueEmojiReactionLimitPerPost")
            .member("UniqueEmojiReactionLimitPerPost");
        /// Characters of a hashtag, at least.
        min_hashtag_chars: u32 = 3 => range(2, 64).api("ServiceSettings.MinimumHashtagLength")
            .member("MinimumHashtagLength");
        /// Lets posts be marked as important or urgent.
        enable_priority: bool = true => api("ServiceSettings.PostPriority").member("PostPriority");
        /// Lets posts be written now and sent later.
        enable_scheduled: bool = true => api("ServiceSettings.ScheduledPosts").member("ScheduledPosts");
        /// Keeps drafts on the server so that all of a user's clients show them.
        enable_synced_drafts: bool = true => api("ServiceSettings.AllowSyncedDrafts").member("AllowSyncedDrafts");
        /// Repeats the notification of an urgent post until somebody answers.
        enable_persistent_notifications: bool = true
            => api("ServiceSettings.AllowPersistentNotifications").member("AllowPersistentNotifications");
        /// Lets guests do so.
        enable_persistent_notifications_for_guests: bool = false
            => api("ServiceSettings.AllowPersistentNotificationsForGuests")
                .member("AllowPersistentNotificationsForGuests");
        /// Minutes between two repetitions.
        persistent_notification_interval_min: u32 = 5
            => range(2, 1440).api("ServiceSettings.PersistentNotificationIntervalMinutes")
                .member("PersistentNotificationIntervalMinutes");
        /// Repetitions, at most.
        persistent_notification_max: u32 = 6 => range(1, 100)
            .api("ServiceSettings.PersistentNotificationMaxCount").member("PersistentNotificationMaxCount");
        /// People that one post can notify so, at most.
        persistent_notification_recipients_max: u32 = 5 => range(1, 1000)
            .api("ServiceSettings.PersistentNotificationMaxRecipients").member("PersistentNotificationMaxRecipients");
        /// Shows who is typing.
        enable_typing: bool = true
            => api("ServiceSettings.EnableUserTypingMessages").member("EnableUserTypingMessages");
        /// Milliseconds between two of a client's typing events.
        typing_interval_ms: u32 = 5000
            => range(1000, 600_000).api("ServiceSettings.TimeBetweenUserTypingUpdatesMilliseconds")
                .member("TimeBetweenUserTypingUpdatesMilliseconds");
        /// Tells a user's other clients which channels were read.
        enable_channel_viewed: bool = true
            => api("ServiceSettings.EnableChannelViewedMessages").member("EnableChannelViewedMessages");
        /// Renders formulas.
        enable_latex: bool = false => api("ServiceSettings.EnableLatex").member("EnableLatex");
        /// Renders formulas within a line.
        enable_inline_latex: bool = true => api("ServiceSettings.EnableInlineLatex").member("EnableInlineLatex");
        /// Shows SVG pictures.
        enable_svgs: bool = false => api("ServiceSettings.EnableSVGs").member("EnableSVGs");
        /// Parts of a formatted text that clients render, at most; 0 is no bound.
        max_markdown_nodes: u32 = 0 => range(0, 1_000_000).api("DisplaySettings.MaxMarkdownNodes")
            .member("MaxMarkdownNodes");
        /// Address schemes besides the usual ones that become links.
        custom_url_schemes: Vec<String> = &[] => api("DisplaySettings.CustomURLSchemes").member("CustomUrlSchemes");
        /// Lets an administrator delete a post for good.
        enable_permanent_deletion: bool = false => api("ServiceSettings.EnableAPIPostDeletion");
    }
}
