//! Reads the search syntax from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_text::search_query::{Joined, SearchQuery};

fuzz_target!(|message: &str| {
    SearchQuery::parse(message, Joined::And, 3600);
});
