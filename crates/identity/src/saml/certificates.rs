//! The certificates of the provider, and this server's own certificate and key: uploaded, or files of a node.
//!
//! What was uploaded lies in the database, the private key sealed, so that all nodes have it at once. An upload of the
//! provider's certificates may hold several: while a provider changes its key, both the old and the new one are believed.

use config::Config;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use serde::Serialize;

use crate::refusal::{Refusal, Why};
use crate::saml::certificate::{PrivateKey, PublicKey, Unusable, certificates, public_keys};

/// Bytes of an upload: eight certificates have some twenty thousand.
const UPLOAD_BYTES_MAX: usize = 64 << 10;

/// Something that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    Provider,
    Public,
    Private,
}

impl Kept {
    /// Under this name the store has what was uploaded.
    fn name(self) -> &'static str {
        match self {
            Kept::Provider => "SamlIdpCertificate",
            Kept::Public => "SamlPublicCertificate",
            Kept::Private => "SamlPrivateKey",
        }
    }

    /// The file that counts unless something was uploaded.
    fn file(self, config: &Config) -> &str {
        match self {
            Kept::Provider => &config.saml.idp_certificate_file,
            Kept::Public => &config.saml.public_certificate_file,
            Kept::Private => &config.saml.private_key_file,
        }
    }

    async fn uploaded(self, app: &App) -> Result<Option<String>> {
        match self {
            Kept::Private => app.secrets.brought(&app.store, self.name()).await,
            Kept::Provider | Kept::Public => Ok(app.store.system(self.name()).await?),
        }
    }

    /// The text in PEM, if there is one.
    async fn text(self, app: &App) -> std::result::Result<Option<String>, Refusal> {
        if let Some(text) = self.uploaded(app).await? {
            return Ok(Some(text));
        }
        match self.file(&app.config()) {
            "" => Ok(None),
            file => std::fs::read_to_string(file)
                .map(Some)
                .map_err(|error| Refusal::new(Why::Misconfigured, format!("{file}: {error}"))),
        }
    }

    async fn is_there(self, app: &App) -> Result<bool> {
        let has_file = !self.file(&app.config()).is_empty();
        Ok(has_file || self.uploaded(app).await?.is_some())
    }

    fn must_be_usable(self, text: &str) -> std::result::Result<(), Unusable> {
        match self {
            Kept::Provider => public_keys(text).map(drop),
            Kept::Public => match certificates(text)?.len() {
                1 => public_keys(text).map(drop),
                _ => Err(Unusable::TooMany),
            },
            Kept::Private => PrivateKey::parse(text).map(drop),
        }
    }
}

/// The keys that the provider signs with.
///
/// # Errors
/// [`Why::Misconfigured`] when there is none.
pub async fn provider_keys(app: &App) -> std::result::Result<Vec<PublicKey>, Refusal> {
    let text = Kept::Provider.text(app).await?.ok_or_else(|| {
        let detail = "there is no certificate of the provider: upload one, or set saml.idp_certificate_file";
        Refusal::new(Why::Misconfigured, detail)
    })?;
    public_keys(&text).map_err(|why| wrong(Kept::Provider, &why))
}

/// This server's own key, if it has one.
///
/// # Errors
/// [`Why::Misconfigured`] when it cannot be read.
pub async fn private_key(app: &App) -> std::result::Result<Option<PrivateKey>, Refusal> {
    let text = Kept::Private.text(app).await?;
    text.map(|text| PrivateKey::parse(&text)).transpose().map_err(|why| wrong(Kept::Private, &why))
}

/// This server's own certificate, if it has one: the key must be its own.
///
/// # Errors
/// [`Why::Misconfigured`] when it cannot be read, or belongs to another key.
pub async fn own_certificate(app: &App) -> std::result::Result<Option<Vec<u8>>, Refusal> {
    let Some(text) = Kept::Public.text(app).await? else { return Ok(None) };
    let of = |why| wrong(Kept::Public, &why);
    let certificate = certificates(&text).map_err(of)?.remove(0);
    let public = crate::saml::certificate::public_key(&certificate).map_err(of)?;
    match private_key(app).await? {
        Some(key) if key.fits(&public) => Ok(Some(certificate)),
        Some(_) => Err(of(Unusable::OtherKey)),
        None => Ok(None),
    }
}

fn wrong(kept: Kept, why: &Unusable) -> Refusal {
    Refusal::new(Why::Misconfigured, format!("{}: {why}", kept.name()))
}

/// Answer of `GET /saml/certificate/status`.
#[derive(Serialize)]
struct Status {
    idp_certificate_file: bool,
    private_key_file: bool,
    public_certificate_file: bool,
}

/// `GET /saml/certificate/status`
pub async fn status(call: Call) -> Answer {
    call.must(Permission::GetSamlCertStatus)?;
    Ok(Reply::json(&Status {
        idp_certificate_file: Kept::Provider.is_there(&call.app).await?,
        private_key_file: Kept::Private.is_there(&call.app).await?,
        public_certificate_file: Kept::Public.is_there(&call.app).await?,
    }))
}

/// `POST /saml/certificate/idp`: stores one certificate or several, which replace earlier ones.
pub async fn add_provider(call: Call) -> Answer {
    call.must(Permission::AddSamlIdpCert)?;
    upload(call, Kept::Provider).await
}

/// `POST /saml/certificate/public`
pub async fn add_public(call: Call) -> Answer {
    call.must(Permission::AddSamlPublicCert)?;
    upload(call, Kept::Public).await
}

/// `POST /saml/certificate/private`
pub async fn add_private(call: Call) -> Answer {
    call.must(Permission::AddSamlPrivateCert)?;
    upload(call, Kept::Private).await
}

/// `DELETE /saml/certificate/idp`
pub async fn remove_provider(call: Call) -> Answer {
    call.must(Permission::RemoveSamlIdpCert)?;
    remove(call, Kept::Provider).await
}

/// `DELETE /saml/certificate/public`
pub async fn remove_public(call: Call) -> Answer {
    call.must(Permission::RemoveSamlPublicCert)?;
    remove(call, Kept::Public).await
}

/// `DELETE /saml/certificate/private`
pub async fn remove_private(call: Call) -> Answer {
    call.must(Permission::RemoveSamlPrivateCert)?;
    remove(call, Kept::Private).await
}

/// The certificate is a file of a form, or the body itself, as consoles send what they read from a provider.
async fn upload(mut call: Call, kept: Kept) -> Answer {
    let bytes = match call.is_form() {
        true => call.form(UPLOAD_BYTES_MAX).await?.file("certificate").cloned(),
        false => Some(call.bytes_up_to(UPLOAD_BYTES_MAX).await?),
    };
    let text = bytes.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    let text = text.ok_or_else(|| ApiError::body_param("certificate"))?;
    kept.must_be_usable(&text).map_err(|why| {
        ApiError::bad_request("api.admin.saml.certificate.app_error", format!("The certificate cannot be used: {why}."))
    })?;
    let mut change = call.app.change();
    change.write(match kept {
        Kept::Private => call.app.secrets.bring(kept.name(), &text),
        Kept::Provider | Kept::Public => store::systems::save(kept.name(), &text),
    });
    finish(change, &call).await
}

async fn remove(call: Call, kept: Kept) -> Answer {
    let mut change = call.app.change();
    change.write(store::systems::remove(kept.name()));
    finish(change, &call).await
}

async fn finish(mut change: Change, call: &Call) -> Answer {
    audits::note(&mut change, call, "");
    change.commit().await?;
    Ok(Reply::ok())
}
