//! The way to the directory: a connection, encrypted as the settings say, whose messages are checked.

use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;

use config::{Ldap, LdapSecurity};
use rustls::pki_types::ServerName;
use tls::{Authorities, Names, Own};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::ldap::fault::{Fault, said};
use crate::ldap::frames::{checked, read, split};

/// Message 1: a wish for StartTLS (RFC 4511 §4.14.1).
const START_TLS: &[u8] = b"\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037";
const EXTENDED_RESPONSE: u8 = 0x78;
const ENUMERATED: u8 = 0x0a;

/// Connects to the directory of the settings, and encrypts.
///
/// # Errors
/// [`Fault::Unreachable`] with what is in the way.
pub async fn dial(settings: &Ldap) -> Result<UnixStream, Fault> {
    let place = format!("{}:{}", settings.host, settings.port);
    let wrong = |error: std::io::Error| Fault::Unreachable(format!("{place}: {error}"));
    let mut tcp = TcpStream::connect((settings.host.as_str(), settings.port)).await.map_err(wrong)?;
    match settings.connection_security {
        LdapSecurity::None => checked(tcp),
        LdapSecurity::Tls => checked(encrypted(settings, tcp).await?),
        LdapSecurity::Starttls => {
            start_tls(&mut tcp).await?;
            checked(encrypted(settings, tcp).await?)
        }
    }
    .map_err(wrong)
}

async fn start_tls(tcp: &mut TcpStream) -> Result<(), Fault> {
    let wrong = |error: std::io::Error| Fault::Unreachable(format!("StartTLS: {error}"));
    tcp.write_all(START_TLS).await.map_err(wrong)?;
    let mut answer = Vec::new();
    read(tcp, &mut answer).await.map_err(wrong)?;
    match result_code(&answer) {
        Some(0) => Ok(()),
        Some(code) => Err(Fault::Unreachable(format!("StartTLS: {}", said(code.into(), "")))),
        None => Err(Fault::Unreachable("StartTLS: an answer that cannot be read".into())),
    }
}

/// What the directory says to the wish for StartTLS.
fn result_code(message: &[u8]) -> Option<u8> {
    let ((_, message), _) = split(message)?;
    let (_number, rest) = split(message)?;
    let ((EXTENDED_RESPONSE, answer), _) = split(rest)? else { return None };
    match split(answer)? {
        ((ENUMERATED, [code]), _) => Some(*code),
        _ => None,
    }
}

async fn encrypted(settings: &Ldap, tcp: TcpStream) -> Result<TlsStream<TcpStream>, Fault> {
    let wrong = |why: String| Fault::Unreachable(why);
    let encryption = encryption(settings).map_err(|error| wrong(error.to_string()))?;
    let name = ServerName::try_from(settings.host.clone()).map_err(|error| wrong(error.to_string()))?;
    let opened = TlsConnector::from(Arc::new(encryption)).connect(name, tcp).await;
    opened.map_err(|error| wrong(format!("{}:{}: {error}", settings.host, settings.port)))
}

/// The configuration of an encrypted connection.
fn encryption(settings: &Ldap) -> Result<rustls::ClientConfig, tls::AuthoritiesError> {
    let authorities = Authorities::of(&settings.ca_file);
    if settings.certificate_file.is_empty() {
        return tls::verifying(&authorities, Names::Checked);
    }
    let path = |file: &str| Path::new(file).to_path_buf();
    let own = Own { certificate: path(&settings.certificate_file), key: path(&settings.key_file) };
    tls::verifying_as(&authorities, Names::Checked, Some(&own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_says_whether_it_encrypts() {
        let says = |code: u8| [0x30, 12, 2, 1, 1, 0x78, 7, 0x0a, 1, code, 4, 0, 4, 0];
        assert_eq!((result_code(&says(0)), result_code(&says(2))), (Some(0), Some(2)));
        for not in
            [&[][..], &[0x30, 0], &[0x30, 3, 2, 1, 1], &[0x30, 5, 2, 1, 1, 0x61, 0], &[0x30, 5, 2, 1, 1, 0x78, 0]]
        {
            assert_eq!(result_code(not), None, "{not:?}");
        }
        assert_eq!(usize::from(START_TLS[1]) + 2, START_TLS.len());
    }
}
