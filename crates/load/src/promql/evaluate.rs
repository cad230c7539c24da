//! A query's tree evaluated over samples at one moment, or at steps between two.

use std::collections::HashSet;

use base::Millis;

use super::aggregate::aggregate;
use super::expression::{Binary, Expression, Function, Selector};
use super::functions::{histogram_quantile, of_number};
use super::matching::{join, keep};
use super::rates::{Window, over};
use super::samples::{Labels, Samples};

/// A value older than this is no value any more, as in Prometheus.
const LOOK_BACK_MS: Millis = 5 * 60 * 1_000;

/// Steps of one range query: a chart cannot show more.
pub const STEPS_MAX: usize = 11_000;

/// A series at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub labels: Labels,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Vector(Vec<Series>),
}

impl Value {
    /// The number, or the first series' value; `None` when there is no series.
    pub fn first(&self) -> Option<f64> {
        match self {
            Value::Number(value) => Some(*value),
            Value::Vector(series) => series.first().map(|series| series.value),
        }
    }

    fn number(self) -> f64 {
        match self {
            Value::Number(value) => value,
            Value::Vector(_) => unreachable!("the parser puts numbers where numbers belong"),
        }
    }

    fn vector(self) -> Vec<Series> {
        match self {
            Value::Vector(vector) => vector,
            Value::Number(_) => unreachable!("the parser puts vectors where vectors belong"),
        }
    }
}

/// Why a query has no answer though it could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("several series of one side match the same series of the other")]
    Ambiguous,
    #[error("two series of the answer have the same labels")]
    Twice,
    #[error("the range has more than {STEPS_MAX} steps, or none")]
    Steps,
}

impl Expression {
    /// The value at `at`. Series come sorted by their labels.
    ///
    /// # Errors
    /// When two series that must be one cannot be told apart.
    pub fn instant(&self, samples: &Samples, at: Millis) -> Result<Value, Problem> {
        let mut value = evaluate(self, samples, at)?;
        if let Value::Vector(series) = &mut value {
            series.sort_by(|one, other| one.labels.cmp(&other.labels));
            let distinct: HashSet<&Labels> = series.iter().map(|one| &one.labels).collect();
            if distinct.len() < series.len() {
                return Err(Problem::Twice);
            }
        }
        Ok(value)
    }

    /// The first series' value at each step from `from` to `to`; steps without a value are left out.
    ///
    /// # Errors
    /// Those of [`Expression::instant`], and a range of no steps or too many.
    pub fn range(
        &self,
        samples: &Samples,
        (from, to): (Millis, Millis),
        step_ms: Millis,
    ) -> Result<Vec<(Millis, f64)>, Problem> {
        if step_ms <= 0 || to < from || (to - from) / step_ms >= STEPS_MAX as Millis {
            return Err(Problem::Steps);
        }
        let mut values = Vec::new();
        let mut at = from;
        while at <= to {
            values.extend(self.instant(samples, at)?.first().map(|value| (at, value)));
            at += step_ms;
        }
        Ok(values)
    }
}

fn evaluate(expression: &Expression, samples: &Samples, at: Millis) -> Result<Value, Problem> {
    Ok(match expression {
        Expression::Number(value) => Value::Number(*value),
        Expression::Negated(of) => match evaluate(of, samples, at)? {
            Value::Number(value) => Value::Number(-value),
            Value::Vector(vector) => Value::Vector(nameless(vector, |value| -value)),
        },
        Expression::Selector(selector) => Value::Vector(select(selector, samples, at)),
        Expression::Range(..) => unreachable!("the parser puts ranges into functions of ranges"),
        Expression::Call(function, arguments) => call(*function, arguments, samples, at)?,
        Expression::Aggregate { how, grouping, of } => {
            Value::Vector(aggregate(*how, grouping, evaluate(of, samples, at)?.vector()))
        }
        Expression::Binary(both) => binary(both, samples, at)?,
    })
}

fn select(selector: &Selector, samples: &Samples, at: Millis) -> Vec<Series> {
    let at = at - selector.offset_ms;
    let latest = samples.matching(&selector.matchers).filter_map(|(labels, points)| {
        let last = points[..points.partition_point(|point| point.at <= at)].last()?;
        let is_fresh = last.at >= at - LOOK_BACK_MS && !last.is_stale();
        is_fresh.then(|| Series { labels: labels.clone(), value: last.value })
    });
    latest.collect()
}

fn call(function: Function, arguments: &[Expression], samples: &Samples, at: Millis) -> Result<Value, Problem> {
    if let [Expression::Range(selector, range_ms)] = arguments {
        return Ok(Value::Vector(ranged(function, selector, *range_ms, samples, at)));
    }
    let mut values = arguments.iter().map(|argument| evaluate(argument, samples, at));
    let mut next = || values.next().expect("the parser counted the arguments");
    Ok(match function {
        Function::HistogramQuantile => {
            let quantile = next()?.number();
            Value::Vector(histogram_quantile(quantile, next()?.vector()))
        }
        Function::Scalar => match next()?.vector().as_slice() {
            [one] => Value::Number(one.value),
            _ => Value::Number(f64::NAN),
        },
        Function::Vector => Value::Vector(vec![Series { labels: Labels::default(), value: next()?.number() }]),
        Function::ClampMin | Function::ClampMax => {
            let vector = next()?.vector();
            let bound = next()?.number();
            Value::Vector(nameless(vector, |value| of_number(function, value, bound)))
        }
        _ => Value::Vector(nameless(next()?.vector(), |value| of_number(function, value, 0.0))),
    })
}

fn ranged(function: Function, selector: &Selector, range_ms: Millis, samples: &Samples, at: Millis) -> Vec<Series> {
    let to = at - selector.offset_ms;
    let from = to - range_ms;
    let mut found = Vec::new();
    for (labels, points) in samples.matching(&selector.matchers) {
        let inside = &points[points.partition_point(|point| point.at < from)..];
        let inside = &inside[..inside.partition_point(|point| point.at <= to)];
        let values: Vec<_> = inside.iter().filter(|point| !point.is_stale()).copied().collect();
        if let Some(value) = over(function, &Window { points: &values, from, to }) {
            found.push(Series { labels: labels.without(&["__name__"]), value });
        }
    }
    found
}

fn binary(both: &Binary, samples: &Samples, at: Millis) -> Result<Value, Problem> {
    let left = evaluate(&both.left, samples, at)?;
    let right = evaluate(&both.right, samples, at)?;
    let drops_name = !both.operator.compares() || both.gives_bool;
    let each = |vector: Vec<Series>, pair: &dyn Fn(f64) -> (f64, f64)| {
        let kept = vector.into_iter().filter_map(|series| {
            let (left, right) = pair(series.value);
            let value = keep(both, left, right, series.value)?;
            let labels = if drops_name { series.labels.without(&["__name__"]) } else { series.labels };
            Some(Series { labels, value })
        });
        Value::Vector(kept.collect())
    };
    Ok(match (left, right) {
        (Value::Number(left), Value::Number(right)) => Value::Number(both.operator.of(left, right)),
        (Value::Number(left), Value::Vector(right)) => each(right, &|value| (left, value)),
        (Value::Vector(left), Value::Number(right)) => each(left, &|value| (value, right)),
        (Value::Vector(left), Value::Vector(right)) => Value::Vector(join(both, left, right)?),
    })
}

fn nameless(vector: Vec<Series>, change: impl Fn(f64) -> f64) -> Vec<Series> {
    let changed = vector.into_iter();
    changed.map(|series| Series { labels: series.labels.without(&["__name__"]), value: change(series.value) }).collect()
}
