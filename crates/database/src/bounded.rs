//! Rows of a query, bounded in bytes.

use std::ops::ControlFlow;
use std::ops::ControlFlow::{Break, Continue};

use crate::value::Value;

/// Rows of a query, as many as a bound allows.
#[derive(Debug)]
pub struct Bounded {
    pub rows: Vec<Vec<Value>>,
    /// Whether there are more, which the bound does not allow.
    pub is_cut: bool,
    bytes: usize,
    bytes_max: usize,
}

impl Bounded {
    pub(crate) fn new(bytes_max: usize) -> Bounded {
        Bounded { rows: Vec::new(), is_cut: false, bytes: 0, bytes_max }
    }

    /// Takes a row, unless those before it have filled the bound: then it breaks. The first one is always taken.
    pub(crate) fn add(&mut self, row: Vec<Value>) -> ControlFlow<()> {
        let len = |value: &Value| match value {
            Value::Text(text) => text.len(),
            Value::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        self.bytes = self.bytes.saturating_add(row.iter().map(len).sum());
        self.is_cut = self.bytes > self.bytes_max && !self.rows.is_empty();
        if self.is_cut {
            return Break(());
        }
        self.rows.push(row);
        Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of some rows are taken within ten bytes, and whether there are more.
    fn taken(texts: [&str; 2]) -> (usize, bool) {
        let mut within = Bounded::new(10);
        let mut rows = texts.into_iter().map(|text| vec![Value::Text(text.to_owned()), Value::Int(1)]);
        let _broken = rows.try_for_each(|row| within.add(row));
        (within.rows.len(), within.is_cut)
    }

    #[test]
    fn rows_beyond_the_bound_are_not_taken() {
        assert_eq!(taken(["12345", "67890"]), (2, false));
        assert_eq!(taken(["12345", "678901"]), (1, true));
        assert_eq!(taken(["more than ten", "b"]), (1, true), "the first one is taken whatever it has");
    }
}
