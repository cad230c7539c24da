//! Compressed answers.

use bytes::Bytes;
use http::{HeaderMap, header};

/// Bodies smaller than this gain nothing from compression.
pub const COMPRESS_BYTES_MIN: usize = 1_400;
/// A fifth slower than the first one and a third smaller for lists of people; the ninth is twice as slow for 2 % less.
const COMPRESS_LEVEL: u32 = 2;

/// Whether the caller takes compressed answers.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| one.trim().eq_ignore_ascii_case("gzip"))
}

/// The bytes as gzip.
pub fn compress(bytes: &[u8]) -> Bytes {
    use std::io::Write;
    let out = Vec::with_capacity(bytes.len() / 3);
    let mut encoder = flate2::write::GzEncoder::new(out, flate2::Compression::new(COMPRESS_LEVEL));
    encoder.write_all(bytes).expect("memory does not fail to write");
    encoder.finish().expect("memory does not fail to write").into()
}
