//! Reads `~channel` links from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::channel_links;

fuzz_target!(|message: &str| {
    channel_links::channel_links(message);
});
