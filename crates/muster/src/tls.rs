//! Encryption by the server itself: certificate and key from PEM files.

use std::path::Path;
use std::sync::Arc;

use config::{Config, TlsVersion};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, version};
use tokio_rustls::TlsAcceptor;

/// What encrypts connections; `None` when no certificate is configured.
///
/// # Errors
/// When a file cannot be read, or certificate and key do not belong together. The text names the file.
pub fn acceptor(config: &Config) -> Result<Option<TlsAcceptor>, String> {
    let tls = &config.tls;
    if tls.cert_file.is_empty() {
        return Ok(None);
    }
    let (cert_file, key_file) = (Path::new(&tls.cert_file), Path::new(&tls.key_file));
    let reading = |file: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let chain = CertificateDer::pem_file_iter(cert_file)
        .and_then(|certificates| certificates.collect::<Result<Vec<_>, _>>())
        .map_err(|error| reading(cert_file, &error))?;
    if chain.is_empty() {
        return Err(format!("{}: holds no certificate", cert_file.display()));
    }
    let key = PrivateKeyDer::from_pem_file(key_file).map_err(|error| reading(key_file, &error))?;
    let versions: &[&rustls::SupportedProtocolVersion] = match tls.min_version {
        TlsVersion::Tls12 => &[&version::TLS13, &version::TLS12],
        TlsVersion::Tls13 => &[&version::TLS13],
    };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut server = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
        .map_err(|error| format!("{} and {}: {error}", cert_file.display(), key_file.display()))?;
    server.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Some(TlsAcceptor::from(Arc::new(server))))
}
