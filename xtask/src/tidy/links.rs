//! A link in a document leads somewhere.

use std::collections::BTreeSet;
use std::path::Path;

use super::Complaint;
use super::sources::Source;

/// Complains about links in Markdown files to files of this repository that are not there.
pub fn check(files: &[Source]) -> Vec<Complaint> {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for source in files {
        known.insert(&source.path);
        known.extend(source.path.match_indices('/').map(|(at, _)| &source.path[..at]));
    }
    // No source, but there.
    known.extend(["LICENSE", "Cargo.lock"]);
    let mut found = Vec::new();
    for source in files.iter().filter(|source| source.path.ends_with(".md")) {
        for (number, line) in source.lines() {
            for (_, target) in links(line) {
                let path = resolve(&source.path, target.split('#').next().unwrap_or_default());
                if !path.is_empty() && !known.contains(path.as_str()) && !is_picture(&path) {
                    found.push(Complaint::new(
                        &source.path,
                        number,
                        format!("the link leads to {path}, which is not there"),
                    ));
                }
            }
        }
    }
    found
}

/// Pictures are no text, so they are not among the sources.
fn is_picture(path: &str) -> bool {
    path.ends_with(".png") && Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path).exists()
}

/// Text and local target of each `[text](target)` in a line; those within a page are left out.
pub fn links(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.match_indices("](").filter_map(|(at, _)| {
        let text = &line[line[..at].rfind('[').map_or(0, |from| from + 1)..at];
        let target = line[at + 2..].split([')', ' ']).next()?;
        (!target.is_empty() && !target.starts_with('#') && !target.contains(':')).then_some((text, target))
    })
}

/// The path from the root of what a page links to.
pub fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    #[test]
    fn only_a_link_to_nothing_is_refused() {
        let text = "[a](docs/a.md) [b](docs/) [c](https://example.test/x) [d](#here) [e](docs/b.md#part)\n";
        let files = [source("README.md", text), source("docs/a.md", "[up](../README.md)\n")];
        let found = check(&files);
        assert_eq!(found.len(), 1);
        assert!(found[0].instead.contains("docs/b.md"), "{}", found[0]);
    }
}
