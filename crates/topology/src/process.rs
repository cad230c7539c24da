//! Processes: started apart from the terminal, and known again later. A number alone proves nothing, since the kernel
//! gives it to somebody else one day; with the time of its start it names one process. Each leads a group, whose number
//! the kernel gives to nobody else while one of the group lives.

use std::fs::{File, OpenOptions};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

/// Between two looks at something that is waited for.
const LOOK: Duration = Duration::from_millis(50);

/// One process, for as long as the machine is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    pub pid: i32,
    /// Clock ticks between the start of the machine and that of the process.
    pub started: u64,
}

/// What became of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    Runs,
    Gone,
    /// Its number belongs to another process by now.
    Stranger,
}

impl Process {
    pub fn life(self) -> Life {
        match look(self.pid) {
            Some((_, started)) if started != self.started => Life::Stranger,
            // A zombie has ended; whoever started it has not asked yet.
            Some(('Z' | 'X', _)) | None => Life::Gone,
            Some(_) => Life::Runs,
        }
    }

    /// Sends a signal, unless the process is gone.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn signal(self, signal: Signal) -> Result<(), String> {
        let (Life::Runs, Some(pid)) = (self.life(), Pid::from_raw(self.pid)) else { return Ok(()) };
        match kill_process(pid, signal) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
            Err(error) => Err(format!("process {}: {error}", self.pid)),
        }
    }

    /// Sends a signal to the process and to all that it started, the parents first: a proxy or a database whose workers go
    /// on is not frozen.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn signal_all(self, signal: Signal) -> Result<(), String> {
        self.signal(signal)?;
        if self.life() != Life::Runs {
            return Ok(());
        }
        for pid in descendants(self.pid).into_iter().filter_map(Pid::from_raw) {
            match kill_process(pid, signal) {
                Ok(()) | Err(rustix::io::Errno::SRCH) => {}
                Err(error) => return Err(format!("a process of {}: {error}", self.pid)),
            }
        }
        Ok(())
    }

    /// Kills the process and all that it started: a proxy's or a database's workers outlive their parent otherwise.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn kill_group(self) -> Result<(), String> {
        let (Life::Runs, Some(pid)) = (self.life(), Pid::from_raw(self.pid)) else { return Ok(()) };
        // Those of a database lead groups of their own, and have no parent to be known by when it is gone.
        let workers = descendants(self.pid);
        let killed = kill_process_group(pid, Signal::KILL);
        let ended = workers.into_iter().filter_map(Pid::from_raw).map(|worker| kill_process(worker, Signal::KILL));
        for told in std::iter::once(killed).chain(ended) {
            match told {
                Ok(()) | Err(rustix::io::Errno::SRCH) => {}
                Err(error) => return Err(format!("processes of {}: {error}", self.pid)),
            }
        }
        Ok(())
    }

    /// Whether it ended within that time.
    pub async fn ends(self, within: Duration) -> bool {
        until(within, || self.life() != Life::Runs).await
    }

    /// Kills those whom a process left behind that ended by itself: a proxy's workers go on without it, and keep its
    /// ports. Nothing for one that runs.
    ///
    /// # Errors
    /// When they are still there after `within`, or the kernel refuses.
    pub async fn sweep(self, within: Duration) -> Result<(), String> {
        let (Life::Gone, Some(pid)) = (self.life(), Pid::from_raw(self.pid)) else { return Ok(()) };
        match kill_process_group(pid, Signal::KILL) {
            Err(rustix::io::Errno::SRCH) => return Ok(()),
            Err(error) => return Err(format!("processes that {} left: {error}", self.pid)),
            Ok(()) => {}
        }
        match until(within, || !is_inhabited(self.pid)).await {
            true => Ok(()),
            false => Err(format!("processes that {} left do not end", self.pid)),
        }
    }

    /// Processor time that it has used, in clock ticks: its own and that of children it waited for.
    pub fn cpu_ticks(self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.pid)).ok()?;
        let rest: Vec<&str> = text.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        // Fields 14 to 17 of proc(5), counted from the state, which is the third.
        rest.get(11..15)?.iter().map(|ticks| ticks.parse::<u64>().ok()).sum()
    }
}

async fn until(within: Duration, holds: impl Fn() -> bool) -> bool {
    let until = Instant::now() + within;
    while !holds() {
        if Instant::now() >= until {
            return false;
        }
        sleep(LOOK).await;
    }
    true
}

/// Everybody whom a process started, directly or not, the elder first.
fn descendants(of: i32) -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let parents: Vec<(i32, i32)> = entries
        .flatten()
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let text = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The parent is field 4 of proc(5), the state field 3.
            let parent = text.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()?;
            Some((pid, parent))
        })
        .collect();
    let mut found = vec![of];
    let mut at = 0;
    while let Some(one) = found.get(at).copied() {
        found.extend(parents.iter().filter(|(_, parent)| *parent == one).map(|(pid, _)| *pid));
        at += 1;
    }
    found.split_off(1)
}

/// Whether somebody of a group lives. Those that ended belong to it until whoever started them has asked.
fn is_inhabited(group: i32) -> bool {
    let Ok(entries) = std::fs::read_dir("/proc") else { return false };
    entries.flatten().any(|entry| {
        let text = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let Some((_, rest)) = text.rsplit_once(')') else { return false };
        let mut rest = rest.split_ascii_whitespace();
        let is_alive = rest.next().is_some_and(|state| !matches!(state, "Z" | "X"));
        // The group is field 5 of proc(5), the state field 3.
        is_alive && rest.nth(1).and_then(|field| field.parse().ok()) == Some(group)
    })
}

/// State and start of whoever has this number.
fn look(pid: i32) -> Option<(char, u64)> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in the second field may hold anything, parentheses, too.
    let mut rest = text.rsplit_once(')')?.1.split_ascii_whitespace();
    let state = rest.next()?.chars().next()?;
    // The start is field 22 of proc(5).
    let started = rest.nth(18)?.parse().ok()?;
    Some((state, started))
}

/// Who a process runs as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub uid: u32,
    pub gid: u32,
}

impl Owner {
    /// Whom PostgreSQL and OpenSearch run as when the caller is root, which they refuse: the account of PostgreSQL's
    /// package, else `nobody`. None when the caller is somebody else.
    pub fn unprivileged() -> Option<Owner> {
        if !rustix::process::geteuid().is_root() {
            return None;
        }
        let accounts = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
        Owner::among(&accounts)
    }

    fn among(accounts: &str) -> Option<Owner> {
        let of = |name: &str| {
            let row = accounts.lines().find(|row| row.split(':').next() == Some(name))?;
            let mut fields = row.split(':').skip(2);
            Some(Owner { uid: fields.next()?.parse().ok()?, gid: fields.next()?.parse().ok()? })
        };
        of("postgres").or_else(|| of("nobody"))
    }
}

/// A command that is not the terminal's: Ctrl-C does not reach it, its words go to a file.
pub fn command(words: &[String], owner: Option<Owner>, log: &Path, folder: &Path) -> Result<Command, String> {
    let (program, args) = words.split_first().ok_or("nothing to run")?;
    let log = append(log)?;
    let also = log.try_clone().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(log).stderr(also).process_group(0);
    // Settings of the server and of the programs come from their files; a shell's own would get in between.
    command.env_clear().env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    command.env("HOME", folder).env("LANG", "C.UTF-8");
    if let Some(owner) = owner {
        command.uid(owner.uid).gid(owner.gid);
    }
    Ok(command)
}

/// Starts it and returns how to know it again. Nobody waits for it: it outlives this program.
///
/// # Errors
/// When it does not start.
pub fn start(mut command: Command) -> Result<Process, String> {
    let child = command.spawn().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let pid = i32::try_from(child.id()).map_err(|error| error.to_string())?;
    // Nobody has waited for it, so it is there at least as a zombie.
    let (_, started) = look(pid).ok_or_else(|| format!("process {pid} has no place in /proc"))?;
    Ok(Process { pid, started })
}

fn append(path: &Path) -> Result<File, String> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sleeper(folder: &Path) -> Process {
        let words = ["sleep", "60"].map(str::to_owned);
        let command = command(&words, None, &folder.join("log"), folder).expect("the log can be written");
        start(command).expect("every machine can sleep")
    }

    #[tokio::test]
    async fn who_is_frozen_is_frozen_with_its_workers() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let words = ["sh", "-c", "setsid sleep 60 & sleep 60 & wait"].map(str::to_owned);
        let command = command(&words, None, &place.path().join("log"), place.path()).expect("the log can be written");
        let process = start(command).expect("every machine has a shell");
        assert!(until(Duration::from_secs(5), || descendants(process.pid).len() == 2).await, "two workers");
        let workers = descendants(process.pid);
        let are = |wanted: char| workers.iter().all(|pid| look(*pid).is_some_and(|(state, _)| state == wanted));
        process.signal_all(Signal::STOP).expect("they are ours");
        assert!(until(Duration::from_secs(5), || are('T')).await, "all are stopped");
        process.signal_all(Signal::CONT).expect("they are ours");
        assert!(until(Duration::from_secs(5), || are('S')).await, "all go on");
        process.signal_all(Signal::STOP).expect("they are ours");
        process.kill_group().expect("they are ours");
        assert!(
            until(Duration::from_secs(5), || workers
                .iter()
                .all(|pid| look(*pid).is_none_or(|(state, _)| state == 'Z')))
            .await
        );
    }

    #[test]
    fn a_process_is_known_by_number_and_start() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let process = sleeper(place.path());
        assert_eq!(process.life(), Life::Runs);
        let stranger = Process { started: process.started + 1, ..process };
        assert_eq!(stranger.life(), Life::Stranger);
        stranger.signal(Signal::KILL).expect("nothing is sent to a stranger");
        assert_eq!(process.life(), Life::Runs);
        process.signal(Signal::KILL).expect("it is ours");
        while process.life() == Life::Runs {
            std::thread::yield_now();
        }
        assert_eq!(process.life(), Life::Gone);
    }

    #[tokio::test]
    async fn whom_a_killed_process_left_behind_is_ended() {
        let place = tempfile::tempdir().expect("a folder for the test");
        let words = ["sh", "-c", "sleep 60 & sleep 60"].map(str::to_owned);
        let command = command(&words, None, &place.path().join("log"), place.path()).expect("the log can be written");
        let parent = start(command).expect("every machine has a shell");
        parent.sweep(Duration::ZERO).await.expect("one that runs is left alone");
        assert_eq!(parent.life(), Life::Runs);
        while !has_left_somebody(parent) {
            std::thread::yield_now();
        }
        parent.signal(Signal::KILL).expect("it is ours");
        assert!(parent.ends(Duration::from_secs(10)).await, "it goes on");
        assert!(is_inhabited(parent.pid), "the children ended by themselves");
        parent.sweep(Duration::from_secs(10)).await.expect("they end");
        assert!(!is_inhabited(parent.pid), "the children go on");
    }

    /// Whether the shell has begun what it runs in the background.
    fn has_left_somebody(parent: Process) -> bool {
        let children = format!("/proc/{pid}/task/{pid}/children", pid = parent.pid);
        std::fs::read_to_string(children).is_ok_and(|pids| !pids.trim().is_empty())
    }

    #[test]
    fn the_account_of_the_database_is_preferred() {
        let accounts = "root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\npostgres:x:101:102::/:/bin/sh\n";
        assert_eq!(Owner::among(accounts), Some(Owner { uid: 101, gid: 102 }));
        assert_eq!(Owner::among("nobody:x:65534:65534::/:\n"), Some(Owner { uid: 65_534, gid: 65_534 }));
        assert_eq!(Owner::among(""), None);
    }
}
