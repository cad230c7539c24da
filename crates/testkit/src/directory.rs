//! A directory (LDAP) on the loopback with a handful of entries that a test changes. It understands binds, and searches by
//! `&`, `|`, `!`, equality and presence; it does what is asked in one page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Below this all entries are.
pub const BASE: &str = "dc=corp,dc=test";
pub const READER: &str = "cn=reader,dc=corp,dc=test";
pub const READER_PASSWORD: &str = "reader-secret";
/// Of everybody.
pub const PASSWORD: &str = "Directory-Passw0rd";

/// An entry: its name, and what it says.
#[derive(Clone, Debug)]
pub struct Entry {
    pub dn: String,
    pub values: Vec<(String, String)>,
}

impl Entry {
    pub fn new(dn: &str, values: &[(&str, &str)]) -> Entry {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Entry { dn: dn.to_owned(), values }
    }

    /// Somebody who is known by `name`.
    pub fn person(name: &str, kind: &str) -> Entry {
        let (id, mail) = (format!("id-{name}"), format!("{name}@corp.test"));
        let values = [("entryUUID", id.as_str()), ("uid", name), ("mail", &mail), ("sn", "Corp"), ("kind", kind)];
        Entry::new(&person_dn(name), &values)
    }

    pub fn group(name: &str, members: &[&str]) -> Entry {
        let id = format!("id-{name}");
        let mut values = vec![("objectClass", "groupOfNames"), ("entryUUID", id.as_str()), ("cn", name)];
        values.extend(members.iter().map(|member| ("member", *member)));
        Entry::new(&format!("cn={name},{BASE}"), &values)
    }

    fn has(&self, name: &str, value: Option<&str>) -> bool {
        let fits = |of: &str| value.is_none_or(|value| of.eq_ignore_ascii_case(value));
        self.values.iter().any(|(key, of)| key.eq_ignore_ascii_case(name) && fits(of))
    }
}

pub fn person_dn(name: &str) -> String {
    format!("uid={name},{BASE}")
}

#[derive(Default)]
struct State {
    entries: Mutex<Vec<Entry>>,
    is_down: AtomicBool,
    searches: AtomicUsize,
    connections: AtomicUsize,
    /// Answers of a kind, by their tag, and what is sent instead; 0x30 is all of a message.
    damage: Mutex<Option<(u8, Vec<u8>)>>,
}

/// The directory; it ends with the test.
pub struct Directory {
    pub port: u16,
    state: Arc<State>,
}

impl Directory {
    pub async fn start(entries: Vec<Entry>) -> Directory {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(State { entries: Mutex::new(entries), ..State::default() });
        let shared = state.clone();
        base::tasks::spawn("directory", async move {
            while let Ok((stream, _)) = listener.accept().await {
                shared.connections.fetch_add(1, Ordering::Relaxed);
                if !shared.is_down.load(Ordering::Relaxed) {
                    base::tasks::spawn("directory-connection", serve(stream, shared.clone()));
                }
            }
        });
        Directory { port, state }
    }

    /// The settings of a server that uses it.
    pub fn configured(&self) -> config::Ldap {
        let name = |text: &str| text.to_owned();
        config::Ldap {
            enable: true,
            host: name("127.0.0.1"),
            port: self.port,
            bind_username: name(READER),
            bind_password: READER_PASSWORD.to_owned().into(),
            base_dn: name(BASE),
            user_filter: name("(&(uid=*)(!(kind=machine)))"),
            id_attribute: name("entryUUID"),
            login_id_attribute: name("uid"),
            username_attribute: name("uid"),
            email_attribute: name("mail"),
            last_name_attribute: name("sn"),
            group_id_attribute: name("entryUUID"),
            ..config::Ldap::default()
        }
    }

    pub fn set_down(&self, is_down: bool) {
        self.state.is_down.store(is_down, Ordering::Relaxed);
    }

    pub fn change(&self, change: impl FnOnce(&mut Vec<Entry>)) {
        change(&mut self.state.entries.lock());
    }

    /// Sends these bytes from now on instead of answers of a kind: 0x61 to a bind, 0x64 an entry, 0x65 the end of entries,
    /// 0x30 the message around any.
    pub fn damage(&self, tag: u8, bytes: &[u8]) {
        *self.state.damage.lock() = Some((tag, bytes.to_vec()));
    }

    /// How often somebody came.
    pub fn connections(&self) -> usize {
        self.state.connections.load(Ordering::Relaxed)
    }

    /// How often it was searched.
    pub fn searches(&self) -> usize {
        self.state.searches.load(Ordering::Relaxed)
    }
}

/// A value as it travels (X.690): its tag, and what is in it.
type Tlv<'a> = (u8, &'a [u8]);

/// The first value of some bytes, and what is behind it; nothing while it is not all there.
fn split(bytes: &[u8]) -> Option<(Tlv<'_>, &[u8])> {
    let (&tag, &first) = (bytes.first()?, bytes.get(1)?);
    let (len, at) = match first {
        len @ ..0x80 => (usize::from(len), 2),
        more => {
            let at = 2 + usize::from(more & 0x7f);
            (bytes.get(2..at)?.iter().fold(0, |len, byte| len << 8 | usize::from(*byte)), at)
        }
    };
    Some(((tag, bytes.get(at..at + len)?), &bytes[at + len..]))
}

fn all(mut bytes: &[u8]) -> Vec<Tlv<'_>> {
    let mut found = Vec::new();
    while let Some((one, rest)) = split(bytes) {
        found.push(one);
        bytes = rest;
    }
    found
}

fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let body = parts.concat();
    let len = u32::try_from(body.len()).expect("small").to_be_bytes();
    [&[tag, 0x84][..], &len[..], &body[..]].concat()
}

fn text(value: &str) -> Vec<u8> {
    tlv(0x04, &[value.as_bytes()])
}

fn result(tag: u8, code: u8) -> Vec<u8> {
    tlv(tag, &[&[0x0a, 1, code], &text(""), &text("")])
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    let (mut read, mut chunk) = (Vec::new(), [0; 4096]);
    loop {
        while let Some(((_, message), rest)) = split(&read) {
            let parts = all(message);
            let answers = answer(&state, parts[1]);
            let number = tlv(0x02, &[parts[0].1]);
            let used = read.len() - rest.len();
            for answer in answers {
                if stream.write_all(&framed(&state, &number, answer)).await.is_err() {
                    return;
                }
            }
            read.drain(..used);
        }
        match stream.read(&mut chunk).await {
            Ok(len) if len > 0 && !state.is_down.load(Ordering::Relaxed) => read.extend(&chunk[..len]),
            _ => return,
        }
    }
}

fn framed(state: &State, number: &[u8], answer: Vec<u8>) -> Vec<u8> {
    match &*state.damage.lock() {
        Some((0x30, bytes)) => bytes.clone(),
        Some((tag, bytes)) if answer[0] == *tag => tlv(0x30, &[number, bytes]),
        _ => tlv(0x30, &[number, &answer]),
    }
}

fn answer(state: &State, (tag, body): Tlv<'_>) -> Vec<Vec<u8>> {
    let parts = all(body);
    let string = |at: usize| String::from_utf8_lossy(parts[at].1).into_owned();
    match tag {
        0x60 => {
            let (dn, password) = (string(1), string(2));
            let is_reader = dn == READER && password == READER_PASSWORD;
            let is_somebody = password == PASSWORD && state.entries.lock().iter().any(|entry| entry.dn == dn);
            // Who says no password wants to be nobody.
            let code = if is_reader || is_somebody || password.is_empty() { 0 } else { 49 };
            vec![result(0x61, code)]
        }
        0x63 => {
            state.searches.fetch_add(1, Ordering::Relaxed);
            let (base, is_base) = (string(0), parts[1].1 == [0]);
            let wanted: Vec<String> =
                all(parts[7].1).iter().map(|(_, name)| String::from_utf8_lossy(name).into_owned()).collect();
            let entries = state.entries.lock().clone();
            let below = |entry: &Entry| if is_base { entry.dn == base } else { entry.dn.ends_with(&base) };
            let found = entries.iter().filter(|entry| below(entry) && fits(entry, parts[6]));
            let mut answers: Vec<Vec<u8>> = found.map(|entry| told(entry, &wanted)).collect();
            answers.push(result(0x65, 0));
            answers
        }
        _ => Vec::new(),
    }
}

fn fits(entry: &Entry, (tag, body): Tlv<'_>) -> bool {
    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match tag {
        0xa0 => all(body).into_iter().all(|part| fits(entry, part)),
        0xa1 => all(body).into_iter().any(|part| fits(entry, part)),
        0xa2 => !all(body).into_iter().any(|part| fits(entry, part)),
        0xa3 => {
            let parts = all(body);
            entry.has(&string(parts[0].1), Some(&string(parts[1].1)))
        }
        0x87 => entry.has(&string(body), None),
        _ => false,
    }
}

fn told(entry: &Entry, wanted: &[String]) -> Vec<u8> {
    let mut attributes = Vec::new();
    for name in wanted {
        let values = entry.values.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        let values: Vec<u8> = values.flat_map(|(_, value)| text(value)).collect();
        if !values.is_empty() {
            attributes.extend(tlv(0x30, &[&text(name), &tlv(0x31, &[&values])]));
        }
    }
    tlv(0x64, &[&text(&entry.dn), &tlv(0x30, &[&attributes])])
}
