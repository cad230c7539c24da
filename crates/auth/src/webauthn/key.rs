//! Public keys of passkeys (COSE, RFC 9053): ES256, EdDSA with Ed25519, and RS256.

use ciborium::Value;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::Refused;
use super::authenticator::take_value;

/// Bytes of a coordinate on P-256, and of a key on Ed25519.
const CURVE_LEN: usize = 32;
/// Bytes of an RSA modulus: 2048 to 4096 bits.
const MODULUS_LEN_MIN: usize = 256;
const MODULUS_LEN_MAX: usize = 512;
/// Bytes of an RSA exponent; all that are in use have three.
const EXPONENT_LEN_MAX: usize = 4;
/// What a point begins with that is not compressed (SEC 1, §2.3.3).
const UNCOMPRESSED: u8 = 4;

/// What signs, by its number at IANA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    Es256,
    EdDsa,
    Rs256,
}

impl Algorithm {
    /// What a browser is offered, the best first.
    pub const ALL: [Algorithm; 3] = [Algorithm::EdDsa, Algorithm::Es256, Algorithm::Rs256];

    /// The number in the registry *COSE Algorithms*.
    pub fn number(self) -> i64 {
        match self {
            Algorithm::Es256 => -7,
            Algorithm::EdDsa => -8,
            Algorithm::Rs256 => -257,
        }
    }
}

/// A public key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// An uncompressed point of P-256.
    Es256(Vec<u8>),
    Ed25519(Vec<u8>),
    Rs256 {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
}

// Labels of RFC 9052 §7.1 and RFC 9053 §7; type and algorithm decide what the others mean.
const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE: i64 = -1;
const X: i64 = -2;
const Y: i64 = -3;
const MODULUS: i64 = -1;
const EXPONENT: i64 = -2;

const OKP: i64 = 1;
const EC2: i64 = 2;
const RSA: i64 = 3;
const P256: i64 = 1;
const CURVE_ED25519: i64 = 6;

impl Key {
    /// # Errors
    /// [`Refused::Algorithm`] for a key of another kind, [`Refused::Malformed`] when it cannot be read.
    pub fn parse(cose: &[u8]) -> Result<Key, Refused> {
        let bad = Refused::Malformed("the public key");
        let mut rest = cose;
        let (_, Value::Map(entries)) = take_value(&mut rest)? else { return Err(bad) };
        if !rest.is_empty() {
            return Err(bad);
        }
        let entries = Entries(entries);
        match (entries.number(KEY_TYPE)?, entries.number(ALGORITHM)?) {
            (EC2, -7) if entries.number(CURVE)? == P256 => {
                let (x, y) = (entries.bytes(X)?, entries.bytes(Y)?);
                if x.len() != CURVE_LEN || y.len() != CURVE_LEN {
                    return Err(bad);
                }
                Ok(Key::Es256([&[UNCOMPRESSED], x, y].concat()))
            }
            (OKP, -8) if entries.number(CURVE)? == CURVE_ED25519 => match entries.bytes(X)? {
                x if x.len() == CURVE_LEN => Ok(Key::Ed25519(x.to_vec())),
                _ => Err(bad),
            },
            (RSA, -257) => {
                let (modulus, exponent) = (entries.bytes(MODULUS)?, entries.bytes(EXPONENT)?);
                let fits = (MODULUS_LEN_MIN..=MODULUS_LEN_MAX).contains(&modulus.len())
                    && (1..=EXPONENT_LEN_MAX).contains(&exponent.len());
                if !fits {
                    return Err(bad);
                }
                Ok(Key::Rs256 { modulus: modulus.to_vec(), exponent: exponent.to_vec() })
            }
            _ => Err(Refused::Algorithm),
        }
    }

    /// Whether the key's owner signed the message.
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            Key::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature).is_ok()
            }
            Key::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok(),
            Key::Rs256 { modulus, exponent } => RsaPublicKeyComponents { n: modulus, e: exponent }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
                .is_ok(),
        }
    }
}

/// The entries of a key. A label that stands twice is refused: readers would differ in which one counts.
struct Entries(Vec<(Value, Value)>);

impl Entries {
    fn one(&self, label: i64) -> Result<&Value, Refused> {
        let is_it = |name: &Value| name.as_integer().is_some_and(|number| i128::from(number) == i128::from(label));
        let mut found = self.0.iter().filter(|(name, _)| is_it(name)).map(|(_, value)| value);
        match (found.next(), found.next()) {
            (Some(value), None) => Ok(value),
            _ => Err(Refused::Malformed("the public key")),
        }
    }

    fn number(&self, label: i64) -> Result<i64, Refused> {
        let number = self.one(label)?.as_integer().and_then(|number| i64::try_from(i128::from(number)).ok());
        number.ok_or(Refused::Malformed("the public key"))
    }

    fn bytes(&self, label: i64) -> Result<&[u8], Refused> {
        self.one(label)?.as_bytes().map(Vec::as_slice).ok_or(Refused::Malformed("the public key"))
    }
}
