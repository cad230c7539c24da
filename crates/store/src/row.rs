//! Rows: read once, left to right, in the order the statement spells its columns.

use base::Id;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::value::Value;
use crate::write::Outcome;

/// A row that is being read.
pub struct Columns {
    values: std::vec::IntoIter<Value>,
    at: usize,
}

/// What can be made of a row.
pub trait FromRow: Sized {
    fn from_row(row: &mut Columns) -> Result<Self>;
}

/// What the statements of a change returned.
pub trait Returned {
    /// Rows that the statement at `at` returned through `RETURNING`.
    ///
    /// # Errors
    /// When a row does not hold what `T` expects.
    fn rows<T: FromRow>(&self, at: usize) -> Result<Vec<T>>;
}

impl Returned for Outcome {
    fn rows<T: FromRow>(&self, at: usize) -> Result<Vec<T>> {
        self.returned(at).iter().map(|row| read(row.clone())).collect()
    }
}

/// Reads a row.
pub(crate) fn read<T: FromRow>(values: Vec<Value>) -> Result<T> {
    T::from_row(&mut Columns { values: values.into_iter(), at: 0 })
}

impl Columns {
    fn next(&mut self) -> Result<Value> {
        self.at += 1;
        self.values.next().ok_or_else(|| self.wrong("the row is shorter than its reader".to_owned()))
    }

    fn wrong(&self, cause: String) -> Error {
        Error::Column { column: self.at, cause }
    }

    fn mismatch<T>(&self, wanted: &str, got: &Value) -> Result<T> {
        Err(self.wrong(format!("wanted {wanted}, got {got:?}")))
    }

    pub fn id<T: From<Id>>(&mut self) -> Result<T> {
        match self.next()? {
            Value::Bytes(bytes) => match <[u8; 16]>::try_from(bytes.as_slice()) {
                Ok(bytes) => Ok(T::from(Id(bytes))),
                Err(_) => Err(self.wrong(format!("an id of {} bytes", bytes.len()))),
            },
            Value::Id(id) => Ok(T::from(id)),
            other => self.mismatch("an id", &other),
        }
    }

    pub fn opt_id<T: From<Id>>(&mut self) -> Result<Option<T>> {
        match self.next()? {
            Value::Null => Ok(None),
            Value::Id(id) => Ok(Some(T::from(id))),
            Value::Bytes(bytes) => match <[u8; 16]>::try_from(bytes.as_slice()) {
                Ok(bytes) => Ok(Some(T::from(Id(bytes)))),
                Err(_) => Err(self.wrong(format!("an id of {} bytes", bytes.len()))),
            },
            other => self.mismatch("an id", &other),
        }
    }

    /// An id of which zero stands for none.
    pub fn some_id<T: From<Id>>(&mut self) -> Result<Option<T>> {
        let id: Id = self.id()?;
        Ok((!id.is_none()).then(|| T::from(id)))
    }

    pub fn int(&mut self) -> Result<i64> {
        match self.next()? {
            Value::Int(value) => Ok(value),
            other => self.mismatch("a number", &other),
        }
    }

    /// A number that may be missing, as sums over nothing are.
    pub fn opt_int(&mut self) -> Result<Option<i64>> {
        match self.next()? {
            Value::Null => Ok(None),
            Value::Int(value) => Ok(Some(value)),
            other => self.mismatch("a number", &other),
        }
    }

    pub fn bool(&mut self) -> Result<bool> {
        Ok(self.int()? != 0)
    }

    pub fn opt_bool(&mut self) -> Result<Option<bool>> {
        Ok(self.opt_int()?.map(|value| value != 0))
    }

    pub fn text(&mut self) -> Result<String> {
        match self.next()? {
            Value::Text(value) => Ok(value),
            other => self.mismatch("text", &other),
        }
    }

    pub fn opt_text(&mut self) -> Result<Option<String>> {
        match self.next()? {
            Value::Null => Ok(None),
            Value::Text(value) => Ok(Some(value)),
            other => self.mismatch("text", &other),
        }
    }

    pub fn bytes(&mut self) -> Result<Vec<u8>> {
        match self.next()? {
            Value::Bytes(value) => Ok(value),
            other => self.mismatch("bytes", &other),
        }
    }

    pub fn opt_bytes(&mut self) -> Result<Option<Vec<u8>>> {
        match self.next()? {
            Value::Null => Ok(None),
            Value::Bytes(value) => Ok(Some(value)),
            other => self.mismatch("bytes", &other),
        }
    }

    /// Bytes of which there are exactly `N`, as in hashes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let bytes = self.bytes()?;
        <[u8; N]>::try_from(bytes.as_slice()).map_err(|_| self.wrong(format!("{} bytes instead of {N}", bytes.len())))
    }

    /// JSON in a text column; the empty text is the default value.
    pub fn json<T: DeserializeOwned + Default>(&mut self) -> Result<T> {
        let text = self.text()?;
        if text.is_empty() {
            return Ok(T::default());
        }
        serde_json::from_str(&text).map_err(|error| self.wrong(error.to_string()))
    }
}

impl FromRow for i64 {
    fn from_row(row: &mut Columns) -> Result<Self> {
        row.int()
    }
}

impl FromRow for String {
    fn from_row(row: &mut Columns) -> Result<Self> {
        row.text()
    }
}

macro_rules! from_row_ids {
    ($($name:ident)+) => {$(
        impl FromRow for base::ids::$name {
            fn from_row(row: &mut Columns) -> Result<Self> {
                row.id()
            }
        }
    )+};
}

from_row_ids! {
    UserId TeamId ChannelId PostId FileId EmojiId SessionId RoleId SchemeId CommandId HookId BookmarkId UploadId JobId
    AccessTokenId OAuthAppId ScheduledPostId PasskeyId BrowserId ProvisioningTokenId ConnectionId GroupId
}

impl<A: FromRow, B: FromRow> FromRow for (A, B) {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok((A::from_row(row)?, B::from_row(row)?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow> FromRow for (A, B, C) {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok((A::from_row(row)?, B::from_row(row)?, C::from_row(row)?))
    }
}
