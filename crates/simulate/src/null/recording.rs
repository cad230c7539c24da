//! What the null server was asked, as lines for a person: ids as the names of its world, what is random as `…`.

use std::collections::BTreeSet;

use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, Uri, header};

use super::answers::number;

/// What was asked since the recording began.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// One request a line, in order.
    pub requests: Vec<String>,
    /// Sockets that were opened and what was said over them, in the order of each socket.
    pub frames: Vec<String>,
    /// Each set of headers that came, with the method before it.
    pub headers: BTreeSet<String>,
}

impl Recording {
    pub(super) fn request(&mut self, parts: &Parts, body: &Bytes) {
        let body = match body.first() {
            None => String::new(),
            Some(b'-') => " (form)".to_owned(),
            Some(_) => format!(" {}", String::from_utf8_lossy(body)),
        };
        self.requests.push(named(&format!("{} {}{body}", parts.method, path(&parts.uri))));
        self.headers.insert(format!("{}: {}", parts.method, headers(&parts.headers)));
    }

    pub(super) fn opened(&mut self, parts: &Parts) {
        self.frames.push(format!("socket {}", named(path(&parts.uri))));
        self.headers.insert(format!("socket: {}", headers(&parts.headers)));
    }

    pub(super) fn said(&mut self, text: &str) {
        self.frames.push(format!("socket {}", named(text)));
    }
}

fn path(uri: &Uri) -> &str {
    let path = uri.path_and_query().map_or("", |path| path.as_str());
    path.strip_prefix("/api/v4").unwrap_or(path)
}

/// The headers that a user decides about, sorted; of tokens the scheme alone.
fn headers(headers: &HeaderMap) -> String {
    let of_transport = |name: &str| {
        matches!(name, "host" | "content-length" | "connection" | "upgrade") || name.starts_with("sec-websocket-")
    };
    let mut told: Vec<String> = Vec::new();
    for (name, value) in headers.iter().filter(|(name, _)| !of_transport(name.as_str())) {
        let value = String::from_utf8_lossy(value.as_bytes());
        let value = if name == header::AUTHORIZATION { value.split(' ').next().unwrap_or_default() } else { &*value };
        told.push(format!("{name}: {value}"));
    }
    told.sort_unstable();
    told.join(", ")
}

fn named(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut word = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_alphanumeric() {
            word.push(letter);
            continue;
        }
        line.push_str(&name(&word));
        word.clear();
        line.push(letter);
    }
    line.trim_end().to_owned()
}

fn name(word: &str) -> String {
    if word.len() == base::ids::ID_LEN {
        let kinds = [(b'u', "user"), (b't', "team"), (b'c', "channel"), (b'p', "post"), (b'x', "thing")];
        let known = kinds.iter().find_map(|(kind, name)| Some(format!("{name}-{}", number(*kind, word)?)));
        return known.unwrap_or_else(|| "…".into());
    }
    let is_time = word.len() >= 10 && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_time { "…".into() } else { word.to_owned() }
}
