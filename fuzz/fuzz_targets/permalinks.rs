//! Reads permalinks from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::permalinks;

fuzz_target!(|message: &str| {
    permalinks::permalink("http://a.b", message);
});
