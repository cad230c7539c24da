//! Feeds one target of `crates/fuzzed`, which `MUSTER_FUZZ_TARGET` names. One program for all of them: each is linked with
//! the whole server, which takes longer than to try it.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<String> = LazyLock::new(|| {
    std::env::var("MUSTER_FUZZ_TARGET").expect("MUSTER_FUZZ_TARGET names a target of crates/fuzzed")
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::feed(&TARGET, bytes));
