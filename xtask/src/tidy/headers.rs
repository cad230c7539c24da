//! Every Rust file says what it is before anything else.

use super::Complaint;
use super::sources::Source;

/// Complains where a file's first line is no `//!` sentence (a test file may open with `//`).
pub fn check(source: &Source) -> Vec<Complaint> {
    if !source.is_rust() {
        return Vec::new();
    }
    let first = source.text.lines().next().unwrap_or_default();
    let is_test = ["/tests/", "/benches/", "/examples/"].iter().any(|folder| source.path.contains(folder));
    if first.starts_with("//! ") || (is_test && first.starts_with("// ")) {
        return Vec::new();
    }
    vec![Complaint::new(
        &source.path,
        1,
        "open with `//!`: what it is, what it refuses to know, where the data goes next",
    )]
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    #[test]
    fn a_file_without_a_header_is_refused() {
        assert_eq!(check(&source("crates/a/src/b.rs", "use std::fmt;\n")).len(), 1);
        assert_eq!(check(&source("crates/a/src/b.rs", "")).len(), 1);
    }

    #[test]
    fn a_header_satisfies() {
        assert!(check(&source("crates/a/src/b.rs", "//! What it is.\n")).is_empty());
        assert!(check(&source("crates/a/tests/b.rs", "// What it shows.\n")).is_empty());
        assert!(check(&source("scripts/run.py", "import os\n")).is_empty());
    }
}
