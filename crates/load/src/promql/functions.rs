//! Functions of vectors: the quantile of a histogram's buckets, rounding and bounds.

use std::collections::BTreeMap;

use super::evaluate::Series;
use super::expression::Function;
use super::samples::Labels;

/// The value of a function of one number.
pub fn of_number(function: Function, value: f64, bound: f64) -> f64 {
    match function {
        Function::Abs => value.abs(),
        Function::Ceil => value.ceil(),
        Function::Floor => value.floor(),
        Function::ClampMin => value.max(bound),
        Function::ClampMax => value.min(bound),
        _ => unreachable!("the evaluator gives single numbers to functions of numbers only"),
    }
}

/// The quantile of every histogram in `vector`: series that differ in `le` only are one.
pub fn histogram_quantile(quantile: f64, vector: Vec<Series>) -> Vec<Series> {
    let mut histograms: BTreeMap<Labels, Vec<Bucket>> = BTreeMap::new();
    for series in vector {
        let Ok(upper) = parse_bound(series.labels.get("le")) else { continue };
        let labels = series.labels.without(&["le", "__name__"]);
        histograms.entry(labels).or_default().push(Bucket { upper, count: series.value });
    }
    let quantiles = histograms.into_iter();
    quantiles.map(|(labels, buckets)| Series { labels, value: bucket_quantile(quantile, buckets) }).collect()
}

fn parse_bound(le: &str) -> Result<f64, std::num::ParseFloatError> {
    le.parse()
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    upper: f64,
    count: f64,
}

fn bucket_quantile(quantile: f64, mut buckets: Vec<Bucket>) -> f64 {
    if quantile.is_nan() {
        return f64::NAN;
    }
    if quantile < 0.0 {
        return f64::NEG_INFINITY;
    }
    if quantile > 1.0 {
        return f64::INFINITY;
    }
    buckets.sort_by(|one, other| one.upper.total_cmp(&other.upper));
    if buckets.last().is_none_or(|last| last.upper != f64::INFINITY) {
        return f64::NAN;
    }
    buckets.dedup_by(|later, earlier| {
        let same = later.upper == earlier.upper;
        if same {
            earlier.count += later.count;
        }
        same
    });
    // Buckets are read one after the other and may seem to fall; counts of cumulative buckets never do.
    let mut most = 0.0_f64;
    for bucket in &mut buckets {
        most = most.max(bucket.count);
        bucket.count = most;
    }
    if buckets.len() < 2 || most == 0.0 || most.is_nan() {
        return f64::NAN;
    }
    let rank = quantile * most;
    let at = buckets[..buckets.len() - 1].partition_point(|bucket| bucket.count < rank);
    if at == buckets.len() - 1 {
        return buckets[at - 1].upper;
    }
    let (mut lower, mut below) = (0.0, 0.0);
    if at > 0 {
        (lower, below) = (buckets[at - 1].upper, buckets[at - 1].count);
    } else if buckets[0].upper <= 0.0 {
        return buckets[0].upper;
    }
    lower + (buckets[at].upper - lower) * ((rank - below) / (buckets[at].count - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantile(quantile: f64, buckets: &[(f64, f64)]) -> f64 {
        bucket_quantile(quantile, buckets.iter().map(|&(upper, count)| Bucket { upper, count }).collect())
    }

    const INF: f64 = f64::INFINITY;

    #[test]
    fn inside_a_bucket_it_is_a_straight_line() {
        assert_eq!(quantile(0.5, &[(1.0, 0.0), (2.0, 10.0), (INF, 10.0)]), 1.5);
        assert_eq!(quantile(0.5, &[(1.0, 10.0), (2.0, 10.0), (INF, 10.0)]), 0.5);
    }

    #[test]
    fn beyond_the_last_bound_it_is_the_last_bound() {
        assert_eq!(quantile(0.99, &[(1.0, 1.0), (2.0, 2.0), (INF, 10.0)]), 2.0);
    }

    #[test]
    fn without_observations_or_without_an_end_there_is_none() {
        assert!(quantile(0.5, &[(1.0, 0.0), (INF, 0.0)]).is_nan());
        assert!(quantile(0.5, &[(1.0, 3.0)]).is_nan());
        assert!(quantile(0.5, &[]).is_nan());
    }
}
