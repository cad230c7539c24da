//! A login storm: many sign-ins at once while the users chat, and what their requests took before and during it.
//!
//! The storm has connections and measurements of its own, so that neither the pool nor the health metrics of the users
//! know of it: what changes for them is the server's doing. Its sessions are signed out again when all is measured.

use std::sync::Arc;
use std::time::{Duration, Instant};

use http::{HeaderValue, Method};
use serde_json::json;

use super::{Agent, make};
use crate::meter::Meter;
use crate::net::{Call, Net};
use crate::results::storm::Storm;
use crate::tasks;

/// Sign-ins of one storm of one agent: each has a connection of its own.
pub const LOGINS_MAX: u64 = 10_000;
/// A person looks at a spinning wheel for this long at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub logins: u64,
    /// How long to look at the calm before it.
    pub before: Duration,
}

/// Begins a storm and returns at once; [`Agent::results`] tells when it is over.
///
/// # Errors
/// When it is larger than [`LOGINS_MAX`], or one is under way.
pub fn begin(agent: &Arc<Agent>, order: Order) -> Result<(), String> {
    if order.logins == 0 || order.logins > LOGINS_MAX {
        return Err(format!("a storm has 1 to {LOGINS_MAX} sign-ins"));
    }
    let net = make::storm_net(&agent.create, order.logins, PATIENCE)?;
    {
        let mut storm = agent.storm.lock();
        if storm.as_ref().is_some_and(|storm| !storm.is_over) {
            return Err("a storm is under way".into());
        }
        *storm = Some(Storm { logins: order.logins, ..Storm::default() });
    }
    let agent = agent.clone();
    tasks::spawn("storm", async move {
        let storm = blow(&agent, &net, order).await;
        *agent.storm.lock() = Some(storm);
    });
    Ok(())
}

async fn blow(agent: &Agent, net: &Net, order: Order) -> Storm {
    let meter = Meter::default();
    let at_first = agent.meter().chat();
    tokio::time::sleep(order.before).await;
    let at_start = agent.meter().chat();
    let started = Instant::now();
    let people = people(agent, order.logins);
    let logins = people.iter().map(|body| {
        let call = Call::json(Method::POST, "/users/login", &[], body);
        net.send(&meter, call, None)
    });
    let answers = futures_util::future::join_all(logins).await;
    let took_ms = started.elapsed().as_millis() as u64;
    let during = agent.meter().chat().since(&at_start);
    let login = meter.endpoint(&Method::POST, "/users/login");
    for reply in answers.iter().flatten() {
        if let Ok(token) = HeaderValue::from_str(&format!("BEARER {}", reply.header("token"))) {
            let call = Call::json(Method::POST, "/users/logout", &[], &json!({}));
            // A session that stays costs the server nothing that matters.
            drop(net.send(&meter, call, Some(token)).await);
        }
    }
    let before = at_start.since(&at_first);
    Storm { logins: order.logins, is_over: true, login, took_ms, before, during }
}

/// What signs in: accounts of users who came, in turn.
fn people(agent: &Agent, logins: u64) -> Vec<serde_json::Value> {
    let there = u64::from(agent.inner.lock().next).max(1);
    let accounts = (0..logins).map(|at| agent.accounts.of(at % there + 1));
    accounts.map(|account| json!({"login_id": account.email, "password": account.password})).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::control::Create;
    use crate::config::{LabConfig, LoadTestConfig};
    use crate::null::{NullServer, Size};

    #[tokio::test]
    async fn every_sign_in_of_a_storm_is_answered_and_counted() {
        let size = Size { users: 12, channels: 16 };
        let (_server, address) = NullServer::start(([127, 0, 0, 1], 0).into(), size).await.expect("a port is free");
        let mut config = LoadTestConfig::default();
        config.connection_configuration.server_url = format!("http://{address}");
        let lab = LabConfig { seed: 1, ..LabConfig::default() };
        let create = Create { load_test_config: config, lab_config: Some(lab), ..Create::default() };
        let agent = Agent::new("lt0", create).expect("the configuration holds together");
        let order = Order { logins: 40, before: Duration::ZERO };
        begin(&agent, order).expect("nothing blows yet");
        assert!(begin(&agent, order).is_err(), "one storm at a time");
        while !agent.results().storm.is_some_and(|storm| storm.is_over) {
            tokio::task::yield_now().await;
        }
        let storm = agent.results().storm.expect("it blew");
        assert_eq!((storm.login.requests(), storm.login.errors.len(), storm.login.broken), (40, 0, 0));
        assert_eq!(agent.results().endpoints.len(), 0, "the users' own numbers know nothing of it");
    }

    #[test]
    fn storms_of_two_agents_add_up() {
        let mut one = Storm { logins: 250, is_over: true, took_ms: 900, ..Storm::default() };
        one.add(&Storm { logins: 250, is_over: false, took_ms: 1_200, ..Storm::default() });
        assert_eq!((one.logins, one.is_over, one.took_ms), (500, false, 1_200));
    }
}
