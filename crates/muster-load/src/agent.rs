//! `muster-load agent`: serves the control API until it is stopped.

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Args;
use load::agent::serve::{Agents, serve};

use crate::Problem;
use crate::common::Common;

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

/// Serves until Ctrl-C.
///
/// # Errors
/// When the address is taken.
pub async fn run(arguments: Arguments) -> Result<(), Problem> {
    let agents = Arc::new(Agents::default());
    if arguments.common.url.is_some() {
        agents.add(OWN_ID, arguments.common.create()?)?;
    }
    let address = serve(agents, arguments.listen).await?;
    tracing::info!(%address, "the agent waits for coordinators");
    tokio::signal::ctrl_c().await?;
    Ok(())
}
