//! Reads emoji names from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::emoji;

fuzz_target!(|message: &str| {
    assert!(emoji::emoji_names(message).iter().all(|name| emoji::is_name(name)));
});
