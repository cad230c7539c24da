//! Reads Markdown to plain text from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::markdown;

fuzz_target!(|message: &str| {
    markdown::prose(message);
    markdown::plain_text(message);
});
