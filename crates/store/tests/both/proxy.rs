//! A line to PostgreSQL that can be cut where it hurts: before a COMMIT arrives, or before its answer does, or the answer
//! to anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// `COMMIT` as a simple query: kind, length, text.
const COMMIT: &[u8] = b"Q\0\0\0\x0bCOMMIT\0";

/// What happens to the next COMMIT, if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Nothing = 0,
    /// It does not arrive.
    Before = 1,
    /// It arrives, and its answer does not.
    After = 2,
    /// No connection at all.
    Closed = 3,
    /// Whatever comes next arrives, and its answer does not.
    Any = 4,
}

pub struct Proxy {
    pub port: u16,
    next: Arc<AtomicU8>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Listens before the server at `127.0.0.1:port`.
    #[expect(clippy::disallowed_methods, reason = "the task ends with the value")]
    pub async fn before(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = listener.local_addr().expect("an address").port();
        let next = Arc::<AtomicU8>::default();
        let seen = next.clone();
        let accepting = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.expect("a connection");
                if seen.load(Ordering::SeqCst) != Cut::Closed as u8 {
                    let server = TcpStream::connect(("127.0.0.1", port)).await.expect("the server listens");
                    drop(tokio::spawn(carry(client, server, seen.clone())));
                }
            }
        });
        Proxy { port: own, next, accepting }
    }

    pub fn cut(&self, cut: Cut) {
        self.next.store(cut as u8, Ordering::SeqCst);
    }

    /// Whether what is to be cut has not come yet.
    pub fn waits(&self) -> bool {
        self.next.load(Ordering::SeqCst) != Cut::Nothing as u8
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Carries bytes both ways until one side ends or the line is cut.
async fn carry(mut client: TcpStream, mut server: TcpStream, next: Arc<AtomicU8>) {
    let (mut asked, mut told) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(len @ 1..) = read else { return };
                let commits = asked[..len].windows(COMMIT.len()).any(|window| window == COMMIT);
                let is_meant = commits || next.load(Ordering::SeqCst) == Cut::Any as u8;
                let cut = if is_meant { next.swap(0, Ordering::SeqCst) } else { 0 };
                if cut == Cut::Before as u8 || server.write_all(&asked[..len]).await.is_err() {
                    return;
                }
                if cut == Cut::After as u8 || cut == Cut::Any as u8 {
                    // The answer comes once the commit is done.
                    drop(server.read(&mut told).await);
                    return;
                }
            }
            read = server.read(&mut told) => {
                let Ok(len @ 1..) = read else { return };
                if client.write_all(&told[..len]).await.is_err() {
                    return;
                }
            }
        }
    }
}
