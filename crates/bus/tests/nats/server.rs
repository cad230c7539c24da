//! NATS servers of a test's own, which it may kill.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// The program to test with; `None` where there is none.
pub fn program() -> Option<PathBuf> {
    let program = std::env::var_os("MUSTER_TEST_NATS_PROGRAM").filter(|path| !path.is_empty()).map(PathBuf::from);
    if program.is_none() {
        eprintln!("skipped: MUSTER_TEST_NATS_PROGRAM is not set; run `scripts/nats with cargo test -p muster-bus`");
    }
    program
}

/// One server. It is killed when it is dropped.
pub struct Nats {
    program: PathBuf,
    arguments: Vec<String>,
    pub port: u16,
    process: Child,
}

impl Nats {
    pub async fn start(program: PathBuf, more: &[&str]) -> Nats {
        Nats::start_on(program, free_port(), more).await
    }

    pub async fn start_on(program: PathBuf, port: u16, more: &[&str]) -> Nats {
        let mut arguments = vec!["-a".to_owned(), "127.0.0.1".to_owned(), "-p".to_owned(), port.to_string()];
        arguments.extend(more.iter().map(|one| (*one).to_owned()));
        let process = run(&program, &arguments);
        let nats = Nats { program, arguments, port, process };
        nats.answers().await;
        nats
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it as a power failure would.
    pub async fn kill(&mut self) {
        self.process.kill().await.expect("it runs");
    }

    pub async fn start_again(&mut self) {
        self.process = run(&self.program, &self.arguments);
        self.answers().await;
    }

    /// Stops it without ending it, as a machine does that hangs.
    pub fn freeze(&self) {
        self.signal(Signal::STOP);
    }

    pub fn thaw(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let pid = self.process.id().and_then(|pid| Pid::from_raw(pid.cast_signed())).expect("it runs");
        kill_process(pid, signal).expect("it is ours");
    }

    async fn answers(&self) {
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", self.port)).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("NATS does not start on port {}", self.port);
    }
}

fn run(program: &Path, arguments: &[String]) -> Child {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("NATS starts")
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}
