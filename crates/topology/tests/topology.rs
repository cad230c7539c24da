// What is started for a shape, compared with `topology.txt`: ports, settings, order.
//
// `UPDATE=1 cargo test -p muster-topology --test topology` writes the file anew; a person reads the difference.

use std::path::PathBuf;

use topology::programs::Program;
use topology::{Architecture, Balance, Files, Options, Plan, Shape};

const SNAPSHOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/topology.txt");

fn options() -> Options {
    Options {
        folder: PathBuf::from("/t"),
        base_port: 18_100,
        pinned_cores: None,
        isolated: Vec::new(),
        settings: "[accounts]\nopen_signup = true\n".into(),
        set: vec!["password.hash_rounds=1000".into()],
        object_store: Program::Versitygw,
        has_node_exporter: false,
        has_psql: false,
        java_home: Some(PathBuf::from("/usr/lib/jvm/java-25")),
        proxy_workers: None,
        proxy_balance: Balance::Random,
    }
}

const SMALL: Shape =
    Shape { app: 1, jobs: 0, db: 0, search: 0, proxy: 0, bus: 0, files: Files::Folder, is_watched: false };

#[test]
fn plans_are_as_written_down() {
    let published = |name: &str| Shape::of(&name.parse::<Architecture>().expect("a published name"));
    let isolated = Options { isolated: vec![2], pinned_cores: Some(2), ..options() };
    let cases = [
        ("a single node on its embedded default", SMALL, options()),
        ("XL.222", published("XL.222"), options()),
        ("three nodes, three of the bus, one cut off", Shape { app: 3, db: 1, proxy: 2, bus: 3, ..SMALL }, isolated),
        ("a node for people and one for jobs", Shape { jobs: 1, db: 1, bus: 1, is_watched: true, ..SMALL }, options()),
    ];
    let mut text = String::new();
    for (name, shape, options) in cases {
        let plan = Plan::new(shape, &options).expect("the shape makes sense");
        text.push_str(&format!("# {name}\n{}\n", without_shipped_settings(&plan.told())));
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(SNAPSHOT, &text).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(SNAPSHOT).unwrap_or_default();
    assert!(text == expected, "plans changed: run with UPDATE=1 and read the difference");
}

/// The proxy's settings are those of `deploy/nginx` and stand there.
fn without_shipped_settings(told: &str) -> String {
    let mut kept = String::new();
    let mut is_shipped = false;
    for line in told.lines() {
        if !line.starts_with("    |") {
            is_shipped = line.ends_with("nginx.conf") && line.starts_with("  file") || line.ends_with("locations.conf");
        }
        if !(is_shipped && line.starts_with("    |")) {
            kept.push_str(line.trim_end());
            kept.push('\n');
        }
    }
    kept
}

#[test]
fn no_port_is_given_twice_in_the_largest_topology() {
    let shape = Shape { app: 16, jobs: 4, db: 8, search: 8, proxy: 8, bus: 3, files: Files::S3, is_watched: true };
    let plan = Plan::new(shape, &Options { has_node_exporter: true, ..options() }).expect("the largest one");
    let mut ports: Vec<u16> = plan.components.iter().flat_map(|one| one.ports.clone()).collect();
    let count = ports.len();
    ports.sort_unstable();
    ports.dedup();
    assert_eq!(ports.len(), count);
    assert!(ports.iter().all(|port| (18_100..18_200).contains(port)), "{ports:?}");
}

#[test]
fn nodes_that_are_not_there_cannot_be_isolated_and_ports_must_fit() {
    let plan = |options: Options| Plan::new(SMALL, &options);
    assert!(plan(Options { isolated: vec![2], ..options() }).is_err());
    assert!(plan(Options { base_port: 80, ..options() }).is_err());
    assert!(plan(Options { base_port: 65_500, ..options() }).is_err());
}

#[test]
fn a_writer_with_standbys_is_watched_where_that_can_be_done() {
    let told = |db, has_psql| {
        let plan = Plan::new(Shape { db, ..SMALL }, &Options { has_psql, ..options() }).expect("the shape makes sense");
        let names: Vec<&str> = plan.components.iter().map(|one| one.name.as_str()).collect();
        (names.contains(&"watch-1"), plan.told().contains("synchronous_standby_names=*"))
    };
    assert_eq!(told(2, true), (true, false), "the watch sets whom commits wait for");
    assert_eq!(told(2, false), (false, true));
    assert_eq!(told(1, true), (false, false));
}

#[test]
fn every_node_is_scraped_and_the_proxies_are_the_door() {
    let shape = Shape { app: 2, db: 1, proxy: 2, bus: 1, ..SMALL };
    let plan = Plan::new(shape, &options()).expect("the shape makes sense");
    assert_eq!(plan.metrics_urls(), ["http://127.0.0.1:18130/metrics", "http://127.0.0.1:18131/metrics"]);
    assert_eq!(plan.entries(), ["http://127.0.0.1:18100", "http://127.0.0.1:18101"]);
    let alone = Plan::new(SMALL, &options()).expect("the shape makes sense");
    assert_eq!(alone.entries(), ["http://127.0.0.1:18110"]);
}

#[test]
fn the_machine_is_told_as_the_nodes_and_as_the_proxies_where_there_are_some() {
    let told = |proxy| {
        let shape = Shape { proxy, is_watched: true, ..SMALL };
        let plan = Plan::new(shape, &Options { has_node_exporter: true, ..options() }).expect("the shape makes sense");
        let told = plan.told();
        let of = |instance: &str| told.matches(&format!("labels: {{instance: '{instance}'}}")).count();
        (of("app-0:9100"), of("proxy:9100"))
    };
    assert_eq!((told(0), told(2)), ((1, 0), (1, 1)));
}
