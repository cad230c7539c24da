//! Certificates that somebody's own authority signed: which file names it, and whether the name in them counts.

use std::path::PathBuf;
use std::sync::Arc;

use rustls::client::WantsClientCert;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, ConfigBuilder, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

/// Whose signature under a certificate is believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Authorities {
    /// The public ones.
    #[default]
    Public,
    /// Those of a PEM file, and no others.
    File(PathBuf),
}

/// Whether a certificate must be for the name that was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    Checked,
    /// Any name will do, as long as the signature is right.
    Ignored,
}

/// Why a file of authorities cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", .file.display())]
pub struct AuthoritiesError {
    pub file: PathBuf,
    pub why: String,
}

impl Authorities {
    /// Those of a setting: a file, or the public ones when it is empty.
    pub fn of(setting: &str) -> Authorities {
        if setting.is_empty() { Authorities::Public } else { Authorities::File(setting.into()) }
    }

    pub(crate) fn roots(&self) -> Result<RootCertStore, AuthoritiesError> {
        match self {
            Authorities::Public => Ok(webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect()),
            Authorities::File(file) => {
                let text = std::fs::read(file).map_err(|error| error.to_string());
                text.and_then(|text| read(&text)).map_err(|why| AuthoritiesError { file: file.clone(), why })
            }
        }
    }
}

/// The certificates of a PEM text.
pub(crate) fn read(text: &[u8]) -> Result<RootCertStore, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(text) {
        roots.add(certificate.map_err(|error| said(&error))?).map_err(|error| said(&error))?;
    }
    if roots.is_empty() { Err("holds no certificate".to_owned()) } else { Ok(roots) }
}

/// The configuration that accepts certificates of `authorities` alone.
///
/// # Errors
/// When their file cannot be read, or holds no certificates.
pub fn verifying(authorities: &Authorities, names: Names) -> Result<ClientConfig, AuthoritiesError> {
    verifying_as(authorities, names, None)
}

/// As [`verifying`], with a certificate of this program's own for servers that ask for one.
///
/// # Errors
/// As there, and when the own files cannot be read or do not belong together.
pub fn verifying_as(
    authorities: &Authorities,
    names: Names,
    own: Option<&Own>,
) -> Result<ClientConfig, AuthoritiesError> {
    let roots = authorities.roots()?;
    let provider = Arc::new(ring::default_provider());
    let builder = crate::begin(&provider);
    let builder = match names {
        Names::Checked => builder.with_root_certificates(roots),
        Names::Ignored => {
            let checked = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
            let nameless = Nameless(checked.expect("there is a root, and no list of what was revoked"));
            builder.dangerous().with_custom_certificate_verifier(Arc::new(nameless))
        }
    };
    identified(builder, own)
}

/// The configuration that accepts any certificate, with one of this program's own for servers that ask for one.
///
/// # Errors
/// When the own files cannot be read or do not belong together.
pub fn unverified_as(own: Option<&Own>) -> Result<ClientConfig, AuthoritiesError> {
    let provider = Arc::new(ring::default_provider());
    let verifier = Arc::new(crate::Anyone(provider.clone()));
    identified(crate::begin(&provider).dangerous().with_custom_certificate_verifier(verifier), own)
}

fn identified(
    builder: ConfigBuilder<ClientConfig, WantsClientCert>,
    own: Option<&Own>,
) -> Result<ClientConfig, AuthoritiesError> {
    let Some(own) = own else { return Ok(builder.with_no_client_auth()) };
    let wrong = |file: &PathBuf, why: String| AuthoritiesError { file: file.clone(), why };
    let read: Result<Vec<_>, _> = CertificateDer::pem_file_iter(&own.certificate).and_then(Iterator::collect);
    let chain = read.map_err(|error| wrong(&own.certificate, error.to_string()))?;
    let key = PrivateKeyDer::from_pem_file(&own.key).map_err(|error| wrong(&own.key, error.to_string()))?;
    builder.with_client_auth_cert(chain, key).map_err(|error| wrong(&own.certificate, error.to_string()))
}

/// The certificate of this program for servers that ask for one: PEM files of the certificate, with those between it and
/// its authority, and of its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// Checks all of a certificate but the name.
#[derive(Debug)]
struct Nameless(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for Nameless {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.0.verify_server_cert(certificate, between, name, ocsp, now) {
            // The name is looked at last, when all else was right.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

    use super::*;

    struct Made {
        folder: tempfile::TempDir,
        authority: CertifiedIssuer<'static, KeyPair>,
    }

    impl Made {
        fn new() -> Made {
            let mut params = CertificateParams::default();
            params.distinguished_name.push(DnType::CommonName, "Authority of a test");
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
            let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key"));
            let folder = tempfile::tempdir().expect("a temporary folder");
            Made { folder, authority: authority.expect("an authority") }
        }

        /// The authority as a file.
        fn file(&self) -> Authorities {
            let file = self.folder.path().join("ca.pem");
            std::fs::write(&file, self.authority.pem()).expect("written");
            Authorities::File(file)
        }

        fn certificate(&self, name: &str) -> CertificateDer<'static> {
            let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
            let key = KeyPair::generate().expect("a key");
            params.signed_by(&key, &self.authority).expect("signed").der().clone()
        }
    }

    fn verify(roots: &Authorities, certificate: &CertificateDer<'_>, name: &'static str) -> Result<(), Error> {
        let provider = Arc::new(ring::default_provider());
        let roots = Arc::new(roots.roots().expect("authorities"));
        let nameless = Nameless(WebPkiServerVerifier::builder_with_provider(roots, provider).build().expect("roots"));
        let name = ServerName::try_from(name).expect("a name");
        nameless.verify_server_cert(certificate, &[], &name, &[], UnixTime::now()).map(drop)
    }

    #[test]
    fn another_name_is_fine_where_names_are_ignored_and_another_authority_is_not() {
        let (ours, others) = (Made::new(), Made::new());
        let certificate = ours.certificate("db.example");
        assert_eq!(verify(&ours.file(), &certificate, "db.example"), Ok(()));
        assert_eq!(verify(&ours.file(), &certificate, "elsewhere.example"), Ok(()));
        assert!(verify(&others.file(), &certificate, "db.example").is_err());
        assert!(verify(&Authorities::Public, &certificate, "db.example").is_err());
    }

    #[test]
    fn a_file_without_certificates_is_refused_by_its_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("ca.pem");
        for write in [None, Some("no certificate")] {
            if let Some(text) = write {
                std::fs::write(&file, text).expect("written");
            }
            let refused = verifying(&Authorities::File(file.clone()), Names::Checked).expect_err("refused");
            assert_eq!(refused.file, file);
        }
        assert_eq!(Authorities::of(""), Authorities::Public);
    }
}
