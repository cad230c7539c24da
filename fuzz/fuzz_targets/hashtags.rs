//! Reads hashtags from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::hashtags;

fuzz_target!(|message: &str| {
    let list = hashtags::hashtags(message);
    assert!(list.split_whitespace().all(|tag| hashtags::hashtag(tag) == Some(tag)));
});
