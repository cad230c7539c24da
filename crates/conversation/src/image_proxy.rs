//! Pictures of other sites. Where the configuration says so, the server fetches them for its clients,
//! which then reveal nothing to the site; else it sends clients there.

use std::time::Duration;

use http::{HeaderValue, StatusCode, header};
use node::error::ApiError;
use outward::outbound::{Failed, Request};
use request::{Answer, Call, Reply};
use url::Url;

use crate::linked::content_type;

/// Largest picture that is passed on. Its memory is set aside while it is fetched.
const IMAGE_BYTES_MAX: usize = 10 << 20;
const REDIRECTS_MAX: usize = 5;
/// What is passed on. No SVG: it may hold a script, and would run as if it were ours.
const SHOWN: &[&str] = &["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/avif", "image/tiff"];
/// Pictures of the web change rarely; a day is what browsers keep them anyway.
const CACHED: &str = "private, max-age=86400";

pub async fn get(call: Call) -> Answer {
    let query = call.query();
    let target = Url::parse(query.text("url")).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let target = target.ok_or_else(|| ApiError::url_param("url"))?;
    let config = call.app.config();
    if !config.links.enable_image_proxy {
        return Ok(Reply::empty(StatusCode::FOUND).with_text_header(header::LOCATION, target.as_str()));
    }
    let timeout = Duration::from_millis(config.links.timeout_ms.into());
    drop(config);
    let _memory = call.app.reserve_memory(IMAGE_BYTES_MAX)?;
    let request = Request {
        answer_bytes_max: IMAGE_BYTES_MAX,
        redirects_max: REDIRECTS_MAX,
        ..Request::get(target, timeout).with(header::ACCEPT, "image/*")
    };
    let answered = call.app.call_out(request).await.map_err(|error| match error {
        Failed::Busy => ApiError::busy(),
        error => no_picture().because(error),
    })?;
    let kind = content_type(&answered.headers);
    let kind = SHOWN.iter().find(|shown| **shown == kind).filter(|_| answered.status.is_success());
    let kind = kind.ok_or_else(no_picture)?;
    Ok(Reply::bytes(HeaderValue::from_static(kind), answered.body)
        .with_header(header::CACHE_CONTROL, HeaderValue::from_static(CACHED))
        .confined())
}

fn no_picture() -> ApiError {
    ApiError::not_found("api.image.get.app_error", "The server finds no picture to show at this address.")
}
