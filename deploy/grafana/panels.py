"""What the dashboards show: a row a panel. `build` makes Grafana's JSON of it, `deploy/check` asks a Prometheus each
query, `deploy/panels` draws them.

A panel is (title, unit, [(legend, query), ...], what it tells). Units are Grafana's: s, reqps, ops, bytes, Bps,
percentunit, short. `$job` and `$node` are chosen by whoever looks.
"""



def of(name, labels=""):
    """A metric of the nodes chosen."""
    inner = 'job="$job", instance=~"$node"' + (", " + labels if labels else "")
    return "%s{%s}" % (name, inner)


def rate(name, by="", labels="", over="$__rate_interval"):
    return "sum%s(rate(%s[%s]))" % (" by (%s) " % by if by else "", of(name, labels), over)


def quantile(share, name, by="", labels=""):
    groups = "le, " + by if by else "le"
    return "histogram_quantile(%s, sum by (%s) (rate(%s[$__rate_interval])))" % (
        share, groups, of(name + "_bucket", labels))


def average(name, by="", labels=""):
    return "%s / %s" % (rate(name + "_sum", by, labels), rate(name + "_count", by, labels))


def spread(name, by="", labels=""):
    """The usual three of a duration."""
    return [("p50", quantile("0.5", name, by, labels)), ("p99", quantile("0.99", name, by, labels)),
            ("average", average(name, by, labels))]


def share(part, rest, by=""):
    """Of both. What was never counted has no series yet, and a share of 0 or 1 would have no value."""
    part, rest = rate(part, by), rate(rest, by)
    part, rest = "(%s or %s * 0)" % (part, rest), "(%s or %s * 0)" % (rest, part)
    return "%s / (%s + %s)" % (part, part, rest)


CPU = "sum by (instance) (rate(%s[$__rate_interval]))" % of("mattermost_process_cpu_seconds_total")

DASHBOARDS = [
    ("overview", "Muster: overview", [
        ("Requests", "reqps", [("requests", rate("mattermost_http_requests_total")),
                               ("refused or failed", rate("mattermost_http_errors_total"))],
         "Requests of the API. Refusals (4xx) are counted as errors, too."),
        ("Failures of the server", "percentunit",
         [("5xx", '(%s or vector(0)) / %s' % (rate("mattermost_api_time_count", labels='status_code=~"5.."'),
                                              rate("mattermost_api_time_count")))],
         "Share of requests that ended with 5xx. More than 1 % for five minutes rings."),
        ("Time of requests", "s", spread("mattermost_api_time"), "Until the answer stands; WebSockets are left out."),
        ("People connected", "short",
         [("sockets", "sum(%s)" % of("mattermost_http_websockets_total"))], "Open WebSockets of all nodes."),
        ("Posts", "ops", [("posts", rate("mattermost_post_total"))], "Posts created, by people and programs."),
        ("From commit to the sockets", "s", spread("muster_fan_out_seconds"),
         "From the commit of a change to its event standing in the last socket's queue."),
        ("Processors", "short", [("{{instance}}", CPU)], "Processors that each node uses."),
        ("Memory", "bytes", [("{{instance}}", of("mattermost_process_resident_memory_bytes"))],
         "Memory of each node that is in RAM."),
        ("Sign-ins", "ops", [("signed in", rate("mattermost_login_logins_total")),
                             ("refused", rate("mattermost_login_logins_fail_total"))],
         "A storm of sign-ins delays sign-ins, not posts."),
        ("Dropped for lack of room", "ops",
         [("queues", rate("muster_queue_drops_total")), ("sockets", rate("muster_socket_drops_total")),
          ("rate limit", rate("muster_http_rate_limited_total"))],
         "Things that a full queue refused, events that a slow socket did not get, requests answered with 429."),
    ]),
    ("node", "Muster: one node", [
        ("Requests by handler", "reqps",
         [("{{handler}}", "topk(10, %s)" % rate("mattermost_api_time_count", "handler"))], "The ten most frequent."),
        ("Slowest handlers, p99", "s",
         [("{{handler}}", "topk(10, %s)" % quantile("0.99", "mattermost_api_time", "handler"))], "The ten slowest."),
        ("Being answered", "short", [("{{instance}}", of("muster_http_requests_in_flight"))],
         "Requests under way; a line that only rises is a node that has stopped answering."),
        ("Answers by status", "reqps", [("{{status_code}}", rate("mattermost_api_time_count", "status_code"))], ""),
        ("Processors", "short", [("{{instance}}", CPU)], ""),
        ("Memory", "bytes", [("in RAM {{instance}}", of("mattermost_process_resident_memory_bytes")),
                             ("private {{instance}}", of("go_memstats_heap_inuse_bytes"))], ""),
        ("Files and sockets open", "percentunit",
         [("{{instance}}", "%s / %s" % (of("mattermost_process_open_fds"), of("mattermost_process_max_fds")))],
         "Of those the process may have. Each socket is one."),
        ("Tasks and threads", "short", [("tasks {{instance}}", of("go_goroutines")),
                                        ("threads {{instance}}", of("mattermost_process_threads"))], ""),
        ("Queues", "short", [("{{queue}} {{instance}}", of("muster_queue_length"))],
         "Things that wait in a bounded queue."),
        ("Caches: answered from memory", "percentunit",
         [("{{name}}", share("mattermost_cache_mem_hit_total", "mattermost_cache_mem_miss_total", "name"))], ""),
        ("Caches: memory", "bytes", [("{{name}}", "sum by (name) (%s)" % of("muster_cache_bytes"))], ""),
        ("Asked again and unchanged", "percentunit",
         [("answered 304", share("mattermost_cache_etag_hit_total", "mattermost_cache_etag_miss_total"))],
         "Share of the requests that name the client's own copy and find it current."),
        ("Password checks that wait", "s", spread("muster_hash_wait_seconds"),
         "They have threads of their own, so they wait for each other only."),
    ]),
    ("database", "Muster: database", [
        ("Calls of the store", "ops",
         [("{{method}}", "topk(10, %s)" % rate("mattermost_db_store_time_count", "method"))],
         "The ten most frequent. What a cache answers is no call."),
        ("Slowest calls, p99", "s",
         [("{{method}}", "topk(10, %s)" % quantile("0.99", "mattermost_db_store_time", "method"))], ""),
        ("Failed calls", "ops",
         [("{{method}}", rate("mattermost_db_store_time_count", "method", 'success="false"'))], ""),
        ("Writes that share a commit", "short", [("average", average("muster_commit_batch_size")),
                                                 ("p99", quantile("0.99", "muster_commit_batch_size"))],
         "More under load: that is what keeps writes cheap."),
        ("Until a write is durable", "s", spread("muster_commit_seconds"), "From a batch's first write to its end."),
        ("Waiting for the disk", "s", spread("muster_fsync_seconds"),
         "COMMIT by itself; with PostgreSQL the way there and back is in it."),
        ("Writes that wait", "short", [("{{instance}}", of("muster_write_queue_length"))], ""),
        ("Waiting for a connection", "s", spread("muster_db_connection_wait_seconds"),
         "Reads that found all connections taken. Raise sql.max_open_connections when this is not near nothing."),
        ("Connections", "short", [("writer {{instance}}", of("mattermost_db_master_connections_total")),
                                  ("readers {{instance}}", of("mattermost_db_read_replica_connections_total"))], ""),
        ("Readers behind", "s", [("reader {{node}} of {{instance}}", of("mattermost_db_replica_lag_time"))],
         "Seconds; reads of a lagging reader go to the writer. -1 is a reader that does not answer."),
        ("Reads of readers", "ops",
         [("reader {{node}}", rate("muster_db_replica_reads_total", "node")),
          ("went to the writer instead of reader {{node}}", rate("muster_db_replica_misses_total", "node"))], ""),
        ("Groups of writes tried again", "ops", [("{{instance}}", rate("muster_commit_retries_total", "instance"))],
         "After a deadlock, a lost connection, a failover."),
    ]),
    ("bus", "Muster: between nodes", [
        ("Health", "short", [("{{instance}}", of("mattermost_cluster_health_score"))],
         "0 when the node hears all others, more when something is wrong."),
        ("Events between nodes", "ops",
         [("{{name}}", rate("mattermost_cluster_event_type_totals", "name"))], "In and out, by name."),
        ("Requests between nodes", "ops",
         [("{{instance}}", rate("mattermost_cluster_cluster_requests_total", "instance"))],
         "Invalidations that are waited for, and connections taken over."),
        ("Time of requests between nodes", "s", spread("mattermost_cluster_cluster_request_duration_seconds"), ""),
        ("Events that wait in a hub", "short",
         [("{{instance}}", "sum by (instance) (%s)" % of("mattermost_websocket_broadcast_buffer_size"))], ""),
        ("Sockets of each node", "short",
         [("{{instance}}", "sum by (instance) (%s)" % of("mattermost_http_websockets_total"))],
         "A proxy that balances well keeps these near each other."),
        ("Dropped by full queues", "ops",
         [("{{queue}} {{instance}}", rate("muster_queue_drops_total", "queue, instance"))], ""),
    ]),
    ("search", "Muster: search", [
        ("Searches", "ops", [("posts", rate("mattermost_search_posts_searches_total")),
                             ("files", rate("mattermost_search_files_searches_total"))], ""),
        ("Time to search posts", "s", spread("mattermost_search_posts_searches_duration_seconds"), ""),
        ("Time to search files", "s", spread("mattermost_search_files_searches_duration_seconds"), ""),
        ("Waiting to be found", "short", [("{{instance}}", of("muster_search_index_queue_length"))],
         "Posts and files that are not in the index yet; they are kept and caught up with. With a shared index, as the node "
         "says that feeds it."),
        ("Shared index behind the database", "s",
         [("behind", "max(%s) / 1000" % of("muster_search_index_lag_milliseconds"))],
         "As the node says that feeds it."),
        ("Put into the shared index", "ops", [("fed", rate("muster_search_index_fed_total")),
                                              ("refused for good", rate("muster_search_items_refused_total"))], ""),
        ("Requests to the search server, p99", "s",
         [("{{request}}", quantile("0.99", "muster_search_server_request_seconds", "request"))], ""),
        ("Answered by the database instead", "ops", [("searches", rate("muster_search_fallbacks_total"))],
         "From the newest posts only, because the search server did not answer."),
    ]),
    ("realtime", "Muster: events and sockets", [
        ("Open sockets", "short", [("{{origin_client}}", "sum by (origin_client) (%s)"
                                    % of("mattermost_http_websockets_total"))], ""),
        ("Events announced", "ops",
         [("{{type}}", "topk(10, %s)" % rate("mattermost_websocket_event_total", "type"))],
         "However many clients get them."),
        ("Events sent", "ops",
         [("{{name}}", "topk(10, %s)" % rate("mattermost_websocket_broadcasts_total", "name"))], "One for each client."),
        ("From commit to the sockets", "s", spread("muster_fan_out_seconds"), "Of each hub for itself."),
        ("Not delivered", "ops", [("{{reason}}", rate("muster_socket_drops_total", "reason"))],
         "Typing and presence go first, posts never: a socket that cannot follow is closed and catches up."),
        ("Frames in one write", "short", [("average", average("muster_socket_frames_per_write"))], ""),
        ("Bytes to sockets", "Bps", [("bytes", rate("muster_socket_bytes_total"))], ""),
        ("Connections taken up again", "ops",
         [("{{type}}", rate("mattermost_websocket_reconnects_total", "type"))],
         "By outcome. Many at once: a proxy or a node went away."),
    ]),
    ("jobs", "Muster: jobs and notifications", [
        ("Jobs that run", "short", [("{{type}} {{instance}}", of("mattermost_jobs_active"))], ""),
        ("Notifications", "ops", [("due", rate("mattermost_notifications_total")),
                                  ("shown", rate("mattermost_notifications_success")),
                                  ("failed", rate("mattermost_notifications_error")),
                                  ("needless", rate("mattermost_notifications_not_sent"))],
         "People whom posts call, and what those clients that report it say became of it."),
        ("Closed browsers", "ops", [("{{end}}", rate("muster_web_pushes_total", "end"))],
         "What they were to be told of posts, by what became of it. Busy: a browser maker's service does not answer."),
        ("Phones", "ops", [("{{end}}", rate("muster_phone_pushes_total", "end"))],
         "What they were to be told, by what became of it. Busy: the push proxy does not answer."),
        ("Webhooks and files", "ops", [("posts of webhooks", rate("mattermost_post_webhooks_total")),
                                       ("files attached", rate("mattermost_post_file_attachments_total"))], ""),
        ("Time to switch channels, as clients feel it", "s",
         [("web p50", quantile("0.5", "mattermost_webapp_channel_switch")),
          ("web p99", quantile("0.99", "mattermost_webapp_channel_switch"))], "Reported by clients that measure it."),
    ]),
]
