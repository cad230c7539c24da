//! `muster user`: accounts from the command line, with the operator's own authority.
//!
//! Nobody is asked for a session: whoever may write the data folder may do all of this, also when no administrator is
//! left, or the only one is locked out.

use clap::{Args, Subcommand, ValueEnum};
use identity::ldap::report::How;
use identity::switch::Way;
use identity::switch::bulk;
use identity::switch::plan::{Key, Wanted};
use organisation::users::operator;
use organisation::users::operator::{Activity, Rank, Remaining, Secret};
use store::post_pages::Page;
use store::users_list::{Filter, Order};
use wire::users::UserForm;

use crate::place::{Opened, Place, Problem};

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

/// Accounts are named by username or by address.
#[derive(Subcommand)]
enum Action {
    /// Creates an account. The first one of a server becomes system administrator.
    Create {
        username: String,
        #[arg(long)]
        email: String,
        #[arg(long)]
        password: String,
        /// The password is a hash that another server made: PBKDF2, or bcrypt.
        #[arg(long)]
        hashed: bool,
        /// Makes the account a system administrator.
        #[arg(long)]
        admin: bool,
    },
    /// Lists accounts.
    List,
    /// Sets an account's password, unlocks it and ends its sessions.
    Password {
        username: String,
        #[arg(long)]
        password: String,
        /// The password is a hash that another server made: PBKDF2, or bcrypt.
        #[arg(long)]
        hashed: bool,
    },
    /// Makes an account a system administrator, or an ordinary user again.
    Role {
        username: String,
        role: Role,
        /// Also when no administrator is left then.
        #[arg(long)]
        force: bool,
    },
    /// Deactivates an account: its sessions end, its posts stay.
    Deactivate {
        username: String,
        /// Also when no administrator is left then.
        #[arg(long)]
        force: bool,
    },
    /// Activates an account again.
    Activate { username: String },
    /// Switches the second factor off, for somebody who lost the device.
    MfaReset { username: String },
    /// Lets somebody sign in again after too many wrong passwords.
    Unlock { username: String },
    /// Ends all sessions of an account.
    SignOut { username: String },
    /// Moves all accounts of one way to sign in to another, and says which: `email` (passwords), `ldap`, or a provider.
    MigrateAuth(MigrateAuth),
}

#[derive(Args)]
struct MigrateAuth {
    #[arg(long)]
    from: String,
    #[arg(long)]
    to: String,
    /// What an account and a person of the directory have in common: email or username.
    #[arg(long = "match", default_value = "email")]
    key: String,
    /// Addresses of the accounts that move, with commas between them; all without.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Says what would move, and moves nobody.
    #[arg(long)]
    dry_run: bool,
    /// Moves the others where several people of the directory fit an account.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Role {
    Admin,
    User,
}

/// Does it.
///
/// # Errors
/// With the reason; then nothing was done.
pub async fn run(users: &Users) -> Result<(), Problem> {
    let opened = users.place.open_quietly().await?;
    let done = act(&opened, &users.action).await;
    opened.leave().await?;
    done
}

async fn act(opened: &Opened, action: &Action) -> Result<(), Problem> {
    let done = match action {
        Action::List => return list(opened).await,
        Action::MigrateAuth(wanted) => return migrate(opened, wanted).await,
        action => change(opened, action).await,
    };
    done.map_err(|error| match &*error.id {
        "api.user.last_administrator.app_error" => format!("{} Or say --force.", error.message).into(),
        _ => error.message.into(),
    })
}

async fn change(opened: &Opened, action: &Action) -> Result<(), node::error::ApiError> {
    let app = &opened.app;
    let find = async |name: &str| operator::find(app, name).await;
    match action {
        Action::List | Action::MigrateAuth(_) => {}
        Action::Create { username, email, password, hashed, admin } => {
            let form = UserForm { username: username.clone(), email: email.clone(), ..UserForm::default() };
            let rank = if *admin { Rank::Administrator } else { Rank::User };
            let user = operator::create(app, &form, secret(password, *hashed), rank).await?;
            println!("{} {} [{}]", user.id, user.username, user.roles);
        }
        Action::Password { username, password, hashed } => {
            operator::set_password(app, &find(username).await?, secret(password, *hashed)).await?;
        }
        Action::Role { username, role, force } => {
            let rank = if matches!(role, Role::Admin) { Rank::Administrator } else { Rank::User };
            let roles = operator::set_rank(app, &find(username).await?, rank, remaining(*force)).await?;
            println!("{username} {roles}");
        }
        Action::Deactivate { username, force } => {
            let user = find(username).await?;
            operator::set_activity(app, &user, Activity::Deactivated, remaining(*force)).await?;
        }
        Action::Activate { username } => {
            operator::set_activity(app, &find(username).await?, Activity::Active, Remaining::Must).await?;
        }
        Action::MfaReset { username } => operator::reset_mfa(app, &find(username).await?).await?,
        Action::Unlock { username } => operator::unlock(app, &find(username).await?).await?,
        Action::SignOut { username } => operator::end_sessions(app, &find(username).await?).await?,
    }
    Ok(())
}

async fn migrate(opened: &Opened, asked: &MigrateAuth) -> Result<(), Problem> {
    let way = |name: &str| Way::of(&opened.app, name).ok_or_else(|| format!("There is no way {name:?} to sign in."));
    let wanted = Wanted {
        from: way(&asked.from)?,
        to: way(&asked.to)?,
        key: Key::of(&asked.key).ok_or("--match is email or username")?,
        only: Some(asked.only.iter().map(|address| address.to_lowercase()).collect())
            .filter(|_| !asked.only.is_empty()),
        how: if asked.dry_run { How::Say } else { How::Do },
        force: asked.force,
    };
    let report = bulk::run(&opened.app, &wanted).await.map_err(|error| error.message)?;
    report.lines.iter().for_each(|line| println!("{line}"));
    println!("moved: {}\npassed_over: {}", report.moved, report.passed_over);
    match report.is_refused {
        true => Err("Several people of the directory fit some accounts. Or say --force.".into()),
        false => Ok(()),
    }
}

/// What an account signs in with.
fn secret(password: &str, hashed: bool) -> Secret {
    if hashed { Secret::Hashed(password.to_owned()) } else { Secret::Plain(password.to_owned()) }
}

fn remaining(force: bool) -> Remaining {
    if force { Remaining::May } else { Remaining::Must }
}

async fn list(opened: &Opened) -> Result<(), Problem> {
    let filter = Filter { order: Order::Username, ..Filter::default() };
    for page in 0.. {
        let users = opened.store.users_list(&filter, Page { limit: PER_PAGE, offset: page * PER_PAGE }).await?;
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        users: Users,
    }

    /// What comes of a command line on a data folder; empty when it is done.
    async fn said(folder: &std::path::Path, line: &str) -> String {
        let data = folder.display().to_string();
        let fixed = ["user", "--data", &data, "--set", "password.hash_rounds=1000"];
        let Line { users } = Line::parse_from(fixed.into_iter().chain(line.split(' ')));
        // Without the log, of which a process has one.
        let opened = users.place.open(users.place.load(Vec::new()).expect("a configuration").config).await;
        let opened = opened.expect("an empty folder, or what was made in it");
        let done = act(&opened, &users.action).await;
        opened.leave().await.expect("a store that answers");
        done.err().map(|problem| problem.to_string()).unwrap_or_default()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_operator_needs_no_administrator() {
        let folder = tempfile::tempdir().expect("a folder");
        for (line, refused) in [
            ("create ann --email ann@example.test --password Test-Passw0rd", ""),
            ("deactivate ann", "--force"),
            ("role ann user", "--force"),
            ("password ann --password Other-Passw0rd", ""),
            ("password ann@example.test --password short", "assword"),
            ("password ann --password $2a$10$nonsense --hashed", "new_password"),
            ("deactivate ann --force", ""),
            ("list", ""),
            ("create bob --email bob@example.test --password Test-Passw0rd --admin", ""),
            ("create bob --email bob2@example.test --password Test-Passw0rd --admin", "exists"),
            ("create cid --email bob@example.test --password Test-Passw0rd --admin", "exists"),
            ("deactivate bob", "--force"),
            ("activate ann", ""),
            ("deactivate bob", ""),
            ("mfa-reset ann", ""),
            ("unlock ann", ""),
            ("sign-out ann", ""),
            ("unlock nobody", "nobody"),
            ("migrate-auth --from email --to ldap", "no \"ldap\" to sign in by"),
            ("migrate-auth --from email --to nowhere", "nowhere"),
            ("migrate-auth --from email --to saml --only ann@example.test", "no \"saml\" to sign in by"),
            ("migrate-auth --from gitlab --to email --dry-run", ""),
        ] {
            let said = said(folder.path(), line).await;
            assert!(said.contains(refused) && said.is_empty() == refused.is_empty(), "{line}: {said}");
        }
    }
}
