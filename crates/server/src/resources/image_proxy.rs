//! Pictures of other sites. This server fetches none for its clients: it sends them there.

use http::{StatusCode, header};
use url::Url;

use crate::error::ApiError;
use crate::http::{Answer, Call, Reply};

pub async fn get(call: Call) -> Answer {
    let query = call.query();
    let target = Url::parse(query.text("url")).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let target = target.ok_or_else(|| ApiError::url_param("url"))?;
    Ok(Reply::empty(StatusCode::FOUND).with_text_header(header::LOCATION, target.as_str()))
}
