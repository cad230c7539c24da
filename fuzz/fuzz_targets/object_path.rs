//! Any text as a stored path: what is accepted stays inside the store.

#![no_main]

use std::path::{Component, Path};

use libfuzzer_sys::fuzz_target;
use muster_files::ObjectPath;

fuzz_target!(|text: &str| {
    if let Ok(path) = ObjectPath::parse(text) {
        assert!(Path::new(path.as_str()).components().all(|part| matches!(part, Component::Normal(_))));
    }
});
