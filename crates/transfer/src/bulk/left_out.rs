//! What of a source is not brought along as it is there: why, what is done instead, how often, and the first rows of it.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

/// Rows that are named for a reason; the rest is counted.
const NAMED_MAX: usize = 5;
/// Reasons that are kept apart; hostile files could make up more.
const REASONS_MAX: usize = 200;
const OTHERS: &str = "for other reasons";

/// How often something was left out for one reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Rows {
    pub count: u64,
    /// Where the first of them are.
    pub first: Vec<String>,
}

/// All that was left out, by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LeftOut(BTreeMap<String, Rows>);

impl LeftOut {
    /// Notes that the row at `place` is left out or comes otherwise, as the reason says.
    pub fn add(&mut self, reason: impl Into<String>, place: impl Display) {
        let rows = self.rows(reason.into());
        rows.count += 1;
        if rows.first.len() < NAMED_MAX {
            rows.first.push(place.to_string());
        }
    }

    fn rows(&mut self, reason: String) -> &mut Rows {
        let known = self.0.contains_key(&reason) || self.0.len() < REASONS_MAX;
        self.0.entry(if known { reason } else { OTHERS.to_owned() }).or_default()
    }

    /// Takes what was left out later.
    pub fn extend(&mut self, later: LeftOut) {
        for (reason, more) in later.0 {
            let rows = self.rows(reason);
            rows.count += more.count;
            rows.first.extend(more.first.into_iter().take(NAMED_MAX.saturating_sub(rows.first.len())));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reasons with their rows, by reason.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Rows)> {
        self.0.iter().map(|(reason, rows)| (reason.as_str(), rows))
    }

    /// A sentence for each reason.
    pub fn lines(&self) -> Vec<String> {
        let line = |(reason, rows): (&str, &Rows)| format!("{} × {reason} ({})", rows.count, rows.first.join(", "));
        self.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_and_rows_are_bounded_and_counted() {
        let mut left_out = LeftOut::default();
        for row in 0..1_000 {
            left_out.add("The file is not there.", row);
            left_out.add(format!("reason {row}"), row);
        }
        let mut later = LeftOut::default();
        later.add("The file is not there.", "later");
        left_out.extend(later);
        let rows = left_out.iter().find(|(reason, _)| reason.contains("not there")).expect("the reason").1;
        assert_eq!((rows.count, rows.first.join(" ").as_str()), (1_001, "0 1 2 3 4"));
        assert_eq!(left_out.iter().count(), REASONS_MAX + 1);
        assert_eq!(left_out.iter().map(|(_, rows)| rows.count).sum::<u64>(), 2_001);
    }
}
