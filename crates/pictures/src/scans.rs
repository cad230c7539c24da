//! Scans of a progressive JPEG, counted before decoding.
//!
//! Each scan passes over the whole picture again, and an empty one costs a few bytes: the one way
//! for a small JPEG of permitted size to keep a decoder busy.

const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;

/// Scans up to the end of the image. What lies behind (a phone's film, say) does not count.
pub(crate) fn jpeg_scans(bytes: &[u8]) -> u64 {
    let mut scans = 0;
    // Behind the start-of-image marker.
    let mut at = 2;
    while let Some((marker, behind)) = next_marker(bytes, at) {
        if marker == END_OF_IMAGE {
            break;
        }
        if marker == START_OF_SCAN {
            scans += 1;
        }
        let len = match bytes.get(behind..behind + 2) {
            Some(len) => usize::from(u16::from_be_bytes([len[0], len[1]])),
            None => break,
        };
        at = behind + len;
    }
    scans
}

/// The next marker that begins a segment, and the place behind it. Skips coded data, in which 0xff
/// is followed by zero, by a restart marker or by another 0xff.
fn next_marker(bytes: &[u8], from: usize) -> Option<(u8, usize)> {
    let rest = bytes.get(from..)?;
    memchr::memchr_iter(0xff, rest).find_map(|at| match rest.get(at + 1) {
        None | Some(0x00 | 0x01 | 0xd0..=0xd8 | 0xff) => None,
        Some(&marker) => Some((marker, from + at + 2)),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn scans_are_counted_up_to_the_end() {
        let start = [0xff, 0xd8];
        // A comment that holds a scan's marker, as an embedded thumbnail would.
        let comment = [0xff, 0xfe, 0, 4, 0xff, 0xda];
        let scan = [0xff, 0xda, 0, 2, 7, 0xff, 0, 0xff, 0xd0, 9];
        let end = [0xff, 0xd9];
        assert_eq!(jpeg_scans(&[&start[..], &comment, &scan, &scan, &end, &scan].concat()), 2);
    }

    proptest! {
        #[test]
        fn any_bytes_are_counted(bytes in prop::collection::vec(prop::sample::select(vec![0u8, 1, 2, 0xff, 0xda, 0xd9]), 0..60)) {
            prop_assert!(jpeg_scans(&bytes) <= bytes.len() as u64 / 2);
        }
    }
}
