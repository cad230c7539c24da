//! Gauges that nobody keeps: lengths and sizes that are read when the metrics are asked for.
//!
//! What queues refuse is counted where it happens, as is the wait of password checks; the rest costs nothing between two
//! scrapes.

use std::sync::Arc;

use metrics::Metrics;

use notification::notify::mail::Letters;
use notification::notify::push::Pushes;
use notification::phones::Phones;
use notification::web_push::WebPush;
use outward::mail::Mailer;
use outward::outbound::Outbound;
use request::App;

/// Says when the server started, and reads the other gauges before each rendering.
pub fn start(app: &Arc<App>) {
    app.metrics.system.start_time.set(app.clock.now() / 1000);
    let weak = Arc::downgrade(app);
    app.metrics.refresh_with(move |metrics| {
        if let Some(app) = weak.upgrade() {
            read(&app, metrics);
        }
    });
}

fn read(app: &App, metrics: &Metrics) {
    metrics.store.write_queue.set(number(app.store.writes_waiting()));
    metrics.content.index_queue.set(number(app.indexing.engine.waiting()));
    let sizes = app.world.sizes().into_iter().chain(app.world.subscribers.sizes());
    for size in sizes.chain([app.windows.size()]) {
        metrics.store.cache_bytes.set((size.name,), i64::try_from(size.bytes).unwrap_or(i64::MAX));
        metrics.store.cache_entries.set((size.name,), number(size.entries));
    }
    let queues = [
        ("passwords", app.hashes.waiting()),
        ("pictures", app.pictures.waiting()),
        ("mails", app.of::<Mailer>().waiting()),
        ("notification_mails", app.of::<Letters>().waiting()),
        ("gathered_mails", app.of::<Letters>().gathered()),
        ("calls", app.of::<Outbound>().waiting()),
        ("posts_to_push", app.of::<Pushes>().waiting()),
        ("pushes", app.of::<WebPush>().delivery.waiting()),
        ("phone_pushes", app.of::<Phones>().delivery.waiting()),
    ];
    for (queue, waiting) in queues {
        metrics.system.queue_length.set((queue,), number(waiting));
    }
    let hears_all = app.cache_is_valid();
    metrics.system.cluster_health.set(i64::from(!hears_all));
}

fn number(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
