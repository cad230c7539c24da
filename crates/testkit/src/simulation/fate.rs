//! What happens to the nodes and to what they tell each other: drawn from the seed before it begins, then done.

use std::sync::Arc;
use std::time::Duration;

use base::Millis;
use bus::Exchange;
use rand::Rng;
use rand::rngs::StdRng;

use super::TROUBLE;
use super::world::{Place, World};

/// When the one thing happens that a seed is certain to hold: late enough that there is something to lose, early
/// enough that the rest of the trouble meets what it leaves.
const CERTAIN_MS: std::ops::Range<u64> = 500..2_000;
/// Pauses between two strikes. Some worlds are calm but for one thing, others are not.
const PAUSES_MS: [u64; 3] = [300, 800, 2_000];

/// Something that goes wrong at one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// Since the trouble began.
    at: Duration,
    /// Which node, counted among those that are there then.
    whom: usize,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// So many frames that go to it next are lost.
    Lose { frames: u32 },
    /// So many frames that go to it next come twice.
    Double { frames: u32 },
    /// What goes to it waits.
    Hold { while_ms: u64 },
    /// The bus does not reach it.
    CutOff { while_ms: u64 },
    /// It and the others do not hear each other.
    Part { while_ms: u64 },
    /// Its wall clock jumps.
    Jump { by_ms: Millis },
    /// It ends without a word, and another one starts.
    Die { gone_ms: u64 },
}

impl What {
    /// The common strikes: what a bus does.
    fn of_the_bus(rng: &mut StdRng) -> What {
        let (frames, while_ms) = (rng.random_range(1..6), rng.random_range(50..3_000));
        match rng.random_range(0..9) {
            0..3 => What::Lose { frames },
            3 => What::Double { frames },
            4 | 5 => What::Hold { while_ms },
            6 | 7 => What::CutOff { while_ms },
            _ => What::Part { while_ms },
        }
    }

    fn jump(rng: &mut StdRng) -> What {
        What::Jump { by_ms: rng.random_range(-2_000..20_000) }
    }

    fn death(rng: &mut StdRng) -> What {
        What::Die { gone_ms: rng.random_range(0..1_500) }
    }
}

/// All that goes wrong with a seed, in order of time. An odd seed holds a death and an even one a jump of a clock, so
/// two seeds that follow each other hold both; either may hold the other one, too. No seed holds two deaths: a cluster
/// of three that loses two nodes at a time is another promise.
pub fn drawn(seed: u64, rng: &mut StdRng) -> Vec<Strike> {
    let mut strikes = Vec::new();
    let mut strike = |at_ms, what, rng: &mut StdRng| {
        strikes.push(Strike { at: Duration::from_millis(at_ms), whom: rng.random_range(0..usize::MAX), what });
    };
    let end_ms = u64::try_from(TROUBLE.as_millis()).expect("seconds");
    let (death, jump) = (What::death(rng), What::jump(rng));
    let (certain, other) = if seed % 2 == 1 { (death, jump) } else { (jump, death) };
    strike(rng.random_range(CERTAIN_MS), certain, rng);
    if rng.random_bool(0.3) {
        strike(rng.random_range(CERTAIN_MS.end..end_ms), other, rng);
    }
    let pause_ms = PAUSES_MS[rng.random_range(0..PAUSES_MS.len())];
    let mut at_ms = rng.random_range(pause_ms / 2..=pause_ms);
    while at_ms < end_ms {
        let what = What::of_the_bus(rng);
        strike(at_ms, what, rng);
        at_ms += rng.random_range(pause_ms / 2..=pause_ms);
    }
    strikes.sort_by_key(|strike| strike.at);
    strikes
}

/// Lets things go wrong until the trouble is over.
pub async fn strike(world: &Arc<World>, strikes: Vec<Strike>) {
    for Strike { at, whom, what } in strikes {
        // A death takes as long as another node needs to start: what was due meanwhile follows at once.
        tokio::time::sleep(world.until(at)).await;
        let places = world.places();
        let at = whom % places.len();
        befall(world, at, &places[at], what).await;
    }
    tokio::time::sleep(world.until(TROUBLE)).await;
}

async fn befall(world: &Arc<World>, at: usize, place: &Place, what: What) {
    let (exchange, base) = (world.exchange(), &place.base);
    let told = match what {
        What::Lose { frames } => {
            exchange.lose_next(place.node, frames);
            format!("{frames} frames to {base} are lost")
        }
        What::Double { frames } => {
            exchange.double_next(place.node, frames);
            format!("{frames} frames to {base} come twice")
        }
        What::Hold { while_ms } => {
            exchange.hold(place.node);
            later(world, while_ms, Exchange::let_go, place.node);
            format!("what goes to {base} waits for {while_ms} ms")
        }
        What::CutOff { while_ms } => {
            exchange.cut(place.node);
            later(world, while_ms, Exchange::mend, place.node);
            format!("{base} is cut off for {while_ms} ms")
        }
        What::Part { while_ms } => {
            exchange.part(&[place.node]);
            later(world, while_ms, |exchange, _| exchange.join(), place.node);
            format!("{base} and the others do not hear each other for {while_ms} ms")
        }
        What::Jump { by_ms } => {
            world.jump(at, by_ms);
            format!("the clock of {base} jumps by {by_ms} ms")
        }
        What::Die { gone_ms } => {
            world.kill(at);
            tokio::time::sleep(Duration::from_millis(gone_ms)).await;
            return world.start().await;
        }
    };
    world.tell(&told);
}

fn later(
    world: &Arc<World>,
    after_ms: u64,
    act: impl FnOnce(&Exchange, bus::NodeId) + Send + 'static,
    node: bus::NodeId,
) {
    let world = world.clone();
    base::tasks::spawn("fate", async move {
        tokio::time::sleep(Duration::from_millis(after_ms)).await;
        act(world.exchange(), node);
        world.tell(&format!("{node} is as before"));
    });
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn of(seed: u64) -> Vec<Strike> {
        drawn(seed, &mut StdRng::seed_from_u64(seed))
    }

    fn count(strikes: &[Strike], wanted: fn(&What) -> bool) -> usize {
        strikes.iter().filter(|strike| wanted(&strike.what)).count()
    }

    const IS_DEATH: fn(&What) -> bool = |what| matches!(what, What::Die { .. });
    const IS_JUMP: fn(&What) -> bool = |what| matches!(what, What::Jump { .. });

    #[test]
    fn two_seeds_that_follow_each_other_hold_a_death_and_a_jump_of_a_clock() {
        for seed in 0..1_000 {
            let both = [of(seed), of(seed + 1)];
            assert!(both.iter().any(|strikes| count(strikes, IS_DEATH) == 1), "{both:?}");
            assert!(both.iter().any(|strikes| count(strikes, IS_JUMP) == 1), "{both:?}");
            assert!(both.iter().all(|strikes| count(strikes, IS_DEATH) < 2), "{both:?}");
        }
    }

    #[test]
    fn a_seed_is_drawn_the_same_each_time_and_ends_with_the_trouble() {
        for seed in 0..100 {
            let strikes = of(seed);
            assert_eq!(strikes, of(seed));
            assert!(strikes.is_sorted_by_key(|strike| strike.at), "{strikes:?}");
            assert!(strikes.iter().all(|strike| strike.at < TROUBLE), "{strikes:?}");
            assert!(strikes.len() > 1, "something happens to the bus: {strikes:?}");
        }
        assert_ne!(of(1), of(3));
    }
}
