//! Two vectors joined: each series of the left with the one of the right that has the same labels.

use std::collections::{HashMap, HashSet};

use super::aggregate::group_of;
use super::evaluate::{Problem, Series};
use super::expression::{Binary, Grouping, Operator};
use super::samples::Labels;

/// Arithmetic and comparison of two vectors.
///
/// # Errors
/// When several series of a side have the same matching labels.
pub fn join(binary: &Binary, left: Vec<Series>, right: Vec<Series>) -> Result<Vec<Series>, Problem> {
    if binary.operator.is_of_sets() {
        return Ok(sets(binary, left, right));
    }
    let mut values: HashMap<Labels, f64> = HashMap::new();
    for series in right {
        if values.insert(group_of(&binary.matching, &series.labels), series.value).is_some() {
            return Err(Problem::Ambiguous);
        }
    }
    let mut met = HashSet::new();
    let mut joined = Vec::new();
    for series in left {
        let signature = group_of(&binary.matching, &series.labels);
        let Some(&other) = values.get(&signature) else { continue };
        let Some(value) = keep(binary, series.value, other, series.value) else { continue };
        if !met.insert(signature) {
            return Err(Problem::Ambiguous);
        }
        let mut labels = match &binary.matching {
            Grouping::By(kept) => series.labels.only(kept),
            Grouping::Without(dropped) => {
                series.labels.without(&dropped.iter().map(String::as_str).collect::<Vec<_>>())
            }
        };
        if !binary.operator.compares() || binary.gives_bool {
            labels = labels.without(&["__name__"]);
        }
        joined.push(Series { labels, value });
    }
    Ok(joined)
}

/// The value of a pair: of arithmetic its result, of a comparison `kept` where it holds.
pub fn keep(binary: &Binary, left: f64, right: f64, kept: f64) -> Option<f64> {
    let value = binary.operator.of(left, right);
    if binary.operator.compares() && !binary.gives_bool { (value == 1.0).then_some(kept) } else { Some(value) }
}

fn sets(binary: &Binary, mut left: Vec<Series>, right: Vec<Series>) -> Vec<Series> {
    let signature = |series: &Series| group_of(&binary.matching, &series.labels);
    match binary.operator {
        Operator::Or => {
            let there: HashSet<Labels> = left.iter().map(signature).collect();
            left.extend(right.into_iter().filter(|series| !there.contains(&signature(series))));
        }
        operator => {
            let there: HashSet<Labels> = right.iter().map(signature).collect();
            left.retain(|series| there.contains(&signature(series)) == (operator == Operator::And));
        }
    }
    left
}
