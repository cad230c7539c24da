//! Reads what a page says of itself from any text: never panics, keeps its bounds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::opengraph::{IMAGES_MAX, TEXT_CHARS_MAX, open_graph};

fuzz_target!(|html: &str| {
    if let Some(page) = open_graph(html) {
        assert!(page.title.chars().count() <= TEXT_CHARS_MAX && page.images.len() <= IMAGES_MAX);
    }
});
