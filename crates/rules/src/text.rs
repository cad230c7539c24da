//! Shapes that several rules share: lengths, name characters, ids, addresses.

use base::Id;
use url::Url;

/// True when `text` has at most `len_max` characters. Most texts are shorter in bytes already.
pub(crate) fn fits(text: &str, len_max: usize) -> bool {
    text.len() <= len_max || text.chars().nth(len_max).is_none()
}

/// Lower-case ASCII letters, digits and the bytes of `extra`.
pub(crate) fn is_lower_name(text: &str, extra: &[u8]) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || extra.contains(&byte))
}

/// 26 letters and digits: what a client may send as an id, existing or not.
pub(crate) fn looks_like_id(text: &str) -> bool {
    !text.is_empty() && Id::parse(text).is_some()
}

/// An absolute address with host, `http` or `https`, of at most `len_max` bytes.
///
/// The parser forgives much (blanks, missing and extra slashes) that other programs do not; what it
/// would have to mend is refused.
pub(crate) fn is_http_url(text: &str, len_max: usize) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    text.len() <= len_max
        && (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && !rest.starts_with(['/', '\\'])
        && !rest.contains(char::is_whitespace)
        && Url::parse(text).is_ok_and(|url| url.has_host())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_count_characters() {
        assert!(fits("żółć", 4) && !fits("żółć", 3));
        assert!(fits("", 0) && !fits("a", 0));
    }

    #[test]
    fn addresses_need_a_scheme_and_a_host() {
        for good in ["http://a.test", "https://a.test:8065/x?y#z", "HTTP://A.test", "http://127.0.0.1:1/cmd"] {
            assert!(is_http_url(good, 1024), "{good}");
        }
        for bad in ["", "nope", "ftp:nope", "ftp://a.test", "http:a.test", "http://", "https:///x", "http://a b"] {
            assert!(!is_http_url(bad, 1024), "{bad}");
        }
        assert!(!is_http_url("http://a.test/long", 10));
    }
}
