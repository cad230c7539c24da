//! What providers say of themselves: their addresses and keys, fetched when somebody signs in and kept for a while.
//!
//! One page of memory for each provider of the configuration. Whoever comes while it is fetched waits for that one fetch,
//! so that a storm of sign-ins asks a provider once. A provider that fails is left alone for a moment, which doubles; what
//! was known of it before is good for a day. New keys are looked for when a token names one that is not known.

use std::collections::HashMap;
use std::sync::Arc;

use base::Millis;
use config::Provider;
use parking_lot::Mutex;
use request::App;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::asking::Asking;
use crate::jwt::Jwk;
use crate::refusal::{Refusal, Why};

/// Keys of a provider that are kept.
const KEYS_MAX: usize = 64;
/// After this time a provider is asked anew.
const FRESH_MS: Millis = 60 * 60_000;
/// How long what is known is good while the provider does not answer.
const STALE_MS_MAX: Millis = 24 * 60 * 60_000;
/// Between two looks for new keys.
const KEYS_AGAIN_MS: Millis = 3_000;
/// How long a provider that failed is left alone: doubled with each failure, up to the second.
const PAUSE_MS: Millis = 1_000;
const PAUSE_MS_MAX: Millis = 30_000;

/// What a provider says of itself (OpenID Connect Discovery §3), as far as it matters here.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Metadata {
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    pub userinfo_endpoint: String,
    pub end_session_endpoint: String,
    pub jwks_uri: String,
    pub token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// Whether it names itself when it sends somebody back (RFC 9207).
    pub authorization_response_iss_parameter_supported: bool,
}

/// A provider as it is known now.
#[derive(Debug, Clone)]
pub struct Known {
    pub metadata: Arc<Metadata>,
    pub keys: Arc<[Jwk]>,
    fetched_at: Millis,
    keys_at: Millis,
}

impl Known {
    pub(crate) fn new(metadata: Metadata, keys: Arc<[Jwk]>, now: Millis) -> Known {
        Known { metadata: Arc::new(metadata), keys, fetched_at: now, keys_at: now }
    }
}

/// All providers that were asked.
#[derive(Default)]
pub struct Directory {
    pages: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Page>>>>,
}

#[derive(Default)]
struct Page {
    known: Option<Known>,
    failures: u32,
    failed_at: Millis,
    why: String,
}

impl Page {
    fn is_left_alone(&self, now: Millis) -> bool {
        let pause = PAUSE_MS << self.failures.saturating_sub(1).min(10);
        self.failures > 0 && now < self.failed_at + pause.min(PAUSE_MS_MAX)
    }
}

impl Directory {
    fn page(&self, provider: &Provider) -> Arc<tokio::sync::Mutex<Page>> {
        let mut pages = self.pages.lock();
        // Configured addresses alone are looked up, so there are no more than the configuration had.
        pages.entry(format!("{} {}", provider.name, provider.issuer)).or_default().clone()
    }

    /// What is known of a provider, asked when that is too old.
    ///
    /// # Errors
    /// [`Why::Unreachable`] when it does not answer and nothing is known, [`Why::Misconfigured`] when it answers as
    /// another one.
    pub async fn of(&self, app: &Arc<App>, provider: &Provider) -> Result<Known, Refusal> {
        let page = self.page(provider);
        let mut page = page.lock().await;
        let now = app.clock.now();
        let known = page.known.clone();
        if let Some(known) = known.as_ref().filter(|known| now < known.fetched_at + FRESH_MS) {
            return Ok(known.clone());
        }
        let still_good = known.filter(|known| now < known.fetched_at + STALE_MS_MAX);
        if page.is_left_alone(now) {
            return still_good.ok_or_else(|| Refusal::new(Why::Unreachable, &page.why));
        }
        match fetch(app, provider).await {
            Ok(known) => {
                *page = Page { known: Some(known.clone()), ..Page::default() };
                Ok(known)
            }
            Err(refusal) => {
                (page.failures, page.failed_at) = (page.failures.saturating_add(1), now);
                page.why.clone_from(&refusal.detail);
                still_good.ok_or(refusal)
            }
        }
    }

    /// The same with keys that are newer than `old`, unless they were looked for a moment ago.
    ///
    /// # Errors
    /// As [`Directory::of`].
    pub async fn with_newer_keys(&self, app: &Arc<App>, provider: &Provider, old: &Known) -> Result<Known, Refusal> {
        let page = self.page(provider);
        let mut page = page.lock().await;
        let now = app.clock.now();
        let Some(known) = &mut page.known else { return Ok(old.clone()) };
        if known.keys_at <= old.keys_at && now >= known.keys_at + KEYS_AGAIN_MS {
            // Also where that fails: whoever sends tokens of unknown keys does not make the server ask each time.
            known.keys_at = now;
            known.keys = keys(&Asking::of(app), provider, &known.metadata).await?;
        }
        Ok(known.clone())
    }
}

async fn fetch(app: &Arc<App>, provider: &Provider) -> Result<Known, Refusal> {
    let (metadata, keys) = look(&Asking::of(app), provider).await?;
    Ok(Known::new(metadata, keys, app.clock.now()))
}

/// Asks a provider who it is, and for its keys.
///
/// # Errors
/// [`Why::Unreachable`] when it does not answer, [`Why::Misconfigured`] when it is not who the configuration says.
pub async fn look(asking: &Asking<'_>, provider: &Provider) -> Result<(Metadata, Arc<[Jwk]>), Refusal> {
    let address = format!("{}/.well-known/openid-configuration", provider.issuer.trim_end_matches('/'));
    let answered = asking.get(provider, &address, "").await?;
    let unlike = |why: String| Refusal::new(Why::Misconfigured, format!("{address}: {why}"));
    let metadata: Metadata = serde_json::from_slice(&answered.body).map_err(|error| unlike(error.to_string()))?;
    if metadata.issuer != provider.issuer {
        return Err(unlike(format!(
            "it calls itself {:?}, and the configuration {:?}",
            metadata.issuer, provider.issuer
        )));
    }
    let needed = [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri];
    let optional = [&metadata.userinfo_endpoint, &metadata.end_session_endpoint];
    let given = optional.into_iter().filter(|address| !address.is_empty());
    if let Some(bad) = needed.into_iter().chain(given).find(|address| !is_as_safe(address, &provider.issuer)) {
        return Err(unlike(format!("{bad:?} is no https address")));
    }
    let keys = keys(asking, provider, &metadata).await?;
    Ok((metadata, keys))
}

/// Whether an address is encrypted, or the issuer itself is not either, which the configuration lets be on this machine
/// alone.
fn is_as_safe(address: &str, issuer: &str) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    url.scheme() == "https" || url.scheme() == "http" && issuer.starts_with("http://")
}

async fn keys(asking: &Asking<'_>, provider: &Provider, metadata: &Metadata) -> Result<Arc<[Jwk]>, Refusal> {
    let answered = asking.get(provider, &metadata.jwks_uri, "").await?;
    let unlike = || Refusal::new(Why::Misconfigured, format!("{}: it lists no keys", metadata.jwks_uri));
    let whole: Value = serde_json::from_slice(&answered.body).map_err(|_| unlike())?;
    let listed = whole["keys"].as_array().ok_or_else(unlike)?;
    // A key of a kind that is not known here is no reason to refuse the others.
    Ok(listed.iter().filter_map(|key| Jwk::deserialize(key).ok()).take(KEYS_MAX).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_that_fails_is_left_alone_for_longer_each_time() {
        let mut page = Page::default();
        assert!(!page.is_left_alone(0));
        for (failures, pause_ms) in [(1, 1_000), (2, 2_000), (5, 16_000), (6, 30_000), (u32::MAX, 30_000)] {
            (page.failures, page.failed_at) = (failures, 100_000);
            assert!(
                page.is_left_alone(100_000 + pause_ms - 1) && !page.is_left_alone(100_000 + pause_ms),
                "{failures}"
            );
        }
    }

    #[test]
    fn addresses_of_an_encrypted_provider_are_encrypted() {
        assert!(is_as_safe("https://a.test/token", "https://a.test"));
        assert!(is_as_safe("http://127.0.0.1/token", "http://127.0.0.1"));
        for bad in ["http://a.test/token", "javascript:alert(1)", "", "/token"] {
            assert!(!is_as_safe(bad, "https://a.test"), "{bad}");
        }
    }
}
