//! What kind of JSON a type is read from, asked of the type itself.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Whether the type is read from an object with fields of its own, as derived ones are.
pub(super) fn is_object<T: DeserializeOwned>() -> bool {
    let mut object = false;
    // The probe has no value, so the outcome is always an error; what counts is what the type asked for.
    drop(T::deserialize(Probe(&mut object)));
    object
}

/// That there is no value; it says nothing, since nobody reads it and every list that is read comes by here.
#[derive(Debug)]
struct Nothing;

impl fmt::Display for Nothing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("nothing")
    }
}

impl std::error::Error for Nothing {}

impl serde::de::Error for Nothing {
    fn custom<T: fmt::Display>(_: T) -> Nothing {
        Nothing
    }
}

/// Notes what is asked of it, and gives nothing.
struct Probe<'a>(&'a mut bool);

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Nothing;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Nothing> {
        Err(Nothing)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Nothing> {
        *self.0 = true;
        Err(Nothing)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
