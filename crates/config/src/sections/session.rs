//! How long people stay signed in.

use crate::field::section;

section! {
    /// How long people stay signed in.
    Session in session {
        /// Hours of a session in a browser.
        web_length_h: u32 = 720 => range(1, 876_000).api("ServiceSettings.SessionLengthWebInHours");
        /// Hours of a session in a mobile client.
        mobile_length_h: u32 = 720 => range(1, 876_000).api("ServiceSettings.SessionLengthMobileInHours");
        /// Hours of a session that another service vouches for.
        sso_length_h: u32 = 720 => range(1, 876_000).api("ServiceSettings.SessionLengthSSOInHours");
        /// Sessions in use do not end.
        extend_with_activity: bool = true
            => api("ServiceSettings.ExtendSessionLengthWithActivity").member("ExtendSessionLengthWithActivity");
        /// Minutes without use after which a session in a browser ends, where `extend_with_activity` is off; 0 is
        /// never. Use is noted once in five minutes, so a session ends up to that much later. Sessions of mobile
        /// clients, OAuth applications and access tokens, and so of bots, do not end by it.
        idle_timeout_min: u32 = 43_200 => range(0, 5_256_000).api("ServiceSettings.SessionIdleTimeoutInMinutes");
        /// Ends a user's other sessions when the password changes.
        end_on_password_change: bool = true => api("ServiceSettings.TerminateSessionsOnPasswordChange");
        /// Wrong passwords or codes for an account after which the address they come from waits: half a minute at first,
        /// twice as long with each further one, at most an hour.
        max_login_attempts: u32 = 10 => range(1, 10_000).api("ServiceSettings.MaximumLoginAttempts");
        /// Threads that hash passwords; 0 is half the cores. Sign-ins beyond wait as long as they can be answered within
        /// 27 s, and cannot slow messages.
        hash_threads: u16 = 0 => range(0, 256).node();
    }
}
