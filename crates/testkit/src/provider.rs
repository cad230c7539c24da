//! A provider of OpenID Connect on the loopback, which does what a test tells it: also what no honest one would.
//!
//! The browser's part is played by the test: [`Provider::authorize`] is what a person does at the provider.

use std::collections::HashMap;
use std::sync::Arc;

use base::tokens;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use parking_lot::Mutex;
use ring::digest;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub const CLIENT_ID: &str = "muster";
pub const CLIENT_SECRET: &str = "a:secret %";

/// A key of a provider.
pub struct SigningKey {
    pub kid: String,
    pair: EcdsaKeyPair,
}

impl SigningKey {
    pub fn new(kid: &str) -> SigningKey {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("randomness");
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).expect("a key");
        SigningKey { kid: kid.to_owned(), pair }
    }

    fn jwk(&self) -> Value {
        let point = self.pair.public_key().as_ref();
        let (x, y) = (URL_SAFE_NO_PAD.encode(&point[1..33]), URL_SAFE_NO_PAD.encode(&point[33..]));
        json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.kid, "x": x, "y": y})
    }

    /// A token with these claims.
    pub fn sign(&self, claims: &Value) -> String {
        self.sign_as(&json!({"alg": "ES256", "kid": self.kid, "typ": "JWT"}), claims)
    }

    /// A token with a header that says what the test wants.
    pub fn sign_as(&self, header: &Value, claims: &Value) -> String {
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(header), encode(claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).expect("a signature");
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

/// What the provider says of somebody; a test changes what it wants.
pub type Claims = Value;
/// Makes the ID token of the claims.
type Sign = Box<dyn Fn(&SigningKey, &Value) -> String + Send>;

/// What a provider does.
struct State {
    issuer: String,
    /// Said instead of the right page of addresses, where a test wants it.
    metadata: Value,
    key: Arc<SigningKey>,
    /// Codes that were given, and what for.
    codes: HashMap<String, Given>,
    /// Access tokens, and what is said of the person to who has them.
    infos: HashMap<String, Value>,
    sign: Sign,
    /// How often each address was asked.
    asked: HashMap<String, usize>,
    is_down: bool,
}

struct Given {
    redirect: String,
    challenge: String,
    id_token: Value,
    info: Value,
}

/// A provider that listens.
pub struct Provider {
    pub issuer: String,
    state: Arc<Mutex<State>>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Provider {
    /// Starts one with a key of its own.
    ///
    /// # Panics
    /// When there is no port: a test cannot go on.
    pub async fn start() -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::new(Mutex::new(State {
            issuer: issuer.clone(),
            metadata: json!({}),
            key: Arc::new(SigningKey::new("one")),
            codes: HashMap::new(),
            infos: HashMap::new(),
            sign: Box::new(|key, claims| key.sign(claims)),
            asked: HashMap::new(),
            is_down: false,
        }));
        let shared = state.clone();
        let task = base::tasks::spawn("test-provider", async move {
            while let Ok((stream, _)) = listener.accept().await {
                // One after the other: a test asks for no more.
                let _ended = answer(stream, &shared).await;
            }
        });
        Provider { issuer, state, task }
    }

    /// How a server is told of it, under `name`.
    pub fn configured(&self, name: &str) -> config::Provider {
        config::Provider {
            name: name.to_owned(),
            issuer: self.issuer.clone(),
            client_id: CLIENT_ID.to_owned(),
            client_secret: CLIENT_SECRET.to_owned().into(),
            ..config::Provider::default()
        }
    }

    /// Another key from now on; the old one is no more.
    pub fn rotate(&self, kid: &str) {
        self.state.lock().key = Arc::new(SigningKey::new(kid));
    }

    pub fn key(&self) -> Arc<SigningKey> {
        self.state.lock().key.clone()
    }

    /// Signs otherwise from now on.
    pub fn sign_by(&self, sign: impl Fn(&SigningKey, &Value) -> String + Send + 'static) {
        self.state.lock().sign = Box::new(sign);
    }

    /// Says something else of itself.
    pub fn say(&self, name: &str, value: Value) {
        self.state.lock().metadata[name] = value;
    }

    /// Answers nothing but errors, or answers again.
    pub fn set_down(&self, is_down: bool) {
        self.state.lock().is_down = is_down;
    }

    pub fn asked(&self, path: &str) -> usize {
        self.state.lock().asked.get(path).copied().unwrap_or_default()
    }

    /// What somebody does here: signs in as `claims` say, at the address that the server sent the browser to. `now` is
    /// the time in seconds. Returns the path and the query by which the browser goes back.
    ///
    /// # Panics
    /// When the address is not one that a server of ours makes.
    pub fn authorize(&self, address: &str, claims: &Claims, now: i64) -> String {
        let url = address.parse::<http::Uri>().expect("an address");
        let asked: HashMap<String, String> = pairs(url.query().unwrap_or_default());
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["code_challenge_method"], "S256");
        assert_eq!(asked["client_id"], CLIENT_ID);
        let mut id_token = json!({"iss": self.issuer, "aud": CLIENT_ID, "nonce": asked["nonce"], "iat": now,
            "exp": now + 300, "sub": "1"});
        for (name, value) in claims.as_object().into_iter().flatten() {
            id_token[name] = value.clone();
        }
        let info = id_token.clone();
        let code = tokens::secret();
        let (redirect, challenge) = (asked["redirect_uri"].clone(), asked["code_challenge"].clone());
        let path = format!("/{}", redirect.splitn(4, '/').nth(3).unwrap_or_default());
        self.state.lock().codes.insert(code.clone(), Given { redirect, challenge, id_token, info });
        format!("{path}?code={code}&state={}", asked["state"])
    }

    /// What the page on the person says to who has the code's access token; otherwise what stands in the token.
    ///
    /// # Panics
    /// Without a code.
    pub fn tell(&self, back: &str, info: Value) {
        let code = pairs(back.split_once('?').expect("a query").1)["code"].clone();
        self.state.lock().codes.get_mut(&code).expect("a code").info = info;
    }
}

/// The pairs of a query or a form.
fn pairs(text: &str) -> HashMap<String, String> {
    let decode = |text: &str| {
        let plus = text.replace('+', " ");
        let mut bytes = Vec::new();
        let mut rest = plus.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            let hex = (*first == b'%').then(|| after.get(..2)).flatten();
            let byte = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
            bytes.push(byte.unwrap_or(*first));
            rest = if byte.is_some() { &after[2..] } else { after };
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let split = text.split('&').filter_map(|pair| pair.split_once('='));
    split.map(|(name, value)| (decode(name), decode(value))).collect()
}

/// Reads a request and answers it.
async fn answer(mut stream: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut read = Vec::new();
    let mut buffer = [0; 4096];
    let (head, body) = loop {
        let len = stream.read(&mut buffer).await?;
        read.extend_from_slice(&buffer[..len]);
        let text = String::from_utf8_lossy(&read).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            if len == 0 {
                return Ok(());
            }
            continue;
        };
        let length = header(head, "content-length").parse().unwrap_or(0);
        if body.len() >= length || len == 0 {
            break (head.to_owned(), body.to_owned());
        }
    };
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let (status, said) = respond(&mut state.lock(), &path, &head, &body);
    let body = if path == "/picture" { crate::PICTURE.to_vec() } else { said.to_string().into_bytes() };
    let head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), &body].concat()).await?;
    stream.shutdown().await
}

fn header<'h>(head: &'h str, name: &str) -> &'h str {
    let lines = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next().unwrap_or_default()
}

fn respond(state: &mut State, path: &str, head: &str, body: &str) -> (u16, Value) {
    *state.asked.entry(path.to_owned()).or_default() += 1;
    if state.is_down {
        return (503, json!({}));
    }
    let issuer = &state.issuer;
    match path {
        "/.well-known/openid-configuration" => {
            let mut page = json!({"issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize?kept=1"),
                "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/keys"),
                "userinfo_endpoint": format!("{issuer}/me"), "end_session_endpoint": format!("{issuer}/end")});
            for (name, value) in state.metadata.as_object().into_iter().flatten() {
                page[name] = value.clone();
            }
            (200, page)
        }
        "/keys" => (200, json!({"keys": [{"kty": "oct", "k": "c2VjcmV0"}, {"kty": 7}, state.key.jwk()]})),
        "/picture" => (200, Value::Null),
        "/token" => token(state, head, body),
        "/me" => match state.infos.get(header(head, "authorization").trim_start_matches("Bearer ")) {
            Some(info) => (200, info.clone()),
            None => (401, json!({})),
        },
        _ => (404, json!({})),
    }
}

fn token(state: &mut State, head: &str, body: &str) -> (u16, Value) {
    let refused = |error: &str| (400, json!({"error": error, "error_description": "of the test\r\nSet-Cookie: a=b"}));
    // RFC 6749 §2.3.1: both are encoded as in forms.
    let wanted = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:a%3Asecret+%25")));
    if header(head, "authorization") != wanted {
        return refused("invalid_client");
    }
    let form = pairs(body);
    let text = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    // A code is good once.
    let Some(given) = state.codes.remove(text("code")) else { return refused("invalid_grant") };
    let hash = digest::digest(&digest::SHA256, text("code_verifier").as_bytes());
    if given.redirect != text("redirect_uri") || given.challenge != URL_SAFE_NO_PAD.encode(hash) {
        return refused("invalid_grant");
    }
    let access_token = tokens::secret();
    state.infos.insert(access_token.clone(), given.info);
    let id_token = (state.sign)(&state.key, &given.id_token);
    (200, json!({"access_token": access_token, "token_type": "Bearer", "id_token": id_token}))
}
