//! `muster config`: the configuration explained, checked and shown.

use clap::{Args, Subcommand};

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
    Check,
    /// Prints the settings that differ from their defaults; secrets are hidden.
    Show,
}

/// Does it.
///
/// # Errors
/// When the configuration is not valid: every problem on a line.
pub fn run(settings: &Settings) -> Result<(), Problem> {
    if matches!(settings.action, Action::Example) {
        print!("{}", config::text::example());
        return Ok(());
    }
    let loaded = settings.place.load(Vec::new())?;
    for ignored in &loaded.ignored {
        eprintln!("note: {ignored}");
    }
    if matches!(settings.action, Action::Check) {
        println!("The configuration is valid.");
        return Ok(());
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
