//! Encryption by the server itself.

use crate::field::section;
use crate::setting::choice;

choice! {
    /// Oldest protocol that is spoken.
    TlsVersion { Tls12 = "1.2", Tls13 = "1.3" }
}

section! {
    /// Encryption by the server itself. Leave it empty behind a proxy that ends TLS.
    Tls in tls {
        /// PEM file with the certificate and its chain. Set together with `key_file`.
        cert_file: String = "" => api("ServiceSettings.TLSCertFile").node();
        /// PEM file with the private key.
        key_file: String = "" => api("ServiceSettings.TLSKeyFile").node();
        /// Oldest protocol that is spoken.
        min_version: TlsVersion = TlsVersion::Tls12 => api("ServiceSettings.TLSMinVer").node();
        /// Tells browsers that came encrypted, to this server or to the proxy before it, to use encryption only.
        strict_transport: bool = false => api("ServiceSettings.TLSStrictTransport");
        /// Seconds for which browsers remember that; 0 makes them forget.
        strict_transport_max_age_s: u64 = 63_072_000
            => range(0, 315_360_000).api("ServiceSettings.TLSStrictTransportMaxAge");
        /// Listens on port 80 as well, and sends who comes there to the encrypted address. Needs `cert_file`.
        forward_80_to_443: bool = false => api("ServiceSettings.Forward80To443").node();
    }
}
