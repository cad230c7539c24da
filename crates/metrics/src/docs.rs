//! The text of `docs/metrics.md`, made from the declarations.

use std::fmt::Write;

use crate::value::Type;
use crate::{Declaration, GROUPS};

/// Every metric with its help text, by group.
pub fn markdown() -> String {
    let mut out = String::from(
        "<!-- Generated from crates/metrics. UPDATE=1 cargo test -p muster-metrics writes it anew. -->\n\
         # Metrics\n\n\
         Served for Prometheus at `/metrics` on `metrics.listen`. A labelled metric shows up with its first value.\n",
    );
    for (about, declarations) in GROUPS {
        _ = write!(out, "\n## {}\n\n| Name | Type | Labels | Meaning |\n|---|---|---|---|\n", about.trim());
        for declaration in *declarations {
            row(declaration, &mut out);
        }
    }
    out
}

fn row(declaration: &Declaration, out: &mut String) {
    let kind = match declaration.r#type {
        Type::Counter => "counter",
        Type::Gauge => "gauge",
        Type::Histogram => "histogram",
    };
    let labels = declaration.labels.join(", ");
    _ = writeln!(out, "| `{}` | {kind} | {labels} | {} |", declaration.name, declaration.help.trim());
}
