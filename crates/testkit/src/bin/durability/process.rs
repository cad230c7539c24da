//! The server as a process: started on one port and one folder, killed with SIGKILL.

use std::fs::OpenOptions;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use crate::api::Api;

/// A server that recovers slower than this has failed.
const START_LIMIT: Duration = Duration::from_secs(30);

/// How to start the server; the same each time.
pub struct Program {
    binary: PathBuf,
    data: PathBuf,
    postgres: Option<String>,
    port: u16,
    metrics_port: u16,
}

impl Program {
    pub fn new(binary: &Path, data: &Path, postgres: Option<&str>) -> Self {
        Program {
            binary: binary.to_owned(),
            data: data.to_owned(),
            postgres: postgres.map(str::to_owned),
            port: free_port(),
            metrics_port: free_port(),
        }
    }

    /// Starts the process without waiting for it.
    ///
    /// # Errors
    /// When the program cannot be executed.
    pub fn spawn(&self) -> Result<Running, String> {
        let log = self.data.join("server.log");
        let log = OpenOptions::new().create(true).append(true).open(log).map_err(|problem| problem.to_string())?;
        let also = log.try_clone().map_err(|problem| problem.to_string())?;
        let mut command = Command::new(&self.binary);
        for (name, _) in std::env::vars_os() {
            // The shell's MUSTER_… belong to the test, the server would take them for settings.
            if name.to_string_lossy().starts_with("MUSTER_") {
                command.env_remove(name);
            }
        }
        if let Some(url) = &self.postgres {
            command.env("MUSTER_SQL_DRIVER", "postgres").env("MUSTER_SQL_DATA_SOURCE", url);
        }
        let child = command
            .arg("serve")
            .args(["--listen", &format!("127.0.0.1:{}", self.port)])
            .args(["--metrics-listen", &format!("127.0.0.1:{}", self.metrics_port)])
            .arg("--data")
            .arg(&self.data)
            .stdout(Stdio::from(log))
            .stderr(Stdio::from(also))
            .kill_on_drop(true)
            .spawn()
            .map_err(|problem| format!("{}: {problem}", self.binary.display()))?;
        Ok(Running { child, base: format!("http://127.0.0.1:{}", self.port), start_ms: 0 })
    }

    /// Starts the server and waits until it answers.
    ///
    /// # Errors
    /// When it ends, or does not answer within the limit.
    pub async fn start(&self) -> Result<Running, String> {
        let mut running = self.spawn()?;
        let began = Instant::now();
        let api = Api::new(&running.base);
        while api.get("/system/ping").await.is_err() {
            if let Ok(Some(status)) = running.child.try_wait() {
                return Err(format!("the server ended at start with {status}:\n{}", self.last_words()));
            }
            if began.elapsed() > START_LIMIT {
                return Err(format!("no answer within {START_LIMIT:?}:\n{}", self.last_words()));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        running.start_ms = began.elapsed().as_millis();
        Ok(running)
    }

    fn last_words(&self) -> String {
        let text = std::fs::read_to_string(self.data.join("server.log")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

/// A started server.
pub struct Running {
    child: Child,
    pub base: String,
    /// From the start of the process to its first answer.
    pub start_ms: u128,
}

impl Running {
    /// SIGKILL: nothing of the process runs after it.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("the server is our child and still there");
    }
}

fn free_port() -> u16 {
    let probe = TcpListener::bind("127.0.0.1:0").expect("a free port on loopback");
    probe.local_addr().expect("a bound socket has an address").port()
}
