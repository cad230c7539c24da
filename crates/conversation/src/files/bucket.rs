//! The object store of the configuration, as the file store takes it.

use std::time::Duration;

use config::Files;
use files::S3;

/// The bucket that `settings` describe.
pub fn of(settings: &Files) -> S3 {
    // Some copy an address from a browser.
    let endpoint = settings.s3_endpoint.trim_start_matches("https://").trim_start_matches("http://");
    S3 {
        endpoint: endpoint.trim_end_matches('/').to_owned(),
        bucket: settings.s3_bucket.clone(),
        region: settings.s3_region.clone(),
        prefix: settings.s3_path_prefix.clone(),
        access_key: settings.s3_access_key.clone(),
        secret_key: settings.s3_secret_key.reveal().to_owned(),
        tls: settings.s3_tls,
        path_style: settings.s3_path_style,
        encrypt: settings.s3_sse,
        links: settings.s3_presigned_downloads,
        timeout: Duration::from_millis(settings.s3_timeout_ms),
    }
}
