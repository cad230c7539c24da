//! The body of a request. A client that sends nothing of it for too long is given up; one that is slow is not. What the
//! handler leaves unread is read and thrown away, within bounds.
//!
//! A connection that is closed while the client still sends is reset, and the reset can overtake the answer: the
//! client of a refused upload would learn of a broken connection and never of the reason.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

/// Bytes thrown away at most; who sends more meets a closed connection.
const DISCARDED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Time that this may take.
const DISCARD_WAIT: Duration = Duration::from_secs(10);

/// What a client sends with its request.
pub struct RequestBody {
    body: Option<Incoming>,
    /// How long nothing may come.
    wait: Duration,
    /// Running while something is waited for.
    late: Option<Pin<Box<Sleep>>>,
}

/// Why the rest of a body does not come.
#[derive(Debug, thiserror::Error)]
pub enum Cut {
    #[error(transparent)]
    Broken(#[from] hyper::Error),
    #[error("nothing of the body came for {0:?}")]
    Late(Duration),
}

impl RequestBody {
    pub fn new(body: Incoming, wait: Duration) -> Self {
        RequestBody { body: Some(body), wait, late: None }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            self.late = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Cut::from)));
        }
        let wait = self.wait;
        match self.late.get_or_insert_with(|| Box::pin(sleep(wait))).as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                // Nothing is waited for any more, and nothing is thrown away: the connection ends with the answer.
                self.body = None;
                Poll::Ready(Some(Err(Cut::Late(wait))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let left = self.body.take().filter(|body| !body.is_end_stream());
        // Without a runtime the server is ending, and so is the connection.
        if let (Some(body), Ok(_)) = (left, tokio::runtime::Handle::try_current()) {
            base::tasks::spawn("discard-body", tokio::time::timeout(DISCARD_WAIT, discard(body)));
        }
    }
}

async fn discard(mut body: Incoming) {
    let mut left = DISCARDED_BYTES_MAX;
    while let Some(Ok(frame)) = body.frame().await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        let Some(rest) = left.checked_sub(bytes) else { return };
        left = rest;
    }
}
