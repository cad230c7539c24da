//! A code for tokens: what a browser brought back, shown to the provider by the server itself (RFC 6749 §4.1.3).

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::Provider;
use request::App;
use serde::Deserialize;

use crate::asking::Asking;
use crate::attempt::Attempt;
use crate::callback;
use crate::claims::{Claims, text};
use crate::directory::{Known, Metadata};
use crate::refusal::{Refusal, Why};

/// What a provider gives for a code.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Tokens {
    pub id_token: String,
    pub access_token: String,
}

/// An error as providers tell it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Failure {
    error: String,
    error_description: String,
}

/// # Errors
/// [`Why::Denied`] when the provider does not take the code, and [`Why::Misconfigured`] when it does not take this server.
pub async fn exchange(
    app: &Arc<App>,
    provider: &Provider,
    known: &Known,
    attempt: &Attempt,
    code: &str,
) -> Result<Tokens, Refusal> {
    let redirect = callback(app, &provider.name);
    let (secret, is_shown) = (provider.client_secret.reveal(), takes_header(&known.metadata));
    let mut pairs = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", &redirect),
        ("code_verifier", &attempt.verifier),
    ];
    let authorization = match secret {
        "" => String::new(),
        secret if is_shown => basic(&provider.client_id, secret),
        secret => {
            pairs.push(("client_secret", secret));
            String::new()
        }
    };
    if authorization.is_empty() {
        pairs.push(("client_id", &provider.client_id));
    }
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let address = &known.metadata.token_endpoint;
    let answered = Asking::of(app).post(provider, address, form, &authorization).await?;
    if answered.status.is_success() {
        let unlike = |error| Refusal::new(Why::Unbelieved, format!("{address}: {error}"));
        return serde_json::from_slice(&answered.body).map_err(unlike);
    }
    let failure: Failure = serde_json::from_slice(&answered.body).unwrap_or_default();
    let why = match failure.error.as_str() {
        "invalid_grant" => Why::Denied,
        "invalid_client" | "unauthorized_client" | "invalid_request" | "unsupported_grant_type" => Why::Misconfigured,
        _ => Why::Unreachable,
    };
    let said = short(&format!("{} {}", failure.error, failure.error_description));
    Err(Refusal::new(why, format!("{address} answers {}: {said}", answered.status)))
}

/// As much of what a stranger says as belongs into a log.
pub fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// Servers that say nothing take the header (RFC 6749 §2.3.1).
fn takes_header(metadata: &Metadata) -> bool {
    let methods = metadata.token_endpoint_auth_methods_supported.as_deref();
    methods.is_none_or(|methods| methods.iter().any(|method| method == "client_secret_basic"))
}

/// Name and secret are encoded as in forms before they are put together, so that a colon in one is not taken for the
/// other's beginning.
fn basic(client_id: &str, secret: &str) -> String {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encode(client_id), encode(secret))))
}

/// The claims with what the provider says of the person where it is asked for that by itself.
///
/// # Errors
/// [`Why::Unbelieved`] when it speaks of somebody else.
pub async fn more(
    app: &Arc<App>,
    provider: &Provider,
    known: &Known,
    tokens: &Tokens,
    mut claims: Claims,
) -> Result<Claims, Refusal> {
    let wanted = [&provider.email_claim, &provider.username_claim, &provider.first_name_claim];
    let groups = provider.asks_groups().then_some(&provider.groups_claim);
    let optional = [&provider.nickname_claim, &provider.position_claim].into_iter().filter(|name| !name.is_empty());
    let mut all = wanted.into_iter().chain(groups).chain(optional);
    let address = &known.metadata.userinfo_endpoint;
    if address.is_empty() || tokens.access_token.is_empty() || all.all(|name| claims.contains_key(name)) {
        return Ok(claims);
    }
    let answered = Asking::of(app).get(provider, address, &tokens.access_token).await?;
    // Some providers sign this answer; it is read as it is where it is not, since it comes from the provider itself.
    let Ok(told) = serde_json::from_slice::<Claims>(&answered.body) else { return Ok(claims) };
    if text(&told, "sub") != text(&claims, "sub") {
        return Err(Refusal::new(Why::Unbelieved, format!("{address} speaks of somebody else")));
    }
    for (name, value) in told {
        // What was signed stands.
        claims.entry(name).or_insert(value);
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_shown_as_the_provider_takes_it() {
        let of = |methods: Option<&[&str]>| Metadata {
            token_endpoint_auth_methods_supported: methods.map(|all| all.iter().map(|one| (*one).to_owned()).collect()),
            ..Metadata::default()
        };
        assert!(takes_header(&of(None)) && takes_header(&of(Some(&["client_secret_post", "client_secret_basic"]))));
        assert!(!takes_header(&of(Some(&["client_secret_post"]))));
        assert_eq!(basic("a:b", "c d%"), format!("Basic {}", STANDARD.encode("a%3Ab:c+d%25")));
    }

    #[test]
    fn what_a_stranger_says_is_cut_and_stays_in_its_line() {
        assert_eq!(short("a\r\nb\u{1b}[31mc"), "ab[31mc");
        assert_eq!(short(&"x".repeat(1_000)).len(), 200);
    }
}
