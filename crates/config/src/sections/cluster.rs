//! Several nodes that act as one server.

use crate::field::section;
use crate::setting::Secret;

section! {
    /// Several nodes that act as one server. They share the database and the files, and talk over a bus.
    Cluster in cluster {
        /// Turns it on. Needs `sql.driver = "postgres"` and files that all nodes reach.
        enable: bool = false => api("ClusterSettings.Enable").node();
        /// Nodes with the same name belong together.
        name: String = "muster" => api("ClusterSettings.ClusterName").node();
        /// How this node calls itself; empty takes the host's name.
        node_name: String = "" => api("ClusterSettings.OverrideHostname").node();
        /// Address of the bus, such as nats://127.0.0.1:4222; those of several servers with commas between. With tls://
        /// nothing is said without TLS; with nats:// TLS is spoken where the bus asks for it.
        bus_url: String = "" => node();
        /// PEM file of the authorities that may have signed the bus's certificates; empty takes the public ones.
        bus_ca_file: String = "" => node();
        /// Token that the bus asks for.
        bus_token: Secret = "" => node();
        /// Events that wait for the bus; the oldest typing and presence events go first when it is full.
        bus_queue_max: u32 = 65_536 => range(1024, 16_777_216).node();
    }
}
