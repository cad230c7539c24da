//! Secrets handed to people and programs: session tokens, invite ids, one-time tokens.

use rand::RngCore;

use crate::ids::{ID_LEN, Id};

/// A random secret of 26 characters with 128 bits of randomness.
pub fn secret() -> String {
    let mut bytes = [0u8; 16];
    rand::rng().fill_bytes(&mut bytes);
    bytes[0] |= 1; // never the empty id
    Id(bytes).to_string()
}

/// A random secret of 64 characters, for one-time links.
pub fn long_secret() -> String {
    let mut text = String::with_capacity(3 * ID_LEN);
    for _ in 0..3 {
        text.push_str(&secret());
    }
    text.truncate(64);
    text
}
