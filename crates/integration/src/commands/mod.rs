//! Slash commands: those of the server ([`builtin`]) and those that programs answer ([`custom`]).
//!
//! [`manage`] keeps the programs' commands, [`execute`] runs what somebody typed, [`respond`] makes
//! posts of answers, [`suggest`] tells clients what could be typed.

pub mod builtin;
pub mod custom;
pub mod execute;
pub mod manage;
pub mod respond;
pub mod suggest;

use base::ids::TeamId;
use node::error::{ApiError, Result};
use wire::commands::Command;
use wire::errors::ids;

use request::App;

/// Commands of one team.
const PER_TEAM_MAX: usize = 1_000;

fn must_be_enabled(app: &App) -> Result<()> {
    if app.config().integrations.enable_commands {
        return Ok(());
    }
    let text = "Slash commands of programs are turned off.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, "api.command.disabled.app_error", text))
}

fn missing() -> ApiError {
    ApiError::not_found(ids::STORE_SQL_COMMAND_SAVE_GET, "There is no such command.")
}

async fn of_team(app: &App, team: TeamId) -> Result<Vec<Command>> {
    Ok(app.store.commands_of_team(team, PER_TEAM_MAX).await?)
}
