//! Text that others wrote, from bytes: in the encoding that they name, or the one it looks like.
//!
//! The order is that of browsers: the mark at the beginning, what the sender says, what a page says of itself, UTF-8 where
//! the bytes are that, and else a guess. Every byte becomes something: what no encoding knows is U+FFFD.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Bytes of a page in which it may name its encoding. Browsers look at 1,024, and some pages are later than that.
const NAMED_BYTES_MAX: usize = 8 * 1024;
/// Bytes by which an encoding is guessed.
const GUESSED_BYTES_MAX: usize = 64 * 1024;
/// Bytes of an encoding's name.
const NAME_BYTES_MAX: usize = 64;

/// What kind of text the bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    Plain,
    /// HTML or XML, which may say in its head how it is encoded.
    Markup,
}

/// The text of `bytes`; `named` is the encoding that the sender names beside them.
pub fn decode(bytes: &[u8], named: Option<&str>, wording: Wording) -> String {
    encoding(bytes, named, wording).decode(bytes).0.into_owned()
}

/// The parameter `charset` of a media type.
pub fn of_type(mime: &str) -> Option<&str> {
    mime.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
}

fn encoding(bytes: &[u8], named: Option<&str>, wording: Wording) -> &'static Encoding {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return marked;
    }
    let known = |name: &str| Encoding::for_label_no_replacement(name.as_bytes());
    if let Some(named) = named.and_then(known) {
        return named;
    }
    if wording == Wording::Markup
        && let Some(said) = said(bytes).and_then(|name| known(&name))
    {
        // Who reads the name one byte at a time cannot be reading UTF-16.
        return if said == UTF_16LE || said == UTF_16BE { UTF_8 } else { said };
    }
    if is_utf8(bytes) { UTF_8 } else { guess(bytes) }
}

/// A character that is cut at the end is fine: of large texts only the beginning is read.
fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(GUESSED_BYTES_MAX)], bytes.len() <= GUESSED_BYTES_MAX);
    detector.guess(None, Utf8Detection::Deny)
}

/// The encoding that a page names: in `<?xml … encoding="…">`, `<meta charset=…>`, or
/// `<meta http-equiv="Content-Type" content="…; charset=…">`.
fn said(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(NAMED_BYTES_MAX)];
    // Every byte is a character, and those of ASCII are themselves, which is all that a name is made of.
    let head: String = head.iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    if let Some(declaration) = head.trim_start().strip_prefix("<?xml") {
        let declaration = declaration.split("?>").next().unwrap_or_default();
        if let Some(name) = declaration.split_once("encoding").and_then(|(_, rest)| value(rest)) {
            return Some(name);
        }
    }
    let mut rest = head.as_str();
    loop {
        let (comment, meta) = (rest.find("<!--"), rest.find("<meta"));
        match (comment, meta) {
            (Some(comment), Some(meta)) if comment < meta => {
                let behind = &rest[comment + 4..];
                rest = &behind[behind.find("-->")? + 3..];
            }
            (_, Some(meta)) => {
                let tag = &rest[meta + 5..];
                let end = tag.find('>').unwrap_or(tag.len());
                if tag.starts_with(|c: char| c.is_ascii_whitespace() || c == '/')
                    && let Some(name) = tag[..end].split("charset").skip(1).find_map(value)
                {
                    return Some(name);
                }
                rest = &tag[end..];
            }
            (_, None) => return None,
        }
    }
}

/// The value behind `=`, in quotes or without.
fn value(rest: &str) -> Option<String> {
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let rest = rest.trim_start_matches(['"', '\'']);
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '>' | '/')).unwrap_or(rest.len());
    (1..=NAME_BYTES_MAX).contains(&end).then(|| rest[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use encoding_rs::{SHIFT_JIS, WINDOWS_1250, WINDOWS_1251};
    use proptest::prelude::*;

    use super::*;

    const POLISH: &str = "Zażółć gęślą jaźń";
    const JAPANESE: &str = "潮の満ち引き";

    fn bytes(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        encoding.encode(text).0.into_owned()
    }

    #[test]
    fn the_sender_names_the_encoding() {
        let polish = bytes(WINDOWS_1250, POLISH);
        for kind in [
            "text/html; charset=windows-1250",
            "text/html;CHARSET=\"Windows-1250\"",
            "text/html; version=1; charset = cp1250",
        ] {
            assert_eq!(decode(&polish, of_type(kind), Wording::Markup), POLISH, "{kind}");
        }
        let japanese = bytes(SHIFT_JIS, JAPANESE);
        assert_eq!(decode(&japanese, Some("Shift_JIS"), Wording::Plain), JAPANESE);
        assert_eq!(decode(POLISH.as_bytes(), Some("nonsense"), Wording::Plain), POLISH);
        assert_eq!(of_type("text/html"), None);
        assert_eq!(of_type("text/html; charset="), None);
    }

    #[test]
    fn a_page_names_its_encoding() {
        for head in [
            "<meta charset=windows-1250>",
            "<META CHARSET='Windows-1250' />",
            "<!-- <meta charset=utf-8> --><meta charset = \"windows-1250\">",
            "<meta http-equiv=Content-Type content='text/html; charset=windows-1250'>",
            "<meta content=\"text/html;charset=windows-1250\" http-equiv=\"content-type\">",
            "<metal charset=utf-8><meta name=x><meta charset=windows-1250>",
            "<?xml version=\"1.0\" encoding=\"windows-1250\"?>",
        ] {
            let page = bytes(WINDOWS_1250, &format!("{head}<title>{POLISH}</title>"));
            assert!(decode(&page, None, Wording::Markup).contains(POLISH), "{head}");
        }
        let page = format!("<meta charset=utf-16><title>{POLISH}</title>");
        assert!(decode(page.as_bytes(), None, Wording::Markup).contains(POLISH));
    }

    #[test]
    fn the_mark_at_the_beginning_outweighs_all_names() {
        let mut marked = vec![0xef, 0xbb, 0xbf];
        marked.extend_from_slice(POLISH.as_bytes());
        assert_eq!(decode(&marked, Some("windows-1250"), Wording::Plain), POLISH);
        let wide: Vec<u8> = [0xfe, 0xff].into_iter().chain(POLISH.encode_utf16().flat_map(u16::to_be_bytes)).collect();
        assert_eq!(decode(&wide, Some("utf-8"), Wording::Plain), POLISH);
    }

    #[test]
    fn an_encoding_that_nobody_names_is_guessed() {
        let russian = "Вода приходит два раза в день, и каждый раз немного позже.";
        assert_eq!(decode(&bytes(WINDOWS_1251, russian), None, Wording::Plain), russian);
        assert_eq!(decode(russian.as_bytes(), None, Wording::Plain), russian);
        let cut = [&russian.as_bytes()[..russian.len() - 1], &[0xd0]].concat();
        assert!(decode(&cut, None, Wording::Plain).starts_with("Вода"), "a character that is cut at the end is fine");
    }

    proptest! {
        #[test]
        fn any_bytes_are_text(bytes in proptest::collection::vec(any::<u8>(), 0..300), name in "\\PC{0,20}") {
            decode(&bytes, Some(&name), Wording::Markup);
            let tag = [b"<meta charset=", name.as_bytes(), &bytes].concat();
            decode(&tag, of_type(&name), Wording::Markup);
        }
    }
}
