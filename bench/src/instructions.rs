//! Instructions that a request costs in user space, all in, as callgrind counts them: the same on a busy machine as on
//! a quiet one, so that a change that makes a hot path dearer shows before a benchmark can tell it from noise.
//!
//! The server runs under callgrind, whose counters are zeroed before a case and written out after it. What was counted
//! is compared with the file of recorded figures, or recorded there.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crate::cases::{self, CHANNELS};
use crate::connection::Connection;
use crate::problem::Problem;
use crate::process::Server;
use crate::world::World;

/// Requests of a case before it is counted: caches fill, statements are prepared.
const WARM_UP: u64 = 200;
/// Requests of a case: enough that the ticks of an idle server are below a hundredth.
const REQUESTS: u64 = 1_000;
/// Time for what a post leaves behind, the commit of the search index above all (every 10 s).
const SETTLING: Duration = Duration::from_secs(12);
/// Times that posts are counted, of which the least is taken: now and then the search index merges its segments.
const POST_ROUNDS: u64 = 3;
/// A case that costs so many hundredths more than recorded has become dearer.
const TOLERANCE_PERCENT: u64 = 5;

/// Counts all cases and compares them with `recorded`, or writes them there.
///
/// # Errors
/// When a case became dearer, or nothing could be counted.
pub async fn run(program: &Path, core: usize, data: &Path, recorded: &Path, record: bool) -> Result<(), Problem> {
    let counts = count(program, core, data).await?;
    if record {
        let lines: String = counts.iter().map(|(name, count)| format!("{count}\t{name}\n")).collect();
        std::fs::write(recorded, lines)?;
    }
    let before = read(recorded)?;
    let mut dearer = Vec::new();
    println!("| instructions of a request | recorded | now | |\n|---|---|---|---|");
    for (name, now) in counts {
        let Some(&was) = before.get(&name) else { return Err(format!("{name} was never recorded").into()) };
        println!("| {name} | {was} | {now} | {:+.1} % |", (now as f64 / was as f64 - 1.0) * 100.0);
        if now * 100 > was * (100 + TOLERANCE_PERCENT) {
            dearer.push(name);
        }
    }
    if dearer.is_empty() { Ok(()) } else { Err(format!("dearer than recorded: {}", dearer.join(", ")).into()) }
}

async fn count(program: &Path, core: usize, data: &Path) -> Result<BTreeMap<String, u64>, Problem> {
    let server = Server::start_counted(program, core, data).await?;
    let world = World::make(&server.address(), CHANNELS, 0).await?;
    let mut counts = BTreeMap::new();
    let posts = |number| cases::post(&world, 0, number);
    repeat(&server, 201, 0..WARM_UP, posts).await?;
    tokio::time::sleep(SETTLING).await;
    let mut least = u64::MAX;
    for round in 0..POST_ROUNDS {
        let from = WARM_UP + round * REQUESTS;
        server.zero_counter()?;
        repeat(&server, 201, from..from + REQUESTS, posts).await?;
        tokio::time::sleep(SETTLING).await;
        least = least.min(server.counted(data)? / REQUESTS);
    }
    counts.insert("created post".to_owned(), least);
    for case in cases::read_cases(&server.address(), &world).await? {
        repeat(&server, case.status, 0..WARM_UP, |_| case.bytes.clone()).await?;
        server.zero_counter()?;
        repeat(&server, case.status, 0..REQUESTS, |_| case.bytes.clone()).await?;
        counts.insert(case.name.to_owned(), server.counted(data)? / REQUESTS);
    }
    server.stop().await?;
    Ok(counts)
}

async fn repeat(
    server: &Server,
    good: u16,
    numbers: std::ops::Range<u64>,
    request: impl Fn(u64) -> Vec<u8>,
) -> Result<(), Problem> {
    let mut connection = Connection::open(&server.address()).await?;
    for number in numbers {
        let status = connection.hit(&request(number)).await?;
        if status != good {
            return Err(format!("a request was answered {status}").into());
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<BTreeMap<String, u64>, Problem> {
    let text = std::fs::read_to_string(file)?;
    let line = |line: &str| -> Result<(String, u64), Problem> {
        let (count, name) = line.split_once('\t').ok_or_else(|| format!("not a count and a name: {line}"))?;
        Ok((name.to_owned(), count.parse()?))
    };
    text.lines().map(line).collect()
}
