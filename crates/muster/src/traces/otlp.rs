//! Spans as a request of OTLP in its JSON form. Pure text.

use base::Millis;
use serde_json::{Value, json};

use super::Ended;

/// A server's span, as the protocol numbers its kinds; the others are the inside.
const SERVER: u8 = 2;
const INTERNAL: u8 = 1;
/// The status of a span whose request failed.
const FAILED: u8 = 2;

/// The body of `POST /v1/traces`.
pub(super) fn body(spans: &[Ended], node: &str) -> Value {
    let spans: Vec<Value> = spans.iter().map(span).collect();
    let resource = [("service.name", "muster"), ("service.version", env!("CARGO_PKG_VERSION")), ("host.name", node)];
    let resource: Vec<Value> = resource.iter().map(|(name, value)| attribute(name, value)).collect();
    json!({"resourceSpans": [{
        "resource": {"attributes": resource},
        "scopeSpans": [{"scope": {"name": "muster"}, "spans": spans}],
    }]})
}

fn span(ended: &Ended) -> Value {
    let began_ns = nanoseconds(ended.began_at);
    let failed = ended.attributes.iter().any(|(name, value)| *name == "status" && value.starts_with('5'));
    let about = ended.attributes.iter().find(|(name, _)| matches!(*name, "handler" | "method"));
    let name = about.map_or(ended.name.to_owned(), |(_, value)| format!("{} {value}", ended.name));
    let mut span = json!({
        "traceId": format!("{:032x}", ended.trace),
        "spanId": format!("{:016x}", ended.id),
        "name": name,
        "kind": if ended.name == "request" { SERVER } else { INTERNAL },
        // Numbers of 64 bits are text in the protocol's JSON.
        "startTimeUnixNano": began_ns.to_string(),
        "endTimeUnixNano": (began_ns + u128::from(ended.took_ns)).to_string(),
        "attributes": ended.attributes.iter().map(|(name, value)| attribute(name, value)).collect::<Vec<_>>(),
    });
    if ended.parent != 0 {
        span["parentSpanId"] = format!("{:016x}", ended.parent).into();
    }
    if failed {
        span["status"] = json!({"code": FAILED});
    }
    span
}

fn attribute(name: &str, value: &str) -> Value {
    json!({"key": name, "value": {"stringValue": value}})
}

fn nanoseconds(at: Millis) -> u128 {
    u128::try_from(at).unwrap_or(0) * 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_what_collectors_read() {
        let attributes = vec![("handler", "createPost".to_owned()), ("status", "503".to_owned())];
        let ended = Ended { trace: 1, id: 2, parent: 3, name: "request", began_at: 1_000, took_ns: 500, attributes };
        let body = body(&[ended], "node1");
        let span = &body["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
        assert_eq!(span["traceId"], "00000000000000000000000000000001");
        assert_eq!((&span["parentSpanId"], &span["name"]), (&json!("0000000000000003"), &json!("request createPost")));
        assert_eq!(
            (&span["startTimeUnixNano"], &span["endTimeUnixNano"]),
            (&json!("1000000000"), &json!("1000000500"))
        );
        assert_eq!((&span["kind"], &span["status"]["code"]), (&json!(2), &json!(2)));
        assert_eq!(body["resourceSpans"][0]["resource"]["attributes"][2]["value"]["stringValue"], "node1");
    }
}
