//! An authenticator of passkeys in memory, which does what a test tells it: also what no honest one would.
//!
//! It plays the browser's part as well: it takes options as the server sends them and answers with a credential as
//! browsers write it. Depends on nothing of this project, so that the tests of `auth` can read this file too.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ciborium::Value as Cbor;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::rsa;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256};
use serde_json::{Value, json};

/// A key for tests alone: `ring` makes none of this kind.
const RSA_KEY: &[u8] = include_bytes!("rsa.pk8");

pub const PRESENT: u8 = 1;
pub const VERIFIED: u8 = 1 << 2;
const HAS_CREDENTIAL: u8 = 1 << 6;

/// What signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Es256,
    Ed25519,
    Rs256,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Es256, Kind::Ed25519, Kind::Rs256];
}

enum Pair {
    Es256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rs256(rsa::KeyPair),
}

/// An authenticator with one credential.
pub struct Authenticator {
    pair: Pair,
    pub credential_id: Vec<u8>,
    pub user_handle: Vec<u8>,
    pub origin: String,
    pub rp_id: String,
    /// How it says that it asked the person.
    pub flags: u8,
    /// Rises with each use, unless it is 0 and `counts` is false.
    pub sign_count: u32,
    pub counts: bool,
    /// Stands in the client data besides, or instead of what belongs there.
    pub said: Value,
}

impl Authenticator {
    /// An honest one, at a page of this origin.
    pub fn new(kind: Kind, origin: &str, rp_id: &str) -> Authenticator {
        let random = SystemRandom::new();
        let pair = match kind {
            Kind::Es256 => {
                let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
                let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("randomness");
                Pair::Es256(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).expect("a key"))
            }
            Kind::Ed25519 => {
                let document = Ed25519KeyPair::generate_pkcs8(&random).expect("randomness");
                Pair::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).expect("a key"))
            }
            Kind::Rs256 => Pair::Rs256(rsa::KeyPair::from_pkcs8(RSA_KEY).expect("a key")),
        };
        let mut credential_id = vec![0; 32];
        random.fill(&mut credential_id).expect("randomness");
        Authenticator {
            pair,
            credential_id,
            user_handle: Vec::new(),
            origin: origin.to_owned(),
            rp_id: rp_id.to_owned(),
            flags: PRESENT | VERIFIED,
            sign_count: 0,
            counts: true,
            said: json!({}),
        }
    }

    /// Makes the credential for the options of a registration.
    pub fn create(&mut self, options: &Value) -> Value {
        let handle = options["user"]["id"].as_str().unwrap_or_default();
        self.user_handle = URL_SAFE_NO_PAD.decode(handle).expect("base64url");
        let client_data = self.client_data("webauthn.create", options);
        let mut data = self.data(HAS_CREDENTIAL);
        data.extend_from_slice(&[0; 16]);
        data.extend_from_slice(&u16::try_from(self.credential_id.len()).expect("an id").to_be_bytes());
        data.extend_from_slice(&self.credential_id);
        data.extend_from_slice(&self.public_key());
        let object = encoded(&Cbor::Map(vec![
            (text("fmt"), text("none")),
            (text("attStmt"), Cbor::Map(Vec::new())),
            (text("authData"), Cbor::Bytes(data)),
        ]));
        let response = json!({"clientDataJSON": b64(client_data), "attestationObject": b64(object),
            "transports": ["internal"]});
        json!({"id": b64(&self.credential_id), "rawId": b64(&self.credential_id), "type": "public-key",
            "response": response})
    }

    /// Signs for the options of a sign-in.
    pub fn get(&mut self, options: &Value) -> Value {
        if self.counts {
            self.sign_count += 1;
        }
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(0);
        let mut signed = data.clone();
        signed.extend_from_slice(digest(&SHA256, &client_data).as_ref());
        let response = json!({"clientDataJSON": b64(&client_data), "authenticatorData": b64(&data),
            "signature": b64(self.sign(&signed)), "userHandle": b64(&self.user_handle)});
        json!({"id": b64(&self.credential_id), "rawId": b64(&self.credential_id), "type": "public-key",
            "response": response})
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let mut said = json!({"type": kind, "challenge": options["challenge"], "origin": self.origin,
            "crossOrigin": false});
        for (name, value) in self.said.as_object().expect("an object") {
            said[name] = value.clone();
        }
        said.to_string().into_bytes()
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut data = digest(&SHA256, self.rp_id.as_bytes()).as_ref().to_vec();
        data.push(self.flags | more);
        data.extend_from_slice(&self.sign_count.to_be_bytes());
        data
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.pair {
            Pair::Es256(pair) => pair.sign(&random, message).expect("a signature").as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
            Pair::Rs256(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).expect("a signature");
                signature
            }
        }
    }

    /// COSE.
    pub fn public_key(&self) -> Vec<u8> {
        let number = |label: i64, value: i64| (Cbor::from(label), Cbor::from(value));
        let bytes = |label: i64, value: &[u8]| (Cbor::from(label), Cbor::Bytes(value.to_vec()));
        encoded(&Cbor::Map(match &self.pair {
            Pair::Es256(pair) => {
                let point = pair.public_key().as_ref();
                vec![number(1, 2), number(3, -7), number(-1, 1), bytes(-2, &point[1..33]), bytes(-3, &point[33..])]
            }
            Pair::Ed25519(pair) => {
                vec![number(1, 1), number(3, -8), number(-1, 6), bytes(-2, pair.public_key().as_ref())]
            }
            Pair::Rs256(pair) => {
                let key: rsa::PublicKeyComponents<Vec<u8>> = pair.public().into();
                vec![number(1, 3), number(3, -257), bytes(-1, &key.n), bytes(-2, &key.e)]
            }
        }))
    }
}

fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn text(text: &str) -> Cbor {
    Cbor::Text(text.to_owned())
}

fn encoded(value: &Cbor) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("memory");
    bytes
}
