//! What people and programs write, search and are told.

use crate::declare::metrics;
use crate::family::Family;
use crate::label::label;
use crate::value::{Counter, Gauge, Histogram};

label! {
    /// How a notification reaches somebody.
    NotificationType { Email = "email", Push = "push", Websocket = "websocket", All = "all" }
}
label! {
    /// What shows a notification.
    NotificationPlatform {
        None = "",
        Web = "web",
        Desktop = "desktop",
        Ios = "ios",
        Android = "android",
        Other = "other",
    }
}

label! {
    /// What a search server is asked for.
    SearchRequest {
        Search = "search",
        Bulk = "bulk",
        Refresh = "refresh",
        /// Making, switching and removing indexes, and how far they are.
        Index = "index",
    }
}

metrics! {
    /// What people and programs write, search and are told.
    Content {
        /// Posts created.
        posts: Counter = "mattermost_post_total";
        /// Posts created by webhooks.
        webhook_posts: Counter = "mattermost_post_webhooks_total";
        /// Mails sent about posts.
        emails: Counter = "mattermost_post_emails_sent_total";
        /// Push notifications sent about posts.
        pushes: Counter = "mattermost_post_pushes_sent_total";
        /// Posts that notified a whole channel.
        broadcasts: Counter = "mattermost_post_broadcasts_total";
        /// Files attached to posts.
        attachments: Counter = "mattermost_post_file_attachments_total";
        /// Searches for posts.
        post_searches: Counter = "mattermost_search_posts_searches_total";
        /// Seconds of a search for posts.
        post_search_time: Histogram = "mattermost_search_posts_searches_duration_seconds", SECONDS;
        /// Searches for files.
        file_searches: Counter = "mattermost_search_files_searches_total";
        /// Seconds of a search for files.
        file_search_time: Histogram = "mattermost_search_files_searches_duration_seconds", SECONDS;
        /// Posts and files that wait to be indexed.
        index_queue: Gauge = "muster_search_index_queue_length";
        /// Milliseconds that the search index shared by all nodes is behind the database; set by the node that feeds
        /// it.
        index_lag: Gauge = "muster_search_index_lag_milliseconds";
        /// Posts and files that were put into the search index shared by all nodes.
        index_fed: Counter = "muster_search_index_fed_total";
        /// Seconds of a request to the search server.
        search_server_time: Family<(SearchRequest, bool), Histogram>
            = "muster_search_server_request_seconds", ["request", "success"], SECONDS;
        /// Documents that the search server refused for good; they are not found.
        search_items_refused: Counter = "muster_search_items_refused_total";
        /// Searches that were answered from the newest posts in the database because the search server did not answer.
        search_fallbacks: Counter = "muster_search_fallbacks_total";
        /// Notifications that were due.
        notifications: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_total", ["type", "platform"];
        /// Notifications that a client said it received.
        notifications_acknowledged: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_total_ack", ["type", "platform"];
        /// Notifications that were handed over.
        notifications_delivered: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_success", ["type", "platform"];
        /// Notifications that failed, by reason.
        notifications_failed: Family<(NotificationType, &'static str, NotificationPlatform), Counter, 1024>
            = "mattermost_notifications_error", ["type", "reason", "platform"];
        /// Notifications that settings or presence made needless, by reason.
        notifications_not_sent: Family<(NotificationType, &'static str, NotificationPlatform), Counter, 1024>
            = "mattermost_notifications_not_sent", ["type", "reason", "platform"];
        /// Notifications that cannot be sent here, by reason.
        notifications_unsupported: Family<(NotificationType, &'static str, NotificationPlatform), Counter, 1024>
            = "mattermost_notifications_unsupported", ["type", "reason", "platform"];
    }
}
