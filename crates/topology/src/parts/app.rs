//! A node: `muster serve` with what ties it to the others.

use std::fmt::Write as _;
use std::net::Ipv4Addr;
use std::time::Duration;

use super::{postgres, s3};
use crate::plan::{Account, Component, Site, Step, Stop, stage, text};
use crate::programs::Program;
use crate::ready::Ready;
use crate::shape::Files;

/// Which of the nodes, by number.
#[derive(Clone, Copy)]
pub enum Node {
    /// Answers people, and does jobs where nobody else is there for them.
    App(u8),
    /// Does jobs alone.
    Jobs(u8),
}

impl Node {
    fn name(self) -> String {
        match self {
            Node::App(at) => format!("app-{at}"),
            Node::Jobs(at) => format!("jobs-{at}"),
        }
    }

    fn host(self, site: &Site) -> Ipv4Addr {
        match self {
            Node::App(at) => site.app_host(at),
            Node::Jobs(_) => Ipv4Addr::LOCALHOST,
        }
    }

    /// Of the API, and of the metrics.
    fn ports(self, site: &Site) -> (u16, u16) {
        match self {
            Node::App(at) => (site.app_port(at), site.app_metrics_port(at)),
            Node::Jobs(at) => (site.jobs_port(at), site.jobs_metrics_port(at)),
        }
    }

    /// Who does jobs, as words of the command: a table of the settings file may be the caller's.
    fn part(self, site: &Site) -> &'static [&'static str] {
        match self {
            Node::App(_) if site.shape.jobs > 0 => &["--set", "jobs.run=false"],
            Node::App(_) => &[],
            Node::Jobs(_) => &["--jobs-only"],
        }
    }
}

pub fn component(site: &Site, node: Node) -> Component {
    let (name, host, (port, metrics_port)) = (node.name(), node.host(site), node.ports(site));
    let folder = site.folder(&name);
    let settings = folder.join("settings.toml");
    let mut args: Vec<String> = ["serve", "--config"].map(str::to_owned).into();
    args.extend([text(&settings), "--data".into(), text(&folder.join("data"))]);
    args.extend(node.part(site).iter().map(|word| (*word).to_owned()));
    args.extend(site.options.set.iter().flat_map(|one| ["--set".to_owned(), one.clone()]));
    let (core, network) = match node {
        Node::App(at) => (site.options.pinned_cores.map(|cores| u16::from(at - 1) % cores.max(1)), site.network(at)),
        Node::Jobs(_) => (None, None),
    };
    Component {
        stage: if matches!(node, Node::App(1)) { stage::FIRST_NODE } else { stage::NODES },
        program: Program::Muster,
        args,
        // Callbacks to this machine must not go through a proxy that the shell is set up for.
        env: vec![("NO_PROXY".into(), "127.0.0.1".into())],
        account: Account::Caller,
        prepare: vec![
            Step::Folder(folder.clone()),
            Step::Folder(folder.join("data")),
            Step::Folder(site.folder("files")),
            // A node keeps local files in its data folder: the same one for all.
            Step::Link { path: folder.join("data/files"), to: site.folder("files") },
            Step::Write { path: settings, text: self::settings(site, node) },
        ],
        ready: Ready::http(&format!("http://{host}:{port}"), "/api/v4/system/ping"),
        ready_within: Duration::from_secs(60),
        then: Vec::new(),
        stop: Stop::Terminate,
        // Clients move for 35 s at most, and the last requests get 8 s (`server::realtime::draining`, `muster::serve`).
        stop_within: Duration::from_secs(50),
        ports: vec![port, metrics_port],
        address: format!("http://{host}:{port}"),
        core,
        network,
        name,
    }
}

/// One file a node. What the caller gave comes first: a table that both name is an error of the server's reader, which
/// says so.
fn settings(site: &Site, node: Node) -> String {
    let mut text = site.options.settings.clone();
    let (host, (port, metrics_port)) = (node.host(site), node.ports(site));
    table(&mut text, "service", &[("site_url", quoted(site.entry())), ("listen", listen(host, port))]);
    table(&mut text, "metrics", &[("listen", listen(host, metrics_port))]);
    sql(&mut text, site);
    cluster(&mut text, site, &node.name());
    files(&mut text, site);
    search(&mut text, site);
    text
}

/// The writer's address names every node, so that whichever is the writer after a failover is found.
fn sql(text: &mut String, site: &Site) {
    let (count, host) = (site.shape.db, site.services());
    if count == 0 {
        return;
    }
    let user = postgres::USER;
    let database = postgres::DATABASE;
    let hosts: Vec<String> = (1..=count).map(|one| format!("{host}:{}", site.db_port(one))).collect();
    let which = if count > 1 { "?target_session_attrs=read-write" } else { "" };
    let writer = format!("postgres://{user}@{}/{database}{which}", hosts.join(","));
    let mut lines = vec![("driver", quoted("postgres")), ("data_source", quoted(writer))];
    if count > 1 {
        let readers: Vec<String> =
            hosts[1..].iter().map(|host| quoted(format!("postgres://{user}@{host}/{database}"))).collect();
        lines.push(("readers", format!("[{}]", readers.join(", "))));
    }
    table(text, "sql", &lines);
}

fn cluster(text: &mut String, site: &Site, node_name: &str) {
    if site.shape.bus == 0 {
        return;
    }
    let addresses: Vec<String> =
        (1..=site.shape.bus).map(|one| format!("nats://{}:{}", site.services(), site.bus_ports(one).0)).collect();
    let name = format!("topology-{}", site.options.base_port);
    table(
        text,
        "cluster",
        &[
            ("enable", "true".into()),
            ("name", quoted(name)),
            ("node_name", quoted(node_name)),
            ("bus_url", quoted(addresses.join(","))),
        ],
    );
}

fn files(text: &mut String, site: &Site) {
    if site.shape.files == Files::Folder {
        return;
    }
    let lines = [
        ("driver", quoted("amazons3")),
        ("s3_endpoint", quoted(format!("{}:{}", site.services(), site.files_port()))),
        ("s3_bucket", quoted(s3::BUCKET)),
        ("s3_region", quoted(s3::REGION)),
        ("s3_access_key", quoted(s3::ACCESS_KEY)),
        ("s3_secret_key", quoted(s3::SECRET_KEY)),
        ("s3_tls", "false".into()),
    ];
    table(text, "files", &lines);
}

fn search(text: &mut String, site: &Site) {
    if site.shape.search == 0 {
        return;
    }
    let addresses: Vec<String> =
        (1..=site.shape.search).map(|one| format!("http://{}:{}", site.services(), site.search_ports(one).0)).collect();
    table(text, "search", &[("backend", quoted("opensearch")), ("url", quoted(addresses.join(",")))]);
}

fn table(text: &mut String, name: &str, lines: &[(&str, String)]) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n[{name}]");
    for (key, value) in lines {
        let _ = writeln!(text, "{key} = {value}");
    }
}

fn listen(host: Ipv4Addr, port: u16) -> String {
    quoted(format!("{host}:{port}"))
}

/// A string of TOML; JSON's escapes are among its own.
fn quoted(value: impl std::fmt::Display) -> String {
    serde_json::Value::from(value.to_string()).to_string()
}
