//! Flags of every measurement, and the session that they open: agents, metrics, report folder.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::{Clock, Millis};
use clap::Args;
use load::api::agents::{Agents, serve};
use load::coordinator::agents::{Agent, Fleet};
use load::coordinator::run::{Outcome, Plan, View, run};
use load::coordinator::settings::{AgentPlace, CoordinatorConfig};
use load::coordinator::shares::share_out;
use load::coordinator::steering::Goal;
use load::coordinator::totals::Totals;
use load::health::{self, Metric};
use load::preflight;
use load::report::build::About;
use load::report::model::{Report, Setup};
use load::report::prices::Prices;
use load::report::{folder, machine};
use load::scrape::{Cores, Source};
use simulate::agent::control::Create;
use simulate::config::LoadTestConfig;
use simulate::names::url;
use tokio::sync::watch;
use topology::durations;

use crate::archive::{command_line, configuration};
use crate::common::{self, Common};
use crate::live::{Dashboard, Lines};
use crate::problem::Problem;
use crate::source::{must_be_apart, said, source, with_cores};
use crate::stop;

/// The agent in this process, when no other is named.
const OWN_ID: &str = "lt0";

#[derive(Args, Clone, Debug)]
pub struct Measure {
    #[command(flatten)]
    pub common: Common,
    /// Folder for the report.
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// What the report is called.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Where the server tells its metrics; several for a cluster.
    #[arg(long = "metrics-url", value_name = "URL", value_delimiter = ',', value_parser = url)]
    pub metrics_urls: Vec<String>,
    /// Node exporters of the server's machines. Without one, a server on this machine is read from /proc.
    #[arg(long = "node-url", value_name = "URL", value_delimiter = ',', value_parser = url)]
    pub node_urls: Vec<String>,
    /// Cores of this machine that the server may use, as `taskset` names them: `0,2-3`. Its processors are judged by
    /// these; this program must run on others.
    #[arg(long, value_name = "CORES", conflicts_with_all = ["node_urls", "prometheus"])]
    pub server_cores: Option<Cores>,
    /// Node exporter of the proxy before the server.
    #[arg(long, value_name = "URL", value_parser = url)]
    pub proxy_node_url: Option<String>,
    /// A Prometheus to ask instead of scraping.
    #[arg(long, value_name = "URL", value_parser = url)]
    pub prometheus: Option<String>,
    /// Agents on other machines: `lt0=http://10.0.0.1:4000,lt1=…`.
    #[arg(long, value_name = "ID=URL", value_delimiter = ',')]
    pub agents: Vec<String>,
    /// Range of the health metrics' rates. The published queries have a minute; less is quicker and varies more.
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = duration_ms)]
    pub range: Millis,
    /// Price table (JSON) of the deployment, for the cost per user.
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,
    /// Lines instead of the dashboard, even on a terminal.
    #[arg(long)]
    pub plain: bool,
}

impl Measure {
    /// The settings of `coordinator.json`, where there is one, with the agents and the most users of the flags.
    ///
    /// # Errors
    /// When they do not read, or do not hold together.
    pub fn settings(&self) -> Result<CoordinatorConfig, Problem> {
        let mut settings: CoordinatorConfig = match &self.common.config {
            Some(dir) if dir.join("coordinator.json").exists() => common::read(&dir.join("coordinator.json"))?,
            _ => CoordinatorConfig::default(),
        };
        let cluster = &mut settings.cluster_config;
        if let Some(users) = self.common.users {
            cluster.max_active_users = u32::try_from(users).unwrap_or(u32::MAX);
        }
        let mut named = Vec::new();
        for text in &self.agents {
            let (id, url) = text.split_once('=').ok_or_else(|| format!("`{text}` is no agent: write lt0=http://…"))?;
            named.push(AgentPlace { id: id.into(), api_url: url.trim_end_matches('/').into() });
        }
        if !named.is_empty() {
            cluster.agents = named;
        }
        settings.check()?;
        Ok(settings)
    }

    /// Whether the agents have room for all users that the published loop may add.
    ///
    /// # Errors
    /// When they have not: such a loop never ends.
    pub fn must_have_room(&self) -> Result<(), Problem> {
        let (settings, create) = (self.settings()?, self.common.create()?);
        let agents = settings.cluster_config.agents.len().max(1);
        Ok(settings.must_have_room(&create.load_test_config.users_configuration, agents)?)
    }

    fn prices(&self) -> Result<Option<Prices>, Problem> {
        let Some(path) = &self.prices else { return Ok(None) };
        let text = base::text_file::read(path)?;
        Ok(Some(Prices::read(&text)?))
    }
}

/// A duration as Go writes it: `90s`, `10m`, `1h30m`; a number alone is seconds.
pub fn duration_ms(text: &str) -> Result<Millis, String> {
    let ms = durations::parse(text)?;
    if ms > 0 { Ok(ms) } else { Err(format!("`{text}` is no duration: write 90s, 10m or 1h30m")) }
}

/// How users begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// With the pauses of the reference tool: right for its own loop, which waits long enough.
    Published,
    /// As if they had been at work before, so that a level can be judged as soon as it is reached.
    Settled,
}

/// Everything that a measurement needs, checked and started.
pub struct Session {
    pub fleet: Fleet,
    pub source: Source,
    pub clock: Clock,
    pub stop: watch::Receiver<bool>,
    pub setup: Setup,
    pub prices: Option<Prices>,
    pub folder: Option<PathBuf>,
    pub settings: CoordinatorConfig,
    pub config: LoadTestConfig,
    create: Create,
    /// What was measured, part by part.
    plans: Vec<Plan>,
    plain: bool,
    range_ms: Millis,
    // The agents of this process live as long as the session.
    _own: Option<Arc<Agents>>,
}

impl Session {
    /// Checks server and folder, makes and starts the agents.
    ///
    /// # Errors
    /// With a sentence for a person: what is wrong and where.
    pub async fn open(measure: &Measure, arrival: Arrival) -> Result<Session, Problem> {
        let settings = measure.settings()?;
        let mut create = measure.common.create()?;
        create.lab_config.get_or_insert_default().comes_settled = arrival == Arrival::Settled;
        let config = create.load_test_config.clone();
        let url = config.connection_configuration.server_url.clone();
        if let Some(folder) = &measure.report {
            folder::prepare(folder)?;
        }
        let prices = measure.prices()?;
        if let Some(cores) = &measure.server_cores {
            must_be_apart(cores, &url)?;
        }
        let trust = create.trust()?;
        preflight::reach(&url, &trust).await?;
        let (places, own) = places(&settings).await?;
        let shares = share_out(&create, places.len())?;
        let agents = places.iter().zip(&shares).map(|(at, share)| Agent::new(&at.id, &at.api_url, share.clone()));
        let mut fleet = Fleet::new(agents.collect());
        let mut source = source(measure, &settings, fleet.agents(), &url, &trust);
        let stop = stop::by_hand();
        if let Err(why) = begin(&mut fleet, &mut source, stop.clone()).await {
            fleet.destroy().await;
            return Err(why);
        }
        if own.is_none() {
            stop::ends_too(places.clone());
        }
        let rates = &config.user_controller_configuration.rates_distribution;
        let setup = Setup {
            url,
            mean_rate: rates.mean(),
            sessions_per_user: config.users_configuration.avg_sessions_per_user,
            agents: places.iter().map(|place| format!("{} at {}", place.id, place.api_url)).collect(),
            metrics: said(&source),
            command: command_line(std::env::args()),
            metric_range: format!("{} s", measure.range / 1_000),
            ..Setup::default()
        };
        Ok(Session {
            fleet,
            source,
            clock: Clock::system(),
            stop,
            setup: with_cores(setup, measure, &places),
            prices,
            folder: measure.report.clone(),
            settings,
            config,
            // With the seed of the run, which is its first agent's.
            create: shares.into_iter().next().unwrap_or(create),
            plans: Vec::new(),
            plain: measure.plain,
            range_ms: measure.range,
            _own: own,
        })
    }

    /// Lets the agents run once more, after a part of the run that stopped them.
    ///
    /// # Errors
    /// With the first agent that does not run; then none is left.
    pub async fn begin_again(&mut self) -> Result<(), Problem> {
        if let Err(error) = self.fleet.begin().await {
            self.close().await;
            return Err(error.into());
        }
        Ok(())
    }

    /// Removes the agents: those on other machines would stay, with their users and what they counted.
    pub async fn close(&mut self) {
        self.fleet.destroy().await;
        stop::ends_too(Vec::new());
    }

    /// The health metrics of this session: those of the file, over the range that was asked for.
    fn metrics(&self) -> Vec<Metric> {
        let metrics = &self.settings.monitor_config.queries;
        if self.range_ms == 60_000 { metrics.clone() } else { health::over(metrics, (self.range_ms / 1_000) as u64) }
    }

    pub fn range_ms(&self) -> Millis {
        self.range_ms
    }

    /// A plan with this session's metrics.
    pub fn plan(&self, goal: Goal) -> Plan {
        let interval_ms = self.settings.monitor_config.update_interval_ms;
        Plan { goal, metrics: self.metrics(), range_ms: self.range_ms, interval_ms, storm: None, faults: None }
    }

    /// Runs a plan and says how it goes.
    pub async fn measure(&mut self, plan: Plan) -> Outcome {
        self.plans.push(plan.clone());
        let mut view: Box<dyn View> = match !self.plain && std::io::stderr().is_terminal() {
            true => Box::new(Dashboard::new(&self.setup.url)),
            false => Box::new(Lines::default()),
        };
        run(plan, &mut self.fleet, &mut self.source, &self.clock, self.stop.clone(), view.as_mut()).await
    }

    /// What the report says beside the outcome.
    pub fn about(&self, title: String) -> About {
        About {
            title,
            setup: self.setup.clone(),
            machine: machine::read(),
            prices: self.prices.clone(),
            range: format!("{}s", (self.range_ms / 1_000).max(5)),
            ..About::default()
        }
    }

    /// Keeps configuration, what the agents told, and every sample.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn keep_raw(&self, folder: &Path, report: &Report, whole: &Totals) -> Result<(), Problem> {
        let used = configuration(&self.create, &self.settings, &self.plans, report);
        Ok(folder::write_raw(folder, &used, whole, &self.source)?)
    }
}

/// The agents that were named, else one in this process.
async fn places(settings: &CoordinatorConfig) -> Result<(Vec<AgentPlace>, Option<Arc<Agents>>), Problem> {
    let named = &settings.cluster_config.agents;
    if !named.is_empty() {
        return Ok((named.clone(), None));
    }
    let agents = Arc::new(Agents::default());
    let address = serve(agents.clone(), ([127, 0, 0, 1], 0).into()).await?;
    Ok((vec![AgentPlace { id: OWN_ID.into(), api_url: format!("http://{address}") }], Some(agents)))
}

/// Starts the agents and looks whether there are metrics; unless somebody says stop.
async fn begin(fleet: &mut Fleet, source: &mut Source, mut stop: watch::Receiver<bool>) -> Result<(), Problem> {
    let beginning = async {
        fleet.begin().await?;
        Ok(source.reach().await?)
    };
    tokio::select! {
        begun = beginning => begun,
        _ = stop.wait_for(|stop| *stop) => Err("it was stopped by hand before it began".into()),
    }
}

#[cfg(test)]
#[path = "measure_tests.rs"]
pub mod tests;
