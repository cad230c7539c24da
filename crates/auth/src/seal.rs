//! Secrets that have to be read again, such as those of second factors: sealed with a key that is not in the database.
//!
//! ChaCha20-Poly1305 (RFC 8439) under a random nonce. Table, column and row are authenticated with the text, so a value
//! that is copied into another row does not open there. A key seals some thousands of secrets, far from the 2^32 that
//! random nonces of 96 bits are good for.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use rand::RngCore;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};

/// What every sealed value starts with. No secret of ours has a colon.
const MARK: &str = "sealed:";
/// Bytes of a key.
const KEY_LEN: usize = 32;
/// Bytes of a key's hash that tell it from other keys.
const ID_LEN: usize = 6;

/// A key that seals.
#[derive(Clone)]
pub struct Key {
    id: String,
    aead: LessSafeKey,
}

/// The key that seals, and those that open only what was sealed before.
#[derive(Clone, Debug, Default)]
pub struct Keyring {
    current: Option<Key>,
    previous: Vec<Key>,
}

/// A text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key is {KEY_LEN} random bytes in base64, as `openssl rand -base64 {KEY_LEN}` prints them")]
pub struct BadKey;

/// Why a sealed value stays closed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    #[error("it is sealed with the key {0}, which this server does not have")]
    UnknownKey(String),
    #[error("it was changed, or belongs elsewhere")]
    Forged,
}

impl Key {
    /// A new key in the form that [`Key::parse`] reads.
    pub fn random() -> String {
        let mut bytes = [0u8; KEY_LEN];
        rand::rng().fill_bytes(&mut bytes);
        STANDARD.encode(bytes)
    }

    /// # Errors
    /// When the text is no base64 of 32 bytes.
    pub fn parse(text: &str) -> Result<Key, BadKey> {
        let bytes = STANDARD.decode(text.trim()).map_err(|_| BadKey)?;
        let unbound = UnboundKey::new(&CHACHA20_POLY1305, &bytes).map_err(|_| BadKey)?;
        let hash = Sha256::new().chain_update(b"muster key").chain_update(&bytes).finalize();
        Ok(Key { id: URL_SAFE_NO_PAD.encode(&hash[..ID_LEN]), aead: LessSafeKey::new(unbound) })
    }

    /// What tells this key from others; it says nothing of the key itself.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Key({})", self.id)
    }
}

impl Keyring {
    /// Without a current key nothing is sealed; with previous ones it is opened all the same.
    pub fn new(current: Option<Key>, previous: Vec<Key>) -> Keyring {
        Keyring { current, previous }
    }

    /// The key that seals.
    pub fn current(&self) -> Option<&Key> {
        self.current.as_ref()
    }

    /// Whether what was sealed with that key can be opened.
    pub fn knows(&self, id: &str) -> bool {
        self.find(id).is_some()
    }

    fn find(&self, id: &str) -> Option<&Key> {
        self.current.iter().chain(&self.previous).find(|key| key.id == id)
    }

    /// The value to keep at `place`, which names table, column and row. An empty text stays empty: there is no secret.
    pub fn seal(&self, place: &str, text: &str) -> String {
        let Some(key) = self.current.as_ref().filter(|_| !text.is_empty()) else { return text.to_owned() };
        let mut nonce = [0u8; NONCE_LEN];
        rand::rng().fill_bytes(&mut nonce);
        let mut bytes = text.as_bytes().to_vec();
        let sealed = Nonce::assume_unique_for_key(nonce);
        key.aead
            .seal_in_place_append_tag(sealed, Aad::from(place.as_bytes()), &mut bytes)
            .expect("ChaCha20-Poly1305 takes far longer texts than secrets are");
        format!("{MARK}{}:{}", key.id, URL_SAFE_NO_PAD.encode([&nonce[..], &bytes].concat()))
    }

    /// The text of a kept value. One that was kept before there was a key is returned as it is.
    ///
    /// # Errors
    /// When its key is not here, or when it was not sealed for `place`.
    pub fn open(&self, place: &str, kept: &str) -> Result<String, Unopened> {
        let Some(sealed) = kept.strip_prefix(MARK) else { return Ok(kept.to_owned()) };
        let (id, text) = sealed.split_once(':').ok_or(Unopened::Forged)?;
        let key = self.find(id).ok_or_else(|| Unopened::UnknownKey(id.to_owned()))?;
        let mut bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| Unopened::Forged)?;
        if bytes.len() < NONCE_LEN {
            return Err(Unopened::Forged);
        }
        let mut rest = bytes.split_off(NONCE_LEN);
        let nonce = Nonce::try_assume_unique_for_key(&bytes).map_err(|_| Unopened::Forged)?;
        let text =
            key.aead.open_in_place(nonce, Aad::from(place.as_bytes()), &mut rest).map_err(|_| Unopened::Forged)?;
        String::from_utf8(text.to_vec()).map_err(|_| Unopened::Forged)
    }

    /// What every value starts with that the current key sealed; `None` when nothing is sealed.
    pub fn mark(&self) -> Option<String> {
        self.current.as_ref().map(|key| format!("{MARK}{}:", key.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> Key {
        Key::parse(&STANDARD.encode([byte; KEY_LEN])).expect("a key")
    }

    fn ring(byte: u8) -> Keyring {
        Keyring::new(Some(key(byte)), Vec::new())
    }

    #[test]
    fn a_secret_opens_where_it_was_sealed_and_nowhere_else() {
        let ring = ring(1);
        let kept = ring.seal("users.mfa_secret/a", "GEZDGNBV");
        assert!(!kept.contains("GEZDGNBV") && kept.starts_with(&ring.mark().expect("a key")), "{kept}");
        assert_eq!(ring.open("users.mfa_secret/a", &kept).as_deref(), Ok("GEZDGNBV"));
        assert_eq!(ring.open("users.mfa_secret/b", &kept), Err(Unopened::Forged));
        assert_ne!(ring.seal("users.mfa_secret/a", "GEZDGNBV"), kept, "the nonce differs");
    }

    #[test]
    fn what_was_plain_stays_readable_and_what_is_empty_stays_empty() {
        assert_eq!(ring(1).open("a", "plain").as_deref(), Ok("plain"));
        assert_eq!(ring(1).seal("a", ""), "");
        assert_eq!(Keyring::default().seal("a", "plain"), "plain");
    }

    #[test]
    fn a_previous_key_opens_and_does_not_seal() {
        let both = Keyring::new(Some(key(2)), vec![key(1)]);
        assert_eq!(both.open("a", &ring(1).seal("a", "old")).as_deref(), Ok("old"));
        let kept = both.seal("a", "new");
        assert_eq!(ring(2).open("a", &kept).as_deref(), Ok("new"));
        assert_eq!(ring(1).open("a", &kept), Err(Unopened::UnknownKey(key(2).id().to_owned())));
    }

    #[test]
    fn what_was_tampered_with_is_refused() {
        let ring = ring(1);
        let kept = ring.seal("a", "secret");
        let mark = ring.mark().expect("a key");
        for forged in [MARK, &mark, &format!("{mark}AAAA"), &format!("{kept}A"), &kept[..kept.len() - 2]] {
            assert_eq!(ring.open("a", forged), Err(Unopened::Forged), "{forged}");
        }
    }

    #[test]
    fn keys_are_32_bytes_and_never_shown() {
        assert!(Key::parse(&Key::random()).is_ok());
        assert!(Key::parse("short").is_err() && Key::parse("").is_err());
        assert_eq!(format!("{:?}", key(1)), format!("Key({})", key(1).id()));
    }
}
