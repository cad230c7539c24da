//! Requests: addresses, headers, forms.

use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use conversation::files::content::{Asked, asked};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Request, header};
use integration::oauth::{authorize, token};
use multer::Multipart;
use node::error::ApiError;
use people::sessions::agent::Agent;
use request::Query;
use request::disposition::Disposition;
use request::form::{Form, boundary, permits};
use request::query::PER_PAGE_MAX;
use request::token as sent;
use rules::oauth::AppText;
use server::http::cors;
use server::realtime::handshake;
use server::routes::find::{Found, Routes};
use tokio::sync::Semaphore;

static ROUTES: LazyLock<Routes> = LazyLock::new(Routes::new);

/// What the files of a form may have together.
const FORM_BYTES_MAX: usize = 4_096;
/// Bytes of a header that a part's names are read from.
const HEADER_BYTES_MAX: usize = 8 * 1024;

pub fn query(text: &str) {
    let query = Query::new(Some(text));
    for name in ["page", "per_page", "limit", "q", ""] {
        let value = query.text(name);
        assert!(value.len() <= 3 * text.len(), "longer than the query");
        assert!(query.size(name) <= PER_PAGE_MAX);
        assert_eq!(query.time(name).is_ok(), value.is_empty() || query.int(name).is_some());
    }
    query.page();
    query.flag("a");
    if let Some(Some((id, _))) = handshake::resumed(&query) {
        assert!(!query.text("connection_id").is_empty(), "{id}");
    }
}

/// The first line is the type of the body. How the body is cut on its way changes nothing.
pub fn form(bytes: &[u8]) {
    let (kind, body) = crate::input::two(bytes);
    let Some(boundary) = std::str::from_utf8(kind).ok().and_then(boundary) else { return };
    let whole = parts(&boundary, body, body.len().max(1));
    assert_eq!(whole, parts(&boundary, body, 1));
    let memory = Arc::new(Semaphore::new(FORM_BYTES_MAX));
    let stream = futures_util::stream::once(async { Ok::<_, std::convert::Infallible>(Bytes::copy_from_slice(body)) });
    let reserve = |bytes| memory.clone().try_acquire_many_owned(permits(bytes)).map_err(|_| ApiError::busy());
    if let Ok(form) = crate::input::now(Form::read(Multipart::new(stream, &boundary), FORM_BYTES_MAX, reserve)) {
        assert!(form.file("files").is_none_or(|file| file.len() <= FORM_BYTES_MAX));
    }
    assert_eq!(memory.available_permits(), FORM_BYTES_MAX, "memory is given back");
}

/// The names and contents of a form's parts, as far as it can be read.
fn parts(boundary: &str, body: &[u8], piece: usize) -> Option<Vec<(Disposition, Bytes)>> {
    let pieces: Vec<_> =
        body.chunks(piece).map(|piece| Ok::<_, std::convert::Infallible>(Bytes::copy_from_slice(piece))).collect();
    let stream = futures_util::stream::iter(pieces);
    let mut parts = Multipart::new(stream, boundary);
    crate::input::now(async {
        let mut all = Vec::new();
        while let Some(part) = parts.next_field().await.ok()? {
            let names = Disposition::of(part.headers());
            all.push((names, part.bytes().await.ok()?));
        }
        Some(all)
    })
}

pub fn disposition(bytes: &[u8]) {
    let Ok(value) = HeaderValue::from_bytes(bytes) else { return };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_DISPOSITION, value);
    let Disposition { name, file_name } = Disposition::of(&headers);
    let most = 3 * HEADER_BYTES_MAX;
    assert!(name.len() <= most && file_name.is_none_or(|name| name.len() <= most));
}

fn parts_of(headers: &[(header::HeaderName, &[u8])], address: &str) -> Option<Parts> {
    let mut request = Request::builder().uri(address);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    Some(request.body(()).ok()?.into_parts().0)
}

/// A line of cookies, then an `Authorization`.
pub fn cookies(bytes: &[u8]) {
    let (cookie, authorization) = crate::input::two(bytes);
    let headers = [(header::COOKIE, cookie), (header::AUTHORIZATION, authorization), (header::ORIGIN, authorization)];
    let Some(parts) = parts_of(&headers, "/api/v4/users/me") else { return };
    if let Some(token) = sent::cookie(&parts.headers, sent::COOKIE_TOKEN) {
        assert!(!token.is_empty() && !token.contains(';'));
        assert!(
            sent::find_token(&parts)
                .is_some_and(|(found, source)| { found == token && source == sent::Source::Cookie })
        );
    }
    if let Some((token, _)) = sent::find_token(&parts) {
        sent::hash(&token);
    }
    let config = config::Config::default();
    assert!(cors::lets_in(&config, &parts.headers).is_none(), "nobody is let in where nobody is named");
}

/// The variables of an address have the letters of their kind.
pub fn route(text: &str) {
    let (method, path) = text.split_once(' ').unwrap_or(("GET", text));
    let Ok(method) = Method::from_bytes(method.as_bytes()) else { return };
    if let Found::Route(_, _, variables) = ROUTES.find(&method, path) {
        for (name, value) in variables.iter().filter(|(name, _)| *name != "email") {
            let fits = |c: char| c.is_ascii_alphanumeric() || "_-.+".contains(c);
            assert!(value.chars().all(fits), "{name}: {value}");
        }
    }
}

/// The first line is the size of a file, the second the range.
pub fn range(bytes: &[u8]) {
    let (size, header) = crate::input::two(bytes);
    let size = std::str::from_utf8(size).ok().and_then(|size| size.trim().parse().ok()).unwrap_or(1_000);
    let Ok(header) = std::str::from_utf8(header) else { return };
    if let Asked::Part(part) = asked(header, size) {
        assert!(part.start < part.end && part.end <= size, "{part:?} of {size}");
    }
}

pub fn user_agent(text: &str) {
    let agent = Agent::parse(text);
    assert!(agent.browser.len() <= 64, "{}", agent.browser);
}

/// The first line is what stands after `Basic `; the rest a form of a token request, and an address to come back to.
pub fn oauth(bytes: &[u8]) {
    let (basic, body) = crate::input::two(bytes);
    let basic = std::str::from_utf8(basic).ok().filter(|basic| !basic.is_empty());
    let form = token::form(basic, body);
    let address = form.as_ref().map_or("", |form| form.redirect_uri.as_str());
    let app = AppText { name: "a", callback_urls: &[address], homepage: "https://a.test", ..AppText::default() };
    if app.must_be_valid().is_err() {
        return;
    }
    let code = "a&b=c#d";
    let there = authorize::with(address, &[("code", code), ("state", "")]);
    let there =
        there.unwrap_or_else(|error| panic!("{address:?} can be registered and not be used: {}", error.message));
    let (before, query) = there.split_once('?').expect("a query");
    assert!(!before.contains('#'), "the code stands before the fragment: {there}");
    let query = query.split('#').next().unwrap_or_default();
    assert!(Query::new(Some(query)).get("code").is_some(), "{there}");
    assert!(query.ends_with("code=a%26b%3Dc%23d"), "{there}");
}
