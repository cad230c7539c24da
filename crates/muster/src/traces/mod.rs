//! Traces: what a request did and how long each part took, for a collector of OpenTelemetry.
//!
//! Off unless `tracing.otlp_url` is set; then spans of the target [`TARGET`] are gathered by a layer of the log and
//! sent in batches. The queue between is bounded: when the collector is slow, spans are dropped and counted, never
//! waited for. OTLP is spoken as JSON over HTTP, which every collector takes, instead of by the library and its
//! forty crates (docs/decisions/0016).

mod otlp;
mod send;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use base::{Clock, Millis};
use rand::RngCore;
use tokio::sync::mpsc;
use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

pub use send::Sender;

/// Target of the spans that are sent. They have the level `TRACE`, so that the log does not carry them.
const TARGET: &str = "trace";
/// Spans that wait to be sent: two seconds of a busy node at a tenth of its requests.
const QUEUE_MAX: usize = 8_192;

/// A span that ended.
struct Ended {
    trace: u128,
    id: u64,
    parent: u64,
    name: &'static str,
    began_at: Millis,
    took_ns: u64,
    /// In the order they came.
    attributes: Vec<(&'static str, String)>,
}

/// What is kept of a span while it is open.
struct Open {
    trace: u128,
    id: u64,
    parent: u64,
    began_at: Millis,
    began: Instant,
    attributes: Vec<(&'static str, String)>,
}

/// Gathers spans.
pub struct Traces {
    clock: Clock,
    sample_percent: u32,
    queue: mpsc::Sender<Ended>,
    dropped: Arc<AtomicU64>,
}

/// The layer that gathers, and what sends.
pub fn pair(clock: Clock, sample_percent: u32, url: &str) -> (Traces, Sender) {
    let (queue, waiting) = mpsc::channel(QUEUE_MAX);
    let dropped = Arc::new(AtomicU64::new(0));
    let sender = Sender::new(url, waiting, dropped.clone());
    (Traces { clock, sample_percent, queue, dropped }, sender)
}

/// True for what the layer takes.
pub fn is_traced(metadata: &Metadata<'_>) -> bool {
    metadata.is_span() && metadata.target() == TARGET
}

impl Traces {
    /// The trace that a span without a parent belongs to; `None` when it is not among the sampled ones.
    fn root(&self, traceparent: Option<&str>) -> Option<(u128, u64)> {
        if let Some((trace, parent, sampled)) = traceparent.and_then(read_traceparent) {
            return sampled.then_some((trace, parent));
        }
        let mut random = [0; 16];
        rand::rng().fill_bytes(&mut random);
        let chosen = u32::from_le_bytes([random[0], random[1], random[2], random[3]]) % 100 < self.sample_percent;
        chosen.then_some((u128::from_be_bytes(random) | 1, 0))
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Traces {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let span = context.span(id).expect("a span that begins is known");
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let above = match span.parent() {
            Some(parent) => parent.extensions().get::<Open>().map(|open| (open.trace, open.id)),
            None => self.root(fields.traceparent.as_deref()),
        };
        let Some((trace, parent)) = above else { return };
        let (began_at, began) = (self.clock.now(), Instant::now());
        let id = rand::rng().next_u64() | 1;
        span.extensions_mut().insert(Open { trace, id, parent, began_at, began, attributes: fields.others });
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let span = context.span(id).expect("an open span is known");
        if let Some(open) = span.extensions_mut().get_mut::<Open>() {
            let mut fields = Fields::default();
            values.record(&mut fields);
            open.attributes.append(&mut fields.others);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).expect("a span that ends is known");
        let Some(open) = span.extensions_mut().remove::<Open>() else { return };
        let Open { trace, id, parent, began_at, began, attributes } = open;
        let took_ns = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let ended = Ended { trace, id, parent, name: span.name(), began_at, took_ns, attributes };
        if self.queue.try_send(ended).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The values of a span's fields, as text.
#[derive(Default)]
struct Fields {
    traceparent: Option<String>,
    others: Vec<(&'static str, String)>,
}

impl tracing::field::Visit for Fields {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &tracing::field::Field, value: &str) {
        match field.name() {
            "traceparent" => self.traceparent = Some(value.to_owned()),
            name => self.others.push((name, value.to_owned())),
        }
    }
}

/// The header of W3C Trace Context: trace, span above, and whether it is sampled.
fn read_traceparent(header: &str) -> Option<(u128, u64, bool)> {
    let mut parts = header.trim().split('-');
    let (version, trace, parent, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let lengths = (version.len(), trace.len(), parent.len(), flags.len()) == (2, 32, 16, 2);
    let plain = header.trim().bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    if !lengths || !plain || version.eq_ignore_ascii_case("ff") {
        return None;
    }
    let (trace, parent) = (u128::from_str_radix(trace, 16).ok()?, u64::from_str_radix(parent, 16).ok()?);
    let sampled = u8::from_str_radix(flags, 16).ok()? & 1 == 1;
    (trace != 0 && parent != 0).then_some((trace, parent, sampled))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tracing_subscriber::filter::filter_fn;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    const ABOVE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn gathered(sample_percent: u32, work: impl FnOnce()) -> Vec<Ended> {
        let (queue, mut waiting) = mpsc::channel(16);
        let traces = Traces { clock: Clock::fixed(1_000), sample_percent, queue, dropped: Arc::default() };
        let subscriber = tracing_subscriber::registry().with(traces.with_filter(filter_fn(is_traced)));
        tracing::subscriber::with_default(subscriber, work);
        std::iter::from_fn(|| waiting.try_recv().ok()).collect()
    }

    fn request_with_a_call(traceparent: Option<&str>) {
        let request = tracing::trace_span!(target: "trace", "request", handler = "getMe", status = tracing::field::Empty,
            traceparent);
        let entered = request.enter();
        drop(tracing::trace_span!(target: "trace", "store", method = "User.Get"));
        drop(tracing::trace_span!("elsewhere"));
        drop(entered);
        request.record("status", 200);
    }

    #[test]
    fn parts_belong_to_their_request() {
        let spans = gathered(100, || request_with_a_call(None));
        let [store, request] = &spans[..] else { panic!("{} spans", spans.len()) };
        assert_eq!((store.name, request.name), ("store", "request"));
        assert_eq!((store.trace, store.parent, request.parent), (request.trace, request.id, 0));
        assert_eq!(request.attributes, [("handler", "getMe".to_owned()), ("status", "200".to_owned())]);
        assert_eq!(request.began_at, 1_000);
    }

    #[test]
    fn a_trace_from_outside_goes_on_and_decides() {
        let spans = gathered(0, || request_with_a_call(Some(ABOVE)));
        assert_eq!(spans.len(), 2);
        assert_eq!((spans[1].trace, spans[1].parent), (0x0af7651916cd43dd8448eb211c80319c, 0xb7ad6b7169203331));
        assert!(gathered(100, || request_with_a_call(Some(&ABOVE.replace("-01", "-00")))).is_empty());
        assert!(gathered(0, || request_with_a_call(None)).is_empty());
    }

    #[test]
    fn headers_of_another_form_are_none() {
        for header in
            ["", "00-0-0-01", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", &ABOVE.replace('b', "x")]
        {
            assert!(read_traceparent(header).is_none(), "{header}");
        }
    }

    proptest! {
        #[test]
        fn any_header_is_fine(header in "\\PC{0,60}") {
            let _ = read_traceparent(&header);
        }
    }
}
