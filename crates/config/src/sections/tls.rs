//! Encryption by the server itself.

use crate::field::section;
use crate::setting::choice;

choice! {
    /// Oldest accepted protocol.
    TlsVersion { Tls12 = "1.2", Tls13 = "1.3" }
}

section! {
    /// TLS by the server itself. Leave it empty behind a proxy that terminates TLS.
    Tls in tls {
        /// PEM file with the certificate and its chain. Set together with `key_file`.
        cert_file: String = "" => api("ServiceSettings.TLSCertFile").node();
        /// PEM file with the private key.
        key_file: String = "" => api("ServiceSettings.TLSKeyFile").node();
        /// Oldest accepted protocol.
        min_version: TlsVersion = TlsVersion::Tls12 => api("ServiceSettings.TLSMinVer").node();
        /// Tells browsers that connect by TLS, here or at the proxy, to use TLS only (Strict-Transport-Security).
        strict_transport: bool = false => api("ServiceSettings.TLSStrictTransport");
        /// Seconds for which browsers remember that; 0 makes them forget it.
        strict_transport_max_age_s: u64 = 63_072_000
            => range(0, 315_360_000).api("ServiceSettings.TLSStrictTransportMaxAge");
        /// Listens on port 80 as well, and redirects from there to the TLS address. Needs `cert_file`.
        forward_80_to_443: bool = false => api("ServiceSettings.Forward80To443").node();
    }
}
