//! What a search for people takes: `scripts/bench-people` runs it on both databases.
//!
//! 100,000 accounts are made as the server makes them, then each kind of term is looked for again and again, one search
//! at a time, as a completion asks: the first hundred accounts in use by username. SQLite's file lies in the folder of
//! temporary files; PostgreSQL is the one whose address is the argument, and has to be empty.

use std::time::{Duration, Instant};

use base::{Clock, IdMaker};
use futures_util::future::try_join_all;
use metrics::Metrics;
use muster_store::post_pages::Page;
use muster_store::users_list::{Activity, Fields, Filter};
use muster_store::{Options, PostgresOptions, Result, Store, users};
use wire::users::User;

const USERS: usize = 100_000;
/// Accounts that are made at once.
const WAITING: usize = 500;
/// Searches of one kind.
const SEARCHES: u32 = 200;
/// Accounts of an answer.
const LIMIT: usize = 100;

const SYLLABLES: [&str; 24] = [
    "an", "bel", "cor", "da", "el", "fi", "gre", "ha", "is", "jo", "ka", "lu", "ma", "no", "or", "pe", "qui", "ro",
    "sa", "ti", "ul", "vi", "wen", "zo",
];

/// What is looked for, and what kind of term it is.
const TERMS: &[(&str, &str)] = &[
    ("the end of one username", "99731"),
    ("the middle of some hundred names", "quizo"),
    ("the middle of some thousand names", "ser-1"),
    ("two characters that most have", "an"),
    ("one character that all have", "e"),
    ("two characters that nobody has", "xx"),
    ("a part of all addresses", "@example"),
    ("a name and a frequent word", "user quiw"),
    ("what nobody has", "nobody-has-this"),
];

/// A name of two to four syllables that is the same for the same number.
fn name(mut seed: usize) -> String {
    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 7;
    let len = 2 + seed % 3;
    let syllables = (0..len).map(|at| SYLLABLES[(seed >> (8 + at * 9)) % SYLLABLES.len()]);
    syllables.collect()
}

#[tokio::main]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    search("SQLite", &Options::Sqlite { path: folder.path().join("muster.db"), readers: 1 }).await?;
    if let Some(url) = std::env::args().nth(1) {
        search("PostgreSQL", &Options::Postgres(PostgresOptions::new(url))).await?;
    }
    Ok(())
}

async fn search(database: &str, options: &Options) -> Result<()> {
    let clock = Clock::fixed(1_700_000_000_000);
    let store = Store::open(options, &clock, Metrics::new()).await?;
    let made = fill(&store, &clock).await?;
    println!("{database}: {USERS} accounts, {:.0} µs to make one", made.as_secs_f64() * 1e6 / USERS as f64);
    for (kind, term) in TERMS {
        let filter = Filter {
            terms: term.split(' ').map(str::to_owned).collect(),
            fields: Fields { nickname: true, full_name: true, email: true },
            activity: Activity::Active,
            ..Filter::default()
        };
        let mut times = Vec::new();
        let mut found = 0;
        for _ in 0..SEARCHES {
            let began = Instant::now();
            found = store.users_list(&filter, Page::first(LIMIT)).await?.len();
            times.push(began.elapsed());
        }
        times.sort_unstable();
        let at = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1e3;
        println!("{term:16} {kind:36} {found:>4} found, p50 {:>7.2} ms, p99 {:>7.2} ms", at(50), at(99));
    }
    store.close().await;
    Ok(())
}

async fn fill(store: &Store, clock: &Clock) -> Result<Duration> {
    let ids = IdMaker::new(clock.clone());
    let began = Instant::now();
    for group in 0..USERS / WAITING {
        let made = (0..WAITING).map(|at| {
            let number = group * WAITING + at;
            let (first, last) = (name(number), name(number + USERS));
            let username = match number % 2 {
                0 => format!("{first}.{last}{number}"),
                _ => format!("user-{number}"),
            };
            let user = User {
                id: ids.next(),
                email: format!("{username}@example.org"),
                nickname: if number.is_multiple_of(3) { name(number + 2 * USERS) } else { String::new() },
                first_name: first,
                last_name: last,
                username,
                roles: "system_user".into(),
                ..User::default()
            };
            store.commit(vec![users::insert(&user)], None)
        });
        try_join_all(made).await?;
    }
    Ok(began.elapsed())
}
