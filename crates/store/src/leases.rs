//! Leases: work that one node at a time does. The time is the database's, so that the clocks of the nodes do not matter.
//!
//! A lease has a fence, which grows with each new owner. What an owner writes carries [`guard`]: when another has taken
//! over meanwhile, the whole change fails.

use crate::error::Result;
use crate::row::{Columns, FromRow, Returned};
use crate::{Outcome, Store, Write, params};

/// The database's time in milliseconds, as an expression.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}
pub(crate) use now;

crate::statements! {
    TAKE = "LeaseStore.Take" =>
        concat!(
            "INSERT INTO leases (name, node, fence, held_until) VALUES ($1, $2, 1, ", now!(), " + $3) \
             ON CONFLICT (name) DO UPDATE SET node = excluded.node, held_until = excluded.held_until, \
                fence = leases.fence + CASE WHEN leases.node = excluded.node THEN 0 ELSE 1 END \
             WHERE leases.node = excluded.node OR leases.held_until <= ", now!(), " RETURNING fence"
        );
    RENEW = "LeaseStore.Renew" =>
        concat!(
            "UPDATE leases SET held_until = ", now!(), " + $3 WHERE name = ANY($1) AND node = $2 RETURNING name"
        );
    GUARD = "LeaseStore.Guard" =>
        "UPDATE leases SET fence = fence WHERE name = $1 AND node = $2 AND fence = $3";
    /// There are as many leases as names in the program.
    OF_OTHERS = "LeaseStore.GetOfOthers" =>
        concat!("SELECT name FROM leases WHERE node <> $1 AND held_until > ", now!(), " ORDER BY name");
    RELEASE = "LeaseStore.Release" =>
        "UPDATE leases SET held_until = 0 WHERE name = ANY($1) AND node = $2";
}

/// The number of an owner's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence(pub i64);

impl FromRow for Fence {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Fence(row.int()?))
    }
}

/// Takes or renews a lease that nobody else holds.
pub fn take(name: &str, node: &str, lasts_ms: i64) -> Write {
    Write::new(&TAKE, params![name, node, lasts_ms])
}

/// What [`take`] came to: the fence, or nothing when another node holds the lease.
///
/// # Errors
/// When the outcome is that of another write.
pub fn taken(outcome: &Outcome, at: usize) -> Result<Option<Fence>> {
    Ok(outcome.rows(at)?.pop())
}

/// Fails the change with [`crate::Error::Unmet`] when the lease went to another node since.
pub fn guard(name: &str, node: &str, fence: Fence) -> Write {
    Write::must(&GUARD, params![name, node, fence.0])
}

impl Store {
    /// Prolongs those of some leases that a node still holds, and names them.
    pub async fn renew_leases(&self, names: &[String], node: &str, lasts_ms: i64) -> Result<Vec<String>> {
        self.write(Write::new(&RENEW, params![names, node, lasts_ms])).await?.rows(0)
    }

    /// The names of leases that other nodes hold now.
    pub async fn leases_of_others(&self, node: &str) -> Result<Vec<String>> {
        self.all(&OF_OTHERS, params![node]).await
    }

    /// Lets others have what a node holds.
    pub async fn release_leases(&self, names: &[String], node: &str) -> Result<()> {
        self.write(Write::new(&RELEASE, params![names, node])).await.map(drop)
    }
}
