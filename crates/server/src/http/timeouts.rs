//! The timeouts of a connection: how long it may be idle, and how long its client may not read an answer.
//!
//! The stream notes when its client stops reading, and each answer notes its end. A task of the connection checks both
//! periodically. A WebSocket leaves its connection and these timeouts: it has its own.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use config::Config;
use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, sleep};

/// The timeouts of one connection.
#[derive(Debug, Clone, Copy)]
pub struct Timeouts {
    /// From one answer to the end of the next request's head. A client cannot send a head byte by byte for ever.
    pub idle: Duration,
    /// While the client reads nothing of an answer.
    pub write: Duration,
}

impl Timeouts {
    pub fn of(config: &Config) -> Timeouts {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Timeouts { idle: seconds(config.service.idle_timeout_s), write: seconds(config.service.write_timeout_s) }
    }

    /// Returns when the connection exceeds a timeout.
    pub async fn end(self, pulse: &Pulse) {
        // No timeout can both begin and end between two checks.
        let look = self.idle.min(self.write);
        loop {
            let still = pulse.still();
            let bound = match (pulse.writing.load(Ordering::Relaxed), pulse.requests.load(Ordering::Relaxed)) {
                (true, _) => self.write,
                (false, 0) => self.idle,
                (false, _) => Duration::MAX,
            };
            let Some(left) = bound.checked_sub(still).filter(|left| !left.is_zero()) else { return };
            sleep(left.min(look)).await;
        }
    }
}

/// The state of an open connection.
pub struct Pulse {
    began: Instant,
    /// Milliseconds from the beginning to the last change: an answer ended, or the client stopped or resumed reading.
    since_ms: AtomicU64,
    /// Whether bytes wait for the client to read.
    writing: AtomicBool,
    /// Requests whose answers have not ended.
    requests: AtomicUsize,
}

impl Pulse {
    pub fn begin() -> Arc<Pulse> {
        Arc::new(Pulse {
            began: Instant::now(),
            since_ms: AtomicU64::new(0),
            writing: AtomicBool::new(false),
            requests: AtomicUsize::new(0),
        })
    }

    /// Begins a request, which lasts until the value is dropped.
    pub fn request(self: &Arc<Self>) -> Busy {
        self.requests.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }

    fn mark(&self) {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.since_ms.store(since, Ordering::Relaxed);
    }

    fn still(&self) -> Duration {
        self.began.elapsed().saturating_sub(Duration::from_millis(self.since_ms.load(Ordering::Relaxed)))
    }

    fn wrote<T>(&self, done: &Poll<io::Result<T>>) {
        let waits = done.is_pending();
        if self.writing.load(Ordering::Relaxed) != waits {
            self.writing.store(waits, Ordering::Relaxed);
            self.mark();
        }
    }
}

/// A request that is being answered.
pub struct Busy(Arc<Pulse>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.mark();
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The body of an answer. Its request lasts as long as the body.
pub struct Answering<B> {
    body: B,
    #[expect(dead_code, reason = "the request is answered when it is gone")]
    busy: Busy,
}

impl<B> Answering<B> {
    pub fn new(body: B, busy: Busy) -> Self {
        Answering { body, busy }
    }
}

impl<B: Body + Unpin> Body for Answering<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that notes when bytes wait for its client.
pub struct Watched<S> {
    pub stream: S,
    pub pulse: Arc<Pulse>,
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.pulse.wrote(&done);
        done
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.pulse.wrote(&done);
        done
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(context);
        // Flushing what is out already is no sign of a client.
        if done.is_pending() || self.pulse.writing.load(Ordering::Relaxed) {
            self.pulse.wrote(&done);
        }
        done
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Timeouts = Timeouts { idle: Duration::from_secs(10), write: Duration::from_secs(30) };

    /// Seconds after which a connection ends, when `begin` happens to it at first.
    async fn lasts(begin: impl FnOnce(&Arc<Pulse>)) -> u64 {
        let pulse = Pulse::begin();
        begin(&pulse);
        PATIENCE.end(&pulse).await;
        pulse.began.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_connection_ends_and_one_that_waits_for_its_client_has_its_own_time() {
        assert_eq!(lasts(|_| {}).await, 10);
        assert_eq!(lasts(|pulse| pulse.wrote(&Poll::<io::Result<()>>::Pending)).await, 30);
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_takes_as_long_as_it_takes() {
        let pulse = Pulse::begin();
        let busy = pulse.request();
        let hour = Duration::from_secs(3600);
        assert!(tokio::time::timeout(hour, PATIENCE.end(&pulse)).await.is_err(), "it is being answered");
        drop(busy);
        assert!(tokio::time::timeout(PATIENCE.idle * 2, PATIENCE.end(&pulse)).await.is_ok());
    }
}
