//! Nodes of a cluster, as the database sees them: each renews its entry, and who does not is listed no more. The time is
//! the database's, so that the clocks of the nodes do not matter.
//!
//! Asked on a connection of its own: what nodes may trust depends on the answer, however busy the others are.

use base::Id;

use crate::error::Result;
use crate::leases::now;
use crate::row::{Columns, FromRow};
use crate::{Store, params};

crate::statements! {
    RENEW = "NodeStore.Renew" =>
        concat!(
            "INSERT INTO nodes (id, seen_at) VALUES ($1, ", now!(), ") \
             ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at RETURNING id"
        );
    /// Entries from the future are of a time before the database's clock was set back.
    LISTED = "NodeStore.GetListed" =>
        concat!(
            "SELECT id FROM nodes WHERE id <> $1 AND seen_at > ", now!(), " - $2 AND seen_at < ", now!(), " + $2 \
             ORDER BY id"
        );
    REMOVE = "NodeStore.Remove" => "DELETE FROM nodes WHERE id = $1 RETURNING id";
    FORGET = "NodeStore.Forget" => concat!("DELETE FROM nodes WHERE seen_at < ", now!(), " - $1 RETURNING id");
}

struct Node(Id);

impl FromRow for Node {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Node(row.id()?))
    }
}

impl Store {
    /// Renews a node's entry and tells the others that renewed theirs within `listed_ms`.
    pub async fn renew_node(&self, node: Id, listed_ms: i64) -> Result<Vec<Id>> {
        self.vital::<Node>(&RENEW, params![node]).await?;
        let listed = self.vital::<Node>(&LISTED, params![node, listed_ms]).await?;
        Ok(listed.into_iter().map(|Node(id)| id).collect())
    }

    /// Removes the entry of a node that ends, so that nobody waits for it.
    pub async fn remove_node(&self, node: Id) -> Result<()> {
        self.vital::<Node>(&REMOVE, params![node]).await.map(drop)
    }

    /// Removes what nodes left behind that ended so long ago.
    pub async fn forget_nodes(&self, older_ms: i64) -> Result<()> {
        self.vital::<Node>(&FORGET, params![older_ms]).await.map(drop)
    }
}
