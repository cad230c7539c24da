//! What a client asks every minute while it is connected: statuses, and in 2026 its own measurements.

use std::sync::Arc;
use std::time::Duration;

use base::Id;
use serde_json::json;

use super::session::Session;
use super::view::statuses;
use super::world::No;
use crate::mix::Random;
use crate::net::Failure;
use crate::tasks;

pub const PERIOD: Duration = Duration::from_secs(60);

/// Authors of this many posts are asked for.
const POSTS: usize = 60;
/// Samples of a user's performance report; further ones are dropped.
const SAMPLES_MAX: usize = 50;

/// Keeps a measurement for the next report, where clients report.
pub fn sample(session: &Session, metric: &'static str, took: Duration) {
    let mut memory = session.memory.lock();
    if session.lab.is_2026() && memory.performance.len() < SAMPLES_MAX {
        memory.performance.push((metric, took.as_secs_f32() * 1_000.0));
    }
}

/// How long the first one waits: a period, or any part of one when users come settled. Then the shares follow the
/// golden ratio, so that neighbours are far apart and all of them are even.
pub fn first(session: &Session) -> Duration {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    if session.lab.comes_settled { PERIOD.mul_f64((f64::from(session.slot) * GOLDEN).fract()) } else { PERIOD }
}

/// Asks beside whatever the user does.
pub fn start(session: &Arc<Session>) {
    let session = session.clone();
    tasks::spawn("poll", async move {
        if let Err(failure) = users_statuses(&session).await {
            session.lab.meter.error("statuses", &failure);
        }
        if session.lab.is_2026()
            && let Err(failure) = performance(&session).await
        {
            session.lab.meter.error("performance report", &failure);
        }
    });
}

async fn users_statuses(session: &Session) -> Result<(), Failure> {
    let (me, _) = session.me()?;
    let Ok(channel) = session.channel() else { return Ok(()) };
    let (authors, shown) = {
        let memory = session.memory.lock();
        let mut posts: Vec<_> = memory.posts.items().iter().filter(|post| post.channel == channel).collect();
        posts.sort_unstable_by_key(|post| std::cmp::Reverse(post.create_at));
        let mut authors: Vec<No> = vec![me];
        for post in posts.into_iter().take(POSTS) {
            if !authors.contains(&post.author) {
                authors.push(post.author);
            }
        }
        (authors, memory.direct_shown.clone())
    };
    let mut ids: Vec<Id> = session.lab.world.user_ids(&authors);
    ids.extend(shown);
    statuses(session, &ids).await
}

async fn performance(session: &Session) -> Result<(), Failure> {
    let samples = std::mem::take(&mut session.memory.lock().performance);
    let now = session.lab.clock.now() as f64;
    let histogram = |(metric, value): &(&str, f32)| json!({"metric": metric, "value": value});
    let body = json!({
        "version": "0.1.0",
        "client_id": Random::of(session.lab.seed, u64::from(session.slot)).id(),
        "labels": {"platform": "other", "agent": "other"},
        "start": now - PERIOD.as_millis() as f64,
        "end": now,
        "counters": [],
        "histograms": samples.iter().map(histogram).collect::<Vec<_>>(),
    });
    session.post("/client_perf", &[], &body).await?;
    Ok(())
}
