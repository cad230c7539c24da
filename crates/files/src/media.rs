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

/// Parts of a type's name, between `.`, `-` and `+`, by which browsers, or programs behind them, run what it holds.
const ACTIVE: &[&str] = &[
    "html",
    "xhtml",
    "mhtml",
    "hta",
    "xml",
    "xsl",
    "xslt",
    "svg",
    "css",
    "component",
    "manifest",
    "vbscript",
    "vbs",
    "jscript",
    "livescript",
];
/// The same for scripts, whose names carry versions.
const ACTIVE_BEGINNINGS: &[&str] = &["javascript", "ecmascript"];
/// Programs of plug-ins, and types that tell browsers to look at the content.
const OPAQUE: &[&str] = &[
    "application/x-shockwave-flash",
    "application/futuresplash",
    "application/wasm",
    "application/java-archive",
    "application/unknown",
    "unknown/unknown",
    "*/*",
];
/// What an active type is sent as.
const TEXT: &str = "text/plain";

/// A media type in lower case and without its parameters.
pub fn essence(mime: &str) -> String {
    mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The type under which bytes that somebody uploaded as `mime` are sent: the same, unless a browser would run them.
pub fn neutral(mime: &str) -> &str {
    let essence = essence(mime);
    let Some((family, kind)) = essence.split_once('/') else { return UNKNOWN };
    if kind.is_empty() || OPAQUE.contains(&essence.as_str()) {
        return UNKNOWN;
    }
    let is_active =
        |part: &str| ACTIVE.contains(&part) || ACTIVE_BEGINNINGS.iter().any(|beginning| part.starts_with(beginning));
    // Mails and archives of pages carry parts that are pages.
    let carries_pages = matches!(family, "message" | "multipart");
    if carries_pages || kind.split(['.', '-', '+']).any(is_active) { TEXT } else { mime }
}

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
    fn what_browsers_run_is_sent_as_text() {
        for name in [
            "a.html", "a.HTM", "a.xhtml", "a.xht", "a.xml", "a.svg", "a.SVGZ", "a.js", "a.mjs", "a.css", "a.xsl",
            "a.xslt", "a.rss", "a.shtml", "a.mht", "a.eml",
        ] {
            let mime = type_of(name, b"<script>");
            let sent = neutral(&mime);
            assert!(sent.starts_with("text/plain") || sent == UNKNOWN, "{name}: {mime} is sent as {sent}");
        }
        for mime in [
            "text/html; charset=utf-8",
            "TEXT/HTML",
            " image/svg+xml",
            "application/xhtml+xml",
            "text/javascript1.5",
            "application/x-javascript",
            "text/x-component",
            "application/mathml+xml",
            "message/rfc822",
            "multipart/related",
            "text/vnd.wap.html",
        ] {
            assert_eq!(neutral(mime), "text/plain", "{mime}");
        }
        for mime in ["", "html", "text/", "unknown/unknown", "application/x-shockwave-flash"] {
            assert_eq!(neutral(mime), UNKNOWN, "{mime}");
        }
    }

    #[test]
    fn what_browsers_only_show_keeps_its_type() {
        for name in ["a.txt", "a.png", "a.pdf", "a.mp4", "a.json", "a.csv", "a.docx", "a.odt", "a.zip", "a.md"] {
            let mime = type_of(name, b"");
            assert_eq!(neutral(&mime), mime, "{name}");
        }
    }

    #[test]
    fn extensions_are_lower_case() {
        assert_eq!(extension("a.b.JPG"), "jpg");
        assert_eq!(extension("none"), "");
    }
}
