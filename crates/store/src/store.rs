//! The store: the database, and its rows as nouns.

use std::ops::Deref;
use std::sync::Arc;

use base::Clock;
use database::{Database, Options, Vital};
use metrics::Metrics;

use crate::error::Result;
use crate::migrations::SCHEMA;
use crate::row::{self, FromRow};
use crate::statement::Statement;
use crate::value::Value;

/// A handle on the database, which it stands for, with the questions and changes of each noun; clones share it.
#[derive(Clone)]
pub struct Store {
    pub(crate) database: Database,
}

impl Deref for Store {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.database
    }
}

impl Store {
    /// Opens the database and brings its schema up to date.
    ///
    /// # Errors
    /// When it cannot be reached, is newer by more than a release, or a migration fails.
    pub async fn open(options: &Options, clock: &Clock, metrics: Arc<Metrics>) -> Result<Store> {
        let store = Store { database: Database::open(options, &SCHEMA, clock, metrics).await? };
        store.mend_filling().await?;
        Ok(store)
    }

    /// All rows of a query.
    pub async fn all<T: FromRow>(&self, statement: &Statement, params: Vec<Value>) -> Result<Vec<T>> {
        self.database.rows(statement, params).await?.into_iter().map(row::read).collect()
    }

    /// The first row of a query, if there is one.
    pub async fn one<T: FromRow>(&self, statement: &Statement, params: Vec<Value>) -> Result<Option<T>> {
        self.database.rows(statement, params).await?.into_iter().next().map(row::read).transpose()
    }

    /// All rows of a statement that must be answered however much waits for the database.
    pub(crate) async fn vital<T: FromRow>(
        &self,
        of: Vital,
        statement: &Statement,
        params: Vec<Value>,
    ) -> Result<Vec<T>> {
        self.database.vital_rows(of, statement, params).await?.into_iter().map(row::read).collect()
    }
}
