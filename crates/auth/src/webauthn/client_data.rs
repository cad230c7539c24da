//! What the browser says of a ceremony: its kind, the challenge, and the page that asked.

use serde::Deserialize;

use super::{Expected, PART_BYTES_MAX, Refused};

pub(super) const CREATE: &str = "webauthn.create";
pub(super) const GET: &str = "webauthn.get";

/// `clientDataJSON` (§5.8.1).
#[derive(Debug, Deserialize)]
pub(super) struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    /// Whether the page was in a frame of another site.
    #[serde(rename = "crossOrigin", default)]
    is_cross_origin: bool,
    #[serde(rename = "topOrigin", default)]
    top_origin: Option<String>,
}

impl ClientData {
    pub(super) fn parse(bytes: &[u8]) -> Result<ClientData, Refused> {
        let bad = Refused::Malformed("clientDataJSON");
        if bytes.len() > PART_BYTES_MAX {
            return Err(bad);
        }
        serde_json::from_slice(bytes).map_err(|_| bad)
    }

    /// A page in a frame of another site is refused as another site: the person does not see whose page it is.
    pub(super) fn must_match(&self, kind: &str, expected: &Expected<'_>) -> Result<(), Refused> {
        if self.kind != kind {
            return Err(Refused::Ceremony);
        }
        if expected.challenge.is_empty() || self.challenge != expected.challenge {
            return Err(Refused::Challenge);
        }
        if self.origin != expected.site.origin || self.is_cross_origin || self.top_origin.is_some() {
            return Err(Refused::Origin);
        }
        Ok(())
    }
}
