//! Connections: what each says when it opens, and pools of them that grow and shrink within bounds.

use std::time::Duration;

use deadpool_postgres::tokio_postgres::{Client, Config, Error as PgError};
use deadpool_postgres::{Connect, Manager, ManagerConfig, Pool, QueueMode, RecyclingMethod, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_postgres::config::TargetSessionAttrs;

use super::protocol::Protocol;
use super::tls::{Encryption, Said};
use crate::error::{Error, Result};
use crate::options::{Pooler, PostgresOptions};

/// Wait for a free connection, and for a new one.
const POOL_WAIT: Duration = Duration::from_secs(10);
/// A host that does not answer is passed over for the next.
const CONNECT_WAIT: Duration = Duration::from_secs(3);
/// Sent data that nobody confirms for so long: the other side is gone. Silence is asked about after as long.
const DEAD_AFTER: Duration = Duration::from_secs(10);
const KEEPALIVE_EVERY: Duration = Duration::from_secs(3);
const KEEPALIVE_TRIES: u32 = 3;
/// Connections that one pool opens at a time: after a failure of the server all nodes come back at once.
const OPENING_MAX: usize = 4;

/// What connections of a pool are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Groups of changes, on the server that takes them.
    Writing,
    /// Reads, on the same server.
    Reading,
    /// Reads, on a server that follows.
    Following,
}

impl PostgresOptions {
    pub(super) fn protocol(&self) -> Protocol {
        match self.pooler {
            Pooler::None => Protocol::Named,
            Pooler::PgBouncer => Protocol::Unnamed,
        }
    }

    /// What begins a transaction of the writer. Behind a pooler a connection remembers nothing, so it is said each time.
    pub(super) fn begin(&self) -> String {
        let limits: String =
            self.limits(Use::Writing).iter().map(|(name, ms)| format!("; SET LOCAL {name} = {ms}")).collect();
        match self.pooler {
            Pooler::None => "BEGIN".to_owned(),
            Pooler::PgBouncer => format!("BEGIN{limits}"),
        }
    }

    fn limits(&self, purpose: Use) -> Vec<(&'static str, u128)> {
        match purpose {
            Use::Writing => vec![
                ("statement_timeout", self.write_timeout.as_millis()),
                ("lock_timeout", self.lock_timeout.as_millis()),
                // A transaction of ours never rests: one that does belongs to a node that is gone, and holds locks.
                ("idle_in_transaction_session_timeout", self.lock_timeout.as_millis()),
            ],
            Use::Reading | Use::Following => vec![("statement_timeout", self.query_timeout.as_millis())],
        }
    }
}

/// A pool of at most `len` connections to the server at `address`; none is open yet.
pub fn pool(options: &PostgresOptions, address: &str, purpose: Use, len: usize) -> Result<Pool> {
    let (config, encryption) = config(options, address, purpose)?;
    let connect = Bounded { opening: Semaphore::new(OPENING_MAX), encryption };
    let manager = Manager::from_connect(config, connect, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    Pool::builder(manager)
        .max_size(len)
        // A few connections do most of the work, so the server's processes behind them have at hand what they need. In
        // turns, each of a hundred of them would plan and remember everything for itself, and find it gone when asked.
        .queue_mode(QueueMode::Lifo)
        .wait_timeout(Some(POOL_WAIT.min(options.write_timeout)))
        .create_timeout(Some(POOL_WAIT.min(options.write_timeout)))
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| Error::Open(error.to_string()))
}

fn config(options: &PostgresOptions, address: &str, purpose: Use) -> Result<(Config, Encryption)> {
    let wrong = |why: &dyn std::fmt::Display| Error::Open(format!("the address of the database is wrong: {why}"));
    let said = Said::of(address).map_err(|error| wrong(&error))?;
    let encryption = said.encryption().map_err(|error| wrong(&error))?;
    let mut config: Config = said.rest.parse().map_err(|error| wrong(&error))?;
    config.ssl_mode(said.ssl_mode());
    if config.get_application_name().is_none() {
        config.application_name("muster");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_WAIT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(DEAD_AFTER);
        config.keepalives_idle(DEAD_AFTER).keepalives_interval(KEEPALIVE_EVERY).keepalives_retries(KEEPALIVE_TRIES);
    }
    if purpose != Use::Following {
        // Of several hosts the one that takes writes, now.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    if options.pooler == Pooler::None {
        let limits = options.limits(purpose).into_iter().map(|(name, ms)| format!("-c {name}={ms}"));
        let said: Vec<String> = config.get_options().map(str::to_owned).into_iter().chain(limits).collect();
        config.options(said.join(" "));
    }
    Ok((config, encryption))
}

/// Opens connections, a few at a time.
struct Bounded {
    opening: Semaphore,
    encryption: Encryption,
}

type Opened = std::result::Result<(Client, JoinHandle<()>), PgError>;

impl Connect for Bounded {
    #[expect(clippy::disallowed_methods, reason = "the pool ends the task with its connection")]
    fn connect(&self, config: &Config) -> std::pin::Pin<Box<dyn Future<Output = Opened> + Send + '_>> {
        let (config, encryption) = (config.clone(), self.encryption.clone());
        Box::pin(async move {
            // Never closed.
            let _place = self.opening.acquire().await;
            let (client, connection) = config.connect(encryption).await?;
            let task = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::warn!(%error, "a connection to the database ended");
                }
            });
            Ok((client, task))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(address: &str, purpose: Use, pooler: Pooler) -> Config {
        let options = PostgresOptions { pooler, ..PostgresOptions::new(address) };
        config(&options, address, purpose).expect("an address").0
    }

    #[test]
    fn writes_go_to_whichever_host_takes_them() {
        let config = said("postgres://muster@a:1,b:2/chat", Use::Writing, Pooler::None);
        assert_eq!((config.get_hosts().len(), config.get_ports()), (2, &[1, 2][..]));
        assert_eq!(config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        let config = said("host=a,b port=1,2 user=muster", Use::Writing, Pooler::None);
        assert_eq!(config.get_hosts().len(), 2);
    }

    #[test]
    fn limits_join_what_the_address_says() {
        let config = said("postgres://muster@a/chat?options=-csearch_path%3Dx", Use::Reading, Pooler::None);
        assert_eq!(config.get_options(), Some("-csearch_path=x -c statement_timeout=30000"));
    }

    #[test]
    fn nothing_is_said_to_a_pooler_but_in_transactions() {
        let options = PostgresOptions { pooler: Pooler::PgBouncer, ..PostgresOptions::new("postgres://muster@a/chat") };
        assert_eq!(said(&options.url, Use::Writing, Pooler::PgBouncer).get_options(), None);
        assert!(options.begin().starts_with("BEGIN; SET LOCAL statement_timeout = 15000; SET LOCAL lock_timeout"));
    }
}
