//! What to run for a shape: components in the order of their start, with arguments, settings, ports and checks.
//!
//! Pure: nothing here looks at the machine. A topology has a hundred ports from its base; which of them each
//! component takes is fixed, so that addresses can be told before anything runs.

use std::fmt::Write as _;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::parts;
use super::parts::app::Node;
use super::programs::Program;
use super::ready::Ready;
use super::shape::{Files, Shape};

/// Ports from the base on.
const PROXY: u16 = 0;
const APP: u16 = 10;
const JOBS: u16 = 26;
const APP_METRICS: u16 = 30;
const JOBS_METRICS: u16 = 46;
const DB: u16 = 50;
const BUS: u16 = 60;
const BUS_MONITOR: u16 = 64;
const BUS_CLUSTER: u16 = 68;
const SEARCH: u16 = 72;
const SEARCH_TRANSPORT: u16 = 82;
const FILES: u16 = 92;
const PROMETHEUS: u16 = 95;
const NODE_EXPORTER: u16 = 96;
/// So many ports belong to a topology.
pub const PORTS: u16 = 100;

/// What a caller decides beside the shape.
#[derive(Clone, Debug)]
pub struct Options {
    pub folder: PathBuf,
    pub base_port: u16,
    /// Gives each application node a processor of its own, in turns over so many.
    pub pinned_cores: Option<u16>,
    /// Application nodes, by number, that live in a network of their own and can be cut off.
    pub isolated: Vec<u8>,
    /// Appended to each node's settings file.
    pub settings: String,
    /// `section.key=value`, as `muster serve --set` takes them.
    pub set: Vec<String>,
    pub object_store: Program,
    /// Whether a node exporter is at hand.
    pub has_node_exporter: bool,
    /// Whether the client of PostgreSQL is at hand, which the watch over its standbys needs.
    pub has_psql: bool,
    /// For OpenSearch, which brings none.
    pub java_home: Option<PathBuf>,
    /// Workers of each proxy; without it, one for each processor. A worker has two files for each socket, and so many
    /// files as the system gives a process.
    pub proxy_workers: Option<u8>,
    pub proxy_balance: Balance,
}

/// Which node a proxy gives a request to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Balance {
    /// Any.
    #[default]
    Random,
    /// The same one for all requests of a caller, as the shipped settings do.
    Caller,
}

/// Whose process it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Account {
    Caller,
    /// An account without rights where the caller is root: PostgreSQL and OpenSearch refuse to run as root.
    Unprivileged,
}

/// How a component is asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    Terminate,
    /// What PostgreSQL calls a fast shutdown: it does not wait for its clients.
    Interrupt,
}

/// Stages of a start. A standby copies a writer that runs, one node migrates before the others look, a proxy needs
/// somebody to pass on to.
pub mod stage {
    pub const ENGINES: u8 = 0;
    pub const FOLLOWERS: u8 = 1;
    pub const FIRST_NODE: u8 = 2;
    pub const NODES: u8 = 3;
    pub const DOORS: u8 = 4;
    pub const LAST: u8 = DOORS;
}

/// One thing to do before a component's first start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    Folder(PathBuf),
    /// A name for a folder that is elsewhere.
    Link {
        path: PathBuf,
        to: PathBuf,
    },
    Write {
        path: PathBuf,
        text: String,
    },
    Run {
        program: Program,
        args: Vec<String>,
    },
    /// A file loses its lines with this text.
    LeaveOut {
        path: PathBuf,
        text: String,
    },
    /// A folder of the program's own installation, beside the one of its programs.
    CopyOwn {
        program: Program,
        folder: String,
        to: PathBuf,
    },
}

/// One process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    pub name: String,
    /// Components of one stage start together, once those of the earlier ones are ready.
    pub stage: u8,
    pub program: Program,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
    pub account: Account,
    pub prepare: Vec<Step>,
    pub ready: Ready,
    pub ready_within: Duration,
    /// Once it is ready, after its first start.
    pub then: Vec<Then>,
    pub stop: Stop,
    pub stop_within: Duration,
    pub ports: Vec<u16>,
    /// What others are told.
    pub address: String,
    pub core: Option<u16>,
    pub network: Option<Network>,
}

/// A request that completes the first start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// An empty body to this address; `409` says that it was done before.
    Put(String),
}

/// A network of one node: a namespace, and a cable to the bridge that can be pulled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Network {
    pub namespace: String,
    pub cable: String,
    pub bridge: String,
    /// With the length of the prefix.
    pub address: String,
    pub gateway: String,
}

/// Everything of a topology.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub folder: PathBuf,
    pub shape: Shape,
    pub base_port: u16,
    pub components: Vec<Component>,
}

impl Plan {
    /// # Errors
    /// When the shape makes no sense, or the ports do not fit.
    pub fn new(shape: Shape, options: &Options) -> Result<Plan, String> {
        shape.check()?;
        if options.base_port < 1024 || options.base_port.checked_add(PORTS).is_none() {
            return Err(format!("--port takes 1024 to {}", u16::MAX - PORTS));
        }
        if let Some(other) = options.isolated.iter().find(|at| **at == 0 || **at > shape.app) {
            return Err(format!("there is no app-{other} to isolate"));
        }
        let site = Site { shape, options };
        let mut components: Vec<Component> = Vec::new();
        components.extend((1..=shape.db).map(|at| parts::postgres::component(&site, at)));
        components.extend((1..=shape.bus).map(|at| parts::nats::component(&site, at)));
        components.extend((1..=shape.search).map(|at| parts::opensearch::component(&site, at)));
        if shape.files == Files::S3 {
            components.push(parts::s3::component(&site));
        }
        components.extend((1..=shape.app).map(|at| parts::app::component(&site, Node::App(at))));
        components.extend((1..=shape.jobs).map(|at| parts::app::component(&site, Node::Jobs(at))));
        components.extend((1..=shape.proxy).map(|at| parts::nginx::component(&site, at)));
        if shape.db > 1 && options.has_psql {
            components.push(parts::postgres::watch(&site));
        }
        if shape.is_watched {
            if options.has_node_exporter {
                components.push(parts::prometheus::node_exporter(&site));
            }
            components.push(parts::prometheus::component(&site));
        }
        // Stable: within a stage the order above stays.
        components.sort_by_key(|one| one.stage);
        Ok(Plan { folder: options.folder.clone(), shape, base_port: options.base_port, components })
    }

    /// Every program that must be found before anything starts.
    pub fn programs(&self) -> Vec<Program> {
        let mut programs: Vec<Program> = Vec::new();
        for component in &self.components {
            programs.push(component.program);
            programs.extend(component.prepare.iter().filter_map(|step| match step {
                Step::Run { program, .. } | Step::CopyOwn { program, .. } => Some(*program),
                Step::Folder(_) | Step::Link { .. } | Step::Write { .. } | Step::LeaveOut { .. } => None,
            }));
            programs.extend(component.core.map(|_| Program::Taskset));
            programs.extend(component.network.as_ref().map(|_| Program::Ip));
        }
        programs.sort_unstable();
        programs.dedup();
        programs
    }

    /// Where people and the lab go in: the proxies, else the nodes.
    pub fn entries(&self) -> Vec<&str> {
        let of = |kind: &str| -> Vec<&str> {
            let ours = self.components.iter().filter(|one| one.name.starts_with(kind));
            ours.map(|one| one.address.as_str()).collect()
        };
        if self.shape.proxy > 0 { of("proxy-") } else { of("app-") }
    }

    /// The pages with the numbers of the application nodes.
    pub fn metrics_urls(&self) -> Vec<String> {
        let ours = self.components.iter().filter(|one| one.name.starts_with("app-"));
        ours.filter_map(|one| match &one.ready {
            Ready::Http { .. } => Some(format!("http://{}:{}/metrics", one.host(), one.ports.get(1)?)),
            Ready::Postgres { .. } => None,
        })
        .collect()
    }

    /// All of it as text, for a person and for the test.
    pub fn told(&self) -> String {
        let mut text = String::new();
        for one in &self.components {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{} {}", one.name, one.address);
            let _ = writeln!(text, "  {} {}", one.program.name(), one.args.join(" "));
            for (name, value) in &one.env {
                let _ = writeln!(text, "  {name}={value}");
            }
            let _ = writeln!(text, "  ready {} within {} s", one.ready.told(), one.ready_within.as_secs());
            for step in &one.prepare {
                step.tell(&mut text);
            }
        }
        text
    }
}

impl Step {
    fn tell(&self, text: &mut String) {
        let _ = match self {
            Step::Folder(path) => writeln!(text, "  folder {}", path.display()),
            Step::Link { path, to } => writeln!(text, "  link {} to {}", path.display(), to.display()),
            Step::Run { program, args } => writeln!(text, "  first {} {}", program.name(), args.join(" ")),
            Step::CopyOwn { program, folder, to } => {
                writeln!(text, "  copy {folder} of {} to {}", program.name(), to.display())
            }
            Step::LeaveOut { path, text: lines } => writeln!(text, "  file {} without {lines}", path.display()),
            Step::Write { path, text: lines } => {
                let _ = writeln!(text, "  file {}", path.display());
                lines.lines().try_for_each(|line| writeln!(text, "    | {line}"))
            }
        };
    }
}

impl Component {
    /// Where it listens, without the port.
    pub fn host(&self) -> &str {
        let bare = self.address.split("://").nth(1).unwrap_or(&self.address);
        bare.rsplit('@').next().and_then(|place| place.split(':').next()).unwrap_or_default()
    }
}

/// What the parts ask about each other.
pub struct Site<'a> {
    pub shape: Shape,
    pub options: &'a Options,
}

impl Site<'_> {
    pub fn folder(&self, name: &str) -> PathBuf {
        self.options.folder.join(name)
    }

    fn port(&self, from: u16, at: u8) -> u16 {
        self.options.base_port + from + u16::from(at) - 1
    }

    pub fn proxy_port(&self, at: u8) -> u16 {
        self.port(PROXY, at)
    }

    pub fn app_port(&self, at: u8) -> u16 {
        self.port(APP, at)
    }

    pub fn app_metrics_port(&self, at: u8) -> u16 {
        self.port(APP_METRICS, at)
    }

    pub fn jobs_port(&self, at: u8) -> u16 {
        self.port(JOBS, at)
    }

    pub fn jobs_metrics_port(&self, at: u8) -> u16 {
        self.port(JOBS_METRICS, at)
    }

    pub fn db_port(&self, at: u8) -> u16 {
        self.port(DB, at)
    }

    pub fn bus_ports(&self, at: u8) -> (u16, u16, u16) {
        (self.port(BUS, at), self.port(BUS_MONITOR, at), self.port(BUS_CLUSTER, at))
    }

    pub fn search_ports(&self, at: u8) -> (u16, u16) {
        (self.port(SEARCH, at), self.port(SEARCH_TRANSPORT, at))
    }

    pub fn files_port(&self) -> u16 {
        self.port(FILES, 1)
    }

    pub fn prometheus_port(&self) -> u16 {
        self.port(PROMETHEUS, 1)
    }

    pub fn node_exporter_port(&self) -> u16 {
        self.port(NODE_EXPORTER, 1)
    }

    /// Where shared services listen. A node in a network of its own does not reach this machine's loopback: then they
    /// listen on the bridge, a network that ends on this machine.
    pub fn services(&self) -> Ipv4Addr {
        if self.options.isolated.is_empty() { Ipv4Addr::LOCALHOST } else { self.bridge_address(1) }
    }

    pub fn app_host(&self, at: u8) -> Ipv4Addr {
        if self.options.isolated.contains(&at) { self.bridge_address(10 + at) } else { Ipv4Addr::LOCALHOST }
    }

    /// Every topology has a network of its own, by its base port.
    fn bridge_address(&self, last: u8) -> Ipv4Addr {
        Ipv4Addr::new(10, 213, (self.options.base_port / PORTS % 250) as u8, last)
    }

    pub fn network(&self, at: u8) -> Option<Network> {
        let base = self.options.base_port;
        self.options.isolated.contains(&at).then(|| Network {
            namespace: format!("muster-{base}-{at}"),
            // Names of network devices have at most 15 letters.
            cable: format!("mu{base}c{at}"),
            bridge: format!("mu{base}b"),
            address: format!("{}/24", self.app_host(at)),
            gateway: format!("{}/24", self.bridge_address(1)),
        })
    }

    pub fn entry(&self) -> String {
        match self.shape.proxy {
            0 => format!("http://{}:{}", self.app_host(1), self.app_port(1)),
            _ => format!("http://{}:{}", Ipv4Addr::LOCALHOST, self.proxy_port(1)),
        }
    }
}

/// A path as text for an argument or a settings file.
pub fn text(path: &Path) -> String {
    path.display().to_string()
}
