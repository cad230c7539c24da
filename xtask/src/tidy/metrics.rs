//! Metrics that are declared and never set: a panel or an alert on one is empty, and nobody notices.
//!
//! A field of a group in `crates/metrics/src/groups` must be recorded outside of it: named behind its group, as
//! `metrics.store.fsync_time`, or behind a local name of the group, as `counts.fsync_time` after
//! `let counts = &metrics.store;`. Tests do not count, nor does reading a value.

use std::collections::BTreeSet;

use super::Complaint;
use super::sources::Source;

const GROUPS: &str = "crates/metrics/src/groups/";

pub fn check(files: &[Source]) -> Vec<Complaint> {
    let codes: Vec<String> = files.iter().filter(|file| may_record(file)).map(|file| packed(&file.text)).collect();
    let mut complaints = Vec::new();
    for file in files {
        let Some(group) = file.path.strip_prefix(GROUPS).and_then(|name| name.strip_suffix(".rs")) else { continue };
        let names: Vec<BTreeSet<&str>> = codes.iter().map(|code| names_of(code, group)).collect();
        for (line, field) in fields(file) {
            let is_set =
                codes.iter().zip(&names).any(|(code, names)| names.iter().any(|name| records(code, name, field)));
            if !is_set {
                let instead =
                    format!("nothing sets the metric {group}.{field}: record it, or delete it with its panels");
                complaints.push(Complaint::new(&file.path, line, instead));
            }
        }
    }
    complaints
}

/// Sources that run in the server: no tests, and not the declarations.
fn may_record(file: &Source) -> bool {
    let path = file.path.as_str();
    let is_test = path.contains("/tests/") || path.ends_with("tests.rs") || path.starts_with("crates/testkit/");
    file.is_rust() && path.starts_with("crates/") && !path.starts_with(GROUPS) && !is_test
}

/// The code without its comments and its tests, and with white space between words alone, so that a path over several
/// lines reads as one.
fn packed(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let mut packed = String::with_capacity(code.len());
    for piece in code.lines().flat_map(|line| line.split("//").next().unwrap_or(line).split_whitespace()) {
        if packed.ends_with(is_word) && piece.starts_with(is_word) {
            packed.push(' ');
        }
        packed.push_str(piece);
    }
    packed
}

/// Lines and names of the fields of a group.
fn fields(file: &Source) -> impl Iterator<Item = (usize, &str)> {
    let inside = file.lines().skip_while(|(_, line)| !line.starts_with("metrics! {"));
    inside.filter_map(|(at, line)| {
        let (name, rest) = line.strip_prefix("        ")?.split_once(": ")?;
        let is_field = !name.is_empty() && name.chars().all(|one| one.is_ascii_lowercase() || one == '_');
        (is_field && !rest.is_empty()).then_some((at, name))
    })
}

/// What the group is called in a file: by its own name, and by those that a `let` gives it.
fn names_of<'a>(code: &'a str, group: &'a str) -> BTreeSet<&'a str> {
    let end = format!(".{group};");
    let bound = code.match_indices(&end).filter_map(|(at, _)| {
        let (before, path) = code[..at].rsplit_once("=&")?;
        let (before, name) = before.rsplit_once(' ')?;
        let is_bound = before.ends_with("let") && name.chars().all(is_word);
        (is_bound && path.chars().all(|one| is_word(one) || one == '.')).then_some(name)
    });
    bound.chain([group]).collect()
}

/// Whether `NAME.FIELD` stands in the code as whole words, and is not only read.
fn records(code: &str, name: &str, field: &str) -> bool {
    let path = format!("{name}.{field}");
    code.match_indices(&path).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + path.len()..]);
        !before.ends_with(is_word) && !after.starts_with(is_word) && !after.starts_with(".get(")
    })
}

fn is_word(one: char) -> bool {
    one.is_ascii_alphanumeric() || one == '_'
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    const DECLARED: &str = "metrics! {\n    /// A group.\n    Store {\n        /// Help.\n        queue: Gauge = \"a\";\n        \
                            /// Help.\n        times: Family<(u16,), Histogram>\n            = \"b\", [\"c\"];\n    }\n}\n";

    fn unset(path: &str, code: &str) -> Vec<String> {
        let files = [source("crates/metrics/src/groups/store.rs", DECLARED), source(path, code)];
        check(&files).iter().map(|complaint| format!("{}:{}", complaint.line, complaint.instead)).collect()
    }

    #[test]
    fn a_field_that_nothing_sets_is_named_with_its_line() {
        let found = unset("crates/server/src/a.rs", "fn a() { metrics.store.queue.set(1); }");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("7:nothing sets the metric store.times"), "{found:?}");
    }

    #[test]
    fn a_field_is_set_behind_its_group_or_a_name_of_it() {
        let code = "let counts = &app\n    .metrics\n    .store;\ncounts.queue.inc();\nreturn self.metrics\n    .store // why\n    .times.observe(1);";
        assert_eq!(unset("crates/server/src/a.rs", code), Vec::<String>::new());
    }

    #[test]
    fn tests_readers_comments_and_other_words_set_nothing() {
        let both = "store.queue.set(1); store.times.observe(1);";
        for (path, code) in [
            ("crates/server/tests/a.rs", both.to_owned()),
            ("crates/server/src/lib_tests.rs", both.to_owned()),
            ("crates/server/src/a.rs", format!("#[cfg(test)]\nmod tests {{ {both} }}")),
            ("crates/server/src/a.rs", format!("// {both}")),
            ("crates/server/src/a.rs", "restore.queue.set(1); store.times_more.inc()".to_owned()),
            ("crates/server/src/a.rs", "store.queue.get(); other.times.observe(1)".to_owned()),
            ("docs/a.md", both.to_owned()),
        ] {
            assert_eq!(unset(path, &code).len(), 2, "{path}: {code}");
        }
    }
}
