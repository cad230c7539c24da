//! Events on their way to clients.

use crate::declare::metrics;
use crate::family::Family;
use crate::label::label;
use crate::value::{Counter, Gauge, Histogram};

label! {
    /// What became of a client's attempt to take up a WebSocket again.
    Reconnect {
        Success = "success",
        Failure = "failure",
        /// No event was missed.
        Lossless = "lossless",
    }
}
label! {
    /// Why something for a socket was dropped.
    SocketDrop {
        /// Presence and typing go first when a queue is full.
        Shed = "shed",
        /// The socket was closed because even the rest did not fit.
        Overflow = "overflow",
        /// Nothing was read for too long.
        Stalled = "stalled",
    }
}

metrics! {
    /// Events on their way to clients.
    Realtime {
        /// Events sent to clients, by name.
        broadcasts: Family<(&'static str,), Counter> = "mattermost_websocket_broadcasts_total", ["name"];
        /// Events announced, by name, however many clients get them.
        events: Family<(&'static str,), Counter> = "mattermost_websocket_event_total", ["type"];
        /// Events that wait in a hub.
        hub_queue: Family<(u16,), Gauge> = "mattermost_websocket_broadcast_buffer_size", ["hub"];
        /// Connections that a hub serves.
        hub_connections: Family<(u16,), Gauge> = "mattermost_websocket_broadcast_buffer_users_registered", ["hub"];
        /// Connections taken up again, by outcome and by the code the previous one ended with.
        reconnects: Family<(Reconnect, u16), Counter>
            = "mattermost_websocket_reconnects_total", ["type", "disconnect_err_code"];
        /// Events that were not delivered to a socket, by reason.
        socket_drops: Family<(SocketDrop,), Counter> = "muster_socket_drops_total", ["reason"];
        /// Frames that one write to a socket carried.
        frames_per_write: Histogram = "muster_socket_frames_per_write", SIZES;
        /// Bytes written to sockets.
        socket_bytes: Counter = "muster_socket_bytes_total";
        /// Seconds from an event's announcement, which is its commit or its arrival from another node, to its standing
        /// in the queues of all sockets of a hub that it is for.
        fan_out: Histogram = "muster_fan_out_seconds", SHORT_SECONDS;
        /// Channels whose clients began anew because a change of another node was not heard.
        lost_channels: Counter = "muster_cluster_lost_channels_total";
        /// Rows of other nodes' event logs that were read because the bus may not have brought what they say.
        event_log_rows: Counter = "muster_cluster_event_log_rows_total";
    }
}
