//! Nodes of a cluster, as the database sees them: each renews its entry, and who does not is listed no more. The time is
//! the database's, so that the clocks of the nodes do not matter.
//!
//! A node that the bus does not reach renews its entry only while the bus reaches none of those listed: beside one that
//! it reaches, its entry ends.
//!
//! Asked on a connection of its own: what nodes may trust depends on the answer, however busy the others are.

use base::Id;
use database::Vital;

use crate::error::Result;
use crate::leases::now;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

crate::statements! {
    RENEW = "NodeStore.Renew" =>
        concat!(
            "INSERT INTO nodes (id, seen_at, is_cut_off, logged) VALUES ($1, ", now!(), ", $2, $3) \
             ON CONFLICT (id) DO UPDATE SET \
                seen_at = excluded.seen_at, is_cut_off = excluded.is_cut_off, logged = excluded.logged \
             RETURNING id, is_cut_off, logged"
        );
    /// Does not renew: an entry that is made by this was never listed.
    MARK_CUT_OFF = "NodeStore.MarkCutOff" =>
        "INSERT INTO nodes (id, seen_at, is_cut_off) VALUES ($1, 0, 1) \
         ON CONFLICT (id) DO UPDATE SET is_cut_off = 1 RETURNING id, is_cut_off, logged";
    /// Entries from the future are of a time before the database's clock was set back.
    LISTED = "NodeStore.GetListed" =>
        concat!(
            "SELECT id, is_cut_off, logged FROM nodes WHERE id <> $1 AND seen_at > ", now!(), " - $2 \
                AND seen_at < ", now!(), " + $2 \
             ORDER BY id"
        );
    REMOVE = "NodeStore.Remove" => "DELETE FROM nodes WHERE id = $1 RETURNING id, is_cut_off, logged";
    FORGET = "NodeStore.Forget" =>
        concat!("DELETE FROM nodes WHERE seen_at < ", now!(), " - $1 RETURNING id, is_cut_off, logged");
}

struct Node {
    id: Id,
    is_cut_off: bool,
    logged: i64,
}

/// Another node that lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    pub node: Id,
    /// How far its event log was when it renewed its entry.
    pub logged: i64,
}

impl FromRow for Node {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Node { id: row.id()?, is_cut_off: row.bool()?, logged: row.int()? })
    }
}

impl Store {
    /// Renews the entry of a node that the bus reaches and tells the others that renewed theirs within `listed_ms`.
    pub async fn renew_node(&self, node: Id, listed_ms: i64) -> Result<Vec<Listed>> {
        self.renew(node, false, listed_ms).await
    }

    /// The same for a node that the bus does not reach: while no other node is listed that it reaches, as far as those
    /// told. Else this one's entry is left to end and the answer is `None`.
    pub async fn renew_cut_off_node(&self, node: Id, listed_ms: i64) -> Result<Option<Vec<Listed>>> {
        // First the mark: of two nodes that are cut off together, the one that asks later sees the other's.
        self.vital::<Node>(Vital::Lease, &MARK_CUT_OFF, params![node]).await?;
        let listed = self.vital::<Node>(Vital::Lease, &LISTED, params![node, listed_ms]).await?;
        if listed.iter().any(|other| !other.is_cut_off) {
            return Ok(None);
        }
        self.renew(node, true, listed_ms).await.map(Some)
    }

    async fn renew(&self, node: Id, is_cut_off: bool, listed_ms: i64) -> Result<Vec<Listed>> {
        self.vital::<Node>(Vital::Lease, &RENEW, params![node, is_cut_off, self.logged().number]).await?;
        let listed = self.vital::<Node>(Vital::Lease, &LISTED, params![node, listed_ms]).await?;
        Ok(listed.into_iter().map(|other| Listed { node: other.id, logged: other.logged }).collect())
    }

    /// Removes the entry of a node that ends, so that nobody waits for it.
    pub async fn remove_node(&self, node: Id) -> Result<()> {
        self.vital::<Node>(Vital::Lease, &REMOVE, params![node]).await.map(drop)
    }

    /// Removes what nodes left behind that ended so long ago.
    pub async fn forget_nodes(&self, older_ms: i64) -> Result<()> {
        self.vital::<Node>(Vital::Lease, &FORGET, params![older_ms]).await.map(drop)
    }
}
