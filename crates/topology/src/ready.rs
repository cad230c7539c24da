//! Whether a component does its work: asked the way its users would.

use std::time::Duration;

use bytes::Bytes;
use client::Rest;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::plan::Then;

/// How long one question may take.
const ASK: Duration = Duration::from_secs(3);
/// From one question to the next while something is waited for.
const LOOK: Duration = Duration::from_millis(50);
/// From one word about a wait to the next.
const TELL_EVERY: Duration = Duration::from_secs(10);

/// A question, and what answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ready {
    /// A success of this page, or of a store that asks who is there (`403`).
    Http { url: String, path: String },
    /// The first message of its protocol: it takes connections, or it says why not.
    Postgres { address: String, user: String },
}

impl Ready {
    pub fn http(url: &str, path: &str) -> Ready {
        Ready::Http { url: url.into(), path: path.into() }
    }

    pub fn told(&self) -> String {
        match self {
            Ready::Http { url, path } => format!("GET {url}{path}"),
            Ready::Postgres { address, user } => format!("PostgreSQL takes {user} at {address}"),
        }
    }

    /// Asks once.
    ///
    /// # Errors
    /// With what came instead.
    pub async fn ask(&self) -> Result<(), String> {
        let asked = async {
            match self {
                Ready::Http { url, path } => http_answers(url, path).await,
                Ready::Postgres { address, user } => postgres_answers(address, user).await,
            }
        };
        timeout(ASK, asked).await.unwrap_or_else(|_| Err("no answer".into()))
    }

    /// Asks until it works, and says every ten seconds what holds it up and for how long that may last.
    ///
    /// # Errors
    /// When `runs` tells that the process ended, or with the last answer after `within`.
    pub async fn wait(
        &self,
        within: Duration,
        runs: impl Fn() -> bool,
        mut say: impl FnMut(&str),
    ) -> Result<(), String> {
        let ended = || Err("it ended at its start".to_owned());
        let (began, mut patience) = (Instant::now(), Patience { within, told: Duration::ZERO });
        while let Err(problem) = self.ask().await {
            if !runs() {
                return ended();
            }
            if let Some(words) = patience.after(began.elapsed(), &problem)? {
                say(&words);
            }
            sleep(LOOK).await;
        }
        // Whoever answered may be somebody else, who had the port first.
        if runs() { Ok(()) } else { ended() }
    }
}

/// How long something is waited for, and when that was last said.
struct Patience {
    within: Duration,
    told: Duration,
}

impl Patience {
    /// What to say after so long, where it is time for a word.
    ///
    /// # Errors
    /// When it has been long enough.
    fn after(&mut self, waited: Duration, problem: &str) -> Result<Option<String>, String> {
        let within = self.within.as_secs();
        if waited >= self.within {
            return Err(format!("it is not ready within {within} s: {problem}"));
        }
        if waited < self.told + TELL_EVERY {
            return Ok(None);
        }
        self.told = waited;
        Ok(Some(format!("not ready after {} of at most {within} s: {problem}", waited.as_secs())))
    }
}

async fn http_answers(url: &str, path: &str) -> Result<(), String> {
    let rest = Rest::new(url);
    let answer = rest.request(&http::Method::GET, path, Bytes::new(), None).await.map_err(|error| error.to_string())?;
    if answer.status.is_success() || answer.status == http::StatusCode::FORBIDDEN {
        return Ok(());
    }
    Err(format!("it answers {}", answer.status))
}

/// Version 3.0 of the protocol.
const PROTOCOL: u32 = 196_608;

async fn postgres_answers(address: &str, user: &str) -> Result<(), String> {
    let mut wire = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let words = format!("user\0{user}\0database\0postgres\0\0");
    let length = (words.len() + 8) as u32;
    let mut start = Vec::with_capacity(words.len() + 8);
    start.extend(length.to_be_bytes());
    start.extend(PROTOCOL.to_be_bytes());
    start.extend(words.as_bytes());
    wire.write_all(&start).await.map_err(|error| error.to_string())?;
    // `R` begins the answer to somebody who may come in, `E` an error such as "the database system is starting up".
    match wire.read_u8().await {
        Ok(b'R') => Ok(()),
        Ok(_) => Err("it takes no connections yet".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// Does what a first start needs beyond the process.
///
/// # Errors
/// With what came instead.
pub async fn complete(then: &Then) -> Result<(), String> {
    let Then::Put(address) = then;
    let (url, path) = split(address);
    let rest = Rest::new(url);
    let asked = rest.request(&http::Method::PUT, path, Bytes::new(), None);
    let answer = timeout(ASK, asked).await.map_err(|_| format!("{address} does not answer"))?;
    let status = answer.map_err(|error| format!("{address}: {error}"))?.status;
    if status.is_success() || status == http::StatusCode::CONFLICT {
        return Ok(());
    }
    Err(format!("{address} answers {status}"))
}

/// `http://127.0.0.1:1/a` is `http://127.0.0.1:1` and `/a`.
fn split(address: &str) -> (&str, &str) {
    let from = address.find("://").map_or(0, |at| at + 3);
    let at = address[from..].find('/').map_or(address.len(), |at| from + at);
    address.split_at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_cut_where_its_path_begins() {
        assert_eq!(split("http://127.0.0.1:1/a/b"), ("http://127.0.0.1:1", "/a/b"));
        assert_eq!(split("http://127.0.0.1:1"), ("http://127.0.0.1:1", ""));
    }

    #[tokio::test]
    async fn a_database_that_still_starts_is_not_ready() {
        let server = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = server.local_addr().expect("it is bound").to_string();
        let answers = base::tasks::spawn("database that starts", async move {
            for first in [b'E', b'R'] {
                let (mut wire, _) = server.accept().await.expect("somebody asks");
                let mut said = [0; 8];
                wire.read_exact(&mut said).await.expect("a start message");
                assert_eq!(said[4..], PROTOCOL.to_be_bytes());
                wire.write_all(&[first, 0, 0, 0, 8]).await.expect("somebody listens");
            }
        });
        let ready = Ready::Postgres { address, user: "muster".into() };
        assert!(ready.ask().await.is_err());
        assert_eq!(ready.ask().await, Ok(()));
        answers.await.expect("both were asked");
    }

    #[test]
    fn a_wait_is_told_every_ten_seconds_and_has_an_end() {
        let mut patience = Patience { within: Duration::from_secs(30), told: Duration::ZERO };
        let told: Vec<_> = [9.9, 10.0, 15.0, 20.0, 20.3, 30.0]
            .into_iter()
            .map(|waited| patience.after(Duration::from_secs_f64(waited), "it answers 503"))
            .collect();
        let after = |waited| Ok(Some(format!("not ready after {waited} of at most 30 s: it answers 503")));
        let over = Err("it is not ready within 30 s: it answers 503".to_owned());
        assert_eq!(told, [Ok(None), after(10), Ok(None), after(20), Ok(None), over]);
    }

    #[tokio::test]
    async fn a_wait_ends_with_the_process_or_with_its_time() {
        // No process can listen at 0.
        let ready = Ready::Postgres { address: "127.0.0.1:0".into(), user: "muster".into() };
        let long = Duration::from_secs(3600);
        assert_eq!(ready.wait(long, || false, |_| {}).await, Err("it ended at its start".to_owned()));
        let problem = ready.wait(2 * LOOK, || true, |_| {}).await.expect_err("nobody listens");
        assert!(problem.starts_with("it is not ready within 0 s: "), "{problem}");
    }
}
