//! The process, its node among others, and its work in the background.

use crate::declare::metrics;
use crate::family::Family;
use crate::value::{Counter, Gauge, Histogram, Seconds};

metrics! {
    /// The process, its node among others, and its work in the background.
    System {
        /// When the server started, in seconds since 1970.
        start_time: Gauge = "mattermost_system_server_start_time";
        /// Jobs that run, by type.
        jobs_active: Family<(&'static str,), Gauge> = "mattermost_jobs_active", ["type"];
        /// Requests between nodes: changes of rights that were waited for, and connections taken over.
        cluster_requests: Counter = "mattermost_cluster_cluster_requests_total";
        /// Seconds of a request between nodes.
        cluster_request_time: Histogram = "mattermost_cluster_cluster_request_duration_seconds", SECONDS;
        /// Events from and to other nodes, by name.
        cluster_events: Family<(&'static str,), Counter> = "mattermost_cluster_event_type_totals", ["name"];
        /// 0 when the node hears all others, more when something is wrong.
        cluster_health: Gauge = "mattermost_cluster_health_score";
        /// Things that wait in a bounded queue, by queue.
        queue_length: Family<(&'static str,), Gauge> = "muster_queue_length", ["queue"];
        /// Things that a full queue refused or dropped, by queue.
        queue_drops: Family<(&'static str,), Counter> = "muster_queue_drops_total", ["queue"];
        /// Attempts to send a mail, by outcome: sent, late when the mail server did not answer in time, failed, withdrawn
        /// when its reader may not read what it says any more.
        mails: Family<(&'static str,), Counter> = "muster_mails_total", ["outcome"];
        /// Values of labelled metrics that found no series: a label has more values than it should.
        lost: Gauge = "muster_metrics_lost_values";
        /// Seconds that all processors spent on the process.
        cpu_seconds: Seconds = "mattermost_process_cpu_seconds_total";
        /// Memory of the process that is in RAM.
        resident_bytes: Gauge = "mattermost_process_resident_memory_bytes";
        /// Memory that the process reserved.
        virtual_bytes: Gauge = "mattermost_process_virtual_memory_bytes";
        /// Files and sockets that the process has open.
        open_fds: Gauge = "mattermost_process_open_fds";
        /// Files and sockets that the process may have open.
        max_fds: Gauge = "mattermost_process_max_fds";
        /// When the process started, in seconds since 1970.
        process_start: Gauge = "mattermost_process_start_time_seconds";
        /// Threads of the process.
        threads: Gauge = "mattermost_process_threads";
        /// Tasks of the server that exist. There are no goroutines here; dashboards ask for the name.
        tasks: Gauge = "go_goroutines";
        /// Threads of the process, under the name that dashboards ask for.
        go_threads: Gauge = "go_threads";
        /// Private memory in RAM, heap and stacks together. No Go heap; dashboards ask for the name.
        heap_bytes: Gauge = "go_memstats_heap_inuse_bytes";
        /// Memory of the main thread's stack. Tasks keep their state on the heap; dashboards ask for the name.
        stack_bytes: Gauge = "go_memstats_stack_inuse_bytes";
    }
}
