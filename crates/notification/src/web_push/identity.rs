//! The server's identity for push services: one key pair, and a signed token for each service (VAPID, RFC 8292).
//!
//! Browsers get the public key when they subscribe, and accept pushes from its owner only. Phones read it in the
//! configuration and verify messages by it, since the push proxy could otherwise send them anything.

use base::Millis;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use node::error::{ApiError, Result};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use store::Store;
use url::Url;

use request::secrets::Secrets;

/// The name of the key pair in the store, beside the server's other secrets.
const KEY_NAME: &str = "WebPushKey";
/// The DER prefix of an uncompressed P-256 point, which names the kind of key.
const P256_DER: &[u8] = &[
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce,
    0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// Services accept tokens that are valid for a day at most.
const GOOD_FOR_S: i64 = 12 * 60 * 60;

/// The server's key pair.
pub struct Identity {
    pair: EcdsaKeyPair,
    public: String,
}

impl Identity {
    /// The key pair of this server. The first start makes it.
    ///
    /// # Errors
    /// When the store does not answer, or its value is no key pair.
    pub async fn load(store: &Store, secrets: &Secrets, random: &SystemRandom) -> Result<Identity> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, random)
            .map_err(|_| unusable("no random numbers"))?;
        let kept = secrets.own(store, KEY_NAME, || STANDARD.encode(made.as_ref())).await?;
        let kept = STANDARD.decode(kept).map_err(|error| unusable(&error.to_string()))?;
        Identity::of(&kept, random).ok_or_else(|| unusable("the kept key pair is none"))
    }

    fn of(kept: &[u8], random: &SystemRandom) -> Option<Identity> {
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, random).ok()?;
        Some(Identity { public: URL_SAFE_NO_PAD.encode(pair.public_key()), pair })
    }

    /// The public key for browsers' subscriptions: an uncompressed point in base64url.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The public key for phones, which verify messages by it: DER (RFC 5480) in base64.
    pub fn public_der(&self) -> String {
        STANDARD.encode([P256_DER, self.pair.public_key().as_ref()].concat())
    }

    /// The value of `Authorization` for a service. `contact` is the address at which the service reaches this server's
    /// operator.
    pub fn authorization(&self, endpoint: &Url, contact: &str, now: Millis, random: &SystemRandom) -> Option<String> {
        let audience = endpoint.origin().ascii_serialization();
        let claims = json!({ "aud": audience, "exp": now / 1000 + GOOD_FOR_S, "sub": contact });
        Some(format!("vapid t={}, k={}", self.token(&claims, random)?, self.public))
    }

    /// A signature that proves to a phone that a message comes from this server and is for that phone.
    pub fn phone_signature(&self, ack_id: &str, device_id: &str, random: &SystemRandom) -> Option<String> {
        self.token(&json!({ "ack_id": ack_id, "device_id": device_id }), random)
    }

    fn token(&self, claims: &Value, random: &SystemRandom) -> Option<String> {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let word = [&header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
        let signature = self.pair.sign(random, word.as_bytes()).ok()?;
        Some(format!("{word}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

fn unusable(why: &str) -> ApiError {
    ApiError::internal("app.web_push.key.app_error", format!("The key pair for Web Push cannot be used: {why}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    fn identity(random: &SystemRandom) -> Identity {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, random).expect("a pair");
        Identity::of(made.as_ref(), random).expect("a pair")
    }

    #[test]
    fn a_phone_can_check_who_speaks_to_it() {
        let random = SystemRandom::new();
        let identity = identity(&random);
        let token = identity.phone_signature("an-ack", "a-device", &random).expect("signed");
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let der = STANDARD.decode(identity.public_der()).expect("base64");
        assert_eq!((der.len(), &der[..P256_DER.len()]), (91, P256_DER));
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &der[P256_DER.len()..]);
        let signature = URL_SAFE_NO_PAD.decode(signature).expect("base64url");
        public.verify(signed.as_bytes(), &signature).expect("our signature");
        let claims = URL_SAFE_NO_PAD.decode(signed.split_once('.').expect("two parts").1).expect("base64url");
        let claims: Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims, json!({"ack_id": "an-ack", "device_id": "a-device"}));
    }

    #[test]
    fn a_service_can_check_who_speaks_to_it_and_since_when() {
        let random = SystemRandom::new();
        let identity = identity(&random);
        let endpoint = Url::parse("https://push.example.test:8443/send/abc").expect("a URL");
        let value = identity.authorization(&endpoint, "mailto:ann@example.test", 1_000_000, &random).expect("signed");
        let (word, key) = value.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("both parts");
        let (signed, signature) = word.rsplit_once('.').expect("three parts");
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key));
        public.verify(signed.as_bytes(), &decode(signature)).expect("our signature");
        let claims: Value =
            serde_json::from_slice(&decode(signed.split_once('.').expect("two parts").1)).expect("JSON");
        let wanted =
            json!({"aud": "https://push.example.test:8443", "exp": 1_000 + 43_200, "sub": "mailto:ann@example.test"});
        assert_eq!(claims, wanted);
    }
}
