//! GIFs: animated pictures that the server asks a provider for, with a key that no client learns.
//!
//! The provider is GIPHY, by its documented API, or a server that answers as it does. Nothing is kept here: browsers keep an
//! answer for some minutes. The pictures themselves go through [`crate::image_proxy`] where it is on.

use std::time::Duration;

use config::Emoji;
use http::{HeaderValue, StatusCode, header};
use node::error::{ApiError, Result};
use outward::outbound::{Failed, Request};
use request::{Answer, Call, Reply};
use serde::Deserialize;
use serde_json::Value;
use url::Url;
use wire::gifs::Gif;

/// What is asked for and told, at most: two screens of a picker.
const GIFS_MAX: usize = 24;
/// Characters of a search that the provider reads.
const WORDS_LEN_MAX: usize = 50;
const TITLE_LEN_MAX: usize = 120;
const ID_BYTES_MAX: usize = 64;
/// An address must leave room for words in a post.
const URL_BYTES_MAX: usize = 1024;
const SIDE_PX_MAX: u32 = 10_000;
/// Pictures for all ages; the provider calls it so.
const RATING: &str = "g";
/// What is in fashion changes by the hour, and keys are counted by it.
const CACHED: &str = "private, max-age=300";

/// Answers with GIFs for the words `q`, or with those in fashion.
pub async fn list(call: Call) -> Answer {
    let config = call.app.config();
    if !config.emoji.offers_gifs() {
        let text = "This server offers no GIFs.";
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, "api.gifs.off.app_error", text));
    }
    let query = call.query();
    let words = query.text("q").trim();
    if words.chars().count() > WORDS_LEN_MAX {
        return Err(ApiError::url_param("q"));
    }
    let url = address(&config.emoji, words, &call.me().locale)?;
    let timeout = Duration::from_millis(config.links.timeout_ms.into());
    drop(config);
    // No redirect is followed: the key is part of the address, and for the provider alone.
    let request = Request::get(url, timeout).with(header::ACCEPT, "application/json");
    let answered = call.app.call_out(request).await.map_err(|error| match error {
        Failed::Busy => ApiError::busy(),
        error => unavailable(&error.to_string()),
    })?;
    if answered.status != StatusCode::OK {
        return Err(unavailable(&format!("it answered {}", answered.status)));
    }
    let gifs = read(&answered.body).ok_or_else(|| unavailable("its answer is no list of pictures"))?;
    Ok(Reply::json(&gifs).with_header(header::CACHE_CONTROL, HeaderValue::from_static(CACHED)))
}

/// Logs why, which names neither the key nor what was looked for.
fn unavailable(why: &str) -> ApiError {
    tracing::warn!(why, "the provider of GIFs cannot be used");
    let text = "GIFs are not available at the moment.";
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "api.gifs.unavailable.app_error", text).because(why)
}

/// What is asked of the provider. What is in fashion has no language.
fn address(config: &Emoji, words: &str, locale: &str) -> Result<Url> {
    let what = if words.is_empty() { "trending" } else { "search" };
    let url = format!("{}/v1/gifs/{what}", config.giphy_address.trim_end_matches('/'));
    let mut url = Url::parse(&url).map_err(|_| unavailable("its address cannot be read"))?;
    let mut pairs = url.query_pairs_mut();
    pairs.append_pair("api_key", config.giphy_key.reveal());
    pairs.append_pair("limit", &GIFS_MAX.to_string()).append_pair("rating", RATING);
    if !words.is_empty() {
        pairs.append_pair("q", words).append_pair("lang", language(locale));
    }
    drop(pairs);
    Ok(url)
}

/// The language by the provider's name: two letters, with a region for Chinese alone.
fn language(locale: &str) -> &str {
    let short = locale.split('-').next().unwrap_or_default();
    if matches!(locale, "zh-CN" | "zh-TW") { locale } else { short }
}

#[derive(Deserialize)]
struct Listed {
    data: Vec<Value>,
}

/// The pictures of an answer; those that cannot be shown are left out. `None` where it is no such answer.
fn read(body: &[u8]) -> Option<Vec<Gif>> {
    let listed: Listed = serde_json::from_slice(body).ok()?;
    Some(listed.data.iter().filter_map(gif).take(GIFS_MAX).collect())
}

fn gif(item: &Value) -> Option<Gif> {
    let images = &item["images"];
    let full = ["downsized_medium", "original"]
        .into_iter()
        .map(|name| &images[name])
        .find_map(|one| Some((picture(one)?, side(&one["width"])?, side(&one["height"])?)));
    let (url, width, height) = full?;
    let id = item["id"].as_str().filter(|id| !id.is_empty() && id.len() <= ID_BYTES_MAX)?.to_owned();
    let preview_url = picture(&images["fixed_width"]).unwrap_or_else(|| url.clone());
    let still_url = picture(&images["fixed_width_still"]).unwrap_or_default();
    Some(Gif { id, title: title(item), width, height, url, preview_url, still_url })
}

/// What a picture shows, else how it is called, in one line.
fn title(item: &Value) -> String {
    let said = ["alt_text", "title"].into_iter().filter_map(|name| item[name].as_str());
    let words = said.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).find(|text| !text.is_empty());
    words.unwrap_or_default().chars().filter(|c| !c.is_control()).take(TITLE_LEN_MAX).collect()
}

/// The address of a rendition, if a browser may be sent there.
fn picture(rendition: &Value) -> Option<String> {
    let url = Url::parse(rendition["url"].as_str()?).ok()?;
    let is_fine = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    (is_fine && url.as_str().len() <= URL_BYTES_MAX).then(|| url.into())
}

/// A side in pixels, which the provider writes as text.
fn side(value: &Value) -> Option<u32> {
    let number = value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64()?.try_into().ok());
    number.filter(|side| (1..=SIDE_PX_MAX).contains(side))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn item() -> Value {
        json!({
            "id": "one", "title": "Ship\n GIF", "alt_text": "A ship  leaves the harbour",
            "images": {
                "original": {"url": "https://m.test/a.gif?x=1", "width": "480", "height": 270},
                "fixed_width": {"url": "https://m.test/200w.gif", "width": "200", "height": "113"},
                "fixed_width_still": {"url": "https://m.test/200w_s.gif"},
            },
        })
    }

    #[test]
    fn a_picture_has_words_a_size_and_addresses() {
        let read = gif(&item()).expect("a picture");
        let wanted = Gif {
            id: "one".into(),
            title: "A ship leaves the harbour".into(),
            width: 480,
            height: 270,
            url: "https://m.test/a.gif?x=1".into(),
            preview_url: "https://m.test/200w.gif".into(),
            still_url: "https://m.test/200w_s.gif".into(),
        };
        assert_eq!(read, wanted);
    }

    #[test]
    fn what_is_missing_besides_the_picture_is_done_without() {
        let mut bare = item();
        bare["alt_text"] = json!(" ");
        bare["images"].as_object_mut().expect("renditions").retain(|name, _| name == "original");
        let read = gif(&bare).expect("a picture");
        assert_eq!((read.title.as_str(), read.preview_url, read.still_url.as_str()), ("Ship GIF", read.url, ""));
    }

    #[test]
    fn a_picture_that_cannot_be_shown_is_left_out() {
        let long = format!("https://m.test/{}", "a".repeat(URL_BYTES_MAX));
        for url in ["javascript:alert(1)", "data:image/gif;base64,x", "/a.gif", "https://me:word@m.test/a.gif", &long] {
            let mut wrong = item();
            wrong["images"]["original"]["url"] = json!(url);
            assert_eq!(gif(&wrong), None, "{url}");
        }
        for side in [json!("0"), json!(10_001), json!("wide"), json!(-1), Value::Null] {
            let mut wrong = item();
            wrong["images"]["original"]["width"] = side;
            assert_eq!(gif(&wrong), None);
        }
        for wrong in [json!(null), json!("text"), json!({"id": "one"}), json!({"id": 7, "images": item()["images"]})] {
            assert_eq!(gif(&wrong), None);
        }
    }

    #[test]
    fn an_answer_is_bounded_and_a_list() {
        let many = json!({"data": vec![item(); 100]}).to_string();
        assert_eq!(read(many.as_bytes()).expect("a list").len(), GIFS_MAX);
        let one = json!({"data": [null, item(), 7]}).to_string();
        assert_eq!(read(one.as_bytes()).expect("a list").len(), 1);
        for wrong in ["", "<html>", "[]", "{}", r#"{"data":{}}"#] {
            assert_eq!(read(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn words_are_sent_as_words_and_in_the_readers_language() {
        let config = Emoji { giphy_key: String::from("k&y").into(), ..Emoji::default() };
        let asked = |words: &str, locale: &str| address(&config, words, locale).expect("an address").to_string();
        assert_eq!(asked("", "de"), "https://api.giphy.com/v1/gifs/trending?api_key=k%26y&limit=24&rating=g");
        let wanted = "https://api.giphy.com/v1/gifs/search?api_key=k%26y&limit=24&rating=g&q=a%26b%3Dc+d&lang=pt";
        assert_eq!(asked("a&b=c d", "pt-BR"), wanted);
        assert!(asked("x", "zh-CN").ends_with("&lang=zh-CN"));
    }
}
