//! Members of teams. Who left stays as a row with `delete_at`, and comes back by the same insert.

use base::Millis;
use base::ids::{TeamId, UserId};
use wire::teams::{SchemeRoles, TeamMember};

use crate::error::Result;
use crate::member_roles::MemberRoles;
use crate::row::{Columns, FromRow};
use crate::{Store, Write, params};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT m.team_id, m.user_id, m.create_at, m.delete_at, m.explicit_roles, m.scheme_guest, m.scheme_user, \
             m.scheme_admin FROM team_members m ",
            $rest
        )
    };
}

crate::statements! {
    /// Joining again keeps nothing of the old membership.
    JOIN = "TeamStore.SaveMember" =>
        "INSERT INTO team_members (team_id, user_id, explicit_roles, create_at, delete_at, scheme_guest, scheme_user, \
            scheme_admin) \
         VALUES ($1, $2, $3, $4, 0, $5, $6, $7) \
         ON CONFLICT (team_id, user_id) DO UPDATE SET explicit_roles = excluded.explicit_roles, \
            create_at = excluded.create_at, delete_at = 0, scheme_guest = excluded.scheme_guest, \
            scheme_user = excluded.scheme_user, scheme_admin = excluded.scheme_admin \
         WHERE team_members.delete_at > 0";
    LEAVE = "TeamStore.RemoveMember" =>
        "UPDATE team_members SET delete_at = $3, explicit_roles = '', scheme_guest = 0, scheme_user = 0, \
            scheme_admin = 0 \
         WHERE team_id = $1 AND user_id = $2 AND delete_at = 0";
    SET_ROLES = "TeamStore.UpdateMember" =>
        "UPDATE team_members SET explicit_roles = $3, scheme_guest = $4, scheme_user = $5, scheme_admin = $6 \
         WHERE team_id = $1 AND user_id = $2 AND delete_at = 0";
    REMOVE_OF_TEAM = "TeamStore.RemoveAllMembersByTeam" => "DELETE FROM team_members WHERE team_id = $1";
    REMOVE_OF_USER = "TeamStore.RemoveAllMembersByUser" => "DELETE FROM team_members WHERE user_id = $1";
    ONE = "TeamStore.GetMember" => select!("WHERE m.team_id = $1 AND m.user_id = $2");
    SOME = "TeamStore.GetMembersByIds" =>
        select!("WHERE m.team_id = $1 AND m.user_id = ANY($2) AND m.delete_at = 0 ORDER BY m.user_id");
    OF_USER = "TeamStore.GetTeamsForUser" =>
        select!("WHERE m.user_id = $1 AND m.delete_at = 0 ORDER BY m.team_id");
    PAGE = "TeamStore.GetMembers" =>
        select!("WHERE m.team_id = $1 AND m.delete_at = 0 ORDER BY m.user_id LIMIT $2 OFFSET $3");
    ACTIVE_PAGE = "TeamStore.GetActiveMembers" =>
        select!("JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.delete_at = 0 AND u.delete_at = 0 \
                 ORDER BY m.user_id LIMIT $2 OFFSET $3");
    PAGE_BY_NAME = "TeamStore.GetMembersByUsername" =>
        select!("JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.delete_at = 0 \
                 ORDER BY u.username LIMIT $2 OFFSET $3");
    ACTIVE_PAGE_BY_NAME = "TeamStore.GetActiveMembersByUsername" =>
        select!("JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.delete_at = 0 AND u.delete_at = 0 \
                 ORDER BY u.username LIMIT $2 OFFSET $3");
    COUNTS = "TeamStore.GetActiveMemberCount" =>
        "SELECT COUNT(*), COALESCE(CAST(SUM(CASE WHEN u.delete_at = 0 THEN 1 ELSE 0 END) AS BIGINT), 0) \
         FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND m.delete_at = 0";
}

impl FromRow for TeamMember {
    fn from_row(row: &mut Columns) -> Result<Self> {
        let (team_id, user_id, create_at, delete_at) = (row.id()?, row.id()?, row.int()?, row.int()?);
        let roles = MemberRoles::from_row(row)?;
        Ok(TeamMember {
            team_id,
            user_id,
            create_at,
            delete_at,
            roles: roles.joined("team"),
            scheme_guest: roles.scheme_guest,
            scheme_user: roles.scheme_user,
            scheme_admin: roles.scheme_admin,
            explicit_roles: roles.explicit_roles,
        })
    }
}

/// By what a page of members is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Id,
    Username,
}

/// Whether a page of members shows deactivated accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounts {
    All,
    Active,
}

/// How many belong to a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    pub total: i64,
    /// Without deactivated accounts.
    pub active: i64,
}

/// Makes the user a member; changes nothing when the user is one.
pub fn join(member: &TeamMember) -> Write {
    let params = params![
        member.team_id,
        member.user_id,
        &member.explicit_roles,
        member.create_at,
        member.scheme_guest,
        member.scheme_user,
        member.scheme_admin,
    ];
    Write::new(&JOIN, params)
}

/// Ends a membership; fails with [`crate::Error::Unmet`] when there is none.
pub fn leave(team: TeamId, user: UserId, now: Millis) -> Write {
    Write::must(&LEAVE, params![team, user, now])
}

/// Replaces the roles of a live member.
pub fn set_roles(team: TeamId, user: UserId, explicit_roles: &str, scheme: &SchemeRoles) -> Write {
    let params = params![team, user, explicit_roles, scheme.scheme_guest, scheme.scheme_user, scheme.scheme_admin];
    Write::must(&SET_ROLES, params)
}

/// The member as it is once [`set_roles`] is done.
pub fn with_roles(member: TeamMember, explicit_roles: &str, scheme: &SchemeRoles) -> TeamMember {
    let roles = MemberRoles {
        explicit_roles: explicit_roles.to_owned(),
        scheme_guest: scheme.scheme_guest,
        scheme_user: scheme.scheme_user,
        scheme_admin: scheme.scheme_admin,
    };
    TeamMember {
        roles: roles.joined("team"),
        scheme_guest: roles.scheme_guest,
        scheme_user: roles.scheme_user,
        scheme_admin: roles.scheme_admin,
        explicit_roles: roles.explicit_roles,
        ..member
    }
}

pub fn remove_of_team(team: TeamId) -> Write {
    Write::new(&REMOVE_OF_TEAM, params![team])
}

pub fn remove_of_user(user: UserId) -> Write {
    Write::new(&REMOVE_OF_USER, params![user])
}

impl Store {
    /// The membership, also when it ended.
    pub async fn team_member(&self, team: TeamId, user: UserId) -> Result<Option<TeamMember>> {
        self.one(&ONE, params![team, user]).await
    }

    /// The live memberships of some users.
    pub async fn team_members(&self, team: TeamId, users: &[UserId]) -> Result<Vec<TeamMember>> {
        self.all(&SOME, params![team, users]).await
    }

    /// The live memberships of a user, in archived teams as well.
    pub async fn team_members_of(&self, user: UserId) -> Result<Vec<TeamMember>> {
        self.all(&OF_USER, params![user]).await
    }

    pub async fn team_members_page(&self, team: TeamId, limit: usize, offset: usize) -> Result<Vec<TeamMember>> {
        self.all(&PAGE, params![team, limit, offset]).await
    }

    /// A page of live members in an order, with or without deactivated accounts.
    pub async fn team_members_sorted(
        &self,
        team: TeamId,
        order: Order,
        accounts: Accounts,
        limit: usize,
        offset: usize,
    ) -> Result<Vec<TeamMember>> {
        let statement = match (order, accounts) {
            (Order::Id, Accounts::All) => &PAGE,
            (Order::Id, Accounts::Active) => &ACTIVE_PAGE,
            (Order::Username, Accounts::All) => &PAGE_BY_NAME,
            (Order::Username, Accounts::Active) => &ACTIVE_PAGE_BY_NAME,
        };
        self.all(statement, params![team, limit, offset]).await
    }

    pub async fn team_member_count(&self, team: TeamId) -> Result<Count> {
        let counts: Option<(i64, i64)> = self.one(&COUNTS, params![team]).await?;
        let (total, active) = counts.unwrap_or_default();
        Ok(Count { total, active })
    }
}
