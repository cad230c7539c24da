//! What a provider encrypts for this server (XML Encryption): the key by RSA-OAEP, and with it the assertion by AES.
//!
//! Blocks in chains (CBC) say to a stranger, by what is refused, what they hold. They are opened only where the
//! signature of the whole answer was checked before. RSA with the older padding (PKCS #1 v1.5) has the same fault, and is
//! not opened. Why something cannot be opened is not told.

use aws_lc_rs::cipher::{AES_128, AES_256, DecryptingKey, DecryptionContext, UnboundCipherKey};
use aws_lc_rs::rsa::{
    OAEP_SHA1_MGF1SHA1, OAEP_SHA256_MGF1SHA256, OAEP_SHA384_MGF1SHA384, OAEP_SHA512_MGF1SHA512, OaepAlgorithm,
    OaepPrivateDecryptingKey, PrivateDecryptingKey,
};
use ring::aead::{AES_128_GCM, AES_256_GCM, Aad, Algorithm, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use roxmltree::Node;

use crate::saml::ASSERTION;
use crate::saml::certificate::PrivateKey;
use crate::saml::signature::base64;
use crate::saml::xml::{named, only, text};

const NAMESPACE: &str = "http://www.w3.org/2001/04/xmlenc#";
const NAMESPACE_11: &str = "http://www.w3.org/2009/xmlenc11#";
const SIGNATURE: &str = "http://www.w3.org/2000/09/xmldsig#";
/// Bytes of a block of AES.
const BLOCK_LEN: usize = 16;

/// Why an element stays closed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Closed {
    #[error("it is encrypted, and this server has no private key")]
    NoKey,
    #[error("it is encrypted in another form than those of SAML: {0}")]
    Form(&'static str),
    #[error("it is encrypted by {0:?}, which is not opened")]
    Algorithm(String),
    #[error("it is encrypted in chained blocks: the whole answer must be signed then, or sent with AES-GCM")]
    Chained,
    #[error("it is encrypted for another key, or was changed")]
    Other,
}

/// Whether the element stands in something whose signature was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    Signed,
    Unsigned,
}

/// The text of an encrypted assertion.
///
/// # Errors
/// As [`Closed`] says.
pub fn opened(encrypted: Node<'_, '_>, key: Option<&PrivateKey>, within: Within) -> Result<String, Closed> {
    let key = key.ok_or(Closed::NoKey)?;
    let data = only(encrypted, NAMESPACE, "EncryptedData").ok_or(Closed::Form("EncryptedData"))?;
    let cipher = Cipher::find(&method_of(data)?, within)?;
    let wrapped = wrapped_key(encrypted, data)?;
    let secret = unwrapped(wrapped, key)?;
    let bytes = cipher.open(&secret, value_of(data)?)?;
    String::from_utf8(bytes).map_err(|_| Closed::Other)
}

/// The key of the data: within the data's own description, or beside the data.
fn wrapped_key<'a, 'i>(encrypted: Node<'a, 'i>, data: Node<'a, 'i>) -> Result<Node<'a, 'i>, Closed> {
    let info = only(data, SIGNATURE, "KeyInfo");
    let inner = info.into_iter().flat_map(|info| named(info, NAMESPACE, "EncryptedKey"));
    let mut keys = inner.chain(named(encrypted, NAMESPACE, "EncryptedKey"));
    match (keys.next(), keys.next()) {
        (Some(key), None) => Ok(key),
        (Some(_), Some(_)) => Err(Closed::Form("several keys")),
        (None, _) => Err(Closed::Form("no key")),
    }
}

fn method_of(node: Node<'_, '_>) -> Result<String, Closed> {
    let method = only(node, NAMESPACE, "EncryptionMethod").ok_or(Closed::Form("EncryptionMethod"))?;
    Ok(method.attribute("Algorithm").unwrap_or_default().to_owned())
}

fn value_of(node: Node<'_, '_>) -> Result<Vec<u8>, Closed> {
    let data = only(node, NAMESPACE, "CipherData").and_then(|data| only(data, NAMESPACE, "CipherValue"));
    data.and_then(text).and_then(|text| base64(&text)).ok_or(Closed::Form("CipherValue"))
}

fn unwrapped(wrapped: Node<'_, '_>, key: &PrivateKey) -> Result<Vec<u8>, Closed> {
    let padding = padding_of(wrapped)?;
    let key = PrivateDecryptingKey::from_pkcs8(key.der()).map_err(|_| Closed::NoKey)?;
    let key = OaepPrivateDecryptingKey::new(key).map_err(|_| Closed::NoKey)?;
    let mut secret = vec![0; key.min_output_size()];
    let opened = key.decrypt(padding, &value_of(wrapped)?, &mut secret, None).map_err(|_| Closed::Other)?;
    Ok(opened.to_vec())
}

/// Both hashes of the padding are the same one, as providers have them. SHA-1 is believed here: what the padding needs of a
/// hash, it still has.
fn padding_of(wrapped: Node<'_, '_>) -> Result<&'static OaepAlgorithm, Closed> {
    let method = only(wrapped, NAMESPACE, "EncryptionMethod").ok_or(Closed::Form("EncryptionMethod"))?;
    let named = |namespace, name| only(method, namespace, name).and_then(|node| node.attribute("Algorithm"));
    let digest = named(SIGNATURE, "DigestMethod").unwrap_or("http://www.w3.org/2000/09/xmldsig#sha1");
    let mask = match method.attribute("Algorithm").unwrap_or_default() {
        "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p" => "http://www.w3.org/2009/xmlenc11#mgf1sha1",
        "http://www.w3.org/2009/xmlenc11#rsa-oaep" => {
            named(NAMESPACE_11, "MGF").unwrap_or("http://www.w3.org/2009/xmlenc11#mgf1sha1")
        }
        other => return Err(Closed::Algorithm(other.to_owned())),
    };
    match (digest.rsplit('#').next(), mask.rsplit('#').next()) {
        (Some("sha1"), Some("mgf1sha1")) => Ok(&OAEP_SHA1_MGF1SHA1),
        (Some("sha256"), Some("mgf1sha256")) => Ok(&OAEP_SHA256_MGF1SHA256),
        (Some("sha384"), Some("mgf1sha384")) => Ok(&OAEP_SHA384_MGF1SHA384),
        (Some("sha512"), Some("mgf1sha512")) => Ok(&OAEP_SHA512_MGF1SHA512),
        _ => Err(Closed::Algorithm(format!("{digest} with {mask}"))),
    }
}

/// How the data is encrypted.
enum Cipher {
    Sealed(&'static Algorithm),
    Chained(&'static aws_lc_rs::cipher::Algorithm),
}

impl Cipher {
    fn find(name: &str, within: Within) -> Result<Cipher, Closed> {
        let cipher = match name {
            "http://www.w3.org/2009/xmlenc11#aes128-gcm" => Cipher::Sealed(&AES_128_GCM),
            "http://www.w3.org/2009/xmlenc11#aes256-gcm" => Cipher::Sealed(&AES_256_GCM),
            "http://www.w3.org/2001/04/xmlenc#aes128-cbc" => Cipher::Chained(&AES_128),
            "http://www.w3.org/2001/04/xmlenc#aes256-cbc" => Cipher::Chained(&AES_256),
            other => return Err(Closed::Algorithm(other.to_owned())),
        };
        match cipher {
            Cipher::Chained(_) if within == Within::Unsigned => Err(Closed::Chained),
            cipher => Ok(cipher),
        }
    }

    fn open(&self, secret: &[u8], bytes: Vec<u8>) -> Result<Vec<u8>, Closed> {
        match self {
            Cipher::Sealed(algorithm) => sealed(algorithm, secret, bytes),
            Cipher::Chained(algorithm) => chained(algorithm, secret, &bytes),
        }
        .ok_or(Closed::Other)
    }
}

/// A nonce, the text and its tag.
fn sealed(algorithm: &'static Algorithm, secret: &[u8], mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let key = LessSafeKey::new(UnboundKey::new(algorithm, secret).ok()?);
    if bytes.len() < NONCE_LEN {
        return None;
    }
    let mut rest = bytes.split_off(NONCE_LEN);
    let nonce = Nonce::try_assume_unique_for_key(&bytes).ok()?;
    key.open_in_place(nonce, Aad::empty(), &mut rest).ok().map(|text| text.to_vec())
}

/// A first block that starts the chain, and blocks whose last byte says how many bytes fill the last one. The library
/// knows a padding whose other bytes are checked as well, which those of XML are not; so the chain is undone here.
fn chained(algorithm: &'static aws_lc_rs::cipher::Algorithm, secret: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let key = DecryptingKey::ecb(UnboundCipherKey::new(algorithm, secret).ok()?).ok()?;
    let blocks = bytes.get(BLOCK_LEN..).filter(|rest| !rest.is_empty() && rest.len() % BLOCK_LEN == 0)?;
    let mut text = blocks.to_vec();
    key.decrypt(&mut text, DecryptionContext::None).ok()?;
    // Each block was mixed with the encrypted one before it.
    text.iter_mut().zip(bytes).for_each(|(byte, before)| *byte ^= before);
    let filled = usize::from(*text.last()?);
    if filled == 0 || filled > BLOCK_LEN {
        return None;
    }
    text.truncate(text.len() - filled);
    Some(text)
}

/// Whether an element is an encrypted assertion.
pub fn is_encrypted(node: Node<'_, '_>) -> bool {
    node.has_tag_name((ASSERTION, "EncryptedAssertion"))
}
