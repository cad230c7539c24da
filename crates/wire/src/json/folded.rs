//! JSON that is parsed already, read into a type: names of fields in any case, and `null` as the caller says.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Result, Value};

/// How `null` is read where a type does not ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    /// As itself, which most types refuse.
    Kept,
    /// A field is missing, and an element is the empty value of its type.
    Missing,
}

/// A value on its way into a type.
#[derive(Clone, Copy)]
pub(super) struct Folded<'a> {
    value: &'a Value,
    nulls: Nulls,
}

impl<'a> Folded<'a> {
    pub(super) fn new(value: &'a Value, nulls: Nulls) -> Self {
        Folded { value, nulls }
    }

    fn is_missing(self) -> bool {
        self.value.is_null() && self.nulls == Nulls::Missing
    }

    /// The fields of an object under the names that the type has for them; the last one wins.
    fn named(self, value: &'a serde_json::Map<String, Value>, names: &[&'static str]) -> Vec<(&'a str, Folded<'a>)> {
        let mut fields: Vec<(&str, Folded<'_>)> = Vec::with_capacity(names.len());
        for (key, value) in value {
            let field = Folded { value, ..self };
            let folded = |name: &&&'static str| name.eq_ignore_ascii_case(key);
            let name = names.iter().find(|name| *name == key).or_else(|| names.iter().find(folded));
            // What the type does not know is not kept: the search below stays as short as the type.
            let Some(name) = name.copied() else { continue };
            if field.is_missing() {
                continue;
            }
            match fields.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = field,
                None => fields.push((name, field)),
            }
        }
        fields
    }
}

/// Gives the empty value of a type for a `null` that counts as missing.
macro_rules! empty_for_null {
    ($($method:ident: $visit:ident($empty:expr)),+ $(,)?) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                if self.is_missing() { visitor.$visit($empty) } else { self.deserialize_any(visitor) }
            }
        )+
    };
}

impl<'de> Deserializer<'de> for Folded<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_str(text),
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(|value| Folded { value, ..self }));
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Value::Object(fields) => {
                let fields = fields.iter().map(|(key, value)| (key.as_str(), Folded { value, ..self }));
                visitor.visit_map(MapDeserializer::new(fields.filter(|(_, field)| !field.is_missing())))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.value {
            Value::Object(fields) => visitor.visit_map(MapDeserializer::new(self.named(fields, names).into_iter())),
            Value::Null if self.nulls == Nulls::Missing => {
                visitor.visit_map(MapDeserializer::new(std::iter::empty::<(&str, Folded<'_>)>()))
            }
            _ => Err(Error::custom(format_args!("an object is needed for {name}"))),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.value.clone().deserialize_enum(name, variants, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_missing() {
            return visitor.visit_map(MapDeserializer::new(std::iter::empty::<(&str, Folded<'_>)>()));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_missing() {
            return visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<Folded<'_>>()));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    empty_for_null! {
        deserialize_bool: visit_bool(false), deserialize_str: visit_str(""), deserialize_string: visit_str(""),
        deserialize_i8: visit_i64(0), deserialize_i16: visit_i64(0), deserialize_i32: visit_i64(0),
        deserialize_i64: visit_i64(0), deserialize_u8: visit_u64(0), deserialize_u16: visit_u64(0),
        deserialize_u32: visit_u64(0), deserialize_u64: visit_u64(0), deserialize_f32: visit_f64(0.0),
        deserialize_f64: visit_f64(0.0),
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

impl<'de> IntoDeserializer<'de, Error> for Folded<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
