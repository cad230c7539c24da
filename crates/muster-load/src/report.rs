//! `muster-load report`: makes the pages of a report again from its folder.

use std::path::PathBuf;

use clap::Args;
use load::report::folder;

use crate::finish::say;
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    /// Folder with results.json.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Price table (JSON): the cost per user is worked out anew.
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
}

/// Renders. Whether the run was valid.
///
/// # Errors
/// When the folder holds no report, or cannot be written.
pub fn run(arguments: &Arguments) -> Result<bool, Problem> {
    let mut report = folder::read(&arguments.folder)?;
    if let Some(path) = &arguments.prices {
        let text = base::text_file::read(path)?;
        let prices = load::report::prices::Prices::read(&text)?;
        report.efficiency.cost = Some(prices.of(report.efficiency.users));
        folder::write(&arguments.folder, &report)?;
    } else {
        folder::render(&arguments.folder, &report)?;
    }
    say(&report);
    println!("report: {}", arguments.folder.join("report.html").display());
    Ok(report.valid)
}
