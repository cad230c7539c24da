//! Custom profile attributes: the fields, and each user's values.

use base::ids::UserId;
use base::{Id, Millis};
use serde_json::Value as Json;
use wire::profile_attributes::AttributeField;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT f.id, f.name, f.kind, f.attrs, f.create_at, f.update_at, f.delete_at FROM attribute_fields f ",
            $rest
        )
    };
}

crate::statements! {
    INSERT_FIELD = "PropertyFieldStore.Create" =>
        "INSERT INTO attribute_fields (id, name, kind, attrs, create_at, update_at, delete_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    UPDATE_FIELD = "PropertyFieldStore.Update" =>
        "UPDATE attribute_fields SET name = $3, kind = $4, attrs = $5, update_at = $6 \
         WHERE id = $1 AND update_at = $2 AND delete_at = 0";
    DELETE_FIELD = "PropertyFieldStore.Delete" =>
        "UPDATE attribute_fields SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    /// By attribute_fields_live, of which there are few.
    LIVE_FIELDS = "PropertyFieldStore.SearchPropertyFields" => select!("WHERE f.delete_at = 0 ORDER BY f.name LIMIT $1");
    UPSERT_VALUE = "PropertyValueStore.Upsert" =>
        "INSERT INTO attribute_values (user_id, field_id, value, update_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, update_at = excluded.update_at";
    DELETE_VALUES_OF_FIELD = "PropertyValueStore.DeleteForField" => "DELETE FROM attribute_values WHERE field_id = $1";
    DELETE_VALUES_OF_USER = "PropertyValueStore.DeleteForTarget" => "DELETE FROM attribute_values WHERE user_id = $1";
    VALUES_OF = "PropertyValueStore.SearchPropertyValues" =>
        "SELECT field_id, value FROM attribute_values WHERE user_id = $1 ORDER BY field_id LIMIT $2";
}

impl FromRow for AttributeField {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(AttributeField {
            id: row.id()?,
            name: row.text()?,
            kind: row.text()?,
            attrs: row.json()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            ..AttributeField::default()
        })
    }
}

/// One value as it is stored.
struct StoredValue(Id, Json);

impl FromRow for StoredValue {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(StoredValue(row.id()?, row.json()?))
    }
}

/// Adds a field. Conflicts on `attribute_fields.name`.
pub fn insert_field(field: &AttributeField) -> Write {
    let params = params![
        field.id,
        &field.name,
        &field.kind,
        json(&field.attrs),
        field.create_at,
        field.update_at,
        field.delete_at,
    ];
    Write::must(&INSERT_FIELD, params)
}

/// Replaces a live field, if it still is as it was at `read_at` (its old `update_at`).
pub fn update_field(field: &AttributeField, read_at: Millis) -> Write {
    let params = params![field.id, read_at, &field.name, &field.kind, json(&field.attrs), field.update_at];
    Write::must(&UPDATE_FIELD, params)
}

/// Removes a live field; its values are removed by [`delete_values_of_field`].
pub fn delete_field(id: Id, now: Millis) -> Write {
    Write::must(&DELETE_FIELD, params![id, now])
}

/// Sets what a user says in a field.
pub fn set_value(user: UserId, field: Id, value: &Json, now: Millis) -> Write {
    Write::new(&UPSERT_VALUE, params![user, field, json(value), now])
}

pub fn delete_values_of_field(field: Id) -> Write {
    Write::new(&DELETE_VALUES_OF_FIELD, params![field])
}

pub fn delete_values_of_user(user: UserId) -> Write {
    Write::new(&DELETE_VALUES_OF_USER, params![user])
}

impl Store {
    /// The fields in use. Without group and target: those are the same for all of them.
    pub async fn attribute_fields(&self, limit: usize) -> Result<Vec<AttributeField>> {
        self.all(&LIVE_FIELDS, params![limit]).await
    }

    /// A user's values by field.
    pub async fn attribute_values(&self, user: UserId, limit: usize) -> Result<Vec<(Id, Json)>> {
        let rows: Vec<StoredValue> = self.all(&VALUES_OF, params![user, limit]).await?;
        Ok(rows.into_iter().map(|StoredValue(field, value)| (field, value)).collect())
    }
}
