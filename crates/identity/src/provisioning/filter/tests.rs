//! What a filter finds, what it is refused for, and that whatever is read is what was written.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn ann() -> Value {
    json!({
        "id": "a1", "userName": "Ann@corp.test", "active": true, "title": "",
        "name": {"givenName": "Ann", "familyName": "O\"Neil"},
        "emails": [{"value": "ann@corp.test", "type": "work", "primary": true}, {"value": "a@home.test", "type": "home"}],
        "meta": {"lastModified": "2026-11-27T10:00:00.123Z"},
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "Deck"},
    })
}

#[test]
fn a_filter_finds_what_it_says() {
    for fits in [
        r#"userName eq "ann@corp.test""#,
        r#"USERNAME Eq "ANN@corp.test""#,
        r#"urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ann""#,
        r#"name.familyName eq "O\"Neil""#,
        r#"name.givenName eq "\u0041nn""#,
        r#"emails eq "a@home.test""#,
        r#"emails.value co "home""#,
        r#"emails[type eq "work" and value ew "corp.test"]"#,
        r#"not (emails[type eq "home" and value ew "corp.test"])"#,
        r#"active eq true"#,
        r#"active eq "True""#,
        r#"title eq "" and not (title pr)"#,
        r#"nickName eq null"#,
        r#"meta.lastModified ge "2026-11-27T10:00:00Z""#,
        r#"meta.lastModified lt "2026-11-27T10:00:01Z""#,
        r#"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "deck""#,
        r#"userName eq "x" or userName eq "y" or id eq "a1""#,
        r#"userName eq "x" or userName pr and id eq "a1""#,
        r#"(userName eq "x" or userName pr) and id ne "b""#,
    ] {
        assert!(Filter::parse(fits).unwrap_or_else(|why| panic!("{fits}: {why}")).fits(&ann()), "{fits}");
    }
    for other in [
        r#"userName eq "ann""#,
        r#"emails[type eq "home" and value ew "corp.test"]"#,
        r#"emails ne "a@home.test""#,
        r#"nickName eq """#,
        r#"(userName eq "x" or userName pr) and id eq "b""#,
        r#"active eq 1"#,
        r#"active gt false"#,
    ] {
        assert!(!Filter::parse(other).unwrap_or_else(|why| panic!("{other}: {why}")).fits(&ann()), "{other}");
    }
}

/// What would be read as something else by whoever puts texts together.
#[test]
fn what_stands_in_a_value_is_a_value() {
    for typed in ["x' OR '1'='1", "x\" or userName pr or userName eq \"", "%", "_", "x*)(uid=*", "\\", "\u{0}", "'; --"]
    {
        let text = format!("userName eq {}", json!(typed));
        let filter = Filter::parse(&text).expect("a filter");
        assert!(!filter.fits(&ann()), "{typed}");
        assert_eq!(filter.must_equal(), [(Attribute::new("username", None), typed)]);
        assert!(filter.fits(&json!({"userName": typed})), "{typed}");
    }
}

#[test]
fn what_is_no_filter_is_refused() {
    for bad in [
        "",
        "userName",
        "userName eq",
        "userName eq x",
        "userName eq \"x",
        "userName like \"x\"",
        "eq \"x\"",
        "(id pr",
        "id pr)",
        "id pr and",
        "id pr or or id pr",
        "not id pr",
        "emails[type eq \"x\"",
        "id eq {}",
        "id eq [1]",
        "id. eq \"x\"",
        "1d eq \"x\"",
        "id pr; id pr",
        "id eq \"x\" \"y\"",
        "é eq \"x\"",
    ] {
        assert!(Filter::parse(bad).is_err(), "{bad}");
    }
    assert_eq!(Filter::parse(&" ".repeat(BYTES_MAX + 1)), Err(Unreadable::Long));
    let deep = format!("{}id pr{}", "(".repeat(40), ")".repeat(40));
    assert_eq!(Filter::parse(&deep), Err(Unreadable::Large));
    assert_eq!(Filter::parse(&["id pr"; 65].join(" or ")), Err(Unreadable::Large));
    assert!(Filter::parse(&["id pr"; 64].join(" or ")).is_ok());
}

#[test]
fn candidates_are_found_only_by_what_must_be() {
    let must = |text: &str| {
        let filter = Filter::parse(text).expect("a filter");
        let names = filter.must_equal().into_iter().map(|(attribute, value)| {
            let part = attribute.part.map(|part| format!(".{part}")).unwrap_or_default();
            format!("{}{part}={value}", attribute.name)
        });
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(must(r#"userName eq "x" and active eq true and externalId eq "y""#), "username=x externalid=y");
    assert_eq!(must(r#"emails[type eq "work" and value eq "x"]"#), "emails.type=work emails.value=x");
    assert_eq!(must(r#"userName eq "x" or id eq "y""#), "");
    assert_eq!(must(r#"not (userName eq "x")"#), "");
}

#[test]
fn a_path_names_what_a_patch_changes() {
    let path = Path::parse(r#"emails[type eq "work"].value"#).expect("a path");
    assert_eq!(path.attribute, Attribute::new("emails", Some("value")));
    assert!(path.filter.expect("a filter").fits(&json!({"type": "work"})));
    let plain = Path::parse("name.givenName").expect("a path");
    assert_eq!(plain, Path { attribute: Attribute::new("name", Some("givenName")), filter: None });
    for bad in ["", "emails[", "emails[type eq \"x\"", "emails[].value", "emails[type eq \"x\"].", "a b"] {
        assert!(Path::parse(bad).is_err(), "{bad}");
    }
}

fn attribute() -> impl Strategy<Value = String> {
    "[a-z][a-zA-Z0-9_-]{0,8}(\\.[a-z]{1,6})?"
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<String>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        any::<i32>().prop_map(Value::from)
    ]
}

fn filter() -> impl Strategy<Value = (String, Filter)> {
    let words = prop::sample::select(OPERATORS.to_vec());
    let leaf = prop_oneof![
        (attribute(), words, value()).prop_map(|(name, (word, operator), value)| {
            (format!("{name} {word} {value}"), Filter::Compare(Attribute::of(&name), operator, value))
        }),
        attribute().prop_map(|name| (format!("{name} pr"), Filter::Present(Attribute::of(&name)))),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|(text, filter)| (format!("not ({text})"), Filter::Not(Box::new(filter)))),
            (attribute(), inner.clone()).prop_map(|(name, (text, filter))| {
                (format!("{name}[{text}]"), Filter::One(Attribute::of(&name), Box::new(filter)))
            }),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|all| joined(all, " and ", Filter::All)),
            prop::collection::vec(inner, 2..4).prop_map(|all| joined(all, " or ", Filter::Any)),
        ]
    })
}

fn joined(all: Vec<(String, Filter)>, word: &str, make: fn(Vec<Filter>) -> Filter) -> (String, Filter) {
    let (texts, filters): (Vec<String>, Vec<Filter>) =
        all.into_iter().map(|(text, filter)| (format!("({text})"), filter)).unzip();
    (texts.join(word), make(filters))
}

proptest! {
    #[test]
    fn what_is_written_is_read((text, filter) in filter()) {
        prop_assume!(text.len() <= BYTES_MAX);
        let read = Filter::parse(&text);
        if read != Err(Unreadable::Large) {
            prop_assert_eq!(read, Ok(filter), "{}", text);
        }
    }

    #[test]
    fn nothing_breaks_the_reader(text in ".{0,200}") {
        if let Ok(filter) = Filter::parse(&text) {
            filter.fits(&ann());
            filter.must_equal();
        }
        let _whatever = Path::parse(&text);
    }
}
