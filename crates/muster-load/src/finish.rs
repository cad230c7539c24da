//! The end of every measurement: the report is made, written, and summed up for the terminal.

use load::coordinator::run::Outcome;
use load::report::build::build;
use load::report::document::{Block, document};
use load::report::folder;
use load::report::model::{Kind, Report};

use crate::Problem;
use crate::measure::Session;

/// Makes and writes the report. Whether the run is valid.
///
/// # Errors
/// When the report cannot be written.
pub async fn finish(
    mut session: Session,
    outcome: Outcome,
    kind: Kind,
    title: String,
    wanted: Option<u32>,
) -> Result<bool, Problem> {
    let mut about = session.about(title);
    (about.kind, about.wanted) = (kind, wanted);
    let report = build(about, &outcome, &mut session.source).await;
    say(&report);
    if let Some(dir) = &session.folder {
        folder::write(dir, &report)?;
        session.keep_raw(&outcome.whole)?;
        println!("report: {}", dir.join("report.html").display());
    }
    Ok(report.valid)
}

/// The answer and what speaks against it, on the terminal.
pub fn say(report: &Report) {
    for block in document(report) {
        match block {
            Block::Verdict(_, text) => println!("{text}"),
            Block::Figures(figures) => {
                for figure in figures {
                    println!("  {:<24} {:>12}  {}", figure.label, figure.value, figure.note);
                }
            }
            _ => {}
        }
    }
    for complaint in &report.complaints {
        println!("  not valid: {complaint}");
    }
}
