//! The files that tidy looks at: what git tracks (or would track) and is text.

use std::path::Path;
use std::process::Command;

/// Answers recorded from another program, lock files and generated files: data, not sources.
const NOT_OURS: [&str; 5] = ["Cargo.lock", "package-lock.json", ".jsonl", "LICENSE", ".gen.ts"];

/// A text file and its path from the repository's root, with `/`.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Lines with their numbers, from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

/// Reads the files that git tracks, and the new ones it does not ignore.
///
/// # Errors
/// As [`named`].
pub fn tracked(root: &Path) -> Result<Vec<Source>, String> {
    named(root, |path| !NOT_OURS.iter().any(|end| path.ends_with(end)))
}

/// Reads those of the files that git tracks, or would track, whose paths are `wanted`.
///
/// # Errors
/// When git cannot list them; a file that is gone or no text is left out.
pub fn named(root: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<Source>, String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root)
        .output()
        .map_err(|problem| format!("git ls-files: {problem}"))?;
    if !listed.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&listed.stderr)));
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    let wanted = names.split('\0').filter(|name| !name.is_empty() && wanted(name));
    Ok(wanted
        .filter_map(|name| {
            let text = std::fs::read_to_string(root.join(name)).ok()?;
            Some(Source { path: name.to_owned(), text })
        })
        .collect())
}

#[cfg(test)]
pub fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}
