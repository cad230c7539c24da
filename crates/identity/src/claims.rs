//! What a token says: whether it is for this server and this sign-in, and who the person is by it.
//!
//! Pure: the signature was believed before ([`jwt`](crate::jwt)), and what becomes of the person is decided behind
//! ([`accounts`](crate::accounts)).

use base::Millis;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use config::Provider;
use organisation::users::names;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// Claims, as they stand in a token or come from the provider's page on the person.
pub type Claims = Map<String, Value>;

/// How far the provider's clock may be from ours. More than that would let old tokens live, less would lock people out.
pub const SKEW_MS: Millis = 60_000;
/// A token is made for the sign-in under way; one that was made longer ago is of another.
const AGE_MS_MAX: Millis = 10 * 60_000;
/// Bytes of the name that somebody is known by, as accounts keep it (facts: user).
const SUBJECT_LEN_MAX: usize = 128;
/// Groups of one person that are looked at.
const GROUPS_MAX: usize = 2_000;

/// Why a token is not for us, or not good any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    #[error("it is of the issuer {0:?}")]
    Issuer(String),
    #[error("it is for {0}")]
    Audience(String),
    #[error("it was made for another application, {0:?}, which only passes it on")]
    Party(String),
    #[error("it ended {0} s ago")]
    Expired(i64),
    #[error("it says no time at which it ends, or at which it was made")]
    NoTime,
    #[error("it is from the future, by {0} s")]
    Early(i64),
    #[error("it was made {0} s ago")]
    Old(i64),
    #[error("it belongs to another sign-in")]
    Nonce,
    #[error("it does not belong to the access token it came with")]
    AccessToken,
    #[error("it names nobody")]
    Subject,
}

/// What a token of a sign-in must say.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
    pub access_token: &'a str,
    pub now: Millis,
}

/// # Errors
/// The first thing that is wrong with the claims of an ID token (OpenID Connect Core §3.1.3.7).
pub fn must_be_ours(claims: &Claims, expected: Expected<'_>) -> Result<(), Wrong> {
    must_be_for(claims, expected.issuer, expected.client_id)?;
    must_be_timely(claims, expected.now)?;
    if text(claims, "nonce") != expected.nonce {
        return Err(Wrong::Nonce);
    }
    let hash = text(claims, "at_hash");
    if !hash.is_empty() && !expected.access_token.is_empty() && !is_hash_of(hash, expected.access_token) {
        return Err(Wrong::AccessToken);
    }
    let subject = text(claims, "sub");
    if subject.is_empty() || subject.len() > 255 { Err(Wrong::Subject) } else { Ok(()) }
}

/// # Errors
/// When the claims are of another issuer, or for others than `client_id`.
pub fn must_be_for(claims: &Claims, issuer: &str, client_id: &str) -> Result<(), Wrong> {
    if text(claims, "iss") != issuer {
        return Err(Wrong::Issuer(text(claims, "iss").to_owned()));
    }
    let audience = texts(claims.get("aud"));
    if !audience.iter().any(|one| one == client_id) {
        return Err(Wrong::Audience(audience.join(" ")));
    }
    let party = text(claims, "azp");
    if (audience.len() > 1 || !party.is_empty()) && party != client_id {
        return Err(Wrong::Party(party.to_owned()));
    }
    Ok(())
}

/// # Errors
/// When the claims ended, were made long ago, or are of the future.
pub fn must_be_timely(claims: &Claims, now: Millis) -> Result<(), Wrong> {
    let at = |name: &str| claims.get(name).and_then(Value::as_f64).map(|seconds| (seconds * 1000.0) as Millis);
    let (Some(until), Some(made)) = (at("exp"), at("iat")) else { return Err(Wrong::NoTime) };
    if now > until.saturating_add(SKEW_MS) {
        return Err(Wrong::Expired(now.saturating_sub(until) / 1000));
    }
    let begins = made.max(at("nbf").unwrap_or(made));
    if begins > now.saturating_add(SKEW_MS) {
        return Err(Wrong::Early((begins.saturating_sub(now)) / 1000));
    }
    let age = now.saturating_sub(made);
    if age > AGE_MS_MAX { Err(Wrong::Old(age / 1000)) } else { Ok(()) }
}

/// All algorithms that are believed and have `at_hash` in use hash with SHA-256, except the longer ones, whose hash has
/// another length and is let be: the access token is only ever shown to the provider itself.
fn is_hash_of(hash: &str, access_token: &str) -> bool {
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(hash) else { return false };
    bytes.len() != 16 || bytes == Sha256::digest(access_token.as_bytes())[..16]
}

/// Somebody, as a provider knows him or her.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    pub subject: String,
    pub username: String,
    /// In lower case.
    pub email: String,
    /// Whether the provider vouches for the address.
    pub is_vouched: bool,
    pub first_name: String,
    pub last_name: String,
    /// `None` where the provider is not asked.
    pub nickname: Option<String>,
    pub position: Option<String>,
    /// Address of a picture; empty where there is none.
    pub picture: String,
    /// `None` when the provider says that it has too many to list.
    pub groups: Option<Vec<String>>,
    /// Whether a new account is a guest's.
    pub is_guest: bool,
}

/// Who somebody is by these claims; nothing when they do not name the account.
pub fn person(provider: &Provider, claims: &Claims) -> Option<Person> {
    let of = |name: &str| found(claims, name).map(plain).unwrap_or_default();
    let subject = of(&provider.subject_claim);
    if subject.is_empty() || subject.len() > SUBJECT_LEN_MAX {
        return None;
    }
    let email = of(&provider.email_claim).trim().to_lowercase();
    let verified = claims.get("email_verified");
    let is_verified = verified.is_some_and(|value| value == &Value::Bool(true) || value.as_str() == Some("true"));
    let optional = |name: &str| (!name.is_empty()).then(|| of(name));
    Some(Person {
        subject,
        username: names::of(&of(&provider.username_claim), &email),
        // What stands in `email_verified` is said of `email`, and of no other claim.
        is_vouched: !email.is_empty() && (provider.trust_email || is_verified && provider.email_claim == "email"),
        email,
        first_name: of(&provider.first_name_claim),
        last_name: of(&provider.last_name_claim),
        nickname: optional(&provider.nickname_claim),
        position: optional(&provider.position_claim),
        picture: of(&provider.picture_claim),
        groups: groups(provider, claims),
        is_guest: false,
    })
}

/// The groups, without the slash that some providers begin them with. A provider that has too many to list them says so
/// beside the claims, which is not the same as none.
fn groups(provider: &Provider, claims: &Claims) -> Option<Vec<String>> {
    let name = &provider.groups_claim;
    let is_elsewhere = claims.get("_claim_names").is_some_and(|names| names.get(name).is_some());
    match found(claims, name) {
        None if is_elsewhere => None,
        None => Some(Vec::new()),
        Some(value) => {
            let plain = |group: String| group.strip_prefix('/').map(str::to_owned).unwrap_or(group);
            Some(texts(Some(value)).into_iter().take(GROUPS_MAX).map(plain).collect())
        }
    }
}

/// Whether what is required of somebody's claims is there.
///
/// # Errors
/// With what is missing.
pub fn must_have(provider: &Provider, claims: &Claims, person: &Person) -> Result<(), String> {
    let groups = person.groups.as_deref().unwrap_or_default();
    let required = &provider.required_groups;
    if !required.is_empty() && !required.iter().any(|group| groups.contains(group)) {
        return Err(format!("in none of the groups {}", required.join(", ")));
    }
    for pair in &provider.required_claims {
        let (name, wanted) = pair.split_once('=').unwrap_or((pair, ""));
        if !texts(found(claims, name)).iter().any(|value| value == wanted) {
            return Err(format!("{name} is not {wanted}"));
        }
    }
    Ok(())
}

/// What groups give: the right sides of `left=right` whose left side is a group of the person, or `*`.
pub fn given<'a>(pairs: &'a [String], groups: &[String]) -> Vec<&'a str> {
    let split = pairs.iter().filter_map(|pair| pair.rsplit_once('='));
    split.filter(|(group, _)| *group == "*" || groups.iter().any(|one| one == group)).map(|(_, right)| right).collect()
}

/// A claim, by its name or by a way through tables: `realm_access.roles`.
fn found<'a>(claims: &'a Claims, name: &str) -> Option<&'a Value> {
    if let Some(value) = claims.get(name) {
        return Some(value);
    }
    let (first, rest) = name.split_once('.')?;
    let mut value = claims.get(first)?;
    for part in rest.split('.') {
        value = value.get(part)?;
    }
    Some(value)
}

/// The text of a claim; empty when there is none.
pub fn text<'a>(claims: &'a Claims, name: &str) -> &'a str {
    claims.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        _ => String::new(),
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(values)) => values.iter().map(plain).filter(|text| !text.is_empty()).collect(),
        Some(value) => vec![plain(value)].into_iter().filter(|text| !text.is_empty()).collect(),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
