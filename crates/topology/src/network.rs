//! Networks of single nodes: a namespace each, with a cable to a bridge on this machine. Pulling the cable is what a
//! broken switch does: nothing is refused, packets are gone. Needs root and `ip`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::plan::{Network, Plan};
use super::programs::{Program, Programs};

/// The kernel does these at once.
const STEP_WITHIN: Duration = Duration::from_secs(10);

/// The cable of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cable {
    #[default]
    Plugged,
    Pulled,
}

/// Makes the bridge when it is not there, and the node's namespace with its cable.
///
/// # Errors
/// With what `ip` said.
pub async fn lay(programs: &Programs, network: &Network) -> Result<(), String> {
    let Network { namespace, cable, bridge, address, gateway } = network;
    if ip(programs, &["link", "show", "dev", bridge]).await.is_err() {
        ip(programs, &["link", "add", bridge, "type", "bridge"]).await?;
        ip(programs, &["addr", "add", gateway, "dev", bridge]).await?;
        ip(programs, &["link", "set", bridge, "up"]).await?;
    }
    ip(programs, &["netns", "add", namespace]).await?;
    ip(programs, &["link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", namespace]).await?;
    ip(programs, &["link", "set", cable, "master", bridge, "up"]).await?;
    ip(programs, &["-n", namespace, "addr", "add", address, "dev", "eth0"]).await?;
    ip(programs, &["-n", namespace, "link", "set", "eth0", "up"]).await?;
    ip(programs, &["-n", namespace, "link", "set", "lo", "up"]).await
}

/// Pulls the cable or plugs it in.
///
/// # Errors
/// With what `ip` said.
pub async fn set(programs: &Programs, network: &Network, cable: Cable) -> Result<(), String> {
    let how = match cable {
        Cable::Plugged => "up",
        Cable::Pulled => "down",
    };
    ip(programs, &["link", "set", &network.cable, how]).await
}

/// Removes all networks of a plan that are there.
///
/// # Errors
/// With what `ip` said of one that is there and stays.
pub async fn remove(programs: &Programs, plan: &Plan) -> Result<(), String> {
    let networks: Vec<&Network> = plan.components.iter().filter_map(|one| one.network.as_ref()).collect();
    for network in &networks {
        // With a namespace goes its end of the cable, and with that the other one.
        if ip(programs, &["netns", "pids", &network.namespace]).await.is_ok() {
            ip(programs, &["netns", "del", &network.namespace]).await?;
        }
    }
    if let Some(network) = networks.first()
        && ip(programs, &["link", "show", "dev", &network.bridge]).await.is_ok()
    {
        ip(programs, &["link", "del", &network.bridge]).await?;
    }
    Ok(())
}

async fn ip(programs: &Programs, args: &[&str]) -> Result<(), String> {
    let mut command = tokio::process::Command::new(programs.path(Program::Ip)?);
    let asked = command.args(args).kill_on_drop(true).output();
    let problem = |why: &dyn std::fmt::Display| format!("ip {}: {why}", args.join(" "));
    let done = tokio::time::timeout(STEP_WITHIN, asked).await.map_err(|_| problem(&"it does not end"))?;
    let done = done.map_err(|error| problem(&error))?;
    if done.status.success() { Ok(()) } else { Err(problem(&String::from_utf8_lossy(&done.stderr).trim())) }
}
