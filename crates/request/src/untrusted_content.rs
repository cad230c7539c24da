//! Headers of answers whose bytes somebody uploaded, or another site sent: a browser that opens one runs nothing in it,
//! and no other site can embed it.

use http::{HeaderName, HeaderValue, header};

use crate::Reply;

/// The page of such an answer has no origin, runs no script and loads nothing but its own picture or recording, which
/// browsers that show one alone fetch a second time.
pub const SANDBOX: HeaderValue =
    HeaderValue::from_static("sandbox; default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'");
/// For a PDF that is shown in place. Browsers refuse to start their viewer in a sandbox, and the viewer runs outside of
/// the site's origin by itself.
pub const VIEWER: HeaderValue =
    HeaderValue::from_static("default-src 'none'; object-src 'self'; frame-ancestors 'none'");
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

impl Reply {
    /// Confines an answer whose bytes are not the server's. `X-Content-Type-Options` is on every answer.
    pub fn confined(self) -> Reply {
        self.confined_by(SANDBOX)
    }

    /// Confines an answer under a policy of its own.
    pub fn confined_by(self, policy: HeaderValue) -> Reply {
        self.with_header(header::CONTENT_SECURITY_POLICY, policy)
            .with_header(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin"))
    }
}
