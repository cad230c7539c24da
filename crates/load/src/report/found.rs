//! The answer of a report, how it was looked for, and the world that it is the answer for.

use super::document::{Block, Table, Tone};
use super::model::{Kind, Report};
use super::numbers::{count, duration, short};
use crate::coordinator::steering::Supported;
use crate::coordinator::trial::Fault;

/// The answer in a sentence.
pub fn verdict(report: &Report) -> Vec<Block> {
    let tone = if report.valid { Tone::Good } else { Tone::Bad };
    let by = report.stopped_by.first().map(|by| format!(" It was stopped by: {by}.")).unwrap_or_default();
    let text = match (&report.supported, report.kind) {
        (Some(found), _) if !found.is_final => {
            format!("About {} users so far, but the search did not come to its end.", count(found.users.into()))
        }
        (Some(found), _) if found.users == 0 => format!("No level was carried.{by}"),
        (Some(found), _) if found.high.is_none() => {
            format!("At least {} users: {}.", count(found.users.into()), found.method)
        }
        (Some(found), _) if found.fault == Fault::Generator => by_generator(report, found),
        (Some(found), _) => format!("{} users are supported.{by}", count(found.users.into())),
        (None, Kind::Levels) => match report.levels.iter().filter(|level| level.good).map(|level| level.users).max() {
            Some(users) => format!("{} users at work are carried well.", count(users.into())),
            None => "No level was carried well.".into(),
        },
        (None, _) => format!(
            "{} users for {}: {} requests a second, mean {} ms, p99 {} ms.",
            count(report.users.mean.round() as u64),
            duration(report.ended_at - report.counted_from),
            short(report.requests.per_second),
            short(report.requests.times.mean_ms),
            short(report.requests.times.p99_ms)
        ),
    };
    let suffix = if report.valid { "" } else { " The run is not valid." };
    vec![Block::Verdict(tone, format!("{text}{suffix}"))]
}

/// A search that ended where a generator was late: on cores of its own that is no limit of the server.
fn by_generator(report: &Report, found: &Supported) -> String {
    let (users, high) = (count(found.users.into()), count(found.high.unwrap_or_default() as u64));
    match report.setup.shares_cores {
        true => {
            format!("{users} users are supported. At {high} the machine was full, which server and generator share.")
        }
        false => format!("At least {users} users. At {high} the generator was at its limit, and the server not yet."),
    }
}

pub fn search(report: &Report) -> Vec<Block> {
    if report.search.is_empty() {
        return Vec::new();
    }
    let head = ["Level", "Observations", "With an alert", "Generator late", "Requests/s of a user", "Verdict"];
    let mut table = Table::new(&head);
    for level in &report.search {
        let tone = if level.healthy { Tone::Good } else { Tone::Bad };
        let verdict = match (level.healthy, level.over.is_empty()) {
            (true, _) => "healthy".to_owned(),
            (false, true) => "too much".to_owned(),
            (false, false) => format!("too much: {}", level.over.join("; ")),
        };
        let cells = vec![
            count(level.users.into()),
            level.observations.to_string(),
            level.alerts.to_string(),
            level.late.to_string(),
            level.requests_per_user.map_or("–".into(), short),
            verdict,
        ];
        table.push_toned(cells, tone);
    }
    let text = "The last line is the level that was held. A level at which a generator was late is not carried, whoever \
                was the cause: the answer is a level whose numbers may be used.";
    vec![
        Block::heading("Levels of the search, in the order they were tried"),
        Block::Table(table),
        Block::Text(text.into()),
    ]
}

/// How large the world was; empty where the server did not tell.
pub fn world(report: &Report) -> String {
    let world = &report.world;
    if world.accounts == 0 {
        return String::new();
    }
    let [accounts, teams, channels, posts] = [world.accounts, world.teams, world.channels, world.posts].map(count);
    format!("{accounts} accounts, {teams} teams, {channels} public and private channels, {posts} posts at the start")
}

/// What a user was in, and what it asked.
pub fn user(report: &Report) -> String {
    let world = &report.world;
    if world.channels_of_user == 0.0 {
        return String::new();
    }
    let asked = report.requests.per_second / report.users.mean.max(1.0);
    format!(
        "in {} teams and {} of their channels, of {} members, on average; {} requests a second",
        short(world.teams_of_user),
        short(world.channels_of_user),
        short(world.members_of_channel),
        short(asked)
    )
}
