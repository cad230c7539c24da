//! Leases: tasks that one node does for all, as long as it lives.
//!
//! A node renews its leases. A dead node does not, and another one takes over when the lease ends by the database's time.
//! An owner may be late: it slept, its clock jumped, or its connection was cut. Work that a late owner could damage puts
//! [`Lease::guard`], a fencing token, into its changes. They fail once another node has taken over. The embedded database
//! serves one node, which holds every lease.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use base::{IdMaker, Millis};
use parking_lot::Mutex;
use store::leases::{self, Fence};
use store::{Store, Write};

use crate::error::Result;

/// What this node holds.
pub struct Leases {
    store: Store,
    /// This process; each start is another one.
    node: String,
    lasts: Duration,
    alone: bool,
    /// There are as many as there are names in the program.
    held: Mutex<HashMap<&'static str, Held>>,
}

#[derive(Clone, Copy)]
struct Held {
    fence: Fence,
    /// Counted from before the query, so never later than the lease's end in the database.
    until: Instant,
}

/// A lease that this node holds.
pub struct Lease {
    name: &'static str,
    node: String,
    fence: Option<Fence>,
}

impl Lease {
    /// A write that fails its change when another node took the lease; `None` with a single node.
    pub fn guard(&self) -> Option<Write> {
        self.fence.map(|fence| leases::guard(self.name, &self.node, fence))
    }
}

impl Leases {
    pub fn new(store: &Store, ids: &IdMaker, lasts: Duration) -> Leases {
        Leases {
            node: ids.next::<base::Id>().to_string(),
            lasts,
            alone: store.driver() == "sqlite",
            store: store.clone(),
            held: Mutex::default(),
        }
    }

    /// This process, as it stands in the database.
    pub fn node(&self) -> &str {
        &self.node
    }

    pub fn lasts(&self) -> Duration {
        self.lasts
    }

    pub fn lasts_ms(&self) -> Millis {
        Millis::try_from(self.lasts.as_millis()).unwrap_or(Millis::MAX)
    }

    /// Takes or keeps the lease; `None` while another node holds it.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn hold(&self, name: &'static str) -> Result<Option<Lease>> {
        if self.alone {
            return Ok(Some(self.lease(name, None)));
        }
        let asked = Instant::now();
        let known = self.held.lock().get(name).copied().filter(|held| asked < held.until);
        if let Some(held) = known {
            return Ok(Some(self.lease(name, Some(held.fence))));
        }
        let outcome = self.store.write(leases::take(name, &self.node, self.lasts_ms())).await?;
        let taken = leases::taken(&outcome, 0)?;
        let mut held = self.held.lock();
        match taken {
            Some(fence) => drop(held.insert(name, Held { fence, until: asked + self.lasts })),
            None => drop(held.remove(name)),
        }
        Ok(taken.map(|fence| self.lease(name, Some(fence))))
    }

    fn lease(&self, name: &'static str, fence: Option<Fence>) -> Lease {
        Lease { name, node: self.node.clone(), fence }
    }

    /// Renews the leases of this node. A lease that cannot be renewed ends.
    ///
    /// # Errors
    /// When the store does not answer. A lease then ends by itself, unless a later renewal is in time.
    pub async fn renew(&self) -> Result<()> {
        let names: Vec<&'static str> = self.held.lock().keys().copied().collect();
        if names.is_empty() {
            return Ok(());
        }
        let asked = Instant::now();
        let asking: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let renewed = self.store.renew_leases(&asking, &self.node, self.lasts_ms()).await?;
        let mut held = self.held.lock();
        for name in names {
            match renewed.iter().any(|one| one == name) {
                true => drop(held.get_mut(name).map(|held| held.until = asked + self.lasts)),
                false => drop(held.remove(name)),
            }
        }
        Ok(())
    }

    /// Releases the leases of this node, so that others need not wait for their end.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn release(&self) -> Result<()> {
        let names: Vec<String> = self.held.lock().drain().map(|(name, _)| name.to_owned()).collect();
        if !names.is_empty() {
            self.store.release_leases(&names, &self.node).await?;
        }
        Ok(())
    }
}
