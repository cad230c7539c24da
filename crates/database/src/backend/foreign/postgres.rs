//! PostgreSQL of another program.

use std::ops::ControlFlow;
use std::pin::pin;
use std::time::Duration;

use futures_util::TryStreamExt;
use tokio_postgres::{Client, Config};

use super::NAME;
use crate::backend::postgres::{Said, borrowed, failed, values};
use crate::error::{Error, Result};
use crate::value::Value;

pub const COLUMNS: &str = "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT) \
     FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position";
pub const NOW: &str = "SELECT CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)";

/// The transaction lasts as long as what is read. It sees one moment, so that rows which belong together do.
const BEGIN: &str = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; \
     BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const CONNECT_WAIT: Duration = Duration::from_secs(10);

pub struct Postgres {
    client: Client,
}

impl Postgres {
    #[expect(clippy::disallowed_methods, reason = "the task ends with the client")]
    pub async fn open(url: &str) -> Result<Postgres> {
        let wrong =
            |why: &dyn std::fmt::Display| Error::Open(format!("the address of the old database is wrong: {why}"));
        let said = Said::of(url).map_err(|error| wrong(&error))?;
        let encryption = said.encryption().map_err(|error| wrong(&error))?;
        let mut config: Config = said.rest.parse().map_err(|error| wrong(&error))?;
        config.ssl_mode(said.ssl_mode()).application_name("muster import");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_WAIT);
        }
        let opened = config.connect(encryption).await;
        let (client, connection) = opened.map_err(|error| {
            let why = std::error::Error::source(&error).map(|cause| format!(": {cause}")).unwrap_or_default();
            Error::Open(format!("the old database cannot be reached: {error}{why}"))
        })?;
        drop(tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "the connection to the old database ended");
            }
        }));
        client.batch_execute(BEGIN).await.map_err(|error| failed(NAME, &error))?;
        Ok(Postgres { client })
    }

    /// The driver reads the next row when `take` has the one before, so its memory does not grow with the result.
    pub async fn each(
        &self,
        sql: &str,
        params: &[Value],
        mut take: impl FnMut(Vec<Value>) -> ControlFlow<()>,
    ) -> Result<()> {
        let rows = self.client.query_raw(sql, borrowed(params)).await.map_err(|error| failed(NAME, &error))?;
        let mut rows = pin!(rows);
        while let Some(row) = rows.try_next().await.map_err(|error| failed(NAME, &error))? {
            if take(values(NAME, &row)?).is_break() {
                break;
            }
        }
        Ok(())
    }
}
