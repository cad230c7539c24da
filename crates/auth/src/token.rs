//! Session and access tokens as they are kept: hashed, so that a copy of the database opens nothing.
//!
//! A token has 128 random bits, so one round of SHA-256 is enough: there is nothing to guess.

use std::fmt;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// SHA-256 of a token: what is stored and looked up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    pub fn of(token: &str) -> Self {
        TokenHash(Sha256::digest(token.as_bytes()).into())
    }
}

impl fmt::Debug for TokenHash {
    /// The first bytes, enough to tell two apart in a log.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, ..] = self.0;
        write!(out, "TokenHash({a:02x}{b:02x}{c:02x}..)")
    }
}

/// Compares two secrets (a CSRF token with the session's) in a time that tells only their lengths.
pub fn same_secret(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_by_its_hash() {
        let empty = TokenHash::of("");
        assert_eq!(empty.0[..4], [0xe3, 0xb0, 0xc4, 0x42]);
        assert_ne!(TokenHash::of("a"), TokenHash::of("b"));
        assert_eq!(format!("{empty:?}"), "TokenHash(e3b0c4..)");
    }

    #[test]
    fn secrets_are_the_same_or_not() {
        assert!(same_secret("abc", "abc"));
        assert!(!same_secret("abc", "abd"));
        assert!(!same_secret("abc", "ab"));
    }
}
