//! The server under test: started pinned to a core, measured from outside, stopped by its pid.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::net::TcpStream;

use crate::callgrind;
use crate::problem::Problem;

/// Ports of the server's API and metrics on the loopback.
const PORT: u16 = 18_065;
pub const METRICS_PORT: u16 = 18_067;
/// A start that takes longer has failed.
const START_MAX: Duration = Duration::from_secs(60);
/// Clock ticks a second in `/proc/PID/stat` (USER_HZ on Linux).
const TICKS_PER_SECOND: f64 = 100.0;
const PAGE_BYTES: f64 = 4096.0;

/// A running server.
pub struct Server {
    child: Child,
    program: PathBuf,
    core: usize,
    data: PathBuf,
}

/// What a process used: processor time in it and for it in the kernel, context switches of its threads, and its read
/// and write calls.
#[derive(Clone, Copy, Default)]
pub struct Usage {
    pub cpu_seconds: f64,
    pub switches: u64,
    pub calls: u64,
}

impl std::ops::Sub for Usage {
    type Output = Usage;

    fn sub(self, before: Usage) -> Usage {
        Usage {
            cpu_seconds: self.cpu_seconds - before.cpu_seconds,
            switches: self.switches.saturating_sub(before.switches),
            calls: self.calls.saturating_sub(before.calls),
        }
    }
}

/// The numbers after `name` in lines of `name number`.
fn sum_of(text: &str, name: &str) -> u64 {
    text.lines().filter_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok()).sum()
}

/// How a server is started.
#[derive(Clone, Copy)]
enum Start {
    Plain,
    Counted,
    Floor,
}

impl Server {
    /// Starts the server and waits until it answers.
    pub async fn start(program: &Path, core: usize, data: &Path) -> Result<Server, Problem> {
        Server::start_as(Start::Plain, program, core, data).await
    }

    /// Starts it under callgrind, which counts its instructions and makes it some fifty times slower.
    pub async fn start_counted(program: &Path, core: usize, data: &Path) -> Result<Server, Problem> {
        Server::start_as(Start::Counted, program, core, data).await
    }

    /// Starts the floor instead, which is this program itself.
    pub async fn start_floor(core: usize, data: &Path) -> Result<Server, Problem> {
        Server::start_as(Start::Floor, &std::env::current_exe()?, core, data).await
    }

    async fn start_as(start: Start, program: &Path, core: usize, data: &Path) -> Result<Server, Problem> {
        let child = spawn(start, program, core, data)?;
        let mut server = Server { child, program: program.to_owned(), core, data: data.to_owned() };
        server.wait_until_it_answers().await?;
        Ok(server)
    }

    /// Forgets what callgrind counted so far.
    pub fn zero_counter(&self) -> Result<(), Problem> {
        callgrind::control(self.child.id(), "--zero")
    }

    /// Instructions since [`Server::zero_counter`].
    pub fn counted(&self, data: &Path) -> Result<u64, Problem> {
        callgrind::control(self.child.id(), "--dump")?;
        callgrind::newest_total(data, self.child.id())
    }

    pub fn address(&self) -> String {
        format!("127.0.0.1:{PORT}")
    }

    /// Stops the server, starts it on the same data, and tells the milliseconds until it answered.
    pub async fn restart(&mut self) -> Result<f64, Problem> {
        self.terminate()?;
        let began = Instant::now();
        self.child = spawn(Start::Plain, &self.program, self.core, &self.data)?;
        self.wait_until_it_answers().await?;
        Ok(began.elapsed().as_secs_f64() * 1000.0)
    }

    pub async fn stop(mut self) -> Result<(), Problem> {
        self.terminate()
    }

    fn terminate(&mut self) -> Result<(), Problem> {
        let pid = Pid::from_raw(self.child.id().cast_signed()).expect("a process has a number");
        kill_process(pid, Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }

    async fn wait_until_it_answers(&mut self) -> Result<(), Problem> {
        let began = Instant::now();
        while began.elapsed() < START_MAX {
            if let Some(status) = self.child.try_wait()? {
                return Err(format!("the server ended with {status} before it answered").into());
            }
            if let Ok(stream) = TcpStream::connect(self.address()).await {
                let mut connection = crate::connection::Connection::over(stream);
                if connection.get("/api/v4/system/ping", "").await.is_ok_and(|answer| answer.status == 200) {
                    return Ok(());
                }
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Err("the server did not answer in time".into())
    }

    /// Resident memory.
    pub fn rss_mb(&self) -> Result<f64, Problem> {
        let statm = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id()))?;
        let pages: f64 = statm.split(' ').nth(1).ok_or("statm has no second field")?.parse()?;
        Ok(pages * PAGE_BYTES / 1e6)
    }

    /// What the process used so far.
    pub fn usage(&self) -> Result<Usage, Problem> {
        let folder = format!("/proc/{}", self.child.id());
        let mut usage = Usage { cpu_seconds: self.cpu_seconds()?, ..Usage::default() };
        for task in std::fs::read_dir(format!("{folder}/task"))? {
            // A thread that ends meanwhile takes its switches along.
            let Ok(status) = std::fs::read_to_string(task?.path().join("status")) else { continue };
            usage.switches +=
                sum_of(&status, "voluntary_ctxt_switches:") + sum_of(&status, "nonvoluntary_ctxt_switches:");
        }
        let io = std::fs::read_to_string(format!("{folder}/io"))?;
        usage.calls = sum_of(&io, "syscr:") + sum_of(&io, "syscw:");
        Ok(usage)
    }

    /// CPU seconds used so far, in the process and for it in the kernel.
    pub fn cpu_seconds(&self) -> Result<f64, Problem> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| -> Result<f64, Problem> { Ok(fields.get(at).ok_or("stat is short")?.parse()?) };
        Ok((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A run that failed must not leave a server behind; one that was stopped is gone already.
        drop(self.child.kill());
    }
}

fn spawn(start: Start, program: &Path, core: usize, data: &Path) -> Result<Child, Problem> {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]);
    if matches!(start, Start::Counted) {
        let out = format!("--callgrind-out-file={}/callgrind.out.%p", data.display());
        command.args(["valgrind", "--quiet", "--tool=callgrind", &out]);
    }
    let (listen, metrics) = (format!("127.0.0.1:{PORT}"), format!("127.0.0.1:{METRICS_PORT}"));
    command.arg(program);
    match start {
        Start::Floor => command.args(["--serve-floor", &listen]),
        Start::Plain | Start::Counted => {
            command.args(["serve", "--listen", &listen, "--metrics-listen", &metrics, "--set", "log.level=error"]);
            // Accounts are made by the hundred, and what their passwords cost is not what is measured.
            command.args(["--set", "password.hash_rounds=1000"])
        }
    };
    Ok(command.arg("--data").arg(data).stdout(Stdio::null()).spawn()?)
}

/// Megabytes of a file.
pub fn size_mb(path: &Path) -> Result<f64, Problem> {
    Ok(std::fs::metadata(path)?.len() as f64 / 1e6)
}
