//! A proxy that holds up one kind of request, so that a comparison has something to find:
//! `cargo run --example delaying_proxy -p muster-load-lib -- LISTEN SERVER MILLISECONDS 'POST /api/v4/posts '`.
//!
//! Bytes go through as they are, sockets too. A client of HTTP/1.1 that waits for each answer begins a request with a
//! read of its own, so the beginning of what is read tells the request.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

const READ_BYTES: usize = 16 << 10;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [listen, server, delay_ms, begins] = arguments.as_slice() else {
        return Err("give an address, the server's address, milliseconds, and how the slow requests begin".into());
    };
    let (server, delay): (SocketAddr, _) = (server.parse()?, Duration::from_millis(delay_ms.parse()?));
    let listener = TcpListener::bind(listen.as_str()).await?;
    let mut connections = JoinSet::new();
    loop {
        let (client, _) = listener.accept().await?;
        let begins = begins.clone();
        connections.spawn(async move {
            // Either side may end a connection whenever it likes; the other one hears of it.
            drop(pass(client, server, delay, begins.as_bytes()).await);
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn pass(mut client: TcpStream, server: SocketAddr, delay: Duration, begins: &[u8]) -> std::io::Result<()> {
    let mut server = TcpStream::connect(server).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let asking = async {
        let mut read = vec![0; READ_BYTES];
        loop {
            let length = from_client.read(&mut read).await?;
            if length == 0 {
                return to_server.shutdown().await;
            }
            if !delay.is_zero() && read[..length].starts_with(begins) {
                tokio::time::sleep(delay).await;
            }
            to_server.write_all(&read[..length]).await?;
        }
    };
    let answering = async {
        tokio::io::copy(&mut from_server, &mut to_client).await?;
        to_client.shutdown().await
    };
    tokio::try_join!(asking, answering).map(drop)
}
