//! A comparison as blocks: the verdict, what worsened, what improved, then everything.

use super::Comparison;
use crate::report::document::{Block, Figure, Table, Tone};
use crate::report::numbers::{count, duration, short, signed};
use crate::statistics::{Compared, difference};

/// The whole document.
pub fn document(found: &Comparison) -> Vec<Block> {
    let mut blocks = vec![Block::Title(found.title.clone()), verdict(found)];
    if !found.complaints.is_empty() {
        blocks.push(Block::heading("Why this comparison is not valid"));
        blocks.push(Block::List(found.complaints.clone()));
    }
    blocks.push(figures(found));
    blocks.extend(section("Worsened", &found.worsened(), Tone::Bad));
    blocks.extend(section("Improved", &found.improved(), Tone::Good));
    if !found.measures.is_empty() {
        let mut rows: Vec<&Compared> = found.measures.iter().collect();
        rows.sort_by(|one, other| one.name.cmp(&other.name));
        blocks.push(Block::heading("Everything that was compared"));
        blocks.push(Block::Table(table(&rows, Tone::Plain)));
    }
    blocks.extend(method(found));
    blocks
}

fn verdict(found: &Comparison) -> Block {
    let (worse, better) = (found.worsened().len(), found.improved().len());
    let (base, new) = (&found.base_label, &found.new_label);
    let text = match (worse, better) {
        (0, 0) => format!("No difference between {base} and {new} beyond the usual variance."),
        (worse, 0) => format!("{new} is slower than {base} in {worse} of {} measures.", found.measures.len()),
        (0, better) => format!("{new} is faster than {base} in {better} of {} measures.", found.measures.len()),
        (worse, better) => format!("{new} against {base}: {worse} measures worsened, {better} improved."),
    };
    let tone = if !found.valid || worse > 0 { Tone::Bad } else { Tone::Good };
    let suffix = if found.valid { "" } else { " The comparison is not valid." };
    Block::Verdict(tone, format!("{text}{suffix}"))
}

fn figures(found: &Comparison) -> Block {
    let figure = |label: &str, value: String, note: String| Figure { label: label.into(), value, note };
    let mut figures = vec![
        figure(
            "Runs",
            format!("{} + {}", found.base_runs, found.new_runs),
            format!("{} each, in turns", duration(found.run_ms)),
        ),
        figure("Users", count(found.users.round() as u64), "mean of all runs".into()),
        figure("Measures", count(found.measures.len() as u64), "mean and p99 by endpoint".into()),
        figure("Usual spread, %", short(found.usual_spread_percent), "between runs of one build".into()),
    ];
    if let Some(users) = &found.supported {
        let interval = format!("{} to {}, p {}", signed(users.delta_low), signed(users.delta_high), short(users.p));
        let word = if users.changed { "supported users" } else { "supported users: no certain change" };
        figures.push(figure(word, format!("{} → {}", short(users.base), short(users.new)), interval));
    }
    Block::Figures(figures)
}

fn section(title: &str, rows: &[&Compared], tone: Tone) -> Vec<Block> {
    match rows.is_empty() {
        true => Vec::new(),
        false => vec![Block::heading(title), Block::Table(table(rows, tone))],
    }
}

fn table(rows: &[&Compared], tone: Tone) -> Table {
    let mut table =
        Table::new(&["Measure, ms", "Base", "New", "Delta", "95 % interval", "Delta %", "Effect", "p (adjusted)"]);
    for one in rows {
        let cells = vec![
            one.name.clone(),
            short(one.base),
            short(one.new),
            signed(one.delta),
            format!("{} to {}", signed(one.delta_low), signed(one.delta_high)),
            signed(one.percent),
            signed(one.effect),
            short(one.p),
        ];
        let tone = match (tone, one.changed, one.delta > 0.0) {
            (Tone::Plain, true, true) => Tone::Bad,
            (Tone::Plain, true, false) => Tone::Good,
            (tone, ..) => tone,
        };
        table.push_toned(cells, tone);
    }
    table
}

fn method(found: &Comparison) -> Vec<Block> {
    let text = format!(
        "A value is that of a whole run; base and new ran in turns. A change is named when its p, adjusted for all measures together by \
         permuting the runs, is at most {}, and it is at least {} %. The interval is that of the measure alone. \
         Effect: the difference in standard deviations between runs.",
        short(difference::ALPHA),
        short(difference::PERCENT_MIN)
    );
    let mut servers = Table::new(&["", "Base", "New"]);
    servers.numbers_from = 3;
    servers.push(vec!["Label".into(), found.base_label.clone(), found.new_label.clone()]);
    servers.push(vec!["Server".into(), found.base_url.clone(), found.new_url.clone()]);
    if !found.database.is_empty() {
        servers.push(vec!["Database".into(), found.database.clone(), found.database.clone()]);
    }
    vec![Block::heading("Method"), Block::Text(text), Block::Table(servers)]
}
