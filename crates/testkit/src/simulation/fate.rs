//! What happens to the nodes and to what they tell each other.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use rand::rngs::StdRng;

use super::world::World;

/// Lets things go wrong until the trouble is over.
pub async fn strike(world: &Arc<World>, mut rng: StdRng) {
    // Some worlds are calm but for one thing, others are not.
    let pause_ms = [300, 800, 2_000][rng.random_range(0..3)];
    let mut deaths_left = u32::from(rng.random_bool(0.5));
    while !world.is_over() {
        tokio::time::sleep(Duration::from_millis(rng.random_range(pause_ms / 2..=pause_ms))).await;
        let places = world.places();
        let at = rng.random_range(0..places.len());
        let (place, frames) = (&places[at], rng.random_range(1..6));
        let (exchange, while_ms) = (world.exchange(), rng.random_range(50..3_000));
        let told = match rng.random_range(0..10) {
            0..3 => {
                exchange.lose_next(place.node, frames);
                format!("{frames} frames to {} are lost", place.base)
            }
            3 => {
                exchange.double_next(place.node, frames);
                format!("{frames} frames to {} come twice", place.base)
            }
            4 | 5 => {
                exchange.hold(place.node);
                later(world, while_ms, move |world, node| world.exchange().let_go(node), place.node);
                format!("what goes to {} waits for {while_ms} ms", place.base)
            }
            6 | 7 => {
                exchange.cut(place.node);
                later(world, while_ms, move |world, node| world.exchange().mend(node), place.node);
                format!("{} is cut off for {while_ms} ms", place.base)
            }
            8 => {
                exchange.part(&[place.node]);
                later(world, while_ms, move |world, _| world.exchange().join(), place.node);
                format!("{} and the others do not hear each other for {while_ms} ms", place.base)
            }
            9 if rng.random_bool(0.5) => {
                let by_ms = rng.random_range(-2_000..20_000);
                world.jump(at, by_ms);
                format!("the clock of {} jumps by {by_ms} ms", place.base)
            }
            _ if deaths_left > 0 => {
                deaths_left -= 1;
                world.kill(at);
                tokio::time::sleep(Duration::from_millis(rng.random_range(0..1_500))).await;
                world.start().await;
                continue;
            }
            _ => continue,
        };
        world.tell(&told);
    }
}

fn later(world: &Arc<World>, after_ms: u64, act: impl FnOnce(&World, bus::NodeId) + Send + 'static, node: bus::NodeId) {
    let world = world.clone();
    server::tasks::spawn("fate", async move {
        tokio::time::sleep(Duration::from_millis(after_ms)).await;
        act(&world, node);
        world.tell(&format!("{node} is as before"));
    });
}
