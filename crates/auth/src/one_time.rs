//! One-time codes of authenticator apps (TOTP, RFC 6238): SHA-1, six digits, 30 seconds, the only
//! parameters that all apps know.

use base::Millis;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rand::RngCore;
use totp_rs::{Algorithm, Builder, Secret, Totp};

use crate::qr::qr_png;

/// Seconds that a code is valid for.
pub const STEP_SECONDS: u64 = 30;

/// Steps before and after now that are accepted too, for clocks that differ.
const SKEW_STEPS: u16 = 1;

/// The length RFC 4226 recommends.
const SECRET_LEN: usize = 20;

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'@');

/// What a user's authenticator app and the server share.
pub struct OneTimeSecret {
    totp: Totp,
}

/// What the user sees when an app is set up.
#[derive(Debug, Clone)]
pub struct Provisioning {
    /// To type, in base32.
    pub secret: String,
    /// To scan: a PNG in base64.
    pub qr_code: String,
}

impl OneTimeSecret {
    pub fn random() -> Self {
        let mut bytes = vec![0u8; SECRET_LEN];
        rand::rng().fill_bytes(&mut bytes);
        Self::from_bytes(bytes)
    }

    /// A stored secret; `None` when it is no base32, or empty.
    pub fn parse(base32: &str) -> Option<Self> {
        let text = base32.trim_end_matches('=').to_ascii_uppercase();
        let secret = Secret::try_from_base32(&text).ok()?;
        let bytes = secret.as_bytes().to_vec();
        (!bytes.is_empty()).then(|| Self::from_bytes(bytes))
    }

    fn from_bytes(bytes: Vec<u8>) -> Self {
        let builder = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(6).with_skew(SKEW_STEPS);
        // Imported secrets may be shorter than the RFC wants; they are what their apps have.
        OneTimeSecret { totp: builder.with_step_duration(STEP_SECONDS).with_secret(bytes).build_noncompliant() }
    }

    /// The form to store and to show.
    pub fn base32(&self) -> String {
        self.totp.secret().to_base32()
    }

    /// The code's step, when the code is right at `now` and newer than `last_step`. Store the step:
    /// a code counts once (RFC 6238, 5.2).
    pub fn check(&self, code: &str, now: Millis, last_step: Option<u64>) -> Option<u64> {
        let code: String = code.chars().filter(|c| !c.is_whitespace()).take(8).collect();
        if code.len() != 6 || !code.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let seconds = u64::try_from(now).ok()? / 1000;
        let step = self.totp.check(&code, seconds)?;
        last_step.is_none_or(|last| step > last).then_some(step)
    }

    /// The address that apps scan: `otpauth://totp/issuer:account?...`.
    pub fn url(&self, issuer: &str, account: &str) -> String {
        let (issuer, account) = (utf8_percent_encode(issuer, UNRESERVED), utf8_percent_encode(account, UNRESERVED));
        format!("otpauth://totp/{issuer}:{account}?secret={}&issuer={issuer}", self.base32())
    }

    /// What the user needs for the app; `None` when the names are too long for a QR code.
    pub fn provision(&self, issuer: &str, account: &str) -> Option<Provisioning> {
        let picture = qr_png(&self.url(issuer, account))?;
        Some(Provisioning { secret: self.base32(), qr_code: STANDARD.encode(picture) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// RFC 6238, appendix B: the secret "12345678901234567890".
    const RFC_SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn rfc() -> OneTimeSecret {
        OneTimeSecret::parse(RFC_SECRET).expect("base32")
    }

    #[test]
    fn the_published_codes_are_right() {
        assert_eq!(rfc().check("287082", 59_000, None), Some(1));
        assert_eq!(rfc().check("081804", 1_111_111_109_000, None), Some(1_111_111_109 / 30));
        assert_eq!(rfc().check("287083", 59_000, None), None);
    }

    #[test]
    fn a_code_lives_one_step_longer_and_counts_once() {
        let secret = rfc();
        assert_eq!(secret.check("287082", 89_000, None), Some(1));
        assert_eq!(secret.check("287082", 120_000, None), None);
        assert_eq!(secret.check("287082", 59_000, Some(1)), None);
        assert_eq!(secret.check("287 082", 59_000, Some(0)), Some(1));
    }

    #[test]
    fn a_new_secret_survives_being_stored() {
        let secret = OneTimeSecret::random();
        let stored = secret.base32();
        assert_eq!(stored.len(), 32);
        assert_eq!(OneTimeSecret::parse(&stored).expect("base32").base32(), stored);
    }

    #[test]
    fn what_is_no_secret_is_refused() {
        assert!(OneTimeSecret::parse("").is_none());
        assert!(OneTimeSecret::parse("not base32!").is_none());
    }

    #[test]
    fn names_are_escaped_in_the_address() {
        let url = rfc().url("My Chat", "ann@example.test");
        assert_eq!(url, format!("otpauth://totp/My%20Chat:ann@example.test?secret={RFC_SECRET}&issuer=My%20Chat"));
    }

    #[test]
    fn provisioning_has_a_png() {
        let provisioning = rfc().provision("Chat", "ann").expect("fits");
        assert!(provisioning.qr_code.starts_with("iVBORw0KGgo"), "a PNG in base64");
        assert!(rfc().provision("Chat", &"x".repeat(5000)).is_none());
    }

    proptest! {
        #[test]
        fn any_code_is_answered(code in "\\PC{0,12}", now in any::<i64>(), secret in "[A-Z2-7=]{0,40}") {
            if let Some(secret) = OneTimeSecret::parse(&secret) {
                let _ = secret.check(&code, now, None);
            }
        }
    }
}
