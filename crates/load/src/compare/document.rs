//! A comparison as blocks: the verdict, what worsened, what improved, then everything, part by part.

use super::{Comparison, Deliveries, Part, Test, is_worse, measures};
use crate::report::document::{Block, Figure, Table, Tone};
use crate::report::numbers::{count, duration, short, signed};
use crate::statistics::{Compared, Unit, difference};

/// The whole document.
pub fn document(found: &Comparison) -> Vec<Block> {
    let mut blocks = vec![Block::Title(found.title.clone()), verdict(found)];
    for (title, sentences) in [
        ("Why this comparison is not valid", &found.complaints),
        ("What makes this comparison doubtful", &found.doubts),
    ] {
        if !sentences.is_empty() {
            blocks.push(Block::heading(title));
            blocks.push(Block::List(sentences.clone()));
        }
    }
    for part in &found.parts {
        let titled = |title: &str| if is_alone(found) { title.to_owned() } else { format!("{title}: {}", part.told()) };
        if !is_alone(found) {
            blocks.push(Block::Heading(titled("Figures")));
        }
        blocks.push(figures(part));
        blocks.extend(section(part, titled("Worsened"), &part.worsened(), Tone::Bad));
        blocks.extend(section(part, titled("Improved"), &part.improved(), Tone::Good));
        blocks.extend([Block::Heading(titled("Delivery")), Block::Table(deliveries(found, part))]);
        let mut rows: Vec<&Compared> = part.supported.iter().chain(&part.measures).collect();
        rows.sort_by(|one, other| other.unit.cmp(&one.unit).then(one.name.cmp(&other.name)));
        blocks.extend(section(part, titled("Everything that was compared"), &rows, Tone::Plain));
        blocks.extend(left_out(titled("What was left out"), part));
    }
    blocks.extend(method(found));
    blocks
}

fn is_alone(found: &Comparison) -> bool {
    found.parts.len() == 1
}

fn verdict(found: &Comparison) -> Block {
    let (base, new) = (&found.base_label, &found.new_label);
    let changes: Vec<Vec<String>> = found.parts.iter().map(changes).collect();
    let text = match changes.iter().all(Vec::is_empty) {
        _ if found.parts.is_empty() => format!("{new} was not compared with {base}."),
        true => format!("No difference between {base} and {new} beyond the usual variance."),
        false => {
            let told = |(part, changes): (&Part, Vec<String>)| {
                let place = if is_alone(found) { String::new() } else { format!(" ({})", part.told()) };
                match changes.is_empty() {
                    true => format!("No difference{place}."),
                    false => format!("{new} against {base}{place}: {}.", changes.join("; ")),
                }
            };
            found.parts.iter().zip(changes).map(told).collect::<Vec<_>>().join(" ")
        }
    };
    let has_worsened = found.parts.iter().any(|part| !part.worsened().is_empty());
    let tone = match (found.valid && !has_worsened, found.doubts.is_empty()) {
        (false, _) => Tone::Bad,
        (true, false) => Tone::Plain,
        (true, true) => Tone::Good,
    };
    let doubtful = if found.doubts.is_empty() { "" } else { " There are doubts." };
    let suffix = if found.valid { "" } else { " The comparison is not valid." };
    Block::Verdict(tone, format!("{text}{doubtful}{suffix}"))
}

/// What changed in a part, the gravest first.
fn changes(part: &Part) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(users) = part.supported.as_ref().filter(|users| users.changed) {
        let word = if is_worse(users) { "fewer" } else { "more" };
        let percent = signed(users.percent);
        said.push(format!("{word} users supported, {} → {} ({percent} %)", short(users.base), short(users.new)));
    }
    let (worsened, improved) = (part.worsened(), part.improved());
    for (rows, word) in [(&worsened, "more"), (&improved, "fewer")] {
        let failures: Vec<&&Compared> =
            rows.iter().filter(|one| one.unit == Unit::Percent && !measures::is_delivery(&one.name)).collect();
        // The share of all requests speaks for the endpoints, where it changed.
        let first = failures.iter().find(|one| measures::is_of_all(&one.name)).or(failures.first());
        if let Some(one) = first {
            let further =
                if failures.len() > 1 { format!(", and {} further", failures.len() - 1) } else { String::new() };
            let (base, new) = (short(one.base), short(one.new));
            said.push(format!("{word} failures, {} {base} % → {new} %{further}", one.name));
        }
    }
    for (rows, word) in [(&worsened, "worse"), (&improved, "better")] {
        if let Some(one) = rows.iter().find(|one| measures::is_delivery(&one.name)) {
            said.push(format!("{word} delivery, {} {} % → {} %", one.name, short(one.base), short(one.new)));
        }
    }
    let times = part.measures.iter().filter(|one| one.unit == Unit::Ms).count();
    for (rows, word) in [(&worsened, "slower"), (&improved, "faster")] {
        let changed = rows.iter().filter(|one| one.unit == Unit::Ms).count();
        if changed > 0 {
            said.push(format!("{word} in {changed} of {times} measures of time"));
        }
    }
    said
}

fn figures(part: &Part) -> Block {
    let figure = |label: &str, value: String, note: String| Figure { label: label.into(), value, note };
    let mut figures = vec![
        figure(
            "Runs",
            format!("{} + {}", part.base_runs, part.new_runs),
            format!("{} each, in turns", duration(part.run_ms)),
        ),
        figure("Users", count(part.users.round() as u64), "mean of all runs".into()),
        figure("Measures", count(part.measures.len() as u64), "times, failures, delivery".into()),
        figure("Left out", count(part.left_out.len() as u64), "listed below with the reason".into()),
        figure("Usual spread, %", short(part.usual_spread_percent), "of times between runs of one build".into()),
    ];
    if let Some(users) = &part.supported {
        let word = if users.changed { "supported users" } else { "supported users: no certain change" };
        let note = format!("{}, p {}", interval(users), short(users.p));
        figures.push(figure(word, format!("{} → {}", short(users.base), short(users.new)), note));
    }
    Block::Figures(figures)
}

fn interval(one: &Compared) -> String {
    match one.delta_low.zip(one.delta_high) {
        Some((low, high)) => format!("{} to {}", signed(low), signed(high)),
        None => "–".into(),
    }
}

fn section(part: &Part, title: String, rows: &[&Compared], tone: Tone) -> Vec<Block> {
    match rows.is_empty() {
        true => Vec::new(),
        false => vec![Block::Heading(title), Block::Table(table(part, rows, tone))],
    }
}

fn table(part: &Part, rows: &[&Compared], tone: Tone) -> Table {
    let mut table =
        Table::new(&["Measure", "Unit", "Base", "New", "Delta", "95 % interval", "Delta %", "Effect", "p (adjusted)"]);
    for one in rows {
        let unit = match one.unit {
            Unit::Ms => "ms",
            Unit::Percent => "%",
            Unit::Users => "",
        };
        let cells = vec![
            one.name.clone(),
            unit.into(),
            short(one.base),
            short(one.new),
            signed(one.delta),
            interval(one),
            // From nothing to something is no number of percents.
            if one.base == 0.0 { "–".into() } else { signed(one.percent) },
            signed(one.effect),
            short(one.p),
        ];
        let tone = match (tone, one.changed, is_worse(one)) {
            (Tone::Plain, true, true) => Tone::Bad,
            (Tone::Plain, true, false) if !part.is_bought(one) => Tone::Good,
            (tone, ..) => tone,
        };
        table.push_toned(cells, tone);
    }
    table
}

fn deliveries(found: &Comparison, part: &Part) -> Table {
    let mut table =
        Table::new(&["", "Posts", "Pairs of post and receiver", "Lost", "Twice", "Out of order", "Not stored"]);
    for (label, side) in [(&found.base_label, &part.base_delivery), (&found.new_label, &part.new_delivery)] {
        let Deliveries { sent, expected, lost, duplicates, out_of_order, missing } = *side;
        let tone = if lost + duplicates + out_of_order + missing > 0 { Tone::Bad } else { Tone::Plain };
        let numbers = [sent, expected, lost, duplicates, out_of_order, missing].map(count);
        table.push_toned([vec![label.clone()], numbers.to_vec()].concat(), tone);
    }
    table
}

fn left_out(title: String, part: &Part) -> Vec<Block> {
    if part.left_out.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&["Endpoint", "Why"]);
    table.numbers_from = 2;
    for one in &part.left_out {
        table.push(vec![one.name.clone(), one.why.clone()]);
    }
    vec![Block::Heading(title), Block::Table(table)]
}

fn method(found: &Comparison) -> Vec<Block> {
    let text = format!(
        "A value is that of a whole run; base and new ran in turns. A change is named when its p, adjusted for all measures \
         of this page together by permuting the runs, is at most {}, and it is at least {} %. The interval is that of the \
         measure alone. Effect: the difference in standard deviations between runs. Failed: 4xx, 5xx, timeouts and broken \
         connections; times are those of all calls, failed ones too.",
        short(difference::ALPHA),
        short(difference::PERCENT_MIN)
    );
    let mut servers = Table::new(&["", "Base", "New"]);
    servers.numbers_from = 3;
    servers.push(vec!["Label".into(), found.base_label.clone(), found.new_label.clone()]);
    for part in &found.parts {
        let name = if is_alone(found) && part.engine.is_empty() { "Server".into() } else { part.told() };
        servers.push(vec![name, part.base_url.clone(), part.new_url.clone()]);
    }
    let mut blocks = vec![Block::heading("Method"), Block::Text(text)];
    if found.parts.iter().any(|part| part.test == Test::Ceiling) {
        let text = "Times of a ceiling are those at the number of users that each run found, so a build that supports more may \
                    look slower.";
        blocks.push(Block::Text(text.into()));
    }
    blocks.push(Block::Table(servers));
    blocks
}
