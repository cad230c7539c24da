//! Any text as a stored hash or one-time secret: parsed or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_auth::{OneTimeSecret, StoredHash};

fuzz_target!(|text: &str| {
    let _ = StoredHash::parse(text);
    let _ = OneTimeSecret::parse(text);
});
