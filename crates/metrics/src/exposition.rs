//! The text that Prometheus reads, version 0.0.4 of its format.
//!
//! Written here rather than by a library: half of the names that dashboards query are counters without the
//! suffix that libraries insist on.

use std::fmt::Write;

use crate::declare::{Declaration, Metric};
use crate::value::Type;

/// Content type of the text.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A metric of whatever type, as the exposition sees it.
pub(crate) trait Exposed {
    fn write(&self, declaration: &Declaration, out: &mut String);
    fn lost(&self) -> u64;
}

impl<M: Metric> Exposed for M {
    fn write(&self, declaration: &Declaration, out: &mut String) {
        let head = out.len();
        write_head(declaration, out);
        let body = out.len();
        self.each(&mut |values, samples| {
            samples(&mut |suffix, bound, value| write_sample(declaration, suffix, values, bound, value, out));
        });
        if out.len() == body {
            out.truncate(head);
        }
    }

    fn lost(&self) -> u64 {
        Metric::lost(self)
    }
}

fn write_head(declaration: &Declaration, out: &mut String) {
    let kind = match declaration.r#type {
        Type::Counter => "counter",
        Type::Gauge => "gauge",
        Type::Histogram => "histogram",
    };
    let name = declaration.name;
    // Doc comments start each line with a space.
    let help = declaration.help.trim().replace('\\', "\\\\").replace('\n', " ");
    _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn write_sample(
    declaration: &Declaration,
    suffix: &str,
    values: &[String],
    bound: Option<f64>,
    value: f64,
    out: &mut String,
) {
    out.push_str(declaration.name);
    out.push_str(suffix);
    let mut separator = '{';
    for (label, value) in declaration.labels.iter().zip(values) {
        out.push(separator);
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        _ = write!(out, "{label}=\"{value}\"");
        separator = ',';
    }
    if let Some(bound) = bound {
        out.push(separator);
        let text = if bound.is_infinite() { "+Inf".to_string() } else { bound.to_string() };
        _ = write!(out, "le=\"{text}\"");
        separator = ',';
    }
    if separator == ',' {
        out.push('}');
    }
    _ = writeln!(out, " {value}");
}
