//! Tests the connection to each sign-in service, and previews the account that a person would get ([`preview`]). It stores
//! nothing and signs nobody in.
//!
//! A trial goes on step by step as a sign-in does, and ends with the first one that fails. Each step says in words what was
//! found, and what can be done about it ([`advice`]).

pub mod advice;
pub mod directory;
pub mod preview;
pub mod provider;
pub mod saml;

use std::net::IpAddr;

use config::Provider;
use node::error::{ApiError, Result};
use outward::outbound::address::resolve;
use permissions::Permission;
use request::{Answer, Call, Reply};
use serde::Deserialize;
use serde_json::Value;
use url::Url;
use wire::trials::{Step, Trial};

use crate::refusal::{Refusal, Why};
use crate::trial::advice::advised;

/// Addresses of one host that are shown.
const ADDRESSES_SHOWN: usize = 4;

/// Body of `POST /sign_in/{service}/test`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct TestForm {
    /// A provider in the form of the configuration file. `None` tests the configured one.
    provider: Option<Value>,
}

/// `POST /sign_in/{service}/test`: tests a configured service, or a provider that an administrator enters before saving it.
pub async fn test(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: TestForm = call.json("provider").await?;
    let service = call.text("service").to_owned();
    let outcome = match (service.as_str(), form.provider) {
        (crate::ldap::SERVICE, None) => directory::test(&call.app).await,
        (crate::saml::SERVICE, None) => saml::test(&call).await,
        (_, None) => match crate::provider(&call.app, &service) {
            Ok(provider) => Ok(provider::test(&call.app, &provider).await),
            Err(refusal) => Err(refusal),
        },
        (_, Some(typed)) => Ok(provider::test(&call.app, &of(&call, &service, &typed)?.complete()).await),
    };
    Ok(Reply::json(&outcome.map_err(|refusal| absent(&refusal))?))
}

/// Reads the entered provider. It may name only files that the configuration names already.
fn of(call: &Call, service: &str, typed: &Value) -> Result<Provider> {
    let bad = |why: String| ApiError::bad_request("api.sign_in.provider.app_error", format!("The provider {why}."));
    let provider = Provider::parse(typed).map_err(bad)?;
    let config = call.app.config();
    let is_known = |file: &str| config.sign_in.providers.iter().any(|other| other.ca_file == file);
    if provider.name != service || !(provider.ca_file.is_empty() || is_known(&provider.ca_file)) {
        return Err(ApiError::body_param("provider"));
    }
    Ok(provider)
}

/// There is no service of this name to try.
fn absent(refusal: &Refusal) -> ApiError {
    match refusal.why {
        Why::Failed => ApiError::internal("app.sign_in.failed.app_error", &refusal.detail),
        _ => {
            let text = format!("This server has no such service to sign in by: {}.", refusal.detail);
            ApiError::not_found("api.sign_in.absent.app_error", text)
        }
    }
}

/// Steps as they are taken.
#[derive(Debug, Default)]
struct Steps(Vec<Step>);

impl Steps {
    fn fine(&mut self, name: &str, text: impl ToString) {
        self.0.push(Step { name: name.to_owned(), is_fine: true, text: text.to_string() });
    }

    /// Ends the trial with a step that fails.
    fn wrong(mut self, name: &str, text: impl ToString) -> Trial {
        self.0.push(Step { name: name.to_owned(), is_fine: false, text: advised(&text.to_string()) });
        Trial { is_fine: false, steps: self.0 }
    }

    fn end(self) -> Trial {
        Trial { is_fine: true, steps: self.0 }
    }

    /// Resolves a host name, as a step of its own.
    async fn resolve(&mut self, address: &str) -> std::result::Result<(), String> {
        let url = Url::parse(address).map_err(|_| format!("{address:?} is no address"))?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let resolved = resolve(&url, url.port_or_known_default().unwrap_or_default());
        let found = resolved.await.map_err(|error| format!("{host}: {error}"))?;
        let mut shown: Vec<IpAddr> = found.iter().map(std::net::SocketAddr::ip).collect();
        shown.dedup();
        shown.truncate(ADDRESSES_SHOWN);
        let shown: Vec<String> = shown.iter().map(ToString::to_string).collect();
        if shown.is_empty() {
            return Err(format!("the name {host} has no address"));
        }
        self.fine("name", format!("{host} is at {}", shown.join(", ")));
        Ok(())
    }
}
