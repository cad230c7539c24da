//! What providers of OpenID Connect send: tokens, and what stands in them; messages of directories; what browsers send of
//! passkeys; and what provisioning programs ask.

use std::sync::LazyLock;

use ::auth::webauthn::{self, Assertion, Attestation, CREDENTIAL_ID_BYTES_MAX, Key, Site, Verification};
use ::auth::webauthn::{assert as asserted, register};
use ::identity::claims::{Claims, Expected, must_be_ours, must_have, person};
use ::identity::jwt::{Jwk, Token};
use ::identity::ldap::frames::{are_shallow, split};
use ::identity::provisioning::filter::{BYTES_MAX, Filter};
use ::identity::provisioning::patch;

static PROVIDER: LazyLock<config::Provider> = LazyLock::new(|| {
    let text = "[[sign_in.providers]]\nname = \"x\"\nissuer = \"https://id.test\"\nclient_id = \"chat\"\n\
                groups_claim = \"a.b\"\nnickname_claim = \"nick\"\nrequired_groups = [\"staff\"]";
    config::parse(text).expect("a provider").sign_in.providers[0].complete()
});

/// A token that nobody signed is not believed, whatever keys the provider lists, and claims without the nonce of the sign-in
/// are never ours.
pub fn token(bytes: &[u8]) {
    let (first, rest) = crate::input::two(bytes);
    let keys: Vec<Jwk> = serde_json::from_slice(first).unwrap_or_default();
    if let Ok(text) = std::str::from_utf8(rest)
        && let Ok(token) = Token::parse(text)
    {
        assert!(token.believed(&keys).is_err(), "nobody signed {text:?}");
    }
    let Ok(claims) = serde_json::from_slice::<Claims>(rest) else { return };
    let expected = Expected {
        issuer: "https://id.test",
        client_id: "chat",
        nonce: "n-0",
        access_token: "a",
        now: 1_800_000_000_000,
    };
    let is_ours = must_be_ours(&claims, expected).is_ok();
    assert!(!is_ours || claims["nonce"] == "n-0" && claims["iss"] == "https://id.test");
    let Some(person) = person(&PROVIDER, &claims) else { return };
    assert!(!person.subject.is_empty() && person.subject.len() <= 128);
    assert!(person.username.is_empty() || person.username.len() <= 64 && person.username.is_ascii());
    assert!(!person.is_vouched || claims.get("email_verified").is_some() && !person.email.is_empty());
    assert!(
        person.groups.is_some_and(|groups| groups.contains(&"staff".to_owned())) || {
            let person = ::identity::claims::person(&PROVIDER, &claims).expect("the same person");
            must_have(&PROVIDER, &claims, &person).is_err()
        }
    );
}

/// Levels of values in values that the library of directories may read by recursion, far from the end of a stack.
const DEPTH_MAX: usize = 16;

/// What passes for a message is whole, and can be read by recursion.
pub fn directory(bytes: &[u8]) {
    if are_shallow(bytes) {
        assert!(depth(bytes) <= DEPTH_MAX);
    }
}

fn depth(mut rest: &[u8]) -> usize {
    let mut deepest = 0;
    while !rest.is_empty() {
        let ((tag, value), next) = split(rest).expect("a whole value");
        let is_nested = tag & 0x20 != 0;
        deepest = deepest.max(if is_nested { 1 + depth(value) } else { 0 });
        rest = next;
    }
    deepest
}

/// A filter that is read is within its bounds and finds what must be equal to fit, and no patch breaks a resource.
pub fn provisioning(bytes: &[u8]) {
    let (first, rest) = crate::input::two(bytes);
    let resource: serde_json::Value = serde_json::from_slice(rest).unwrap_or_default();
    if let Ok(text) = std::str::from_utf8(first)
        && let Ok(filter) = Filter::parse(text)
    {
        assert!(text.len() <= BYTES_MAX);
        if filter.fits(&resource) {
            for (attribute, wanted) in filter.must_equal() {
                assert!(!attribute.values(&resource).is_empty(), "{text:?} fits without {wanted:?}");
            }
        }
    }
    let Ok(operations) = serde_json::from_slice::<serde_json::Value>(first) else { return };
    if let Ok(operations) = patch::Patch::of(operations) {
        let mut patched = resource;
        let is_done = patch::apply(&mut patched, &operations).is_ok();
        assert!(!is_done || !operations.operations.is_empty());
    }
}

/// A passkey is made only in answer to the challenge, for the site, with a key that can be read again; and a use that nobody
/// signed is never believed.
pub fn passkey(bytes: &[u8]) {
    let (client_data, rest) = crate::input::two(bytes);
    let site = Site { rp_id: "chat.example.test".to_owned(), origin: "https://chat.example.test".to_owned() };
    let expected = webauthn::Expected { site: &site, challenge: "Y2hhbGxlbmdl", verification: Verification::Preferred };
    if let Ok(made) = register(expected, Attestation { client_data, attestation_object: rest }) {
        let said: serde_json::Value = serde_json::from_slice(client_data).expect("it was read before");
        assert!(
            said["challenge"] == "Y2hhbGxlbmdl" && said["origin"] == site.origin && said["type"] == "webauthn.create"
        );
        assert!((1..=CREDENTIAL_ID_BYTES_MAX).contains(&made.credential_id.len()));
        let key = Key::parse(&made.public_key).expect("it was read before");
        assert!(!key.verifies(b"nobody signed this", &[0; 64]));
    }
    let (authenticator_data, rest) = rest.split_at(rest.len() / 3);
    let (signature, public_key) = rest.split_at(rest.len() / 2);
    let assertion = Assertion { client_data, authenticator_data, signature };
    assert!(asserted(expected, assertion, public_key, 0).is_err(), "nobody signed it");
}
