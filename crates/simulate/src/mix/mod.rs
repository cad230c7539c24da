//! What simulated users do, how often, and how long they wait in between: pure functions of a seed.
//!
//! `table` holds the published frequencies; a user draws its next action with [`Mix::pick`] and its pause with
//! [`wait::Waits`]. `users` performs what was drawn.

pub mod random;
pub mod rates;
pub mod table;
pub mod wait;
pub mod words;

use serde::{Deserialize, Serialize};

pub use random::Random;
pub use table::{Action, TABLE};
use table::{Row, SMALL_SERVER, SMALL_SERVER_PAUSE_MS};
use wait::Waits;

/// A published mix of actions, with the request sequences of the version it was published with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mix {
    /// 38 actions, of the tests that gave the published ceilings.
    #[default]
    #[serde(rename = "ceiling-v2")]
    CeilingV2,
    /// 51 actions, with drafts, bookmarks and scheduled posts.
    #[serde(rename = "2026")]
    Y2026,
    /// Two actions, of the recipe for small servers: short messages, and now and then a small file.
    #[serde(rename = "small-server")]
    SmallServer,
}

impl Mix {
    pub const ALL: [Mix; 3] = [Mix::CeilingV2, Mix::Y2026, Mix::SmallServer];

    pub fn name(self) -> &'static str {
        match self {
            Mix::CeilingV2 => "ceiling-v2",
            Mix::Y2026 => "2026",
            Mix::SmallServer => "small-server",
        }
    }

    /// What its users do, whatever the server's version.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> {
        let table = if self == Mix::SmallServer { SMALL_SERVER } else { TABLE };
        table.iter().filter(move |row| self != Mix::CeilingV2 || row.is_in_ceiling_v2)
    }

    /// How long its users pause between two actions at rate 1, where no file says otherwise.
    pub fn waits(self) -> Waits {
        match self {
            Mix::CeilingV2 | Mix::Y2026 => Waits::default(),
            Mix::SmallServer => Waits { min_ms: 600, avg_ms: SMALL_SERVER_PAUSE_MS },
        }
    }

    /// The mix of a name, as `--mix` takes it.
    pub fn named(name: &str) -> Option<Mix> {
        Mix::ALL.into_iter().find(|mix| mix.name() == name)
    }

    /// Actions with their weights, in the order of the table. `server` is the server's version: newer actions are
    /// left out for an older server, as the 2026 tool does; the older tool does not look.
    pub fn choices(self, server: Version) -> Choices {
        let rows = self.rows().filter(|row| self != Mix::Y2026 || row.since <= server);
        let mut total = 0;
        let steps = rows
            .map(|row| {
                total += row.weight();
                (total, row.action)
            })
            .collect();
        Choices { steps, total }
    }
}

/// Major and minor version of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16);

impl Version {
    /// Has every action.
    pub const NEWEST: Version = Version(u16::MAX, 0);

    /// The first two parts of what `X-Version-Id` says.
    pub fn parse(text: &str) -> Option<Version> {
        let mut parts = text.split('.');
        Some(Version(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    }
}

/// A mix made ready to be drawn from.
#[derive(Clone, Debug)]
pub struct Choices {
    /// Running totals of the weights.
    steps: Vec<(u32, Action)>,
    total: u32,
}

impl Choices {
    /// Draws an action by its weight.
    pub fn pick(&self, random: &mut Random) -> Action {
        let at = random.below(u64::from(self.total)) as u32;
        let step = self.steps.partition_point(|(total, _)| *total <= at);
        self.steps[step].1
    }

    pub fn total(&self) -> u32 {
        self.total
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixes_have_the_published_sizes_and_weights() {
        let v2 = Mix::CeilingV2.choices(Version::NEWEST);
        assert_eq!((v2.len(), v2.total()), (38, 134_733));
        let y2026 = Mix::Y2026.choices(Version::NEWEST);
        assert_eq!((y2026.len(), y2026.total()), (51, 154_440));
    }

    #[test]
    fn users_of_a_small_server_write_every_five_seconds_and_send_a_file_every_two_minutes() {
        let choices = Mix::SmallServer.choices(Version::NEWEST);
        let mut random = Random::new(5);
        let waits = Mix::SmallServer.waits();
        let (mut seconds, mut messages, mut files) = (0.0, 0.0, 0.0);
        for _ in 0..500_000 {
            seconds += waits.draw(&mut random, 1.0).as_secs_f64();
            match choices.pick(&mut random) {
                Action::PostSmallFile => files += 1.0,
                _ => messages += 1.0,
            }
        }
        assert!((4.9..5.1).contains(&(seconds / messages)), "a message every {} s", seconds / messages);
        assert!((116.0..124.0).contains(&(seconds / files)), "a file every {} s", seconds / files);
    }

    #[test]
    fn an_older_server_is_not_asked_for_newer_actions() {
        assert_eq!(Mix::Y2026.choices(Version(9, 5)).len(), 51 - 10);
        assert_eq!(Version::parse("10.9.1.10.9.1.abc.true"), Some(Version(10, 9)));
        assert_eq!(Version::parse("dev"), None);
    }

    #[test]
    fn the_same_seed_gives_the_same_sequence() {
        let choices = Mix::CeilingV2.choices(Version::NEWEST);
        let sequence = |seed| {
            let mut random = Random::new(seed);
            (0..200).map(|_| choices.pick(&mut random)).collect::<Vec<_>>()
        };
        assert_eq!(sequence(7), sequence(7));
        assert_ne!(sequence(7), sequence(8));
    }

    #[test]
    fn shares_of_a_million_picks_fit_the_table() {
        for mix in Mix::ALL {
            let choices = mix.choices(Version::NEWEST);
            let mut random = Random::new(20_261);
            let picks = 1_000_000_u32;
            let mut counts = std::collections::BTreeMap::new();
            (0..picks).for_each(|_| *counts.entry(choices.pick(&mut random)).or_insert(0_u32) += 1);
            let mut below = 0;
            let (mut square, mut degrees, mut rare) = (0.0, 0, (0.0, 0.0));
            for (total, action) in &choices.steps {
                let expected = f64::from(total - below) / f64::from(choices.total()) * f64::from(picks);
                let met = f64::from(counts.get(action).copied().unwrap_or(0));
                below = *total;
                // The test needs about five expected hits a cell; rarer actions share one.
                if expected < 10.0 {
                    rare = (rare.0 + expected, rare.1 + met);
                    continue;
                }
                square += (met - expected).powi(2) / expected;
                degrees += 1;
            }
            if rare.0 > 0.0 {
                square += (rare.1 - rare.0).powi(2) / rare.0;
            }
            // Far beyond the 99.9 % quantile of chi-square with at most 50 degrees of freedom.
            assert!(square < 87.0, "{}: chi-square {square} with {degrees} degrees", mix.name());
        }
    }
}
