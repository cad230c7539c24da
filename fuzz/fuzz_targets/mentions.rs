//! Reads mentions from any text: never panics, never takes long.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster_base::Id;
use muster_base::ids::UserId;
use muster_text::mentions::{KeywordTable, scan};

const BOB: [UserId; 1] = [UserId(Id([1; 16]))];

struct Bob;

impl KeywordTable for Bob {
    fn lookup(&self, word: &str) -> Option<&[UserId]> {
        matches!(word, "@bob" | "bananas" | "Bob").then_some(&BOB)
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        [("寿司", &BOB[..])].into_iter()
    }
}

fuzz_target!(|message: &str| {
    assert!(scan(message, &Bob).users.len() <= 1);
});
