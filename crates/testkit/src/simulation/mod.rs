//! A whole cluster in one process, from a seed: applications on one PostgreSQL and a bus that fails, people who write,
//! and clients that keep up by the protocol.
//!
//! ```text
//!  deeds ── requests ──▶ nodes ◀── sockets ── devices
//!    │                     ▲                     │
//!    └── truth             └── fate              └── what they heard and hold ──▶ verdict
//! ```
//!
//! The seed decides what happens to the nodes, and when, before it begins; and what each person is inclined to do next.
//! Time, sockets and the database are real, so that it does not decide who is first where several are under way: a seed
//! tells the story and not each instruction
//! ([0023](../../../../docs/decisions/0023-simulation-in-real-time.md)). After the trouble the cluster is left alone, and then it must be true that
//!
//! - no acknowledged post, edit or deletion is lost, and none was done twice;
//! - all clients heard the posts of a channel in one order, each of them once on a connection;
//! - what each client holds by events is what it would load afresh;
//! - a right that was taken away was gone on every node when the call returned, and nothing written after it reached
//!   the one who lost it.

mod deeds;
mod device;
mod fate;
mod model;
mod verdict;
mod world;

use std::sync::Arc;
use std::time::Duration;

use base::tasks::spawn;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::database::Database;
use world::World;

/// How long people are active and things go wrong.
const TROUBLE: Duration = Duration::from_secs(4);

/// Lives through one seed.
///
/// # Errors
/// The first promise that was broken, with the last lines of what happened.
///
/// # Panics
/// When the cluster cannot even be set up.
pub async fn run(seed: u64, database: Database) -> Result<(), String> {
    let world = Arc::new(World::begin(seed, database).await);
    let mut devices = Vec::new();
    let mut deeds = Vec::new();
    for who in 0..world.people.len() {
        for number in 0..world::DEVICES {
            let (world, rng) = (world.clone(), stream(seed, 100 + who * 10 + number));
            devices.push(spawn("device", async move { device::live(world, who, number, rng).await }));
        }
        let (world, rng) = (world.clone(), stream(seed, 200 + who));
        deeds.push(spawn("person", async move { deeds::live(world, who, rng).await }));
    }
    let (governed, rng) = (world.clone(), stream(seed, 1));
    deeds.push(spawn("governor", async move { deeds::govern(governed, rng).await }));
    fate::strike(&world, fate::drawn(seed, &mut stream(seed, 2))).await;
    for done in deeds {
        if let Err(error) = done.await {
            world.breaks(format!("somebody ended: {error}"));
        }
    }
    let mut broken = world.settle().await.err();
    let mut seen = Vec::new();
    for device in devices {
        match device.await {
            Ok(one) => seen.push(one),
            Err(error) => broken = broken.or(Some(format!("a client ended: {error}"))),
        }
    }
    if broken.is_none() {
        broken = verdict::judge(&world, &seen).await.err();
    }
    broken.map_or(Ok(()), |broken| Err(format!("seed {seed}: {broken}\n{}", world.story(&broken))))
}

/// Randomness of one part of the world, so that none disturbs the others.
fn stream(seed: u64, number: usize) -> StdRng {
    StdRng::seed_from_u64(seed.wrapping_mul(1_000).wrapping_add(number as u64))
}
