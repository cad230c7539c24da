//! Text of plain text files, for search. The result goes to the search index with the file's name.
//!
//! Formats that need a parser (PDF, office) are not read: a parser of hostile documents does not
//! belong into the server's process.

use crate::charset::{self, Wording};
use crate::media;

/// Bytes of one file that are searched; what lies behind is not found.
pub const SEARCHED_BYTES_MAX: usize = 1024 * 1024;

/// Types outside of `text/` that are text all the same.
const TEXT_TYPES: &[&str] = &[
    "application/json",
    "application/javascript",
    "application/x-javascript",
    "application/xml",
    "application/x-yaml",
    "application/yaml",
    "application/toml",
    "application/sql",
    "application/x-sh",
    "application/x-tex",
    "application/x-latex",
    "application/x-httpd-php",
    "application/rtf",
];

/// Extensions of source code whose types are unknown or mean something else elsewhere.
const TEXT_EXTENSIONS: &[&str] = &[
    "adoc", "bat", "c", "cc", "cfg", "cmake", "conf", "cpp", "cs", "css", "csv", "dart", "diff", "ex", "exs", "env",
    "go", "gradle", "graphql", "h", "hpp", "hs", "html", "ini", "java", "jl", "js", "json", "jsx", "kt", "less", "lua",
    "log", "md", "ml", "nix", "patch", "php", "pl", "proto", "ps1", "py", "r", "rb", "rs", "rst", "sass", "scala",
    "scss", "sh", "sql", "svelte", "swift", "tex", "tf", "toml", "ts", "tsv", "tsx", "txt", "vue", "xml", "yaml",
    "yml", "zig",
];

/// The text of a file called `name` of type `mime`, without control characters but line ends;
/// `None` when it is no text by name, type or content. Looks at [`SEARCHED_BYTES_MAX`] bytes.
pub fn searchable(name: &str, mime: &str, content: &[u8]) -> Option<String> {
    if !is_text(name, mime) {
        return None;
    }
    let content = &content[..content.len().min(SEARCHED_BYTES_MAX)];
    let text = charset::decode(content, None, wording(name, mime));
    // A NUL is in no text and in nearly every other format; databases refuse it besides.
    if text.contains('\0') {
        return None;
    }
    let text = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
    Some(text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect())
}

/// True when [`searchable`] would look at the content.
pub fn is_text(name: &str, mime: &str) -> bool {
    let essence = media::essence(mime);
    essence.starts_with("text/")
        || TEXT_TYPES.contains(&essence.as_str())
        || TEXT_EXTENSIONS.contains(&media::extension(name).as_str())
}

/// Pages and XML say how they are encoded.
fn wording(name: &str, mime: &str) -> Wording {
    let is_markup = |kind: &str| kind.ends_with("html") || kind.ends_with("xml");
    if is_markup(&media::essence(mime)) || is_markup(&media::extension(name)) {
        Wording::Markup
    } else {
        Wording::Plain
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_known_by_name_or_type() {
        assert_eq!(searchable("a.md", "", b"# Hi\tthere").as_deref(), Some("# Hi there"));
        assert_eq!(searchable("noname", "text/csv; charset=utf-8", b"a,b\r\nc").as_deref(), Some("a,b \nc"));
        assert_eq!(searchable("x.json", "application/json", b"{}").as_deref(), Some("{}"));
        assert_eq!(searchable("x.png", "image/png", b"words"), None);
    }

    #[test]
    fn binary_content_under_a_text_name_is_left_alone() {
        assert_eq!(searchable("x.txt", "text/plain", b"MZ\0\0"), None);
    }

    #[test]
    fn wide_text_with_its_mark_is_read() {
        let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain("häh".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(searchable("x.txt", "text/plain", &wide).as_deref(), Some("häh"));
    }

    #[test]
    fn text_in_older_encodings_is_read() {
        let page = b"<meta charset=windows-1250><p>Za\xbf\xf3\xb3\xe6</p>";
        assert!(searchable("x.html", "text/html", page).expect("text").contains("Zażółć"));
        let german = b"Gr\xfc\xdfe aus K\xf6ln, wir fahren \xfcber die Br\xfccke.";
        assert!(searchable("x.txt", "text/plain", german).expect("text").starts_with("Grüße aus Köln"));
    }

    #[test]
    fn only_the_first_mebibyte_is_searched() {
        let long = "ä".repeat(SEARCHED_BYTES_MAX);
        let text = searchable("x.txt", "text/plain", format!("a{long}").as_bytes()).expect("text");
        assert_eq!(text.len(), SEARCHED_BYTES_MAX - 1, "the character cut in two is gone");
    }

    proptest! {
        #[test]
        fn any_bytes_are_fine(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            if let Some(text) = searchable("x.txt", "text/plain", &bytes) {
                prop_assert!(!text.contains('\0'));
            }
        }
    }
}
