//! Passwords: hashed with PBKDF2, verified against PBKDF2 and the bcrypt of imported users.
//!
//! One hash at the default work factor costs about a quarter of a second of one core. Call these
//! from the [`HashLane`](crate::HashLane).

use std::time::{Duration, Instant};

use rand::RngCore;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::phc::{Phc, ROUNDS_MAX};

/// Longest password. bcrypt ignores what lies behind, so nobody may have more.
pub const PASSWORD_BYTES_MAX: usize = 72;

const SALT_LEN: usize = 16;
const HASH_LEN: usize = 32;

/// Highest bcrypt cost that is computed: 2^16 steps take some seconds.
const BCRYPT_COST_MAX: u32 = 16;

/// The password has more than [`PASSWORD_BYTES_MAX`] bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("password is longer than {PASSWORD_BYTES_MAX} bytes")]
pub struct PasswordTooLong;

/// The stored text is no hash that is verified here; nobody can log in with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown form of password hash")]
pub struct UnknownHash;

/// A hash is timed by a hundredth of one, and the fastest of some counts: whatever else the machine does only slows it.
const SAMPLE_SHARE: u32 = 100;
const SAMPLES: usize = 5;

/// Makes hashes of one work factor.
#[derive(Debug, Clone, Copy)]
pub struct Hasher {
    rounds: u32,
}

impl Default for Hasher {
    /// 600,000 rounds, as OWASP recommends for PBKDF2-HMAC-SHA-256.
    fn default() -> Self {
        Hasher { rounds: 600_000 }
    }
}

impl Hasher {
    /// Tests and imports of throw-away users take few rounds.
    ///
    /// # Panics
    /// On no rounds, or more than would ever be verified.
    pub fn with_rounds(rounds: u32) -> Self {
        assert!((1..=ROUNDS_MAX).contains(&rounds), "a work factor that is verified");
        Hasher { rounds }
    }

    /// The text to store for a password, with a salt of its own.
    ///
    /// # Errors
    /// [`PasswordTooLong`].
    pub fn hash(&self, password: &str) -> Result<String, PasswordTooLong> {
        if password.len() > PASSWORD_BYTES_MAX {
            return Err(PasswordTooLong);
        }
        let mut salt = vec![0u8; SALT_LEN];
        rand::rng().fill_bytes(&mut salt);
        let hash = derive(password, &salt, self.rounds, HASH_LEN);
        Ok(Phc { rounds: self.rounds, salt, hash }.print())
    }

    /// About how long a hash takes on this machine while nothing disturbs it. Asking takes a twentieth of that.
    pub fn duration(&self) -> Duration {
        let rounds = (self.rounds / SAMPLE_SHARE).max(1);
        let sample = || {
            let began = Instant::now();
            std::hint::black_box(derive("", &[0; SALT_LEN], rounds, HASH_LEN));
            began.elapsed()
        };
        let fastest = (0..SAMPLES).map(|_| sample()).min().unwrap_or_default();
        fastest * (self.rounds / rounds)
    }

    /// Takes as long as verifying a password. Called where there is no such user, so that the time
    /// of an answer does not tell who has an account.
    pub fn pretend(&self, password: &str) {
        let password = if password.len() > PASSWORD_BYTES_MAX { "" } else { password };
        std::hint::black_box(derive(password, &[0; SALT_LEN], self.rounds, HASH_LEN));
    }
}

/// A hash as the database has it.
#[derive(Debug, Clone)]
pub struct StoredHash {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Pbkdf2(Phc),
    Bcrypt(String),
    /// Of the hexadecimal digits of the password's SHA-256, as programs made with Meteor keep it.
    BcryptOfDigest(String),
}

/// What stands before a bcrypt hash that was made of a digest.
const OF_DIGEST: &str = "$sha256hex";

impl StoredHash {
    /// # Errors
    /// [`UnknownHash`] for every other form, also the empty text of users without a password.
    pub fn parse(text: &str) -> Result<Self, UnknownHash> {
        if is_bcrypt(text) {
            return Ok(StoredHash { kind: Kind::Bcrypt(text.to_owned()) });
        }
        if let Some(hash) = text.strip_prefix(OF_DIGEST).filter(|hash| is_bcrypt(hash)) {
            return Ok(StoredHash { kind: Kind::BcryptOfDigest(hash.to_owned()) });
        }
        Phc::parse(text).map(|phc| StoredHash { kind: Kind::Pbkdf2(phc) })
    }

    /// True for the password that was hashed. Compares in constant time.
    pub fn matches(&self, password: &str) -> bool {
        if password.len() > PASSWORD_BYTES_MAX {
            return false;
        }
        match &self.kind {
            Kind::Pbkdf2(phc) => {
                let derived = derive(password, &phc.salt, phc.rounds, phc.hash.len());
                derived.ct_eq(&phc.hash).into()
            }
            // An error is a hash that only looks like bcrypt: no password made it.
            Kind::Bcrypt(text) => bcrypt::verify(password, text).unwrap_or(false),
            Kind::BcryptOfDigest(text) => {
                let digest: String = Sha256::digest(password).iter().map(|byte| format!("{byte:02x}")).collect();
                bcrypt::verify(digest, text).unwrap_or(false)
            }
        }
    }

    /// True when `hasher` would make a stronger one; then hash again while the password is at hand.
    pub fn needs_rehash(&self, hasher: &Hasher) -> bool {
        match &self.kind {
            Kind::Pbkdf2(phc) => phc.rounds < hasher.rounds || phc.hash.len() < HASH_LEN || phc.salt.len() < SALT_LEN,
            Kind::Bcrypt(_) | Kind::BcryptOfDigest(_) => true,
        }
    }
}

fn derive(password: &str, salt: &[u8], rounds: u32, len: usize) -> Vec<u8> {
    let mut out = vec![0u8; len];
    pbkdf2::pbkdf2::<hmac::Hmac<Sha256>>(password.as_bytes(), salt, rounds, &mut out)
        .expect("HMAC takes a key of any length");
    out
}

/// `$2a$10$` (or b, x, y) and 53 characters; the cost bounded.
fn is_bcrypt(text: &str) -> bool {
    let mut parts = text.split('$');
    let (Some(""), Some(version), Some(cost), Some(rest), None) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let cost_fits = cost.len() == 2 && cost.parse::<u32>().is_ok_and(|cost| (4..=BCRYPT_COST_MAX).contains(&cost));
    matches!(version, "2a" | "2b" | "2x" | "2y") && cost_fits && rest.len() == 53 && rest.is_ascii()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quick() -> Hasher {
        Hasher::with_rounds(1)
    }

    fn stored(text: &str) -> StoredHash {
        StoredHash::parse(text).expect("a known form")
    }

    #[test]
    fn the_form_is_the_one_imported_users_have() {
        let text = quick().hash("secret").expect("short enough");
        let parts: Vec<&str> = text.split('$').collect();
        assert_eq!(&parts[1..3], ["pbkdf2", "f=SHA256,w=1,l=32"]);
        assert_eq!((parts[3].len(), parts[4].len()), (22, 43), "base64 of 16 and 32 bytes without padding");
    }

    #[test]
    fn a_published_vector_is_met() {
        // PBKDF2-HMAC-SHA-256 of "password", "salt", 4096 rounds.
        let derived = derive("password", b"salt", 4096, 32);
        assert_eq!(derived[..8], [0xc5, 0xe4, 0x78, 0xd5, 0x92, 0x88, 0xc8, 0x41]);
    }

    #[test]
    fn a_salt_that_is_too_short_is_refused() {
        let hash = "A".repeat(43);
        assert!(StoredHash::parse(&format!("$pbkdf2$f=SHA256,w=9,l=32$TmFDbA${hash}")).is_err());
        assert!(StoredHash::parse(&format!("$pbkdf2$f=SHA256,w=9,l=32$TmFDbE5hQ2w${hash}")).is_ok());
    }

    #[test]
    fn only_the_password_itself_matches() {
        let stored = stored(&quick().hash("correct horse").expect("short enough"));
        assert!(stored.matches("correct horse"));
        assert!(!stored.matches("correct horsf"));
        assert!(!stored.matches(""));
    }

    #[test]
    fn the_same_password_is_stored_differently() {
        assert_ne!(quick().hash("same"), quick().hash("same"));
    }

    #[test]
    fn a_long_password_is_refused_and_never_matches() {
        assert_eq!(quick().hash(&"x".repeat(73)), Err(PasswordTooLong));
        assert!(quick().hash(&"x".repeat(72)).is_ok());
        let bcrypt = stored(&bcrypt::hash("x".repeat(72), 4).expect("hashes"));
        assert!(bcrypt.matches(&"x".repeat(72)));
        assert!(!bcrypt.matches(&"x".repeat(73)), "bcrypt alone would cut it");
    }

    #[test]
    fn bcrypt_of_an_imported_user_is_verified_and_renewed() {
        // A widely published vector.
        let stored = stored("$2a$10$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga");
        assert!(stored.matches("allmine"));
        assert!(!stored.matches("allmine2"));
        assert!(stored.needs_rehash(&quick()));
    }

    #[test]
    fn bcrypt_of_a_digest_is_verified_and_renewed() {
        // The SHA-256 of "abc", as published, hashed once more.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let hash = bcrypt::hash(digest, 4).expect("hashes");
        let stored = stored(&format!("{OF_DIGEST}{hash}"));
        assert!(stored.matches("abc") && !stored.matches(digest) && !stored.matches("abd"));
        assert!(stored.needs_rehash(&quick()));
        assert!(StoredHash::parse(&format!("{OF_DIGEST}{OF_DIGEST}{hash}")).is_err());
    }

    #[test]
    fn a_weaker_hash_is_renewed_and_a_stronger_kept() {
        let stored = stored(&Hasher::with_rounds(10).hash("x").expect("short enough"));
        assert!(stored.needs_rehash(&Hasher::with_rounds(11)));
        assert!(!stored.needs_rehash(&Hasher::with_rounds(10)));
        assert!(!stored.needs_rehash(&Hasher::with_rounds(9)));
    }

    #[test]
    fn users_without_a_password_have_no_hash() {
        for text in ["", "x", "$2a$31$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "$argon2id$v=19$m=1$a$b"]
        {
            assert!(StoredHash::parse(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_stored_text_is_verified_or_refused(text in "(\\$2a\\$04\\$[ -~]{53})|(\\$[ -~]{0,80})") {
            if let Ok(stored) = StoredHash::parse(&text)
                && matches!(stored.kind, Kind::Bcrypt(_)) {
                prop_assert!(!stored.matches("password"));
            }
        }
    }
}
