//! The picture of ARCHITECTURE.md: the floors of the product, drawn from the arrows that cargo knows.
//!
//! An arrow that follows from two others is left out, so that the picture shows what stands on what.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::Complaint;
use super::arrows::{list, short, text};

const PAGE: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- drawn by `cargo xtask picture` -->\n";
const END: &str = "<!-- drawn until here -->\n";
/// Crates that serve tests and measurements.
const ASIDE: [&str; 4] = ["testkit", "fuzzed", "bench", "xtask"];

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Complains when the picture is not that of the arrows.
pub fn check(root: &Path, metadata: &Value) -> Vec<Complaint> {
    let page = std::fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    match with_picture(&page, &draw(&arrows(metadata))) {
        Some(drawn) if drawn == page => Vec::new(),
        Some(_) => vec![Complaint::new(PAGE, 1, "the picture is not that of the crates: run `cargo xtask picture`")],
        None => vec![Complaint::new(PAGE, 1, format!("no place for the picture: {} … {}", BEGIN.trim(), END.trim()))],
    }
}

/// Draws the picture anew.
///
/// # Errors
/// When the page has no place for it, or cannot be read or written.
pub fn write(root: &Path, metadata: &Value) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|problem| format!("{PAGE}: {problem}"))?;
    let drawn = with_picture(&page, &draw(&arrows(metadata))).ok_or(format!("{PAGE} has no place for the picture"))?;
    std::fs::write(path, drawn).map_err(|problem| format!("{PAGE}: {problem}"))
}

fn with_picture(page: &str, picture: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{picture}{END}{after}"))
}

fn arrows(metadata: &Value) -> Arrows {
    let packages = list(&metadata["packages"]).iter();
    let named = packages.map(|package| (short(text(&package["name"])).to_owned(), package));
    named
        .filter(|(name, _)| !ASIDE.contains(&name.as_str()))
        .map(|(name, package)| {
            let needed = list(&package["dependencies"]).iter();
            let needed = needed.filter(|one| one["kind"] != "dev" && !one["path"].is_null());
            (name, needed.map(|one| short(text(&one["name"])).to_owned()).collect())
        })
        .collect()
}

/// How many crates stand on each other below one.
fn height(arrows: &Arrows, name: &str) -> usize {
    arrows.get(name).into_iter().flatten().map(|below| height(arrows, below) + 1).max().unwrap_or(0)
}

fn reaches(arrows: &Arrows, from: &str, to: &str) -> bool {
    arrows.get(from).into_iter().flatten().any(|next| next == to || reaches(arrows, next, to))
}

fn draw(arrows: &Arrows) -> String {
    let mut names: Vec<&String> = arrows.keys().collect();
    names.sort_by_key(|name| (std::cmp::Reverse(height(arrows, name)), name.as_str()));
    let mut out = "```mermaid\nflowchart TD\n".to_owned();
    for from in names {
        let below = &arrows[from];
        let direct = below.iter().filter(|to| !below.iter().any(|other| reaches(arrows, other, to)));
        let direct: Vec<&str> = direct.map(String::as_str).collect();
        match direct.is_empty() {
            true => out.push_str(&format!("    {from}\n")),
            false => out.push_str(&format!("    {from} --> {}\n", direct.join(" & "))),
        }
    }
    out + "```\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates(rows: &[(&str, &[&str])]) -> Arrows {
        let set = |below: &[&str]| below.iter().map(|one| (*one).to_owned()).collect();
        rows.iter().map(|(name, below)| ((*name).to_owned(), set(below))).collect()
    }

    #[test]
    fn what_follows_from_other_arrows_is_not_drawn() {
        let drawn = draw(&crates(&[("base", &[]), ("store", &["base"]), ("server", &["base", "store"])]));
        assert_eq!(drawn, "```mermaid\nflowchart TD\n    server --> store\n    store --> base\n    base\n```\n");
    }

    #[test]
    fn the_picture_takes_the_place_of_the_old_one() {
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(with_picture(&page, "new\n"), Some(format!("a\n{BEGIN}new\n{END}b\n")));
        assert_eq!(with_picture("a\n", "new\n"), None);
    }
}
