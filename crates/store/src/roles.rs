//! Roles. All of them are held in memory by the server; this is where they last.

use base::ids::RoleId;
use wire::roles::Role;

use crate::error::Result;
use crate::row::{Columns, FromRow};
use crate::value::json;
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, display_name, description, create_at, update_at, delete_at, permissions, \
             scheme_managed, built_in, scheme_id FROM roles ",
            $rest
        )
    };
}

crate::statements! {
    INSERT = "RoleStore.Save" =>
        "INSERT INTO roles (id, name, display_name, description, create_at, update_at, delete_at, permissions, \
            scheme_managed, built_in, scheme_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    /// A node that starts at the same time may have made it.
    INSERT_NEW = "RoleStore.SaveNew" =>
        "INSERT INTO roles (id, name, display_name, description, create_at, update_at, delete_at, permissions, \
            scheme_managed, built_in, scheme_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (name) DO NOTHING";
    UPDATE = "RoleStore.Update" =>
        "UPDATE roles SET display_name = $3, description = $4, update_at = $5, delete_at = $6, permissions = $7 \
         WHERE id = $1 AND update_at = $2";
    REMOVE = "RoleStore.Delete" => "DELETE FROM roles WHERE id = $1";
    BY_ID = "RoleStore.Get" => select!("WHERE id = $1");
    BY_NAMES = "RoleStore.GetByNames" => select!("WHERE name = ANY($1) ORDER BY name");
    EVERY = "RoleStore.GetAll" => select!("ORDER BY name");
}

impl FromRow for Role {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Role {
            id: row.id()?,
            name: row.text()?,
            display_name: row.text()?,
            description: row.text()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            permissions: row.json()?,
            scheme_managed: row.bool()?,
            built_in: row.bool()?,
            scheme_id: row.some_id()?,
        })
    }
}

/// Adds a role. Conflicts on `roles.name`.
pub fn insert(role: &Role) -> Write {
    Write::must(&INSERT, values(role))
}

/// Adds a role unless one of this name is there.
pub fn insert_new(role: &Role) -> Write {
    Write::new(&INSERT_NEW, values(role))
}

fn values(role: &Role) -> Vec<crate::Value> {
    params![
        role.id,
        &role.name,
        &role.display_name,
        &role.description,
        role.create_at,
        role.update_at,
        role.delete_at,
        json(&role.permissions),
        role.scheme_managed,
        role.built_in,
        role.scheme_id.unwrap_or_default(),
    ]
}

/// Replaces what a role says and permits, if it still is as it was at `read_at` (its old `update_at`).
pub fn update(role: &Role, read_at: base::Millis) -> Write {
    let params = params![
        role.id,
        read_at,
        &role.display_name,
        &role.description,
        role.update_at,
        role.delete_at,
        json(&role.permissions),
    ];
    Write::must(&UPDATE, params)
}

pub fn remove(id: RoleId) -> Write {
    Write::must(&REMOVE, params![id])
}

impl Store {
    pub async fn role(&self, id: RoleId) -> Result<Option<Role>> {
        self.one(&BY_ID, params![id]).await
    }

    pub async fn roles_by_names(&self, names: &[String]) -> Result<Vec<Role>> {
        self.all(&BY_NAMES, params![names]).await
    }

    /// Every role, deleted ones included, by name.
    pub async fn roles(&self) -> Result<Vec<Role>> {
        self.all(&EVERY, params![]).await
    }
}
