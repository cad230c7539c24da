//! A proxy before the application nodes, with the project's own settings of `deploy/nginx`: what is shipped is what is
//! tried. Unless told otherwise each request goes to a node by chance, which is the hardest way for a cluster.

use std::fmt::Write as _;
use std::time::Duration;

use crate::plan::{Account, Balance, Component, Site, Step, Stop, stage, text};
use crate::programs::Program;
use crate::ready::Ready;

const SETTINGS: &str = include_str!("../../../../deploy/nginx/nginx.conf");
const LOCATIONS: &str = include_str!("../../../../deploy/nginx/locations.conf");
/// How the shipped settings choose a node.
const BY_CALLER: &str = "hash $muster_caller consistent";
/// Connections that a worker keeps open to the nodes, and how long: less than the server keeps an idle one.
const KEPT: &str = "    keepalive 256;\n    keepalive_timeout 20s;\n";

pub fn component(site: &Site, at: u8) -> Component {
    let (name, port) = (format!("proxy-{at}"), site.proxy_port(at));
    let folder = site.folder(&name);
    let file = |name: &str, text: String| Step::Write { path: folder.join(name), text };
    let address = format!("http://127.0.0.1:{port}");
    Component {
        stage: stage::DOORS,
        program: Program::Nginx,
        args: vec![
            "-p".into(),
            text(&folder),
            "-c".into(),
            text(&folder.join("nginx.conf")),
            "-e".into(),
            "stderr".into(),
            "-g".into(),
            "daemon off;".into(),
        ],
        env: Vec::new(),
        account: Account::Unprivileged,
        prepare: vec![
            Step::Folder(folder.clone()),
            Step::Folder(folder.join("temp")),
            file("nginx.conf", settings(site)),
            file("locations.conf", LOCATIONS.to_owned()),
            file("listen.conf", format!("listen 127.0.0.1:{port} backlog=16384;\nserver_name _;\n")),
            file("upstream.conf", upstream(site)),
        ],
        // Whether it passes on, too: a proxy without a node behind it is not ready.
        ready: Ready::http(&address, "/api/v4/system/ping"),
        ready_within: Duration::from_secs(10),
        then: Vec::new(),
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(10),
        ports: vec![port],
        address,
        core: None,
        network: None,
        name,
    }
}

fn settings(site: &Site) -> String {
    match site.options.proxy_workers {
        Some(workers) => SETTINGS.replace("worker_processes auto;", &format!("worker_processes {workers};")),
        None => SETTINGS.to_owned(),
    }
}

fn upstream(site: &Site) -> String {
    let method = match site.options.proxy_balance {
        Balance::Random => "random",
        Balance::Caller => BY_CALLER,
    };
    let mut text = format!("upstream muster {{\n    {method};\n");
    for at in 1..=site.shape.app {
        let (host, port) = (site.app_host(at), site.app_port(at));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    server {host}:{port} max_fails=1 fail_timeout=1s;");
    }
    text.push_str(KEPT);
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_replaced_stands_in_the_shipped_settings() {
        assert!(SETTINGS.contains("worker_processes auto;") && SETTINGS.contains("include upstream.conf;"));
        assert!(SETTINGS.contains("include listen.conf;") && LOCATIONS.contains("proxy_pass http://muster;"));
        assert!(include_str!("../../../../deploy/nginx/upstream.conf").contains(BY_CALLER));
        assert!(SETTINGS.contains(" $muster_caller {"));
    }
}
