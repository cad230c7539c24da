//! What an error of PostgreSQL means: for the change that met it, for the transaction, for the connection.

use std::error::Error as _;

use deadpool_postgres::{PoolError, TimeoutType};
use tokio_postgres::error::SqlState;

use super::transaction::Done;
use crate::error::Error;

/// Why a transaction did not come to its end.
pub enum Failure {
    /// A change is to blame; nothing of the transaction stands, and again it would fail again.
    Change(Error),
    /// Others were in the way (a deadlock, a lock held for long); nothing stands, and again it may go well.
    Again(Error),
    /// The connection is gone, or leads to a server that takes no writes any more. Nothing stands.
    Lost(Error),
    /// The end was asked for and the answer was lost: all of it stands or nothing. If it stands, this is what it did.
    Unknown(Done),
}

impl Failure {
    pub fn of(statement: &'static str, error: &tokio_postgres::Error) -> Failure {
        match kind(error) {
            Kind::Change => Failure::Change(failed(statement, error)),
            Kind::Again => Failure::Again(unavailable(statement, said(error))),
            Kind::Lost => Failure::Lost(unavailable(statement, said(error))),
        }
    }
}

/// What is to blame for an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The statement or its values.
    Change,
    /// Others that were at work at the same time.
    Again,
    /// The connection or the server.
    Lost,
}

/// Tells errors apart by what they call for.
pub fn kind(error: &tokio_postgres::Error) -> Kind {
    let Some(told) = error.as_db_error() else {
        let broken = error.is_closed() || error.source().is_some_and(|cause| cause.is::<std::io::Error>());
        return if broken { Kind::Lost } else { Kind::Change };
    };
    by_code(told.code().code(), told.message())
}

fn by_code(code: &str, message: &str) -> Kind {
    match code {
        // serialization_failure, deadlock_detected, lock_not_available, out_of_memory (of locks, too).
        "40001" | "40P01" | "55P03" | "53200" => Kind::Again,
        // read_only_sql_transaction: the server became a standby. 25P03: it gave the transaction up for idle.
        "25006" | "25P03" => Kind::Lost,
        // too_many_connections, and what a server says that stops or starts. 57014 is a statement that took too long.
        "53300" | "57P01" | "57P02" | "57P03" | "57P05" => Kind::Lost,
        // A plan made before a newer version of the program changed the tables: a new connection makes it anew.
        "0A000" if message.contains("cached plan") => Kind::Lost,
        _ if code.starts_with("08") => Kind::Lost,
        _ => Kind::Change,
    }
}

/// A statement ran longer than it may.
pub fn is_too_slow(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::QUERY_CANCELED)
}

/// As the callers of the store are told.
pub fn failed(statement: &'static str, error: &tokio_postgres::Error) -> Error {
    if let Some(told) = error.as_db_error()
        && *told.code() == SqlState::UNIQUE_VIOLATION
    {
        return Error::Conflict { key: conflict_key(told.table().unwrap_or(""), told.detail().unwrap_or("")) };
    }
    match kind(error) {
        Kind::Change => Error::Database { statement, cause: said(error) },
        Kind::Again | Kind::Lost => unavailable(statement, said(error)),
    }
}

/// No connection was to be had.
pub fn unreached(statement: &'static str, error: &PoolError) -> Error {
    match error {
        // All are in use, and stayed so.
        PoolError::Timeout(TimeoutType::Wait) => Error::Busy,
        error => unavailable(statement, error.source().map_or_else(|| error.to_string(), cause_of)),
    }
}

pub fn unavailable(statement: &'static str, cause: String) -> Error {
    Error::Unavailable { statement, cause }
}

/// What the server or the driver says, with the reason that the driver keeps to itself.
pub fn said(error: &tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| cause_of(error), |told| told.message().to_owned())
}

fn cause_of(error: &(dyn std::error::Error + 'static)) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// `channels` and `Key (team_id, name)=(…) already exists.` → `channels.team_id+name`.
fn conflict_key(table: &str, detail: &str) -> String {
    let columns =
        detail.strip_prefix("Key (").and_then(|rest| rest.split_once(")=(")).map_or("", |(columns, _)| columns);
    format!("{table}.{}", columns.replace(", ", "+"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_whether_it_is_worth_another_try_and_on_which_connection() {
        assert_eq!(by_code("40P01", "deadlock detected"), Kind::Again);
        assert_eq!(by_code("25006", "cannot execute UPDATE in a read-only transaction"), Kind::Lost);
        assert_eq!(by_code("08006", ""), Kind::Lost);
        assert_eq!(by_code("0A000", "cached plan must not change result type"), Kind::Lost);
        assert_eq!(by_code("0A000", "not supported"), Kind::Change);
        assert_eq!(by_code("23505", ""), Kind::Change);
        assert_eq!(by_code("57014", "canceling statement due to statement timeout"), Kind::Change);
    }

    #[test]
    fn a_conflict_names_its_columns() {
        assert_eq!(conflict_key("channels", "Key (team_id, name)=(a, b) already exists."), "channels.team_id+name");
    }
}
