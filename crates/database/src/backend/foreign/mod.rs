//! Connections to databases of other programs.

mod postgres;

use std::ops::ControlFlow;

use crate::accent::Accent;
use crate::error::{Error, Result};
use crate::value::Value;

/// How errors name a query of a foreign database.
const NAME: &str = "Foreign";

pub(crate) enum Connection {
    Postgres(postgres::Postgres),
}

impl Connection {
    pub async fn open(url: &str) -> Result<Connection> {
        match url.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Connection::Postgres(postgres::Postgres::open(url).await?)),
            _ => Err(Error::Open("name the old server's database as postgres://user:password@host/database".into())),
        }
    }

    pub fn accent(&self) -> Accent {
        match self {
            Connection::Postgres(_) => Accent::Postgres,
        }
    }

    pub async fn each(
        &self,
        sql: &str,
        params: &[Value],
        take: impl FnMut(Vec<Value>) -> ControlFlow<()>,
    ) -> Result<()> {
        match self {
            Connection::Postgres(postgres) => postgres.each(sql, params, take).await,
        }
    }

    /// Lists tables, columns and their types.
    pub fn columns(&self) -> &'static str {
        match self {
            Connection::Postgres(_) => postgres::COLUMNS,
        }
    }

    /// Reads the clock.
    pub fn now(&self) -> &'static str {
        match self {
            Connection::Postgres(_) => postgres::NOW,
        }
    }
}
