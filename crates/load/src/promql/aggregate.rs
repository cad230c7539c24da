//! Series summed up by label.

use std::collections::BTreeMap;

use super::evaluate::Series;
use super::expression::{Aggregation, Grouping};
use super::samples::Labels;

struct Group {
    value: f64,
    count: f64,
}

/// One series per group of labels.
pub fn aggregate(how: Aggregation, grouping: &Grouping, vector: Vec<Series>) -> Vec<Series> {
    let mut groups: BTreeMap<Labels, Group> = BTreeMap::new();
    for series in vector {
        let labels = group_of(grouping, &series.labels);
        let one = series.value;
        groups
            .entry(labels)
            .and_modify(|group| {
                group.count += 1.0;
                group.value = match how {
                    Aggregation::Sum | Aggregation::Avg | Aggregation::Count => group.value + one,
                    Aggregation::Min if one < group.value || group.value.is_nan() => one,
                    Aggregation::Max if one > group.value || group.value.is_nan() => one,
                    Aggregation::Min | Aggregation::Max => group.value,
                };
            })
            .or_insert(Group { value: one, count: 1.0 });
    }
    let value = |group: Group| match how {
        Aggregation::Avg => group.value / group.count,
        Aggregation::Count => group.count,
        _ => group.value,
    };
    groups.into_iter().map(|(labels, group)| Series { labels, value: value(group) }).collect()
}

/// The labels that a group shares. `without` forgets the metric's name too.
pub fn group_of(grouping: &Grouping, labels: &Labels) -> Labels {
    match grouping {
        Grouping::By(kept) => labels.only(kept),
        Grouping::Without(dropped) => {
            let dropped: Vec<&str> = dropped.iter().map(String::as_str).chain(["__name__"]).collect();
            labels.without(&dropped)
        }
    }
}
