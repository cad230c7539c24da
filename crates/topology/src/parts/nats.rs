//! The bus: a nats-server, or three that know each other.

use std::time::Duration;

use crate::plan::{Account, Component, Site, Step, Stop, stage};
use crate::programs::Program;
use crate::ready::Ready;

pub fn component(site: &Site, at: u8) -> Component {
    let (name, host) = (format!("bus-{at}"), site.services());
    let (port, monitor, cluster) = site.bus_ports(at);
    let mut args: Vec<String> = vec!["-a".into(), host.to_string(), "-p".into(), port.to_string()];
    args.extend(["-m".into(), monitor.to_string(), "-n".into(), name.clone()]);
    let mut ports = vec![port, monitor];
    if site.shape.bus > 1 {
        let others = (1..=site.shape.bus).filter(|other| *other != at);
        let routes: Vec<String> = others.map(|other| format!("nats://{host}:{}", site.bus_ports(other).2)).collect();
        args.extend(["--cluster_name".into(), "muster".into()]);
        args.extend(["--cluster".into(), format!("nats://{host}:{cluster}"), "--routes".into(), routes.join(",")]);
        ports.push(cluster);
    }
    Component {
        stage: stage::ENGINES,
        program: Program::Nats,
        args,
        env: Vec::new(),
        account: Account::Caller,
        prepare: vec![Step::Folder(site.folder(&name))],
        ready: Ready::http(&format!("http://{host}:{monitor}"), "/healthz"),
        ready_within: Duration::from_secs(10),
        then: Vec::new(),
        stop: Stop::Terminate,
        stop_within: Duration::from_secs(10),
        ports,
        address: format!("nats://{host}:{port}"),
        core: None,
        network: None,
        name,
    }
}
