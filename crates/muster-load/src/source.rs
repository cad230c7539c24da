//! Where a session's metrics come from, by its flags, and how the report says so.

use load::coordinator::agents::Agent;
use load::coordinator::settings::{AgentPlace, CoordinatorConfig};
use load::preflight;
use load::report::model::Setup;
use load::scrape::{Cores, Source, Target};
use simulate::net::Trust;

use crate::measure::Measure;
use crate::problem::Problem;

/// The Prometheus that was named, else pages of agents and server, node exporters, and this machine where it is the
/// server's or the proxy's.
pub fn source(measure: &Measure, settings: &CoordinatorConfig, agents: &[Agent], url: &str, trust: &Trust) -> Source {
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
    match &measure.proxy_node_url {
        Some(url) => targets.push(page(url, "node", "proxy:9100")),
        // Whatever answers at an address of this machine, a proxy or the server itself, sends by this machine's network.
        None if preflight::is_here(url) => targets.push(Target::this_host("proxy:9100", measure.server_cores.clone())),
        None => {}
    }
    Source::own(targets)
}

/// The source in a sentence of the report.
pub fn said(source: &Source) -> String {
    match source {
        Source::Prometheus(prometheus) => format!("a Prometheus at {}", prometheus.base()),
        Source::Own(own) => {
            let instances: Vec<&str> = own.targets.iter().map(Target::instance).collect();
            format!("scraped by the lab: {}", instances.join(", "))
        }
    }
}

/// # Errors
/// When the server is elsewhere, or this process may run on its cores.
pub fn must_be_apart(cores: &Cores, url: &str) -> Result<(), Problem> {
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
pub fn with_cores(setup: Setup, measure: &Measure, places: &[AgentPlace]) -> Setup {
    let is_shared = preflight::is_here(&setup.url) && places.iter().any(|place| preflight::is_here(&place.api_url));
    let cores = match (&measure.server_cores, Cores::own()) {
        (Some(cores), Some(own)) => format!("{cores} for the server, {own} for the generator"),
        (Some(cores), None) => format!("{cores} for the server, others for the generator"),
        (None, _) if is_shared => "shared by server and generator".to_owned(),
        (None, _) => String::new(),
    };
    Setup { cores, shares_cores: is_shared && measure.server_cores.is_none(), ..setup }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::tests::measure;

    fn instances(flags: &[&str], url: &str) -> Vec<String> {
        let source = source(&measure(flags), &CoordinatorConfig::default(), &[], url, &Trust::PublicRoots);
        let Source::Own(own) = source else { panic!("no Prometheus was named") };
        own.targets.iter().map(|target| target.instance().to_owned()).collect()
    }

    #[test]
    fn a_server_here_has_its_proxy_here_and_one_elsewhere_only_where_it_is_named() {
        assert_eq!(instances(&[], "http://127.0.0.1:8065"), ["app-0:9100", "proxy:9100"]);
        let nodes = ["--node-url", "http://10.0.0.2:9100/metrics"];
        assert_eq!(instances(&nodes, "http://localhost:8065"), ["app-0:9100", "proxy:9100"]);
        assert_eq!(instances(&nodes, "http://chat.example.com"), ["app-0:9100"]);
        let proxy = ["--proxy-node-url", "http://10.0.0.1:9100/metrics"];
        assert_eq!(instances(&proxy, "http://chat.example.com"), ["proxy:9100"]);
    }

    #[tokio::test]
    async fn the_metric_of_the_proxy_has_a_value_where_the_proxy_is_here() {
        let url = "http://127.0.0.1:8065";
        let mut source = source(&measure(&[]), &CoordinatorConfig::default(), &[], url, &Trust::PublicRoots);
        source.scrape(1_000).await;
        source.scrape(31_000).await;
        let metrics = load::health::published();
        let metric = metrics.last().expect("nine of them");
        assert!(metric.description.contains("proxy"), "{}", metric.description);
        assert_eq!(source.instant(&metric.query, 31_000).await.map(|series| series.len()).unwrap_or(0), 1);
    }
}
