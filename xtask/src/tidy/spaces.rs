//! White space that only makes noise in a diff.

use super::Complaint;
use super::sources::Source;

/// Complains about trailing blanks, carriage returns, tabs in Rust, and a missing last newline.
pub fn check(source: &Source) -> Vec<Complaint> {
    let mut found = Vec::new();
    // What is fed to parsers is kept byte by byte.
    if source.path.starts_with("fuzz/corpus/") {
        return found;
    }
    // `str::lines` drops a carriage return, so the raw lines are looked at.
    for (at, line) in source.text.split('\n').enumerate() {
        if line.ends_with('\r') {
            found.push(Complaint::new(&source.path, at + 1, "end the line with a newline alone"));
        } else if line.ends_with([' ', '\t']) {
            found.push(Complaint::new(&source.path, at + 1, "remove the blanks at the end of the line"));
        }
        if source.is_rust() && line.starts_with('\t') {
            found.push(Complaint::new(&source.path, at + 1, "indent with four spaces (`make fmt`)"));
        }
    }
    if !source.text.is_empty() && !source.text.ends_with('\n') {
        found.push(Complaint::new(&source.path, source.text.lines().count(), "end the file with a newline"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    #[test]
    fn each_kind_of_noise_is_found() {
        let lines = |text| check(&source("a.rs", text)).iter().map(|found| found.line).collect::<Vec<_>>();
        assert_eq!(lines("a \nb\n"), [1]);
        assert_eq!(lines("a\r\nb\n"), [1]);
        assert_eq!(lines("a\n\tb\n"), [2]);
        assert_eq!(lines("a\nb"), [2]);
        assert!(lines("a\nb\n").is_empty());
    }
}
