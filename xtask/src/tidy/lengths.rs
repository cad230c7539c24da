//! Files stay short: 400 lines, and the exceptions of `xtask/long-files.txt` may only shrink.
//!
//! Functions (70 lines) are clippy's: `too_many_lines` with the threshold of `clippy.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use super::Complaint;
use super::sources::Source;

/// Nine files in ten of the best repositories are shorter than this.
const LINES_MAX: usize = 400;

/// A budget is rounded up to this, so that not every edit of a long file touches the list.
const STEP: usize = 50;

/// The exceptions: `LINES PATH`.
pub const LIST: &str = "xtask/long-files.txt";

const CODE: [&str; 6] = [".rs", ".ts", ".tsx", ".py", ".js", ".mjs"];

/// Path to the most lines it may have.
pub type Budgets = BTreeMap<String, usize>;

/// Reads the exceptions; a line that cannot be read is no exception.
pub fn read_budgets(root: &Path) -> Budgets {
    let text = std::fs::read_to_string(root.join(LIST)).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(lines, path)| Some((path.trim().to_owned(), lines.parse().ok()?)))
        .collect()
}

/// Complains about long files without a budget, over it, or so far under it that it must be lowered.
pub fn check(files: &[Source], budgets: &Budgets) -> Vec<Complaint> {
    let mut found = Vec::new();
    for source in files.iter().filter(|source| is_code(source)) {
        let lines = source.text.lines().count();
        match budgets.get(&source.path) {
            None if lines > LINES_MAX => {
                let instead = format!("{lines} lines: split it by noun; {LINES_MAX} is the most");
                found.push(Complaint::new(&source.path, lines, instead));
            }
            Some(&most) if lines > most => {
                let instead = format!("{lines} lines, {most} is its most in {LIST}, which may only shrink: split it");
                found.push(Complaint::new(&source.path, lines, instead));
            }
            Some(&most) if budget_for(lines) != Some(most) => {
                let instead = format!("shorter than its {most} in {LIST}: run `cargo xtask tidy --ratchet`");
                found.push(Complaint::new(&source.path, lines, instead));
            }
            _ => {}
        }
    }
    for path in budgets.keys().filter(|path| !files.iter().any(|source| source.path == **path)) {
        found.push(Complaint::new(LIST, 1, format!("{path} is gone: run `cargo xtask tidy --ratchet`")));
    }
    found
}

/// The budgets after every number that can be lowered was lowered. Adds none and raises none.
pub fn lowered(files: &[Source], budgets: &Budgets) -> Budgets {
    let lines = |path: &str| files.iter().find(|source| source.path == path).map(|source| source.text.lines().count());
    budgets.iter().filter_map(|(path, &most)| Some((path.clone(), budget_for(lines(path)?)?.min(most)))).collect()
}

pub fn render(budgets: &Budgets) -> String {
    budgets.iter().map(|(path, lines)| format!("{lines} {path}\n")).collect()
}

fn budget_for(lines: usize) -> Option<usize> {
    (lines > LINES_MAX).then(|| lines.div_ceil(STEP) * STEP)
}

fn is_code(source: &Source) -> bool {
    CODE.iter().any(|end| source.path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::super::sources::source;
    use super::*;

    fn long(path: &str, lines: usize) -> Source {
        source(path, &"x\n".repeat(lines))
    }

    fn budgets(pairs: &[(&str, usize)]) -> Budgets {
        pairs.iter().map(|&(path, lines)| (path.to_owned(), lines)).collect()
    }

    #[test]
    fn four_hundred_lines_pass_and_one_more_does_not() {
        assert!(check(&[long("a.rs", 400)], &budgets(&[])).is_empty());
        assert_eq!(check(&[long("a.rs", 401)], &budgets(&[])).len(), 1);
        assert!(check(&[long("a.md", 4000)], &budgets(&[])).is_empty());
    }

    #[test]
    fn a_listed_file_may_shrink_but_not_grow() {
        assert!(check(&[long("a.rs", 520)], &budgets(&[("a.rs", 550)])).is_empty());
        assert_eq!(check(&[long("a.rs", 551)], &budgets(&[("a.rs", 550)])).len(), 1);
    }

    #[test]
    fn the_list_follows_a_file_that_shrank_or_went() {
        let list = budgets(&[("a.rs", 700), ("b.rs", 500), ("gone.rs", 900)]);
        let files = [long("a.rs", 510), long("b.rs", 300)];
        assert_eq!(check(&files, &list).len(), 3);
        let after = lowered(&files, &list);
        assert_eq!(after, budgets(&[("a.rs", 550)]));
        assert!(check(&files, &after).is_empty());
    }

    #[test]
    fn lowering_never_raises() {
        assert_eq!(lowered(&[long("a.rs", 900)], &budgets(&[("a.rs", 550)])), budgets(&[("a.rs", 550)]));
    }
}
