//! Signed tokens (RFC 7515, 7517, 7519): taken apart, and their signature checked with a key of the provider.
//!
//! Only signatures with a public key are believed: `none` and everything with a shared secret are not even known here, so
//! no token chooses how it is checked. What the token says is for [`claims`](crate::claims).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384,
    RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512,
    RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Bytes of a token; those of providers that list hundreds of groups have some ten thousand.
const TOKEN_BYTES_MAX: usize = 64 << 10;
/// Bytes of an uncompressed point's coordinate, by curve.
const P256_LEN: usize = 32;
const P384_LEN: usize = 48;

/// Why a token is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unbelieved {
    #[error("it is no signed token")]
    Malformed,
    #[error("it is signed by {0:?}, which is not believed")]
    Algorithm(String),
    /// The provider may have new keys.
    #[error("the provider has no key {0:?} for it")]
    NoKey(String),
    #[error("its signature is wrong")]
    Forged,
}

/// A token, not believed yet.
#[derive(Debug, Clone)]
pub struct Token<'a> {
    signed: &'a str,
    signature: Vec<u8>,
    header: Header,
    payload: Vec<u8>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: String,
    /// Extensions that must be understood; none is.
    crit: Option<Value>,
}

/// A public key of a provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Jwk {
    pub kty: String,
    pub kid: Option<String>,
    #[serde(rename = "use")]
    pub usage: Option<String>,
    pub alg: Option<String>,
    pub crv: String,
    pub n: String,
    pub e: String,
    pub x: String,
    pub y: String,
}

impl<'a> Token<'a> {
    /// # Errors
    /// [`Unbelieved::Malformed`] when it has not the three parts of a signed token.
    pub fn parse(text: &'a str) -> Result<Token<'a>, Unbelieved> {
        let bad = Unbelieved::Malformed;
        if text.len() > TOKEN_BYTES_MAX {
            return Err(bad);
        }
        let (signed, signature) = text.rsplit_once('.').ok_or(bad.clone())?;
        let (header, payload) = signed.split_once('.').ok_or(bad.clone())?;
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| Unbelieved::Malformed);
        let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| bad.clone())?;
        if header.crit.is_some() {
            return Err(bad);
        }
        Ok(Token { signed, signature: decode(signature)?, header, payload: decode(payload)? })
    }

    /// The media type that the token says it has, in lower case.
    pub fn kind(&self) -> String {
        self.header.typ.to_ascii_lowercase()
    }

    /// What the token says, if one of the keys signed it.
    ///
    /// # Errors
    /// As [`Unbelieved`] says.
    pub fn believed(&self, keys: &[Jwk]) -> Result<Map<String, Value>, Unbelieved> {
        let algorithm =
            Algorithm::find(&self.header.alg).ok_or_else(|| Unbelieved::Algorithm(self.header.alg.clone()))?;
        let named = |key: &&Jwk| self.header.kid.is_none() || key.kid == self.header.kid;
        let mut fitting = keys.iter().filter(|key| algorithm.fits(key, &self.header.alg)).filter(named).peekable();
        if fitting.peek().is_none() {
            return Err(Unbelieved::NoKey(self.header.kid.clone().unwrap_or_default()));
        }
        if !fitting.any(|key| algorithm.verifies(key, self.signed.as_bytes(), &self.signature)) {
            return Err(Unbelieved::Forged);
        }
        match serde_json::from_slice(&self.payload) {
            Ok(Value::Object(claims)) => Ok(claims),
            _ => Err(Unbelieved::Malformed),
        }
    }
}

/// How a signature is checked.
enum Algorithm {
    Rsa(&'static RsaParameters),
    Curve(&'static dyn VerificationAlgorithm, &'static str, usize),
    Edwards,
}

impl Algorithm {
    fn find(name: &str) -> Option<Algorithm> {
        Some(match name {
            "RS256" => Algorithm::Rsa(&RSA_PKCS1_2048_8192_SHA256),
            "RS384" => Algorithm::Rsa(&RSA_PKCS1_2048_8192_SHA384),
            "RS512" => Algorithm::Rsa(&RSA_PKCS1_2048_8192_SHA512),
            "PS256" => Algorithm::Rsa(&RSA_PSS_2048_8192_SHA256),
            "PS384" => Algorithm::Rsa(&RSA_PSS_2048_8192_SHA384),
            "PS512" => Algorithm::Rsa(&RSA_PSS_2048_8192_SHA512),
            "ES256" => Algorithm::Curve(&ECDSA_P256_SHA256_FIXED, "P-256", P256_LEN),
            "ES384" => Algorithm::Curve(&ECDSA_P384_SHA384_FIXED, "P-384", P384_LEN),
            "EdDSA" => Algorithm::Edwards,
            _ => return None,
        })
    }

    /// Whether a key is one for this algorithm: a key is used in the way that the provider made it for.
    fn fits(&self, key: &Jwk, name: &str) -> bool {
        let kind = match self {
            Algorithm::Rsa(_) => key.kty == "RSA",
            Algorithm::Curve(_, curve, _) => key.kty == "EC" && key.crv == *curve,
            Algorithm::Edwards => key.kty == "OKP" && key.crv == "Ed25519",
        };
        kind && key.usage.as_deref().is_none_or(|usage| usage == "sig")
            && key.alg.as_deref().is_none_or(|alg| alg == name)
    }

    fn verifies(&self, key: &Jwk, signed: &[u8], signature: &[u8]) -> bool {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
        match self {
            Algorithm::Rsa(parameters) => {
                let (n, e) = (decode(&key.n), decode(&key.e));
                // Some providers write a number with zeros before it.
                let n: &[u8] = &n[n.iter().take_while(|byte| **byte == 0).count()..];
                RsaPublicKeyComponents { n, e: &e[..] }.verify(parameters, signed, signature).is_ok()
            }
            Algorithm::Curve(algorithm, _, len) => {
                let (x, y) = (decode(&key.x), decode(&key.y));
                let point = [&[4], &x[..], &y[..]].concat();
                x.len() == *len
                    && y.len() == *len
                    && UnparsedPublicKey::new(*algorithm, point).verify(signed, signature).is_ok()
            }
            Algorithm::Edwards => UnparsedPublicKey::new(&ED25519, decode(&key.x)).verify(signed, signature).is_ok(),
        }
    }
}

#[cfg(test)]
mod tests;
