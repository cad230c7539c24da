//! What can go wrong between the server and its database.

/// Shorthand of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A unique key is taken. `key` reads `table.column` or `table.column+column`; when several are, which one is named
    /// is the database's choice.
    #[error("{key} is taken")]
    Conflict { key: String },
    /// A write that had to change a row changed none: it was not there, or not in the needed state.
    #[error("{statement} changed nothing")]
    Unmet { statement: &'static str },
    /// Too much waits, or all connections are in use; nothing of this was done.
    #[error("the database is busy")]
    Busy,
    /// The database cannot be reached now; it may be well soon.
    #[error("{statement}: {cause}")]
    Unavailable { statement: &'static str, cause: String },
    /// The database does not say whether the change was made; it may stand, and be seen by readers, or not.
    #[error("{cause}")]
    InDoubt { cause: &'static str },
    /// The database refused.
    #[error("{statement}: {cause}")]
    Database { statement: &'static str, cause: String },
    /// A row does not hold what its reader expects.
    #[error("column {column}: {cause}")]
    Column { column: usize, cause: String },
    #[error("{0}")]
    Unsupported(&'static str),
    /// Opening or migrating failed; the text says what to do.
    #[error("{0}")]
    Open(String),
}

impl Error {
    /// True when the unique key is `key`.
    pub fn is_conflict_on(&self, wanted: &str) -> bool {
        matches!(self, Error::Conflict { key } if key == wanted)
    }
}
