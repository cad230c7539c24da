//! TLS to PostgreSQL, in libpq's words: `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of the address.
//!
//! | `sslmode` | encrypted | the certificate |
//! |---|---|---|
//! | `disable` | no | |
//! | `prefer`, as when nothing is said | where the server offers it | any |
//! | `require` | yes | any; with `sslrootcert` as `verify-ca` |
//! | `verify-ca` | yes | of an authority in `sslrootcert`; without it, of a public one |
//! | `verify-full` | yes | the same, and for the name of the host |
//!
//! `sslcert` and `sslkey` are PEM files of this server's own certificate and key, for a database that asks for one.
//! `channel_binding` works as in libpq: a password proves to the database that no one is in between.
//!
//! The driver knows three of the modes and no files, so these words are taken out of the address before it reads it. They are
//! the words for a MySQL that is read, too.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256, Sha384, Sha512};
use tls::{Authorities, AuthoritiesError, Names, Own, unverified_as, verifying_as};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;
use x509_parser::prelude::{FromDer, X509Certificate};

/// The value of `sslrootcert` that means the public authorities.
const SYSTEM: &str = "system";

const RSA_SHA256: &str = "1.2.840.113549.1.1.11";
const RSA_SHA384: &str = "1.2.840.113549.1.1.12";
const RSA_SHA512: &str = "1.2.840.113549.1.1.13";
const ECDSA_SHA256: &str = "1.2.840.10045.4.3.2";
const ECDSA_SHA384: &str = "1.2.840.10045.4.3.3";
const ECDSA_SHA512: &str = "1.2.840.10045.4.3.4";

/// Why an address cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsError {
    #[error("sslmode must be disable, prefer, require, verify-ca or verify-full, not {0:?}")]
    Mode(String),
    #[error("{word}: {error}")]
    File { word: &'static str, error: AuthoritiesError },
    #[error("sslcert and sslkey go together")]
    Alone,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    Disable,
    #[default]
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    fn parse(text: &str) -> Result<Mode, TlsError> {
        Ok(match text {
            "disable" => Mode::Disable,
            "prefer" => Mode::Prefer,
            "require" => Mode::Require,
            "verify-ca" => Mode::VerifyCa,
            "verify-full" => Mode::VerifyFull,
            other => return Err(TlsError::Mode(other.to_owned())),
        })
    }
}

/// What an address says about TLS, and what is left of it for the driver.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub rest: String,
    mode: Mode,
    authorities: Option<Authorities>,
    own: Option<Own>,
}

impl Said {
    /// Takes the words about TLS out of an address or out of `key=value` pairs. The last of each counts.
    ///
    /// # Errors
    /// For an unknown mode, and for one of `sslcert` and `sslkey` without the other.
    pub fn of(address: &str) -> Result<Said, TlsError> {
        let (mut mode, mut file, mut certificate, mut key) = (None, None, None, None);
        let mut take = |word: &str, value: String| {
            let place = match word {
                "sslmode" => &mut mode,
                "sslrootcert" => &mut file,
                "sslcert" => &mut certificate,
                "sslkey" => &mut key,
                _ => return false,
            };
            *place = Some(value);
            true
        };
        let is_url = ["postgres://", "postgresql://", "mysql://"].iter().any(|scheme| address.starts_with(scheme));
        let rest = if is_url { url_without(address, &mut take) } else { pairs_without(address, &mut take) };
        let mode = mode.map_or(Ok(Mode::default()), |mode| Mode::parse(&mode))?;
        let authorities = file.map(|file| if file == SYSTEM { Authorities::Public } else { Authorities::of(&file) });
        let own = match (certificate, key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some(Own { certificate: certificate.into(), key: key.into() }),
            _ => return Err(TlsError::Alone),
        };
        Ok(Said { rest, mode, authorities, own })
    }

    /// How far the driver is to insist.
    pub fn ssl_mode(&self) -> SslMode {
        match self.mode {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        }
    }

    /// What encrypts connections.
    ///
    /// # Errors
    /// When one of the files cannot be read.
    pub fn encryption(&self) -> Result<Encryption, TlsError> {
        let config = match self.verified() {
            None => unverified_as(self.own()),
            Some((authorities, names)) => verifying_as(&authorities, names, self.own()),
        };
        let mut config = config.map_err(|error| TlsError::File { word: self.word_of(&error), error })?;
        // Asked for by servers that speak TLS from the first byte (`sslnegotiation=direct`).
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Encryption(Arc::new(config)))
    }

    /// The trusted authorities, and whether the host name is verified. `None` accepts any certificate.
    pub fn verified(&self) -> Option<(Authorities, Names)> {
        let names = match (self.mode, &self.authorities) {
            (Mode::Disable | Mode::Prefer, _) | (Mode::Require, None) => return None,
            (Mode::Require | Mode::VerifyCa, _) => Names::Ignored,
            (Mode::VerifyFull, _) => Names::Checked,
        };
        Some((self.authorities.clone().unwrap_or_default(), names))
    }

    /// This server's own certificate, for a database that asks for one.
    pub fn own(&self) -> Option<&Own> {
        self.own.as_ref()
    }

    /// The word of the address that names the file of an error.
    fn word_of(&self, error: &AuthoritiesError) -> &'static str {
        match &self.own {
            Some(own) if own.certificate == error.file => "sslcert",
            Some(own) if own.key == error.file => "sslkey",
            _ => "sslrootcert",
        }
    }
}

/// The address without the parameters that `take` takes.
fn url_without(address: &str, take: &mut impl FnMut(&str, String) -> bool) -> String {
    let Some((place, query)) = address.split_once('?') else { return address.to_owned() };
    let is_left = |pair: &&str| {
        let (key, value) = pair.split_once('=').unwrap_or((*pair, ""));
        !take(key, percent_decode_str(value).decode_utf8_lossy().into_owned())
    };
    let left: Vec<&str> = query.split('&').filter(is_left).collect();
    if left.is_empty() { place.to_owned() } else { format!("{place}?{}", left.join("&")) }
}

/// `key=value key='quoted value'` without the pairs that `take` takes. What is malformed is left for the driver to tell.
fn pairs_without(text: &str, take: &mut impl FnMut(&str, String) -> bool) -> String {
    let (mut rest, mut left) = (String::with_capacity(text.len()), text.trim());
    while let Some((key, after)) = left.split_once('=') {
        let after = after.trim_start();
        let (value, next) = value_of(after);
        if !take(key.trim(), value) {
            rest.push_str(left[..left.len() - next.len()].trim_end());
            rest.push(' ');
        }
        left = next.trim_start();
    }
    rest.push_str(left);
    rest.trim_end().to_owned()
}

/// The value that a text begins with, and the text behind it. A backslash takes the next character as it is.
fn value_of(text: &str) -> (String, &str) {
    let quoted = text.starts_with('\'');
    let mut value = String::new();
    let mut inside = text.char_indices().skip(usize::from(quoted));
    while let Some((at, one)) = inside.next() {
        match one {
            '\\' => value.extend(inside.next().map(|(_, one)| one)),
            '\'' if quoted => return (value, &text[at + 1..]),
            one if !quoted && one.is_whitespace() => return (value, &text[at..]),
            one => value.push(one),
        }
    }
    (value, "")
}

/// Encrypts connections of the driver.
#[derive(Clone)]
pub struct Encryption(Arc<ClientConfig>);

impl MakeTlsConnect<Socket> for Encryption {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = std::convert::Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, Self::Error> {
        Ok(Handshake { connector: TlsConnector::from(self.0.clone()), host: host.to_owned() })
    }
}

/// A handshake to come; on a socket of the same machine, which has no host, there is none.
pub struct Handshake {
    connector: TlsConnector,
    host: String,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, stream: Socket) -> Self::Future {
        Box::pin(async move {
            let host = ServerName::try_from(self.host).map_err(io::Error::other)?;
            self.connector.connect(host, stream).await.map(Box::new).map(Encrypted)
        })
    }
}

/// An encrypted connection.
pub struct Encrypted(Box<tokio_rustls::client::TlsStream<Socket>>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        let chain = self.0.get_ref().1.peer_certificates();
        let bound = chain.and_then(|chain| chain.first()).and_then(|certificate| end_point(certificate));
        bound.map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

/// The hash of a server's certificate to which a password is bound (`tls-server-end-point`, RFC 5929 §4.1). It is that of
/// the certificate's signature, SHA-256 in place of older ones; `None` for signatures without a single hash.
fn end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    let (_, parsed) = X509Certificate::from_der(certificate).ok()?;
    match parsed.signature_algorithm.algorithm.to_id_string().as_str() {
        "1.2.840.113549.1.1.4" | "1.2.840.113549.1.1.5" | "1.2.840.10045.4.1" | RSA_SHA256 | ECDSA_SHA256 => {
            Some(Sha256::digest(certificate).to_vec())
        }
        RSA_SHA384 | ECDSA_SHA384 => Some(Sha384::digest(certificate).to_vec()),
        RSA_SHA512 | ECDSA_SHA512 => Some(Sha512::digest(certificate).to_vec()),
        _ => None,
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, to)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(address: &str) -> Said {
        Said::of(address).expect("modes that there are")
    }

    fn file(name: &str) -> Option<Authorities> {
        Some(Authorities::File(name.into()))
    }

    #[test]
    fn both_words_are_taken_out_of_an_address() {
        let all = said("postgres://u:p@a,b:2/chat?sslmode=verify-full&options=-cx%3Dy&sslrootcert=%2Fetc%2Fca.pem");
        assert_eq!(all.rest, "postgres://u:p@a,b:2/chat?options=-cx%3Dy");
        assert_eq!((all.mode, all.authorities), (Mode::VerifyFull, file("/etc/ca.pem")));
        let alone = said("postgresql://a/chat?sslmode=disable");
        assert_eq!((alone.rest.as_str(), alone.mode), ("postgresql://a/chat", Mode::Disable));
        assert_eq!(said("postgres://a/chat?sslmode=require&sslmode=verify-ca").mode, Mode::VerifyCa);
        let nothing = said("postgres://a/chat?connect_timeout=3");
        assert_eq!((nothing.rest.as_str(), nothing.mode), ("postgres://a/chat?connect_timeout=3", Mode::Prefer));
    }

    #[test]
    fn both_words_are_taken_out_of_pairs() {
        let all = said(r"host=a sslrootcert = 'my \'own\' ca.pem' user='b c'  sslmode=verify-ca password=a\ b");
        assert_eq!(all.rest, r"host=a user='b c' password=a\ b");
        assert_eq!((all.mode, all.authorities), (Mode::VerifyCa, file("my 'own' ca.pem")));
        assert_eq!(said("sslmode=require sslrootcert=system").authorities, Some(Authorities::Public));
        // For the driver, which says what is wrong with it.
        assert_eq!(said("host=a b").rest, "host=a b");
        assert_eq!(said("host='a").rest, "host='a");
    }

    #[test]
    fn a_mode_that_there_is_not_and_a_file_that_is_not_there_are_refused() {
        assert_eq!(Said::of("postgres://a/chat?sslmode=yes"), Err(TlsError::Mode("yes".to_owned())));
        let refused = said("postgres://a/chat?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem").encryption().err();
        assert!(refused.is_some_and(|error| error.to_string().starts_with("sslrootcert: /nowhere/ca.pem: ")));
    }

    #[test]
    fn a_certificate_of_ones_own_comes_with_its_key() {
        let both = said("postgres://a/chat?sslcert=%2Fetc%2Fown.pem&sslkey=own.key&channel_binding=require");
        assert_eq!(both.rest, "postgres://a/chat?channel_binding=require");
        assert_eq!(both.own, Some(Own { certificate: "/etc/own.pem".into(), key: "own.key".into() }));
        assert_eq!(Said::of("postgres://a/chat?sslcert=own.pem"), Err(TlsError::Alone));
        assert!(both.encryption().is_err_and(|error| error.to_string().starts_with("sslcert: /etc/own.pem: ")));
    }

    #[test]
    fn the_driver_insists_from_require_on() {
        let of = |mode: &str| said(&format!("postgres://a/chat?sslmode={mode}")).ssl_mode();
        assert_eq!(of("disable"), SslMode::Disable);
        assert_eq!(of("prefer"), SslMode::Prefer);
        for mode in ["require", "verify-ca", "verify-full"] {
            assert_eq!(of(mode), SslMode::Require);
        }
    }
}
