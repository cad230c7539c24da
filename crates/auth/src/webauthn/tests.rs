//! Passkeys that are believed, and the ways to forge one.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

#[path = "../../../testkit/src/authenticator/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "the file belongs to testkit, which uses more of it")]
mod soft;

use soft::{Authenticator, Kind, PRESENT};

const ORIGIN: &str = "https://chat.example.test";
const RP_ID: &str = "chat.example.test";
const CHALLENGE: &str = "Y2hhbGxlbmdl";

fn site() -> Site {
    Site { rp_id: RP_ID.into(), origin: ORIGIN.into() }
}

fn expected(site: &Site, verification: Verification) -> Expected<'_> {
    Expected { site, challenge: CHALLENGE, verification }
}

fn options() -> Value {
    json!({"challenge": CHALLENGE, "user": {"id": "AAAA"}})
}

/// A part of a credential as the browser writes it.
fn part(credential: &Value, name: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(credential["response"][name].as_str().expect("a part")).expect("base64url")
}

fn honest(kind: Kind) -> Authenticator {
    Authenticator::new(kind, ORIGIN, RP_ID)
}

fn enrol(device: &mut Authenticator) -> Result<Registered, Refused> {
    let made = device.create(&options());
    let (client_data, object) = (part(&made, "clientDataJSON"), part(&made, "attestationObject"));
    let attestation = Attestation { client_data: &client_data, attestation_object: &object };
    register(expected(&site(), Verification::Preferred), attestation)
}

/// The three parts of a use.
fn used(device: &mut Authenticator) -> [Vec<u8>; 3] {
    let used = device.get(&options());
    ["clientDataJSON", "authenticatorData", "signature"].map(|name| part(&used, name))
}

fn check(parts: &[Vec<u8>; 3], key: &[u8], count: u32) -> Result<Asserted, Refused> {
    let [client_data, authenticator_data, signature] = parts;
    let assertion = Assertion { client_data, authenticator_data, signature };
    assert(expected(&site(), Verification::Required), assertion, key, count)
}

#[test]
fn each_kind_of_key_is_made_and_used() {
    for kind in Kind::ALL {
        let mut device = honest(kind);
        let made = enrol(&mut device).expect("a passkey");
        assert_eq!((&made.credential_id, &made.public_key), (&device.credential_id, &device.public_key()), "{kind:?}");
        let asserted = check(&used(&mut device), &made.public_key, made.sign_count).expect("a use");
        assert_eq!(asserted, Asserted { sign_count: 1, is_backed_up: false, is_verified: true }, "{kind:?}");
    }
}

/// What somebody changes about an honest answer, and why it is refused.
type Attack = (&'static str, fn(&mut Authenticator), Refused);

const ATTACKS: &[Attack] = &[
    ("another site", |device| device.origin = "https://evil.test".into(), Refused::Origin),
    ("another scheme", |device| device.origin = "http://chat.example.test".into(), Refused::Origin),
    ("another port", |device| device.origin = "https://chat.example.test:8443".into(), Refused::Origin),
    ("a host below", |device| device.origin = "https://a.chat.example.test".into(), Refused::Origin),
    ("a frame", |device| device.said = json!({"crossOrigin": true}), Refused::Origin),
    ("a named frame", |device| device.said = json!({"topOrigin": "https://evil.test"}), Refused::Origin),
    ("another host", |device| device.rp_id = "evil.test".into(), Refused::RpId),
    ("a parent host", |device| device.rp_id = "example.test".into(), Refused::RpId),
    ("another challenge", |device| device.said = json!({"challenge": "b3RoZXI"}), Refused::Challenge),
    ("no challenge", |device| device.said = json!({"challenge": ""}), Refused::Challenge),
    ("another ceremony", |device| device.said = json!({"type": "payment.get"}), Refused::Ceremony),
    ("nobody there", |device| device.flags = 0, Refused::Absent),
    ("a copy that is none", |device| device.flags |= 1 << 4, Refused::Malformed("the authenticator data")),
    ("extensions that are none", |device| device.flags |= 1 << 7, Refused::Malformed("a value in CBOR")),
];

#[test]
fn a_forged_registration_is_refused() {
    for (name, change, why) in ATTACKS {
        let mut device = honest(Kind::Es256);
        change(&mut device);
        assert_eq!(enrol(&mut device), Err(*why), "{name}");
    }
}

#[test]
fn a_forged_use_is_refused() {
    for kind in Kind::ALL {
        for (name, change, why) in ATTACKS {
            let mut device = honest(kind);
            let made = enrol(&mut device).expect("a passkey");
            change(&mut device);
            assert_eq!(check(&used(&mut device), &made.public_key, 0), Err(*why), "{kind:?}: {name}");
        }
    }
}

#[test]
fn a_use_for_another_ceremony_or_by_another_key_is_refused() {
    let (mut ann, mut eve) = (honest(Kind::Es256), honest(Kind::Es256));
    let (key, others) = (enrol(&mut ann).expect("a passkey").public_key, enrol(&mut eve).expect("one").public_key);
    assert_eq!(check(&used(&mut ann), &others, 0), Err(Refused::Forged));
    ann.said = json!({"type": "webauthn.create"});
    assert_eq!(check(&used(&mut ann), &key, 0), Err(Refused::Ceremony));
}

#[test]
fn the_person_is_verified_where_that_is_required() {
    let mut device = honest(Kind::Ed25519);
    let key = enrol(&mut device).expect("a passkey").public_key;
    device.flags = PRESENT;
    let parts = used(&mut device);
    assert_eq!(check(&parts, &key, 0), Err(Refused::Unverified));
    let [client_data, authenticator_data, signature] = &parts;
    let assertion = Assertion { client_data, authenticator_data, signature };
    let asserted = assert(expected(&site(), Verification::Preferred), assertion, &key, 0).expect("a use");
    assert!(!asserted.is_verified);
}

#[test]
fn a_counter_rises_or_stays_at_nothing() {
    let mut device = honest(Kind::Es256);
    let key = enrol(&mut device).expect("a passkey").public_key;
    device.sign_count = 6;
    let parts = used(&mut device);
    assert!(check(&parts, &key, 6).is_ok());
    for known in [7, 8, u32::MAX] {
        assert_eq!(check(&parts, &key, known), Err(Refused::Counter), "{known}");
    }
    (device.sign_count, device.counts) = (0, false);
    let parts = used(&mut device);
    assert!(check(&parts, &key, 0).is_ok(), "authenticators without a counter");
    assert_eq!(check(&parts, &key, 1), Err(Refused::Counter), "one that lost its counter");
}

#[test]
fn a_key_that_was_not_offered_is_refused() {
    let cose = |entries: &[(i64, ciborium::Value)]| {
        let entries = entries.iter().map(|(label, value)| (ciborium::Value::from(*label), value.clone()));
        let mut bytes = Vec::new();
        ciborium::into_writer(&ciborium::Value::Map(entries.collect()), &mut bytes).expect("memory");
        bytes
    };
    let bytes = |len: usize| ciborium::Value::Bytes(vec![1; len]);
    let es384 = cose(&[(1, 2.into()), (3, (-35).into()), (-1, 2.into()), (-2, bytes(48)), (-3, bytes(48))]);
    assert_eq!(Key::parse(&es384), Err(Refused::Algorithm));
    let short = cose(&[(1, 3.into()), (3, (-257).into()), (-1, bytes(128)), (-2, bytes(3))]);
    assert_eq!(Key::parse(&short), Err(Refused::Malformed("the public key")), "1024 bits");
    let twice = cose(&[(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, bytes(32)), (-2, bytes(32))]);
    assert_eq!(Key::parse(&twice), Err(Refused::Malformed("the public key")));
    let right = cose(&[(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, bytes(32))]);
    assert!(Key::parse(&right).is_ok());
    assert!(Key::parse(&[right, vec![0]].concat()).is_err(), "bytes that belong to nothing");
}

#[test]
fn deep_and_endless_input_is_refused() {
    for hostile in [vec![0x81; 10_000], vec![0x9f; 10_000], vec![0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]]
    {
        assert!(authenticator::of_attestation(&hostile).is_err());
        assert!(Key::parse(&hostile).is_err());
    }
    assert!(authenticator::of_attestation(&vec![0; PART_BYTES_MAX + 1]).is_err());
}

proptest! {
    #[test]
    fn no_flipped_bit_is_believed(part in 0usize..3, at in any::<prop::sample::Index>(), bit in 0u8..8) {
        let mut device = honest(Kind::Ed25519);
        let key = enrol(&mut device).expect("a passkey").public_key;
        let mut parts = used(&mut device);
        let at = at.index(parts[part].len());
        parts[part][at] ^= 1 << bit;
        prop_assert!(check(&parts, &key, 0).is_err());
    }

    #[test]
    fn no_shortened_part_is_believed(part in 0usize..3, at in any::<prop::sample::Index>()) {
        let mut device = honest(Kind::Es256);
        let key = enrol(&mut device).expect("a passkey").public_key;
        let mut parts = used(&mut device);
        let at = at.index(parts[part].len());
        parts[part].truncate(at);
        prop_assert!(check(&parts, &key, 0).is_err());
    }

    #[test]
    fn what_is_made_up_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let attestation = Attestation { client_data: &bytes, attestation_object: &bytes };
        prop_assert!(register(expected(&site(), Verification::Preferred), attestation).is_err());
        prop_assert!(check(&[bytes.clone(), bytes.clone(), bytes.clone()], &bytes, 0).is_err());
        // Neither reader may panic.
        drop(AuthenticatorData::parse(&bytes));
        drop(authenticator::of_attestation(&bytes));
    }
}
