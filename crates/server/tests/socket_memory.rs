//! What an idle socket costs: every connected person holds one all day, so its bytes decide how many fit a machine.
//!
//! Counted are the bytes that the process holds more of once the sockets are open, as its allocator was asked for
//! them. The other ends are bare streams, which hold nothing but a place in the runtime.

use std::alloc::System;

use futures_util::future::join_all;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use testkit::{Server, TestApp};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const SOCKETS: usize = 100;

/// Bytes of one socket. The aim is 8 KiB in a release build, where the states of futures are smaller.
const SOCKET_BYTES_MAX: usize = 12 * 1024;

/// Long enough for any frame that a fresh socket is sent.
const FRAME_BYTES_MAX: usize = 4_096;

#[tokio::test]
async fn an_idle_socket_costs_no_more_than_its_ceiling() {
    let app = TestApp::start().await;
    let mut tokens = Vec::with_capacity(SOCKETS);
    for number in 0..SOCKETS {
        tokens.push(app.member(&format!("person-{number}")).await.rest.token().to_owned());
    }
    // What is made once, with the first socket, is not what each of them costs.
    let _first = open(&app.server, &tokens[0]).await;
    let before = held();
    let sockets = join_all(tokens.iter().map(|token| open(&app.server, token))).await;
    let each = held().saturating_sub(before) / sockets.len();
    assert!(each <= SOCKET_BYTES_MAX, "{each} bytes for each of {SOCKETS} sockets");
    assert!(each > size_of::<TcpStream>(), "{each} bytes: nothing was counted");
}

/// Opens a socket and takes its first frame, after which it has nothing to do.
async fn open(server: &Server, token: &str) -> TcpStream {
    let address = server.base.strip_prefix("http://").expect("a plain address");
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let ask = format!(
        "GET /api/v4/websocket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(ask.as_bytes()).await.expect("sent");
    let mut heard = Vec::new();
    let mut bytes = [0; FRAME_BYTES_MAX];
    while !String::from_utf8_lossy(&heard).contains("\"hello\"") {
        let len = stream.read(&mut bytes).await.expect("an answer");
        assert!(len > 0, "closed after {}", String::from_utf8_lossy(&heard));
        heard.extend_from_slice(&bytes[..len]);
    }
    stream
}

fn held() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}
