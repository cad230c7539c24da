//! `muster scim-token`: tokens of programs that make and remove accounts, with the operator's own authority.

use base::ids::ProvisioningTokenId;
use clap::{Args, Subcommand};
use identity::provisioning::tokens;
use organisation::console::note;

use crate::place::{Opened, Place, Problem};

/// Makes and revokes tokens of programs that make and remove accounts (SCIM).
#[derive(Args)]
pub struct Tokens {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    place: Place,
}

#[derive(Subcommand)]
enum Action {
    /// Makes a token and prints it, once.
    Create {
        /// Which program has it.
        description: String,
    },
    /// Lists tokens by their ids.
    List,
    /// Revokes the token of an id.
    Revoke { id: String },
}

/// Does it.
///
/// # Errors
/// With the reason; then nothing was done.
pub async fn run(tokens: &Tokens) -> Result<(), Problem> {
    let opened = tokens.place.open_quietly().await?;
    let done = act(&opened, &tokens.action).await;
    opened.leave().await?;
    done
}

async fn act(opened: &Opened, action: &Action) -> Result<(), Problem> {
    let app = &opened.app;
    match action {
        Action::Create { description } => {
            let made = tokens::make(app, description.trim(), |change, token| {
                note(change, "scim-token create", &format!("token_id={}", token.id));
            });
            let token = made.await.map_err(|error| error.message)?;
            println!("{} {}", token.id, token.token);
        }
        Action::List => {
            for token in tokens::all(app).await.map_err(|error| error.message)? {
                println!(
                    "{} {} created={} last_used={}",
                    token.id, token.description, token.create_at, token.last_used_at
                );
            }
        }
        Action::Revoke { id } => {
            let parsed = ProvisioningTokenId::parse(id).filter(|id| id.is_some()).ok_or("that is no id")?;
            let told = format!("token_id={id}");
            tokens::revoke(app, parsed, |change| note(change, "scim-token revoke", &told))
                .await
                .map_err(|error| error.message)?;
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
        tokens: Tokens,
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_token_is_made_and_revoked_without_an_administrator() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().display().to_string();
        let place = |line: &[&str]| Line::parse_from(["scim-token", "--data", &data].iter().chain(line)).tokens;
        let made = place(&["create", "Entra"]);
        // Without the log, of which a process has one.
        let opened = made.place.open(made.place.load(Vec::new()).expect("a configuration").config).await;
        let opened = opened.expect("an empty folder");
        act(&opened, &made.action).await.expect("a token");
        let token = tokens::all(&opened.app).await.expect("a list").pop().expect("one token");
        assert_eq!((token.description.as_str(), token.token.as_str(), token.last_used_at), ("Entra", "", 0));
        let id = token.id.to_string();
        act(&opened, &place(&["revoke", &id]).action).await.expect("it was there");
        assert!(tokens::all(&opened.app).await.expect("a list").is_empty());
        let gone = act(&opened, &place(&["revoke", &id]).action).await.expect_err("it is gone");
        assert!(gone.to_string().contains("no such token"), "{gone}");
        opened.leave().await.expect("a store that answers");
    }
}
