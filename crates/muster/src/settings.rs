//! `muster config`: the configuration explained, checked and shown.

use std::sync::Arc;

use clap::{Args, Subcommand};
use config::{Config, Provider};
use identity::asking::Asking;
use identity::directory::look;
use metrics::Metrics;
use outward::outbound::Outbound;

use crate::place::{Place, Problem};

/// Explains, checks and shows the configuration.
#[derive(Args)]
pub struct Settings {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    place: Place,
}

#[derive(Subcommand)]
enum Action {
    /// Prints a file with every setting, its default and what it is for.
    Example,
    /// Says whether file, environment and command line make a valid configuration.
    Check {
        /// Also asks each provider of sign-ins whether it is there, and who it says it is.
        #[arg(long)]
        providers: bool,
    },
    /// Prints the settings that differ from their defaults; secrets are hidden.
    Show,
}

/// Does it.
///
/// # Errors
/// When the configuration is not valid, or a provider that is asked is not as it says: every problem on a line.
pub async fn run(settings: &Settings) -> Result<(), Problem> {
    if matches!(settings.action, Action::Example) {
        print!("{}", config::text::example());
        return Ok(());
    }
    let loaded = settings.place.load(Vec::new())?;
    for ignored in &loaded.ignored {
        eprintln!("note: {ignored}");
    }
    if let Action::Check { providers } = settings.action {
        println!("The configuration is valid.");
        return if providers { ask(loaded.config).await } else { Ok(()) };
    }
    let defaults = config::Config::default();
    for field in config::fields() {
        let (now, default) = ((field.get)(&loaded.config), (field.get)(&defaults));
        if now != default {
            println!("{} = {}", field.key(), config::shown(field, &loaded.config));
        }
    }
    Ok(())
}

/// Asks each provider who it is.
async fn ask(config: Config) -> Result<(), Problem> {
    let (outbound, config) = (Outbound::new(&Metrics::new()), Arc::new(config));
    let asking = Asking::new(&outbound, config.clone());
    let mut problems = Vec::new();
    for provider in config.sign_in.providers.iter().map(Provider::complete) {
        match look(&asking, &provider).await {
            Ok((_, keys)) => println!("{}: {} answers, with {} keys", provider.name, provider.issuer, keys.len()),
            Err(refusal) => problems.push(format!("{}: {}", provider.name, refusal.detail)),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_provider_that_is_not_there_is_named() {
        let text = "[[sign_in.providers]]\nname = \"work\"\nissuer = \"http://127.0.0.1:1\"\nclient_id = \"x\"";
        let said = ask(config::parse(text).expect("a provider")).await.expect_err("nobody is there").to_string();
        assert!(said.starts_with("work: http://127.0.0.1:1/.well-known/openid-configuration: "), "{said}");
    }
}
