//! Media types: by the name's extension, else by the first bytes.
//!
//! The extension comes first because clients show what the name promises (a broken `x.png` is
//! `image/png` without a size). What a type allows, such as showing a file in place, is decided by
//! the server when it answers.

/// What a file is when neither name nor content tells.
pub const UNKNOWN: &str = "application/octet-stream";

/// Extensions that the general table calls something else than people in a chat mean.
const OURS: &[(&str, &str)] = &[
    ("ts", "text/plain"),
    ("tsx", "text/plain"),
    ("rs", "text/plain"),
    ("go", "text/plain"),
    ("log", "text/plain"),
    ("mp3", "audio/mpeg"),
    ("wav", "audio/wav"),
    ("bin", UNKNOWN),
];

/// First bytes of common formats.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"fLaC", "audio/flac"),
    (b"\x1a\x45\xdf\xa3", "video/webm"),
];

/// Bytes that [`type_of`] looks at.
pub const SNIFF_LEN: usize = 512;

/// The extension in lower case without its dot; empty when there is none.
pub fn extension(name: &str) -> String {
    match name.rsplit_once('.') {
        Some((_, extension)) => extension.to_lowercase(),
        None => String::new(),
    }
}

/// The media type of a file called `name` that begins with `start`. Text carries its charset.
pub fn type_of(name: &str, start: &[u8]) -> String {
    let extension = extension(name);
    if let Some((_, ours)) = OURS.iter().find(|(known, _)| *known == extension) {
        return with_charset(ours);
    }
    match mime_guess::from_ext(&extension).first_raw() {
        Some(known) => with_charset(known),
        None => with_charset(sniff(start)),
    }
}

/// The media type of content alone.
pub fn sniff(start: &[u8]) -> &'static str {
    let start = &start[..start.len().min(SNIFF_LEN)];
    if let Some((_, known)) = MAGIC.iter().find(|(magic, _)| start.starts_with(magic)) {
        return known;
    }
    match start {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => "audio/wav",
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => "video/mp4",
        [] => UNKNOWN,
        _ if looks_like_text(start) => "text/plain",
        _ => UNKNOWN,
    }
}

/// True without control characters other than white space; a character cut at the end is fine.
pub fn looks_like_text(start: &[u8]) -> bool {
    let valid = match std::str::from_utf8(start) {
        Ok(_) => true,
        Err(broken) => broken.error_len().is_none(),
    };
    valid && !start.iter().any(|&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b))
}

fn with_charset(mime: &str) -> String {
    if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide_first() {
        assert_eq!(type_of("note.txt", b"hello file\n"), "text/plain; charset=utf-8");
        assert_eq!(type_of("empty.txt", b""), "text/plain; charset=utf-8");
        assert_eq!(type_of("b.bin", b"\x00\x01"), "application/octet-stream");
        assert_eq!(type_of("broken.PNG", b"nothing"), "image/png");
        assert_eq!(type_of("main.ts", b"let x"), "text/plain; charset=utf-8");
        assert_eq!(type_of("a.pdf", b""), "application/pdf");
        assert_eq!(type_of("a.json", b"{}"), "application/json");
    }

    #[test]
    fn content_decides_where_the_name_does_not() {
        assert_eq!(type_of("picture", b"GIF89a......"), "image/gif");
        assert_eq!(type_of("README", "Größe".as_bytes()), "text/plain; charset=utf-8");
        assert_eq!(type_of("dump", b"\x00\x01\x02"), "application/octet-stream");
        assert_eq!(type_of("x.unheardof", b"RIFF....WEBPVP8 "), "image/webp");
    }

    #[test]
    fn a_character_cut_in_two_is_still_text() {
        assert!(looks_like_text(&"aö".as_bytes()[..2]));
        assert!(!looks_like_text(b"a\xff\xfe b"));
    }

    #[test]
    fn extensions_are_lower_case() {
        assert_eq!(extension("a.b.JPG"), "jpg");
        assert_eq!(extension("none"), "");
    }
}
