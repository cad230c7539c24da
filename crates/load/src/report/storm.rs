//! The login storm of a run: its numbers in `results.json`, and its section.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::document::{Block, Table, Tone};
use super::model::{Report, Times};
use super::numbers::{count, short};
use simulate::results::storm::Storm;

/// Many sign-ins at once, and the users who were there all along.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct StormReport {
    pub logins: u64,
    /// Answered with a session.
    pub accepted: u64,
    /// Refusals by status.
    pub errors: BTreeMap<u16, u64>,
    /// False when the run ended before the last answer.
    pub is_over: bool,
    pub took_ms: u64,
    pub login: Times,
    pub chat_before: Times,
    pub chat_during: Times,
    pub posts_before: Times,
    pub posts_during: Times,
}

impl StormReport {
    pub fn of(storm: &Storm) -> StormReport {
        let login = &storm.login;
        let failed = login.errors.values().sum::<u64>() + login.timeouts + login.broken;
        StormReport {
            logins: storm.logins,
            accepted: login.requests().saturating_sub(failed),
            errors: login.errors.clone(),
            is_over: storm.is_over,
            took_ms: storm.took_ms,
            login: Times::of(&login.latency),
            chat_before: Times::of(&storm.before.all),
            chat_during: Times::of(&storm.during.all),
            posts_before: Times::of(&storm.before.posts),
            posts_during: Times::of(&storm.during.posts),
        }
    }
}

pub fn section(report: &Report) -> Vec<Block> {
    let Some(storm) = &report.storm else { return Vec::new() };
    let text = match storm.is_over {
        false => format!("The run ended before the storm of {} sign-ins did.", count(storm.logins)),
        true => format!(
            "{} sign-ins at once: {} were let in{}, the last was answered after {} s. Requests of users who were \
             there all along had a p99 of {} ms before, and {}.",
            count(storm.logins),
            count(storm.accepted),
            refused(storm),
            short(storm.took_ms as f64 / 1_000.0),
            short(storm.chat_before.p99_ms),
            match storm.chat_during.count {
                0 => "there were none meanwhile".into(),
                _ => format!("{} ms meanwhile", short(storm.chat_during.p99_ms)),
            },
        ),
    };
    let mut table = Table::new(&["Requests", "Count", "Mean ms", "Median", "p95", "p99", "Highest"]);
    let rows = [
        ("sign-ins of the storm", storm.login),
        ("all others, before", storm.chat_before),
        ("all others, during", storm.chat_during),
        ("posts, before", storm.posts_before),
        ("posts, during", storm.posts_during),
    ];
    for (name, times) in rows {
        let mut cells = vec![name.to_owned(), count(times.count)];
        cells.extend([times.mean_ms, times.p50_ms, times.p95_ms, times.p99_ms, times.max_ms].map(short));
        table.push_toned(cells, Tone::Plain);
    }
    vec![Block::heading("Login storm"), Block::Text(text), Block::Table(table)]
}

fn refused(storm: &StormReport) -> String {
    storm.errors.iter().map(|(status, number)| format!(", {} refused with {status}", count(*number))).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use simulate::results::Endpoint;

    #[test]
    fn a_storm_tells_who_was_let_in_and_the_chat_before_and_during() {
        let mut login = Endpoint { errors: BTreeMap::from([(429, 1)]), ..Endpoint::default() };
        (0..3).for_each(|_| login.latency.record(Duration::from_secs(2)));
        let mut storm = Storm { logins: 3, is_over: true, login, took_ms: 2_000, ..Storm::default() };
        storm.before.all.record(Duration::from_millis(10));
        storm.during.all.record(Duration::from_millis(40));
        let report = Report { storm: Some(StormReport::of(&storm)), ..Report::default() };
        let blocks = section(&report);
        let Block::Text(text) = &blocks[1] else { panic!("a sentence") };
        assert!(text.contains("2 were let in, 1 refused with 429") && text.contains("p99 of 10"), "{text}");
        assert!(section(&Report::default()).is_empty());
    }
}
