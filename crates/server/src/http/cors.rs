//! CORS: which other sites' pages may call the API from a browser, and what their scripts read of the answers.
//!
//! Nobody may unless `service.allow_cors_from` says so; then a browser asks beforehand (a preflight, answered here for
//! every address) and looks for the same permission in the answer itself.

use config::Config;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

use request::Reply;

/// What the API is called with.
const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE");
/// Seconds for which a browser need not ask again; a change of the setting is heard by then.
const MAX_AGE_S: HeaderValue = HeaderValue::from_static("600");
const TRUE: HeaderValue = HeaderValue::from_static("true");
/// What an answer depends on, for caches on the way.
const VARY: HeaderValue = HeaderValue::from_static("Origin");

/// Whether `allowed`, a list separated by spaces in which `*` is all, names the origin.
fn is_allowed(allowed: &str, origin: &str) -> bool {
    allowed.split_whitespace().any(|one| one == "*" || one.eq_ignore_ascii_case(origin))
}

/// The answer to a browser that asks whether a page may call; `None` when the request asks no such thing, or the page
/// may not. What [`mark`] adds belongs to it.
pub fn preflight(config: &Config, parts: &Parts) -> Option<Reply> {
    let asked = parts.headers.get(header::ACCESS_CONTROL_REQUEST_METHOD);
    if parts.method != Method::OPTIONS || asked.is_none() || permission(config, &parts.headers).is_none() {
        return None;
    }
    let reply = Reply::empty(StatusCode::NO_CONTENT)
        .with_header(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS)
        .with_header(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE_S);
    Some(match parts.headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        // Which headers there are proves nothing: who calls is said by the token in one of them.
        Some(headers) => reply.with_header(header::ACCESS_CONTROL_ALLOW_HEADERS, headers.clone()),
        None => reply,
    })
}

/// What is to be added to the answer to a request with these headers, so that the page that asked may read it.
pub fn mark(config: &Config, asked: &HeaderMap) -> Vec<(HeaderName, HeaderValue)> {
    if config.service.allow_cors_from.is_empty() {
        return Vec::new();
    }
    let mut marks = vec![(header::VARY, VARY)];
    let Some((origin, credentials)) = permission(config, asked) else { return marks };
    marks.push((header::ACCESS_CONTROL_ALLOW_ORIGIN, origin));
    if credentials == Credentials::Taken {
        marks.push((header::ACCESS_CONTROL_ALLOW_CREDENTIALS, TRUE));
    }
    let exposed: Vec<&str> =
        config.service.cors_exposed_headers.split([' ', ',']).filter(|one| !one.is_empty()).collect();
    if let Ok(exposed) = HeaderValue::from_str(&exposed.join(", "))
        && !exposed.is_empty()
    {
        marks.push((header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed));
    }
    marks
}

/// Whether the cookies that a browser brings along count, where the page that asks is let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credentials {
    Taken,
    Refused,
}

/// How another site's page may ask, if it may: browsers do not look for that before they open a WebSocket.
pub fn lets_in(config: &Config, asked: &HeaderMap) -> Option<Credentials> {
    permission(config, asked).map(|(_, credentials)| credentials)
}

/// As whom the asking page is let in, if it is. A page that is let in only because all are gets no cookies: any site
/// could otherwise read in the name of whoever visits it.
fn permission(config: &Config, asked: &HeaderMap) -> Option<(HeaderValue, Credentials)> {
    let service = &config.service;
    let origin = asked.get(header::ORIGIN)?;
    let text = origin.to_str().ok()?;
    let is_named = service.allow_cors_from.split_whitespace().any(|one| one.eq_ignore_ascii_case(text));
    match is_named {
        true if service.cors_allow_credentials => Some((origin.clone(), Credentials::Taken)),
        true => Some((origin.clone(), Credentials::Refused)),
        false if is_allowed(&service.allow_cors_from, text) => {
            Some((HeaderValue::from_static("*"), Credentials::Refused))
        }
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "https://portal.example.test";

    fn marked(change: impl FnOnce(&mut Config), origin: &'static str) -> Vec<(String, String)> {
        let mut config = Config::default();
        change(&mut config);
        let asked = HeaderMap::from_iter([(header::ORIGIN, HeaderValue::from_static(origin))]);
        let text = |value: &HeaderValue| value.to_str().expect("text").to_owned();
        mark(&config, &asked).iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
    }

    fn has(marks: &[(String, String)], name: &str) -> Option<String> {
        marks.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    #[test]
    fn without_the_setting_answers_are_as_ever() {
        assert_eq!(marked(|_| {}, PAGE), []);
    }

    #[test]
    fn a_page_that_is_not_named_reads_nothing() {
        let marks = marked(|config| config.service.allow_cors_from = "https://other.test".into(), PAGE);
        assert_eq!(marks, [("vary".to_owned(), "Origin".to_owned())]);
    }

    #[test]
    fn cookies_are_for_pages_that_are_named() {
        let with = |from: &str| {
            let marks = marked(
                |config| {
                    config.service.allow_cors_from = from.into();
                    config.service.cors_allow_credentials = true;
                },
                PAGE,
            );
            (has(&marks, "access-control-allow-origin"), has(&marks, "access-control-allow-credentials"))
        };
        assert_eq!(with(PAGE), (Some(PAGE.into()), Some("true".into())));
        assert_eq!(with("*"), (Some("*".into()), None));
        assert_eq!(with("* https://portal.example.test").1, Some("true".into()));
    }

    #[test]
    fn headers_are_exposed_as_they_are_named() {
        let marks = marked(
            |config| {
                config.service.allow_cors_from = "*".into();
                config.service.cors_exposed_headers = "Token,X-Version-Id  ETag".into();
            },
            PAGE,
        );
        assert_eq!(has(&marks, "access-control-expose-headers").as_deref(), Some("Token, X-Version-Id, ETag"));
    }
}
