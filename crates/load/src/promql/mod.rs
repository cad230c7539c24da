//! The part of PromQL that health metrics and reports need, over the lab's own samples.
//!
//! [`parse`] makes an expression of a text, [`Expression::instant`] evaluates it over a [`crate::scrape::Samples`].
//! What is outside of the part (subqueries, `group_left`, `@`) is refused with its place, never guessed. A
//! test compares the answers with those of a real Prometheus.

mod aggregate;
mod evaluate;
mod expression;
mod functions;
mod lexer;
mod matching;
mod parser;
mod rates;
pub mod samples;

pub use evaluate::{Problem, Series, Value};
pub use expression::{Expression, Matcher};
pub use parser::{ParseError, parse};
