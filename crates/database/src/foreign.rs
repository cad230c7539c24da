//! The database of another program, read as it was at one moment: no statement changes it, and nothing of ours is in it.
//!
//! Texts of queries are put together by whoever knows that program's tables, in the accent of [`Accent`]. Parameters are
//! written `$1`, `$2` in the order in which they stand.

use crate::accent::Accent;
use crate::backend::foreign::Connection;
use crate::error::Result;
use crate::value::Value;

/// A connection in one read-only transaction that sees the same rows until it ends.
pub struct Foreign {
    connection: Connection,
}

/// A column that the database has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignColumn {
    pub table: String,
    pub name: String,
    /// As `information_schema` calls it: `bigint`, `boolean`, `bytea`.
    pub kind: String,
}

impl Foreign {
    /// Connects to `postgres://…` and begins the transaction.
    ///
    /// # Errors
    /// When the address is of another kind, the database cannot be reached, or it refuses.
    pub async fn open(url: &str) -> Result<Foreign> {
        Ok(Foreign { connection: Connection::open(url).await? })
    }

    pub fn accent(&self) -> Accent {
        self.connection.accent()
    }

    /// All columns of the schema in use, by table and place.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn columns(&self) -> Result<Vec<ForeignColumn>> {
        let rows = self.rows(self.connection.columns(), &[]).await?;
        let text = |value: Option<Value>| match value {
            Some(Value::Text(text)) => text,
            _ => String::new(),
        };
        let column = |row: Vec<Value>| {
            let mut row = row.into_iter();
            ForeignColumn { table: text(row.next()), name: text(row.next()), kind: text(row.next()).to_lowercase() }
        };
        Ok(rows.into_iter().map(column).collect())
    }

    /// All rows of a query: texts and BIGINTs, whose bound is the query's.
    ///
    /// # Errors
    /// What the database says of it.
    pub async fn rows(&self, sql: &str, params: &[Value]) -> Result<Vec<Vec<Value>>> {
        self.connection.rows(sql, params).await
    }

    /// The next rows of a query that is read from its beginning to its end, whatever its size; `offset` is how many came
    /// before, 0 at the first call. One such query is read at a time, until fewer than `len` rows come.
    ///
    /// # Errors
    /// What the database says of it.
    pub async fn next_rows(&self, sql: &str, offset: u64, len: u64) -> Result<Vec<Vec<Value>>> {
        self.connection.next_rows(sql, offset, len).await
    }

    /// The database's own time, in milliseconds.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn now(&self) -> Result<i64> {
        let rows = self.rows(self.connection.now(), &[]).await?;
        match rows.first().and_then(|row| row.first()) {
            Some(Value::Int(now)) => Ok(*now),
            _ => Ok(0),
        }
    }
}
