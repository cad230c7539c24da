//! The report for people: a page that needs nothing else.

use askama::Template;

use crate::fidelity::{Fidelity, Verdict};

/// Channels that a page names; all of them are in the JSON.
const CHANNELS_MAX: usize = 2_000;

#[derive(Template)]
#[template(path = "fidelity.html")]
struct Page<'a> {
    source: &'a str,
    fidelity: &'a Fidelity,
    warned: &'a [String],
    channels: Vec<Row<'a>>,
    more: usize,
}

struct Row<'a> {
    channel: &'a crate::fidelity::Channel,
    verdict: &'static str,
    class: &'static str,
}

/// The page of a comparison with a source; `warned` is what the import said of it.
pub fn of(source: &str, fidelity: &Fidelity, warned: &[String]) -> String {
    let row = |channel| {
        let (verdict, class) = match (channel as &crate::fidelity::Channel).verdict {
            Verdict::Equal => ("equal", "good"),
            Verdict::MoreHere => ("all of it, and more here", "good"),
            Verdict::Lacks => ("lacks something", "bad"),
            Verdict::Differs => ("differs", "bad"),
        };
        Row { channel, verdict, class }
    };
    let mut channels: Vec<Row<'_>> = fidelity.channels.iter().map(row).collect();
    channels.sort_by_key(|row| row.class);
    let more = channels.len().saturating_sub(CHANNELS_MAX);
    channels.truncate(CHANNELS_MAX);
    let page = Page { source, fidelity, warned, channels, more };
    page.render().expect("memory does not fail to write")
}
