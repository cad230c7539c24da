//! Any bytes as a text file: the words found go to a database, which refuses NUL.

#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_files::{media, text};

fuzz_target!(|bytes: &[u8]| {
    let _ = media::sniff(bytes);
    if let Some(words) = text::searchable("x.txt", "text/plain", bytes) {
        assert!(!words.contains('\0'));
    }
});
