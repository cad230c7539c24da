//! JSON that others wrote, read as the programs of the field are used to: the one place where a body of a client, or an
//! answer of a program, becomes a value.
//!
//! [`read`] is for the API. Names of fields count in any case, the last of a repeated name wins, half a surrogate and
//! bytes that are no UTF-8 become U+FFFD, a field that is `null` counts as missing, and what follows the value is not
//! read. [`read_loose`] is for webhooks and what programs answer: it takes a byte order mark and raw control characters
//! inside texts as well.
//!
//! A body that is plain is read once, without a detour. The mended text of one that is not has at most six times its
//! bytes, and is as deep as `serde_json` lets it be (128 levels).

mod folded;
mod mend;
mod shape;

use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Result, Value};

use folded::{Folded, Nulls};
use mend::Author;

/// Reads a value from the body of a client.
///
/// # Errors
/// When it is no such value.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    read_of(bytes, Author::Client)
}

/// Reads a value from what a program wrote, which may have put its JSON together by hand.
///
/// # Errors
/// When it is no such value.
pub fn read_loose<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    read_of(bytes, Author::Program)
}

fn read_of<T: DeserializeOwned>(bytes: &[u8], author: Author) -> Result<T> {
    // A list of values would do for an object with so many fields, in the order that they happen to have.
    if bytes.trim_ascii_start().starts_with(b"[") && shape::is_object::<T>() {
        return Err(serde_json::Error::custom("an object is needed, and this is a list"));
    }
    if !mend::has_capital_names(bytes)
        && let Ok(value) = serde_json::from_slice(bytes)
    {
        return Ok(value);
    }
    // Rare, so the detour costs only those who need it.
    from_value(&first_value(bytes, author)?)
}

/// Reads a value from JSON that is parsed already, as [`read`] does.
///
/// # Errors
/// When it is no such value.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T> {
    T::deserialize(Folded::new(value, Nulls::Kept)).or_else(|error| {
        // What is wrong is said of the value as it came.
        T::deserialize(Folded::new(value, Nulls::Missing)).map_err(|_| error)
    })
}

/// The first value of a text; a later one is not read.
fn first_value(bytes: &[u8], author: Author) -> Result<Value> {
    let as_it_is = serde_json::Deserializer::from_slice(bytes).into_iter().next();
    match as_it_is {
        Some(Ok(value)) => Ok(value),
        None => Err(serde_json::Error::custom("there is nothing to read")),
        Some(Err(error)) => {
            let text = mend::mended(bytes, author);
            serde_json::Deserializer::from_str(&text).into_iter().next().unwrap_or(Err(error))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize, PartialEq, Debug, Default)]
    #[serde(default)]
    struct Form {
        name: String,
        count: i64,
        flag: bool,
        names: Vec<String>,
        #[serde(rename = "siteUrl")]
        site: String,
        inner: Option<Box<Form>>,
        props: crate::omit::JsonMap,
    }

    fn named(name: &str) -> Form {
        Form { name: name.into(), ..Form::default() }
    }

    #[test]
    fn a_null_field_counts_as_missing() {
        let form: Form = read(br#"{"name": null, "count": null, "flag": null, "props": {"a": 1}}"#).expect("a form");
        assert_eq!(form.name, "");
        assert_eq!(form.props.len(), 1);
        assert_eq!(read::<Form>(b"null").expect("no fields"), Form::default());
        let names = read::<Form>(br#"{"names": ["a", null]}"#).expect("a name without letters").names;
        assert_eq!(names, ["a", ""]);
        assert_eq!(read::<Vec<Form>>(br#"[{"name":"a"},null]"#).expect("forms"), [named("a"), Form::default()]);
    }

    #[test]
    fn free_properties_keep_their_nulls_where_the_form_is_right() {
        let form: Form = read(br#"{"Name": "a", "props": {"A": null}}"#).expect("a form");
        assert_eq!(serde_json::Value::from(form.props), serde_json::json!({"A": null}));
    }

    #[test]
    fn a_list_is_no_object() {
        assert!(read::<Form>(br#"["a", {}]"#).is_err());
        assert!(read::<Form>(br#" []"#).is_err());
        assert!(read::<Form>(br#"{"Inner": []}"#).is_err());
        assert_eq!(read::<Vec<Form>>(br#"[{"name": "a"}]"#).expect("a list of objects").len(), 1);
        assert_eq!(read::<(u8, u8)>(br#"[1, 2]"#).expect("a pair"), (1, 2));
    }

    #[test]
    fn a_wrong_type_is_refused() {
        for body in ["7", "\"x\"", "true", "", " ", "{", "{nope", r#"{"name": 7}"#, r#"{"name": 7, "props": null}"#] {
            assert!(read::<Form>(body.as_bytes()).is_err(), "{body}");
            assert!(read_loose::<Form>(body.as_bytes()).is_err(), "{body}");
        }
        assert!(read::<Form>(br#"{"Name": 7}"#).is_err());
        assert!(read::<Form>(br#"{"Count": 1.5}"#).is_err());
        assert!(read::<Form>(&b"[".repeat(100_000)).is_err());
        assert!(read::<Form>(&br#"{"inner":"#.repeat(20_000)).is_err());
    }

    #[test]
    fn names_of_fields_count_in_any_case() {
        let form: Form =
            read(br#"{"NAME":"a","Inner":{"Count":3,"SITEURL":"b"},"Props":{"Key":{"Name":1}}}"#).expect("a form");
        let inner = form.inner.expect("a form inside");
        assert_eq!((form.name.as_str(), inner.count, inner.site.as_str()), ("a", 3, "b"));
        assert_eq!(serde_json::Value::from(form.props), serde_json::json!({"Key": {"Name": 1}}));
        assert_eq!(read::<Form>(br#"{"siteurl":"b","Name":"a"}"#).expect("a form").site, "b");
    }

    #[test]
    fn the_last_of_a_repeated_name_wins() {
        assert_eq!(read::<Form>(br#"{"name":"a","name":"b"}"#).expect("a form").name, "b");
        assert_eq!(read::<Form>(br#"{"name":"a","Name":"b"}"#).expect("a form").name, "b");
        assert_eq!(read::<Form>(br#"{"Name":"a","name":"b"}"#).expect("a form").name, "b");
    }

    #[test]
    fn what_follows_the_value_is_not_read() {
        assert_eq!(read::<Form>(br#"{"name":"a"} {"name":"b"}"#).expect("a form").name, "a");
        assert_eq!(read::<Form>(b"{\"name\":\"a\"}\0").expect("a form").name, "a");
    }

    #[test]
    fn what_is_no_character_is_replaced() {
        assert_eq!(read::<Form>(br#"{"name":"\ud800a\udc00"}"#).expect("a form").name, "\u{fffd}a\u{fffd}");
        assert_eq!(read::<Form>(br#"{"name":"\ud83d\ude00\ud83dx"}"#).expect("a form").name, "😀\u{fffd}x");
        assert_eq!(read::<Form>(b"{\"name\":\"a\xff\xf0\x9f\"}").expect("a form").name, "a\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(read::<Form>(br#"{"name":"\\ud800"}"#).expect("a form").name, "\\ud800");
    }

    #[test]
    fn programs_may_write_control_characters_and_a_byte_order_mark() {
        let raw = b"\xef\xbb\xbf{\n\t\"name\": \"a\nb\tc\r\x01 \\n\"}";
        assert_eq!(read_loose::<Form>(raw).expect("a form").name, "a\nb\tc\r\u{1} \n");
        assert!(read::<Form>(raw).is_err());
        assert!(read::<Form>(b"{\"name\": \"a\nb\"}").is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            drop(read::<Form>(&bytes));
            drop(read_loose::<Form>(&bytes));
        }

        #[test]
        fn any_text_of_json_is_read(text in "[\\[\\]{}:,\"\\\\undN8DCaef0-9 \\n\u{feff}]{0,60}") {
            drop(read_loose::<Form>(text.as_bytes()));
        }

        #[test]
        fn both_ways_read_the_same(name in ".{0,20}", key in "[a-z]{1,5}", count in any::<i64>()) {
            let plain = serde_json::json!({"name": name, "count": count, "props": {key: [name, count, null]}});
            let capital = plain.to_string().replacen("\"count\"", "\"Count\"", 1);
            prop_assert_eq!(
                read::<Form>(plain.to_string().as_bytes()).expect("a form"),
                read::<Form>(capital.as_bytes()).expect("a form")
            );
        }
    }
}
