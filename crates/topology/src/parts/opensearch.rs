//! The search server: one node, or several that form a cluster. A small heap each: this is a laptop.

use std::time::Duration;

use crate::plan::{Account, Component, Site, Step, Stop, stage, text};
use crate::programs::Program;
use crate::ready::Ready;

/// The least that a node with a few hundred thousand posts works with.
const HEAP: &str = "384m";

pub fn component(site: &Site, at: u8) -> Component {
    let (name, host) = (format!("search-{at}"), site.services());
    let (port, _) = site.search_ports(at);
    let folder = site.folder(&name);
    let config = folder.join("config");
    let java = site.options.java_home.iter().map(|home| ("OPENSEARCH_JAVA_HOME".to_owned(), text(home)));
    Component {
        stage: stage::ENGINES,
        program: Program::Opensearch,
        args: Vec::new(),
        env: vec![
            ("OPENSEARCH_PATH_CONF".into(), text(&config)),
            ("OPENSEARCH_JAVA_OPTS".into(), format!("-Xms{HEAP} -Xmx{HEAP}")),
            ("OPENSEARCH_TMPDIR".into(), text(&folder.join("tmp"))),
        ]
        .into_iter()
        .chain(java)
        .collect(),
        account: Account::Unprivileged,
        prepare: vec![
            Step::Folder(folder.clone()),
            Step::Folder(folder.join("tmp")),
            Step::CopyOwn { program: Program::Opensearch, folder: "config".into(), to: config.clone() },
            // Into a folder of the program, where its account may not write: then it would not start.
            Step::LeaveOut { path: config.join("jvm.options"), text: "-Xlog:gc".into() },
            Step::Write { path: config.join("opensearch.yml"), text: settings(site, at) },
        ],
        ready: Ready::http(&format!("http://{host}:{port}"), "/_cluster/health?wait_for_status=yellow&timeout=2s"),
        // A cold start with two busy processors took 38 s.
        ready_within: Duration::from_secs(180),
        then: Vec::new(),
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(30),
        ports: vec![port, site.search_ports(at).1],
        address: format!("http://{host}:{port}"),
        core: None,
        network: None,
        name,
    }
}

fn settings(site: &Site, at: u8) -> String {
    let (host, name) = (site.services(), format!("search-{at}"));
    let (port, transport) = site.search_ports(at);
    let folder = site.folder(&name);
    let all = || 1..=site.shape.search;
    let formation = match site.shape.search {
        1 => "discovery.type: single-node\n".to_owned(),
        _ => {
            let seeds: Vec<String> = all().map(|one| format!("\"{host}:{}\"", site.search_ports(one).1)).collect();
            let names: Vec<String> = all().map(|one| format!("search-{one}")).collect();
            format!(
                "discovery.seed_hosts: [{}]\ncluster.initial_cluster_manager_nodes: [{}]\n",
                seeds.join(", "),
                names.join(", ")
            )
        }
    };
    format!(
        "cluster.name: muster-{base}\nnode.name: {name}\nnetwork.host: {host}\nhttp.port: {port}\n\
         transport.port: {transport}\npath.data: {data}\npath.logs: {logs}\n\
         # A nearly full disk of a laptop is no reason to refuse writes.\n\
         cluster.routing.allocation.disk.threshold_enabled: false\n{formation}",
        base = site.options.base_port,
        data = folder.join("data").display(),
        logs = folder.join("logs").display(),
    )
}
