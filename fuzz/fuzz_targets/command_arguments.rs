//! Feeds the target `command_arguments`: what must hold of it is in `crates/fuzzed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::feed("command_arguments", bytes));
