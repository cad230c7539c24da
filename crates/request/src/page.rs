//! The page at every address outside the API: the web client, else that the server lives and how to connect.

use node::API_VERSION;
use std::sync::LazyLock;

use askama::Template;
use http::{HeaderMap, HeaderValue, header};

use crate::App;
use crate::web::WebClient;
use crate::{Answer, Call, Reply, html};

/// Stands in the page.
const STYLE: &str = include_str!("../templates/page.css");

/// No scripts, nothing from elsewhere; the style stands in the page itself.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    format!("default-src 'none'; style-src {}; base-uri 'none'; form-action 'none'", html::source(STYLE))
});

/// That the server lives, and how to connect.
#[derive(Template)]
#[template(path = "page.html")]
struct Plain<'a> {
    style: &'static str,
    site: &'a str,
    address: &'a str,
    version: &'a str,
}

/// `GET /`
pub async fn page(call: Call) -> Answer {
    show(&call.app, "/", call.headers())
}

/// `GET /robots.txt`: a chat is not for search engines.
pub async fn robots(_: Call) -> Answer {
    Ok(Reply::text("User-agent: *\nDisallow: /\n"))
}

/// What an address outside the API answers: the web client, or the plain page where that was not built.
pub fn show(app: &App, path: &str, asked: &HeaderMap) -> Answer {
    let host = asked.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    match app.of::<WebClient>().answer(path, asked, &app.config().service.frame_ancestors) {
        Some(reply) => Ok(reply),
        None => plain(app, host),
    }
}

/// The page for somebody who asked `host`.
fn plain(app: &App, host: &str) -> Answer {
    let config = app.config();
    let address = match config.service.site_url.as_str() {
        "" => format!("http://{host}"),
        site => site.to_owned(),
    };
    let (site, version) = (&config.team.site_name, API_VERSION);
    let reply = html::page(&Plain { style: STYLE, site, address: &address, version })?
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(html::guarded(reply, &POLICY, &config.service.frame_ancestors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_name_cannot_leave_its_place_in_the_page() {
        let hostile = "<script>\"&'{{ version }}";
        let page = Plain { style: STYLE, site: hostile, address: hostile, version: hostile }.render().expect("a page");
        assert!(!page.contains("<script") && !page.contains("\"&"), "{page}");
        assert_eq!(page.matches("{{ version }}").count(), 7, "what is filled in is not filled in again: {page}");
        assert!(page.contains(&format!("<style>{STYLE}</style>")));
    }
}
