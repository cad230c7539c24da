//! A document of MongoDB as JSON: from BSON, or from the JSON that its tools write. Dates are milliseconds, ids are text; bytes
//! are left out.

use bson::{RawBsonRef, RawDocument};
use serde_json::{Map, Value};

/// Documents in documents; deeper ones are left out. MongoDB itself takes a hundred.
const DEPTH_MAX: usize = 32;
/// What the JSON of tools writes for a kind that JSON does not have.
const KINDS: [&str; 5] = ["$date", "$oid", "$numberLong", "$numberInt", "$numberDouble"];

/// Reads the bytes of a document.
///
/// # Errors
/// When they are none.
pub fn of_bson(bytes: &[u8]) -> Result<Value, String> {
    let document = RawDocument::from_bytes(bytes).map_err(|error| error.to_string())?;
    object(document, 0)
}

fn object(document: &RawDocument, depth: usize) -> Result<Value, String> {
    let mut object = Map::new();
    for element in document {
        let (name, value) = element.map_err(|error| error.to_string())?;
        object.insert(name.to_string(), self::value(value, depth)?);
    }
    Ok(Value::Object(object))
}

fn value(value: RawBsonRef<'_>, depth: usize) -> Result<Value, String> {
    Ok(match value {
        RawBsonRef::String(text) => text.into(),
        RawBsonRef::Boolean(is) => is.into(),
        RawBsonRef::Int32(number) => number.into(),
        RawBsonRef::Int64(number) => number.into(),
        RawBsonRef::Double(number) => number.into(),
        RawBsonRef::DateTime(at) => at.timestamp_millis().into(),
        RawBsonRef::ObjectId(id) => id.to_hex().into(),
        RawBsonRef::Document(inner) if depth < DEPTH_MAX => object(inner, depth + 1)?,
        RawBsonRef::Array(inner) if depth < DEPTH_MAX => {
            let items = inner.into_iter().map(|item| self::value(item.map_err(|error| error.to_string())?, depth + 1));
            items.collect::<Result<Vec<Value>, String>>()?.into()
        }
        _ => Value::Null,
    })
}

/// The bytes of a field of a document.
pub fn bytes_of<'b>(document: &'b [u8], field: &str) -> Option<&'b [u8]> {
    match RawDocument::from_bytes(document).ok()?.get(field).ok()?? {
        RawBsonRef::Binary(binary) => Some(binary.bytes),
        _ => None,
    }
}

/// Reads the JSON of a document.
///
/// # Errors
/// When it is none.
pub fn of_json(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).map(|value| plain(value, 0)).map_err(|error| error.to_string())
}

fn plain(value: Value, depth: usize) -> Value {
    match value {
        _ if depth > DEPTH_MAX => Value::Null,
        Value::Array(items) => items.into_iter().map(|item| plain(item, depth + 1)).collect(),
        Value::Object(mut object) => {
            let kind = (object.len() == 1).then(|| KINDS.iter().find(|kind| object.contains_key(**kind))).flatten();
            match kind {
                Some(kind) => scalar(kind, plain(object.remove(*kind).unwrap_or_default(), depth + 1)),
                None => object.into_iter().map(|(name, inner)| (name, plain(inner, depth + 1))).collect(),
            }
        }
        scalar => scalar,
    }
}

/// A value of a kind that JSON does not have.
fn scalar(kind: &str, value: Value) -> Value {
    let Value::String(text) = &value else { return value };
    match kind {
        "$date" => text.parse::<jiff::Timestamp>().map_or(Value::Null, |at| at.as_millisecond().into()),
        "$numberLong" | "$numberInt" => text.parse::<i64>().map_or(Value::Null, Value::from),
        "$numberDouble" => text.parse::<f64>().map_or(Value::Null, Value::from),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use bson::{Bson, DateTime, doc, oid::ObjectId, spec::BinarySubtype};
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn both_forms_say_the_same() {
        let id = ObjectId::parse_str("507f1f77bcf86cd799439011").expect("an id");
        let bytes = bson::Binary { subtype: BinarySubtype::Generic, bytes: vec![1, 2] };
        let document = doc! {"_id": id, "ts": DateTime::from_millis(1_700_000_000_123), "n": 5_i64, "i": 7, "list": ["a", {"b": true}], "data": bytes, "x": Bson::Null};
        let bson = document.to_vec().expect("a document");
        let read = of_bson(&bson).expect("a document");
        assert_eq!(
            read,
            json!({"_id": "507f1f77bcf86cd799439011", "ts": 1_700_000_000_123_i64, "n": 5, "i": 7, "list": ["a", {"b": true}], "data": null, "x": null})
        );
        assert_eq!(bytes_of(&bson, "data"), Some(&[1, 2][..]));
        let text = r#"{"_id":{"$oid":"507f1f77bcf86cd799439011"},"ts":{"$date":"2023-11-14T22:13:20.123Z"},"n":{"$numberLong":"5"},"i":7,"list":["a",{"b":true}],"data":null,"x":null}"#;
        assert_eq!(of_json(text.as_bytes()), Ok(read));
        let canonical = r#"{"ts":{"$date":{"$numberLong":"1700000000123"}}}"#;
        assert_eq!(of_json(canonical.as_bytes()), Ok(json!({"ts": 1_700_000_000_123_i64})));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            drop((of_bson(&bytes), of_json(&bytes), bytes_of(&bytes, "data")));
        }
    }
}
