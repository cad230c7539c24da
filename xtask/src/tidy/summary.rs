//! The book has each page of `docs/` once: a page that its summary does not name is built into nothing and found by
//! nobody. That each entry leads somewhere is for [`super::links`] to say.

use std::collections::BTreeSet;

use super::Complaint;
use super::links;
use super::sources::Source;

pub const SUMMARY: &str = "docs/SUMMARY.md";

/// Complains about pages of `docs/` that the summary does not name, and about those that it names twice.
pub fn check(files: &[Source]) -> Vec<Complaint> {
    let Some(summary) = files.iter().find(|source| source.path == SUMMARY) else {
        return vec![Complaint::new(SUMMARY, 1, "the book has no summary")];
    };
    let named = pages(&summary.text);
    let is_page = |path: &str| path.starts_with("docs/") && path.ends_with(".md") && path != SUMMARY;
    let missing = files.iter().filter(|source| is_page(&source.path) && !named.contains(&source.path));
    let mut found: Vec<Complaint> = missing
        .map(|page| Complaint::new(&page.path, 1, format!("no entry of {SUMMARY} leads here: add one")))
        .collect();
    let mut before = BTreeSet::new();
    for (number, line) in summary.lines() {
        for (_, target) in links::links(line) {
            if !before.insert(target) {
                found.push(Complaint::new(SUMMARY, number, format!("{target} has an entry already")));
            }
        }
    }
    found
}

/// The paths, from the root of the repository, of the pages that the summary names.
pub fn pages(summary: &str) -> BTreeSet<String> {
    summary.lines().flat_map(links::links).map(|(_, target)| links::resolve(SUMMARY, target)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    #[test]
    fn the_summary_names_pages_from_the_root() {
        let named = pages("# Summary\n\n[Muster](../README.md)\n\n- [Tour](tour/README.md)\n");
        assert_eq!(named.into_iter().collect::<Vec<_>>(), ["README.md", "docs/tour/README.md"]);
    }

    #[test]
    fn a_page_without_an_entry_and_one_with_two_are_refused() {
        let summary = source(SUMMARY, "# Summary\n\n[M](../README.md)\n\n- [A](a.md)\n- [A again](a.md)\n");
        let files = [summary, source("docs/a.md", ""), source("docs/b.md", ""), source("web/README.md", "")];
        let found: Vec<(String, usize)> = check(&files).into_iter().map(|one| (one.path, one.line)).collect();
        assert_eq!(found, [("docs/b.md".to_owned(), 1), (SUMMARY.to_owned(), 6)]);
    }
}
