//! An agent from its configuration.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use base::{Clock, Millis};
use parking_lot::{Mutex, RwLock};
use tokio::sync::Semaphore;

use super::accounts::{self, Accounts};
use super::control::Create;
use super::health::Health;
use super::{Agent, Inner};
use crate::config::draw_seed;
use crate::delivery_check::Ledger;
use crate::meter::Meter;
use crate::mix::wait::Waits;
use crate::mix::{Random, Version};
use crate::net::Net;
use crate::net::dial::Dial;
use crate::users::Lab;
use crate::users::lab::{FIRST_PAGES_MAX, SIGN_INS_MAX};
use crate::users::login::{Admin, Sessions};
use crate::users::world::World;

/// Connections that one source address is asked to carry: well below the 28,232 ephemeral ports of Linux.
const PER_ADDRESS: u64 = 20_000;

/// An agent without users.
pub fn agent(id: &str, create: &Create) -> Result<Arc<Agent>, String> {
    let (lab, accounts) = lab(id, create, 1.0)?;
    let config = &create.load_test_config;
    let users = &config.users_configuration;
    Ok(Arc::new(Agent {
        id: id.to_owned(),
        create: create.clone(),
        lab: Arc::new(lab),
        accounts,
        rates: config.user_controller_configuration.rates_distribution.clone(),
        initial_users: users.initial_active_users,
        users_max: users.max_active_users,
        sessions_per_user: users.avg_sessions_per_user,
        health: Health::start(),
        inner: Mutex::new(Inner::default()),
        turning: tokio::sync::Mutex::new(()),
        removed: AtomicU64::new(0),
        storm: Mutex::default(),
    }))
}

/// What the users of an agent share, and which accounts they have. Pauses within actions last `pause_scale` times as
/// long as published.
pub fn lab(id: &str, create: &Create, pause_scale: f64) -> Result<(Lab, Accounts), String> {
    let config = &create.load_test_config;
    let own = create.lab_config.clone().unwrap_or_default();
    let simul = create.simulation();
    let waits = Waits { min_ms: simul.min_idle_time_ms, avg_ms: simul.avg_idle_time_ms };
    config.check()?;
    simul.check()?;
    let (connection, users) = (&config.connection_configuration, &config.users_configuration);
    let (local, trust) = (local_addresses(create), create.trust()?);
    let clock = Clock::system();
    let seed = if own.seed == 0 { draw_seed(&clock) } else { own.seed };
    let admin = Admin { login: connection.admin_email.clone(), password: connection.admin_password.clone() };
    let prefix = if own.user_prefix.is_empty() { id } else { &own.user_prefix };
    let share = users.percent_of_users_are_admin;
    let listed = accounts::listed(&own.accounts, &users.users_file_path)?;
    let accounts = Accounts::new(prefix, own.user_offset, share, admin.clone(), listed);
    let version = config.user_controller_configuration.server_version.clone();
    let began_at = clock.now();
    let lab = Lab {
        net: Net::new(&connection.server_url, users.max_active_users as usize, &local, &trust)?,
        dial: Dial::new(&config.socket_url(), &local, &trust)?,
        meter: Meter::since(began_at),
        world: World::new(),
        ledger: Ledger::new(agent_mark(id, clock.now(), std::process::id())).since(began_at),
        mix: own.mix,
        choices: RwLock::new(own.mix.choices(Version::NEWEST)),
        version: RwLock::new((version, Version::NEWEST)),
        waits,
        pause_scale,
        simul,
        admin,
        admin_token: Mutex::default(),
        sessions: Sessions::open(own.sessions_file)?,
        client_config: RwLock::new(None),
        clock,
        seed,
        ready: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        comes_settled: own.comes_settled,
        sign_ins: Semaphore::new(SIGN_INS_MAX),
        first_pages: Semaphore::new(FIRST_PAGES_MAX),
        started: Instant::now(),
    };
    Ok((lab, accounts))
}

/// From which addresses connections come.
fn local_addresses(create: &Create) -> Vec<IpAddr> {
    let config = &create.load_test_config;
    match create.lab_config.as_ref().map(|own| own.local_addresses.as_slice()) {
        None | Some([]) => {
            let url = &config.connection_configuration.server_url;
            loopback_addresses(url, config.users_configuration.max_active_users)
        }
        Some(some) => some.to_vec(),
    }
}

/// The connections of a login storm: one for each sign-in, beside those of the users.
pub fn storm_net(create: &Create, logins: u64, patience: Duration) -> Result<Net, String> {
    let url = &create.load_test_config.connection_configuration.server_url;
    Ok(Net::new(url, 4 * logins as usize, &local_addresses(create), &create.trust()?)?.patient(patience))
}

/// Tells the marks of agents apart, and those of one run from the next, also of two that begin in the same millisecond.
fn agent_mark(id: &str, now: Millis, process: u32) -> u64 {
    let begun = Random::new(now as u64 ^ u64::from(process) << 44).next();
    id.bytes().fold(begun, |sum, byte| Random::new(sum ^ u64::from(byte)).next())
}

/// A server on this machine is reached from 127.0.0.2, 127.0.0.3 and so on when one address has too few ports.
fn loopback_addresses(server: &str, users: u64) -> Vec<IpAddr> {
    let is_loopback = server.contains("//127.0.0.1") || server.contains("//localhost");
    // A user has a socket, and a quarter of them a connection for requests.
    let addresses = (users + users / 4).div_ceil(PER_ADDRESS).min(250);
    if !is_loopback || addresses <= 1 {
        return Vec::new();
    }
    (0..addresses).map(|at| IpAddr::from([127, 0, 0, 2 + at as u8])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery_check::tag;

    #[test]
    fn runs_that_begin_at_once_mark_their_posts_apart() {
        let named = |process| tag::parts(tag::mark(agent_mark("lt0", 1_000, process), 0)).0;
        let marks: std::collections::BTreeSet<u64> = (1..=8).map(named).collect();
        assert_eq!(marks.len(), 8);
    }

    #[test]
    fn many_users_of_a_local_server_come_from_several_addresses() {
        assert_eq!(loopback_addresses("http://127.0.0.1:8065", 2_000).len(), 0);
        assert_eq!(loopback_addresses("http://127.0.0.1:8065", 100_000).len(), 7);
        assert_eq!(loopback_addresses("https://chat.example.com", 100_000).len(), 0);
    }
}
