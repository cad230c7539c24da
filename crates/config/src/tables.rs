//! Settings that are lists of tables, `[[section.name]]` in the file: what a table may hold, as data.
//!
//! A table's keys are declared as fields of a section are; the texts and the API's masks walk [`Kind::Tables`].

use crate::setting::Kind;

/// A key of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub name: &'static str,
    pub doc: &'static str,
    pub kind: Kind,
}

/// Declares a table: the struct, its keys, and lists of it as a [`Setting`](crate::setting::Setting).
///
/// A line reads `name: type = default;`, its doc comment is the help text everywhere.
macro_rules! table {
    (
        $(#[doc = $about:literal])+
        $struct:ident {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $ty:ty = $default:expr;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $struct {
            $($(#[doc = $doc])+ pub $name: $ty,)+
        }

        impl Default for $struct {
            fn default() -> Self {
                use $crate::setting::Setting;
                Self { $($name: <$ty as Setting>::literal($default),)+ }
            }
        }

        impl $struct {
            const KEYS: &'static [$crate::tables::Key] = &[$($crate::tables::Key {
                name: stringify!($name),
                doc: concat!($($doc, "\n"),+),
                kind: <$ty as $crate::setting::Setting>::KIND,
            }),+];

            fn table(&self) -> serde_json::Value {
                let mut table = serde_json::Map::new();
                $(table.insert(stringify!($name).into(), $crate::setting::Setting::to_value(&self.$name));)+
                table.into()
            }

            fn of_table(value: &serde_json::Value) -> Result<Self, String> {
                let Some(table) = value.as_object() else { return Err("must hold tables".into()) };
                let mut read = Self::default();
                for (key, value) in table {
                    match key.as_str() {
                        $(stringify!($name) => {
                            read.$name = $crate::setting::Setting::from_value(value)
                                .map_err(|why| format!("holds a {} that {why}", stringify!($name)))?;
                        })+
                        other => return Err($crate::tables::unknown(other, Self::KEYS)),
                    }
                }
                Ok(read)
            }
        }

        impl $crate::setting::Setting for Vec<$struct> {
            type Literal = ();
            const KIND: $crate::setting::Kind = $crate::setting::Kind::Tables($struct::KEYS);

            fn literal((): ()) -> Self {
                Vec::new()
            }

            fn to_value(&self) -> serde_json::Value {
                self.iter().map($struct::table).collect()
            }

            fn from_value(value: &serde_json::Value) -> Result<Self, String> {
                let tables = value.as_array().ok_or_else(|| format!("must be {}", Self::KIND.describe()))?;
                tables.iter().map($struct::of_table).collect()
            }
        }
    };
}
pub(crate) use table;

pub(crate) fn unknown(key: &str, keys: &[Key]) -> String {
    match crate::suggest::nearest(key, keys.iter().map(|key| key.name)) {
        Some(name) => format!("has no key {key}; did you mean {name}?"),
        None => {
            format!("has no key {key}: it may hold {}", keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", "))
        }
    }
}
