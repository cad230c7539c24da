//! Tokens that are believed, and those that are not.

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
use serde_json::json;

use super::*;

fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn of_parts(header: &Value, claims: &Value, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let signed = format!("{}.{}", b64(header.to_string()), b64(claims.to_string()));
    let signature = sign(signed.as_bytes());
    format!("{signed}.{}", b64(signature))
}

struct Curve(EcdsaKeyPair);

impl Curve {
    fn new() -> Curve {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        Curve(EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).expect("a key"))
    }

    fn jwk(&self, kid: &str) -> Jwk {
        let point = self.0.public_key().as_ref();
        Jwk {
            kty: "EC".into(),
            crv: "P-256".into(),
            kid: Some(kid.into()),
            x: b64(&point[1..33]),
            y: b64(&point[33..]),
            ..Jwk::default()
        }
    }

    fn token(&self, header: &Value) -> String {
        let sign = |text: &[u8]| self.0.sign(&SystemRandom::new(), text).expect("a signature").as_ref().to_vec();
        of_parts(header, &json!({"sub": "1"}), sign)
    }
}

fn believed(token: &str, keys: &[Jwk]) -> Result<Map<String, Value>, Unbelieved> {
    Token::parse(token)?.believed(keys)
}

#[test]
fn a_token_is_believed_by_the_key_that_signed_it_alone() {
    let (ours, other) = (Curve::new(), Curve::new());
    let token = ours.token(&json!({"alg": "ES256", "kid": "a"}));
    assert_eq!(believed(&token, &[other.jwk("b"), ours.jwk("a")]).expect("believed")["sub"], "1");
    assert_eq!(believed(&token, &[other.jwk("a")]), Err(Unbelieved::Forged));
    assert_eq!(believed(&token, &[ours.jwk("b")]), Err(Unbelieved::NoKey("a".into())));
    let unnamed = ours.token(&json!({"alg": "ES256"}));
    assert!(believed(&unnamed, &[other.jwk("b"), ours.jwk("a")]).is_ok(), "all keys are tried");
    let for_encryption = Jwk { usage: Some("enc".into()), ..ours.jwk("a") };
    assert_eq!(believed(&token, &[for_encryption]), Err(Unbelieved::NoKey("a".into())));
}

#[test]
fn no_token_chooses_how_it_is_checked() {
    let ours = Curve::new();
    let keys = [ours.jwk("a")];
    for alg in ["none", "None", "", "HS256", "HS512", "RS1", "ES512", "es256"] {
        let refused = believed(&ours.token(&json!({"alg": alg, "kid": "a"})), &keys);
        assert_eq!(refused, Err(Unbelieved::Algorithm(alg.into())));
    }
    // Key confusion: the public key as the secret of a shared one, and a key of another kind.
    let hs256 = of_parts(&json!({"alg": "HS256", "kid": "a"}), &json!({"sub": "1"}), |text| {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, ours.0.public_key().as_ref());
        ring::hmac::sign(&key, text).as_ref().to_vec()
    });
    assert_eq!(believed(&hs256, &keys), Err(Unbelieved::Algorithm("HS256".into())));
    let as_rsa = ours.token(&json!({"alg": "RS256", "kid": "a"}));
    assert_eq!(believed(&as_rsa, &keys), Err(Unbelieved::NoKey("a".into())));
    let of_other_use = [Jwk { alg: Some("ES384".into()), ..ours.jwk("a") }];
    assert!(believed(&ours.token(&json!({"alg": "ES256", "kid": "a"})), &of_other_use).is_err());
}

#[test]
fn what_is_changed_or_cut_is_not_believed() {
    let ours = Curve::new();
    let keys = [ours.jwk("a")];
    let token = ours.token(&json!({"alg": "ES256", "kid": "a"}));
    let parts: Vec<&str> = token.split('.').collect();
    let other = b64(json!({"sub": "2"}).to_string());
    assert_eq!(believed(&format!("{}.{other}.{}", parts[0], parts[2]), &keys), Err(Unbelieved::Forged));
    assert_eq!(believed(&format!("{}.{}.", parts[0], parts[1]), &keys), Err(Unbelieved::Forged));
    for text in ["", ".", "..", "a.b", "a.b.c.d", &"a".repeat(TOKEN_BYTES_MAX + 1)] {
        assert!(matches!(believed(text, &keys), Err(Unbelieved::Malformed)), "{text:.20}");
    }
    let critical = ours.token(&json!({"alg": "ES256", "kid": "a", "crit": ["b64"], "b64": false}));
    assert_eq!(believed(&critical, &keys), Err(Unbelieved::Malformed));
}

#[test]
fn an_edwards_key_is_known() {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
    let pair = Ed25519KeyPair::from_pkcs8(document.as_ref()).expect("a key");
    let key = Jwk { kty: "OKP".into(), crv: "Ed25519".into(), x: b64(pair.public_key()), ..Jwk::default() };
    let token = of_parts(&json!({"alg": "EdDSA"}), &json!({"sub": "1"}), |text| pair.sign(text).as_ref().to_vec());
    assert!(believed(&token, &[key]).is_ok());
}

/// Made by `openssl`: a key of 2,048 bits, and what it signed by both ways of padding.
const MODULUS: &str = "pXI-nZ1pV37LNDbF_XKMszzN-E4X6YVGNMwjtVyC_Fxse2Dmqyk4otMz0ORl2-NeI_Ea0_TD6drHoWAeQ71DGJBF6R5LcLkC5fes4erFvpHaH0RtMxDUk5RKwpW_g4HzG_4k1tnW9eHoNZ4y6glZzC1_G5paHRoJqMSCSd8q3iz8O7QOmirHScKZI81D_3avpGHMITNUNDxI-9K3cuoS4LjqWoV4IBljBjGk-u0RFiZ95nb6S-apVWtNjfHjjKEJWityiY-vzjQ9PkqX5ns5JuxNgsWCJfxWrLDfjZSTcByWfkcQJWsKp-XSKF3Wv8ge-kK3iGJzyRltZXcNyGJAIw";
const BY_PKCS_1: &str = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UifQ.k3KPs_7cGKPThO8ofZvnCNLma1p5ot4XO57pdT20ENOVPUvOgxGHGnBXXqTaMiFJ-MgLVe7r7l8mLYP2jKBKKG6KNS_S-bf0Q5L7RnPPMxePrFUNNgfIF5BjEOLNy1EvyuO2UV57lP_emnS9dmo-r0_yzGOonW8wVwwwuzU4Z7ymoBdNUPnOigsy4MAgtv7-Voi3coHSyF7lU1xZ6DS5aBOZLSTa6YJgNO4b9bJDS38SRCUr0m92n6a642SoUCRSdPWu4wpJjRgDbFOSAPJ0ON3_Cu0PwsKVVr9jDMprJfso6q4UzaEPWLwJGx4wAZy2UOFtcH_MbXb8SPXYYAGZiA";
const BY_PSS: &str = "eyJhbGciOiJQUzI1NiJ9.eyJpc3MiOiJqb2UifQ.lS7R_HoWmVuEGda3e-qOVzWV9ykgiiRKUasj50_ul0chmDeHkipY_PZV1yQTgHb8CyiIMIdgoXVAWhJItbCCd6DbeGEk_jI1MuWo4OgnySCHWB5SO3MCBlVjvSBbjqoiihmTNXL2ry08n7beFsE1sNv4HBXwbhrzPYuuvkKegrZ7fnq-yuzzwUMnE_LvilO6zekDm2EbiyzbvsPmkEyIxxVmIZaVInICD31Bvx1n4pPFx4KGlKKCkf9J0rTW5OAzcgAHK3qrHFEmH52WLWsZmbRXtwJKM4X2D9PdSbXc_i7O1lKCpCB9-sFhBygQu8lCTpjws5CYKXBVrfRlAGPGXw";

#[test]
fn a_key_of_rsa_is_known_by_both_paddings() {
    let key = |n: &str| Jwk { kty: "RSA".into(), n: n.into(), e: "AQAB".into(), ..Jwk::default() };
    for token in [BY_PKCS_1, BY_PSS] {
        assert_eq!(believed(token, &[key(MODULUS)]).expect("believed")["iss"], "joe");
        assert_eq!(believed(token, &[key(&format!("x{}", &MODULUS[1..]))]), Err(Unbelieved::Forged));
        // Some providers write a number with zeros before it.
        let with_zero = b64([&[0], &URL_SAFE_NO_PAD.decode(MODULUS).expect("base64")[..]].concat());
        assert!(believed(token, &[key(&with_zero)]).is_ok());
    }
    let swapped = BY_PSS.replace(&b64(r#"{"alg":"PS256"}"#), &b64(r#"{"alg":"RS256"}"#));
    assert_eq!(believed(&swapped, &[key(MODULUS)]), Err(Unbelieved::Forged));
}
