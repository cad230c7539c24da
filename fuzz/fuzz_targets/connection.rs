//! Feeds the target `connection`: what must hold of it is in `crates/fuzzed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::feed("connection", bytes));
