//! Values that go into statements and come out of rows.

use base::Id;

/// One parameter or one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    /// Every number and every truth value (0, 1) is a BIGINT.
    Int(i64),
    Text(String),
    /// Ids are 16 bytes in a BLOB or BYTEA.
    Bytes(Vec<u8>),
    Id(Id),
    /// For `= ANY($n)` only.
    Ids(Vec<Id>),
    /// For `= ANY($n)` only.
    Texts(Vec<String>),
    /// For `= ANY($n)` only.
    Ints(Vec<i64>),
}

/// What is kept as JSON in a text column.
pub fn json<T: serde::Serialize>(value: &T) -> Value {
    Value::Text(serde_json::to_string(value).expect("wire types have text keys, so they are always JSON"))
}

/// The parameters of a statement, in order, converted.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { vec![$($crate::Value::from($value)),*] };
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Value::Int(value.into())
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Value::Int(value.into())
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Value::Int(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Value::Text(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Value::Text(value.clone())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Value::Bytes(value)
    }
}

impl From<&[u8]> for Value {
    fn from(value: &[u8]) -> Self {
        Value::Bytes(value.to_vec())
    }
}

impl<const N: usize> From<&[u8; N]> for Value {
    fn from(value: &[u8; N]) -> Self {
        Value::Bytes(value.to_vec())
    }
}

impl From<Vec<String>> for Value {
    fn from(value: Vec<String>) -> Self {
        Value::Texts(value)
    }
}

impl From<&[String]> for Value {
    fn from(value: &[String]) -> Self {
        Value::Texts(value.to_vec())
    }
}

impl From<Vec<i64>> for Value {
    fn from(value: Vec<i64>) -> Self {
        Value::Ints(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl From<Id> for Value {
    fn from(value: Id) -> Self {
        Value::Id(value)
    }
}

macro_rules! from_ids {
    ($($name:ident)+) => {$(
        impl From<base::ids::$name> for Value {
            fn from(value: base::ids::$name) -> Self {
                Value::Id(value.0)
            }
        }

        impl From<&[base::ids::$name]> for Value {
            fn from(values: &[base::ids::$name]) -> Self {
                Value::Ids(values.iter().map(|id| id.0).collect())
            }
        }
    )+};
}

from_ids! {
    UserId TeamId ChannelId PostId FileId EmojiId SessionId RoleId SchemeId CommandId HookId BookmarkId UploadId JobId
    AccessTokenId OAuthAppId ScheduledPostId PasskeyId BrowserId ProvisioningTokenId ConnectionId GroupId
}
