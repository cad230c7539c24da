//! Patience: how long a connection may lie idle, and how long its client may let an answer wait.
//!
//! The stream notes when its client takes nothing, the answers when they end, and a task of the connection looks from
//! time to time. A WebSocket leaves the connection that it began on, and with it these bounds: it has its own.

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

/// The bounds of one connection.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// From one answer to the head of the next request: to its end, so that a head cannot come by one byte at a time.
    pub idle: Duration,
    /// With an answer of which the client takes nothing.
    pub write: Duration,
}

impl Patience {
    pub fn of(config: &Config) -> Patience {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Patience { idle: seconds(config.service.idle_timeout_s), write: seconds(config.service.write_timeout_s) }
    }

    /// Waits until the connection lasted longer than it may.
    pub async fn end(self, pulse: &Pulse) {
        // Whatever begins meanwhile is noticed before it lasted too long.
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

/// What is known of a connection while it is open.
pub struct Pulse {
    began: Instant,
    /// Milliseconds from the beginning until an answer ended last, or bytes began or ceased to wait for the client.
    since_ms: AtomicU64,
    /// The client takes nothing of what is to be written.
    writing: AtomicBool,
    /// Requests that are not answered to the end.
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

    /// A request is there until the value is gone.
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

/// The body of an answer, which keeps its request alive.
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

    const PATIENCE: Patience = Patience { idle: Duration::from_secs(10), write: Duration::from_secs(30) };

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
