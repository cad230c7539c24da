//! A closed load: so many connections, each with one request under way, for so many seconds.

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use hdrhistogram::Histogram;

use crate::connection::Connection;
use crate::problem::Problem;
use crate::process::Server;

/// Highest latency that is told apart: one minute in microseconds.
const LATENCY_US_MAX: u64 = 60_000_000;

/// What a load gave.
pub struct Outcome {
    pub per_second: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub cpu_us: f64,
    pub failures: u64,
}

impl Outcome {
    pub fn text(&self) -> String {
        let Outcome { per_second, p50_ms, p99_ms, cpu_us, failures } = self;
        let failed = if *failures > 0 { format!(", {failures} FAILED") } else { String::new() };
        format!("{per_second:.0}/s, p50 {p50_ms:.2} ms, p99 {p99_ms:.2} ms, {cpu_us:.1} µs CPU each{failed}")
    }
}

/// Runs a load. `request` makes the bytes of connection `c`'s `n`-th request; `good` says which statuses count.
pub async fn run(
    server: &Server,
    connections: usize,
    seconds: u64,
    good: u16,
    request: impl Fn(usize, u64) -> Vec<u8>,
) -> Result<Outcome, Problem> {
    let address = server.address();
    let mut open = Vec::with_capacity(connections);
    for _ in 0..connections {
        open.push(Connection::open(&address).await?);
    }
    let cpu_before = server.cpu_seconds()?;
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let request = &request;
    let done = try_join_all(
        open.into_iter()
            .enumerate()
            .map(|(at, connection)| async move { one(connection, until, good, |n| request(at, n)).await }),
    )
    .await?;
    let elapsed = began.elapsed().as_secs_f64();
    let cpu = server.cpu_seconds()? - cpu_before;
    let mut all = Histogram::<u64>::new_with_max(LATENCY_US_MAX, 3)?;
    let mut failures = 0;
    for (histogram, failed) in done {
        all.add(histogram)?;
        failures += failed;
    }
    let count = all.len() as f64;
    Ok(Outcome {
        per_second: count / elapsed,
        p50_ms: all.value_at_quantile(0.5) as f64 / 1000.0,
        p99_ms: all.value_at_quantile(0.99) as f64 / 1000.0,
        cpu_us: cpu * 1e6 / count.max(1.0),
        failures,
    })
}

async fn one(
    mut connection: Connection,
    until: Instant,
    good: u16,
    request: impl Fn(u64) -> Vec<u8>,
) -> Result<(Histogram<u64>, u64), Problem> {
    let mut histogram = Histogram::<u64>::new_with_max(LATENCY_US_MAX, 3)?;
    let (mut number, mut failures) = (0, 0);
    while Instant::now() < until {
        let bytes = request(number);
        let began = Instant::now();
        let status = connection.hit(&bytes).await?;
        number += 1;
        if status == good {
            histogram.saturating_record(u64::try_from(began.elapsed().as_micros())?);
        } else {
            failures += 1;
        }
    }
    Ok((histogram, failures))
}
