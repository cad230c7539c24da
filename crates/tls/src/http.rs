//! Pools of HTTP connections to other programs, with and without TLS; and what their errors hide.
//!
//! A request's body is in a box ([`Body`]), so that the code of a client is compiled here once, and not for each user.
//! Who asks, how often and what an answer means is the caller's: the object store, the search server, the collector of
//! traces, the lab.

use std::error::Error;
use std::io;
use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::ResponseFuture;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use crate::{Trust, client_config};

/// What a request carries.
pub type Body = UnsyncBoxBody<Bytes, io::Error>;

/// Sends requests over connections that are kept. Clones share them.
#[derive(Clone)]
pub struct Client {
    pool: legacy::Client<HttpsConnector<HttpConnector>, Body>,
}

impl Client {
    /// Sends a request; the answer's head is there when the future is done.
    pub fn request(&self, request: Request<Body>) -> ResponseFuture {
        self.pool.request(request)
    }
}

/// A body whose bytes are all there.
pub fn whole(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed_unsync()
}

/// How connections are made and kept.
pub struct Pool {
    pub trust: Trust,
    /// Where they come from; any address of the machine when there is none.
    pub from: Option<IpAddr>,
    /// Longest wait for a connection.
    pub dial_timeout: Duration,
    /// How long one that nobody uses is kept.
    pub idle_timeout: Duration,
    /// Connections kept for each host; more may be open at a time.
    pub idle_max: usize,
}

impl Pool {
    /// A pool for `http` and `https` alike, over HTTP/1.1.
    pub fn open(self) -> Client {
        let mut tcp = HttpConnector::new();
        tcp.set_local_address(self.from);
        tcp.set_connect_timeout(Some(self.dial_timeout));
        tcp.set_nodelay(true);
        tcp.enforce_http(false);
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(client_config(self.trust))
            .https_or_http()
            .enable_http1()
            .wrap_connector(tcp);
        let pool = legacy::Client::<(), ()>::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(self.idle_timeout)
            .pool_max_idle_per_host(self.idle_max)
            .build(connector);
        Client { pool }
    }
}

/// An error with those below it: the outermost says only that a connection failed.
pub fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut below = error.source();
    while let Some(cause) = below {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        below = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_with_what_is_below_it() {
        #[derive(Debug)]
        struct Outer(io::Error);
        impl std::fmt::Display for Outer {
            fn fmt(&self, text: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                text.write_str("client error")
            }
        }
        impl Error for Outer {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                Some(&self.0)
            }
        }
        assert_eq!(causes(&Outer(io::Error::other("refused"))), "client error: refused");
    }
}
