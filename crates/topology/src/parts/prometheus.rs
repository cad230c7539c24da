//! A Prometheus that scrapes every application node, and this machine where a node exporter is installed.

use std::fmt::Write as _;
use std::time::Duration;

use crate::plan::{Account, Component, Site, Step, Stop, stage, text};
use crate::programs::Program;
use crate::ready::Ready;

pub fn component(site: &Site) -> Component {
    let (folder, port) = (site.folder("prometheus-1"), site.prometheus_port());
    let settings = folder.join("prometheus.yml");
    let address = format!("http://127.0.0.1:{port}");
    Component {
        name: "prometheus-1".into(),
        stage: stage::DOORS,
        program: Program::Prometheus,
        args: vec![
            format!("--config.file={}", settings.display()),
            format!("--storage.tsdb.path={}", text(&folder.join("data"))),
            format!("--web.listen-address=127.0.0.1:{port}"),
        ],
        env: Vec::new(),
        account: Account::Caller,
        prepare: vec![Step::Folder(folder), Step::Write { path: settings, text: self::settings(site) }],
        ready: Ready::http(&address, "/-/ready"),
        ready_within: Duration::from_secs(30),
        then: Vec::new(),
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(15),
        ports: vec![port],
        address,
        core: None,
        network: None,
    }
}

pub fn node_exporter(site: &Site) -> Component {
    let port = site.node_exporter_port();
    let address = format!("http://127.0.0.1:{port}");
    Component {
        name: "node-1".into(),
        stage: stage::DOORS,
        program: Program::NodeExporter,
        args: vec![format!("--web.listen-address=127.0.0.1:{port}")],
        env: Vec::new(),
        account: Account::Caller,
        prepare: Vec::new(),
        ready: Ready::http(&address, "/"),
        ready_within: Duration::from_secs(10),
        then: Vec::new(),
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(10),
        ports: vec![port],
        address,
        core: None,
        network: None,
    }
}

/// Instances are named as the published queries name them: `app-0:8067` for a server, `app-0:9100` for its machine,
/// `proxy:9100` for the machine of the proxies.
fn settings(site: &Site) -> String {
    let mut text =
        String::from("global:\n  scrape_interval: 5s\nscrape_configs:\n  - job_name: app\n    static_configs:\n");
    let mut target = |address: String, instance: String| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "      - targets: ['{address}']\n        labels: {{instance: '{instance}'}}");
    };
    for at in 1..=site.shape.app {
        target(format!("{}:{}", site.app_host(at), site.app_metrics_port(at)), format!("app-{}:8067", at - 1));
    }
    for at in 1..=site.shape.jobs {
        target(format!("127.0.0.1:{}", site.jobs_metrics_port(at)), format!("jobs-{}:8067", at - 1));
    }
    if site.options.has_node_exporter {
        text.push_str("  - job_name: node\n    static_configs:\n");
        // One machine is all of them.
        let proxy = (site.shape.proxy > 0).then_some("proxy:9100");
        for instance in std::iter::once("app-0:9100").chain(proxy) {
            let _ = writeln!(
                text,
                "      - targets: ['127.0.0.1:{}']\n        labels: {{instance: '{instance}'}}",
                site.node_exporter_port()
            );
        }
    }
    text
}
