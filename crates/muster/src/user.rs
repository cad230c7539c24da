//! `muster user`: accounts from the command line.

use clap::{Args, Subcommand};
use client::Rest;
use serde_json::json;
use wire::endpoints;
use wire::users::{SYSTEM_ADMIN, SYSTEM_USER, User};

use crate::local::Local;
use crate::place::{Place, Problem};

/// Accounts listed at a time.
const PER_PAGE: usize = 200;

/// Creates and changes accounts.
#[derive(Args)]
pub struct Users {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    place: Place,
}

#[derive(Subcommand)]
enum Action {
    /// Creates an account. The first one of a server becomes system administrator.
    Create {
        username: String,
        #[arg(long)]
        email: String,
        #[arg(long)]
        password: String,
        /// Makes the account a system administrator.
        #[arg(long)]
        admin: bool,
    },
    /// Lists accounts.
    List,
    /// Sets an account's password and ends its sessions.
    Password {
        username: String,
        #[arg(long)]
        password: String,
    },
    /// Makes an account a system administrator, or an ordinary user again.
    Role {
        username: String,
        #[arg(value_parser = ["admin", "user"])]
        role: String,
    },
    /// Deactivates an account: its sessions end, its posts stay.
    Deactivate { username: String },
    /// Activates an account again.
    Activate { username: String },
}

/// Does it.
///
/// # Errors
/// With the server's reason.
pub async fn run(users: &Users) -> Result<(), Problem> {
    let mut local = Local::open(&users.place).await?;
    let done = act(&mut local, &users.action).await;
    local.close().await?;
    done
}

async fn act(local: &mut Local, action: &Action) -> Result<(), Problem> {
    match action {
        Action::Create { username, email, password, admin } => {
            let form = json!({"username": username, "email": email, "password": password});
            let user: User = local.rest.send(endpoints::CREATE_USER, &[], "", &form).await?.json()?;
            if *admin && !user.is_system_admin() {
                set_role(local, &user, "admin").await?;
            }
            println!("{} {}", user.id, user.username);
            Ok(())
        }
        Action::List => list(&local.rest).await,
        Action::Password { username, password } => {
            let user = find(&local.rest, username).await?;
            let form = json!({"new_password": password});
            let answer = local.rest.send(endpoints::UPDATE_PASSWORD, &[&user.id.to_string()], "", &form).await?;
            Ok(answer.json::<serde_json::Value>().map(drop)?)
        }
        Action::Role { username, role } => {
            let user = find_stored(local, username).await?;
            set_role(local, &user, role).await
        }
        Action::Deactivate { username } => set_active(&local.rest, username, false).await,
        Action::Activate { username } => set_active(&local.rest, username, true).await,
    }
}

async fn find(rest: &Rest, username: &str) -> Result<User, Problem> {
    Ok(rest.ask(endpoints::GET_USER_BY_USERNAME, &[username], "").await?.json()?)
}

/// From the store itself, which answers also when no administrator is left to ask as.
async fn find_stored(local: &Local, username: &str) -> Result<User, Problem> {
    let found = local.opened.store.user_by_username(&username.to_lowercase()).await?;
    found.ok_or_else(|| format!("there is no user {username}").into())
}

/// Done without asking anybody, so that a server whose last administrator is gone gets one again.
async fn set_role(local: &mut Local, user: &User, role: &str) -> Result<(), Problem> {
    let roles = match role {
        "admin" => format!("{SYSTEM_ADMIN} {SYSTEM_USER}"),
        _ => SYSTEM_USER.to_owned(),
    };
    let mut change = local.opened.app.change();
    server::resources::users::roles::change_roles(&mut change, user, &roles);
    change.commit().await?;
    println!("{} {roles}", user.username);
    Ok(())
}

async fn set_active(rest: &Rest, username: &str, active: bool) -> Result<(), Problem> {
    let user = find(rest, username).await?;
    let answer =
        rest.send(endpoints::UPDATE_USER_ACTIVE, &[&user.id.to_string()], "", &json!({"active": active})).await?;
    Ok(answer.json::<serde_json::Value>().map(drop)?)
}

async fn list(rest: &Rest) -> Result<(), Problem> {
    for page in 0.. {
        let query = format!("page={page}&per_page={PER_PAGE}");
        let users: Vec<User> = rest.ask(endpoints::GET_USERS, &[], &query).await?.json()?;
        for user in &users {
            let state = if user.is_active() { "" } else { " (deactivated)" };
            println!("{} {} {} [{}]{state}", user.id, user.username, user.email, user.roles);
        }
        if users.len() < PER_PAGE {
            break;
        }
    }
    Ok(())
}
