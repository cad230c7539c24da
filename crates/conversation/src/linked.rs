//! What outside addresses lead to: fetched once, kept for all posts that link there.
//!
//! Addresses come from posts, so a fetch goes through [`outward::outbound`], which checks
//! every one after resolution and on every redirect; time and bytes are bounded, and of a page or
//! picture only its beginning is read. A failure is kept, too, or each post would try again.

use std::time::Duration;

use base::{Id, Millis};
use bytes::Bytes;
use files::charset::{self, Wording};
use http::{HeaderMap, header};
use node::error::Result;
use pictures::Budget;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::link_metadata::Linked;
use text::opengraph::{self, OpenGraph};
use url::{Host, Url};
use wire::posts::{EMBED_IMAGE, EMBED_LINK, EMBED_OPENGRAPH, ImageSize};

use outward::outbound::{Answered, Excess, Failed, Request};
use request::App;

/// Of a page its head is read, of a picture its header: both stand in the first half megabyte.
const BEGINNING_BYTES: usize = 512 << 10;
/// Redirects that are followed; shorteners take one or two.
const REDIRECTS_MAX: usize = 5;
/// A page may say something else tomorrow.
const FRESH_MS: Millis = 24 * 60 * 60 * 1000;
/// A site that did not answer is not asked again within the hour.
const FAILED_FRESH_MS: Millis = 60 * 60 * 1000;
/// Longest address that is fetched.
const ADDRESS_BYTES_MAX: usize = 2_048;
/// What nobody posted for so long is forgotten.
const KEPT_MS: Millis = 365 * 24 * 60 * 60 * 1000;
/// The kind of an address that could not be fetched. It is shown as a link.
const FAILED: &str = "none";
/// Asks sites for what can be shown.
const ACCEPT: &str = "text/html, image/*;q=0.9, */*;q=0.1";

/// What is known of an address.
#[derive(Debug, Clone)]
pub struct Known {
    pub kind: String,
    content: Value,
    at: Millis,
}

impl Known {
    pub fn is_fresh(&self, now: Millis) -> bool {
        now - self.at < if self.kind == FAILED { FAILED_FRESH_MS } else { FRESH_MS }
    }

    /// What a page says of itself.
    pub fn page(&self) -> Option<&Value> {
        (self.kind == EMBED_OPENGRAPH).then_some(&self.content)
    }

    /// How large a picture is.
    pub fn picture(&self) -> Option<ImageSize> {
        (self.kind == EMBED_IMAGE).then(|| serde_json::from_value(self.content.clone()).ok())?
    }

    /// The address of the picture that stands for a page.
    pub fn picture_of_page(&self) -> Option<&str> {
        let image = self.page()?.get("images")?.get(0)?;
        let text = |name: &str| image.get(name).and_then(Value::as_str).filter(|address| !address.is_empty());
        text("secure_url").or_else(|| text("url"))
    }
}

/// The name under which an address is kept.
pub fn hash(url: &str) -> Id {
    let digest = Sha256::digest(url);
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    Id(id)
}

/// Whether the server may ask the address at all, as its text and the configuration stand.
pub fn may_fetch(app: &App, address: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let config = app.config();
    let Some(Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_)) = url.host() else { return false };
    let own = Url::parse(&config.service.site_url).is_ok_and(|site| site.origin() == url.origin());
    let host = url.host_str().unwrap_or_default();
    let refused = config.links.no_preview_domains.split(',').map(str::trim).filter(|domain| !domain.is_empty());
    let refused = refused
        .map(str::to_ascii_lowercase)
        .any(|domain| host == domain || host.strip_suffix(&domain).is_some_and(|before| before.ends_with('.')));
    matches!(url.scheme(), "http" | "https") && address.len() <= ADDRESS_BYTES_MAX && !own && !refused
}

/// What is known of addresses; those that were never fetched are missing.
///
/// # Errors
/// When the store does not answer.
pub async fn known(app: &App, hashes: &[Id]) -> Result<std::collections::HashMap<Id, Known>> {
    let found = app.store.linked(hashes).await?;
    let read = |linked: Linked| {
        let content = serde_json::from_str(&linked.content).unwrap_or_default();
        (linked.hash, Known { kind: linked.kind, content, at: linked.at })
    };
    // The newest of an address comes last, and stays.
    Ok(found.into_iter().map(read).collect())
}

/// Asks an address, and keeps what it leads to. `None` when the server has too much to ask already.
///
/// # Errors
/// When the store does not answer.
pub async fn fetch(app: &std::sync::Arc<App>, address: &str) -> Result<Option<Known>> {
    let (kind, content) = match ask(app, address).await {
        Ok(answered) => read(app, address, &answered).await,
        Err(Failed::Busy) => return Ok(None),
        Err(error) => {
            tracing::debug!(url = address, %error, "a link could not be followed");
            (FAILED, Value::Null)
        }
    };
    let at = app.clock.now();
    let linked = Linked { hash: hash(address), at, kind: kind.to_owned(), content: content.to_string() };
    app.store.commit(store::link_metadata::save(&linked, address).into(), None).await?;
    Ok(Some(Known { kind: linked.kind, content, at }))
}

async fn ask(app: &std::sync::Arc<App>, address: &str) -> Result<Answered, Failed> {
    let url = Url::parse(address).map_err(|_| Failed::BadAddress)?;
    let timeout = Duration::from_millis(app.config().links.timeout_ms.into());
    let request = Request {
        answer_bytes_max: BEGINNING_BYTES,
        excess: Excess::Cut,
        redirects_max: REDIRECTS_MAX,
        ..Request::get(url, timeout)
    };
    let answered = app.call_out(request.with(header::ACCEPT, ACCEPT)).await?;
    match answered.status.is_success() {
        true => Ok(answered),
        false => Err(Failed::Io(format!("status {}", answered.status))),
    }
}

async fn read(app: &App, address: &str, answered: &Answered) -> (&'static str, Value) {
    let kind = content_type(&answered.headers);
    if kind.starts_with("image/") {
        return match measure(app, answered.body.clone()).await {
            Some(size) => (EMBED_IMAGE, serde_json::to_value(size).expect("wire types are JSON")),
            None => (EMBED_LINK, Value::Null),
        };
    }
    if !kind.is_empty() && !matches!(kind.as_str(), "text/html" | "application/xhtml+xml") {
        return (EMBED_LINK, Value::Null);
    }
    let named = answered.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let page = charset::decode(&answered.body, named.and_then(charset::of_type), Wording::Markup);
    match opengraph::open_graph(&page) {
        Some(page) => (EMBED_OPENGRAPH, told(page, address, &answered.url)),
        None => (EMBED_LINK, Value::Null),
    }
}

/// The media type of an answer, in lower case and without its parameters.
pub fn content_type(headers: &HeaderMap) -> String {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

async fn measure(app: &App, bytes: Bytes) -> Option<ImageSize> {
    let probed = app.pictures.run(move || pictures::probe(&bytes, &Budget::default())).await.ok()?.ok()?;
    Some(ImageSize {
        height: probed.height.into(),
        width: probed.width.into(),
        format: probed.format.name().to_owned(),
        frame_count: probed.frame_count().into(),
    })
}

/// A page's word on itself as clients read it, addresses made whole.
fn told(page: OpenGraph, address: &str, base: &Url) -> Value {
    let whole = |text: &str| {
        let url = Some(text).filter(|text| !text.is_empty()).and_then(|text| base.join(text).ok());
        url.filter(|url| matches!(url.scheme(), "http" | "https")).map(String::from).unwrap_or_default()
    };
    let images = page.images.iter().map(|image| {
        json!({
            "url": whole(&image.url),
            "secure_url": whole(&image.secure_url),
            "type": image.kind,
            "width": image.width,
            "height": image.height,
        })
    });
    let images: Vec<Value> = images.filter(|image| image["url"] != "" || image["secure_url"] != "").collect();
    let url = Some(whole(&page.url)).filter(|url| !url.is_empty()).unwrap_or_else(|| address.to_owned());
    json!({
        "type": page.kind,
        "url": url,
        "title": page.title,
        "description": page.description,
        "determiner": "",
        "site_name": page.site_name,
        "locale": page.locale,
        "locales_alternate": null,
        "images": images,
        "audios": null,
        "videos": null,
    })
}

/// Forgets what was fetched long ago.
///
/// # Errors
/// When the store does not answer.
pub async fn clean(app: std::sync::Arc<App>) -> Result<()> {
    app.store.write(store::link_metadata::clean(app.clock.now() - KEPT_MS)).await?;
    Ok(())
}
