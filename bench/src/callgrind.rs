//! The callgrind under which a server runs: its counters, and the files that it writes.

use std::path::Path;
use std::process::Command;

use crate::problem::Problem;

/// Tells the running callgrind of `pid` what to do with its counters.
pub fn control(pid: u32, what: &str) -> Result<(), Problem> {
    let done = Command::new("callgrind_control").arg(what).arg(pid.to_string()).output()?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned().into()) }
}

/// The sum of the newest file that callgrind wrote in `folder` for `pid`.
pub fn newest_total(folder: &Path, pid: u32) -> Result<u64, Problem> {
    let begin = format!("callgrind.out.{pid}.");
    let mut newest: Option<(u32, std::path::PathBuf)> = None;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(number) = name.strip_prefix(&begin).and_then(|end| end.parse().ok())
            && newest.as_ref().is_none_or(|(known, _)| number > *known)
        {
            newest = Some((number, entry.path()));
        }
    }
    let (_, path) = newest.ok_or("callgrind wrote nothing")?;
    let text = std::fs::read_to_string(&path)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals:").or_else(|| line.strip_prefix("summary:")));
    Ok(total.ok_or("callgrind wrote no sum")?.trim().parse()?)
}
