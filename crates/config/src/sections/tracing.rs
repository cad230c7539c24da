//! Where traces of requests go.

use crate::check;
use crate::field::section;

section! {
    /// Traces of requests, for whoever collects OpenTelemetry.
    Tracing in tracing {
        /// Address of a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318. Empty makes no traces.
        otlp_url: String = "" => check(check::site_url).node();
        /// Requests of a hundred that are traced. A request that comes with a trace of its own is traced when that is.
        sample_percent: u32 = 10 => range(0, 100).node();
    }
}
