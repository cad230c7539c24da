//! Certificates and keys: those of the provider, by which its signatures are checked, and this server's own.
//!
//! A certificate only carries a key here. An administrator chose it, so neither its dates nor its issuer count, as with
//! other service providers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RSA_PKCS1_SHA512, RsaKeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use x509_parser::oid_registry::{OID_EC_P256, OID_KEY_TYPE_EC_PUBLIC_KEY, OID_NIST_EC_P384, OID_PKCS1_RSAENCRYPTION};
use x509_parser::prelude::{FromDer, X509Certificate};

/// Certificates of a provider that are kept: one in use, and those that come or go.
const CERTIFICATES_MAX: usize = 8;
/// Bits of an RSA key below which `ring` believes nothing.
const RSA_BITS_MIN: usize = 2_048;

/// Why a text is no certificate, or no key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    #[error("it has no certificate in PEM (-----BEGIN CERTIFICATE-----)")]
    NoCertificate,
    #[error("it has more than {CERTIFICATES_MAX} certificates")]
    TooMany,
    #[error("a certificate cannot be read")]
    Broken,
    #[error("the key of a certificate is neither RSA of {RSA_BITS_MIN} bits or more, nor of the curve P-256 or P-384")]
    Key,
    #[error("it has no RSA key in PEM (-----BEGIN PRIVATE KEY-----), without a password")]
    NoPrivateKey,
    #[error("the private key belongs to another certificate")]
    OtherKey,
}

/// What kind of key it is: a signature is checked in the way of the key, and in no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Rsa,
    P256,
    P384,
}

/// A public key, as `ring` reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    pub kind: Kind,
    pub bytes: Vec<u8>,
}

/// The certificates of a text in PEM.
///
/// # Errors
/// As [`Unusable`] says.
pub fn certificates(pem: &str) -> Result<Vec<Vec<u8>>, Unusable> {
    let mut found = Vec::new();
    for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
        found.push(certificate.map_err(|_| Unusable::Broken)?.to_vec());
        if found.len() > CERTIFICATES_MAX {
            return Err(Unusable::TooMany);
        }
    }
    if found.is_empty() { Err(Unusable::NoCertificate) } else { Ok(found) }
}

/// The keys of certificates in PEM.
///
/// # Errors
/// As [`Unusable`] says.
pub fn public_keys(pem: &str) -> Result<Vec<PublicKey>, Unusable> {
    certificates(pem)?.iter().map(|certificate| public_key(certificate)).collect()
}

/// The key of one certificate.
///
/// # Errors
/// As [`Unusable`] says.
pub fn public_key(certificate: &[u8]) -> Result<PublicKey, Unusable> {
    let (_, read) = X509Certificate::from_der(certificate).map_err(|_| Unusable::Broken)?;
    let info = read.public_key();
    let bytes = info.subject_public_key.data.to_vec();
    let kind = if info.algorithm.algorithm == OID_PKCS1_RSAENCRYPTION {
        let bits = info.parsed().map_err(|_| Unusable::Broken)?.key_size();
        if bits < RSA_BITS_MIN {
            return Err(Unusable::Key);
        }
        Kind::Rsa
    } else if info.algorithm.algorithm == OID_KEY_TYPE_EC_PUBLIC_KEY {
        let curve = info.algorithm.parameters.as_ref().and_then(|parameters| parameters.as_oid().ok());
        match curve {
            Some(curve) if curve == OID_EC_P256 => Kind::P256,
            Some(curve) if curve == OID_NIST_EC_P384 => Kind::P384,
            _ => return Err(Unusable::Key),
        }
    } else {
        return Err(Unusable::Key);
    };
    Ok(PublicKey { kind, bytes })
}

/// A certificate in PEM.
pub fn pem(certificate: &[u8]) -> String {
    let text = STANDARD.encode(certificate);
    let lines: Vec<&str> = text.as_bytes().chunks(64).filter_map(|line| std::str::from_utf8(line).ok()).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

/// This server's own key: it signs requests, and opens what the provider encrypts.
pub struct PrivateKey {
    /// PKCS #8.
    der: Vec<u8>,
    signing: RsaKeyPair,
}

/// The hash of a signature that this server makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hash {
    Sha256,
    Sha512,
}

impl PrivateKey {
    /// # Errors
    /// [`Unusable::NoPrivateKey`] unless the text has an RSA key of 2048 bits or more that no password protects.
    pub fn parse(pem: &str) -> Result<PrivateKey, Unusable> {
        let der = match PrivateKeyDer::from_pem_slice(pem.as_bytes()) {
            Ok(PrivateKeyDer::Pkcs8(key)) => key.secret_pkcs8_der().to_vec(),
            Ok(PrivateKeyDer::Pkcs1(key)) => pkcs8(key.secret_pkcs1_der()),
            _ => return Err(Unusable::NoPrivateKey),
        };
        let signing = RsaKeyPair::from_pkcs8(&der).map_err(|_| Unusable::NoPrivateKey)?;
        Ok(PrivateKey { der, signing })
    }

    /// The key in the form of PKCS #8.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Whether this is the key of a certificate.
    pub fn fits(&self, certificate: &PublicKey) -> bool {
        certificate.kind == Kind::Rsa && self.signing.public().as_ref() == certificate.bytes
    }

    /// The signature of a text.
    pub fn sign(&self, text: &[u8], hash: Hash) -> Vec<u8> {
        let mut signature = vec![0; self.signing.public().modulus_len()];
        let by: &'static dyn ring::signature::RsaEncoding = match hash {
            Hash::Sha256 => &RSA_PKCS1_SHA256,
            Hash::Sha512 => &RSA_PKCS1_SHA512,
        };
        self.signing.sign(by, &SystemRandom::new(), text, &mut signature).expect("the buffer has the key's length");
        signature
    }
}

/// A key of PKCS #1 in the envelope of PKCS #8 (RFC 5958).
fn pkcs8(key: &[u8]) -> Vec<u8> {
    const VERSION: &[u8] = &[2, 1, 0];
    /// `rsaEncryption`, without parameters.
    const RSA: &[u8] = &[0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];
    element(0x30, &[VERSION, RSA, &element(4, key)].concat())
}

/// One element of DER.
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let len = content.len();
    let head = match u8::try_from(len) {
        Ok(len) if len < 0x80 => vec![tag, len],
        Ok(len) => vec![tag, 0x81, len],
        Err(_) => {
            let bytes = len.to_be_bytes();
            let used = &bytes[bytes.iter().take_while(|byte| **byte == 0).count()..];
            [&[tag, 0x80 | used.len() as u8], used].concat()
        }
    };
    [head, content.to_vec()].concat()
}
