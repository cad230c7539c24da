//! The database and the caches before it.

use crate::declare::metrics;
use crate::family::Family;
use crate::value::{Counter, Gauge, Histogram};

metrics! {
    /// The database and the caches before it.
    Store {
        /// Seconds of a call of the store, by method.
        time: Family<(&'static str, bool), Histogram, 4096> = "mattermost_db_store_time", ["method", "success"], SECONDS;
        /// Connections to the main database.
        master_connections: Gauge = "mattermost_db_master_connections_total";
        /// Connections to read replicas.
        replica_connections: Gauge = "mattermost_db_read_replica_connections_total";
        /// Users with an account that is not deactivated, counted every five minutes.
        active_users: Gauge = "mattermost_db_active_users";
        /// Bytes of the log that a replica is behind; -1 when it does not answer or is on another timeline.
        replica_lag_abs: Family<(&'static str,), Gauge> = "mattermost_db_replica_lag_abs", ["node"];
        /// Seconds that a replica is behind; -1 when it does not answer or is on another timeline.
        replica_lag_time: Family<(&'static str,), Gauge> = "mattermost_db_replica_lag_time", ["node"];
        /// Reads that a replica answered.
        replica_reads: Family<(&'static str,), Counter> = "muster_db_replica_reads_total", ["node"];
        /// Calls that went to the main database because a replica had not caught up in time.
        replica_misses: Family<(&'static str,), Counter> = "muster_db_replica_misses_total", ["node"];
        /// Groups of writes that were tried again: after a deadlock, a lost connection, a failover.
        commit_retries: Counter = "muster_commit_retries_total";
        /// Look-ups that a cache answered.
        cache_hits: Family<(&'static str,), Counter> = "mattermost_cache_mem_hit_total", ["name"];
        /// Look-ups that a cache could not answer.
        cache_misses: Family<(&'static str,), Counter> = "mattermost_cache_mem_miss_total", ["name"];
        /// Entries removed because what they held changed.
        cache_invalidations: Family<(&'static str,), Counter> = "mattermost_cache_mem_invalidation_total", ["name"];
        /// Memory of a cache.
        cache_bytes: Family<(&'static str,), Gauge> = "muster_cache_bytes", ["name"];
        /// Entries of a cache.
        cache_entries: Family<(&'static str,), Gauge> = "muster_cache_entries", ["name"];
        /// Writes that shared a commit.
        commit_batch: Histogram = "muster_commit_batch_size", SIZES;
        /// Seconds from a batch's first write to its durable end.
        commit_time: Histogram = "muster_commit_seconds", SHORT_SECONDS;
        /// Seconds of a COMMIT by itself: the wait for the disk and, with PostgreSQL, the way there and back.
        fsync_time: Histogram = "muster_fsync_seconds", SHORT_SECONDS;
        /// 1 while writes wait for a standby of the database that is not there (`synchronous_standby_names`), else 0.
        waits_for_standby: Gauge = "muster_db_waits_for_standby";
        /// Writes that wait for the next commit.
        write_queue: Gauge = "muster_write_queue_length";
        /// Seconds that a read waited for a connection.
        connection_wait: Histogram = "muster_db_connection_wait_seconds", SHORT_SECONDS;
    }
}
