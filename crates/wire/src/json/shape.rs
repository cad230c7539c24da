//! What kind of JSON a type is read from, asked of the type itself.

use serde::de::{DeserializeOwned, Deserializer, Visitor, value::Error};
use serde::forward_to_deserialize_any;

/// Whether the type is read from an object with fields of its own, as derived ones are.
pub(super) fn is_object<T: DeserializeOwned>() -> bool {
    let mut object = false;
    // The probe has no value, so the outcome is always an error; what counts is what the type asked for.
    drop(T::deserialize(Probe(&mut object)));
    object
}

/// Notes what is asked of it, and gives nothing.
struct Probe<'a>(&'a mut bool);

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(serde::de::Error::custom("nothing"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = true;
        Err(serde::de::Error::custom("nothing"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
