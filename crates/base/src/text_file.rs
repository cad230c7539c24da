//! Text files that people wrote: which bytes are text, and what is said of those that are not.

/// UTF-8 says by this that it is UTF-8; editors of some systems write it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// What to do with a file in UTF-16, as some editors and shells write it.
pub const UTF_16: &str = "it is in UTF-16: save it as UTF-8";

/// Whether a file that begins with these bytes is in UTF-16: it has a mark, or every second of its first bytes is 0.
pub fn is_utf_16(start: &[u8]) -> bool {
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [a, b, c, d, ..] => (*a == 0) != (*b == 0) && (*a == 0) == (*c == 0) && (*b == 0) == (*d == 0),
        _ => false,
    }
}

/// The text of a file's bytes, without the mark at its beginning.
///
/// # Errors
/// With the first line that is no UTF-8.
pub fn text(bytes: Vec<u8>) -> Result<String, String> {
    if is_utf_16(&bytes) {
        return Err(UTF_16.to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        format!("line {line}: it is not UTF-8")
    })?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
}

/// Reads a whole text file.
///
/// # Errors
/// With the file's name, when it cannot be read or is no text in UTF-8.
pub fn read(path: &std::path::Path) -> Result<String, String> {
    let of_file = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let bytes = std::fs::read(path).map_err(|error| of_file(&error))?;
    text(bytes).map_err(|why| of_file(&why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str) -> impl Iterator<Item = u16> {
        text.encode_utf16()
    }

    #[test]
    fn a_file_in_another_encoding_is_said_to_be() {
        assert_eq!(text(b"a@b.c one\nd@e.f p\xe4ss".to_vec()), Err("line 2: it is not UTF-8".into()));
        for said in ["{\"type\": 1}", "[team]\n", "ann@example.test"] {
            let marked = format!("{BYTE_ORDER_MARK}{said}");
            assert_eq!(text(marked.clone().into_bytes()).as_deref(), Ok(said));
            for written in [said, &marked] {
                assert!(text(wide(written).flat_map(u16::to_le_bytes).collect()).is_err_and(|why| why == UTF_16));
                assert!(text(wide(written).flat_map(u16::to_be_bytes).collect()).is_err_and(|why| why == UTF_16));
            }
        }
        assert_eq!(text(Vec::new()).as_deref(), Ok(""));
        assert_eq!(text(b"\0\0\0\0".to_vec()).as_deref(), Ok("\0\0\0\0"), "some other bytes");
    }
}
