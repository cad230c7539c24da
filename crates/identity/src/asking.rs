//! Questions to a provider: by the client that checks addresses, within bounds of time and bytes.

use std::sync::Arc;
use std::time::Duration;

use config::{Config, Provider};
use http::{StatusCode, header};
use outward::outbound::{Answered, Named, Outbound, Request};
use request::App;
use url::Url;

use crate::refusal::{Refusal, Why};

/// How long a provider may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of an answer: keys with their certificates have some ten thousand.
const ANSWER_BYTES_MAX: usize = 256 << 10;

/// By what providers are asked.
pub struct Asking<'a> {
    outbound: &'a Outbound,
    config: Arc<Config>,
}

impl<'a> Asking<'a> {
    /// For whoever has no application, such as a command.
    pub fn new(outbound: &'a Outbound, config: Arc<Config>) -> Asking<'a> {
        Asking { outbound, config }
    }

    pub fn of(app: &'a App) -> Asking<'a> {
        Asking { outbound: app.of(), config: Arc::clone(&app.config()) }
    }

    /// Asks an address of a provider, with an access token where there is one.
    ///
    /// # Errors
    /// [`Why::Unreachable`] unless it answers 200.
    pub async fn get(&self, provider: &Provider, address: &str, token: &str) -> Result<Answered, Refusal> {
        let mut request = Request::get(parse(address)?, TIMEOUT).with(header::ACCEPT, "application/json");
        if !token.is_empty() {
            request = request.with(header::AUTHORIZATION, &format!("Bearer {token}"));
        }
        let answered = self.call(provider, request).await?;
        match answered.status {
            StatusCode::OK => Ok(answered),
            status => Err(Refusal::new(Why::Unreachable, format!("{address} answers {status}"))),
        }
    }

    /// Sends a form to an address of a provider; whatever status is answered.
    ///
    /// # Errors
    /// [`Why::Unreachable`] when nothing is.
    pub async fn post(
        &self,
        provider: &Provider,
        address: &str,
        form: String,
        authorization: &str,
    ) -> Result<Answered, Refusal> {
        let request = Request::post(parse(address)?, "application/x-www-form-urlencoded", form, TIMEOUT);
        let mut request = request.with(header::ACCEPT, "application/json");
        if !authorization.is_empty() {
            request = request.with(header::AUTHORIZATION, authorization);
        }
        self.call(provider, request).await
    }

    async fn call(&self, provider: &Provider, request: Request) -> Result<Answered, Refusal> {
        let address = request.url.to_string();
        let request = Request { named: Some(named(provider)), answer_bytes_max: ANSWER_BYTES_MAX, ..request };
        let called = self.outbound.call(&self.config, request).await;
        called.map_err(|error| Refusal::new(Why::Unreachable, format!("{address}: {error}")))
    }
}

/// The provider's host, which the administrator names, so that it may be in the own network; all others are checked as
/// anybody's.
pub fn named(provider: &Provider) -> Named {
    let host = Url::parse(&provider.issuer).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    Named { host, authorities: provider.ca_file.clone() }
}

fn parse(address: &str) -> Result<Url, Refusal> {
    Url::parse(address).map_err(|_| Refusal::new(Why::Misconfigured, format!("{address:?} is no address")))
}
