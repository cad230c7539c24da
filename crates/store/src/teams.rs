//! Teams.

use base::Millis;
use base::ids::{SchemeId, TeamId, UserId};
use wire::teams::Team;

use crate::error::Result;
use crate::post_pages::Page;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! columns {
    () => {
        "t.id, t.create_at, t.update_at, t.delete_at, t.display_name, t.name, t.description, t.email, t.kind, \
         t.company_name, t.allowed_domains, t.invite_id, t.allow_open_invite, t.last_team_icon_update, t.scheme_id, \
         t.group_constrained, t.cloud_limits_archived"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM teams t ", $rest)
    };
}

crate::statements! {
    INSERT = "TeamStore.Save" =>
        "INSERT INTO teams (id, create_at, update_at, delete_at, display_name, name, description, email, kind, \
            company_name, allowed_domains, invite_id, allow_open_invite, last_team_icon_update, scheme_id, \
            group_constrained, cloud_limits_archived, display_name_folded) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    UPDATE = "TeamStore.Update" =>
        "UPDATE teams SET update_at = $3, display_name = $4, description = $5, email = $6, kind = $7, \
            company_name = $8, allowed_domains = $9, invite_id = $10, allow_open_invite = $11, scheme_id = $12, \
            group_constrained = $13, cloud_limits_archived = $14, \
            display_name_folded = $15 \
         WHERE id = $1 AND update_at = $2";
    SET_DELETED = "TeamStore.SetDeleteAt" => "UPDATE teams SET delete_at = $2, update_at = $3 WHERE id = $1";
    SET_ICON = "TeamStore.UpdateLastTeamIconUpdate" =>
        "UPDATE teams SET last_team_icon_update = $2, update_at = $3 WHERE id = $1";
    REMOVE = "TeamStore.PermanentDelete" => "DELETE FROM teams WHERE id = $1";
    /// By teams_scheme.
    WITH_SCHEME = "TeamStore.GetTeamsByScheme" =>
        select!("WHERE t.scheme_id = $1 ORDER BY t.display_name, t.id LIMIT $2 OFFSET $3");
    BY_ID = "TeamStore.Get" => select!("WHERE t.id = $1");
    BY_IDS = "TeamStore.GetMany" => select!("WHERE t.id = ANY($1) ORDER BY t.display_name, t.id");
    BY_NAME = "TeamStore.GetByName" => select!("WHERE t.name = $1");
    BY_INVITE = "TeamStore.GetByInviteId" => select!("WHERE t.invite_id = $1");
    OF_USER = "TeamStore.GetTeamsByUserId" =>
        select!("JOIN team_members m ON m.team_id = t.id WHERE m.user_id = $1 AND m.delete_at = 0 \
                 AND t.delete_at = 0 ORDER BY t.display_name, t.id");
    PAGE = "TeamStore.GetAllPage" =>
        select!("WHERE t.delete_at = 0 ORDER BY t.display_name, t.id LIMIT $1 OFFSET $2");
    OPEN_PAGE = "TeamStore.GetAllTeamPageListing" =>
        select!("WHERE t.delete_at = 0 AND t.allow_open_invite = 1 ORDER BY t.display_name, t.id LIMIT $1 OFFSET $2");
    CLOSED_PAGE = "TeamStore.GetAllPrivateTeamPageListing" =>
        select!("WHERE t.delete_at = 0 AND t.allow_open_invite = 0 ORDER BY t.display_name, t.id LIMIT $1 OFFSET $2");
    /// Reads all live teams, of which there are few; `$2` and `$3` are the values of `allow_open_invite` that count.
    FOUND = "TeamStore.SearchAll" =>
        select!("WHERE t.delete_at = 0 AND (t.allow_open_invite = $2 OR t.allow_open_invite = $3) \
                 AND (t.name LIKE $1 ESCAPE '\\' OR t.display_name_folded LIKE $1 ESCAPE '\\') \
                 ORDER BY t.display_name, t.id LIMIT $4 OFFSET $5");
    FOUND_COUNT = "TeamStore.SearchAllCount" =>
        "SELECT COUNT(*) FROM teams t \
         WHERE t.delete_at = 0 AND (t.allow_open_invite = $2 OR t.allow_open_invite = $3) \
            AND (t.name LIKE $1 ESCAPE '\\' OR t.display_name_folded LIKE $1 ESCAPE '\\')";
    COUNT = "TeamStore.AnalyticsTeamCount" => "SELECT COUNT(*) FROM teams WHERE delete_at = 0";
    OPEN_COUNT = "TeamStore.AnalyticsPublicTeamCount" =>
        "SELECT COUNT(*) FROM teams WHERE delete_at = 0 AND allow_open_invite = 1";
    CLOSED_COUNT = "TeamStore.AnalyticsPrivateTeamCount" =>
        "SELECT COUNT(*) FROM teams WHERE delete_at = 0 AND allow_open_invite = 0";
}

impl FromRow for Team {
    fn from_row(row: &mut Columns) -> Result<Self> {
        Ok(Team {
            id: row.id()?,
            create_at: row.int()?,
            update_at: row.int()?,
            delete_at: row.int()?,
            display_name: row.text()?,
            name: row.text()?,
            description: row.text()?,
            email: row.text()?,
            kind: row.text()?,
            company_name: row.text()?,
            allowed_domains: row.text()?,
            invite_id: row.text()?,
            allow_open_invite: row.bool()?,
            last_team_icon_update: row.int()?,
            scheme_id: row.some_id()?,
            group_constrained: row.opt_bool()?,
            cloud_limits_archived: row.bool()?,
            ..Team::default()
        })
    }
}

/// Which teams a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    All,
    /// Those that anyone may join.
    Open,
    /// Those that need an invitation.
    Closed,
}

impl Listing {
    /// The two values of `allow_open_invite` that belong to it.
    fn open_invite(self) -> (bool, bool) {
        match self {
            Listing::All => (true, false),
            Listing::Open => (true, true),
            Listing::Closed => (false, false),
        }
    }
}

/// A pattern of `LIKE` that finds `term` anywhere.
fn anywhere(term: &str) -> String {
    format!("%{}%", term.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

/// Adds a team. Conflicts on `teams.name` and `teams.invite_id`.
pub fn insert(team: &Team) -> Write {
    let params = params![
        team.id,
        team.create_at,
        team.update_at,
        team.delete_at,
        &team.display_name,
        &team.name,
        &team.description,
        &team.email,
        &team.kind,
        &team.company_name,
        &team.allowed_domains,
        &team.invite_id,
        team.allow_open_invite,
        team.last_team_icon_update,
        team.scheme_id.unwrap_or_default(),
        team.group_constrained,
        team.cloud_limits_archived,
        team.display_name.to_lowercase(),
    ];
    Write::must(&INSERT, params)
}

/// Replaces all of a team but name, icon and archiving, if it still is as it was at `read_at` (its old `update_at`).
pub fn update(team: &Team, read_at: Millis) -> Write {
    let params = params![
        team.id,
        read_at,
        team.update_at,
        &team.display_name,
        &team.description,
        &team.email,
        &team.kind,
        &team.company_name,
        &team.allowed_domains,
        &team.invite_id,
        team.allow_open_invite,
        team.scheme_id.unwrap_or_default(),
        team.group_constrained,
        team.cloud_limits_archived,
        team.display_name.to_lowercase(),
    ];
    Write::must(&UPDATE, params)
}

/// Archives the team at `delete_at`, or brings it back when that is 0.
pub fn set_deleted(id: TeamId, delete_at: Millis, now: Millis) -> Write {
    Write::must(&SET_DELETED, params![id, delete_at, now])
}

pub fn set_icon(id: TeamId, last_team_icon_update: Millis, now: Millis) -> Write {
    Write::must(&SET_ICON, params![id, last_team_icon_update, now])
}

/// Removes the row of a team; what belonged to it is removed by writes of its own.
pub fn remove(id: TeamId) -> Write {
    Write::must(&REMOVE, params![id])
}

impl Store {
    /// The teams that have a scheme of roles.
    pub async fn teams_with_scheme(&self, scheme: SchemeId, page: Page) -> Result<Vec<Team>> {
        self.all(&WITH_SCHEME, params![scheme, page.limit, page.offset]).await
    }

    pub async fn team(&self, id: TeamId) -> Result<Option<Team>> {
        self.one(&BY_ID, params![id]).await
    }

    /// Those of `ids` that exist, archived or not, by display name.
    pub async fn teams(&self, ids: &[TeamId]) -> Result<Vec<Team>> {
        self.all(&BY_IDS, params![ids]).await
    }

    pub async fn team_by_name(&self, name: &str) -> Result<Option<Team>> {
        self.one(&BY_NAME, params![name]).await
    }

    pub async fn team_by_invite(&self, invite_id: &str) -> Result<Option<Team>> {
        self.one(&BY_INVITE, params![invite_id]).await
    }

    /// The live teams of a user, by display name.
    pub async fn teams_of(&self, user: UserId) -> Result<Vec<Team>> {
        self.all(&OF_USER, params![user]).await
    }

    /// A page of live teams, by display name.
    pub async fn teams_page(&self, listing: Listing, limit: usize, offset: usize) -> Result<Vec<Team>> {
        let statement = match listing {
            Listing::All => &PAGE,
            Listing::Open => &OPEN_PAGE,
            Listing::Closed => &CLOSED_PAGE,
        };
        self.all(statement, params![limit, offset]).await
    }

    pub async fn teams_count(&self, listing: Listing) -> Result<i64> {
        let statement = match listing {
            Listing::All => &COUNT,
            Listing::Open => &OPEN_COUNT,
            Listing::Closed => &CLOSED_COUNT,
        };
        Ok(self.one(statement, params![]).await?.unwrap_or_default())
    }

    /// A page of the live teams with `term`, which is in lower case, in name or display name.
    pub async fn teams_found(&self, listing: Listing, term: &str, limit: usize, offset: usize) -> Result<Vec<Team>> {
        let (one, other) = listing.open_invite();
        self.all(&FOUND, params![anywhere(term), one, other, limit, offset]).await
    }

    /// How many there are on all pages of [`Store::teams_found`].
    pub async fn teams_found_count(&self, listing: Listing, term: &str) -> Result<i64> {
        let (one, other) = listing.open_invite();
        Ok(self.one(&FOUND_COUNT, params![anywhere(term), one, other]).await?.unwrap_or_default())
    }
}
