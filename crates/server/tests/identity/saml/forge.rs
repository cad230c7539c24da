//! A provider of SAML, as honest as a test wants: it writes answers, signs them and encrypts them.

use aws_lc_rs::cipher::{AES_128, EncryptingKey, UnboundCipherKey};
use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rsa::{
    KeySize, OAEP_SHA1_MGF1SHA1, OAEP_SHA256_MGF1SHA256, OaepPublicEncryptingKey, PrivateDecryptingKey,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use identity::saml::begin::instant;
use identity::saml::c14n::canonical;
use identity::saml::xml::{Comments, parse};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair};

pub const ISSUER: &str = "https://id.example.test/realm";

/// A key that signs, and its certificate.
pub struct Key {
    pair: Pair,
    /// PEM.
    pub certificate: String,
}

enum Pair {
    Curve(EcdsaKeyPair),
    Rsa(RsaKeyPair),
}

impl Key {
    /// Of the curve P-256, which is made at once.
    pub fn new() -> Key {
        let made = rcgen::KeyPair::generate().expect("a key");
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, &made.serialize_der(), &SystemRandom::new()).expect("a key");
        Key { pair: Pair::Curve(pair), certificate: certificate(&made) }
    }

    /// Of RSA.
    pub fn rsa(own: &OwnKey) -> Key {
        let der = rcgen::KeyPair::from_pem(&own.pem).expect("a key");
        let pair = RsaKeyPair::from_pkcs8(&own.der).expect("a key");
        Key { pair: Pair::Rsa(pair), certificate: certificate(&der) }
    }

    pub fn method(&self) -> &'static str {
        match self.pair {
            Pair::Curve(_) => "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
            Pair::Rsa(_) => "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        }
    }

    pub fn sign(&self, text: &str) -> String {
        let random = SystemRandom::new();
        STANDARD.encode(match &self.pair {
            Pair::Curve(pair) => pair.sign(&random, text.as_bytes()).expect("a signature").as_ref().to_vec(),
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature).expect("a signature");
                signature
            }
        })
    }
}

fn certificate(pair: &rcgen::KeyPair) -> String {
    let parameters = rcgen::CertificateParams::new(Vec::new()).expect("parameters");
    parameters.self_signed(pair).expect("a certificate").pem()
}

/// The key of the server under test, for which a provider encrypts.
pub struct OwnKey {
    pub der: Vec<u8>,
    /// PEM.
    pub pem: String,
    encrypting: OaepPublicEncryptingKey,
}

impl OwnKey {
    pub fn new() -> OwnKey {
        let key = PrivateDecryptingKey::generate(KeySize::Rsa2048).expect("a key");
        let der = AsDer::<Pkcs8V1Der<'_>>::as_der(&key).expect("DER").as_ref().to_vec();
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(&der));
        OwnKey { der, pem, encrypting: OaepPublicEncryptingKey::new(key.public_key()).expect("a key") }
    }

    fn wrap(&self, padding: &'static aws_lc_rs::rsa::OaepAlgorithm, secret: &[u8]) -> String {
        let mut wrapped = vec![0; self.encrypting.ciphertext_size()];
        STANDARD.encode(self.encrypting.encrypt(padding, secret, &mut wrapped, None).expect("a short secret"))
    }

    /// An encrypted assertion, as recent providers have it.
    pub fn seal(&self, assertion: &str) -> String {
        let (secret, nonce) = ([7; 32], [9; 12]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &secret).expect("a key"));
        let mut bytes = assertion.as_bytes().to_vec();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes).expect("sealed");
        let method = "<xenc:EncryptionMethod Algorithm=\"http://www.w3.org/2009/xmlenc11#rsa-oaep\">\
                      <ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/>\
                      <xenc11:MGF xmlns:xenc11=\"http://www.w3.org/2009/xmlenc11#\" \
                      Algorithm=\"http://www.w3.org/2009/xmlenc11#mgf1sha256\"/></xenc:EncryptionMethod>";
        let bytes = [&nonce[..], &bytes].concat();
        encrypted(
            "http://www.w3.org/2009/xmlenc11#aes256-gcm",
            method,
            &self.wrap(&OAEP_SHA256_MGF1SHA256, &secret),
            &bytes,
        )
    }

    /// An encrypted assertion, as older providers have it: chained blocks, with a padding of any bytes.
    pub fn chain(&self, assertion: &str) -> String {
        let secret = [7; 16];
        let key = EncryptingKey::ecb(UnboundCipherKey::new(&AES_128, &secret).expect("a key")).expect("a key");
        let filled = 16 - assertion.len() % 16;
        let mut text = assertion.as_bytes().to_vec();
        text.extend(std::iter::repeat_n(0xaa, filled - 1).chain([filled as u8]));
        let mut bytes = vec![3; 16];
        for block in text.chunks(16) {
            let before = &bytes[bytes.len() - 16..];
            let mut mixed: Vec<u8> = block.iter().zip(before).map(|(byte, before)| byte ^ before).collect();
            key.encrypt(&mut mixed).expect("a block");
            bytes.extend(mixed);
        }
        let method = "<xenc:EncryptionMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p\"/>";
        encrypted(
            "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
            method,
            &self.wrap(&OAEP_SHA1_MGF1SHA1, &secret),
            &bytes,
        )
    }
}

fn encrypted(algorithm: &str, method: &str, wrapped: &str, bytes: &[u8]) -> String {
    let data = STANDARD.encode(bytes);
    format!(
        "<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc=\"http://www.w3.org/2001/04/xmlenc#\">\
         <xenc:EncryptionMethod Algorithm=\"{algorithm}\"/><ds:KeyInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">\
         <xenc:EncryptedKey>{method}<xenc:CipherData><xenc:CipherValue>{wrapped}</xenc:CipherValue></xenc:CipherData>\
         </xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>{data}</xenc:CipherValue></xenc:CipherData>\
         </xenc:EncryptedData></saml:EncryptedAssertion>"
    )
}

/// What an answer says. A test changes what it wants.
#[derive(Clone)]
pub struct Answer {
    pub issuer: String,
    pub audience: String,
    pub recipient: String,
    pub destination: String,
    pub in_response_to: String,
    /// What stands in the subject before the confirmation.
    pub subject: String,
    pub attributes: Vec<(String, Vec<String>)>,
    /// Times in milliseconds.
    pub made: i64,
    pub begins: i64,
    pub ends: i64,
    /// IDs of the answer and of its assertion.
    pub id: String,
    pub assertion_id: String,
    pub status: String,
    /// More conditions.
    pub conditions: String,
}

impl Answer {
    /// An answer for Ann that a server at `receiver` takes at `now`.
    pub fn of(receiver: &str, request: &str, now: i64) -> Answer {
        let attribute = |name: &str, value: &str| (name.to_owned(), vec![value.to_owned()]);
        Answer {
            issuer: ISSUER.into(),
            audience: receiver.into(),
            recipient: receiver.into(),
            destination: receiver.into(),
            in_response_to: request.into(),
            subject: "<saml:NameID>ann-1</saml:NameID>".into(),
            attributes: vec![
                attribute("username", "ann"),
                attribute("email", "Ann@corp.test"),
                attribute("given", "Ann"),
            ],
            made: now,
            begins: now - 5_000,
            ends: now + 60_000,
            id: "_answer".into(),
            assertion_id: format!("_a{}", base::tokens::secret()),
            status: "urn:oasis:names:tc:SAML:2.0:status:Success".into(),
            conditions: String::new(),
        }
    }

    pub fn with(mut self, name: &str, values: &[&str]) -> Answer {
        self.attributes.retain(|(known, _)| known != name);
        self.attributes.push((name.to_owned(), values.iter().map(|value| (*value).to_owned()).collect()));
        self
    }

    pub fn assertion(&self) -> String {
        let (made, begins, ends) = (instant(self.made), instant(self.begins), instant(self.ends));
        let value = |value: &String| format!("<saml:AttributeValue>{value}</saml:AttributeValue>");
        let attributes: String = self
            .attributes
            .iter()
            .map(|(name, values)| {
                let values: String = values.iter().map(value).collect();
                format!("<saml:Attribute Name=\"{name}\">{values}</saml:Attribute>")
            })
            .collect();
        format!(
            "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"{}\" Version=\"2.0\" \
             IssueInstant=\"{made}\"><saml:Issuer>{}</saml:Issuer><saml:Subject>{}<saml:SubjectConfirmation \
             Method=\"urn:oasis:names:tc:SAML:2.0:cm:bearer\"><saml:SubjectConfirmationData Recipient=\"{}\" \
             NotOnOrAfter=\"{ends}\"{}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions \
             NotBefore=\"{begins}\" NotOnOrAfter=\"{ends}\"><saml:AudienceRestriction><saml:Audience>{}</saml:Audience>\
             </saml:AudienceRestriction>{}</saml:Conditions><saml:AuthnStatement AuthnInstant=\"{made}\" \
             SessionIndex=\"s-1\"/><saml:AttributeStatement>{attributes}</saml:AttributeStatement></saml:Assertion>",
            self.assertion_id,
            self.issuer,
            self.subject,
            self.recipient,
            self.request(),
            self.audience,
            self.conditions,
        )
    }

    fn request(&self) -> String {
        match self.in_response_to.as_str() {
            "" => String::new(),
            request => format!(" InResponseTo=\"{request}\""),
        }
    }

    /// The answer around what is given.
    pub fn around(&self, inner: &str) -> String {
        format!(
            "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\" \
             xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ID=\"{}\" Version=\"2.0\" IssueInstant=\"{}\" \
             Destination=\"{}\"{}><saml:Issuer>{}</saml:Issuer><samlp:Status><samlp:StatusCode Value=\"{}\"/>\
             </samlp:Status>{inner}</samlp:Response>",
            self.id,
            instant(self.made),
            self.destination,
            self.request(),
            self.issuer,
            self.status,
        )
    }

    /// An answer whose assertion is signed.
    pub fn signed(&self, key: &Key) -> String {
        self.around(&sign(&self.assertion(), &self.assertion_id, key))
    }

    /// An answer that is signed as a whole.
    pub fn signed_whole(&self, key: &Key) -> String {
        sign(&self.around(&self.assertion()), &self.id, key)
    }
}

/// A document with a signature of the element that has the ID.
pub fn sign(document: &str, id: &str, key: &Key) -> String {
    sign_as(document, id, key, |info| info)
}

/// The same, with what is signed changed before.
pub fn sign_as(document: &str, id: &str, key: &Key, change: impl FnOnce(String) -> String) -> String {
    let read = parse(document, Comments::Skipped).expect("XML");
    let element = read.descendants().find(|node| node.attribute("ID") == Some(id)).expect("the element");
    let issuer = element.first_element_child().expect("an issuer").range().end;
    let hash = STANDARD.encode(digest(&SHA256, canonical(element, None, &[]).as_bytes()));
    let info = change(format!(
        "<ds:SignedInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\"><ds:CanonicalizationMethod \
         Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/><ds:SignatureMethod Algorithm=\"{}\"/>\
         <ds:Reference URI=\"#{id}\"><ds:Transforms><ds:Transform \
         Algorithm=\"http://www.w3.org/2000/09/xmldsig#enveloped-signature\"/><ds:Transform \
         Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/></ds:Transforms><ds:DigestMethod \
         Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><ds:DigestValue>{hash}</ds:DigestValue></ds:Reference>\
         </ds:SignedInfo>",
        key.method(),
    ));
    let signed = parse(&info, Comments::Skipped).map(|read| canonical(read.root_element(), None, &[])).expect("XML");
    let signature = format!(
        "<ds:Signature xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">{info}<ds:SignatureValue>{}</ds:SignatureValue>\
         </ds:Signature>",
        key.sign(&signed)
    );
    format!("{}{signature}{}", &document[..issuer], &document[issuer..])
}
