//! The event log: one row for each group commit, with its messages to the other nodes.
//!
//! The writer of a node on PostgreSQL appends rows ([`database::Sequel`]); the other nodes read the rows that they missed.
//! They read on connections of their own: whether sockets may send depends on it, however busy the others are.
//! The table is unlogged: a crash of the database empties it, and a promoted standby has it empty. The mark shows that.

use base::Id;
use database::Vital;

use crate::error::Result;
use crate::leases::now;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

crate::statements! {
    /// By the key.
    READ = "EventLogStore.Read" =>
        concat!(
            "SELECT number, previous, ", now!(), " - logged_at, body FROM event_log \
             WHERE node = $1 AND number > $2 ORDER BY number LIMIT $3"
        );
    /// By the key.
    LAST = "EventLogStore.GetLast" => "SELECT number FROM event_log WHERE node = $1 ORDER BY number DESC LIMIT 1";
    MARK = "EventLogStore.Mark" =>
        "INSERT INTO event_log (node, number, previous, logged_at, body) VALUES ($1, 0, 0, 0, $2) \
         ON CONFLICT (node, number) DO NOTHING RETURNING body";
    MARKED = "EventLogStore.GetMark" => "SELECT body FROM event_log WHERE node = $1 AND number = 0";
    FORGET = "EventLogStore.Forget" => "DELETE FROM event_log WHERE node = $1 AND number <= $2";
    /// Reads the whole table, which holds some minutes.
    FORGET_OLD = "EventLogStore.ForgetOld" =>
        concat!("DELETE FROM event_log WHERE number > 0 AND logged_at < ", now!(), " - $1");
}

/// The row of one group commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    pub number: i64,
    /// The number of the row before; 0 for the first.
    pub previous: i64,
    /// Milliseconds since it was written.
    pub age_ms: i64,
    pub body: Vec<u8>,
}

impl FromRow for LogRow {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(LogRow { number: row.int()?, previous: row.int()?, age_ms: row.int()?, body: row.bytes()? })
    }
}

/// A row's body alone.
struct Body(Vec<u8>);

impl FromRow for Body {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Body(row.bytes()?))
    }
}

/// Removes a node's rows up to a number.
pub fn forget(node: Id, number: i64) -> Write {
    Write::new(&FORGET, params![node, number])
}

/// Removes rows of that age, of all nodes.
pub fn forget_old(age_ms: i64) -> Write {
    Write::new(&FORGET_OLD, params![age_ms])
}

impl Store {
    /// A node's rows after a number, `len_max` at most.
    pub async fn event_log(&self, node: Id, after: i64, len_max: i64) -> Result<Vec<LogRow>> {
        self.vital(Vital::Log, &READ, params![node, after, len_max]).await
    }

    /// The number of a node's last row; 0 without one.
    pub async fn event_log_last(&self, node: Id) -> Result<i64> {
        Ok(self.one(&LAST, params![node]).await?.unwrap_or(0))
    }

    /// The mark of the log, which is another one when the log was emptied: `new` where there is none.
    pub async fn event_log_mark(&self, new: Id) -> Result<Vec<u8>> {
        let marked = async || -> Result<Option<Vec<u8>>> {
            let marks = self.vital::<Body>(Vital::Log, &MARKED, params![Id::default()]).await?;
            Ok(marks.into_iter().next().map(|mark| mark.0))
        };
        if let Some(mark) = marked().await? {
            return Ok(mark);
        }
        self.write(Write::new(&MARK, params![Id::default(), new.0.to_vec()])).await?;
        Ok(marked().await?.unwrap_or_default())
    }
}
