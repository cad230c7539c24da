//! Words that may stand nowhere, or in named places only.

use super::Complaint;
use super::sources::Source;

/// A text, the files it concerns, the places that may have it, and what to write elsewhere.
struct Rule {
    find: &'static str,
    kind: Kind,
    /// Path prefixes; a leading `*` matches anywhere in the path.
    allowed: &'static [&'static str],
    instead: &'static str,
}

enum Kind {
    /// Rust outside comments.
    Rust,
    /// Any line of any file.
    Any,
}

use Kind::{Any, Rust};

/// Only the backends name a database driver, the tests that make them a database, and the benchmarks' floor, which is
/// what there is without them.
const BACKENDS: &[&str] = &[
    "bench/src/floor.rs",
    "crates/database/src/backend",
    "crates/store/tests/",
    "crates/testkit/src/database.rs",
    "crates/search/src/tests/",
    "xtask/",
];
/// Reads of the environment: configuration, and the address of a test database.
const ENVIRONMENT: &[&str] =
    &["fuzz/", "crates/config/", "conformance/", "crates/testkit/", "*/tests/", "*/tests.rs", "*/build.rs", "xtask/"];
/// Tasks are made in one place, so that each has a name and its panic is told.
/// A database connection is a task of its driver and ends with its pool.
const SPAWNERS: &[&str] = &[
    "crates/base/src/tasks.rs",
    "crates/simulate/src/tasks.rs",
    "crates/database/src/backend/",
    "crates/testkit/",
    "conformance/",
    "*/tests/",
    "*/tests.rs",
    "xtask/",
];
/// Files that must name what is forbidden in order to forbid it.
const LAWS: &[&str] = &["xtask/", "clippy.toml", "STYLE.md"];

#[rustfmt::skip]
const RULES: &[Rule] = &[
    Rule { find: "todo!(", kind: Any, allowed: LAWS, instead: "build it, or refuse the case with an error" },
    Rule { find: "unimplemented!(", kind: Any, allowed: LAWS, instead: "build it, or refuse the case with an error" },
    Rule { find: "FIXME", kind: Any, allowed: LAWS, instead: "mend it, or open an issue and write `TODO(#12)`" },
    Rule { find: "TODO:", kind: Any, allowed: LAWS, instead: "name the issue: `TODO(#12)`" },
    Rule { find: "#[ignore", kind: Rust, allowed: LAWS, instead: "mend the test or delete it; a slow one gets a smaller world" },
    Rule { find: "dbg!(", kind: Rust, allowed: LAWS, instead: "log with tracing, or delete it" },
    Rule { find: "unbounded_channel", kind: Any, allowed: LAWS, instead: "use `mpsc::channel` with a named bound and a policy when full" },
    Rule { find: "mpsc::channel()", kind: Rust, allowed: LAWS, instead: "use `sync_channel` with a named bound" },
    Rule { find: "tokio::spawn(", kind: Rust, allowed: SPAWNERS, instead: "spawn through `base::tasks`, which tells of panics" },
    Rule { find: "task::spawn(", kind: Rust, allowed: SPAWNERS, instead: "spawn through `base::tasks`, which tells of panics" },
    Rule { find: "SystemTime::now", kind: Rust, allowed: &["crates/base/src/clock.rs", "xtask/"], instead: "take a `base::Clock`" },
    Rule { find: "env::var", kind: Rust, allowed: ENVIRONMENT, instead: "add a field to the config crate; only it reads the environment" },
    Rule { find: "rusqlite", kind: Rust, allowed: BACKENDS, instead: "go through `store`; only database/src/backend names a driver" },
    Rule { find: "tokio_postgres", kind: Rust, allowed: BACKENDS, instead: "go through `store`; only database/src/backend names a driver" },
    Rule { find: "deadpool_postgres", kind: Rust, allowed: BACKENDS, instead: "go through `store`; only database/src/backend names a driver" },
    Rule { find: "mysql_async", kind: Rust, allowed: BACKENDS, instead: "go through `database::Foreign`; only database/src/backend names a driver" },
    Rule { find: "/root/", kind: Any, allowed: LAWS, instead: "no path of one machine: use `$HOME`" },
];

/// Complains about each rule's text in each line where it may not stand.
pub fn check(source: &Source) -> Vec<Complaint> {
    let mut found = Vec::new();
    for rule in RULES.iter().filter(|rule| !is_allowed(rule, &source.path)) {
        if matches!(rule.kind, Kind::Rust) && !source.is_rust() {
            continue;
        }
        for (number, line) in source.lines() {
            let looked_at = match rule.kind {
                Kind::Rust => code_of(line),
                Kind::Any => line,
            };
            if looked_at.contains(rule.find) {
                found.push(Complaint::new(&source.path, number, format!("`{}`: {}", rule.find, rule.instead)));
            }
        }
    }
    found
}

fn is_allowed(rule: &Rule, path: &str) -> bool {
    rule.allowed.iter().any(|place| match place.strip_prefix('*') {
        Some(anywhere) => path.contains(anywhere),
        None => path.starts_with(place),
    })
}

/// The line up to its comment. Two slashes inside a string cut it short, which only forgives.
fn code_of(line: &str) -> &str {
    line.find("//").map_or(line, |at| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    fn complaints(path: &str, text: &str) -> usize {
        check(&source(path, text)).len()
    }

    #[test]
    fn unbuilt_code_is_refused_everywhere() {
        assert_eq!(complaints("crates/server/src/a.rs", "fn a() {\n    todo!()\n}\n"), 1);
        assert_eq!(complaints("docs/a.md", "FIXME later"), 1);
    }

    #[test]
    fn a_todo_names_its_issue() {
        assert_eq!(complaints("crates/server/src/a.rs", "// TODO: later"), 1);
        assert_eq!(complaints("crates/server/src/a.rs", "// TODO(#12) until the cluster lands"), 0);
    }

    #[test]
    fn a_driver_is_named_by_the_backends_only() {
        assert_eq!(complaints("crates/store/src/posts.rs", "use rusqlite::Row;"), 1);
        assert_eq!(complaints("crates/database/src/backend/sqlite.rs", "use rusqlite::Row;"), 0);
    }

    #[test]
    fn a_comment_may_name_what_code_may_not() {
        assert_eq!(complaints("crates/store/src/posts.rs", "// rusqlite numbers its parameters"), 0);
    }

    #[test]
    fn the_environment_is_read_by_config_and_tests_only() {
        assert_eq!(complaints("crates/server/src/a.rs", "std::env::var(\"HOME\")"), 1);
        assert_eq!(complaints("crates/config/src/load.rs", "std::env::var(\"HOME\")"), 0);
        assert_eq!(complaints("crates/store/tests/both.rs", "std::env::var(\"MUSTER_TEST_POSTGRES\")"), 0);
    }

    #[test]
    fn a_bare_task_is_refused_with_its_replacement() {
        let found = check(&source("crates/server/src/a.rs", "\ntokio::spawn(work());\n"));
        assert_eq!(found[0].line, 2);
        assert!(found[0].instead.contains("base::tasks"), "{}", found[0]);
    }

    #[test]
    fn a_path_of_one_machine_is_refused_in_any_file() {
        assert_eq!(complaints("docs/operating.md", "see /root/notes"), 1);
        assert_eq!(complaints("scripts/run", "cd /root/muster"), 1);
    }
}
