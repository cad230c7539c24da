//! Feeds the target `push_answer`: what must hold of it is in `crates/fuzzed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::feed("push_answer", bytes));
