//! The end of every measurement: the report is made, written, and summed up for the terminal.

use std::path::Path;

use load::coordinator::run::Outcome;
use load::report::build::build;
use load::report::document::{Block, document};
use load::report::folder;
use load::report::model::{Kind, Report};

use crate::measure::Session;
use crate::problem::Problem;

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
    keep(session, &report, &outcome).await?;
    Ok(report.valid)
}

/// Writes the report into its folder, and ends the session, whatever became of the report.
///
/// # Errors
/// As [`write_or_instead`].
pub async fn keep(mut session: Session, report: &Report, outcome: &Outcome) -> Result<(), Problem> {
    let written = session.folder.as_ref().map_or(Ok(()), |dir| {
        write_or_instead(dir, report.started_at, |dir| {
            folder::write(dir, report)?;
            session.keep_raw(dir, report, &outcome.whole)
        })
    });
    session.close().await;
    written
}

/// Writes a report into its folder; where that is full by now, into a folder for temporary files with the time in its
/// name.
///
/// # Errors
/// When it does not stand where it was asked for; the sentence says where it stands instead.
pub fn write_or_instead(
    dir: &Path,
    named_by: base::Millis,
    write: impl Fn(&Path) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let Err(problem) = write(dir) else {
        println!("report: {}", dir.join("report.html").display());
        return Ok(());
    };
    let instead = std::env::temp_dir().join(format!("muster-load-{named_by}"));
    folder::prepare(&instead).map_err(|also| format!("{problem}; and {also}"))?;
    match write(&instead) {
        Ok(()) => Err(format!("{problem}; the report is in {} instead", instead.display()).into()),
        Err(also) => Err(format!("{problem}; what could be kept is in {} ({also})", instead.display()).into()),
    }
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
    for warning in &report.warnings {
        println!("  to know: {warning}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_that_cannot_stand_where_it_should_stands_elsewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("a file");
        let named_by = base::Millis::from(std::process::id());
        let write = |dir: &Path| Ok(folder::write_json(&dir.join("comparison.json"), &1)?);
        let said = write_or_instead(&file, named_by, write).expect_err("a file is no folder").to_string();
        let instead = std::env::temp_dir().join(format!("muster-load-{named_by}"));
        assert!(said.contains(&instead.display().to_string()), "{said}");
        assert_eq!(std::fs::read_to_string(instead.join("comparison.json")).expect("it is there"), "1\n");
        std::fs::remove_dir_all(instead).expect("removed");
    }
}
