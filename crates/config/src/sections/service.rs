//! Where the server is reached, how big a request may be, and what it is called.

use crate::check;
use crate::field::section;

section! {
    /// Where the server is reached and what it accepts.
    Service in service {
        /// Address under which people reach the server, without a trailing slash. Needed for links in mail, for
        /// permalink previews, sign-in through other services and mobile clients.
        site_url: String = ""
            => check(check::site_url).api("ServiceSettings.SiteURL").anyone("SiteURL");
        /// Address and port of the API, the WebSocket and the web client. ":8065" listens on every interface.
        listen: String = "127.0.0.1:8065" => check(check::listen).api("ServiceSettings.ListenAddress").node();
        /// Address that clients connect their WebSocket to, when it differs from `site_url`.
        websocket_url: String = "" => api("ServiceSettings.WebsocketURL").anyone("WebsocketURL");
        /// Port of plain WebSockets that clients are told.
        websocket_port: u16 = 80 => range(1, 65_535).api("ServiceSettings.WebsocketPort").anyone("WebsocketPort");
        /// Port of encrypted WebSockets that clients are told.
        websocket_secure_port: u16 = 443
            => range(1, 65_535).api("ServiceSettings.WebsocketSecurePort").anyone("WebsocketSecurePort");
        /// Seconds in which the next part of a request's body has to come. A slow upload takes as long as it takes.
        read_timeout_s: u32 = 300 => range(1, 86_400).api("ServiceSettings.ReadTimeout").node();
        /// Seconds in which a client has to take something of an answer that is being sent. WebSockets have bounds of
        /// their own.
        write_timeout_s: u32 = 300 => range(1, 86_400).api("ServiceSettings.WriteTimeout").node();
        /// Seconds that a connection without a request is kept; the head of the next one has to be there by then.
        idle_timeout_s: u32 = 60 => range(1, 86_400).api("ServiceSettings.IdleTimeout").node();
        /// Seconds that open requests get to finish when the server stops.
        shutdown_timeout_s: u32 = 30 => range(1, 600).node();
        /// Largest JSON body.
        max_payload_bytes: u64 = 300_000
            => range(10_000, 100_000_000).api("ServiceSettings.MaximumPayloadSizeBytes");
        /// Longest address of a request.
        max_url_bytes: u32 = 2048 => range(256, 65_536).api("ServiceSettings.MaximumURLLength");
        /// Headers in which a trusted proxy names the client's address. Set them only behind such a proxy.
        trusted_proxy_ip_headers: Vec<String> = &[] => api("ServiceSettings.TrustedProxyIPHeader");
        /// Origins other than the server's own that browsers may call from, separated by spaces; "*" is all.
        allow_cors_from: String = "" => api("ServiceSettings.AllowCorsFrom");
        /// Headers that such callers may read beside the simple ones, separated by spaces or commas.
        cors_exposed_headers: String = "" => check(check::header_names).api("ServiceSettings.CorsExposedHeaders");
        /// Lets such callers send cookies, if `allow_cors_from` names them; "*" names nobody.
        cors_allow_credentials: bool = false => api("ServiceSettings.CorsAllowCredentials");
        /// Sites that may show the web client in a frame, separated by spaces.
        frame_ancestors: String = "" => check(check::sources).api("ServiceSettings.FrameAncestors");
        /// Sets cookies for the whole domain of `site_url`.
        allow_cookies_for_subdomains: bool = false => api("ServiceSettings.AllowCookiesForSubdomains");
        /// Refuses cookie sessions that lack the CSRF token, whatever other headers say.
        strict_csrf: bool = false => api("ServiceSettings.ExperimentalStrictCSRFEnforcement");
        /// Refuses posts, edits and scheduled posts of users that speak under another name or as a webhook. Bots may.
        hardened_mode: bool = false => api("ServiceSettings.ExperimentalEnableHardenedMode");
        /// Shows signed-in users the reference of the API at `/api/reference`, where they can try each endpoint.
        api_reference: bool = true;
        /// Puts causes into error answers and loosens checks. For development only.
        developer_mode: bool = false => api("ServiceSettings.EnableDeveloper").member("EnableDeveloper");
        /// Turns on routes and commands that only tests need.
        testing: bool = false => api("ServiceSettings.EnableTesting").member("EnableTesting");
        /// Threads that run requests; 0 is one per core.
        worker_threads: u16 = 0 => range(0, 1024).node();
    }
}
