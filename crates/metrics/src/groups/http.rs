//! Requests, answers and sign-ins.

use crate::declare::metrics;
use crate::family::Family;
use crate::label::label;
use crate::value::{Counter, Gauge, Histogram};

label! {
    /// Method of a request.
    Method { Get = "GET", Post = "POST", Put = "PUT", Patch = "PATCH", Delete = "DELETE", Other = "OTHER" }
}
label! {
    /// Which program asks, told by its headers.
    OriginClient { Unknown = "unknown", Web = "web", Mobile = "mobile", Desktop = "desktop" }
}
label! {
    /// Why a client asks.
    PageLoad { Other = "", Load = "page_load", Reconnect = "reconnect" }
}

label! {
    /// What makes a request dear.
    Cost {
        SignIn = "sign_in", Account = "account", Mail = "mail", Invitation = "invitation", Search = "search",
        Upload = "upload",
    }
}

/// Handlers × status codes × clients that are kept apart.
const API_SERIES_MAX: usize = 8192;

metrics! {
    /// Requests, answers and sign-ins.
    Http {
        /// Seconds to answer a request of the API, by handler. WebSockets are not among them.
        api_time: Family<(&'static str, Method, u16, OriginClient, PageLoad), Histogram, API_SERIES_MAX>
            = "mattermost_api_time", ["handler", "method", "status_code", "origin_client", "page_load_context"], SECONDS;
        /// Requests of the API.
        requests: Counter = "mattermost_http_requests_total";
        /// Requests of the API that were answered with an error.
        errors: Counter = "mattermost_http_errors_total";
        /// Open WebSockets.
        websockets: Family<(OriginClient,), Gauge> = "mattermost_http_websockets_total", ["origin_client"];
        /// Answers that a client's own copy replaced, by route.
        etag_hits: Family<(&'static str,), Counter, 1024> = "mattermost_cache_etag_hit_total", ["route"];
        /// Answers that had to be sent although the client asked whether its copy is current, by route.
        etag_misses: Family<(&'static str,), Counter, 1024> = "mattermost_cache_etag_miss_total", ["route"];
        /// Sign-ins.
        logins: Counter = "mattermost_login_logins_total";
        /// Refused sign-ins.
        logins_failed: Counter = "mattermost_login_logins_fail_total";
        /// Requests answered with 429, by whatever limit.
        rate_limited: Counter = "muster_http_rate_limited_total";
        /// Requests answered with 429 by the limit of their kind of cost.
        cost_limited: Family<(Cost,), Counter> = "muster_http_cost_limited_total", ["cost"];
        /// Requests being answered.
        in_flight: Gauge = "muster_http_requests_in_flight";
        /// Seconds that password checks waited for a thread.
        hash_wait: Histogram = "muster_hash_wait_seconds", LINE_SECONDS;
    }
}

impl Http {
    /// Counts a sign-in by what came of it.
    pub fn count_sign_in<T, E>(&self, outcome: &Result<T, E>) {
        match outcome {
            Ok(_) => self.logins.inc(),
            Err(_) => self.logins_failed.inc(),
        }
    }
}
