//! What people and programs write, search and are told.

use crate::declare::metrics;
use crate::family::Family;
use crate::label::label;
use crate::value::{Counter, Gauge, Histogram};

label! {
    /// How a notification reaches somebody.
    NotificationType { Push = "push", Websocket = "websocket" }
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
    /// What became of something for a closed browser or a phone.
    PushEnd {
        Sent = "sent",
        /// The service says that there is no such device any more.
        Gone = "gone",
        Refused = "refused",
        /// The service stayed busy or out of reach through all tries.
        Busy = "busy",
        /// Too many waited.
        Dropped = "dropped",
        /// Before a try the post, the right to read it or the session came to an end.
        Withdrawn = "withdrawn",
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
        /// Push notifications sent about posts.
        pushes: Counter = "mattermost_post_pushes_sent_total";
        /// What closed browsers were to be told of posts, by what became of it.
        web_pushes: Family<(PushEnd,), Counter> = "muster_web_pushes_total", ["end"];
        /// What phones were to be told of posts, of what was read and of sessions that ended, by what became of it.
        phone_pushes: Family<(PushEnd,), Counter> = "muster_phone_pushes_total", ["end"];
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
        /// People whom a post called or whose thread it went on, told over their sockets.
        notifications: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_total", ["type", "platform"];
        /// Notifications of which a client said what became of them.
        notifications_acknowledged: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_total_ack", ["type", "platform"];
        /// Notifications that a client said it showed.
        notifications_delivered: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_success", ["type", "platform"];
        /// Notifications that a client said it could not show. Its reason is its own text and so no label.
        notifications_failed: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_error", ["type", "platform"];
        /// Notifications that a client said its settings or its user's presence made needless.
        notifications_not_sent: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_not_sent", ["type", "platform"];
        /// Notifications that a client said its system cannot show.
        notifications_unsupported: Family<(NotificationType, NotificationPlatform), Counter>
            = "mattermost_notifications_unsupported", ["type", "platform"];
    }
}
