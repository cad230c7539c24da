//! Measures the index: `cargo run --release -p muster-search --example measure -- POSTS CHANNELS`.
//!
//! Writes random posts whose words are as unequal as those of a language, then searches as
//! somebody who is in half of the channels. Prints times and the memory of the process.

use std::time::Instant;

use base::Id;
use base::ids::{ChannelId, PostId, UserId};
use muster_search::{Change, Index, Kind, Mark, Page, PostDoc, SearchScope};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use text::search_query::{Joined, SearchQuery};

const WORDS: f64 = 50_000.0;
const PAGE_POSTS: u64 = 1000;

fn id(number: u64) -> Id {
    Id(((u128::from(number) + 1) << 64 | u128::from(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))).to_be_bytes())
}

fn message(rng: &mut StdRng) -> String {
    // The word of rank r is about as frequent as 1/r.
    let words = (0..20).map(|_| format!("w{}x", WORDS.powf(rng.random::<f64>()) as u64));
    words.collect::<Vec<_>>().join(" ")
}

fn resident_kib() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines = status.lines().filter(|line| line.starts_with("RssAnon") || line.starts_with("RssFile"));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let posts = numbers.next().transpose()?.unwrap_or(200_000);
    let channels = numbers.next().transpose()?.unwrap_or(5_000);
    let folder = tempfile::tempdir()?;
    let mut rng = StdRng::seed_from_u64(1);
    let index = Index::open(folder.path())?;
    println!("empty: {}", resident_kib());
    let start = Instant::now();
    let replay = index.replay(Kind::Posts);
    for first in (0..posts).step_by(PAGE_POSTS as usize) {
        let page = first..posts.min(first + PAGE_POSTS);
        let reached = Mark { update_at: page.end as i64, id: id(page.end) };
        let changes = page.map(|number| {
            Change::Post(PostDoc {
                id: PostId(id(number)),
                channel_id: ChannelId(id(rng.random_range(0..channels))),
                user_id: UserId(id(rng.random_range(0..1000))),
                create_at: number as i64,
                update_at: number as i64,
                message: message(&mut rng),
                hashtags: String::new(),
            })
        });
        replay.feed(changes.collect(), reached).await?;
    }
    replay.finish();
    index.flush().await?;
    println!("{posts} posts in {:?}: {}", start.elapsed(), resident_kib());
    for terms in ["w1x", "w1x w2x", "w1x w40000x", "w49999x", "\"w1x w2x\"", "\"w30x w31x\"", "w4*", "w1x -w2x", "-w1x"]
    {
        let query = SearchQuery::parse(terms, Joined::And, 0);
        let mut times = Vec::new();
        let mut found = 0;
        for _ in 0..20 {
            let mine = (0..channels).step_by(2).map(|number| ChannelId(id(number))).collect();
            let scope = SearchScope { channels: mine, ..SearchScope::default() };
            let start = Instant::now();
            found = index.search_posts(&query, scope, Page { number: 0, size: 60 }).await?.len();
            times.push(start.elapsed());
        }
        times.sort();
        println!("{terms}: {found} found, median {:?}, worst {:?}", times[10], times[19]);
    }
    println!("after searching: {}", resident_kib());
    index.close().await;
    println!("closed: {}", resident_kib());
    Ok(())
}
