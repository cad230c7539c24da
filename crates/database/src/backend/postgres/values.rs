//! Values on their way to PostgreSQL and back.

use base::Id;
use bytes::BytesMut;
use tokio_postgres::Row;
use tokio_postgres::types::{Format, IsNull, ToSql, Type, to_sql_checked};

use super::failure::failed;
use crate::error::Result;
use crate::value::Value;

pub fn borrowed(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// The parameters with the types that the database is told of; what it finds for NULL is its own choice.
pub fn typed(params: &[Value]) -> Vec<(&(dyn ToSql + Sync), Type)> {
    params.iter().map(|value| (value as &(dyn ToSql + Sync), kind(value))).collect()
}

fn kind(value: &Value) -> Type {
    match value {
        Value::Null => Type::UNKNOWN,
        Value::Int(_) => Type::INT8,
        Value::Text(_) => Type::TEXT,
        Value::Bytes(_) | Value::Id(_) => Type::BYTEA,
        Value::Ids(_) => Type::BYTEA_ARRAY,
        Value::Texts(_) => Type::TEXT_ARRAY,
        Value::Ints(_) => Type::INT8_ARRAY,
    }
}

pub fn values(name: &'static str, row: &Row) -> Result<Vec<Value>> {
    let read = |at: usize, kind: &Type| -> Result<Value, tokio_postgres::Error> {
        Ok(match *kind {
            Type::INT8 => row.try_get::<_, Option<i64>>(at)?.map_or(Value::Null, Value::Int),
            Type::INT4 => row.try_get::<_, Option<i32>>(at)?.map_or(Value::Null, |value| Value::Int(value.into())),
            Type::BOOL => row.try_get::<_, Option<bool>>(at)?.map_or(Value::Null, |value| Value::Int(value.into())),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(at)?.map_or(Value::Null, Value::Bytes),
            _ => row.try_get::<_, Option<String>>(at)?.map_or(Value::Null, Value::Text),
        })
    };
    row.columns()
        .iter()
        .enumerate()
        .map(|(at, column)| read(at, column.type_()).map_err(|error| failed(name, &error)))
        .collect()
}

type Encoded = std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Encoded {
        let ids = |ids: &[Id]| ids.iter().map(|id| id.0.to_vec()).collect::<Vec<_>>();
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(value) if *kind == Type::INT4 => i32::try_from(*value)?.to_sql(kind, out),
            Value::Int(value) if *kind == Type::BOOL => (*value != 0).to_sql(kind, out),
            Value::Int(value) => value.to_sql(&Type::INT8, out),
            Value::Text(text) => text.to_sql(&Type::TEXT, out),
            Value::Bytes(bytes) => bytes.to_sql(&Type::BYTEA, out),
            Value::Id(id) => id.0.as_slice().to_sql(&Type::BYTEA, out),
            Value::Ids(list) => ids(list).to_sql(&Type::BYTEA_ARRAY, out),
            Value::Texts(texts) => texts.to_sql(&Type::TEXT_ARRAY, out),
            Value::Ints(ints) => ints.to_sql(&Type::INT8_ARRAY, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        Format::Binary
    }

    to_sql_checked!();
}
