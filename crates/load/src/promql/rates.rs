//! Functions over the samples of a range: rates of counters with resets and extrapolation, and means.
//!
//! Extrapolation follows Prometheus: a rate speaks of the whole range though samples begin and end inside it.

use base::Millis;

use super::expression::Function;
use super::samples::Point;

/// The samples of one series in a range, and where the range begins and ends.
pub struct Window<'a> {
    pub points: &'a [Point],
    pub from: Millis,
    pub to: Millis,
}

/// The value of a function of a range; `None` when there are too few samples.
pub fn over(function: Function, window: &Window) -> Option<f64> {
    let points = window.points;
    let values = || points.iter().map(|point| point.value);
    if points.is_empty() {
        return None;
    }
    let count = points.len() as f64;
    match function {
        Function::Rate => Some(extrapolated(window, Resets::Counter)? / seconds(window.to - window.from)),
        Function::Increase => extrapolated(window, Resets::Counter),
        Function::Delta => extrapolated(window, Resets::Gauge),
        Function::Irate => latest_rate(points),
        Function::AvgOverTime => Some(values().sum::<f64>() / count),
        Function::SumOverTime => Some(values().sum()),
        Function::CountOverTime => Some(count),
        Function::MinOverTime => values().reduce(|least, one| if one < least || least.is_nan() { one } else { least }),
        Function::MaxOverTime => values().reduce(|most, one| if one > most || most.is_nan() { one } else { most }),
        _ => unreachable!("the parser gives ranges to functions of ranges only"),
    }
}

#[derive(PartialEq)]
enum Resets {
    /// A fall means that the process began again at 0.
    Counter,
    Gauge,
}

fn extrapolated(window: &Window, resets: Resets) -> Option<f64> {
    let [first, .., last] = window.points else { return None };
    let mut change = last.value - first.value;
    if resets == Resets::Counter {
        let fallen = window.points.windows(2).filter(|pair| pair[1].value < pair[0].value);
        change += fallen.map(|pair| pair[0].value).sum::<f64>();
    }
    let sampled = seconds(last.at - first.at);
    let between = sampled / (window.points.len() - 1) as f64;
    let mut to_start = seconds(first.at - window.from);
    let to_end = seconds(window.to - last.at);
    if resets == Resets::Counter && change > 0.0 && first.value >= 0.0 {
        // A counter cannot have been below 0 before the first sample.
        to_start = to_start.min(sampled * (first.value / change));
    }
    // A gap wider than this means that the series began or ended inside the range.
    let gap_max = between * 1.1;
    let reach = |gap: f64| if gap < gap_max { gap } else { between / 2.0 };
    Some(change * ((sampled + reach(to_start) + reach(to_end)) / sampled))
}

fn latest_rate(points: &[Point]) -> Option<f64> {
    let [.., before, last] = points else { return None };
    let change = if last.value < before.value { last.value } else { last.value - before.value };
    let apart = seconds(last.at - before.at);
    (apart > 0.0).then(|| change / apart)
}

fn seconds(ms: Millis) -> f64 {
    ms as f64 / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: &[f64]) -> Vec<Point> {
        values.iter().enumerate().map(|(at, &value)| Point { at: at as Millis * 10_000, value }).collect()
    }

    fn of(function: Function, values: &[f64]) -> Option<f64> {
        let points = points(values);
        let to = points.last().map_or(0, |last| last.at);
        over(function, &Window { points: &points, from: 0, to })
    }

    #[test]
    fn a_steady_counter_has_its_rate() {
        assert_eq!(of(Function::Rate, &[0.0, 50.0, 100.0, 150.0]), Some(5.0));
        assert_eq!(of(Function::Irate, &[0.0, 50.0, 100.0, 170.0]), Some(7.0));
    }

    #[test]
    fn a_restart_of_the_server_is_no_fall() {
        assert_eq!(of(Function::Rate, &[100.0, 150.0, 20.0, 70.0]), Some(120.0 / 30.0));
        assert_eq!(of(Function::Irate, &[100.0, 20.0]), Some(2.0));
        assert_eq!(of(Function::Delta, &[100.0, 150.0, 20.0, 70.0]), Some(-30.0));
    }

    #[test]
    fn one_sample_has_no_rate() {
        assert_eq!(of(Function::Rate, &[1.0]), None);
        assert_eq!(of(Function::Irate, &[1.0]), None);
        assert_eq!(of(Function::AvgOverTime, &[3.0]), Some(3.0));
    }
}
