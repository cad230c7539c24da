//! The object store of the configuration, as the file store takes it.

use std::path::PathBuf;
use std::time::Duration;

use config::Files;
use files::{S3, S3Credentials};
use tls::{Authorities, AuthoritiesError, Trust};

/// The bucket that `settings` describe.
///
/// # Errors
/// When the file of `s3_ca_file` cannot be read.
pub fn of(settings: &Files) -> Result<S3, AuthoritiesError> {
    // Some copy an address from a browser.
    let endpoint = settings.s3_endpoint.trim_start_matches("https://").trim_start_matches("http://");
    Ok(S3 {
        endpoint: endpoint.trim_end_matches('/').to_owned(),
        bucket: settings.s3_bucket.clone(),
        region: settings.s3_region.clone(),
        prefix: settings.s3_path_prefix.clone(),
        credentials: credentials(settings),
        tls: settings.s3_tls,
        trust: Trust::of(&Authorities::of(&settings.s3_ca_file))?,
        path_style: settings.s3_path_style,
        encrypt: settings.s3_sse,
        links: settings.s3_presigned_downloads,
        timeout: Duration::from_millis(settings.s3_timeout_ms),
    })
}

fn credentials(settings: &Files) -> S3Credentials {
    if !settings.s3_credentials_url.is_empty() {
        let file = &settings.s3_credentials_token_file;
        let token_file = (!file.is_empty()).then(|| PathBuf::from(file));
        return S3Credentials::Role { url: settings.s3_credentials_url.clone(), token_file };
    }
    S3Credentials::Keys {
        access: settings.s3_access_key.clone(),
        secret: settings.s3_secret_key.reveal().to_owned(),
        session: settings.s3_session_token.reveal().to_owned(),
    }
}
