//! The sections of a report: which numbers are told, in which order, with which words.

use super::document::{Block, Figure, Row, Table, Tone};
use super::found;
use super::model::{Kind, Report, ServerTime, Times};
use super::numbers::{bytes, count, duration, moment, short};

/// Rows of a table of endpoints; the rest is in `results.json`.
const ROWS_MAX: usize = 60;

pub fn complaints(report: &Report) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !report.complaints.is_empty() {
        blocks.push(Block::heading("Why this run is not valid"));
        blocks.push(Block::List(report.complaints.clone()));
    }
    if !report.warnings.is_empty() {
        blocks.push(Block::heading("What to know of this run"));
        blocks.push(Block::List(report.warnings.clone()));
    }
    blocks
}

/// A heading that says which level its table is of, where the run had several.
fn heading(report: &Report, title: &str) -> Block {
    match report.of_level {
        Some(users) => Block::Heading(format!("{title} at {} users", count(users.into()))),
        None => Block::heading(title),
    }
}

pub fn events(report: &Report) -> Vec<Block> {
    if report.events.is_empty() {
        return Vec::new();
    }
    let told = |at: i64, text: &str| format!("{} after the start: {text}", duration(at - report.started_at));
    let events = report.events.iter().map(|event| told(event.at, &event.text)).collect();
    vec![Block::heading("What happened on the way"), Block::List(events)]
}

pub fn figures(report: &Report) -> Vec<Block> {
    let figure = |label: &str, value: String, note: String| Figure { label: label.into(), value, note };
    let mut figures = Vec::new();
    if let Some(found) = &report.supported {
        let high = found.high.map_or("?".into(), |high| count(high.round() as u64));
        let interval = format!("{} to {high}; {}", count(found.low.round() as u64), found.method);
        figures.push(figure("Supported users", count(found.users.into()), interval));
    } else if report.kind != Kind::Levels {
        figures.push(figure("Users", count(report.users.mean.round() as u64), format!("peak {}", report.users.peak)));
    }
    let requests = &report.requests;
    if report.kind != Kind::Levels {
        let total = format!("{} in all", count(requests.times.count));
        figures.push(figure("Requests per second", short(requests.per_second), total));
        let quantiles = format!("p95 {}, p99 {}", short(requests.times.p95_ms), short(requests.times.p99_ms));
        figures.push(figure("Mean request time, ms", short(requests.times.mean_ms), quantiles));
        let failed = requests.errors + requests.timeouts + requests.broken;
        let share = failed as f64 / requests.times.count.max(1) as f64 * 100.0;
        let kinds = format!(
            "{} of 5xx, {} of 4xx, {} timeouts, {} broken",
            count(requests.server_errors),
            count(requests.errors.saturating_sub(requests.server_errors)),
            count(requests.timeouts),
            count(requests.broken)
        );
        figures.push(figure("Failed requests, %", short(share), kinds));
    }
    let delivery = &report.delivery;
    let faults =
        format!("{} lost, {} twice, {} out of order", delivery.lost, delivery.duplicates, delivery.out_of_order);
    let note = format!("of {} posts; {faults}", count(delivery.sent));
    figures.push(figure("Deliveries", count(delivery.received), note));
    let efficiency = &report.efficiency;
    let at = report.of_level.map_or(String::new(), |users| format!(", at {} users", count(users.into())));
    if let (Some(per_core), Some(cores)) = (efficiency.users_per_core, efficiency.server_cores) {
        let others = efficiency.others_cores.map(|others| format!(", other programs {}", short(others)));
        let used = format!("the server used {} cores{}{at}", short(cores), others.unwrap_or_default());
        figures.push(figure("Users per core", count(per_core.round() as u64), used));
    }
    if let (Some(per_gb), Some(used)) = (efficiency.users_per_gb, efficiency.server_bytes) {
        let used = format!("the server held {}{at}", bytes(used));
        figures.push(figure("Users per GB", count(per_gb.round() as u64), used));
    }
    if let Some(cost) = &efficiency.cost {
        let value = format!("{} {}", short(cost.per_user_month), cost.currency);
        let whole =
            format!("{} {} a month for {} users", short(cost.per_month), cost.currency, short(efficiency.users));
        figures.push(figure("Cost per user and month", value, whole));
    }
    vec![Block::Figures(figures)]
}

pub fn health(report: &Report) -> Vec<Block> {
    if report.health.is_empty() {
        return Vec::new();
    }
    let head = ["Health metric", "Limit", "Mean", "Highest", "Highest ever", "Rounds over", "First over"];
    let mut table = Table::new(&head);
    for health in &report.health {
        let whole = &health.whole;
        let over = if whole.judged == 0 { "no value".into() } else { format!("{} of {}", whole.over, whole.judged) };
        let first = whole.first_over.map_or(String::new(), |first| {
            let after = duration(first.at - report.started_at);
            format!("{} after {after}, {} users", short(first.value), count(first.users.into()))
        });
        let value = |value: f64| if whole.judged == 0 { "–".to_owned() } else { short(value) };
        let mean = value(health.counted_mean.unwrap_or(whole.mean));
        let highest = value(health.counted_max.unwrap_or(whole.max));
        let tone = if whole.over > 0 { Tone::Bad } else { Tone::Plain };
        let (limit, ever) = (short(whole.threshold), value(whole.max));
        let cells = vec![whole.description.clone(), limit, mean, highest, ever, over, first];
        table.push_toned(cells, tone);
    }
    let silent = report.health.iter().filter(|health| health.whole.judged == 0).count();
    let part =
        "Mean and highest are of the part that counts; the rest is of the whole run, its users' arrival included.";
    let mut blocks = vec![heading(report, "Health metrics"), Block::Table(table), Block::Text(part.into())];
    if silent > 0 {
        let text = "A metric without a value counts as healthy, as in the published loop; nothing could be scraped for it here.";
        blocks.push(Block::Text(text.into()));
    }
    blocks
}

pub fn charts(report: &Report) -> Vec<Block> {
    let drawn: Vec<Block> =
        report.charts.iter().filter(|chart| chart.has_points()).cloned().map(Box::new).map(Block::Chart).collect();
    if drawn.is_empty() { Vec::new() } else { [vec![Block::heading("Charts")], drawn].concat() }
}

pub fn levels(report: &Report) -> Vec<Block> {
    if report.levels.is_empty() {
        return Vec::new();
    }
    let head = ["Users", "Registered", "Requests/s", "Median", "p95", "p99", "Highest", "Failed %", "CPU %", "Verdict"];
    let mut table = Table::new(&head);
    for level in &report.levels {
        let times = &level.times;
        let cells = vec![
            count(level.users.into()),
            count(level.registered.into()),
            short(level.per_second),
            short(times.p50_ms),
            short(times.p95_ms),
            short(times.p99_ms),
            short(times.max_ms),
            short(level.failed_share * 100.0),
            level.cpu_percent.map_or("–".into(), short),
            level.verdict.clone(),
        ];
        table.push_toned(cells, if level.good { Tone::Good } else { Tone::Bad });
    }
    let mut text = "Times in milliseconds. Registered: accounts that so many people at work stand for, by the factor that was assumed.".to_owned();
    if let Some(users) = report.of_level {
        let users = count(users.into());
        text.push_str(&format!(
            " Charts are of the whole run, and deliveries are of all levels; the other tables below are of the level of {users} \
             users. The folder `levels` beside this page holds a report of each level."
        ));
    }
    vec![Block::heading("Levels"), Block::Table(table), Block::Text(text)]
}

pub fn delivery(report: &Report) -> Vec<Block> {
    let found = &report.delivery;
    let mut table = Table::new(&["Delivery", "Posts"]);
    for (name, value) in [
        ("Sent and acknowledged", found.sent),
        ("Pairs of post and receiver that had to happen", found.expected),
        ("Happened", found.received),
        ("Lost", found.lost),
        ("Twice", found.duplicates),
        ("Out of order", found.out_of_order),
        ("Open when the run ended", found.open),
    ] {
        let is_fault = matches!(name, "Lost" | "Twice" | "Out of order") && value > 0;
        table.push_toned(vec![name.into(), count(value)], if is_fault { Tone::Bad } else { Tone::Plain });
    }
    if found.between.expected > 0 {
        table.push(vec!["Pairs of two agents, of those above".into(), count(found.between.expected)]);
    }
    if let Some(audit) = &found.audit {
        table.push(vec!["Looked for in the store after the run".into(), count(audit.asked)]);
        for (name, value) in [
            ("Of them not there", audit.missing),
            ("Changed", audit.changed),
            ("There twice", audit.doubled),
            ("There in another order", audit.swapped),
        ] {
            let tone = if value > 0 { Tone::Bad } else { Tone::Plain };
            table.push_toned(vec![name.into(), count(value)], tone);
        }
        table.push(vec!["Gone with a thread that was deleted".into(), count(audit.with_thread)]);
    }
    let delay = &found.delay;
    let text = format!(
        "From the intended send until a receiver had the event: median {} ms, p95 {} ms, p99 {} ms, highest {} ms.",
        short(delay.p50_ms),
        short(delay.p95_ms),
        short(delay.p99_ms),
        short(delay.max_ms)
    );
    vec![Block::heading("Delivery"), Block::Table(table), Block::Text(text)]
}

fn times_cells(times: &Times) -> Vec<String> {
    let p99 = format!("{} ({}–{})", short(times.p99_ms), short(times.p99_low_ms), short(times.p99_high_ms));
    vec![short(times.mean_ms), short(times.p50_ms), short(times.p95_ms), p99, short(times.max_ms)]
}

pub fn endpoints(report: &Report) -> Vec<Block> {
    if report.endpoints.is_empty() {
        return Vec::new();
    }
    let mut rows: Vec<_> = report.endpoints.iter().collect();
    let spent = |times: &Times| times.mean_ms * times.count as f64;
    rows.sort_by(|one, other| spent(&other.1.times).total_cmp(&spent(&one.1.times)));
    let mut table =
        Table::new(&["Endpoint", "Requests", "/s", "Mean", "Median", "p95", "p99 (95 %)", "Highest", "Failed"]);
    for (name, endpoint) in rows.iter().take(ROWS_MAX) {
        let failed = endpoint.errors.values().sum::<u64>() + endpoint.timeouts + endpoint.broken;
        let mut cells = vec![(*name).clone(), count(endpoint.times.count), short(endpoint.per_second)];
        cells.extend(times_cells(&endpoint.times));
        cells.push(count(failed));
        table.push_toned(cells, if failed > 0 { Tone::Bad } else { Tone::Plain });
    }
    let text = format!(
        "Milliseconds from when the user wanted the answer until it was read, over the part that counts; {} of {} endpoints, those that took the most time in all first.",
        rows.len().min(ROWS_MAX),
        rows.len()
    );
    let mut blocks = vec![heading(report, "Endpoints"), Block::Table(table), Block::Text(text)];
    if report.endpoints.get("POST /reactions").is_some_and(|endpoint| !endpoint.errors.is_empty()) {
        let text =
            "Reactions fail as published: the mix names emoji with their colons, which servers of the API refuse.";
        blocks.push(Block::Text(text.into()));
    }
    if !report.examples.is_empty() {
        blocks.push(Block::Text("Failures, the newest first:".into()));
        blocks.push(Block::List(counted(&report.examples)));
    }
    blocks
}

/// Each sentence once, with how often it is there.
fn counted(sentences: &[String]) -> Vec<String> {
    let mut found: Vec<(&String, u64)> = Vec::new();
    for sentence in sentences {
        match found.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, times)) => *times += 1,
            None => found.push((sentence, 1)),
        }
    }
    let told = |(sentence, times): (&String, u64)| {
        if times > 1 { format!("{sentence} ({times} ×)") } else { sentence.clone() }
    };
    found.into_iter().map(told).collect()
}

pub fn actions(report: &Report) -> Vec<Block> {
    if report.actions.is_empty() {
        return Vec::new();
    }
    let head = [
        "Action",
        "Mainly skipped for",
        "Started",
        "Share %",
        "Done",
        "Skipped",
        "Failed",
        "Mean",
        "Median",
        "p95",
        "p99 (95 %)",
        "Highest",
    ];
    let mut table = Table { numbers_from: 2, ..Table::new(&head) };
    let mut rows: Vec<_> = report.actions.iter().collect();
    rows.sort_by_key(|(_, action)| std::cmp::Reverse(action.starts));
    let all: u64 = rows.iter().map(|(_, action)| action.starts).sum();
    for (name, action) in rows {
        let failed: u64 = action.failed.values().sum();
        let mut cells = vec![
            name.clone(),
            action.main_skip().map_or(String::new(), |(reason, _)| reason.to_owned()),
            count(action.starts),
            short(action.starts as f64 / all.max(1) as f64 * 100.0),
            count(action.done),
            count(action.skips()),
            count(failed),
        ];
        cells.extend(times_cells(&action.times));
        table.push_toned(cells, if failed > 0 { Tone::Bad } else { Tone::Plain });
    }
    let text =
        "Milliseconds of those done, from the intended start, without the pauses in which a user reads or types.";
    vec![heading(report, "Actions"), Block::Table(table), Block::Text(text.into())]
}

pub fn server_times(report: &Report) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (title, label, times) in [
        ("API times at the server", "Handler", &report.api_times),
        ("Store times at the server", "Method", &report.store_times),
    ] {
        if times.is_empty() {
            continue;
        }
        let mut table = Table::new(&[label, "Mean, ms", "p99, ms"]);
        let mut rows: Vec<_> = times.iter().collect();
        // Alike to the nanosecond they stand by name: the last digit of a number may change when it is read again.
        let nanos = |time: &ServerTime| (time.p99_ms * 1e6) as u64;
        rows.sort_by_key(|(_, time)| std::cmp::Reverse(nanos(time)));
        for (name, time) in rows.iter().take(ROWS_MAX) {
            table.push(vec![(*name).clone(), short(time.mean_ms), short(time.p99_ms)]);
        }
        blocks.push(heading(report, title));
        blocks.push(Block::Table(table));
    }
    blocks
}

pub fn generator(report: &Report) -> Vec<Block> {
    let head =
        ["Generator", "Cores", "Used", "At most", "Memory", "Wake-up lag p99, ms", "Late starts p99, ms", "Late %"];
    let mut table = Table::new(&head);
    for (name, agent) in &report.generator.agents {
        table.push(vec![
            name.clone(),
            short(agent.cores),
            short(agent.cpu_mean),
            short(agent.cpu_max),
            bytes(agent.memory_max_bytes as f64),
            short(agent.lag_p99_ms),
            short(agent.late_p99_ms),
            short(agent.late_share * 100.0),
        ]);
    }
    let text = match report.generator.healthy {
        true => "The generators had room: what is measured is the server.",
        false => "A generator was at its limit: what is measured is partly the generator.",
    };
    let text = format!("{text} Over the part that counts; memory and the most cores at once over the whole run.");
    vec![heading(report, "Generators"), Block::Table(table), Block::Text(text)]
}

pub fn setup(report: &Report) -> Vec<Block> {
    let (setup, machine) = (&report.setup, &report.machine);
    let seeds: Vec<String> = setup.seeds.iter().map(|(agent, seed)| format!("{agent} {seed}")).collect();
    let rows = [
        ("Server", setup.url.clone()),
        ("Architecture", setup.architecture.clone()),
        ("Version of the server", setup.server_version.clone()),
        ("Version of the lab", setup.lab_version.clone()),
        ("Mix of actions", setup.mix.clone()),
        ("Mean rate", short(setup.mean_rate)),
        ("Sessions per account", setup.sessions_per_user.to_string()),
        ("Seeds", seeds.join(", ")),
        ("Agents", setup.agents.join(", ")),
        ("Metrics", setup.metrics.clone()),
        ("Range of rates", setup.metric_range.clone()),
        ("World", found::world(report)),
        ("A user", found::user(report)),
        ("Cores", setup.cores.clone()),
        ("Began", moment(report.started_at)),
        ("Counts from", moment(report.counted_from)),
        ("Ended", moment(report.ended_at)),
        (
            "Machine of the lab",
            format!("{}, {} cores, {}", machine.processor, machine.cores, bytes(machine.memory_bytes as f64)),
        ),
        ("System", format!("{}, kernel {}", machine.system, machine.kernel)),
    ];
    let row = |(name, value): (&str, String)| Row { cells: vec![name.into(), value], tone: Tone::Plain };
    let rows = rows.into_iter().filter(|(_, value)| !value.is_empty()).map(row).collect();
    let head = vec!["Set-up".to_owned(), String::new()];
    let table = Table { head, rows, numbers_from: 2 };
    let mut blocks = vec![Block::heading("Set-up"), Block::Table(table)];
    if !setup.command.is_empty() {
        blocks.push(Block::Text("To run it again:".into()));
        blocks.push(Block::Code(setup.command.clone()));
    }
    blocks
}
