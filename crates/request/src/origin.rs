//! Which program asks.

use http::{HeaderMap, HeaderName, header};
use metrics::OriginClient;

const X_REQUESTED_WITH: HeaderName = HeaderName::from_static("x-requested-with");

/// Which program asks.
pub fn origin_of(headers: &HeaderMap) -> OriginClient {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if agent.starts_with("rnbeta") || agent.starts_with("Mattermost Mobile/") {
        OriginClient::Mobile
    } else if agent.contains("Mattermost/") {
        OriginClient::Desktop
    } else if headers.contains_key(&X_REQUESTED_WITH) {
        OriginClient::Web
    } else {
        OriginClient::Unknown
    }
}
