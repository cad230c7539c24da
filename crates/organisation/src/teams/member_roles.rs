//! What a member of a team may: the flags of its scheme, and roles by name.

use std::sync::Arc;

use base::ids::{TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use people::{audits, schemes};
use permissions::{Permission, RoleTable, SchemeRoles as Behind};
use request::{Answer, App, Call, Reply};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, TeamMemberData};
use wire::teams::{SchemeRoles, TeamMember};
use wire::users::RolesForm;

use crate::teams::members::missing_member;

/// `PUT /teams/{team_id}/members/{user_id}/roles`
pub async fn set_roles(mut call: Call) -> Answer {
    let (id, user): (TeamId, UserId) = (call.id("team_id")?, call.user_id()?);
    let form: RolesForm = call.json("team_roles").await?;
    rules::roles::must_be_names(&form.roles)?;
    call.must_in_team(id, Permission::ManageTeamRoles).await?;
    let member = must_live(&call, id, user).await?;
    let names = call.app.team_names(id).await?;
    let (scheme, explicit) = read(&call.app.roles.load(), names.team(), &form.roles)?;
    must_stay_guest(&member, &scheme)?;
    must_stay_member(&scheme)?;
    save(&call, member, scheme, &explicit).await
}

/// `PUT /teams/{team_id}/members/{user_id}/schemeRoles`
pub async fn set_scheme_roles(mut call: Call) -> Answer {
    let (id, user): (TeamId, UserId) = (call.id("team_id")?, call.user_id()?);
    let scheme: SchemeRoles = call.json("scheme_roles").await?;
    call.must_in_team(id, Permission::ManageTeamRoles).await?;
    let member = must_live(&call, id, user).await?;
    if member.scheme_guest {
        let text = "A guest's roles in a team cannot be changed by flags.";
        return Err(ApiError::bad_request("api.team.update_team_member_roles.guest.app_error", text));
    }
    if scheme.scheme_guest {
        return Err(guest_and_user());
    }
    must_stay_member(&scheme)?;
    let explicit = member.explicit_roles.clone();
    save(&call, member, scheme, &explicit).await
}

async fn must_live(call: &Call, team: TeamId, user: UserId) -> Result<TeamMember> {
    let member = call.app.store.team_member(team, user).await?.filter(|member| member.delete_at == 0);
    member.ok_or_else(missing_member)
}

/// The flags and the explicit roles that a list of names stands for. Roles of other places than teams would give a
/// team's administrator more than his own rights: they are refused.
/// `behind` are the roles that the team's flags stand for, which clients send back as they were told.
fn read(table: &RoleTable, behind: Behind, names: &str) -> Result<(SchemeRoles, String)> {
    let mut scheme = SchemeRoles::default();
    let mut explicit: Vec<&str> = Vec::new();
    for name in names.split_ascii_whitespace() {
        let unknown = || ApiError::bad_request("app.role.get_by_name.app_error", "There is no such role.");
        let role = table.get(name).ok_or_else(unknown)?;
        match name {
            name if name == behind.guest || name == Behind::TEAM.guest => scheme.scheme_guest = true,
            name if name == behind.user || name == Behind::TEAM.user => scheme.scheme_user = true,
            name if name == behind.admin || name == Behind::TEAM.admin => scheme.scheme_admin = true,
            _ if role.scheme_managed || (role.built_in && !name.starts_with("team_")) => {
                let text = "This role cannot be given to a member of a team.";
                let id = "api.channel.update_team_member_roles.scheme_role.app_error";
                return Err(ApiError::bad_request(id, text));
            }
            _ => explicit.push(name),
        }
    }
    if scheme.scheme_guest && (scheme.scheme_user || scheme.scheme_admin) {
        return Err(guest_and_user());
    }
    Ok((scheme, explicit.join(" ")))
}

/// Guests become members, and members guests, for the whole server at once.
fn must_stay_guest(member: &TeamMember, scheme: &SchemeRoles) -> Result<()> {
    if member.scheme_guest == scheme.scheme_guest {
        return Ok(());
    }
    let text = "Guest status belongs to the account and cannot be changed in a team.";
    Err(ApiError::bad_request("api.channel.update_team_member_roles.changing_guest_role.app_error", text))
}

/// Without its flag a member would have no rights at all and still be one.
fn must_stay_member(scheme: &SchemeRoles) -> Result<()> {
    if scheme.scheme_user || scheme.scheme_guest {
        return Ok(());
    }
    let text = "A member of a team has at least the rights of a member.";
    Err(ApiError::bad_request("api.team.update_team_member_roles.unset_user_scheme.app_error", text))
}

fn guest_and_user() -> ApiError {
    let text = "A member of a team is a guest or a user.";
    ApiError::bad_request(ids::API_TEAM_UPDATE_TEAM_MEMBER_ROLES_USER_AND_GUEST, text)
}

async fn save(call: &Call, member: TeamMember, scheme: SchemeRoles, explicit: &str) -> Answer {
    let mut change = call.app.change();
    let member = give(&mut change, &call.app, member, &scheme, explicit).await?;
    let (team, user) = (member.team_id, member.user_id);
    audits::note(&mut change, call, &format!("team_id={team} user_id={user} roles={}", member.roles));
    commit(change).await?;
    Ok(Reply::ok())
}

/// Makes a member an administrator of the team, with nobody's session.
///
/// # Errors
/// 404 when the user is no member any more.
pub async fn promote(app: &Arc<App>, member: TeamMember) -> Result<()> {
    let scheme = SchemeRoles { scheme_guest: false, scheme_user: true, scheme_admin: true };
    let explicit = member.explicit_roles.clone();
    let mut change = app.change();
    give(&mut change, app, member, &scheme, &explicit).await?;
    commit(change).await
}

/// Adds what gives a member these flags and roles, and tells the member; the membership as it then is.
async fn give(
    change: &mut Change,
    app: &Arc<App>,
    member: TeamMember,
    scheme: &SchemeRoles,
    explicit: &str,
) -> Result<TeamMember> {
    let (team, user) = (member.team_id, member.user_id);
    change.write(store::team_members::set_roles(team, user, explicit, scheme));
    change.team_member_changed(user);
    let mut member = store::team_members::with_roles(member, explicit, scheme);
    schemes::name_in_teams(app, std::slice::from_mut(&mut member)).await?;
    let data = TeamMemberData::new(&member);
    change.announce(EventName::MemberroleUpdated, &data, Broadcast::to_user(user));
    Ok(member)
}

async fn commit(change: Change) -> Result<()> {
    match change.commit().await {
        Ok(_) => Ok(()),
        Err(store::Error::Unmet { .. }) => Err(missing_member()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_flags_and_explicit_roles() {
        let table = RoleTable::default();
        let (scheme, explicit) = read(&table, Behind::TEAM, "team_user team_admin team_post_all").expect("known roles");
        assert!(scheme.scheme_user && scheme.scheme_admin && !scheme.scheme_guest);
        assert_eq!(explicit, "team_post_all");
    }

    #[test]
    fn a_member_keeps_the_rights_of_one() {
        let scheme = |scheme_guest, scheme_user| SchemeRoles { scheme_guest, scheme_user, scheme_admin: false };
        assert!(must_stay_member(&scheme(false, true)).is_ok() && must_stay_member(&scheme(true, false)).is_ok());
        assert!(must_stay_member(&SchemeRoles { scheme_admin: true, ..scheme(false, false) }).is_err());
    }

    #[test]
    fn roles_of_the_system_are_not_given_in_a_team() {
        let table = RoleTable::default();
        let guests = ["team_guest team_user", "team_guest team_admin"];
        for name in ["system_admin", "system_manager", "channel_admin", "wizard"].into_iter().chain(guests) {
            assert!(read(&table, Behind::TEAM, name).is_err(), "{name}");
        }
    }
}
