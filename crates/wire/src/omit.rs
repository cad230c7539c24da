//! When a field stays off the wire, and how a client's `null` is read.
//!
//! Clients written against the original API treat a missing field as its zero value, so which
//! fields are left out is part of the contract; every type names one of these per field.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Text to text in a stable order: notification settings, time zones, free properties.
pub type StringMap = BTreeMap<String, String>;

/// Free JSON under names, in the order it was written.
pub type JsonMap = serde_json::Map<String, Value>;

pub(crate) fn zero(number: &i64) -> bool {
    *number == 0
}

pub(crate) fn off(flag: &bool) -> bool {
    !*flag
}

/// Reads `null` as the default, which is what clients mean by it.
pub(crate) fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads a list in which `null` stands for nothing, and `null` itself as no list.
pub(crate) fn without_nulls<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(list_without_nulls(deserializer)?.unwrap_or_default())
}

/// As [`without_nulls`], where a list that is not there is told from an empty one.
pub(crate) fn list_without_nulls<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let items: Option<Vec<Option<T>>> = Option::deserialize(deserializer)?;
    Ok(items.map(|items| items.into_iter().flatten().collect()))
}
