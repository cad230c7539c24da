//! Reads links and images from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::links;

fuzz_target!(|message: &str| {
    assert!(links::links(message).links.len() <= links::LINKS_MAX);
});
