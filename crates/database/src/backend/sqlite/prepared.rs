//! The statements of one connection, each prepared once. A constant one is known by the place of its text in the
//! program, of which there are some 400, so that no text is hashed, compared or copied; one that is put together has its
//! place in rusqlite's cache, which is bounded.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rusqlite::{Connection, PrepFlags, Result};

use crate::dialect;
use crate::statement::Statement;

/// A connection and its statements.
pub struct Prepared<'c> {
    pub connection: &'c Connection,
    constant: RefCell<HashMap<(*const u8, usize), rusqlite::Statement<'c>>>,
}

impl<'c> Prepared<'c> {
    pub fn on(connection: &'c Connection) -> Prepared<'c> {
        Prepared { connection, constant: RefCell::default() }
    }

    /// What `work` makes of a statement. It binds all values, and none of them stays. It must not use another statement.
    ///
    /// # Errors
    /// When the text is not understood, and those of `work`.
    pub fn with<T>(
        &self,
        statement: &Statement,
        work: impl FnOnce(&mut rusqlite::Statement<'_>) -> Result<T>,
    ) -> Result<T> {
        let Cow::Borrowed(text) = statement.sql else {
            let mut composed = self.connection.prepare_cached(&dialect::sqlite(&statement.sql))?;
            return work(&mut composed);
        };
        let mut constant = self.constant.borrow_mut();
        let statement = match constant.entry((text.as_ptr(), text.len())) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let text = dialect::sqlite(text);
                new.insert(self.connection.prepare_with_flags(&text, PrepFlags::SQLITE_PREPARE_PERSISTENT)?)
            }
        };
        let done = work(statement);
        statement.clear_bindings();
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(prepared: &Prepared<'_>, statement: &Statement, value: i64) -> i64 {
        let answer = prepared.with(statement, |statement| {
            statement.raw_bind_parameter(1, value)?;
            let mut rows = statement.raw_query();
            rows.next()?.expect("a row").get(0)
        });
        answer.expect("a number")
    }

    #[test]
    fn a_statement_is_prepared_once_and_keeps_no_value() {
        let connection = Connection::open_in_memory().expect("a database");
        let prepared = Prepared::on(&connection);
        let constant = Statement::new("Test", "SELECT $1 + 1");
        assert_eq!([answer(&prepared, &constant, 1), answer(&prepared, &constant, 5)], [2, 6]);
        assert_eq!(answer(&prepared, &Statement::composed("Test", "SELECT $1 + 2".to_owned()), 1), 3);
        assert_eq!(prepared.constant.borrow().len(), 1);
        let unbound = prepared.with(&constant, |statement| {
            let mut rows = statement.raw_query();
            rows.next()?.expect("a row").get(0)
        });
        assert_eq!(unbound, Ok(None::<i64>));
    }

    #[test]
    fn a_statement_that_failed_works_again() {
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch("CREATE TABLE t (a BIGINT PRIMARY KEY)").expect("a table");
        let prepared = Prepared::on(&connection);
        let insert = |value: i64| {
            prepared.with(&Statement::new("Test", "INSERT INTO t (a) VALUES ($1)"), |statement| {
                statement.raw_bind_parameter(1, value)?;
                statement.raw_execute()
            })
        };
        assert_eq!(insert(1), Ok(1));
        assert!(insert(1).is_err());
        assert_eq!(insert(2), Ok(1));
        assert!(prepared.with(&Statement::new("Test", "SELECT nothing FROM nowhere"), |_| Ok(())).is_err());
    }
}
