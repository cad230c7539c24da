//! Compressed answers.

use std::cell::RefCell;

use bytes::Bytes;
use http::{HeaderMap, header};
use libdeflater::{CompressionLvl, Compressor};

/// Bodies smaller than this gain nothing from compression.
pub const COMPRESS_BYTES_MIN: usize = 1_400;
/// libdeflate's first level packs lists as small as zlib's second one, in little more than half of the time.
const COMPRESS_LEVEL: i32 = 1;
/// Room for packed bytes that a thread keeps.
const SCRATCH_BYTES_MAX: usize = 1 << 20;

/// Whether the caller takes compressed answers.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| one.trim().eq_ignore_ascii_case("gzip"))
}

thread_local! {
    /// A thread's compressor and room for what it makes: its tables would be asked for and cleared with each answer.
    static PACKER: RefCell<(Compressor, Vec<u8>)> = RefCell::new((
        Compressor::new(CompressionLvl::new(COMPRESS_LEVEL).expect("there is such a level")),
        Vec::new(),
    ));
}

/// The bytes as gzip.
pub fn compress(bytes: &[u8]) -> Bytes {
    PACKER.with_borrow_mut(|(compressor, scratch)| {
        let most = compressor.gzip_compress_bound(bytes.len());
        if scratch.len() < most {
            scratch.resize(most, 0);
        }
        let len = compressor.gzip_compress(bytes, scratch).expect("there is room for what cannot be packed");
        let packed = Bytes::copy_from_slice(&scratch[..len]);
        if scratch.len() > SCRATCH_BYTES_MAX {
            *scratch = Vec::new();
        }
        packed
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;

    use super::*;

    fn unpacked(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        flate2::read::GzDecoder::new(bytes).read_to_end(&mut out).expect("it is gzip");
        out
    }

    #[test]
    fn nothing_is_an_answer_too() {
        assert_eq!(unpacked(&compress(b"")), b"");
    }

    proptest! {
        #[test]
        fn what_is_compressed_is_the_same_again(text in ".{0,200}", times in 1_usize..400, noise in any::<[u8; 32]>()) {
            let mut bytes = text.repeat(times).into_bytes();
            bytes.extend(noise.repeat(times));
            // Twice in a thread: nothing of an answer is left for the next one.
            prop_assert_eq!(unpacked(&compress(&bytes)), bytes.clone());
            prop_assert_eq!(unpacked(&compress(&bytes)), bytes);
        }
    }
}
