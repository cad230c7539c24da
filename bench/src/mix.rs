//! What a request of the published load mix costs: `muster-load` runs its users against the server, once under callgrind
//! for the instructions, and once without it for processor time, context switches, and reads and writes.
//!
//! Same seed, same choices. The instructions are those of the whole process: events to sockets and what the server does by
//! itself are in them.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};

use crate::connection::Connection;
use crate::problem::Problem;
use crate::process::{METRICS_PORT, Server, Usage};

/// Users, and how fast they act: some hundred requests a second, a tenth of what callgrind can serve.
const USERS: &str = "100";
const RATE: &str = "0.5";
const SEED: &str = "2026";
/// In which time they arrive, and how long the caches fill before anything is counted.
const ARRIVAL: Duration = Duration::from_secs(30);
const WARM_UP: Duration = Duration::from_secs(45);
const COUNTED: Duration = Duration::from_secs(60);

/// Cost of one request of the mix.
struct Cost {
    requests: f64,
    instructions: f64,
    usage: Usage,
}

/// Runs the mix twice and prints what a request of it costs.
///
/// # Errors
/// When the server or the lab did not do its part.
pub async fn run(program: &Path, lab: &Path, core: usize, data: &Path) -> Result<(), Problem> {
    let counted = once(program, lab, core, &data.join("counted"), true).await?;
    let plain = once(program, lab, core, &data.join("plain"), false).await?;
    println!("| a request of the mix | |\n|---|--:|");
    println!("| instructions in user space | {:.0} |", counted.instructions / counted.requests);
    println!("| processor time, µs | {:.1} |", plain.usage.cpu_seconds * 1e6 / plain.requests);
    println!("| context switches | {:.2} |", plain.usage.switches as f64 / plain.requests);
    println!("| read and write calls | {:.2} |", plain.usage.calls as f64 / plain.requests);
    println!("| requests counted | {:.0}, {:.0} |", counted.requests, plain.requests);
    Ok(())
}

async fn once(program: &Path, lab: &Path, core: usize, data: &Path, counted: bool) -> Result<Cost, Problem> {
    std::fs::create_dir_all(data)?;
    let server = if counted {
        Server::start_counted(program, core, data).await?
    } else {
        Server::start(program, core, data).await?
    };
    let url = format!("http://{}", server.address());
    let done = lab_command(lab, "init", &url).status().await?;
    if !done.success() {
        return Err(format!("muster-load init ended with {done}").into());
    }
    let mut users = start_users(lab, &url)?;
    tokio::time::sleep(ARRIVAL + WARM_UP).await;
    let (requests, usage) = (requests().await?, server.usage()?);
    if counted {
        server.zero_counter()?;
    }
    tokio::time::sleep(COUNTED).await;
    let instructions = if counted { server.counted(data)? as f64 } else { 0.0 };
    let cost = Cost { requests: self::requests().await? - requests, instructions, usage: server.usage()? - usage };
    if let Some(status) = users.try_wait()? {
        return Err(format!("muster-load ended with {status} before it was counted").into());
    }
    users.kill().await?;
    server.stop().await?;
    Ok(cost)
}

fn lab_command(lab: &Path, what: &str, url: &str) -> Command {
    let mut command = Command::new(lab);
    command.args([what, "--url", url, "--users", USERS, "--seed", SEED]).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn start_users(lab: &Path, url: &str) -> Result<Child, Problem> {
    let lasts = (WARM_UP + COUNTED * 2).as_secs();
    let mut command = lab_command(lab, "bounded", url);
    command.args(["--plain", "--rate", RATE, "--ramp", &format!("{}s", ARRIVAL.as_secs())]);
    command.args(["--duration", &format!("{lasts}s")]).kill_on_drop(true);
    Ok(command.spawn()?)
}

/// Requests that the server says it answered.
async fn requests() -> Result<f64, Problem> {
    let mut connection = Connection::open(&format!("127.0.0.1:{METRICS_PORT}")).await?;
    let answer = connection.get("/metrics", "").await?;
    let text = String::from_utf8_lossy(&answer.body);
    let line = text.lines().find_map(|line| line.strip_prefix("mattermost_http_requests_total "));
    Ok(line.ok_or("the server does not say how many requests it answered")?.trim().parse()?)
}
