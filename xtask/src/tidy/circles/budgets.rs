//! The exceptions of `xtask/circles.txt`: what is larger than it may be, and may only get smaller.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::sources::Source;
use super::measure::{self, Measured};
use super::{CIRCLE_LINES_MAX, CRATE_LINES_MAX, MODULES_MAX};

/// The exceptions: `LINES MODULES-OF-A-CIRCLE LINES-OF-A-CIRCLE FOLDER`. A zero is no exception.
pub const LIST: &str = "xtask/circles.txt";

/// Lines are rounded up to this, so that not every edit touches the list.
const STEP: usize = 500;

/// The most that a crate may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    pub lines: usize,
    pub modules: usize,
    pub circle_lines: usize,
}

/// By the folder of the crate.
pub type Budgets = BTreeMap<String, Budget>;

/// Reads the exceptions; a line that cannot be read is no exception.
pub fn read_budgets(root: &Path) -> Budgets {
    let text = std::fs::read_to_string(root.join(LIST)).unwrap_or_default();
    text.lines().filter_map(read_line).collect()
}

fn read_line(line: &str) -> Option<(String, Budget)> {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse().ok();
    let budget = Budget { lines: number()?, modules: number()?, circle_lines: number()? };
    Some((words.next()?.to_owned(), budget))
}

/// The exceptions after every number that can be lowered was lowered. Adds none and raises none.
pub fn lowered(files: &[Source], budgets: &Budgets) -> Budgets {
    lowered_to(&measure::all(files), budgets)
}

pub fn lowered_to(crates: &[Measured], budgets: &Budgets) -> Budgets {
    let now = |(folder, most): (&String, &Budget)| {
        let one = crates.iter().find(|one| one.folder == *folder)?;
        let modules = one.circles.iter().map(|circle| circle.modules.len()).max().unwrap_or_default();
        let circle_lines = one.circles.first().map_or(0, |circle| circle.lines);
        let needed = Budget {
            lines: needed(one.lines, CRATE_LINES_MAX, STEP).min(most.lines),
            modules: needed(modules, MODULES_MAX, 1).min(most.modules),
            circle_lines: needed(circle_lines, CIRCLE_LINES_MAX, STEP).min(most.circle_lines),
        };
        (needed != Budget::default()).then(|| (folder.clone(), needed))
    };
    budgets.iter().filter_map(now).collect()
}

fn needed(number: usize, most: usize, step: usize) -> usize {
    if number > most { number.div_ceil(step) * step } else { 0 }
}

pub fn render(budgets: &Budgets) -> String {
    let line = |(folder, most): (&String, &Budget)| {
        format!("{} {} {} {folder}\n", most.lines, most.modules, most.circle_lines)
    };
    budgets.iter().map(line).collect()
}
