//! `cargo xtask book`: the pages of the repository as the sources of an mdBook, under the target folder.
//!
//! The folder mirrors the repository, so links between pages of the book stay as they are. A link to anything else, such
//! as a source file, becomes a link into the repository on the web. [`crate::tidy`] checks that each link leads somewhere
//! and that `docs/SUMMARY.md` names each page. mdBook itself is run by `scripts/docs`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use crate::repository::root;
use crate::tidy::links;
use crate::tidy::summary::{SUMMARY, pages};

const SETTINGS: &str = "docs/book.toml";

/// Lays the book out in `folder`, which is made anew.
pub fn run(folder: &str) -> ExitCode {
    match lay_out(root(), Path::new(folder)) {
        Ok(pages) => {
            println!("book: {pages} pages in {folder}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("book: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn lay_out(root: &Path, folder: &Path) -> Result<usize, String> {
    let summary = read(root, SUMMARY)?;
    let pages = pages(&summary);
    let repository = repository(&read(root, "Cargo.toml")?)?;
    let sources = folder.join("src");
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    write(folder, "book.toml", read(root, SETTINGS)?.as_bytes())?;
    write(&sources, "SUMMARY.md", moved(&summary).as_bytes())?;
    let mut pictures = BTreeSet::new();
    for page in &pages {
        let is_folder = |path: &str| root.join(path).is_dir();
        let text = relinked(page, &read(root, page)?, &pages, &repository, &is_folder, &mut pictures);
        write(&sources, page, text.as_bytes())?;
    }
    for picture in pictures {
        let bytes = std::fs::read(root.join(&picture)).map_err(|error| format!("{picture}: {error}"))?;
        write(&sources, &picture, &bytes)?;
    }
    Ok(pages.len())
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

fn write(folder: &Path, path: &str, bytes: &[u8]) -> Result<(), String> {
    let whole = folder.join(path);
    let parent = whole.parent().expect("a file has a folder");
    std::fs::create_dir_all(parent)
        .and_then(|()| std::fs::write(&whole, bytes))
        .map_err(|error| format!("{}: {error}", whole.display()))
}

/// The summary with paths from the root of the repository, which is where it stands in the book.
fn moved(summary: &str) -> String {
    let moved = |line: &str| replaced(line, |target| Some(links::resolve(SUMMARY, target)));
    summary.lines().map(moved).collect()
}

/// Where the repository is on the web, by the workspace's manifest.
fn repository(manifest: &str) -> Result<String, String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("repository = \""));
    line.and_then(|rest| rest.strip_suffix('"')).map(str::to_owned).ok_or("Cargo.toml names no repository".to_owned())
}

/// A page with links that leave the book led into the repository; notes the pictures that it shows.
fn relinked(
    page: &str,
    text: &str,
    pages: &BTreeSet<String>,
    repository: &str,
    is_folder: &dyn Fn(&str) -> bool,
    pictures: &mut BTreeSet<String>,
) -> String {
    let mut is_code = false;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        out.push_str(&replaced(line, |target| {
            let (path, anchor) = target.split_once('#').map_or((target, ""), |(path, anchor)| (path, anchor));
            let path = links::resolve(page, path);
            if pages.contains(&path) {
                return None;
            }
            if [".png", ".svg"].iter().any(|end| path.ends_with(end)) {
                pictures.insert(path);
                return None;
            }
            let kind = if is_folder(&path) { "tree" } else { "blob" };
            let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
            Some(format!("{repository}/{kind}/main/{path}{anchor}"))
        }));
    }
    out
}

/// The line, with a newline, and each local target of a link as `by` says; `None` leaves it as it is.
fn replaced(line: &str, mut by: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(line.len() + 1);
    let mut from = 0;
    for (_, target) in links::links(line) {
        let at = target.as_ptr() as usize - line.as_ptr() as usize;
        if let Some(other) = by(target) {
            out.push_str(&line[from..at]);
            out.push_str(&other);
            from = at + target.len();
        }
    }
    out.push_str(&line[from..]);
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_summary_moves_to_the_root() {
        let summary = "# Summary\n\n[Muster](../README.md)\n\n- [Tour](tour/README.md)\n";
        assert_eq!(moved(summary), "# Summary\n\n[Muster](README.md)\n\n- [Tour](docs/tour/README.md)\n");
    }

    #[test]
    fn links_that_leave_the_book_lead_into_the_repository() {
        let text = "[a](b.md#part) [`x`](../src/x.rs#X) ![p](p.png) [d](../src)\n```\n[a](../src/x.rs)\n```\n";
        let mut pictures = BTreeSet::new();
        let is_folder = |path: &str| path == "src";
        let pages = paths(&["docs/b.md"]);
        let found = relinked("docs/a.md", text, &pages, "https://host.test/m", &is_folder, &mut pictures);
        let expected = "[a](b.md#part) [`x`](https://host.test/m/blob/main/src/x.rs#X) ![p](p.png) \
                        [d](https://host.test/m/tree/main/src)\n```\n[a](../src/x.rs)\n```\n";
        assert_eq!(found, expected);
        assert_eq!(pictures, paths(&["docs/p.png"]));
    }

    #[test]
    fn the_book_of_this_repository_can_be_laid_out() {
        let folder = std::env::temp_dir().join(format!("muster-book-{}", std::process::id()));
        let laid_out = lay_out(root(), &folder);
        let is_there = folder.join("src/docs/index.md").is_file() && folder.join("src/web/README.md").is_file();
        std::fs::remove_dir_all(&folder).expect("the folder was made");
        assert!(laid_out.is_ok_and(|pages| pages > 50) && is_there);
    }
}
