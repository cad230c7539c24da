//! `muster-load topology`: a whole deployment on this machine, from nothing to its address, and to nothing again.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use topology::network::Cable;
use topology::runner::{Keeping, Seen, default_folder};
use topology::{Architecture, Balance, Files, Options, Plan, Programs, Runner, Shape, programs};

use crate::problem::Problem;

#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Everything of the topology is in here: settings, data, logs. Without it, a folder among temporary files.
    #[arg(long, value_name = "DIR", global = true)]
    folder: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Starts everything, waits until it works, and says where.
    Up(Box<Up>),
    /// Says of each component whether it works. The exit status is 0 when all do.
    Status {
        /// As JSON, with the processor time that each has used.
        #[arg(long)]
        json: bool,
    },
    /// Ends everything that was started and removes the folder.
    Down {
        /// Leaves data and logs; `topology start` goes on with them.
        #[arg(long)]
        keep: bool,
    },
    /// Starts components again; without names, all that do not run.
    Start { names: Vec<String> },
    /// Asks components to end.
    Stop { names: Vec<String> },
    /// Ends components at once, as a power cut would.
    Kill { names: Vec<String> },
    /// Stops components without ending them: connections stay open and nobody answers.
    Freeze { names: Vec<String> },
    /// Lets frozen components go on.
    Thaw { names: Vec<String> },
    /// Pulls the network cable of nodes that were started with --isolate.
    Cut { names: Vec<String> },
    /// Plugs it in again.
    Join { names: Vec<String> },
    /// Restarts all application nodes, one after the other.
    Roll,
}

/// How a proxy chooses a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProxyBalance {
    Random,
    Caller,
}

#[derive(Args, Debug)]
struct Up {
    /// A published name such as 2XL.222: its digits count application, database and search nodes. The size of the
    /// machines cannot be had here.
    architecture: Option<Architecture>,
    /// Application nodes.
    #[arg(long, value_name = "NUMBER")]
    app: Option<u8>,
    /// Nodes for background work alone; with them, application nodes do none.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    jobs: u8,
    /// Database nodes: a writer, and readers that follow it. 0 is the embedded one.
    #[arg(long, value_name = "NUMBER")]
    db: Option<u8>,
    /// Search nodes. 0 is the embedded index.
    #[arg(long, value_name = "NUMBER")]
    search: Option<u8>,
    /// Proxies before the application nodes.
    #[arg(long, value_name = "NUMBER")]
    proxy: Option<u8>,
    /// Nodes of the bus: 0, 1 or 3.
    #[arg(long, value_name = "NUMBER")]
    bus: Option<u8>,
    /// Keeps files in an object store.
    #[arg(long)]
    s3: bool,
    /// Starts a Prometheus that scrapes all of it.
    #[arg(long)]
    prometheus: bool,
    /// First of the hundred ports that belong to the topology.
    #[arg(long, value_name = "PORT", default_value_t = 18_100)]
    port: u16,
    /// Gives each application node a processor of its own, in turns.
    #[arg(long)]
    pin: bool,
    /// Gives these application nodes a network of their own, so that `cut` can pull its cable. Needs root.
    #[arg(long, value_name = "app-N", value_delimiter = ',')]
    isolate: Vec<String>,
    /// Workers of each proxy; without it, one for each processor. A socket costs a worker two files.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..))]
    proxy_workers: Option<u8>,
    /// Which node a proxy gives a request to: any, which is the hardest way for a cluster, or the same for all requests
    /// of a caller, as the settings in `deploy/` do.
    #[arg(long, value_name = "HOW", value_enum, default_value_t = ProxyBalance::Random)]
    proxy_balance: ProxyBalance,
    /// Settings for every application node: TOML, without the tables that the topology fills itself.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// One setting for every application node, as `muster serve` takes it.
    #[arg(long = "set", value_name = "SECTION.KEY=VALUE")]
    set: Vec<String>,
    /// Shows what would be started, and starts nothing.
    #[arg(long)]
    plan: bool,
    /// Stays until Ctrl-C and takes everything down then.
    #[arg(long)]
    attach: bool,
    #[command(flatten)]
    looking: Looking,
}

/// Where programs are looked for.
#[derive(Args, Debug)]
struct Looking {
    /// Looks for programs here first.
    #[arg(long, value_name = "DIR")]
    bin_dir: Vec<PathBuf>,
    /// This file is that program: `nats-server=/opt/nats/nats-server`.
    #[arg(long = "program", value_name = "NAME=PATH")]
    programs: Vec<String>,
    /// A Java for the search server; without it, the newest below /usr/lib/jvm.
    #[arg(long, value_name = "DIR", env = "OPENSEARCH_JAVA_HOME")]
    java_home: Option<PathBuf>,
    #[arg(long, env = "PATH", value_delimiter = ':', hide = true)]
    path: Vec<PathBuf>,
    #[arg(long, env = "XDG_CACHE_HOME", hide = true)]
    cache_home: Option<PathBuf>,
    #[arg(long, env = "HOME", hide = true)]
    home: Option<PathBuf>,
}

/// Does what was asked. For `status`, whether everything works.
///
/// # Errors
/// With what did not come, did not end, or is not there.
pub async fn run(arguments: Arguments) -> Result<bool, Problem> {
    let folder = std::path::absolute(arguments.folder.unwrap_or_else(default_folder))?;
    let open = || Runner::open(&folder);
    match arguments.command {
        Command::Up(up) => return up.run(folder).await.map(|()| true),
        Command::Status { json } => {
            let seen = open()?.look().await;
            if json {
                tell_programs(&seen)
            } else {
                tell_people(&seen)
            }
            return Ok(seen.iter().all(|one| one.trouble.is_none()));
        }
        Command::Down { keep } => {
            let keeping = if keep { Keeping::Everything } else { Keeping::Nothing };
            open()?.down(keeping, &mut say).await?;
        }
        Command::Start { names } if names.is_empty() => open()?.up(&mut say).await?,
        Command::Start { names } => {
            let mut runner = open()?;
            for name in names {
                runner.start(&name, &mut say).await?;
            }
        }
        Command::Stop { names } => {
            let mut runner = open()?;
            for name in names {
                runner.stop(&name).await?;
            }
        }
        Command::Kill { names } => {
            let mut runner = open()?;
            for name in names {
                runner.kill(&name).await?;
            }
        }
        Command::Freeze { names } => {
            let runner = open()?;
            names.iter().try_for_each(|name| runner.freeze(name))?;
        }
        Command::Thaw { names } => {
            let runner = open()?;
            names.iter().try_for_each(|name| runner.thaw(name))?;
        }
        Command::Cut { names } => set(&mut open()?, &names, Cable::Pulled).await?,
        Command::Join { names } => set(&mut open()?, &names, Cable::Plugged).await?,
        Command::Roll => open()?.roll(&mut say).await?,
    }
    Ok(true)
}

async fn set(runner: &mut Runner, names: &[String], cable: Cable) -> Result<(), String> {
    for name in names {
        runner.set_cable(name, cable).await?;
    }
    Ok(())
}

fn tell_people(seen: &[Seen]) {
    for one in seen {
        let pid = one.pid.map_or_else(|| "-".to_owned(), |pid| pid.to_string());
        println!("{:<14} {pid:>8}  {:<44} {}", one.name, one.address, one.trouble.as_deref().unwrap_or("works"));
    }
}

fn tell_programs(seen: &[Seen]) {
    let rows = seen.iter().map(|one| {
        serde_json::json!({
            "name": one.name, "address": one.address, "pid": one.pid, "trouble": one.trouble,
            "cpu_ticks": one.cpu_ticks,
        })
    });
    println!("{}", serde_json::Value::from_iter(rows));
}

impl Up {
    async fn run(&self, folder: PathBuf) -> Result<(), Problem> {
        let programs = self.looking.find()?;
        let plan = Plan::new(self.shape(), &self.options(folder.clone(), &programs)?)?;
        if self.plan {
            print!("{}", plan.told());
            return Ok(());
        }
        let mut runner = Runner::new(plan, programs)?;
        let mut telling = say;
        let stopped = tokio::select! {
            came = runner.up(&mut telling) => came,
            () = told_to_end() => Err("stopped by hand".to_owned()),
        };
        if let Err(problem) = stopped {
            eprintln!("muster-load: {problem}");
            runner.down(Keeping::Nothing, &mut |_| {}).await?;
            return Err("what had been started was taken down again".into());
        }
        welcome(runner.plan());
        if self.attach {
            told_to_end().await;
            // Components may have been started and stopped from elsewhere meanwhile, or all of it taken down.
            if let Ok(runner) = Runner::open(&folder) {
                runner.down(Keeping::Nothing, &mut say).await?;
            }
        }
        Ok(())
    }

    /// The name's counts, with those of the flags in their place.
    fn shape(&self) -> Shape {
        let named = self.architecture.as_ref().map(Shape::of);
        let app = self.app.or(named.map(|shape| shape.app)).unwrap_or(2);
        let pick = |flag: Option<u8>, of: fn(&Shape) -> u8, else_: u8| flag.or(named.as_ref().map(of)).unwrap_or(else_);
        let is_in_store = self.s3 || named.is_some_and(|shape| shape.files == Files::S3);
        Shape {
            app,
            jobs: self.jobs,
            db: pick(self.db, |shape| shape.db, 1),
            search: pick(self.search, |shape| shape.search, 0),
            proxy: pick(self.proxy, |shape| shape.proxy, 1),
            bus: self.bus.unwrap_or_else(|| Shape::bus_for(app.saturating_add(self.jobs))),
            files: if is_in_store { Files::S3 } else { Files::Folder },
            is_watched: self.prometheus || named.is_some_and(|shape| shape.is_watched),
        }
    }

    fn options(&self, folder: PathBuf, programs: &Programs) -> Result<Options, Problem> {
        let settings = match &self.settings {
            Some(path) => base::text_file::read(path)?,
            None => String::new(),
        };
        let number = |name: &String| {
            let number = name.strip_prefix("app-").and_then(|number| number.parse().ok());
            number.ok_or_else(|| format!("`{name}` is no application node: write app-2"))
        };
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(usize::from(u16::MAX)));
        Ok(Options {
            folder,
            base_port: self.port,
            pinned_cores: self.pin.then_some(cores as u16),
            isolated: self.isolate.iter().map(number).collect::<Result<_, String>>()?,
            settings,
            set: self.set.clone(),
            object_store: object_store(programs),
            has_node_exporter: programs.has(programs::Program::NodeExporter),
            has_psql: programs.has(programs::Program::Psql),
            java_home: self.looking.java_home.clone().or_else(programs::newest_java),
            proxy_workers: self.proxy_workers,
            proxy_balance: match self.proxy_balance {
                ProxyBalance::Random => Balance::Random,
                ProxyBalance::Caller => Balance::Caller,
            },
        })
    }
}

/// The one that keeps what it was given, where it is at hand.
fn object_store(programs: &Programs) -> programs::Program {
    use programs::Program::{Moto, Versitygw};
    if programs.has(Versitygw) || !programs.has(Moto) { Versitygw } else { Moto }
}

impl Looking {
    fn find(&self) -> Result<Programs, Problem> {
        let mut named = Vec::new();
        for text in &self.programs {
            let (name, path) =
                text.split_once('=').ok_or_else(|| format!("`{text}` names no program: write NAME=PATH"))?;
            named.push((name.to_owned(), std::path::absolute(path)?));
        }
        let cache = self.cache_home.clone().or_else(|| self.home.as_ref().map(|home| home.join(".cache")));
        let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(PathBuf::from));
        Ok(Programs::find(&programs::Places {
            named,
            bin_dirs: self.bin_dir.clone(),
            beside,
            path: self.path.clone(),
            cache: cache.map(|cache| cache.join("muster")),
        })?)
    }
}

/// Ctrl-C, or a polite end of the process.
async fn told_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        // Without this one, Ctrl-C is left; without both, whoever waits here waits for ever, and `down` helps.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        Ok(()) = tokio::signal::ctrl_c() => {}
    }
}

/// Prints a line. Whoever read it may be gone: what is under way goes on all the same.
fn say(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// What to do with it now.
fn welcome(plan: &Plan) {
    use std::io::Write;
    let url = plan.entries().first().copied().unwrap_or_default().to_owned();
    let folder = plan.folder.display();
    say(&format!("\nIt answers at {}; logs are in {folder}/logs.", plan.entries().join(" and ")));
    say(&format!("\n  muster-load init --url {url} --admin-login LOGIN --admin-password PASSWORD"));
    say(&format!("  muster-load bounded --url {url} --metrics-url {} …", plan.metrics_urls().join(",")));
    say(&format!("  muster-load topology status --folder {folder}"));
    say(&format!("  muster-load topology down --folder {folder}"));
    // Whoever reads this through a pipe waits for it.
    let _ = std::io::stdout().flush();
}
