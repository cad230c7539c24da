//! Flags of every measurement, and the session that they open: agents, metrics, report folder, Ctrl-C.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base::{Clock, Millis};
use clap::Args;
use load::agent::config::LoadTestConfig;
use load::agent::serve::{Agents, serve};
use load::coordinator::agents::{Agent, Fleet};
use load::coordinator::run::{Outcome, Plan, View, run};
use load::coordinator::settings::{AgentPlace, CoordinatorConfig};
use load::coordinator::steering::Goal;
use load::coordinator::totals::Totals;
use load::health::{self, Metric};
use load::net::Trust;
use load::preflight;
use load::report::build::About;
use load::report::model::Setup;
use load::report::prices::Prices;
use load::report::{folder, machine};
use load::scrape::{Cores, Source, Target};
use tokio::sync::watch;

use crate::Problem;
use crate::common::{self, Common};
use crate::live::{Dashboard, Lines};

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
    #[arg(long = "metrics-url", value_name = "URL", value_delimiter = ',')]
    pub metrics_urls: Vec<String>,
    /// Node exporters of the server's machines. Without one, a server on this machine is read from /proc.
    #[arg(long = "node-url", value_name = "URL", value_delimiter = ',')]
    pub node_urls: Vec<String>,
    /// Cores of this machine that the server may use, as `taskset` names them: `0,2-3`. Its processors are judged by
    /// these; this program must run on others.
    #[arg(long, value_name = "CORES", conflicts_with_all = ["node_urls", "prometheus"])]
    pub server_cores: Option<Cores>,
    /// Node exporter of the proxy before the server.
    #[arg(long, value_name = "URL")]
    pub proxy_node_url: Option<String>,
    /// A Prometheus to ask instead of scraping.
    #[arg(long, value_name = "URL")]
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

/// A duration as Go writes it: `90s`, `10m`, `1h30m`; a number alone is seconds.
pub fn duration_ms(text: &str) -> Result<Millis, String> {
    let wrong = || format!("`{text}` is no duration: write 90s, 10m or 1h30m");
    if let Ok(seconds) = text.parse::<Millis>() {
        return seconds.checked_mul(1_000).filter(|ms| *ms > 0).ok_or_else(wrong);
    }
    let (mut total, mut rest): (Millis, &str) = (0, text);
    while !rest.is_empty() {
        let digits = rest.find(|one: char| !one.is_ascii_digit()).ok_or_else(wrong)?;
        let amount: Millis = rest[..digits].parse().map_err(|_| wrong())?;
        rest = &rest[digits..];
        let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];
        let (unit, ms) = units.into_iter().find(|(unit, _)| rest.starts_with(unit)).ok_or_else(wrong)?;
        total = amount.checked_mul(ms).and_then(|ms| total.checked_add(ms)).ok_or_else(wrong)?;
        rest = &rest[unit.len()..];
    }
    if total > 0 { Ok(total) } else { Err(wrong()) }
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
        let settings: CoordinatorConfig = match &measure.common.config {
            Some(dir) if dir.join("coordinator.json").exists() => common::read(&dir.join("coordinator.json"))?,
            _ => CoordinatorConfig::default(),
        };
        settings.check()?;
        let mut create = measure.common.create()?;
        create.lab_config.get_or_insert_default().comes_settled = arrival == Arrival::Settled;
        let config = create.load_test_config.clone();
        let url = config.connection_configuration.server_url.clone();
        if let Some(folder) = &measure.report {
            folder::prepare(folder)?;
        }
        let prices = match &measure.prices {
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
                Some(Prices::read(&text)?)
            }
            None => None,
        };
        if let Some(cores) = &measure.server_cores {
            must_be_apart(cores, &url)?;
        }
        let trust = create.trust()?;
        preflight::reach(&url, &trust).await?;
        let (places, own) = places(measure, &settings).await?;
        let agents: Vec<Agent> =
            places.iter().map(|place| Agent::new(&place.id, &place.api_url, create.clone())).collect();
        let mut source = source(measure, &settings, &agents, &url, &trust);
        let mut fleet = Fleet::new(agents);
        fleet.begin().await?;
        if let Err(why) = source.reach().await {
            fleet.destroy().await;
            return Err(why.into());
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
        let setup = with_cores(setup, measure, &places);
        Ok(Session {
            fleet,
            source,
            clock: Clock::system(),
            stop: stop_by_hand(),
            setup,
            prices,
            folder: measure.report.clone(),
            settings,
            config,
            plain: measure.plain,
            range_ms: measure.range,
            _own: own,
        })
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
        Plan { goal, metrics: self.metrics(), range_ms: self.range_ms, interval_ms, storm: None }
    }

    /// Runs a plan and says how it goes.
    pub async fn measure(&mut self, plan: Plan) -> Outcome {
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
    pub fn keep_raw(&self, folder: &Path, whole: &Totals) -> Result<(), Problem> {
        let used = serde_json::json!({
            "setup": self.setup,
            "metrics": self.metrics(),
            "config": without_password(&self.config),
            "coordinator": self.settings,
        });
        Ok(folder::write_raw(folder, &used, whole, &self.source)?)
    }
}

/// The program and its arguments for a report: without the folder of the program and without the password, which
/// `MUSTER_LOAD_ADMIN_PASSWORD` holds as well.
fn command_line(arguments: impl Iterator<Item = String>) -> String {
    const SECRET: &str = "--admin-password";
    let mut words: Vec<String> = vec!["muster-load".into()];
    let mut is_secret = false;
    for word in arguments.skip(1) {
        if !std::mem::take(&mut is_secret) {
            is_secret = word == SECRET;
            if !is_secret && !word.starts_with("--admin-password=") {
                let is_plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./:=,@%+".contains(&byte));
                words.push(if is_plain && !word.is_empty() {
                    word
                } else {
                    format!("'{}'", word.replace('\'', "'\\''"))
                });
            }
        }
    }
    words.join(" ")
}

/// A report is passed on; the administrator's password is not.
fn without_password(config: &LoadTestConfig) -> LoadTestConfig {
    let mut config = config.clone();
    config.connection_configuration.admin_password.clear();
    config
}

/// The agents of the flags, else of `coordinator.json`, else one in this process.
async fn places(
    measure: &Measure,
    settings: &CoordinatorConfig,
) -> Result<(Vec<AgentPlace>, Option<Arc<Agents>>), Problem> {
    let mut named = Vec::new();
    for text in &measure.agents {
        let (id, url) = text.split_once('=').ok_or_else(|| format!("`{text}` is no agent: write lt0=http://…"))?;
        named.push(AgentPlace { id: id.into(), api_url: url.trim_end_matches('/').into() });
    }
    if !named.is_empty() {
        return Ok((named, None));
    }
    if !settings.cluster_config.agents.is_empty() {
        return Ok((settings.cluster_config.agents.clone(), None));
    }
    let agents = Arc::new(Agents::default());
    let address = serve(agents.clone(), ([127, 0, 0, 1], 0).into()).await?;
    Ok((vec![AgentPlace { id: OWN_ID.into(), api_url: format!("http://{address}") }], Some(agents)))
}

fn source(measure: &Measure, settings: &CoordinatorConfig, agents: &[Agent], url: &str, trust: &Trust) -> Source {
    let configured = Some(settings.monitor_config.prometheus_url.clone()).filter(|url| !url.is_empty());
    if let Some(prometheus) = measure.prometheus.clone().or(configured) {
        return Source::prometheus(&prometheus, trust);
    }
    let page = |url: &str, job: &str, instance: &str| Target::page(url, job, instance, trust);
    let mut targets: Vec<Target> = agents.iter().map(|agent| page(&agent.metrics_url(), "agent", agent.id())).collect();
    for (at, url) in measure.metrics_urls.iter().enumerate() {
        targets.push(page(url, "app", &format!("app-{at}:8067")));
    }
    for (at, url) in measure.node_urls.iter().enumerate() {
        targets.push(page(url, "node", &format!("app-{at}:9100")));
    }
    if measure.node_urls.is_empty() && preflight::is_here(url) {
        targets.push(Target::this_host("app-0:9100", measure.server_cores.clone()));
    }
    targets.extend(measure.proxy_node_url.iter().map(|url| page(url, "node", "proxy:9100")));
    Source::own(targets)
}

fn said(source: &Source) -> String {
    match source {
        Source::Prometheus(http) => format!("a Prometheus at {}", http.base()),
        Source::Own(own) => {
            let instances: Vec<&str> = own.targets.iter().map(Target::instance).collect();
            format!("scraped by the lab: {}", instances.join(", "))
        }
    }
}

/// # Errors
/// When the server is elsewhere, or this process may run on its cores.
fn must_be_apart(cores: &Cores, url: &str) -> Result<(), Problem> {
    if !preflight::is_here(url) {
        return Err(format!("--server-cores is for a server on this machine, and {url} is elsewhere").into());
    }
    match Cores::own().filter(|own| own.overlap(cores)) {
        Some(own) => {
            Err(format!("the server has the cores {cores}, and this program may run on {own}: use taskset").into())
        }
        None => Ok(()),
    }
}

/// Says which cores server and generator have, where they are on one machine.
fn with_cores(setup: Setup, measure: &Measure, places: &[AgentPlace]) -> Setup {
    let is_shared = preflight::is_here(&setup.url) && places.iter().any(|place| preflight::is_here(&place.api_url));
    let cores = match (&measure.server_cores, Cores::own()) {
        (Some(cores), Some(own)) => format!("{cores} for the server, {own} for the generator"),
        (Some(cores), None) => format!("{cores} for the server, others for the generator"),
        (None, _) if is_shared => "shared by server and generator".to_owned(),
        (None, _) => String::new(),
    };
    Setup { cores, shares_cores: is_shared && measure.server_cores.is_none(), ..setup }
}

/// Turns the first Ctrl-C into the end of the run, with its report; a second one ends the process.
fn stop_by_hand() -> watch::Receiver<bool> {
    let (tell, stop) = watch::channel(false);
    load::tasks::spawn("stop by hand", async move {
        let mut times = 0;
        while tokio::signal::ctrl_c().await.is_ok() {
            times += 1;
            if times > 1 {
                std::process::exit(130);
            }
            eprintln!("muster-load: stopping; the report of what was seen follows (Ctrl-C again: leave at once)");
            let _ = tell.send(true);
        }
    });
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_repeats_the_command_without_its_password() {
        let said = |text: &[&str]| command_line(text.iter().map(|word| (*word).to_owned()));
        assert_eq!(
            said(&[
                "/home/me/muster-load",
                "bounded",
                "--admin-password",
                "secret",
                "--title",
                "A run",
                "--users",
                "5"
            ]),
            "muster-load bounded --title 'A run' --users 5"
        );
        assert_eq!(said(&["muster-load", "ceiling", "--admin-password=secret"]), "muster-load ceiling");
    }

    #[test]
    fn durations_read_as_go_writes_them() {
        for (text, ms) in [("60s", 60_000), ("10m", 600_000), ("1h30m", 5_400_000), ("250ms", 250), ("45", 45_000)] {
            assert_eq!(duration_ms(text), Ok(ms), "{text}");
        }
        for text in ["", "0s", "5", "m", "5 m", "-5s", "5x", "99999999999999999h"] {
            assert_eq!(duration_ms(text).is_ok(), text == "5", "{text}");
        }
    }
}
