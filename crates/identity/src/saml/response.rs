//! The answer of a provider: whether it is for this server, and what its assertion says (SAML 2.0 Core, Web Browser SSO
//! Profile §4.1.4).
//!
//! Pure. An answer has exactly one assertion. It is read from the bytes whose signature was checked: those of the whole
//! answer, or those of the assertion. Which browser the answer is for is decided by who calls ([`complete`]).
//!
//! [`complete`]: crate::saml::complete

use base::Millis;
use roxmltree::{Document, Node};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::claims::{Claims, SKEW_MS};
use crate::saml::certificate::{PrivateKey, PublicKey};
use crate::saml::encryption::{self, Closed, Within, is_encrypted};
use crate::saml::signature::{self, Unbelieved, is_signed};
use crate::saml::xml::{Comments, Malformed, children, named, only, parse, text};
use crate::saml::{ASSERTION, PROTOCOL};

const SUCCESS: &str = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER: &str = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
/// An answer and its assertion are made for the sign-in under way; older ones are of another. What was used is remembered
/// for longer.
pub const AGE_MS_MAX: Millis = 10 * 60_000;
/// Bytes of an ID, and of the name that a provider has for a session.
const ID_LEN_MAX: usize = 255;
/// Values of all attributes together.
const VALUES_MAX: usize = 4_000;

/// Why an answer is not for us, or not good any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("the {0} is not believed: {1}")]
    Unbelieved(&'static str, Unbelieved),
    #[error("the assertion: {0}")]
    Closed(#[from] Closed),
    #[error("the provider says {0}")]
    Denied(String),
    #[error("it has no {0}, or several")]
    Form(&'static str),
    #[error("the {0} is of the issuer {1:?}")]
    Issuer(&'static str, String),
    #[error("it is for {0}")]
    Audience(String),
    #[error("it is addressed to {0:?}")]
    Recipient(String),
    #[error("the {0} ended {1} s ago")]
    Expired(&'static str, i64),
    #[error("the {0} is from the future, by {1} s")]
    Early(&'static str, i64),
    #[error("the {0} was made {1} s ago")]
    Old(&'static str, i64),
    #[error("the answer is to {0:?}, and its assertion to {1:?}")]
    TwoRequests(String, String),
    #[error("it has the condition {0:?}, which is not known")]
    Condition(String),
    #[error("it names nobody")]
    Subject,
}

/// What an answer must say, and by what it is believed.
#[derive(Clone, Copy)]
pub struct Expected<'a> {
    pub issuer: &'a str,
    pub audience: &'a str,
    /// The address that receives answers.
    pub recipient: &'a str,
    pub keys: &'a [PublicKey],
    pub private_key: Option<&'a PrivateKey>,
    /// Whether assertions that are not encrypted are refused.
    pub must_be_encrypted: bool,
    pub now: Millis,
}

/// The attributes of a name, which a request to sign out repeats (SAML 2.0 Core §2.2.2, §3.7.1).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct NameKind {
    pub format: String,
    pub qualifier: String,
    pub sp_qualifier: String,
}

/// What an assertion says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Assertion {
    pub id: String,
    /// The request that it answers; empty when nobody asked.
    pub in_response_to: String,
    pub name_id: String,
    /// What kind of name it is.
    #[serde(default)]
    pub name_kind: NameKind,
    /// What the provider calls the session that it has with this browser; empty where it does not say.
    pub session_index: String,
    /// A value each, or several.
    pub attributes: Claims,
}

/// The assertion of an answer, if both are what they must be.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(answer: &str, expected: &Expected<'_>) -> Result<Assertion, Wrong> {
    let document = parse(answer, Comments::Refused)?;
    let root = document.root_element();
    if !root.has_tag_name((PROTOCOL, "Response")) {
        return Err(Wrong::Form("Response"));
    }
    if !is_signed(root) {
        must_be_an_answer(root, expected, Within::Unsigned)?;
        return assertion_of(root, expected, Within::Unsigned);
    }
    let content =
        signature::verified(root, expected.keys).map_err(|why| Wrong::Unbelieved("signature of the answer", why))?;
    let signed = parse(&content, Comments::Refused)?;
    must_be_an_answer(signed.root_element(), expected, Within::Signed)?;
    assertion_of(signed.root_element(), expected, Within::Signed)
}

/// The answer itself: whose it is, where it goes, and whether it brings good news.
fn must_be_an_answer(answer: Node<'_, '_>, expected: &Expected<'_>, within: Within) -> Result<(), Wrong> {
    must_be_of_version(answer)?;
    must_be_recent("answer", answer, expected.now)?;
    match answer.attribute("Destination") {
        Some(address) if address != expected.recipient => return Err(Wrong::Recipient(address.to_owned())),
        // A signed answer could be brought to another receiver, were it addressed to nobody (Bindings §3.5.5.2).
        None if within == Within::Signed => return Err(Wrong::Form("Destination")),
        _ => {}
    }
    if let Some(issuer) = named(answer, ASSERTION, "Issuer").next() {
        must_be_issuer("answer", issuer, expected)?;
    }
    let status = only(answer, PROTOCOL, "Status").ok_or(Wrong::Form("Status"))?;
    let code = only(status, PROTOCOL, "StatusCode").ok_or(Wrong::Form("StatusCode"))?;
    if code.attribute("Value") == Some(SUCCESS) {
        return Ok(());
    }
    let values = code.descendants().filter_map(|node| node.attribute("Value"));
    let names: Vec<&str> = values.filter_map(|value| value.rsplit(':').next()).take(4).collect();
    let message = only(status, PROTOCOL, "StatusMessage").and_then(text).unwrap_or_default();
    let said: String = format!("{} {message}", names.join(" ")).chars().take(200).collect();
    Err(Wrong::Denied(said.trim().to_owned()))
}

fn assertion_of(answer: Node<'_, '_>, expected: &Expected<'_>, within: Within) -> Result<Assertion, Wrong> {
    let is_one = |node: &Node<'_, '_>| is_encrypted(*node) || node.has_tag_name((ASSERTION, "Assertion"));
    let mut found = children(answer).filter(is_one);
    let (Some(node), None) = (found.next(), found.next()) else { return Err(Wrong::Form("assertion")) };
    // One that stands anywhere else is there to be taken for this one.
    if answer.descendants().filter(is_one).count() > 1 {
        return Err(Wrong::Form("assertion"));
    }
    let in_response_to = answer.attribute("InResponseTo").unwrap_or_default();
    if !is_encrypted(node) {
        if expected.must_be_encrypted {
            return Err(Wrong::Form("encrypted assertion"));
        }
        return believed(node, in_response_to, expected, within);
    }
    let content = encryption::opened(node, expected.private_key, within)?;
    let opened: Document<'_> = parse(&content, Comments::Refused)?;
    if opened.descendants().filter(is_one).count() != 1 {
        return Err(Wrong::Form("assertion"));
    }
    believed(opened.root_element(), in_response_to, expected, within)
}

/// What an assertion says, read from what was signed.
fn believed(
    node: Node<'_, '_>,
    in_response_to: &str,
    expected: &Expected<'_>,
    within: Within,
) -> Result<Assertion, Wrong> {
    if !node.has_tag_name((ASSERTION, "Assertion")) {
        return Err(Wrong::Form("Assertion"));
    }
    if within == Within::Signed {
        return checked(node, in_response_to, expected);
    }
    let content =
        signature::verified(node, expected.keys).map_err(|why| Wrong::Unbelieved("signature of the assertion", why))?;
    checked(parse(&content, Comments::Refused)?.root_element(), in_response_to, expected)
}

fn checked(node: Node<'_, '_>, in_response_to: &str, expected: &Expected<'_>) -> Result<Assertion, Wrong> {
    must_be_of_version(node)?;
    must_be_recent("assertion", node, expected.now)?;
    let id = node.attribute("ID").filter(|id| !id.is_empty() && id.len() <= ID_LEN_MAX).ok_or(Wrong::Form("ID"))?;
    must_be_issuer("assertion", only(node, ASSERTION, "Issuer").ok_or(Wrong::Form("Issuer"))?, expected)?;
    let (name, confirmed) = subject(node, expected)?;
    if !in_response_to.is_empty() && confirmed != in_response_to {
        return Err(Wrong::TwoRequests(in_response_to.to_owned(), confirmed));
    }
    must_hold(node, expected)?;
    let session_index = session(node, expected)?;
    let attributes = attributes(node)?;
    Ok(Assertion {
        id: id.to_owned(),
        in_response_to: confirmed,
        name_id: text(name).unwrap_or_default(),
        name_kind: NameKind::of(name),
        session_index,
        attributes,
    })
}

impl NameKind {
    /// Attributes that are longer than any is are none.
    fn of(name: Node<'_, '_>) -> NameKind {
        let said = |attribute: &str| name.attribute(attribute).filter(|text| text.len() <= ID_LEN_MAX);
        let of = |attribute: &str| said(attribute).unwrap_or_default().to_owned();
        NameKind { format: of("Format"), qualifier: of("NameQualifier"), sp_qualifier: of("SPNameQualifier") }
    }
}

pub(super) fn must_be_of_version(node: Node<'_, '_>) -> Result<(), Wrong> {
    if node.attribute("Version") == Some("2.0") { Ok(()) } else { Err(Wrong::Form("Version 2.0")) }
}

pub(super) fn must_be_issuer(what: &'static str, issuer: Node<'_, '_>, expected: &Expected<'_>) -> Result<(), Wrong> {
    let said = text(issuer).unwrap_or_default();
    if said == expected.issuer { Ok(()) } else { Err(Wrong::Issuer(what, said)) }
}

/// Who it is, and which request the provider answers. A subject is confirmed by bearing the assertion to this address.
fn subject<'a, 'i>(node: Node<'a, 'i>, expected: &Expected<'_>) -> Result<(Node<'a, 'i>, String), Wrong> {
    let subject = only(node, ASSERTION, "Subject").ok_or(Wrong::Form("Subject"))?;
    let name = only(subject, ASSERTION, "NameID").ok_or(Wrong::Subject)?;
    text(name).filter(|name| !name.is_empty()).ok_or(Wrong::Subject)?;
    let bearers =
        named(subject, ASSERTION, "SubjectConfirmation").filter(|one| one.attribute("Method") == Some(BEARER));
    let mut wrong = Wrong::Form("SubjectConfirmation");
    for bearer in bearers {
        match confirmation(bearer, expected) {
            Ok(request) => return Ok((name, request)),
            Err(why) => wrong = why,
        }
    }
    Err(wrong)
}

fn confirmation(bearer: Node<'_, '_>, expected: &Expected<'_>) -> Result<String, Wrong> {
    let what = "SubjectConfirmationData";
    let data = only(bearer, ASSERTION, what).ok_or(Wrong::Form(what))?;
    let recipient = data.attribute("Recipient").unwrap_or_default();
    if recipient != expected.recipient {
        return Err(Wrong::Recipient(recipient.to_owned()));
    }
    // Without an end it would be good for ever.
    data.attribute("NotOnOrAfter").ok_or(Wrong::Form("NotOnOrAfter"))?;
    must_be_between("confirmation", data, expected.now)?;
    Ok(data.attribute("InResponseTo").unwrap_or_default().to_owned())
}

fn must_hold(node: Node<'_, '_>, expected: &Expected<'_>) -> Result<(), Wrong> {
    let conditions = only(node, ASSERTION, "Conditions").ok_or(Wrong::Form("Conditions"))?;
    must_be_between("assertion", conditions, expected.now)?;
    let mut is_for_somebody = false;
    for condition in children(conditions) {
        let name = condition.tag_name().name();
        match (condition.tag_name().namespace(), name) {
            (Some(ASSERTION), "AudienceRestriction") => {
                let listed: Vec<String> = named(condition, ASSERTION, "Audience").filter_map(text).collect();
                if !listed.iter().any(|one| one == expected.audience) {
                    return Err(Wrong::Audience(listed.join(" ")));
                }
                is_for_somebody = true;
            }
            // Each assertion is used once here, and none is passed on.
            (Some(ASSERTION), "OneTimeUse" | "ProxyRestriction") => {}
            _ => return Err(Wrong::Condition(name.to_owned())),
        }
    }
    if is_for_somebody { Ok(()) } else { Err(Wrong::Audience("anybody".to_owned())) }
}

fn session(node: Node<'_, '_>, expected: &Expected<'_>) -> Result<String, Wrong> {
    let statement = named(node, ASSERTION, "AuthnStatement").next().ok_or(Wrong::Form("AuthnStatement"))?;
    if let Some(until) = time(statement, "SessionNotOnOrAfter")?
        && expected.now >= until.saturating_add(SKEW_MS)
    {
        return Err(Wrong::Expired("session", (expected.now - until) / 1000));
    }
    let index = statement.attribute("SessionIndex").unwrap_or_default();
    Ok(if index.len() <= ID_LEN_MAX { index.to_owned() } else { String::new() })
}

/// Attributes by their names. Some providers write one element for each value of a list.
fn attributes(node: Node<'_, '_>) -> Result<Claims, Wrong> {
    let (mut found, mut count) = (Claims::new(), 0);
    for statement in named(node, ASSERTION, "AttributeStatement") {
        for attribute in named(statement, ASSERTION, "Attribute") {
            let name = attribute.attribute("Name").unwrap_or_default();
            for value in named(attribute, ASSERTION, "AttributeValue").filter_map(text) {
                count += 1;
                if count > VALUES_MAX {
                    return Err(Wrong::Form("bounded number of values"));
                }
                let held = found.entry(name).or_insert_with(|| Value::Array(Vec::new()));
                held.as_array_mut().expect("made above").push(Value::String(value));
            }
        }
    }
    // One value is a text, as in claims of other services.
    for (_, value) in &mut found {
        if let Value::Array(values) = value
            && values.len() == 1
        {
            *value = values.remove(0);
        }
    }
    Ok(found)
}

pub(super) fn must_be_recent(what: &'static str, node: Node<'_, '_>, now: Millis) -> Result<(), Wrong> {
    let made = time(node, "IssueInstant")?.ok_or(Wrong::Form("IssueInstant"))?;
    if made > now.saturating_add(SKEW_MS) {
        return Err(Wrong::Early(what, (made - now) / 1000));
    }
    let age = now.saturating_sub(made);
    if age > AGE_MS_MAX { Err(Wrong::Old(what, age / 1000)) } else { Ok(()) }
}

pub(super) fn must_be_between(what: &'static str, node: Node<'_, '_>, now: Millis) -> Result<(), Wrong> {
    if let Some(from) = time(node, "NotBefore")?
        && from > now.saturating_add(SKEW_MS)
    {
        return Err(Wrong::Early(what, (from - now) / 1000));
    }
    if let Some(until) = time(node, "NotOnOrAfter")?
        && now >= until.saturating_add(SKEW_MS)
    {
        return Err(Wrong::Expired(what, now.saturating_sub(until) / 1000));
    }
    Ok(())
}

/// A time that an attribute names.
fn time(node: Node<'_, '_>, name: &'static str) -> Result<Option<Millis>, Wrong> {
    let Some(said) = node.attribute(name) else { return Ok(None) };
    let read: jiff::Timestamp = said.parse().map_err(|_| Wrong::Form(name))?;
    Ok(Some(read.as_millisecond()))
}
