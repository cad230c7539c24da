//! Records of other programs, read as far as they count: everything may be absent, `null` or of another kind.

use serde::{Deserialize, Deserializer};

/// What `null`, and what is of another kind, is read as.
///
/// The value is held once more while it is read: a record must not contain itself.
pub fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either<T> {
        Good(T),
        Other(serde::de::IgnoredAny),
    }
    Ok(match Either::deserialize(from)? {
        Either::Good(value) => value,
        Either::Other(_) => T::default(),
    })
}

/// Declares records whose fields are read as [`or_default`] reads them; others are passed over.
macro_rules! records {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $type:ty,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, serde::Deserialize)]
        #[serde(default)]
        pub struct $name {
            $($(#[$of])* #[serde(deserialize_with = "crate::lenient::or_default")] pub $field: $type,)+
        }
    )+};
}

pub(crate) use records;
