//! How a request came: plain or encrypted.

use http::HeaderMap;

/// How a request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Plain,
    Encrypted,
}

/// Whether a request came encrypted: to this server, or as a proxy says that it came there. Browsers that come unencrypted
/// ignore what follows from it.
pub fn is_https(way: Way, asked: &HeaderMap) -> bool {
    let told = asked.get("x-forwarded-proto").and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Each proxy on the way adds its own word at the end.
    let first = told.split(',').next().unwrap_or_default().trim();
    way == Way::Encrypted || first.eq_ignore_ascii_case("https")
}
