//! How statements are sent: prepared once for each connection, or, where a pooler stands in between and each
//! transaction may meet another connection, whole each time.

use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt;
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
                let mut stream = std::pin::pin!(stream);
                let mut rows = Vec::new();
                while let Some(row) = stream.try_next().await? {
                    rows.push(row);
                }
                Ok(Ran { changed: stream.rows_affected().unwrap_or_default(), rows })
            }
        }
    }
}
