//! A write as a value: statement, parameters, and whether it must change something.

use crate::statement::Statement;
use crate::value::Value;

/// What follows a change. Runs on the writer, in commit order, and must not block.
pub trait Sequel: Send {
    /// Whether [`Sequel::log`] may say anything.
    fn logs(&self) -> bool {
        false
    }

    /// Appends what other processes have to know of the change: kept in `event_log` by the same transaction, in one row
    /// for all changes of a group, one behind the other. Asked when the statements ran and before the commit, on
    /// PostgreSQL alone; asked again when the change is tried again.
    fn log(&mut self, _outcome: &Outcome, _log: &mut Vec<u8>) {}

    /// Whether [`Sequel::log`] depends on what the statements did. When not, it may be asked with an empty outcome.
    fn reads_outcome(&self) -> bool {
        true
    }

    /// After the change is durable and before the caller hears of it: updates memory and hands events on.
    fn follow(self: Box<Self>, outcome: &Outcome);
}

impl<F: FnOnce(&Outcome) + Send> Sequel for F {
    fn follow(self: Box<Self>, outcome: &Outcome) {
        (*self)(outcome);
    }
}

pub type Then = Box<dyn Sequel>;

/// One statement of a change.
#[derive(Clone, Debug)]
pub struct Write {
    pub(crate) statement: &'static Statement,
    pub(crate) params: Vec<Value>,
    /// Parameters of one row each, in the place of `params`.
    pub(crate) rows: Vec<Vec<Value>>,
    pub(crate) must: bool,
    pub(crate) is_plain: bool,
}

impl Write {
    /// A statement that may change any number of rows.
    pub fn new(statement: &'static Statement, params: Vec<Value>) -> Self {
        Write { statement, params, rows: Vec::new(), must: false, is_plain: false }
    }

    /// A statement that fails the whole change with [`crate::Error::Unmet`] when it changes no row.
    pub fn must(statement: &'static Statement, params: Vec<Value>) -> Self {
        Write { statement, params, rows: Vec::new(), must: true, is_plain: false }
    }

    /// Inserts many rows by a statement that is `INSERT INTO table (columns) VALUES ($1, …)` and nothing more. PostgreSQL
    /// copies them, which costs a fraction of a statement for each.
    pub fn rows(statement: &'static Statement, rows: Vec<Vec<Value>>) -> Self {
        Write { statement, params: Vec::new(), rows, must: false, is_plain: false }
    }

    /// Says that the statement changes one row at most, and that doing it twice, or once more a little later, is as good
    /// as once. On PostgreSQL a change of one such statement needs no transaction around it, with its lock and its mark:
    /// it is sent alone, and sent again when its answer is lost.
    pub fn plain(self) -> Self {
        Write { is_plain: true, ..self }
    }
}

/// How far a writer's log is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logged {
    /// The number of the newest row that stands; 0 before the first. Numbers grow, with gaps.
    pub number: i64,
    /// Bytes of all rows so far.
    pub bytes: u64,
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
