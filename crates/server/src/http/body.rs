//! The body of a request: what the handler leaves unread is read and thrown away, within bounds.
//!
//! A connection that is closed while the client still sends is reset, and the reset can overtake the answer: the
//! client of a refused upload would learn of a broken connection and never of the reason.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};

/// Bytes thrown away at most; who sends more meets a closed connection.
const DISCARDED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Time that this may take.
const DISCARD_WAIT: Duration = Duration::from_secs(10);

/// What a client sends with its request.
pub struct RequestBody(Option<Incoming>);

impl RequestBody {
    pub fn new(body: Incoming) -> Self {
        RequestBody(Some(body))
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
        match &mut self.0 {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let left = self.0.take().filter(|body| !body.is_end_stream());
        // Without a runtime the server is ending, and so is the connection.
        if let (Some(body), Ok(_)) = (left, tokio::runtime::Handle::try_current()) {
            crate::tasks::spawn("discard-body", tokio::time::timeout(DISCARD_WAIT, discard(body)));
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
