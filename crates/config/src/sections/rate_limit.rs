//! Bounds on requests by one caller: on all of them, and on those that cost much.

use crate::field::section;

section! {
    /// Bounds on requests by one caller, at each node. The first one counts all requests and is off by default. Those after it
    /// count requests that cost much, by kind, and are on: so many at once, then so many a minute; 0 a minute turns a
    /// kind off. Administrators are not counted, nor, where addresses are counted, requests from the machine itself.
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
        /// Sign-ins and other guesses at secrets a minute, by address; of IPv6, by network. Many people may share one.
        sign_in_per_minute: u32 = 600 => range(0, 1_000_000);
        /// Sign-ins at once.
        sign_in_burst: u32 = 1000 => range(1, 1_000_000);
        /// Accounts and applications that are made a minute, by address.
        account_per_minute: u32 = 30 => range(0, 1_000_000);
        /// Accounts and applications at once.
        account_burst: u32 = 200 => range(1, 1_000_000);
        /// Mails for a new password, a proof of an address or a sign-in a minute, by address.
        mail_per_minute: u32 = 10 => range(0, 1_000_000);
        /// Such mails at once.
        mail_burst: u32 = 50 => range(1, 1_000_000);
        /// Requests that invite a minute, by user. The mails in them have a bound of their own.
        invitation_per_minute: u32 = 10 => range(0, 1_000_000);
        /// Such requests at once.
        invitation_burst: u32 = 50 => range(1, 1_000_000);
        /// Searches a minute, by user.
        search_per_minute: u32 = 600 => range(0, 1_000_000);
        /// Searches at once.
        search_burst: u32 = 300 => range(1, 1_000_000);
        /// Files, pictures and emoji that are sent a minute, by user.
        upload_per_minute: u32 = 600 => range(0, 1_000_000);
        /// Such uploads at once.
        upload_burst: u32 = 500 => range(1, 1_000_000);
    }
}
