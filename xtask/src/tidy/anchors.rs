//! A link into the sources names something that stands there: `crates/node/src/change.rs#commit`.
//!
//! Line numbers go stale with the next edit, names only when what they name goes. So what follows `#` in a link to a
//! source file is the name of a function, type, constant or module of that file. [`super::links`] looks whether the
//! file is there.

use super::Complaint;
use super::links;
use super::sources::Source;

/// Words that a definition begins with, in Rust and in TypeScript.
const DEFINERS: [&str; 13] = [
    "fn",
    "struct",
    "enum",
    "trait",
    "const",
    "static",
    "type",
    "mod",
    "macro_rules!",
    "function",
    "class",
    "interface",
    "let",
];

const SOURCES: [&str; 5] = [".rs", ".ts", ".tsx", ".mjs", ".js"];

/// Complains about links in Markdown files whose name does not stand in the source file that they lead to, and about
/// link texts that name another place than their target.
pub fn check(files: &[Source]) -> Vec<Complaint> {
    let mut found = Vec::new();
    for page in files.iter().filter(|source| source.path.ends_with(".md")) {
        for (number, line) in page.lines() {
            for (text, target) in links::links(line) {
                let Some((path, name)) = target.split_once('#') else { continue };
                let path = links::resolve(&page.path, path);
                if !SOURCES.iter().any(|end| path.ends_with(end)) {
                    continue;
                }
                let Some(source) = files.iter().find(|source| source.path == path) else { continue };
                if !defines(source, name) {
                    let instead = format!("{path} defines no `{name}`: name a function, type or constant of it");
                    found.push(Complaint::new(&page.path, number, instead));
                }
                let (shown, led) = (text.trim_matches('`'), format!("{path}#{name}"));
                if shown.contains('/') && shown != led {
                    let instead = format!("the link reads {shown} and leads to {led}: make them the same");
                    found.push(Complaint::new(&page.path, number, instead));
                }
            }
        }
    }
    found
}

/// Whether a line outside comments defines the name.
fn defines(source: &Source, name: &str) -> bool {
    !name.is_empty() && source.lines().any(|(_, line)| is_definition(line.trim_start(), name))
}

fn is_definition(line: &str, name: &str) -> bool {
    if line.starts_with("//") || line.starts_with('*') {
        return false;
    }
    line.match_indices(name).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        if after.starts_with(is_of_word) || before.ends_with(is_of_word) {
            return false;
        }
        let definer = before.split_whitespace().next_back().unwrap_or_default();
        before.ends_with(' ') && DEFINERS.contains(&definer) || before.is_empty() && is_member(after)
    })
}

/// A method of a class in TypeScript, or a line of a table that a macro makes constants of.
fn is_member(after: &str) -> bool {
    let is_method = after.starts_with(['(', '<']) && after.ends_with('{') && after.contains(')');
    is_method || after.starts_with(" = ")
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    const RUST: &str = "/// Calls fn other().\npub async fn commit(self) {\n    begin();\n}\npub struct Change;\n";

    fn complaints(link: &str) -> usize {
        let files = [source("docs/a.md", &format!("See {link}.\n")), source("crates/a.rs", RUST)];
        check(&files).len()
    }

    #[test]
    fn a_name_must_be_defined_where_the_link_leads() {
        assert_eq!(complaints("[it](../crates/a.rs#commit)"), 0);
        assert_eq!(complaints("[it](../crates/a.rs#Change)"), 0);
        assert_eq!(complaints("[it](../crates/a.rs)"), 0);
        // It is called, is a part of a name, stands in a comment, or is a line number.
        for name in ["begin", "comm", "other", "L2", ""] {
            assert_eq!(complaints(&format!("[it](../crates/a.rs#{name})")), 1, "{name}");
        }
    }

    #[test]
    fn a_text_that_names_a_place_names_the_one_it_leads_to() {
        assert_eq!(complaints("[`crates/a.rs#commit`](../crates/a.rs#commit)"), 0);
        assert_eq!(complaints("[`crates/b.rs#commit`](../crates/a.rs#commit)"), 1);
    }

    #[test]
    fn headings_of_other_pages_are_not_looked_at() {
        assert_eq!(complaints("[it](b.md#part)"), 0);
    }

    #[test]
    fn methods_of_a_class_and_lines_of_a_table_are_definitions() {
        assert!(is_definition("commit(changes: readonly Change[]): void {", "commit"));
        assert!(is_definition("export const react = () => {};", "react"));
        assert!(is_definition("CREATE_POST = createPost: POST \"/posts\", 1, Session;", "CREATE_POST"));
        assert!(!is_definition("commit(changes);", "commit"));
    }
}
