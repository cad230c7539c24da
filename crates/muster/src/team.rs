//! `muster team`: teams from the command line, with the operator's own authority.
//!
//! As with `muster user`, nobody is asked for a session, so that teams can be made before there is an account.

use clap::{Args, Subcommand};
use organisation::teams::operator;
use organisation::users;
use store::teams::Listing;
use wire::teams::{INVITE_ONLY, OPEN, Team};

use crate::place::{Opened, Place, Problem};

/// Teams listed at a time.
const PER_PAGE: usize = 200;

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
    /// Adds accounts, by username or address, to a team.
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
/// With the reason. Accounts that were added before the one that is refused stay added.
pub async fn run(teams: &Teams) -> Result<(), Problem> {
    let opened = teams.place.open_quietly().await?;
    let done = act(&opened, &teams.action).await;
    opened.leave().await?;
    done
}

async fn act(opened: &Opened, action: &Action) -> Result<(), Problem> {
    let done = match action {
        Action::List => return list(opened).await,
        action => change(opened, action).await,
    };
    Ok(done.map_err(|error| error.message)?)
}

async fn change(opened: &Opened, action: &Action) -> Result<(), node::error::ApiError> {
    let app = &opened.app;
    match action {
        Action::List => {}
        Action::Create { name, display_name, open } => {
            let display_name = display_name.as_ref().unwrap_or(name).clone();
            let kind = if *open { OPEN } else { INVITE_ONLY }.to_owned();
            let form = Team { name: name.clone(), display_name, kind, allow_open_invite: *open, ..Team::default() };
            let team = operator::create(app, form).await?;
            println!("{} {}", team.id, team.name);
        }
        Action::Add { team, usernames } => {
            let team = operator::find(app, team).await?;
            for username in usernames {
                let user = users::operator::find(app, username).await?;
                operator::add(app, &team, &user).await?;
                println!("{} is in {}", user.username, team.name);
            }
        }
    }
    Ok(())
}

async fn list(opened: &Opened) -> Result<(), Problem> {
    for page in 0.. {
        let teams = opened.store.teams_page(Listing::All, PER_PAGE, page * PER_PAGE).await?;
        for team in &teams {
            println!("{} {} \"{}\"", team.id, team.name, team.display_name);
        }
        if teams.len() < PER_PAGE {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        teams: Teams,
    }

    /// What comes of a command line; empty when it is done.
    async fn said(opened: &Opened, line: &str) -> String {
        let Line { teams } = Line::parse_from(["team"].into_iter().chain(line.split(' ')));
        act(opened, &teams.action).await.err().map(|problem| problem.to_string()).unwrap_or_default()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_operator_needs_no_administrator() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().display().to_string();
        let Line { teams } = Line::parse_from(["team", "--data", &data, "list"]);
        // Without the log, of which a process has one.
        let opened = teams.place.open(teams.place.load(Vec::new()).expect("a configuration").config).await;
        let opened = opened.expect("an empty folder");
        for (line, refused) in [
            ("create crew --display-name Crew", ""),
            ("create crew", "exists already"),
            ("create x", "address"),
            ("add crew nobody", "nobody"),
            ("add others nobody", "others"),
        ] {
            let said = said(&opened, line).await;
            assert!(said.contains(refused) && said.is_empty() == refused.is_empty(), "{line}: {said}");
        }
        let form = wire::users::UserForm {
            username: "ann".into(),
            email: "ann@example.test".into(),
            ..wire::users::UserForm::default()
        };
        let password = users::operator::Secret::Plain("Test-Passw0rd".into());
        let ann = users::operator::create(&opened.app, &form, password, users::operator::Rank::User).await;
        let ann = ann.expect("an account");
        for line in ["add CREW ann", "add crew ann@example.test", "list"] {
            assert_eq!(said(&opened, line).await, "", "{line}");
        }
        let crew = operator::find(&opened.app, "crew").await.expect("a team");
        let member = opened.store.team_member(crew.id, ann.id).await.expect("a store");
        assert_eq!(member.map(|member| member.roles), Some("team_user".to_owned()));
        opened.leave().await.expect("a store that answers");
    }
}
