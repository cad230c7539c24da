//! A write as a value: statement, parameters, and whether it must change something.

use crate::statement::Statement;
use crate::value::Value;

/// Runs on the writer, in commit order, after the change is durable and before the caller hears
/// of it. Must not block: it updates memory and hands events on.
pub type Then = Box<dyn FnOnce(&Outcome) + Send>;

/// One statement of a change.
#[derive(Clone, Debug)]
pub struct Write {
    pub(crate) statement: &'static Statement,
    pub(crate) params: Vec<Value>,
    pub(crate) must: bool,
    pub(crate) is_plain: bool,
}

impl Write {
    /// A statement that may change any number of rows.
    pub fn new(statement: &'static Statement, params: Vec<Value>) -> Self {
        Write { statement, params, must: false, is_plain: false }
    }

    /// A statement that fails the whole change with [`crate::Error::Unmet`] when it changes no row.
    pub fn must(statement: &'static Statement, params: Vec<Value>) -> Self {
        Write { statement, params, must: true, is_plain: false }
    }

    /// Says that the statement changes one row at most, and that doing it twice, or once more a little later, is as good
    /// as once. On PostgreSQL a change of one such statement needs no transaction around it, with its lock and its mark:
    /// it is sent alone, and sent again when its answer is lost.
    pub fn plain(self) -> Self {
        Write { is_plain: true, ..self }
    }
}

/// What each statement of a change did, in order.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub(crate) steps: Vec<Step>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    pub changed: u64,
    pub rows: Vec<Vec<Value>>,
}

impl Outcome {
    /// Rows that the statement at `at` changed.
    pub fn changed(&self, at: usize) -> u64 {
        self.steps[at].changed
    }

    /// Rows that the statement at `at` returned through `RETURNING`.
    pub fn returned(&self, at: usize) -> &[Vec<Value>] {
        &self.steps[at].rows
    }
}
