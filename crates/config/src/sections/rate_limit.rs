//! A bound on requests by one caller.

use crate::field::section;

section! {
    /// A bound on requests by one caller.
    RateLimit in rate_limit {
        /// Turns it on.
        enable: bool = false => api("RateLimitSettings.Enable");
        /// Requests a second.
        per_second: u32 = 10 => range(1, 1_000_000).api("RateLimitSettings.PerSec");
        /// Requests beyond that in a burst.
        max_burst: u32 = 100 => range(1, 1_000_000).api("RateLimitSettings.MaxBurst");
        /// Callers that are remembered; the one unseen for longest is forgotten first.
        callers_max: u32 = 10_000 => range(100, 100_000_000).api("RateLimitSettings.MemoryStoreSize");
        /// Tells callers apart by address.
        by_address: bool = true => api("RateLimitSettings.VaryByRemoteAddr");
        /// Tells callers apart by session.
        by_user: bool = false => api("RateLimitSettings.VaryByUser");
        /// Tells callers apart by this header, too.
        by_header: String = "" => api("RateLimitSettings.VaryByHeader");
    }
}
