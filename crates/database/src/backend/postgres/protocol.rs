//! How statements are sent: prepared once for each connection, or, where a pooler stands in between and each
//! transaction may meet another connection, whole each time.

use std::pin::pin;

use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt;
use futures_util::future::join_all;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::{Error, Row, Statement as Prepared};

use super::values::{borrowed, typed};
use crate::statement::Statement;
use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Statements have names, which their connection remembers.
    Named,
    /// Nothing is remembered by a connection.
    Unnamed,
}

/// What a statement did.
pub struct Ran {
    pub changed: u64,
    pub rows: Vec<Row>,
}

impl Protocol {
    /// What [`Protocol::run`] needs of a statement; waits for the database the first time on a connection.
    pub async fn prepare(self, client: &ClientWrapper, statement: &Statement) -> Result<Option<Prepared>, Error> {
        match self {
            Protocol::Named => client.prepare_cached(&statement.sql).await.map(Some),
            Protocol::Unnamed => Ok(None),
        }
    }

    /// Sends a statement when first polled, so that several that are polled in order go down the line together.
    pub async fn run(
        client: &ClientWrapper,
        statement: &Statement,
        prepared: Option<&Prepared>,
        params: &[Value],
    ) -> Result<Ran, Error> {
        match prepared {
            Some(prepared) if prepared.columns().is_empty() => {
                let changed = client.execute(prepared, &borrowed(params)).await?;
                Ok(Ran { changed, rows: Vec::new() })
            }
            Some(prepared) => {
                let rows = client.query(prepared, &borrowed(params)).await?;
                Ok(Ran { changed: rows.len() as u64, rows })
            }
            None => {
                let stream = client.query_typed_raw(&statement.sql, typed(params)).await?;
                let mut stream = pin!(stream);
                let mut rows = Vec::new();
                while let Some(row) = stream.try_next().await? {
                    rows.push(row);
                }
                Ok(Ran { changed: stream.rows_affected().unwrap_or_default(), rows })
            }
        }
    }

    /// Inserts many rows, sent when first polled: copied, where both statements are prepared.
    pub async fn insert(
        self,
        client: &ClientWrapper,
        statement: &Statement,
        rows: &[Vec<Value>],
    ) -> Result<u64, Error> {
        let (Some(insert), Some(copy)) =
            (self.prepare(client, statement).await?, self.prepare(client, &copy_of(statement)).await?)
        else {
            let each = rows.iter().map(|row| Protocol::run(client, statement, None, row));
            let ran = join_all(each).await.into_iter().collect::<Result<Vec<Ran>, Error>>()?;
            return Ok(ran.iter().map(|ran| ran.changed).sum());
        };
        let mut copying = pin!(BinaryCopyInWriter::new(client.copy_in(&copy).await?, insert.params()));
        for row in rows {
            copying.as_mut().write(&borrowed(row)).await?;
        }
        copying.finish().await
    }
}

/// Copies the rows that a statement inserts one of.
///
/// # Panics
/// When the statement does more: that is a mistake of ours, found by the first rows.
pub fn copy_of(insert: &Statement) -> Statement {
    let parts = insert.sql.strip_prefix("INSERT INTO ").and_then(|sql| sql.split_once(" VALUES "));
    let (into, values) = parts.expect("rows are inserted by a plain INSERT");
    let plain: Vec<String> = (1..=into.split(',').count()).map(|at| format!("${at}")).collect();
    assert_eq!(values, format!("({})", plain.join(", ")), "rows have a parameter for each column");
    Statement::composed(insert.name, format!("COPY {} FROM STDIN (FORMAT binary)", into.trim_end()))
}
