//! Messages between the nodes of a cluster.

use crate::declare::metrics;
use crate::family::Family;
use crate::value::{Counter, Gauge, Histogram};

metrics! {
    /// Messages between the nodes of a cluster. All zero on a single node.
    Bus {
        /// Messages sent and heard, by direction and by whom they are for.
        messages: Family<(&'static str, &'static str), Counter> = "muster_bus_messages_total", ["direction", "to"];
        /// Bytes sent to the bus.
        bytes_out: Counter = "muster_bus_sent_bytes_total";
        /// Bytes received from the bus.
        bytes_in: Counter = "muster_bus_received_bytes_total";
        /// Messages that wait to be sent.
        queue: Gauge = "muster_bus_queue_length";
        /// Messages dropped because too many waited, by kind. After `other` the nodes start anew.
        shed: Family<(&'static str,), Counter> = "muster_bus_shed_total", ["kind"];
        /// Times that messages of other nodes may have been missed, by reason.
        lost: Family<(&'static str,), Counter> = "muster_bus_lost_total", ["reason"];
        /// Messages that this version cannot read.
        unreadable: Counter = "muster_bus_unreadable_total";
        /// Nodes of the cluster that hear each other, this one included.
        nodes: Gauge = "muster_bus_nodes";
        /// 1 while this node may trust its memory; otherwise it reads rights from the database each time.
        trusted: Gauge = "muster_bus_trusted";
        /// Connections to the bus, the first one included.
        connections: Counter = "muster_bus_connections_total";
        /// Seconds until a change of rights was known on all nodes.
        settle: Histogram = "muster_bus_settle_seconds", SECONDS;
    }
}
