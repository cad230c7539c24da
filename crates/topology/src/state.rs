//! What a topology consists of and which processes are its own, in a file between two commands.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::network::Cable;
use super::plan::{Component, Plan};
use super::process::Process;
use super::programs::Programs;

/// The file within the topology's folder.
const FILE: &str = "topology.json";

/// A topology that was begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub plan: Plan,
    pub programs: Programs,
    /// In the order of `plan.components`.
    pub running: Vec<Running>,
    /// Whether the networks of single nodes are there.
    pub has_networks: bool,
    /// Of the start of the machine: processes of another one are no more.
    pub boot: String,
}

/// What was done for a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub is_prepared: bool,
    pub is_complete: bool,
    pub process: Option<Process>,
    pub cable: Cable,
}

impl State {
    pub fn new(plan: Plan, programs: Programs) -> State {
        let running = vec![Running::default(); plan.components.len()];
        State { plan, programs, running, has_networks: false, boot: boot() }
    }

    pub fn is_there(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// # Errors
    /// When there is none, or it does not read.
    pub fn read(folder: &Path) -> Result<State, String> {
        let path = folder.join(FILE);
        let text =
            std::fs::read(&path).map_err(|error| format!("there is no topology in {}: {error}", folder.display()))?;
        let mut state: State = serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        if state.boot != boot() {
            state.running.iter_mut().for_each(|one| one.process = None);
            state.has_networks = false;
        }
        Ok(state)
    }

    /// Written beside its place and moved there: whoever breaks in leaves the former one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> Result<(), String> {
        let path = self.plan.folder.join(FILE);
        let beside = self.plan.folder.join("topology.json.new");
        let text = serde_json::to_vec_pretty(self).map_err(|error| error.to_string())?;
        let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &path));
        written.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The component of this name, and its place.
    ///
    /// # Errors
    /// When there is none; the sentence names those that are there.
    pub fn find(&self, name: &str) -> Result<usize, String> {
        let names = || self.plan.components.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
        let at = self.plan.components.iter().position(|one| one.name == name);
        at.ok_or_else(|| format!("there is no `{name}`; there are {}", names()))
    }

    pub fn component(&self, at: usize) -> &Component {
        &self.plan.components[at]
    }

    pub fn log(&self, at: usize) -> PathBuf {
        logs(&self.plan.folder).join(format!("{}.log", self.component(at).name))
    }
}

pub fn logs(folder: &Path) -> PathBuf {
    folder.join("logs")
}

fn boot() -> String {
    std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned()
}
