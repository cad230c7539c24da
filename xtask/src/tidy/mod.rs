//! Rules of style as checks: what STYLE.md and ARCHITECTURE.md promise and a machine can verify.
//!
//! Each check is a pure function from sources to complaints; this file reads the tracked files, runs
//! the checks and prints. A complaint says what to write instead.

mod anchors;
mod arrows;
mod circles;
pub mod dependencies;
mod headers;
mod lengths;
pub mod links;
mod metrics;
mod npm;
mod picture;
mod prose;
mod sources;
mod spaces;
pub mod summary;
mod words;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use crate::repository::root;
use sources::Source;

/// One breach: where it is and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Complaint {
    path: String,
    line: usize,
    instead: String,
}

impl Complaint {
    fn new(path: &str, line: usize, instead: impl Into<String>) -> Self {
        Complaint { path: path.to_owned(), line, instead: instead.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path, self.line, self.instead)
    }
}

/// What happens to the lists of long files and of circles after the check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ratchet {
    Keep,
    Lower,
}

/// Prints the lines, modules and circles of every crate.
pub fn print_circles() -> ExitCode {
    match sources::tracked(root()) {
        Ok(files) => {
            print!("{}", circles::table(&files));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("circles: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Draws the picture of the crates anew.
pub fn draw_picture() -> ExitCode {
    match arrows::metadata(root()).and_then(|metadata| picture::write(root(), &metadata)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("picture: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Runs every check on the tracked files and ends with `tidy: N passed, N failed`.
pub fn run(ratchet: Ratchet) -> ExitCode {
    let root = root();
    let gathered = sources::tracked(root)
        .and_then(|files| Ok((files, arrows::metadata(root)?, dependencies::metadata(root)?, npm::files(root)?)));
    let (files, metadata, packages, locked) = match gathered {
        Ok(gathered) => gathered,
        Err(problem) => {
            eprintln!("tidy: {problem}");
            println!("tidy: 0 passed, 1 failed");
            return ExitCode::FAILURE;
        }
    };
    if ratchet == Ratchet::Lower {
        lower(root, &files);
    }
    let budgets = lengths::read_budgets(root);
    let checks: [(&str, Vec<Complaint>); 14] = [
        ("words", each(&files, words::check)),
        ("headers", each(&files, headers::check)),
        ("spaces", each(&files, spaces::check)),
        ("lengths", lengths::check(&files, &budgets)),
        ("links", links::check(&files)),
        ("anchors", anchors::check(&files)),
        ("summary", summary::check(&files)),
        ("prose", prose::check(&files)),
        ("arrows", arrows::check(&metadata)),
        ("picture", picture::check(root, &metadata)),
        ("circles", circles::check(&files, &circles::read_budgets(root))),
        ("metrics", metrics::check(&files)),
        ("dependencies", dependencies::check(&packages)),
        ("npm", npm::check(&locked)),
    ];
    report(&checks)
}

fn each(files: &[Source], check: fn(&Source) -> Vec<Complaint>) -> Vec<Complaint> {
    files.iter().flat_map(check).collect()
}

fn lower(root: &Path, files: &[Source]) {
    let budgets = lengths::lowered(files, &lengths::read_budgets(root));
    std::fs::write(root.join(lengths::LIST), lengths::render(&budgets)).expect("the list of long files is writable");
    let budgets = circles::lowered(files, &circles::read_budgets(root));
    std::fs::write(root.join(circles::LIST), circles::render(&budgets)).expect("the list of circles is writable");
}

fn report(checks: &[(&str, Vec<Complaint>)]) -> ExitCode {
    let failed = checks.iter().filter(|(_, complaints)| !complaints.is_empty()).count();
    for (name, complaints) in checks {
        for complaint in complaints {
            println!("{complaint} [{name}]");
        }
    }
    println!("tidy: {} passed, {failed} failed", checks.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
