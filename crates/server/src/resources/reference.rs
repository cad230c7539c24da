//! The reference of the API as a page that sends requests to each endpoint. Its files are part of the program;
//! `cargo xtask openapi` generates the one that lists the endpoints.

use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use request::{Answer, Call, Reply, html};

/// A file of the page, by the end of its address.
struct File {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

const HTML: &str = include_str!("../../reference/page.html");

const FILES: [File; 3] = [
    File { name: "page.js", kind: "text/javascript; charset=utf-8", text: include_str!("../../reference/page.js") },
    File { name: "page.css", kind: "text/css; charset=utf-8", text: include_str!("../../reference/page.css") },
    File { name: "openapi.json", kind: "application/json", text: include_str!("../../../../docs/api/openapi.json") },
];

/// Allows files of this server and requests to it. Scripts and styles inside the page are refused.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// `GET /api/reference`: the reference of the API, to read and to try.
pub async fn page(call: Call) -> Answer {
    must_be_on(&call)?;
    let reply = Reply::bytes(HeaderValue::from_static("text/html; charset=utf-8"), HTML);
    Ok(html::guarded(unkept(reply), POLICY, ""))
}

/// `GET /api/reference/{file_name}`: one of the page's files.
pub async fn file(call: Call) -> Answer {
    must_be_on(&call)?;
    let file = FILES.into_iter().find(|file| file.name == call.text("file_name")).ok_or_else(missing)?;
    Ok(unkept(Reply::bytes(HeaderValue::from_static(file.kind), file.text)))
}

/// Makes browsers ask again each time, since the next start may be another version of the program.
fn unkept(reply: Reply) -> Reply {
    reply.with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))
}

fn must_be_on(call: &Call) -> Result<()> {
    if call.app.config().service.api_reference { Ok(()) } else { Err(missing()) }
}

fn missing() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "api.context.404.app_error", "There is no such page.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_nothing_that_its_policy_forbids() {
        assert!(!HTML.contains("style=") && !HTML.contains("<style") && !HTML.contains("onclick"), "{HTML}");
        let scripts: Vec<&str> = HTML.split("<script").skip(1).collect();
        assert!(scripts.iter().all(|script| script.contains("src=\"reference/page.js\"></script>")), "{HTML}");
        for file in FILES.iter().filter(|file| !file.name.ends_with(".json")) {
            assert!(!file.text.contains("://") && !file.text.contains("innerHTML"), "{}", file.name);
        }
    }

    #[test]
    fn each_file_that_the_page_names_is_there() {
        let named = HTML.split("\"reference/").skip(1).chain(FILES[0].text.split("\"reference/").skip(1));
        for name in named.filter_map(|rest| rest.split('"').next()) {
            assert!(FILES.iter().any(|file| file.name == name), "{name}");
        }
    }
}
