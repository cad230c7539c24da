//! The page at every address outside the API: the web client, else that the server lives and how to connect.

use http::{HeaderMap, HeaderValue, header};

use crate::app::App;
use crate::http::{Answer, Call, Reply};

const PAGE: &str = include_str!("page.html");

/// No scripts, nothing from elsewhere; the style stands in the page itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// `GET /`
pub async fn page(call: Call) -> Answer {
    Ok(show(&call.app, "/", call.headers()))
}

/// `GET /robots.txt`: a chat is not for search engines.
pub async fn robots(_: Call) -> Answer {
    Ok(Reply::text("User-agent: *\nDisallow: /\n"))
}

/// What an address outside the API answers: the web client, or the plain page where that was not built.
pub fn show(app: &App, path: &str, asked: &HeaderMap) -> Reply {
    let host = asked.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    app.web.answer(path, asked, &app.config().service.frame_ancestors).unwrap_or_else(|| plain(app, host))
}

/// The page for somebody who asked `host`.
fn plain(app: &App, host: &str) -> Reply {
    let config = app.config();
    let address = match config.service.site_url.as_str() {
        "" => format!("http://{host}"),
        site => site.to_owned(),
    };
    let text = PAGE
        .replace("{{site}}", &escape(&config.team.site_name))
        .replace("{{address}}", &escape(&address))
        .replace("{{version}}", &escape(&app.version));
    let reply = Reply::bytes(HeaderValue::from_static("text/html"), text)
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    guarded(reply, POLICY, &config.service.frame_ancestors)
}

/// A page with its policy, which besides this server only `ancestors`, sites separated by spaces, show in a frame.
pub fn guarded(reply: Reply, policy: &str, ancestors: &str) -> Reply {
    let policy = format!("{policy}; frame-ancestors 'self' {ancestors}");
    let reply = reply.with_text_header(header::CONTENT_SECURITY_POLICY, policy.trim_end());
    if ancestors.is_empty() {
        return reply.with_header(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    }
    // The older header knows no other sites, and browsers that read it beside the policy would refuse them.
    reply
}

/// Text as it may stand in HTML, between tags and in quoted values.
pub fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_name_cannot_leave_its_place_in_the_page() {
        assert_eq!(escape("<script>\"&'"), "&lt;script&gt;&quot;&amp;&#39;");
    }
}
