//! Switching the team.

use crate::users::Actor;
use crate::users::session::{Acted, Outcome, Outgoing};
use crate::users::view::{load_team, other_team, presence};

/// Opens another team and a channel of it.
pub async fn switch_team(actor: &mut Actor) -> Acted {
    let Some(team) = other_team(actor) else { return Ok(Outcome::Skipped("no other team")) };
    load_team(actor, team).await?;
    actor.memory.lock().team = Some(team);
    presence(actor, Outgoing::InTeam(actor.lab.world.team_id(team)))?;
    super::channels::switch_channel(actor).await
}
