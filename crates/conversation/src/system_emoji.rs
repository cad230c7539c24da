//! Pictures of emoji: where the one that an integration names is found, and those that every server has.

use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use request::App;
use request::{Answer, Call, Reply};

use crate::emoji;

/// A picture never changes under its name.
const CACHED: HeaderValue = HeaderValue::from_static("public, max-age=2592000");
const PNG: HeaderValue = HeaderValue::from_static("image/png");
const ENDING: &str = ".png";

/// The address of an emoji's picture, from the root of the server's host: a system emoji, in a skin tone or not, or one
/// of this server. The name may stand between colons.
///
/// # Errors
/// When the store does not answer.
pub async fn address(app: &App, name: &str) -> Result<Option<String>> {
    let root = path_of(&app.config().service.site_url);
    if let Some(file) = rules::emoji::picture(name) {
        return Ok(Some(format!("{root}/static/emoji/{file}{ENDING}")));
    }
    let name = name.trim().trim_matches(':');
    if !app.config().emoji.enable_custom {
        return Ok(None);
    }
    let found = emoji::named(app, [name]).await?;
    Ok(found.first().map(|emoji| format!("{root}/api/v4/emoji/{}/image", emoji.id)))
}

/// What stands behind the host in an address, without a slash at the end.
fn path_of(site: &str) -> String {
    let path = url::Url::parse(site).map(|url| url.path().trim_end_matches('/').to_owned());
    path.unwrap_or_default()
}

/// `GET /static/emoji/{file_name}`
pub async fn picture(call: Call) -> Answer {
    let name = call.text("file_name");
    let place = name.strip_suffix(ENDING).and_then(rules::emoji::place);
    let Some(bytes) = place.and_then(pictures::system_emoji) else {
        return Err(ApiError::new(StatusCode::NOT_FOUND, "api.context.404.app_error", "There is no such picture."));
    };
    Ok(Reply::bytes(PNG, bytes).with_header(header::CACHE_CONTROL, CACHED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_below_a_path_keeps_it() {
        assert_eq!(path_of("https://chat.test"), "");
        assert_eq!(path_of("https://chat.test/team/"), "/team");
        assert_eq!(path_of(""), "");
    }
}
