//! Where the server's numbers are read.

use crate::check;
use crate::field::section;

section! {
    /// Numbers for Prometheus.
    Metrics in metrics {
        /// Serves the numbers on `listen`.
        enable: bool = true => api("MetricsSettings.Enable").node();
        /// Address and port of /metrics. Keep it away from the public.
        listen: String = "127.0.0.1:8067" => check(check::listen_or_off).api("MetricsSettings.ListenAddress").node();
        /// Serves profiles on `listen`, too: /debug/pprof/profile of processor time, /debug/pprof/heap where the
        /// allocator keeps account. Needs a build with the features `profiles` and `jemalloc`.
        profiles: bool = false => node();
        /// Takes the times that clients measure and report.
        enable_client_metrics: bool = true
            => api("MetricsSettings.EnableClientMetrics").anyone("EnableClientMetrics");
        /// Counts what became of notifications.
        enable_notification_metrics: bool = true => api("MetricsSettings.EnableNotificationMetrics");
    }
}
