//! Feeds the target `user_agent`: what must hold of it is in `crates/fuzzed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::feed("user_agent", bytes));
