//! `muster healthy`: does the server at an address answer? For health checks of containers that have no other program.

use std::time::Duration;

use clap::Args;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::place::Problem;

/// A server that serves anybody answers its ping sooner.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
/// Bytes of the answer that are looked at: the line with the status.
const STATUS_LEN: usize = 12;

/// Asks a server on this machine whether it is well; ends with 0 if so.
#[derive(Args)]
pub struct Healthy {
    /// Where it listens, without encryption.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8065")]
    address: String,
}

/// Asks.
///
/// # Errors
/// When there is no answer in time, or another one than 200.
pub async fn run(healthy: &Healthy) -> Result<(), Problem> {
    let address = &healthy.address;
    match tokio::time::timeout(ANSWER_TIMEOUT, ask(address)).await {
        Ok(Ok(status)) if status == *b"HTTP/1.1 200" => Ok(()),
        Ok(Ok(status)) => Err(format!("{address} answers {:?}", String::from_utf8_lossy(&status)).into()),
        Ok(Err(error)) => Err(format!("{address} does not answer: {error}").into()),
        Err(_) => Err(format!("{address} does not answer within {ANSWER_TIMEOUT:?}").into()),
    }
}

async fn ask(address: &str) -> std::io::Result<[u8; STATUS_LEN]> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /api/v4/system/ping HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut status = [0; STATUS_LEN];
    stream.read_exact(&mut status).await?;
    Ok(status)
}
