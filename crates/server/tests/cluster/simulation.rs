//! Whole clusters from seeds. `MUSTER_SIMULATION_SEEDS` says how many instead of [`SEEDS`], `MUSTER_SIMULATION_FIRST`
//! with which to begin: a failure names its seed, which is tried alone with the one and the other.

use testkit::{Database, simulation};

/// Seeds of a common run: two that follow each other hold the death of a node and a jump of a clock. Time and database
/// are real, so that a seed does not play out alike twice; `make test-cluster-long` tries a hundred.
const SEEDS: u64 = 2;
/// Clusters at a time: each is three servers.
const TOGETHER: usize = 3;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_promise_holds_whatever_happens_to_the_nodes() {
    let first = number("MUSTER_SIMULATION_FIRST", 1);
    let seeds: Vec<u64> = (first..first + number("MUSTER_SIMULATION_SEEDS", SEEDS)).collect();
    let mut broken = Vec::new();
    for some in seeds.chunks(TOGETHER) {
        let mut running = Vec::new();
        for seed in some {
            let Some(database) = Database::postgres().await else { return };
            let world = simulation::run(*seed, database);
            running.push(base::tasks::spawn("simulation", world));
        }
        for one in running {
            broken.extend(one.await.unwrap_or_else(|error| Err(error.to_string())).err());
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}
