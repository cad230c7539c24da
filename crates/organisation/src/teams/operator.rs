//! What the operator does to teams at the console: with nobody's session, on the store itself.
//!
//! The same changes as over the API, with the same events. Whom a team takes in stays its own rule: the console asks for
//! no rights, and passes over no domain and no bound.

use std::sync::Arc;

use node::error::{ApiError, Result};
use request::App;
use wire::teams::{Team, TeamMember};
use wire::users::User;

use crate::console::note;
use crate::teams::{adding, create, default_channels, members};

/// Makes a team, in which nobody is yet.
///
/// # Errors
/// 400 when name or display name cannot be, or the name is taken.
pub async fn create(app: &Arc<App>, mut team: Team) -> Result<Team> {
    create::stamp(app, &mut team, "");
    create::must_be_valid(&team)?;
    let channels = default_channels::of_new_team(app, &team);
    let mut change = app.change();
    create::write(&mut change, &team, &channels);
    note(&mut change, "team create", &format!("team_id={}", team.id));
    change.commit().await.map_err(create::taken)?;
    Ok(team)
}

/// Makes somebody a member of a team and of its default channels; who is one already stays one.
///
/// # Errors
/// 400 when the team is archived or full or does not take the account, and when the account is deactivated.
pub async fn add(app: &Arc<App>, team: &Team, user: &User) -> Result<TeamMember> {
    adding::must_not_be_archived(team)?;
    adding::must_be_active(user)?;
    let member = members::join(app, team, user, None).await?;
    let mut change = app.change();
    note(&mut change, "team add", &format!("team_id={} user_id={}", team.id, user.id));
    change.commit().await?;
    Ok(member)
}

/// The team of a name, as the store has it now.
///
/// # Errors
/// 404 when there is none.
pub async fn find(app: &App, name: &str) -> Result<Team> {
    let found = app.store.team_by_name(&name.trim().to_lowercase()).await?;
    let missing = || ApiError::not_found(wire::errors::ids::APP_TEAM_GET_FIND, format!("There is no team {name:?}."));
    found.ok_or_else(missing)
}
