//! Any bytes as an uploaded picture: refused or made smaller, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_files::pictures::{Budget, avatar, derive, emoji};

fuzz_target!(|bytes: &[u8]| {
    let budget = Budget { pixels_max: 1_000_000, ..Budget::default() };
    let _ = derive(bytes, &budget);
    let _ = avatar(bytes, &budget);
    let _ = emoji(bytes, &budget);
});
