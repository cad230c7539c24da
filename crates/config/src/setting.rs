//! The types a field may have, and how each is read from JSON, TOML and text.
//!
//! [`Setting`] is all that [`crate::field`] knows of a type; sections name the types in their tables.

use serde_json::Value;

/// A type that a field of a section can have.
pub trait Setting: Sized {
    /// What a default is written as in a section's table.
    type Literal;
    /// How the type is called in messages.
    const KIND: Kind;

    fn literal(literal: Self::Literal) -> Self;
    fn to_value(&self) -> Value;

    /// # Errors
    /// When `value` has another type or, for a choice, is none of the names.
    fn from_value(value: &Value) -> Result<Self, String>;
}

/// What a field holds, for messages, for reading text and for the generated example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Number,
    Text,
    Secret,
    List,
    Secrets,
    Choice(&'static [&'static str]),
    /// A list of tables, each of which may hold these.
    Tables(&'static [crate::tables::Key]),
}

impl Kind {
    pub fn describe(self) -> String {
        match self {
            Kind::Bool => "true or false".into(),
            Kind::Number => "a whole number".into(),
            Kind::Text => "text".into(),
            Kind::Secret => "text (secret)".into(),
            Kind::List => "a list of texts".into(),
            Kind::Secrets => "a list of texts (secret)".into(),
            Kind::Choice(names) => format!("one of {}", names.join(", ")),
            Kind::Tables(_) => "a list of tables".into(),
        }
    }

    /// Reads what stands in an environment variable or after `--set key=`. Lists are separated by commas, and lists of tables are JSON.
    ///
    /// # Errors
    /// When `text` is no such value.
    pub fn parse(self, text: &str) -> Result<Value, String> {
        let wrong = || format!("must be {}, got {text:?}", self.describe());
        match self {
            Kind::Bool => text.parse().map(Value::Bool).map_err(|_| wrong()),
            Kind::Number => text.parse::<i64>().map(Value::from).map_err(|_| wrong()),
            Kind::Text | Kind::Secret | Kind::Choice(_) => Ok(Value::from(text)),
            Kind::List | Kind::Secrets => {
                Ok(text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(Value::from).collect())
            }
            Kind::Tables(_) => serde_json::from_str(text).map_err(|why| format!("must be a list in JSON: {why}")),
        }
    }
}

/// Text that is shown to nobody: `Debug` and the admin's view mask it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret(text)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "Secret(unset)" } else { "Secret(set)" })
    }
}

fn wrong_type(kind: Kind, value: &Value) -> String {
    let found = match value {
        Value::Null => "nothing".into(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        // A value of the wrong type could be a secret typed into the wrong line.
        Value::String(_) => "text".into(),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "a table".into(),
    };
    format!("must be {}, got {found}", kind.describe())
}

impl Setting for bool {
    type Literal = bool;
    const KIND: Kind = Kind::Bool;

    fn literal(literal: bool) -> Self {
        literal
    }

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| wrong_type(Self::KIND, value))
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => {$(
        impl Setting for $ty {
            type Literal = $ty;
            const KIND: Kind = Kind::Number;

            fn literal(literal: $ty) -> Self {
                literal
            }

            fn to_value(&self) -> Value {
                Value::from(*self)
            }

            fn from_value(value: &Value) -> Result<Self, String> {
                let number = value.as_i64().ok_or_else(|| wrong_type(Self::KIND, value))?;
                <$ty>::try_from(number).map_err(|_| {
                    format!("must be between {} and {}, got {number}", <$ty>::MIN, <$ty>::MAX)
                })
            }
        }
    )*};
}
numbers!(u16, u32, u64, i64);

impl Setting for String {
    type Literal = &'static str;
    const KIND: Kind = Kind::Text;

    fn literal(literal: &'static str) -> Self {
        literal.into()
    }

    fn to_value(&self) -> Value {
        Value::from(self.as_str())
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        value.as_str().map(String::from).ok_or_else(|| wrong_type(Self::KIND, value))
    }
}

impl Setting for Secret {
    type Literal = &'static str;
    const KIND: Kind = Kind::Secret;

    fn literal(literal: &'static str) -> Self {
        Secret(literal.into())
    }

    fn to_value(&self) -> Value {
        Value::from(self.0.as_str())
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        value.as_str().map(|text| Secret(text.into())).ok_or_else(|| wrong_type(Self::KIND, value))
    }
}

impl Setting for Vec<String> {
    type Literal = &'static [&'static str];
    const KIND: Kind = Kind::List;

    fn literal(literal: Self::Literal) -> Self {
        literal.iter().map(|&item| item.into()).collect()
    }

    fn to_value(&self) -> Value {
        self.iter().map(String::as_str).map(Value::from).collect()
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        texts(Self::KIND, value)
    }
}

impl Setting for Vec<Secret> {
    type Literal = &'static [&'static str];
    const KIND: Kind = Kind::Secrets;

    fn literal(literal: Self::Literal) -> Self {
        literal.iter().map(|&item| Secret(item.into())).collect()
    }

    fn to_value(&self) -> Value {
        self.iter().map(Secret::reveal).map(Value::from).collect()
    }

    fn from_value(value: &Value) -> Result<Self, String> {
        Ok(texts(Self::KIND, value)?.into_iter().map(Secret).collect())
    }
}

fn texts(kind: Kind, value: &Value) -> Result<Vec<String>, String> {
    // Clients send null for an empty list.
    if value.is_null() {
        return Ok(Vec::new());
    }
    let items = value.as_array().ok_or_else(|| wrong_type(kind, value))?;
    items.iter().map(|item| item.as_str().map(String::from).ok_or_else(|| wrong_type(kind, item))).collect()
}

/// Declares an enum whose values have names in the file, and makes it a [`Setting`].
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant),* }

        impl $name {
            /// As it stands in the file and on the wire.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }

        impl $crate::setting::Setting for $name {
            type Literal = $name;
            const KIND: $crate::setting::Kind = $crate::setting::Kind::Choice(&[$($text),*]);

            fn literal(literal: $name) -> Self {
                literal
            }

            fn to_value(&self) -> serde_json::Value {
                serde_json::Value::from(self.name())
            }

            fn from_value(value: &serde_json::Value) -> Result<Self, String> {
                match value.as_str() {
                    $(Some($text) => Ok(Self::$variant),)*
                    Some(other) => Err(format!("must be {}, got {other:?}", Self::KIND.describe())),
                    None => Err(format!("must be {}", Self::KIND.describe())),
                }
            }
        }
    };
}
pub(crate) use choice;
