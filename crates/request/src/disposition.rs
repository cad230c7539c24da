//! What a part of a form is called, and the file in it: `Content-Disposition`, as programs really write it.
//!
//! Names of parameters in any case, with quotes or without; `filename*` (RFC 5987), which outweighs `filename`; names in
//! pieces (RFC 2231); encoded words (RFC 2047), which mail libraries make; and bytes that are no UTF-8.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use files::charset::{self, Wording};
use http::{HeaderMap, header};
use percent_encoding::percent_decode;

/// Bytes of a part's header that are read: an encoded word is looked for from each place on to the end.
const HEADER_BYTES_MAX: usize = 8 * 1024;
/// Parameters of one header that are looked at; programs write two or three.
const PARAMETERS_MAX: usize = 32;
/// Pieces of one name.
const PIECES_MAX: usize = 16;

/// The names of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Disposition {
    /// Empty where none is given.
    pub name: String,
    /// The name that the sender gave the file, folders and all. `None` for a value that is no file.
    pub file_name: Option<String>,
}

impl Disposition {
    /// What the headers of a part say.
    pub fn of(headers: &HeaderMap) -> Disposition {
        let value = headers.get(header::CONTENT_DISPOSITION).map_or(&b""[..], |value| value.as_bytes());
        let parameters = Parameters::read(&value[..value.len().min(HEADER_BYTES_MAX)]);
        Disposition { name: parameters.text("name").unwrap_or_default(), file_name: parameters.text("filename") }
    }
}

/// The parameters behind the first word of a header. Names are in lower case.
pub struct Parameters(Vec<(String, Vec<u8>)>);

impl Parameters {
    pub fn read(header: &[u8]) -> Parameters {
        let mut found = Vec::new();
        let mut rest = behind(header, b';');
        while found.len() < PARAMETERS_MAX {
            rest = rest.trim_ascii_start();
            let Some(end) = rest.iter().position(|byte| matches!(byte, b'=' | b';')) else { break };
            let name = String::from_utf8_lossy(rest[..end].trim_ascii()).to_ascii_lowercase();
            if rest[end] == b';' {
                rest = &rest[end + 1..];
                continue;
            }
            let (value, tail) = value(rest[end + 1..].trim_ascii_start());
            found.push((name, value));
            rest = tail;
        }
        Parameters(found)
    }

    /// The first value under exactly this name.
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_slice())
    }

    /// The text of a parameter, however it is written.
    pub fn text(&self, name: &str) -> Option<String> {
        let extended = self.bytes(&format!("{name}*")).and_then(extended);
        extended.or_else(|| self.pieces(name)).or_else(|| self.bytes(name).map(plain))
    }

    /// A text in numbered pieces, of which some are encoded; the first says how.
    fn pieces(&self, name: &str) -> Option<String> {
        let (mut bytes, mut encoding) = (Vec::new(), None);
        for number in 0..PIECES_MAX {
            if let Some(piece) = self.bytes(&format!("{name}*{number}")) {
                bytes.extend_from_slice(piece);
            } else if let Some(piece) = self.bytes(&format!("{name}*{number}*")) {
                let piece = match number {
                    0 => {
                        let (named, text) = labelled(piece)?;
                        encoding = Some(named);
                        text
                    }
                    _ => piece,
                };
                bytes.extend(percent_decode(piece));
            } else {
                break;
            }
        }
        (!bytes.is_empty()).then(|| charset::decode(&bytes, encoding, Wording::Plain))
    }
}

/// What stands behind the first `mark`.
fn behind(text: &[u8], mark: u8) -> &[u8] {
    text.iter().position(|byte| *byte == mark).map_or(&[], |at| &text[at + 1..])
}

/// A value, and what follows its semicolon.
fn value(text: &[u8]) -> (Vec<u8>, &[u8]) {
    let Some(quoted) = text.strip_prefix(b"\"") else {
        let end = text.iter().position(|byte| *byte == b';').unwrap_or(text.len());
        return (text[..end].trim_ascii().to_vec(), text.get(end + 1..).unwrap_or_default());
    };
    let mut value = Vec::new();
    let mut bytes = quoted.iter().enumerate();
    while let Some((at, &byte)) = bytes.next() {
        match (byte, quoted.get(at + 1)) {
            (b'"', _) => return (value, behind(&quoted[at + 1..], b';')),
            // Browsers of old write the separators of folders as they are.
            (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                value.push(escaped);
                bytes.next();
            }
            _ => value.push(byte),
        }
    }
    (value, &[])
}

/// `charset'language'text` as its text (RFC 5987). `None` when it is written wrongly.
fn extended(value: &[u8]) -> Option<String> {
    let (encoding, text) = labelled(value)?;
    let bytes: Vec<u8> = percent_decode(text).collect();
    Some(charset::decode(&bytes, Some(encoding), Wording::Plain))
}

/// The encoding and the text of `charset'language'text`.
fn labelled(value: &[u8]) -> Option<(&str, &[u8])> {
    let mut parts = value.splitn(3, |byte| *byte == b'\'');
    let (encoding, _language, text) = (parts.next()?, parts.next()?, parts.next()?);
    Some((std::str::from_utf8(encoding).ok()?, text))
}

/// Bytes as they stand, but for encoded words.
fn plain(value: &[u8]) -> String {
    let text = charset::decode(value, None, Wording::Plain);
    if text.contains("=?") { words(&text) } else { text }
}

/// A text with its encoded words read. Space between two of them is none.
fn words(text: &str) -> String {
    let (mut out, mut rest, mut follows_word) = (String::new(), text, false);
    while let Some(at) = rest.find("=?") {
        let between = &rest[..at];
        let Some((word, tail)) = word(&rest[at..]) else {
            out.push_str(&rest[..at + 2]);
            (rest, follows_word) = (&rest[at + 2..], false);
            continue;
        };
        if !follows_word || !between.trim().is_empty() {
            out.push_str(between);
        }
        out.push_str(&word);
        (rest, follows_word) = (tail, true);
    }
    out.push_str(rest);
    out
}

/// The encoded word at the beginning, `=?charset?B?…?=` or `=?charset?Q?…?=`, and what follows it.
fn word(text: &str) -> Option<(String, &str)> {
    let mut parts = text.strip_prefix("=?")?.splitn(3, '?');
    let (encoding, way, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let (content, tail) = rest.split_once("?=")?;
    let bytes = match way {
        "B" | "b" => STANDARD.decode(content).ok()?,
        "Q" | "q" => {
            percent_decode(content.replace('%', "=25").replace('_', " ").replace('=', "%").as_bytes()).collect()
        }
        _ => return None,
    };
    // A language may follow the encoding (RFC 2231).
    let encoding = encoding.split('*').next();
    Some((charset::decode(&bytes, encoding, Wording::Plain), tail))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn read(value: &[u8]) -> (String, Option<String>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_bytes(value).expect("a header"));
        let Disposition { name, file_name } = Disposition::of(&headers);
        (name, file_name)
    }

    fn file(parameter: &str) -> String {
        let (name, file) = read(format!("form-data; name=\"files\"; {parameter}").as_bytes());
        assert_eq!(name, "files", "{parameter}");
        file.unwrap_or_else(|| panic!("no file: {parameter}"))
    }

    #[test]
    fn names_are_read_in_quotes_and_without() {
        assert_eq!(file("filename=\"a b.txt\""), "a b.txt");
        assert_eq!(file("filename=note.txt"), "note.txt");
        assert_eq!(file("filename = two words.txt ; x=y"), "two words.txt");
        assert_eq!(file("filename=\"a;b=c.txt\"; size=3"), "a;b=c.txt");
        assert_eq!(file(r#"filename="say \"hi\" \\ now.txt""#), "say \"hi\" \\ now.txt");
        assert_eq!(file(r#"filename="C:\docs\new.txt""#), r"C:\docs\new.txt");
        assert_eq!(file("filename=\"open.txt"), "open.txt");
        assert_eq!(file("filename=\"\""), "");
        assert_eq!(read(b"form-data; name=channel_id"), ("channel_id".into(), None));
        assert_eq!(read(b"form-data"), (String::new(), None));
        assert_eq!(read(b""), (String::new(), None));
    }

    #[test]
    fn parameters_are_named_in_any_case_and_order() {
        assert_eq!(read(b"FORM-DATA; FILENAME=\"A.txt\"; NAME=\"files\""), ("files".into(), Some("A.txt".into())));
        assert_eq!(read(b"form-data;Name=files;FileName*=utf-8''b.txt"), ("files".into(), Some("b.txt".into())));
    }

    #[test]
    fn the_extended_name_outweighs_the_plain_one() {
        for parameter in [
            "filename=\"plain.txt\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt",
            "filename*=utf-8'de'Gr%c3%b6%c3%9fe.txt; filename=plain.txt",
            "filename*=ISO-8859-1''Gr%F6%DFe.txt",
            "filename*=\"UTF-8''Gr%C3%B6%C3%9Fe.txt\"",
            "filename*0*=UTF-8''Gr%C3%B6; filename*1*=%C3%9Fe; filename*2=\".txt\"",
        ] {
            assert_eq!(file(parameter), "Größe.txt", "{parameter}");
        }
        assert_eq!(file("filename*0=\"long-\"; filename*1=\"name.txt\""), "long-name.txt");
        assert_eq!(file("filename=\"plain.txt\"; filename*=broken"), "plain.txt");
    }

    #[test]
    fn encoded_words_are_read() {
        assert_eq!(file("filename=\"=?UTF-8?B?R3LDtsOfZS50eHQ=?=\""), "Größe.txt");
        assert_eq!(file("filename=\"=?iso-8859-1?q?Gr=F6=DFe_100%.txt?=\""), "Größe 100%.txt");
        assert_eq!(file("filename=\"=?UTF-8?Q?Gr=C3=B6?= =?UTF-8?Q?=C3=9Fe?=.txt\""), "Größe.txt");
        assert_eq!(file("filename=\"what=?.txt\""), "what=?.txt");
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_still_a_name() {
        let value = b"form-data; name=files; filename=\"Stra\xdfe nach K\xf6ln.txt\"";
        assert_eq!(read(value).1.as_deref(), Some("Straße nach Köln.txt"));
        let value = "form-data; name=files; filename=\"潮汐.txt\"".as_bytes();
        assert_eq!(read(value).1.as_deref(), Some("潮汐.txt"));
    }

    proptest! {
        #[test]
        fn any_header_is_read(value in "[ -~]{0,120}", tail in "(=\\?|\\?=|\\*0\\*=|''|%[0-9A-F]{0,2}|\"|;|\\\\){0,20}") {
            read(value.as_bytes());
            read(format!("form-data; filename*={value}{tail}").as_bytes());
            read(format!("form-data; filename=\"{tail}{value}").as_bytes());
        }
    }
}
