//! Connections to databases of other programs.

mod mysql;
mod postgres;

use std::ops::ControlFlow;

use crate::accent::Accent;
use crate::error::{Error, Result};
use crate::value::Value;

/// How errors name a query of a foreign database.
const NAME: &str = "Foreign";

pub(crate) enum Connection {
    Postgres(postgres::Postgres),
    Mysql(mysql::Mysql),
}

impl Connection {
    pub async fn open(url: &str) -> Result<Connection> {
        match url.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Connection::Postgres(postgres::Postgres::open(url).await?)),
            Some(("mysql", _)) => Ok(Connection::Mysql(mysql::Mysql::open(url).await?)),
            _ => Err(Error::Open(
                "name the old server's database as postgres:// or mysql://user:password@host/database".into(),
            )),
        }
    }

    pub fn accent(&self) -> Accent {
        match self {
            Connection::Postgres(_) => Accent::Postgres,
            Connection::Mysql(_) => Accent::Mysql,
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
            Connection::Mysql(mysql) => mysql.each(sql, params, take).await,
        }
    }

    /// Lists tables, columns and their types.
    pub fn columns(&self) -> &'static str {
        match self {
            Connection::Postgres(_) => postgres::COLUMNS,
            Connection::Mysql(_) => mysql::COLUMNS,
        }
    }

    /// Reads the clock.
    pub fn now(&self) -> &'static str {
        match self {
            Connection::Postgres(_) => postgres::NOW,
            Connection::Mysql(_) => mysql::NOW,
        }
    }
}
