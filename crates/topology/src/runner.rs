//! Starts, stops and looks at what a plan says. Every process that is started is in the state file before anything is
//! waited for, so that whatever breaks in between, `down` finds it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Signal;
use tokio::time::Instant;

use super::network::Cable;
use super::plan::{Account, Component, Plan, Stop, stage};
use super::process::{self, Life, Owner, Process};
use super::programs::{Program, Programs};
use super::state::{Running, State, logs};
use super::{network, prepare, ready};

/// From SIGKILL to the end: the kernel needs no more, unless a disk hangs.
const KILL_WITHIN: Duration = Duration::from_secs(10);
/// Lines of a log that an error shows.
const TAIL: usize = 20;

/// Tells what happens, a line each.
pub type Say<'a> = &'a mut (dyn FnMut(&str) + Send);

pub struct Runner {
    state: State,
    owner: Option<Owner>,
}

/// How a component was found.
#[derive(Clone, Debug)]
pub struct Seen {
    pub name: String,
    pub address: String,
    pub pid: Option<i32>,
    /// What does not work; none when it does.
    pub trouble: Option<String>,
    pub cpu_ticks: Option<u64>,
}

impl Runner {
    /// A topology that nothing runs of yet: its folder is made, its programs are found, its ports are free.
    ///
    /// # Errors
    /// With the first thing that is missing or in the way.
    pub fn new(plan: Plan, programs: Programs) -> Result<Runner, String> {
        for program in plan.programs() {
            programs.path(program)?;
        }
        let folder = &plan.folder;
        if State::is_there(folder) {
            let folder = folder.display();
            return Err(format!(
                "there is a topology in {folder} already: `topology start` goes on with it, `topology down` ends it"
            ));
        }
        if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(format!("{} is not empty: choose another --folder", folder.display()));
        }
        prepare::free_ports(&plan)?;
        // The folder itself, too: databases run as another account, which must get through.
        prepare::folder(folder, None)?;
        prepare::folder(&logs(folder), None)?;
        let runner = Runner { state: State::new(plan, programs), owner: Owner::unprivileged() };
        runner.state.write()?;
        Ok(runner)
    }

    /// A topology that was begun before.
    ///
    /// # Errors
    /// When there is none in the folder.
    pub fn open(folder: &Path) -> Result<Runner, String> {
        Ok(Runner { state: State::read(folder)?, owner: Owner::unprivileged() })
    }

    pub fn plan(&self) -> &Plan {
        &self.state.plan
    }

    /// # Errors
    /// When it has no component of this name; the sentence names those that are there.
    pub fn must_have(&self, name: &str) -> Result<(), String> {
        self.state.find(name).map(drop)
    }

    /// Starts everything that does not run, stage by stage.
    ///
    /// # Errors
    /// With the component that did not come, and the end of its log. What runs by then goes on running.
    pub async fn up(&mut self, say: Say<'_>) -> Result<(), String> {
        // Before anything else: with a bridge, it is there that the services listen.
        if !self.state.has_networks {
            for network in self.plan().components.iter().filter_map(|one| one.network.as_ref()) {
                network::lay(&self.state.programs, network).await?;
            }
            self.state.has_networks = true;
            self.state.write()?;
        }
        for stage in 0..=stage::LAST {
            let of_stage: Vec<usize> =
                (0..self.state.running.len()).filter(|at| self.component(*at).stage == stage).collect();
            for at in &of_stage {
                self.launch(*at).await?;
            }
            for at in of_stage {
                let began = Instant::now();
                self.settle(at, say).await?;
                let one = self.component(at);
                say(&told(&one.name, &format!("{:<44} {:.1} s", one.address, began.elapsed().as_secs_f64())));
            }
        }
        Ok(())
    }

    /// Starts one component and waits until it works.
    ///
    /// # Errors
    /// As [`Runner::up`].
    pub async fn start(&mut self, name: &str, say: Say<'_>) -> Result<(), String> {
        let at = self.state.find(name)?;
        self.launch(at).await?;
        self.settle(at, say).await
    }

    /// Asks a component to end, and makes it when it does not in time.
    ///
    /// # Errors
    /// When it is still there after all.
    pub async fn stop(&mut self, name: &str) -> Result<(), String> {
        let at = self.state.find(name)?;
        self.end(at).await.map(|_| ())
    }

    /// Ends a component as a power cut would: nothing is asked, nothing is flushed.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub async fn kill(&mut self, name: &str) -> Result<(), String> {
        let at = self.state.find(name)?;
        let Some(process) = self.state.running[at].process else { return Ok(()) };
        process.kill_group()?;
        if !process.ends(KILL_WITHIN).await {
            return Err(format!("{name} does not end"));
        }
        self.forget(at).await
    }

    /// Stops a component's clock: connections stay open, nobody answers.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn freeze(&self, name: &str) -> Result<(), String> {
        self.signal(name, Signal::STOP)
    }

    /// Lets a frozen component go on.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn thaw(&self, name: &str) -> Result<(), String> {
        self.signal(name, Signal::CONT)
    }

    /// Pulls the cable of a node in a network of its own, or plugs it in again.
    ///
    /// # Errors
    /// When the node has none (`--isolate`).
    pub async fn set_cable(&mut self, name: &str, cable: Cable) -> Result<(), String> {
        let at = self.state.find(name)?;
        let none = || format!("{name} has no network of its own: start the topology with --isolate {name}");
        let network = self.component(at).network.as_ref().ok_or_else(none)?;
        network::set(&self.state.programs, network, cable).await?;
        self.state.running[at].cable = cable;
        self.state.write()
    }

    /// Restarts every application node, one after the other, each when the one before works again.
    ///
    /// # Errors
    /// With the node that did not come back; the others run.
    pub async fn roll(&mut self, say: Say<'_>) -> Result<(), String> {
        let nodes: Vec<String> =
            self.plan().components.iter().map(|one| one.name.clone()).filter(|name| name.starts_with("app-")).collect();
        for name in nodes {
            let began = Instant::now();
            self.stop(&name).await?;
            self.start(&name, say).await?;
            say(&format!("{name} was restarted in {:.1} s", began.elapsed().as_secs_f64()));
        }
        Ok(())
    }

    /// Looks at everything once.
    pub async fn look(&self) -> Vec<Seen> {
        let mut seen = Vec::new();
        for (one, running) in self.plan().components.iter().zip(&self.state.running) {
            let trouble = match running.process.map(Process::life) {
                None => Some("stopped".to_owned()),
                Some(Life::Gone) => Some("it ended by itself".to_owned()),
                Some(Life::Stranger) => Some("it ended, and its number is another's now".to_owned()),
                Some(Life::Runs) if running.cable == Cable::Pulled => Some("cut off".to_owned()),
                Some(Life::Runs) => one.ready.ask().await.err(),
            };
            seen.push(Seen {
                name: one.name.clone(),
                address: one.address.clone(),
                pid: running.process.map(|process| process.pid),
                trouble,
                cpu_ticks: running.process.and_then(Process::cpu_ticks),
            });
        }
        seen
    }

    /// Ends everything in the reverse order of the start. With `keeping`, data and logs stay.
    ///
    /// # Errors
    /// With what could not be ended or removed; everything else was.
    pub async fn down(mut self, keeping: Keeping, say: Say<'_>) -> Result<(), String> {
        let mut problems = Vec::new();
        for at in (0..self.state.running.len()).rev() {
            match self.end(at).await {
                Ok(Ended::WasGone) => {}
                Ok(Ended::Asked) => say(&format!("{} ended", self.component(at).name)),
                Ok(Ended::Forced) => say(&format!("{} was made to end", self.component(at).name)),
                Err(problem) => problems.push(problem),
            }
        }
        if let Err(problem) = network::remove(&self.state.programs, &self.state.plan).await {
            problems.push(problem);
        }
        if !problems.is_empty() {
            return Err(problems.join("; "));
        }
        let folder = &self.state.plan.folder;
        match keeping {
            Keeping::Everything => self.state.write(),
            Keeping::Nothing => {
                std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
            }
        }
    }

    fn component(&self, at: usize) -> &Component {
        self.state.component(at)
    }

    fn owner_of(&self, at: usize) -> Option<Owner> {
        self.owner.filter(|_| self.component(at).account == Account::Unprivileged)
    }

    /// Starts the process, after what its first start needs.
    async fn launch(&mut self, at: usize) -> Result<(), String> {
        if let Some(process) = self.state.running[at].process {
            if process.life() == Life::Runs {
                return Ok(());
            }
            process.sweep(KILL_WITHIN).await?;
        }
        let owner = self.owner_of(at);
        let component = self.component(at).clone();
        if !self.state.running[at].is_prepared {
            if owner.is_some() {
                prepare::open_to_all(&component, &mut self.state.programs, &self.state.plan.folder)?;
            }
            let place = prepare::Place { programs: &self.state.programs, owner, log: &self.state.log(at) };
            for step in &component.prepare {
                place.take(step, &self.state.plan.folder).await.map_err(|problem| self.with_log(at, &problem))?;
            }
            self.state.running[at].is_prepared = true;
        }
        if component.program == Program::Postgres {
            prepare::forget_killed(&self.state.plan.folder.join(&component.name).join("data/postmaster.pid"))?;
        }
        let words = words(&component, &self.state.programs)?;
        let mut command = process::command(&words, owner, &self.state.log(at), &self.state.plan.folder)?;
        command.envs(component.env.iter().map(|(name, value)| (name, value)));
        // Nothing may be awaited between these two: a process that is started is written down.
        self.state.running[at].process = Some(process::start(command)?);
        self.state.write()
    }

    /// Waits until a component works.
    async fn settle(&mut self, at: usize, say: Say<'_>) -> Result<(), String> {
        let component = self.component(at).clone();
        let Running { process, is_complete, .. } = self.state.running[at];
        let runs = || process.is_some_and(|process| process.life() == Life::Runs);
        let waiting = component.ready.wait(component.ready_within, runs, |words| say(&told(&component.name, words)));
        waiting.await.map_err(|problem| self.with_log(at, &problem))?;
        if !is_complete {
            for then in &component.then {
                ready::complete(then).await?;
            }
            self.state.running[at].is_complete = true;
            self.state.write()?;
        }
        Ok(())
    }

    async fn end(&mut self, at: usize) -> Result<Ended, String> {
        let Some(process) = self.state.running[at].process else { return Ok(Ended::WasGone) };
        if process.life() != Life::Runs {
            self.forget(at).await?;
            return Ok(Ended::WasGone);
        }
        let (stop, within) = (self.component(at).stop, self.component(at).stop_within);
        // A frozen process hears nothing else.
        process.signal_all(Signal::CONT)?;
        process.signal(match stop {
            Stop::Terminate => Signal::TERM,
            Stop::Interrupt => Signal::INT,
        })?;
        let ended = match process.ends(within).await {
            true => Ended::Asked,
            false => {
                process.kill_group()?;
                if !process.ends(KILL_WITHIN).await {
                    return Err(format!("{} (process {}) does not end", self.component(at).name, process.pid));
                }
                Ended::Forced
            }
        };
        self.forget(at).await?;
        Ok(ended)
    }

    /// Ends whom a process left behind that is gone, and stops knowing it.
    async fn forget(&mut self, at: usize) -> Result<(), String> {
        if let Some(process) = self.state.running[at].process {
            process.sweep(KILL_WITHIN).await?;
        }
        self.state.running[at].process = None;
        self.state.write()
    }

    fn signal(&self, name: &str, signal: Signal) -> Result<(), String> {
        let at = self.state.find(name)?;
        let process = self.state.running[at].process.ok_or_else(|| format!("{name} does not run"))?;
        process.signal_all(signal)
    }

    fn with_log(&self, at: usize, problem: &str) -> String {
        let (name, log) = (&self.component(at).name, self.state.log(at));
        let text = std::fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n  ");
        format!("{name}: {problem}\n  {} ends with:\n  {tail}", log.display())
    }
}

/// A line of `up` about a component.
fn told(name: &str, words: &str) -> String {
    format!("{name:<14} {words}")
}

/// What `down` leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    Everything,
    Nothing,
}

enum Ended {
    WasGone,
    Asked,
    Forced,
}

/// The words of its command, with what it is wrapped in.
fn words(component: &Component, programs: &Programs) -> Result<Vec<String>, String> {
    let path = |program| programs.path(program).map(|path: &Path| path.display().to_string());
    let mut words = Vec::new();
    if let Some(network) = &component.network {
        words.push(path(Program::Ip)?);
        words.extend(["netns", "exec", &network.namespace].map(str::to_owned));
    }
    if let Some(core) = component.core {
        words.extend([path(Program::Taskset)?, "-c".into(), core.to_string()]);
    }
    words.push(path(component.program)?);
    words.extend(component.args.iter().cloned());
    Ok(words)
}

/// Where a topology is when nobody says.
pub fn default_folder() -> PathBuf {
    std::env::temp_dir().join("muster-topology")
}
