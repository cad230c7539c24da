//! The token of a request: where it stands, and what the store keeps of it.

use http::{HeaderMap, header, request::Parts};
use memory::TokenHash;
use sha2::{Digest, Sha256};

use crate::Query;

pub const COOKIE_TOKEN: &str = "MMAUTHTOKEN";
pub const COOKIE_USER: &str = "MMUSERID";
pub const COOKIE_CSRF: &str = "MMCSRF";

/// A token is cut to this length before it is looked up (facts §1.2).
const TOKEN_LEN_MAX: usize = 50;

/// Where a token was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Cookie,
    Header,
    Query,
}

/// What the store keeps instead of a token.
pub fn hash(token: &str) -> TokenHash {
    let end = token.len().min(TOKEN_LEN_MAX);
    Sha256::digest(&token.as_bytes()[..end]).into()
}

/// The token of a request and where it stood, in the order of precedence.
pub fn find_token(parts: &Parts) -> Option<(String, Source)> {
    if let Some(token) = cookie(&parts.headers, COOKIE_TOKEN) {
        return Some((token.to_owned(), Source::Cookie));
    }
    let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some((kind, token)) = authorization.and_then(|text| text.split_once(' '))
        && (kind.eq_ignore_ascii_case("bearer") || kind.eq_ignore_ascii_case("token"))
    {
        return Some((token.trim().to_owned(), Source::Header));
    }
    let query = Query::new(parts.uri.query());
    query.get("access_token").filter(|token| !token.is_empty()).map(|token| (token.to_owned(), Source::Query))
}

/// A cookie's value.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && !value.is_empty())
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(build: impl FnOnce(http::request::Builder) -> http::request::Builder) -> Parts {
        let request = build(http::Request::builder().uri("/api/v4/users/me?access_token=q")).body(());
        request.expect("a request").into_parts().0
    }

    #[test]
    fn the_cookie_wins_over_the_header_and_the_header_over_the_query() {
        let all = parts(|r| r.header("cookie", "a=b; MMAUTHTOKEN=c").header("authorization", "BEARER h"));
        assert_eq!(find_token(&all), Some(("c".into(), Source::Cookie)));
        let two = parts(|r| r.header("authorization", "bearer h"));
        assert_eq!(find_token(&two), Some(("h".into(), Source::Header)));
        assert_eq!(find_token(&parts(|r| r)), Some(("q".into(), Source::Query)));
    }
}
