//! The built web client: files that came with the binary, and one page for every address of a person.
//!
//! What a file means is the client's business. Compressed forms were made when the client was built, so
//! answering costs a look-up; the largest file is some 200 KB and stays where the binary was mapped.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

use crate::Reply;
use crate::html::guarded;

/// Scripts and styles come from here and stand in no page; pictures may come from anywhere, as messages name them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; \
     img-src 'self' data: blob: http: https:; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'self'";

/// Names under here carry a hash of what is inside.
const HASHED: &str = "/assets/";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The page that is answered wherever a person may be.
const PAGE: &str = "/index.html";

/// One file of the built client.
#[derive(Debug)]
pub struct WebFile {
    /// As in the address, from `/`.
    pub path: &'static str,
    pub kind: &'static str,
    /// A hash of the content, in quotes.
    pub etag: &'static str,
    pub plain: &'static [u8],
    /// Empty where compression gains nothing.
    pub brotli: &'static [u8],
    pub gzip: &'static [u8],
}

/// All files of the built client, sorted by path; none where it was not built.
#[derive(Debug, Clone, Copy, Default)]
pub struct WebClient(pub &'static [WebFile]);

impl WebClient {
    /// What `path` answers: the file of that name, else the page; `None` when there is no client. Sites that are
    /// `ancestors` may show it in a frame.
    pub fn answer(&self, path: &str, asked: &HeaderMap, ancestors: &str) -> Option<Reply> {
        let page = self.find(PAGE)?;
        match self.find(path) {
            Some(file) => Some(send(file, asked, ancestors)),
            None if is_hashed(path) => Some(Reply::empty(StatusCode::NOT_FOUND)),
            None => Some(send(page, asked, ancestors)),
        }
    }

    fn find(&self, path: &str) -> Option<&'static WebFile> {
        let at = self.0.binary_search_by(|file| file.path.cmp(path)).ok()?;
        Some(&self.0[at])
    }
}

/// Whether `path` can only be a file of some build: a team may be called assets, and no address of it ends like a file.
fn is_hashed(path: &str) -> bool {
    path.strip_prefix(HASHED).is_some_and(|name| name.contains('.') && !name.contains('/'))
}

fn send(file: &'static WebFile, asked: &HeaderMap, ancestors: &str) -> Reply {
    let text = |name: HeaderName| asked.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepted = text(header::ACCEPT_ENCODING);
    let takes = |name: &str| accepted.split([',', ';']).any(|one| one.trim().eq_ignore_ascii_case(name));
    let (coding, bytes) = if takes("br") && !file.brotli.is_empty() {
        (Some("br"), file.brotli)
    } else if takes("gzip") && !file.gzip.is_empty() {
        (Some("gzip"), file.gzip)
    } else {
        (None, file.plain)
    };
    let cached = if file.path.starts_with(HASHED) { FOREVER } else { HeaderValue::from_static("no-cache") };
    if text(header::IF_NONE_MATCH) == file.etag {
        return Reply::not_modified(file.etag).with_header(header::CACHE_CONTROL, cached);
    }
    // A stream is sent as it is; whole bodies would be compressed a second time.
    let body = crate::reply::whole(Bytes::from_static(bytes));
    let kind = HeaderValue::from_static(file.kind);
    let reply = Reply::new(StatusCode::OK, crate::reply::Content::Stream(kind, body))
        .with_etag(file.etag)
        .with_header(header::CACHE_CONTROL, cached)
        .with_header(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let reply = guarded(reply, POLICY, ancestors);
    match coding {
        Some(name) => reply.with_header(header::CONTENT_ENCODING, HeaderValue::from_static(name)),
        None => reply,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn file(path: &'static str, brotli: &'static [u8]) -> WebFile {
        WebFile { path, kind: "text/html", etag: "\"1\"", plain: b"plain", brotli, gzip: b"" }
    }

    static FILES: [WebFile; 2] = [file("/assets/a-1.js", b"small"), file("/index.html", b"")];

    fn asked(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    fn header_of(reply: &Reply, name: HeaderName) -> &str {
        let found = reply.headers.iter().find(|(key, _)| *key == name);
        found.and_then(|(_, value)| value.to_str().ok()).unwrap_or_default()
    }

    #[test]
    fn an_address_of_a_person_answers_the_page() {
        let reply = WebClient(&FILES).answer("/crew/channels/town-square", &HeaderMap::new(), "").expect("a page");
        assert_eq!(reply.status, StatusCode::OK);
        assert_eq!(header_of(&reply, header::CACHE_CONTROL), "no-cache");
        assert!(header_of(&reply, header::CONTENT_SECURITY_POLICY).contains("script-src 'self';"));
    }

    #[test]
    fn only_the_sites_that_are_named_show_the_page_in_a_frame() {
        let framed = |ancestors: &str| {
            let reply = WebClient(&FILES).answer("/", &HeaderMap::new(), ancestors).expect("a page");
            let policy = header_of(&reply, header::CONTENT_SECURITY_POLICY).rsplit("; ").next().unwrap_or_default();
            (policy.to_owned(), header_of(&reply, header::X_FRAME_OPTIONS).to_owned())
        };
        assert_eq!(framed(""), ("frame-ancestors 'self'".into(), "SAMEORIGIN".into()));
        let portal = "https://portal.example.test";
        assert_eq!(framed(portal), (format!("frame-ancestors 'self' {portal}"), String::new()));
    }

    #[test]
    fn a_hashed_file_is_kept_forever_and_a_missing_one_is_not_the_page() {
        let client = WebClient(&FILES);
        let reply = client.answer("/assets/a-1.js", &asked(header::ACCEPT_ENCODING, "gzip, br"), "").expect("a file");
        assert_eq!(header_of(&reply, header::CONTENT_ENCODING), "br");
        assert!(header_of(&reply, header::CACHE_CONTROL).contains("immutable"));
        let gone = client.answer("/assets/a-0.js", &HeaderMap::new(), "").expect("an answer");
        assert_eq!(gone.status, StatusCode::NOT_FOUND);
    }

    #[test]
    fn a_team_that_is_called_like_the_folder_of_files_has_its_pages() {
        for path in ["/assets", "/assets/threads", "/assets/channels/town-square", "/assets/messages/@ann.lee"] {
            let reply = WebClient(&FILES).answer(path, &HeaderMap::new(), "").expect("an answer");
            assert_eq!(reply.status, StatusCode::OK, "{path}");
        }
    }

    #[test]
    fn who_has_the_page_is_not_sent_it_again() {
        let reply = WebClient(&FILES).answer("/", &asked(header::IF_NONE_MATCH, "\"1\""), "").expect("a page");
        assert_eq!(reply.status, StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn without_a_client_there_is_no_answer() {
        assert!(WebClient::default().answer("/", &HeaderMap::new(), "").is_none());
    }
}
