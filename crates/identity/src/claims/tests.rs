//! Claims that are ours and those that are not, and people of all products.

use serde_json::json;

use super::*;

const NOW: Millis = 1_800_000_000_000;

fn map(value: Value) -> Claims {
    value.as_object().cloned().unwrap_or_default()
}

fn good() -> Claims {
    let now = NOW / 1000;
    map(json!({"iss": "https://id.test", "aud": "chat", "sub": "1", "nonce": "n", "iat": now, "exp": now + 300}))
}

fn judged(change: Value) -> Result<(), Wrong> {
    let mut claims = good();
    for (name, value) in map(change) {
        match value {
            Value::Null => drop(claims.remove(&name)),
            value => drop(claims.insert(name, value)),
        }
    }
    let expected =
        Expected { issuer: "https://id.test", client_id: "chat", nonce: "n", access_token: "access", now: NOW };
    must_be_ours(&claims, expected)
}

#[test]
fn a_token_of_this_sign_in_is_ours() {
    let now = NOW / 1000;
    for change in [
        json!({}),
        json!({"aud": ["other", "chat"], "azp": "chat"}),
        json!({"exp": now - 59, "iat": now - 200}),
        json!({"iat": now + 59, "nbf": now + 30}),
        json!({"at_hash": URL_SAFE_NO_PAD.encode(&Sha256::digest("access")[..16])}),
        json!({"iat": now as f64 + 0.5}),
    ] {
        assert_eq!(judged(change.clone()), Ok(()), "{change}");
    }
}

#[test]
fn a_token_of_another_is_refused_with_what_is_wrong() {
    let now = NOW / 1000;
    let issuer = |name: &str| Wrong::Issuer(name.into());
    for (change, wrong) in [
        (json!({"iss": "https://evil.test"}), issuer("https://evil.test")),
        (json!({"iss": "https://id.test/"}), issuer("https://id.test/")),
        (json!({"iss": null}), issuer("")),
        (json!({"aud": "other"}), Wrong::Audience("other".into())),
        (json!({"aud": null}), Wrong::Audience(String::new())),
        (json!({"aud": ["chat", "other"]}), Wrong::Party(String::new())),
        (json!({"azp": "other"}), Wrong::Party("other".into())),
        (json!({"exp": now - 61}), Wrong::Expired(61)),
        (json!({"exp": null}), Wrong::NoTime),
        (json!({"iat": null}), Wrong::NoTime),
        (json!({"exp": "soon"}), Wrong::NoTime),
        (json!({"iat": now + 61}), Wrong::Early(61)),
        (json!({"nbf": now + 90}), Wrong::Early(90)),
        (json!({"iat": now - 601}), Wrong::Old(601)),
        (json!({"nonce": "other"}), Wrong::Nonce),
        (json!({"nonce": null}), Wrong::Nonce),
        (json!({"at_hash": URL_SAFE_NO_PAD.encode(&Sha256::digest("other")[..16])}), Wrong::AccessToken),
        (json!({"sub": ""}), Wrong::Subject),
        (json!({"sub": 1}), Wrong::Subject),
    ] {
        assert_eq!(judged(change.clone()), Err(wrong), "{change}");
    }
}

fn of(table: &str, claims: Value) -> Option<Person> {
    let text =
        format!("[[sign_in.providers]]\nname = \"x\"\nissuer = \"https://id.test\"\nclient_id = \"chat\"\n{table}");
    let config = config::parse(&text).expect("a provider");
    person(&config.sign_in.providers[0].complete(), &map(claims))
}

#[test]
fn people_are_who_the_claims_say() {
    let ann = of(
        "nickname_claim = \"nick\"\ngroups_claim = \"realm_access.roles\"",
        json!({"sub": "1", "preferred_username": "Ann.Lee@corp.test", "email": "Ann@Corp.Test", "email_verified": true,
            "given_name": "Ann", "family_name": "Lee", "nick": "A", "realm_access": {"roles": ["/staff", "ops"]}}),
    );
    let ann = ann.expect("a person");
    assert_eq!((ann.username.as_str(), ann.email.as_str(), ann.is_vouched), ("ann.lee", "ann@corp.test", true));
    assert_eq!((ann.first_name.as_str(), ann.nickname.as_deref(), ann.position), ("Ann", Some("A"), None));
    assert_eq!(ann.groups, Some(vec!["staff".to_owned(), "ops".to_owned()]));
    let entra = of("preset = \"entra\"", json!({"sub": "pairwise", "oid": "guid"})).expect("a person");
    assert_eq!((entra.subject.as_str(), entra.groups), ("guid", Some(Vec::new())));
    let many = json!({"sub": "1", "_claim_names": {"groups": "src1"}});
    assert_eq!(of("", many).expect("a person").groups, None, "too many to list");
    assert_eq!(of("preset = \"entra\"", json!({"sub": "pairwise"})), None, "without `oid` nobody");
    assert_eq!(of("", json!({"sub": "x".repeat(129)})), None);
}

#[test]
fn an_address_counts_only_where_the_provider_vouches_for_it() {
    let vouched = |table: &str, claims: Value| of(table, claims).expect("a person").is_vouched;
    let address = |verified: Value| json!({"sub": "1", "email": "a@b.test", "email_verified": verified});
    assert!(vouched("", address(json!(true))) && vouched("", address(json!("true"))));
    for not in [json!(false), json!("false"), json!(1), json!(null), json!([true])] {
        assert!(!vouched("", address(not.clone())), "{not}");
    }
    assert!(!vouched("", json!({"sub": "1", "email": "a@b.test"})));
    assert!(vouched("trust_email = true", json!({"sub": "1", "email": "a@b.test"})));
    assert!(!vouched("trust_email = true", json!({"sub": "1"})), "no address at all");
    let other = json!({"sub": "1", "upn": "a@b.test", "email": "c@b.test", "email_verified": true});
    assert!(!vouched("email_claim = \"upn\"", other), "said of the other address");
}

#[test]
fn who_lacks_a_group_or_a_claim_is_not_let_in() {
    let text = "[[sign_in.providers]]\nname = \"x\"\nissuer = \"https://id.test\"\nclient_id = \"c\"\n\
                required_groups = [\"staff\", \"ops\"]\nrequired_claims = [\"hd=corp.test\", \"act.level=2\"]";
    let provider = config::parse(text).expect("a provider").sign_in.providers[0].complete();
    let let_in = |claims: Value| {
        let claims = map(claims);
        let person = person(&provider, &claims).expect("a person");
        must_have(&provider, &claims, &person)
    };
    let good = json!({"sub": "1", "groups": ["ops"], "hd": "corp.test", "act": {"level": 2}});
    assert_eq!(let_in(good.clone()), Ok(()));
    for (name, value) in [("groups", json!(["other"])), ("groups", json!(null)), ("hd", json!("evil.test"))] {
        let mut claims = good.clone();
        claims[name] = value;
        assert!(let_in(claims.clone()).is_err(), "{claims}");
    }
    assert!(let_in(json!({"sub": "1", "groups": "ops", "hd": ["corp.test"], "act.level": "2"})).is_ok());
}

#[test]
fn groups_give_what_stands_behind_them() {
    let pairs = ["ops=system_admin", "cn=x,dc=y=system_manager", "*=system_user"].map(String::from);
    let groups = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(given(&pairs, &groups(&["ops"])), ["system_admin", "system_user"]);
    assert_eq!(given(&pairs, &groups(&["cn=x,dc=y"])), ["system_manager", "system_user"]);
    assert_eq!(given(&pairs, &[]), ["system_user"]);
}
