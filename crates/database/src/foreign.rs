//! The database of another program, read as it was at one moment: no statement changes it, and nothing of ours is in it.
//!
//! Texts of queries are put together by whoever knows that program's tables, in the accent of [`Accent`]. Parameters are
//! written `$1`, `$2` in the order in which they stand.

use std::ops::ControlFlow;

use crate::accent::Accent;
use crate::backend::foreign::Connection;
use crate::bounded::Bounded;
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
    /// Connects to `postgres://…` or `mysql://…` and begins the transaction.
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
        Ok(self.rows_within(sql, params, usize::MAX).await?.rows)
    }

    /// The first rows of a query, up to a number of bytes, and at least one.
    ///
    /// # Errors
    /// When the database refuses the query, or is lost.
    pub async fn rows_within(&self, sql: &str, params: &[Value], bytes_max: usize) -> Result<Bounded> {
        let mut within = Bounded::new(bytes_max);
        self.each(sql, params, |row| within.add(row)).await?;
        Ok(within)
    }

    /// Gives the rows of a query of any size to `take` one by one, until it breaks.
    ///
    /// # Errors
    /// What the database says of it.
    pub async fn each(
        &self,
        sql: &str,
        params: &[Value],
        take: impl FnMut(Vec<Value>) -> ControlFlow<()>,
    ) -> Result<()> {
        self.connection.each(sql, params, take).await
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
