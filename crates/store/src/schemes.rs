//! Schemes, and the teams and channels that have one. All live ones are held in memory by the server; this is where
//! they last.

use base::Millis;
use base::ids::SchemeId;
use wire::schemes::Scheme;

use crate::error::Result;
use crate::post_pages::Page;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! columns {
    () => {
        "s.id, s.name, s.display_name, s.description, s.create_at, s.update_at, s.delete_at, s.scope, \
         s.default_team_admin_role, s.default_team_user_role, s.default_team_guest_role, \
         s.default_channel_admin_role, s.default_channel_user_role, s.default_channel_guest_role, \
         s.default_playbook_admin_role, s.default_playbook_member_role, s.default_run_admin_role, \
         s.default_run_member_role"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM schemes s ", $rest)
    };
}

crate::statements! {
    INSERT = "SchemeStore.Save" =>
        "INSERT INTO schemes (id, name, display_name, description, create_at, update_at, delete_at, scope, \
            default_team_admin_role, default_team_user_role, default_team_guest_role, default_channel_admin_role, \
            default_channel_user_role, default_channel_guest_role, default_playbook_admin_role, \
            default_playbook_member_role, default_run_admin_role, default_run_member_role) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    UPDATE = "SchemeStore.Update" =>
        "UPDATE schemes SET name = $3, display_name = $4, description = $5, update_at = $6 \
         WHERE id = $1 AND update_at = $2 AND delete_at = 0";
    REMOVE = "SchemeStore.Delete" => "UPDATE schemes SET delete_at = $2, update_at = $2 WHERE id = $1 AND delete_at = 0";
    REMOVE_ROLES = "RoleStore.DeleteByScheme" =>
        "UPDATE roles SET delete_at = $2, update_at = $2 WHERE name = ANY($1) AND delete_at = 0";
    /// By teams_scheme.
    FREE_TEAMS = "TeamStore.ResetAllTeamSchemes" => "UPDATE teams SET scheme_id = $2, update_at = $3 WHERE scheme_id = $1";
    /// By channels_scheme.
    FREE_CHANNELS = "ChannelStore.ResetAllChannelSchemes" =>
        "UPDATE channels SET scheme_id = $2, update_at = $3 WHERE scheme_id = $1";
    LIVE = "SchemeStore.GetAll" => select!("WHERE s.delete_at = 0 ORDER BY s.id LIMIT $1");
    PAGE = "SchemeStore.GetAllPage" =>
        select!("WHERE s.scope = ANY($1) AND s.delete_at = 0 ORDER BY s.create_at DESC, s.id DESC LIMIT $2 OFFSET $3");
}

impl FromRow for Scheme {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Scheme {
            id: row.id()?,
            name: row.text()?,
            display_name: row.text()?,
            description: row.text()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            scope: row.text()?,
            default_team_admin_role: row.text()?,
            default_team_user_role: row.text()?,
            default_team_guest_role: row.text()?,
            default_channel_admin_role: row.text()?,
            default_channel_user_role: row.text()?,
            default_channel_guest_role: row.text()?,
            default_playbook_admin_role: row.text()?,
            default_playbook_member_role: row.text()?,
            default_run_admin_role: row.text()?,
            default_run_member_role: row.text()?,
        })
    }
}

/// Adds a scheme. Conflicts on `schemes.name`.
pub fn insert(scheme: &Scheme) -> Write {
    let params = params![
        scheme.id,
        &scheme.name,
        &scheme.display_name,
        &scheme.description,
        scheme.create_at,
        scheme.update_at,
        scheme.delete_at,
        &scheme.scope,
        &scheme.default_team_admin_role,
        &scheme.default_team_user_role,
        &scheme.default_team_guest_role,
        &scheme.default_channel_admin_role,
        &scheme.default_channel_user_role,
        &scheme.default_channel_guest_role,
        &scheme.default_playbook_admin_role,
        &scheme.default_playbook_member_role,
        &scheme.default_run_admin_role,
        &scheme.default_run_member_role,
    ];
    Write::must(&INSERT, params)
}

/// Replaces what a live scheme is called, if it still is as it was at `read_at` (its old `update_at`).
pub fn update(scheme: &Scheme, read_at: Millis) -> Write {
    let params = params![scheme.id, read_at, &scheme.name, &scheme.display_name, &scheme.description, scheme.update_at];
    Write::must(&UPDATE, params)
}

/// Removes a live scheme with its roles.
pub fn remove(id: SchemeId, roles: &[String], now: Millis) -> [Write; 2] {
    [Write::must(&REMOVE, params![id, now]), Write::new(&REMOVE_ROLES, params![roles, now])]
}

/// Takes a scheme away from all teams and channels that have it.
pub fn free(id: SchemeId, now: Millis) -> [Write; 2] {
    [
        Write::new(&FREE_TEAMS, params![id, SchemeId::NONE, now]),
        Write::new(&FREE_CHANNELS, params![id, SchemeId::NONE, now]),
    ]
}

impl Store {
    /// Every live scheme.
    pub async fn schemes(&self, limit: usize) -> Result<Vec<Scheme>> {
        self.all(&LIVE, params![limit]).await
    }

    /// Live schemes of some scopes, newest first.
    pub async fn schemes_page(&self, scopes: &[String], page: Page) -> Result<Vec<Scheme>> {
        self.all(&PAGE, params![scopes, page.limit, page.offset]).await
    }
}
