//! TLS towards the programs that the server calls: with certificates of the public authorities, or any.

use std::sync::Arc;

use hyper_rustls::ConfigBuilderExt;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use tokio_rustls::TlsConnector;

/// Both ways of connecting, made once.
pub struct Connectors {
    checked: TlsConnector,
    unchecked: TlsConnector,
}

impl Connectors {
    pub fn new() -> Connectors {
        let provider = Arc::new(ring::default_provider());
        let builder = || {
            ClientConfig::builder_with_provider(provider.clone())
                .with_safe_default_protocol_versions()
                .expect("the provider knows the versions that are safe")
        };
        let checked = builder().with_webpki_roots().with_no_client_auth();
        let anyone = Arc::new(Anyone(provider.clone()));
        let unchecked = builder().dangerous().with_custom_certificate_verifier(anyone).with_no_client_auth();
        Connectors { checked: Arc::new(checked).into(), unchecked: Arc::new(unchecked).into() }
    }

    /// The connector; `insecure` is the configuration's word that any certificate will do.
    pub fn of(&self, insecure: bool) -> TlsConnector {
        if insecure { self.unchecked.clone() } else { self.checked.clone() }
    }
}

/// Takes any certificate, for development.
#[derive(Debug)]
struct Anyone(Arc<CryptoProvider>);

impl ServerCertVerifier for Anyone {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
