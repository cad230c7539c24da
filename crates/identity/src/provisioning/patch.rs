//! Patches of SCIM (RFC 7644 §3.5.2), as Okta and Entra write them: operations on what a resource says as JSON.
//!
//! Pure. What a resource may not say is left to whoever reads the result: unknown attributes are kept and mean nothing.
//!
//! - Okta names no path and puts the attributes into the value.
//! - Entra writes `Add`, truth as text, paths such as `emails[type eq "work"].value` for what is not there yet, names with a
//!   dot inside a value, and takes members out by a list in the value.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::provisioning::filter::{Filter, Path, Unreadable, get};

/// Operations of one patch.
pub const OPERATIONS_MAX: usize = 1_000;

/// Body of `PATCH`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Patch {
    #[serde(rename = "Operations", alias = "operations")]
    pub operations: Vec<Operation>,
}

impl Patch {
    /// # Errors
    /// [`Wrong::Form`] when the body is no patch.
    pub fn of(body: Value) -> Result<Patch, Wrong> {
        serde_json::from_value(body).map_err(|error| Wrong::Form(error.to_string()))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Operation {
    pub op: String,
    pub path: Option<String>,
    pub value: Value,
}

/// Why a patch changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    #[error("the operation {0:?} is none of add, replace and remove")]
    Operation(String),
    #[error("the path {0:?} cannot be read: {1}")]
    Path(String, Unreadable),
    #[error("nothing is where the path {0:?} leads")]
    NoTarget(String),
    #[error("without a path the value must be an object")]
    Value,
    #[error("the body is no patch: {0}")]
    Form(String),
    #[error("a patch has 1 to {OPERATIONS_MAX} operations")]
    Number,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Add,
    Replace,
}

/// Changes what a resource says; all of it or, with an error, nothing that counts.
///
/// # Errors
/// With the first operation that is wrong.
pub fn apply(resource: &mut Value, patch: &Patch) -> Result<(), Wrong> {
    if patch.operations.is_empty() || patch.operations.len() > OPERATIONS_MAX {
        return Err(Wrong::Number);
    }
    for operation in &patch.operations {
        let kind = match operation.op.to_ascii_lowercase().as_str() {
            "add" => Kind::Add,
            "replace" => Kind::Replace,
            "remove" => {
                remove(resource, operation)?;
                continue;
            }
            _ => return Err(Wrong::Operation(operation.op.clone())),
        };
        match operation.path.as_deref().filter(|path| !path.is_empty()) {
            Some(path) => put(resource, path, &operation.value, kind)?,
            None => {
                let values = operation.value.as_object().ok_or(Wrong::Value)?;
                for (path, value) in values {
                    // The names of the schemas that the value uses.
                    if !path.eq_ignore_ascii_case("schemas") {
                        put(resource, path, value, kind)?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn parse(text: &str) -> Result<Path, Wrong> {
    Path::parse(text).map_err(|why| Wrong::Path(text.to_owned(), why))
}

fn put(resource: &mut Value, text: &str, value: &Value, kind: Kind) -> Result<(), Wrong> {
    let path = parse(text)?;
    let place = at(resource, &path.attribute.name);
    let Some(filter) = &path.filter else {
        match &path.attribute.part {
            None => set(place, value, kind),
            Some(part) => each_object(place, |object| set(at(object, part), value, kind)),
        }
        return Ok(());
    };
    if !place.is_array() {
        *place = Value::Array(flat(place.take()));
    }
    let values = place.as_array_mut().expect("it was made a list");
    if !values.iter().any(|one| filter.fits(one)) {
        values.push(made_by(filter).ok_or_else(|| Wrong::NoTarget(text.to_owned()))?);
    }
    for one in values.iter_mut().filter(|one| filter.fits(one)) {
        match &path.attribute.part {
            None => set(one, value, Kind::Add),
            Some(part) => set(at(one, part), value, kind),
        }
    }
    Ok(())
}

/// A value that a filter of equalities fits: what Entra means by a value that is not there yet.
fn made_by(filter: &Filter) -> Option<Value> {
    let pairs = filter.must_equal();
    let plain = pairs.into_iter().filter(|(attribute, _)| attribute.part.is_none());
    let made: Map<String, Value> = plain.map(|(attribute, text)| (attribute.name, json!(text))).collect();
    Some(Value::Object(made)).filter(|made| filter.fits(made))
}

fn flat(value: Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(values) => values,
        value => vec![value],
    }
}

/// The value of a name in any case; null is put there where there was none.
fn at<'v>(object: &'v mut Value, name: &str) -> &'v mut Value {
    if !object.is_object() {
        *object = json!({});
    }
    let map = object.as_object_mut().expect("it was made an object");
    let known = map.keys().find(|key| key.eq_ignore_ascii_case(name)).cloned();
    map.entry(known.unwrap_or_else(|| name.to_owned())).or_insert(Value::Null)
}

fn each_object(place: &mut Value, change: impl Fn(&mut Value)) {
    match place {
        Value::Array(values) if !values.is_empty() => values.iter_mut().for_each(change),
        Value::Array(_) => {
            let mut made = json!({});
            change(&mut made);
            *place = json!([made]);
        }
        place => change(place),
    }
}

fn set(place: &mut Value, value: &Value, kind: Kind) {
    if kind == Kind::Add
        && let Value::Array(values) = place
    {
        for one in flat(value.clone()) {
            if !values.iter().any(|known| known == &one || is_same(known, &one)) {
                values.push(one);
            }
        }
        return;
    }
    match value {
        Value::Object(parts) if place.is_object() => {
            parts.iter().for_each(|(name, part)| *at(place, name) = part.clone());
        }
        value => *place = value.clone(),
    }
}

/// Whether two values of a list are about the same thing.
fn is_same(one: &Value, other: &Value) -> bool {
    let of = |value| get(value, "value").filter(|value| !value.is_null()).cloned();
    of(one).is_some() && of(one) == of(other)
}

fn remove(resource: &mut Value, operation: &Operation) -> Result<(), Wrong> {
    let text = operation.path.as_deref().unwrap_or_default();
    if text.is_empty() {
        return Err(Wrong::NoTarget(String::new()));
    }
    let path = parse(text)?;
    let place = at(resource, &path.attribute.name);
    let named: Vec<Value> = flat(operation.value.clone());
    match (&path.filter, &path.attribute.part) {
        (Some(filter), None) => {
            if let Value::Array(values) = place {
                values.retain(|one| !filter.fits(one));
            }
        }
        (Some(filter), Some(part)) => {
            if let Value::Array(values) = place {
                values.iter_mut().filter(|one| filter.fits(one)).for_each(|one| *at(one, part) = Value::Null);
            }
        }
        (None, Some(part)) => each_object(place, |object| *at(object, part) = Value::Null),
        (None, None) => match place {
            Value::Array(values) if !named.is_empty() => {
                values.retain(|one| !named.iter().any(|gone| one == gone || is_same(one, gone)));
            }
            place => *place = Value::Null,
        },
    }
    Ok(())
}

#[cfg(test)]
mod tests;
