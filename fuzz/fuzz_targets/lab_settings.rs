//! Feeds the target `lab_settings`: what must hold of it is in `crates/fuzzed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::feed("lab_settings", bytes));
