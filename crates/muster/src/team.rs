//! `muster team`: teams from the command line.

use clap::{Args, Subcommand};
use serde_json::json;
use wire::endpoints;
use wire::teams::{Team, TeamMember};
use wire::users::User;

use crate::local::Local;
use crate::place::{Place, Problem};

/// Creates and lists teams, adds members.
#[derive(Args)]
pub struct Teams {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    place: Place,
}

#[derive(Subcommand)]
enum Action {
    /// Creates a team.
    Create {
        /// As it stands in addresses: small letters, digits, dashes.
        name: String,
        #[arg(long)]
        display_name: Option<String>,
        /// Anyone may find and join it.
        #[arg(long)]
        open: bool,
    },
    /// Adds users to a team.
    Add {
        team: String,
        #[arg(required = true)]
        usernames: Vec<String>,
    },
    /// Lists teams.
    List,
}

/// Does it.
///
/// # Errors
/// With the server's reason.
pub async fn run(teams: &Teams) -> Result<(), Problem> {
    let local = Local::open(&teams.place).await?;
    let done = act(&local, &teams.action).await;
    local.close().await?;
    done
}

async fn act(local: &Local, action: &Action) -> Result<(), Problem> {
    if local.admin.is_none() {
        return Err("there is no administrator yet: create the first account with `muster user create`".into());
    }
    let rest = &local.rest;
    match action {
        Action::Create { name, display_name, open } => {
            let display_name = display_name.as_ref().unwrap_or(name);
            let form = json!({"name": name, "display_name": display_name, "type": if *open { "O" } else { "I" },
                "allow_open_invite": open});
            let team: Team = rest.send(endpoints::CREATE_TEAM, &[], "", &form).await?.json()?;
            println!("{} {}", team.id, team.name);
        }
        Action::Add { team, usernames } => {
            let team: Team = rest.ask(endpoints::GET_TEAM_BY_NAME, &[team], "").await?.json()?;
            for username in usernames {
                let user: User = rest.ask(endpoints::GET_USER_BY_USERNAME, &[username], "").await?.json()?;
                let form = json!({"team_id": team.id, "user_id": user.id});
                let answer = rest.send(endpoints::ADD_TEAM_MEMBER, &[&team.id.to_string()], "", &form).await?;
                answer.json::<TeamMember>()?;
                println!("{username} is in {}", team.name);
            }
        }
        Action::List => {
            let teams: Vec<Team> = rest.ask(endpoints::GET_ALL_TEAMS, &[], "per_page=200").await?.json()?;
            for team in teams {
                println!("{} {} \"{}\"", team.id, team.name, team.display_name);
            }
        }
    }
    Ok(())
}
