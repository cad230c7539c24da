//! What linked pages and pictures are, as they were when they were fetched.

use base::{Id, Millis};

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

const HOUR_MS: Millis = 60 * 60 * 1000;

crate::statements! {
    SAVE = "LinkMetadataStore.Save" =>
        "INSERT INTO link_metadata (url_hash, hour, url, kind, content) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (url_hash, hour) DO UPDATE SET kind = excluded.kind, content = excluded.content";
    /// What was fetched before is replaced.
    REMOVE_OLDER = "LinkMetadataStore.RemoveOlder" => "DELETE FROM link_metadata WHERE url_hash = $1 AND hour < $2";
    GET = "LinkMetadataStore.Get" =>
        "SELECT url_hash, hour, kind, content FROM link_metadata \
         WHERE url_hash = ANY((SELECT $1::BYTEA[])::BYTEA[]) ORDER BY url_hash, hour";
    /// The table is small beside the posts, and this runs once a day.
    CLEAN = "LinkMetadataStore.Clean" => "DELETE FROM link_metadata WHERE hour < $1";
}

/// What an address leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// The first 16 bytes of the address's SHA-256.
    pub hash: Id,
    /// When it was fetched, rounded down to the hour.
    pub at: Millis,
    pub kind: String,
    /// JSON, as the kind has it.
    pub content: String,
}

impl FromRow for Linked {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Linked { hash: Id(row.array()?), at: row.int()?, kind: row.text()?, content: row.text()? })
    }
}

/// Keeps what was fetched instead of what was known before.
pub fn save(linked: &Linked, url: &str) -> [Write; 2] {
    let hour = linked.at - linked.at % HOUR_MS;
    [
        Write::new(&REMOVE_OLDER, params![linked.hash, hour]),
        Write::new(&SAVE, params![linked.hash, hour, url, &linked.kind, &linked.content]),
    ]
}

/// Forgets what was fetched before a time.
pub fn clean(before: Millis) -> Write {
    Write::new(&CLEAN, params![before])
}

impl Store {
    /// What is known of addresses, by their hashes.
    pub async fn linked(&self, hashes: &[Id]) -> Result<Vec<Linked>> {
        self.all(&GET, vec![crate::Value::Ids(hashes.to_vec())]).await
    }
}
