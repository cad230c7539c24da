//! TLS verification for outgoing connections: public authorities, authorities of one's own ([`authorities`]), or none.
//!
//! HTTP clients get a connection pool ([`http`]). Other clients put the configuration into their connectors.

pub mod authorities;
pub mod http;

use std::sync::Arc;

pub use authorities::{Authorities, AuthoritiesError, Names, Own, unverified_as, verifying, verifying_as};
use hyper_rustls::ConfigBuilderExt;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    ClientConfig, ConfigBuilder, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, WantsVerifier,
};

/// Which certificates a server may show.
#[derive(Clone, Debug, Default)]
pub enum Trust {
    #[default]
    PublicRoots,
    /// What these have signed, and nothing else.
    Roots(Arc<RootCertStore>),
    /// For development and for servers under test that sign their own.
    Anything,
}

impl Trust {
    /// The public authorities, or those of a file.
    ///
    /// # Errors
    /// When the file cannot be read, or holds no certificates.
    pub fn of(authorities: &Authorities) -> Result<Trust, AuthoritiesError> {
        match authorities {
            Authorities::Public => Ok(Trust::PublicRoots),
            Authorities::File(_) => authorities.roots().map(|roots| Trust::Roots(Arc::new(roots))),
        }
    }

    /// Believes the authorities of a PEM text alone.
    ///
    /// # Errors
    /// When the text holds no certificate, or one that does not read.
    pub fn of_pem(text: &[u8]) -> Result<Trust, String> {
        authorities::read(text).map(|roots| Trust::Roots(Arc::new(roots)))
    }
}

/// The configuration for a degree of trust.
pub fn client_config(trust: Trust) -> ClientConfig {
    let provider = Arc::new(ring::default_provider());
    let builder = begin(&provider);
    match trust {
        Trust::PublicRoots => builder.with_webpki_roots().with_no_client_auth(),
        Trust::Roots(roots) => builder.with_root_certificates(roots).with_no_client_auth(),
        Trust::Anything => {
            builder.dangerous().with_custom_certificate_verifier(Arc::new(Anyone(provider))).with_no_client_auth()
        }
    }
}

/// A configuration that has yet to be told whom to believe.
fn begin(provider: &Arc<CryptoProvider>) -> ConfigBuilder<ClientConfig, WantsVerifier> {
    ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .expect("the provider knows the versions that are safe")
}

/// Takes any certificate, but only from who has its key.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_was_told_so_believes_anything() {
        let names = ServerName::try_from("chat.example").expect("a name");
        let certificate = CertificateDer::from(vec![0]);
        let anyone = Anyone(Arc::new(ring::default_provider()));
        assert!(anyone.verify_server_cert(&certificate, &[], &names, &[], UnixTime::now()).is_ok());
        assert!(matches!(Trust::default(), Trust::PublicRoots));
    }
}
