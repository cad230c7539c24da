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
        /// Name of this node; empty means the host's name.
        node_name: String = "" => api("ClusterSettings.OverrideHostname").node();
        /// Address of the bus, such as nats://127.0.0.1:4222; separate several servers by commas. tls:// requires TLS;
        /// nats:// uses TLS where the bus requires it.
        bus_url: String = "" => node();
        /// PEM file of authorities for the bus's certificates; empty means the public ones.
        bus_ca_file: String = "" => node();
        /// PEM file of this node's certificate, for a bus that asks for one. Set together with `bus_key_file`.
        bus_certificate_file: String = "" => node();
        /// PEM file of the key of `bus_certificate_file`.
        bus_key_file: String = "" => node();
        /// Token for the bus.
        bus_token: Secret = "" => node();
        /// Greatest number of events that wait for the bus. A full queue drops the oldest typing and presence events first.
        bus_queue_max: u32 = 65_536 => range(1024, 16_777_216).node();
    }
}
