//! Keys that sign requests: those of the configuration, or the short-lived keys of a role.
//!
//! A cloud gives programs the keys of their role at an address of its own. For a machine that is the instance metadata
//! service, which first asks for a token (IMDSv2). For a container it is a single address with an authorization.
//! Requests that find the keys about to end share one reading of new ones.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base::{Clock, Millis};
use bytes::Bytes;
use http::{Method, Request, header};
use http_body_util::{BodyExt, Limited};
use jiff::Timestamp;
use serde::Deserialize;
use tls::Trust;
use tls::http::{Client, Pool, causes, whole};

use super::sign::Keys;

/// Clouds hand out new keys five minutes before the old ones end.
const RENEWED_BEFORE_MS: Millis = 5 * 60_000;
/// The pause between two readings while the present keys hold.
const READ_PAUSE_MS: Millis = 10_000;
const READ_TIMEOUT: Duration = Duration::from_secs(2);
const ANSWER_BYTES_MAX: usize = 64 << 10;
const METADATA_TOKEN: &str = "/latest/api/token";
const METADATA_ROLES: &str = "/latest/meta-data/iam/security-credentials/";

/// Who signs requests to the store.
#[derive(Clone)]
pub enum Credentials {
    /// Keys without an end. The session token is empty unless they were issued with one.
    Keys { access: String, secret: String, session: String },
    /// The keys of a role. An address without a path is an instance metadata service; any other one answers with keys
    /// to a caller that sends the text of `token_file` as its authorization.
    Role { url: String, token_file: Option<PathBuf> },
}

/// The present keys, and where new ones come from.
pub(super) struct KeySource {
    role: Option<Role>,
    region: String,
    clock: Clock,
    held: Mutex<Held>,
    reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Held {
    keys: Option<Arc<Keys>>,
    ends_at: Millis,
    read_at: Millis,
}

impl KeySource {
    pub(super) fn new(from: &Credentials, region: &str, clock: &Clock) -> Self {
        let (role, held) = match from {
            Credentials::Keys { access, secret, session } => {
                let (access, secret, session) = (access.clone(), secret.clone(), session.clone());
                let keys = Arc::new(Keys { access, secret, session, region: region.to_owned() });
                (None, Held { keys: Some(keys), ends_at: Millis::MAX, read_at: 0 })
            }
            Credentials::Role { url, token_file } => (Some(Role::new(url, token_file.clone())), Held::default()),
        };
        let (held, reading) = (Mutex::new(held), tokio::sync::Mutex::default());
        KeySource { role, region: region.to_owned(), clock: clock.clone(), held, reading }
    }

    /// The present keys, if they hold for so long.
    pub(super) fn lasting(&self, for_ms: Millis) -> Option<Arc<Keys>> {
        let held = self.held.lock().expect("nothing panics while it holds the keys");
        held.keys.clone().filter(|_| held.ends_at > self.clock.now().saturating_add(for_ms))
    }

    /// Keys for a request, read again when they are about to end. While they cannot be read, the present ones serve to
    /// their end.
    ///
    /// # Errors
    /// With the reason, when there are none.
    pub(super) async fn get(&self) -> Result<Arc<Keys>, String> {
        if let Some(keys) = self.lasting(RENEWED_BEFORE_MS) {
            return Ok(keys);
        }
        let role = self.role.as_ref().expect("keys of the configuration have no end");
        let _reading = self.reading.lock().await;
        if let Some(keys) = self.lasting(RENEWED_BEFORE_MS).or_else(|| self.just_read()) {
            return Ok(keys);
        }
        let read = role.read(&self.region).await;
        let mut held = self.held.lock().expect("nothing panics while it holds the keys");
        held.read_at = self.clock.now();
        match read {
            Ok((keys, ends_at)) => {
                held.ends_at = ends_at;
                Ok(held.keys.insert(Arc::new(keys)).clone())
            }
            Err(why) => held.keys.clone().filter(|_| held.ends_at > held.read_at).ok_or(why),
        }
    }

    /// The present keys, if they hold and were read, or tried to be, a moment ago.
    fn just_read(&self) -> Option<Arc<Keys>> {
        let read_at = self.held.lock().expect("nothing panics while it holds the keys").read_at;
        self.lasting(0).filter(|_| self.clock.now() < read_at + READ_PAUSE_MS)
    }
}

/// Where a cloud hands out the keys of a role.
struct Role {
    http: Client,
    url: String,
    token_file: Option<PathBuf>,
}

/// Keys as both kinds of addresses answer with them.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Issued {
    access_key_id: String,
    secret_access_key: String,
    token: String,
    expiration: String,
}

impl Role {
    fn new(url: &str, token_file: Option<PathBuf>) -> Self {
        let (dial_timeout, idle_timeout) = (READ_TIMEOUT, READ_TIMEOUT);
        let http = Pool { trust: Trust::PublicRoots, from: None, dial_timeout, idle_timeout, idle_max: 1 }.open();
        Role { http, url: url.trim_end_matches('/').to_owned(), token_file }
    }

    /// Reads keys, and when they end.
    async fn read(&self, region: &str) -> Result<(Keys, Millis), String> {
        let is_metadata = self.url.split_once("://").is_some_and(|(_, rest)| !rest.contains('/'));
        let text = if is_metadata { self.ask_metadata().await? } else { self.ask_address().await? };
        let unlike = |why: &dyn std::fmt::Display| format!("{} answers with no keys of a role: {why}", self.url);
        let issued: Issued = serde_json::from_str(&text).map_err(|error| unlike(&error))?;
        let ends_at = issued.expiration.parse::<Timestamp>().map_err(|error| unlike(&error))?.as_millisecond();
        let (access, secret) = (issued.access_key_id, issued.secret_access_key);
        Ok((Keys { access, secret, session: issued.token, region: region.to_owned() }, ends_at))
    }

    async fn ask_metadata(&self) -> Result<String, String> {
        let lasts = ("x-aws-ec2-metadata-token-ttl-seconds", "60");
        let token = self.fetch(Method::PUT, METADATA_TOKEN, Some(lasts)).await?;
        let token = ("x-aws-ec2-metadata-token", token.trim());
        let roles = self.fetch(Method::GET, METADATA_ROLES, Some(token)).await?;
        let role = roles.lines().next().map(str::trim).filter(|role| !role.is_empty());
        let role = role.ok_or_else(|| format!("{}: this machine has no role", self.url))?;
        self.fetch(Method::GET, &format!("{METADATA_ROLES}{role}"), Some(token)).await
    }

    async fn ask_address(&self) -> Result<String, String> {
        let Some(file) = &self.token_file else { return self.fetch(Method::GET, "", None).await };
        // Clouds renew the file, so each reading of keys reads it.
        let said = tokio::fs::read_to_string(file).await;
        let said = said.map_err(|error| format!("files.s3_credentials_token_file: {}: {error}", file.display()))?;
        self.fetch(Method::GET, "", Some((header::AUTHORIZATION.as_str(), said.trim()))).await
    }

    async fn fetch(&self, method: Method, path: &str, header: Option<(&str, &str)>) -> Result<String, String> {
        let url = format!("{}{path}", self.url);
        let failed = |why: String| format!("{url}: {why}");
        let mut request = Request::builder().method(method).uri(&url);
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let request = request.body(whole(Bytes::new())).map_err(|error| failed(error.to_string()))?;
        let answered = async {
            let response = self.http.request(request).await.map_err(|error| causes(&error))?;
            let status = response.status();
            let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
            let body = body.map_err(|error| error.to_string())?.to_bytes();
            match status.is_success() {
                true => Ok(String::from_utf8_lossy(&body).into_owned()),
                false => Err(format!("status {}", status.as_u16())),
            }
        };
        let within = tokio::time::timeout(READ_TIMEOUT, answered).await;
        within.unwrap_or_else(|_| Err(format!("no answer within {READ_TIMEOUT:?}"))).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread::JoinHandle;

    use super::*;

    /// 2027-01-15 08:00:00 UTC.
    const NOW: Millis = 1_800_000_000_000;

    /// An address that gives these answers, one for each connection, and what it was asked.
    fn address(answers: Vec<String>) -> (String, JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let asked = std::thread::spawn(move || {
            let answered = answers.into_iter().map(|answer| {
                let (mut stream, _) = listener.accept().expect("a connection");
                let lines = BufReader::new(&stream).lines().map(|line| line.expect("a request"));
                let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                stream.write_all(answer.as_bytes()).expect("answered");
                head.join("\n")
            });
            answered.collect()
        });
        (url, asked)
    }

    fn answer(body: &str) -> String {
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len())
    }

    fn issued(access: &str, ends: &str) -> String {
        answer(&format!(
            "{{\"Code\":\"Success\",\"AccessKeyId\":\"{access}\",\"SecretAccessKey\":\"s\",\"Token\":\"t\",\
             \"Expiration\":\"{ends}\"}}"
        ))
    }

    fn source(url: String, token_file: Option<PathBuf>) -> (KeySource, Clock) {
        let clock = Clock::fixed(NOW);
        (KeySource::new(&Credentials::Role { url, token_file }, "eu-1", &clock), clock)
    }

    #[tokio::test]
    async fn a_machine_reads_the_keys_of_its_role_and_reads_them_again_before_they_end() {
        let metadata = |access: &str, ends: &str| [answer("abc"), answer("chat\n"), issued(access, ends)];
        let answers = [metadata("one", "2027-01-15T09:00:00Z"), metadata("two", "2027-01-15T15:00:00Z")];
        let (url, asked) = address(answers.concat());
        let (source, clock) = source(url, None);
        assert!(source.lasting(0).is_none(), "nothing was read");
        let keys = source.get().await.expect("keys");
        assert_eq!((&*keys.access, &*keys.session, &*keys.region), ("one", "t", "eu-1"));
        clock.advance(54 * 60_000);
        assert_eq!(source.get().await.expect("keys").access, "one");
        clock.advance(60_000);
        assert_eq!(source.get().await.expect("keys").access, "two");

        let asked = asked.join().expect("asked");
        assert!(asked[0].starts_with("PUT /latest/api/token ") && asked[0].contains("token-ttl-seconds: 60"));
        assert!(asked[1].starts_with("GET /latest/meta-data/iam/security-credentials/ "), "{}", asked[1]);
        assert!(asked[2].starts_with("GET /latest/meta-data/iam/security-credentials/chat "), "{}", asked[2]);
        assert!(asked[1..3].iter().all(|one| one.contains("x-aws-ec2-metadata-token: abc")));
    }

    #[tokio::test]
    async fn a_container_shows_the_text_of_its_file() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "proof\n").expect("written");
        let (url, asked) = address(vec![issued("pod", "2027-01-15T09:00:00Z")]);
        let (source, _) = source(format!("{url}/v1/credentials"), Some(file.path().to_owned()));
        assert_eq!(source.get().await.expect("keys").access, "pod");
        let asked = asked.join().expect("asked").remove(0);
        assert!(asked.starts_with("GET /v1/credentials ") && asked.contains("authorization: proof"), "{asked}");
    }

    #[tokio::test]
    async fn keys_serve_to_their_end_while_no_new_ones_can_be_read() {
        let (url, asked) = address(vec![issued("one", "2027-01-15T08:10:00Z")]);
        let (source, clock) = source(format!("{url}/keys"), None);
        source.get().await.expect("keys");
        asked.join().expect("asked");
        clock.advance(9 * 60_000);
        assert_eq!(source.get().await.expect("keys").access, "one");
        assert!(source.lasting(60_000).is_none(), "they hold for less than a minute");
        clock.advance(60_000);
        let why = source.get().await.err().expect("no keys");
        assert!(why.starts_with(&format!("{url}/keys: ")), "{why}");
    }
}
