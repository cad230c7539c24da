//! Circles of modules: parts of a crate that cannot be read, built or tested without each other. And crates that grew
//! too large to be built and read as one.
//!
//! A module is what the root of a crate declares, with all that lies below it; the root is one too. Tests do not count.

mod budgets;
mod graph;
mod measure;
mod modules;
mod scan;
mod tokens;

use super::Complaint;
use super::sources::Source;
pub use budgets::{Budgets, LIST, lowered, read_budgets, render};
use measure::Circle;

/// No circle has more modules.
const MODULES_MAX: usize = 4;
/// Nor more lines, without tests.
const CIRCLE_LINES_MAX: usize = 1_500;
/// No crate has more lines, without tests.
const CRATE_LINES_MAX: usize = 12_000;

/// Arrows that a complaint names before it says that there are more.
const NAMED_MAX: usize = 12;

/// Complains about large circles, with the arrows to cut, about large crates, and about exceptions that can be lowered.
pub fn check(files: &[Source], budgets: &Budgets) -> Vec<Complaint> {
    let crates = measure::all(files);
    let mut found = Vec::new();
    for one in &crates {
        let most = budgets.get(&one.folder).copied().unwrap_or_default();
        let path = format!("{}/Cargo.toml", one.folder);
        if one.lines > CRATE_LINES_MAX.max(most.lines) {
            let most = CRATE_LINES_MAX.max(most.lines);
            let instead = format!("{} lines without tests, {most} is the most: split the crate", one.lines);
            found.push(Complaint::new(&path, 1, instead));
        }
        for circle in &one.circles {
            let modules_max = MODULES_MAX.max(most.modules);
            let lines_max = CIRCLE_LINES_MAX.max(most.circle_lines);
            if circle.modules.len() > modules_max || circle.lines > lines_max {
                let instead = format!(
                    "a circle of {} modules and {} lines, {modules_max} and {lines_max} are the most: {}; cut {}",
                    circle.modules.len(),
                    circle.lines,
                    circle.modules.join(" "),
                    cuts(circle)
                );
                found.push(Complaint::new(&path, 1, instead));
            }
        }
    }
    let after = budgets::lowered_to(&crates, budgets);
    if after != *budgets && found.is_empty() {
        found.push(Complaint::new(LIST, 1, "numbers can be lowered: run `cargo xtask tidy --ratchet`"));
    }
    found
}

fn cuts(circle: &Circle) -> String {
    let mut named: Vec<String> = circle
        .cuts
        .iter()
        .take(NAMED_MAX)
        .map(|cut| format!("{} -> {} ({})", cut.from, cut.to, cut.names.join(" ")))
        .collect();
    if circle.cuts.len() > NAMED_MAX {
        named.push(format!("and {} more", circle.cuts.len() - NAMED_MAX));
    }
    named.join(", ")
}

/// The measure of every crate as a table, and below it what would cut each circle.
pub fn table(files: &[Source]) -> String {
    let mut out = String::from(
        "| crate | lines | modules | largest circle: modules | lines | members |\n|---|---|---|---|---|---|\n",
    );
    let crates = measure::all(files);
    for one in &crates {
        let row = match one.circles.first() {
            Some(circle) => format!("{} | {} | {}", circle.modules.len(), circle.lines, circle.modules.join(" ")),
            None => "0 | 0 |".to_owned(),
        };
        out.push_str(&format!("| {} | {} | {} | {row} |\n", one.folder, one.lines, one.modules));
    }
    for one in &crates {
        for cut in one.circles.iter().flat_map(|circle| &circle.cuts) {
            out.push_str(&format!("{}: {} -> {}: {}\n", one.folder, cut.from, cut.to, cut.names.join(" ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::budgets::Budget;
    use super::*;

    /// A crate of a root and `count` modules, each of which uses the next one.
    fn ring(count: usize, lines: usize) -> Vec<Source> {
        let mut files = vec![source("crates/a/src/lib.rs", "//! A.\n")];
        files.extend((0..count).map(|at| {
            let text = format!("use crate::m{}::S;\npub struct S;\n{}", (at + 1) % count, "//\n".repeat(lines - 2));
            source(&format!("crates/a/src/m{at}.rs"), &text)
        }));
        files
    }

    #[test]
    fn four_modules_may_form_a_circle_and_five_may_not() {
        assert!(check(&ring(4, 10), &Budgets::new()).is_empty());
        let found = check(&ring(5, 10), &Budgets::new());
        assert_eq!(found.len(), 1);
        assert!(found[0].instead.contains("m0 m1 m2 m3 m4; cut m"), "{}", found[0].instead);
    }

    #[test]
    fn a_circle_of_few_long_modules_is_refused_too() {
        assert!(check(&ring(2, 750), &Budgets::new()).is_empty());
        assert_eq!(check(&ring(2, 751), &Budgets::new()).len(), 1);
    }

    #[test]
    fn a_large_crate_is_refused_and_its_tests_do_not_count() {
        let most = source("crates/a/src/lib.rs", &"//\n".repeat(12_000));
        let tests = source("crates/a/src/tests.rs", "//\n");
        assert!(check(&[most, tests], &Budgets::new()).is_empty());
        let more = source("crates/a/src/lib.rs", &"//\n".repeat(12_001));
        assert_eq!(check(&[more], &Budgets::new()).len(), 1);
    }

    #[test]
    fn an_exception_may_only_fall() {
        let budgets = |modules| Budgets::from([("crates/a".to_owned(), Budget { lines: 0, modules, circle_lines: 0 })]);
        assert!(check(&ring(5, 10), &budgets(5)).is_empty());
        assert_eq!(check(&ring(6, 10), &budgets(5)).len(), 1);
        assert_eq!(check(&ring(5, 10), &budgets(6)).len(), 1, "it can be lowered");
        assert_eq!(lowered(&ring(5, 10), &budgets(6)), budgets(5));
        assert!(lowered(&ring(4, 10), &budgets(6)).is_empty());
    }

    #[test]
    fn the_table_has_a_row_for_each_crate() {
        let mut files = ring(3, 10);
        files.push(source("xtask/src/main.rs", "fn main() {}\n"));
        let table = table(&files);
        assert!(table.contains("| crates/a | 31 | 4 | 3 | 30 | m0 m1 m2 |\n| xtask | 1 | 1 | 0 | 0 | |\n"), "{table}");
    }
}
