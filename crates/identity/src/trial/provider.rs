//! Tests a provider of OpenID Connect: host name, discovery document, keys, and whether it knows this client.

use std::sync::Arc;

use config::Provider;
use request::App;
use wire::trials::Trial;

use crate::asking::Asking;
use crate::attempt::{Attempt, Way};
use crate::callback;
use crate::directory::{Known, look};
use crate::exchange::exchange;
use crate::refusal::Why;
use crate::trial::Steps;

/// A code that no provider issued. The refusal tells whether the provider accepts the client's credentials.
const CODE: &str = "muster-trial";

/// Tests a provider, configured or entered.
pub async fn test(app: &Arc<App>, provider: &Provider) -> Trial {
    let mut steps = Steps::default();
    if app.config().service.site_url.is_empty() {
        return steps.wrong("site", "service.site_url is not set: the provider sends people back to it");
    }
    steps.fine("site", format!("The provider must know the redirect address {}", callback(app, &provider.name)));
    if let Err(why) = steps.resolve(&provider.issuer).await {
        return steps.wrong("name", why);
    }
    let (metadata, keys) = match look(&Asking::of(app), provider).await {
        Ok(found) => found,
        Err(refusal) if refusal.why == Why::Unreachable => return steps.wrong("answer", refusal.detail),
        Err(refusal) => return steps.wrong("description", refusal.detail),
    };
    steps.fine("description", format!("{} answers, and calls itself so", provider.issuer));
    if keys.is_empty() {
        return steps.wrong("keys", format!("{} lists no key that is believed here", metadata.jwks_uri));
    }
    steps.fine("keys", format!("Keys found by which its tokens are checked: {}", keys.len()));
    let known = Known::new(metadata, keys, app.clock.now());
    let way = Way::Browser { path: "/".to_owned() };
    let attempt = Attempt::new(&provider.name, &provider.issuer, way, app.clock.now());
    let said = match exchange(app, provider, &known, &attempt, CODE).await {
        Ok(_) => "it takes a code that it never gave".to_owned(),
        Err(refusal) => refusal.detail,
    };
    if ["invalid_client", "unauthorized_client"].iter().any(|error| said.contains(error)) {
        return steps.wrong("client", said);
    }
    match said.contains("invalid_grant") {
        true => {
            steps.fine("client", format!("It knows {:?}, and refused a code that it never gave", provider.client_id))
        }
        false => steps.fine("client", format!("Whether it knows this server cannot be said: {said}")),
    }
    steps.end()
}
