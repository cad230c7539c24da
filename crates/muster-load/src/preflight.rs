//! `muster-load preflight`: looks at the machine and the server before a run, and says what to change.

use clap::Args;
use load::preflight::{checks, reach};

use crate::common::Certificates;
use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    /// The server, as its users address it.
    #[arg(long, value_name = "URL", value_parser = simulate::names::url)]
    url: Option<String>,
    #[command(flatten)]
    certificates: Certificates,
    /// Simulated users that this machine is to carry.
    #[arg(long, value_name = "NUMBER", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    users: u64,
}

/// Looks and says. Whether nothing has to be changed.
///
/// # Errors
/// When the server cannot be reached.
pub async fn run(arguments: &Arguments) -> Result<bool, Problem> {
    let checks = checks(arguments.users).await;
    for check in &checks {
        let sign = if check.good { "ok    " } else { "change" };
        println!("{sign}  {}", check.what);
        if !check.good {
            println!("        {}", check.change);
        }
    }
    if let Some(url) = &arguments.url {
        reach(url, &arguments.certificates.lab()?.trust()?).await?;
        println!("ok      {url} answers");
    }
    Ok(checks.iter().all(|check| check.good))
}
