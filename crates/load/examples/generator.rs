//! Measures the generator: how many simulated users one core carries, and what memory one of them takes.
//!
//! `scripts/bench-lab` starts it on one core, and the null server on another:
//! `generator http://127.0.0.1:9065 20000 5.4 120 60` adds 20,000 users at rate 5.4 within 120 s and then looks for 60 s.

use std::time::Duration;

use simulate::agent::Agent;
use simulate::agent::control::Create;
use simulate::config::{LabConfig, LoadTestConfig};
use simulate::mix::rates::Rates;
use simulate::results::Results;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Users whose sign-in is delayed by the pause before it come this much later.
const LAST_SIGN_IN: Duration = Duration::from_secs(120);

type Problem = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, users, rate, ramp, window] = arguments.as_slice() else {
        return Err("give an address, users, a rate, seconds of the ramp, and seconds to look".into());
    };
    let (users, ramp, window): (u64, u64, u64) = (users.parse()?, ramp.parse()?, window.parse()?);
    let agent = Agent::new("lt0", create(url, users, rate.parse()?))?;
    agent.run().await?;
    let empty = agent.results();
    for second in 0..ramp {
        agent.add_users(users * (second + 1) / ramp - users * second / ramp)?;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let deadline = tokio::time::Instant::now() + LAST_SIGN_IN;
    while agent.results().users.ready < users && tokio::time::Instant::now() < deadline {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let before = agent.results();
    tokio::time::sleep(Duration::from_secs(window)).await;
    tell(&empty, &before, &agent.results(), window as f64);
    Ok(())
}

fn create(url: &str, users: u64, rate: f64) -> Create {
    let mut config = LoadTestConfig::default();
    config.connection_configuration.server_url = url.to_owned();
    config.users_configuration.max_active_users = users;
    config.user_controller_configuration.rates_distribution = Rates::all(rate);
    let lab = LabConfig { seed: 1, ..LabConfig::default() };
    Create { load_test_config: config, lab_config: Some(lab), ..Create::default() }
}

fn tell(empty: &Results, before: &Results, after: &Results, seconds: f64) {
    let (users, generator) = (after.users.ready as f64, &after.generator);
    let cores = (generator.cpu_seconds - before.generator.cpu_seconds) / seconds;
    let requests = |of: &Results| of.endpoints.values().map(|endpoint| endpoint.requests()).sum::<u64>() as f64;
    let events = |of: &Results| of.sockets.events.values().sum::<u64>() as f64;
    let memory = generator.memory_bytes.saturating_sub(empty.generator.memory_bytes) as f64;
    println!("users that act              {users:>12.0} of {}", after.users.active);
    println!("requests a second           {:>12.0}", (requests(after) - requests(before)) / seconds);
    println!("events a second             {:>12.0}", (events(after) - events(before)) / seconds);
    println!("cores in use                {cores:>12.3} of {:.0}", generator.cores);
    println!("users that a core carries   {:>12.0}", users / cores);
    println!("memory of a user            {:>12.1} KB", memory / users / 1_024.0);
    println!("p99 of late starts          {:>12.1} ms", generator.late.quantile_ms(0.99));
    println!("failures                    {:>12}", after.examples.len());
    after.examples.iter().take(3).for_each(|example| println!("  {example}"));
}
