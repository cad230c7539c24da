//! Connections: requests as the listener cuts them out of the bytes that come.

use std::convert::Infallible;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_util::task::noop_waker;
use http::{HeaderMap, Method, Request, Response, Uri, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use server::listen::speaking;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What a connection of HTTP/2 begins with.
const HTTP_2: &[u8] = b"PRI * HTTP/2";
/// A connection that goes no further in so many turns waits for more bytes.
const STILL_TURNS: usize = 16;

/// What a handler hears of requests, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Heard {
    Head(Method, Uri, HeaderMap),
    /// The whole body, unless it broke off.
    Body(Option<Bytes>),
}

/// Bytes that come in pieces and then no more, from one who reads whatever is said.
struct Peer {
    bytes: Bytes,
    piece: usize,
    /// Grows with all that is read and written.
    moved: Arc<AtomicUsize>,
}

impl AsyncRead for Peer {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let len = self.piece.min(self.bytes.len()).min(buffer.remaining());
        if len == 0 {
            return Poll::Pending;
        }
        buffer.put_slice(&self.bytes.split_to(len));
        self.moved.fetch_add(len, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Peer {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.moved.fetch_add(bytes.len(), Ordering::Relaxed);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What a connection of HTTP/2 begins beside itself.
#[derive(Clone, Default)]
struct Beside(Arc<Mutex<Vec<Task>>>);

impl<F: Future<Output = ()> + Send + 'static> Executor<F> for Beside {
    fn execute(&self, task: F) {
        self.0.lock().push(Box::pin(task));
    }
}

impl Beside {
    /// One turn of each task; those that are over are gone.
    fn turn(&self, context: &mut Context<'_>) {
        let mut tasks = std::mem::take(&mut *self.0.lock());
        tasks.retain_mut(|task| task.as_mut().poll(context).is_pending());
        self.0.lock().append(&mut tasks);
    }
}

/// Requests are the same however their bytes are cut on the way, and a body is as long as its head says.
pub fn connection(bytes: &[u8]) {
    let whole = heard(bytes, bytes.len());
    for pair in whole.windows(2) {
        if let [Heard::Head(method, _, headers), Heard::Body(body)] = pair {
            has_one_length(method, headers, body.as_ref());
        }
    }
    let said: usize = whole.iter().map(|one| if let Heard::Body(Some(body)) = one { body.len() } else { 0 }).sum();
    assert!(said <= bytes.len(), "bodies of {said} bytes in {}", bytes.len());
    // Streams of HTTP/2 that end together are answered in any order.
    if !bytes.starts_with(HTTP_2) {
        assert_eq!(whole, heard(bytes, 1), "byte by byte");
        assert_eq!(whole, heard(bytes, 7), "in pieces");
    }
}

/// Who stands between client and server and who is behind must not differ about where a request ends.
fn has_one_length(method: &Method, headers: &HeaderMap, body: Option<&Bytes>) {
    let mut lengths = headers.get_all(header::CONTENT_LENGTH).iter();
    let Some(length) = lengths.next() else { return };
    assert!(lengths.all(|other| other == length), "{method}: two lengths: {headers:?}");
    assert!(!headers.contains_key(header::TRANSFER_ENCODING), "{method}: a length and chunks: {headers:?}");
    if let Some(body) = body {
        let length = length.to_str().ok().and_then(|length| length.parse().ok());
        assert_eq!(length, Some(body.len()), "{method}: {headers:?}");
    }
}

fn heard(bytes: &[u8], piece: usize) -> Vec<Heard> {
    let (all, moved, beside) = (Arc::<Mutex<Vec<Heard>>>::default(), Arc::<AtomicUsize>::default(), Beside::default());
    let notes = all.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let notes = notes.clone();
        async move {
            let (head, body) = request.into_parts();
            notes.lock().push(Heard::Head(head.method, head.uri, head.headers));
            let body = body.collect().await.ok().map(|body| body.to_bytes());
            notes.lock().push(Heard::Body(body));
            Ok::<_, Infallible>(Response::new(Full::new(Bytes::from_static(b"{}"))))
        }
    });
    let peer = Peer { bytes: Bytes::copy_from_slice(bytes), piece: piece.max(1), moved: moved.clone() };
    let builder = speaking(beside.clone());
    let mut connection = pin!(builder.serve_connection(TokioIo::new(peer), service));
    let (waker, mut still) = (noop_waker(), 0);
    let mut context = Context::from_waker(&waker);
    while still < STILL_TURNS {
        let before = (moved.load(Ordering::Relaxed), all.lock().len());
        if connection.as_mut().poll(&mut context).is_ready() {
            break;
        }
        beside.turn(&mut context);
        still = if before == (moved.load(Ordering::Relaxed), all.lock().len()) { still + 1 } else { 0 };
    }
    all.lock().clone()
}
