//! Many nodes on a simulated network, from a seed: messages are lost, late and doubled, nodes stall and die, the
//! network splits, walls' clocks jump. After each run every promise of the bus is checked against what really happened.
//!
//! The network keeps the order from one node to another, as NATS does, and nothing else.

mod checks;
mod network;
mod world;

use self::world::World;

/// Seeds of one test run. A failure names its seed; `one(SEED)` runs it alone.
const SEEDS: u64 = 2_000;

fn one(seed: u64) {
    let mut world = World::new(seed);
    world.run();
    if let Err(broken) = world.check() {
        panic!("seed {seed}: {broken}\n{}", world.story());
    }
}

#[test]
fn every_promise_holds_for_thousands_of_seeds() {
    for seed in 0..SEEDS {
        one(seed);
    }
}
