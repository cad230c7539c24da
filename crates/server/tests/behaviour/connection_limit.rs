//! A node that is full turns further clients away and serves those that it has.

use std::time::Duration;

use client::Socket;
use muster_server::http::connection_limit::ConnectionLimit;
use muster_server::listen;
use testkit::TestApp;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

const REQUEST: &[u8] = b"GET /api/v4/system/ping HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

/// What a new connection answers; nothing when the limit is reached.
async fn answer(address: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.expect("the system accepts");
    let mut answer = Vec::new();
    if stream.write_all(REQUEST).await.is_ok() {
        // A connection that is turned away may end in an error.
        drop(stream.read_to_end(&mut answer).await);
    }
    answer
}

#[tokio::test]
async fn a_socket_keeps_its_permit_until_it_ends() {
    let app = TestApp::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (_stop, stopped) = watch::channel(false);
    let small =
        listen::serve(app.app.clone(), listener, None, ConnectionLimit::new(1), stopped, Duration::from_secs(1));
    base::tasks::spawn("small-listener", small);

    let there = app.admin.rest.at(&format!("http://{address}"));
    let socket = Socket::open(&there).await.expect("one is within the limit");
    assert_eq!(answer(&address).await, b"", "the socket has the only permit");
    let told = app.app.metrics.render();
    assert!(told.contains("muster_queue_drops_total{queue=\"connections\"} 1"));
    drop(socket);
    while !answer(&address).await.starts_with(b"HTTP/1.1 200") {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
