//! The fidelity report: written beside the import, and said in a few lines.

use std::path::Path;

use transfer::bulk::left_out::LeftOut;
use transfer::bulk::source::Source;
use transfer::fidelity;
use transfer::fidelity::{Verdict, page};

use crate::place::{Opened, Problem};

/// Compares both sides and writes what was found as NAME.html and NAME.json, with what was kept beside.
///
/// # Errors
/// When something of the source is not here, and when one of the sides cannot be read or the report not be written.
pub async fn write(
    opened: &Opened,
    source: &Source,
    shown: &str,
    warned: &[String],
    beside: LeftOut,
    name: &Path,
) -> Result<(), Problem> {
    println!("comparing both sides");
    let mut found = fidelity::compare(&opened.app, source).await?;
    found.left_out.extend(beside);
    let (html, json) = (name.with_extension("html"), name.with_extension("json"));
    std::fs::write(&html, page::of(shown, &found, warned)).map_err(|error| format!("{}: {error}", html.display()))?;
    std::fs::write(&json, serde_json::to_vec_pretty(&found)?)
        .map_err(|error| format!("{}: {error}", json.display()))?;
    for kind in found.kinds.iter().filter(|kind| kind.source > 0) {
        println!("{:>12} {}, {} here", kind.source, kind.name, kind.here);
    }
    let lacking = found.channels.iter().filter(|one| matches!(one.verdict, Verdict::Lacks | Verdict::Differs));
    for channel in lacking.take(20) {
        println!("{}: {} posts missing, {} differ", channel.name, channel.missing, channel.differing);
        channel.named.iter().for_each(|post| println!("  {post}"));
    }
    found.left_out.lines().iter().for_each(|reason| println!("{reason}"));
    println!("report: {} and {}", html.display(), json.display());
    match found.is_whole {
        true => Ok(()),
        false => Err("something of the source is not here, or differs: the report says what".into()),
    }
}
