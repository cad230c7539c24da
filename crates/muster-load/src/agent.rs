//! `muster-load agent`: serves the control API until it is stopped.

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Args;
use load::api::agents::{Agents, serve};

use crate::common::Common;
use crate::problem::Problem;

/// Id of the agent that is made at once when a server is named.
const OWN_ID: &str = "lt0";

#[derive(Args, Debug)]
pub struct Arguments {
    /// Where coordinators reach this agent. The API asks nobody who they are: keep it inside.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4000")]
    listen: SocketAddr,
    #[command(flatten)]
    common: Common,
}

/// Serves until Ctrl-C; with a server named, runs users of its own and prints what they measured at the end.
///
/// # Errors
/// When the address is taken, or the own users cannot begin.
pub async fn run(arguments: Arguments) -> Result<(), Problem> {
    let agents = Arc::new(Agents::default());
    let address = serve(agents.clone(), arguments.listen).await?;
    tracing::info!(%address, "the agent waits for coordinators");
    let own = match arguments.common.url {
        Some(_) => Some(agents.add(OWN_ID, arguments.common.create()?)?),
        None => None,
    };
    if let Some(agent) = &own {
        agent.run().await?;
        if let Some(users) = arguments.common.users {
            agent.add_users(users)?;
        }
        tracing::info!(users = agent.status().num_users, "users come in");
    }
    tokio::signal::ctrl_c().await?;
    if let Some(agent) = own {
        agent.stop().await?;
        println!("{}", serde_json::to_string(&agent.results())?);
    }
    Ok(())
}
