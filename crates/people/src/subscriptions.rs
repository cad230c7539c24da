//! Where a browser is told, as the device of its session: `webpush:`, the browser's secret (22 characters of base64url),
//! its public key (87), and the address at its maker's service without `https://`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

/// How the device of a session that is a browser begins.
pub use memory::subscribers::BROWSER_PREFIX as PREFIX;

pub const SECRET_BYTES: usize = 16;
/// An uncompressed point of P-256.
pub const KEY_BYTES: usize = 65;
const SECRET_LEN: usize = 22;
const KEY_LEN: usize = 87;
const UNCOMPRESSED: u8 = 4;

/// What it takes to tell a browser something that only it can read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub endpoint: Url,
    pub key: [u8; KEY_BYTES],
    pub secret: [u8; SECRET_BYTES],
}

impl Subscription {
    /// Reads a device; `None` when it is no browser or names no service on the Internet by its host.
    pub fn parse(device: &str) -> Option<Subscription> {
        let rest = device.strip_prefix(PREFIX)?;
        let (secret, rest) = rest.split_at_checked(SECRET_LEN)?;
        let (key, address) = rest.split_at_checked(KEY_LEN)?;
        let endpoint = Url::parse(&format!("https://{address}")).ok()?;
        let plain = endpoint.username().is_empty() && endpoint.password().is_none() && endpoint.fragment().is_none();
        let subscription = Subscription { endpoint, key: bytes(key)?, secret: bytes(secret)? };
        (plain && subscription.key[0] == UNCOMPRESSED).then_some(subscription)
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_says_where_a_browser_is_told_and_how() {
        let key = URL_SAFE_NO_PAD.encode([[4; 1].as_slice(), &[7; 64]].concat());
        let secret = URL_SAFE_NO_PAD.encode([9; 16]);
        let device = format!("webpush:{secret}{key}push.example.test/send/abc?x=1");
        let read = Subscription::parse(&device).expect("a subscription");
        assert_eq!(read.endpoint.as_str(), "https://push.example.test/send/abc?x=1");
        assert_eq!((read.key[1], read.secret[0]), (7, 9));
    }

    #[test]
    fn what_is_no_subscription_is_none() {
        let key = URL_SAFE_NO_PAD.encode([[4; 1].as_slice(), &[7; 64]].concat());
        let compressed = URL_SAFE_NO_PAD.encode([[2; 1].as_slice(), &[7; 64]].concat());
        let secret = URL_SAFE_NO_PAD.encode([9; 16]);
        for device in [
            "apple_rn-v2:abc".to_owned(),
            PREFIX.to_owned(),
            format!("webpush:{secret}{key}"),
            format!("webpush:{secret}{compressed}push.example.test/"),
            format!("webpush:{secret}{key}user:word@push.example.test/"),
            format!("webpush:{}{key}push.example.test/", "é".repeat(11)),
            format!("webpush:{secret}{}push.example.test/", "!".repeat(87)),
        ] {
            assert_eq!(Subscription::parse(&device), None, "{device}");
        }
    }
}
